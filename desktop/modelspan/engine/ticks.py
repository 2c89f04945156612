"""The calendar axis: two rows of cells, the upper one always naming the year."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from modelspan.domain.dates import EPOCH, MAX_DAY, MIN_DAY, calendar, day, next_month
from modelspan.domain.words import Words
from modelspan.engine.window import Window


@dataclass(frozen=True, slots=True)
class Tick:
    """One cell of a row: its first day, the first day of the next, its label."""

    start: float
    end: float
    label: str
    strong: bool = False  # a year, or what the row counts in, begins
    short: str = ""  # where the label has no room


@dataclass(frozen=True, slots=True)
class Axis:
    """The rows above the timeline; grid lines stand at the starts of `lower`."""

    upper: tuple[Tick, ...]
    lower: tuple[Tick, ...]


STEPS = ((1, "month"), (3, "quarter"), (12, "year"), (60, "years"), (120, "years"), (600, "years"), (1200, "years"))
CELL = 34.0  # least px of a month cell
HOURS = 240.0  # px of a day from which its hours are shown


def axis(window: Window, width: float, words: Words) -> Axis:
    """Ticks for a window drawn that wide: only those in view are built."""
    px = width / window.span
    if px >= HOURS:
        return Axis(whole_days(window, words), hours(window, px))
    if px >= 22:
        return Axis(by_months(window, words, 1, long=True), by_day(window, words, long=px >= 60))
    if px >= 5.5:
        return Axis(by_months(window, words, 1, long=True), weeks(window))
    months = next((count for count, _ in STEPS if count * 30.4 * px >= CELL), 12_000)
    if months < 12:
        return Axis(by_months(window, words, 12, long=False), by_months(window, words, months, long=False))
    return Axis((), by_months(window, words, months, long=False))


def by_months(window: Window, words: Words, months: int, *, long: bool) -> tuple[Tick, ...]:
    """Cells of some months: months, quarters, years, decades."""
    first = calendar(min(max(int(window.start), MIN_DAY), MAX_DAY))
    index = (first.year * 12 + first.month - 1) // months * months
    ticks = []
    while index // 12 < 10_000:
        year, month = max(index // 12, 1), index % 12 + 1
        start = day(year, month)
        after = next_month(index // 12, month, months)
        end = day(*after) if after[0] < 10_000 else MAX_DAY + 1
        if start >= window.end:
            break
        short = ""
        if months >= 12:
            label = str(year)
        elif months == 3:
            label = f"Q{(month + 2) // 3}"
        elif long:
            label, short = f"{words.month(month, True)} {year}", f"{words.month(month, False)} {year}"
        else:
            label = words.month(month, False)
        ticks.append(Tick(start, end, label, month == 1, short))
        index += months
    return tuple(ticks)


def by_day(window: Window, words: Words, *, long: bool) -> tuple[Tick, ...]:
    """Cells of one day."""
    ticks = []
    for number in range(max(int(window.start), MIN_DAY), min(int(window.end) + 1, MAX_DAY + 1)):
        when = calendar(number)
        label = f"{words.weekday(when.weekday())[:2]} {when.day}" if long else str(when.day)
        ticks.append(Tick(number, number + 1, label, when.day == 1))
    return tuple(ticks)


def whole_days(window: Window, words: Words) -> tuple[Tick, ...]:
    """Cells of one day that say weekday, date and year, above the hours."""
    return tuple(
        Tick(
            number,
            number + 1,
            f"{words.weekday(calendar(number).weekday())} {words.full_day(number)}",
            strong=True,
            short=words.full_day(number),
        )
        for number in range(max(int(window.start // 1), MIN_DAY), min(int(window.end // 1) + 1, MAX_DAY + 1))
    )


def weeks(window: Window) -> tuple[Tick, ...]:
    """ISO weeks, labelled by number; a line is strong where the first week of a year begins."""
    begin = min(max(int(window.start // 1), MIN_DAY), MAX_DAY)
    first = begin - date.fromordinal(begin + EPOCH).weekday()
    weeks = range(max(first, MIN_DAY), min(int(window.end) + 1, MAX_DAY - 6), 7)
    numbers = [calendar(start).isocalendar().week for start in weeks]
    return tuple(
        Tick(start, start + 7, f"W{number}", number == 1) for start, number in zip(weeks, numbers, strict=True)
    )


def hours(window: Window, px: float) -> tuple[Tick, ...]:
    """Hours, as many as fit."""
    step = next((hours for hours in (1, 2, 3, 6, 12) if hours * px / 24 >= 40), 12)
    first = int(window.start * 24 // step) * step
    last = int(window.end * 24) + 1
    return tuple(Tick(h / 24, (h + step) / 24, f"{h % 24:02d}:00", h % 24 == 0) for h in range(first, last, step))
