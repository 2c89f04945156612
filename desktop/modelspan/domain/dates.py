"""Civil days, half-open spans and dates as people publish them.

A *day* is an int: days since 1970-01-01 in the proleptic Gregorian calendar. Nothing here knows a clock or a
time zone. A `When` is one published date with its precision and qualifier; its text form is EDTF (ISO 8601-2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

EPOCH = date(1970, 1, 1).toordinal()
DAY_S = 86_400
MIN_DAY = date.min.toordinal() - EPOCH
MAX_DAY = date.max.toordinal() - EPOCH


class Precision(StrEnum):
    """How fine a date was published."""

    INSTANT = "instant"
    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class Qualifier(StrEnum):
    """What a date promises about the moment it names."""

    EXACT = "exact"
    NOT_BEFORE = "not_before"
    NOT_AFTER = "not_after"
    BETWEEN = "between"
    CIRCA = "circa"


class DateError(ValueError):
    """A text that is not a date we read; the message is one plain sentence."""


@dataclass(frozen=True, slots=True)
class When:
    """A published date.

    `start` and `end` are half-open days: the moment lies in [start, end). `not_before` has no `end`, `not_after`
    no `start`. `start_s` and `end_s` are UTC seconds, half-open too, only where an instant was published.
    """

    start: int | None
    end: int | None
    precision: Precision = Precision.DAY
    qualifier: Qualifier = Qualifier.EXACT
    start_s: int | None = None
    end_s: int | None = None

    def __str__(self) -> str:
        return to_edtf(self)


@dataclass(frozen=True, slots=True)
class Unit:
    """One EDTF point: the half-open span it covers and how fine it is."""

    start: int
    end: int
    precision: Precision
    start_s: int | None = None
    end_s: int | None = None


INSTANT = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?Z")
POINT = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
QUARTER_CODES = range(33, 37)  # EDTF level 2: 33..36 are quarters of a year


def day(year: int, month: int = 1, of_month: int = 1) -> int:
    """The day number of a calendar date; raises ValueError when there is no such date."""
    return date(year, month, of_month).toordinal() - EPOCH


def calendar(number: int) -> date:
    """The calendar date of a day number; raises ValueError outside the years 1 to 9999."""
    if not MIN_DAY <= number <= MAX_DAY:
        raise ValueError(f"Day {number} lies outside the years 1 to 9999.")
    return date.fromordinal(number + EPOCH)


def iso(number: int) -> str:
    """A day number as YYYY-MM-DD."""
    return calendar(number).isoformat()


def next_month(year: int, month: int, months: int = 1) -> tuple[int, int]:
    """The (year, month) that many months later."""
    index = year * 12 + month - 1 + months
    return index // 12, index % 12 + 1


def month_span(year: int, month: int, months: int = 1) -> tuple[int, int]:
    """Half-open days of `months` months from the first of a month; the last month of 9999 ends on its last day."""
    later = next_month(year, month, months)
    return day(year, month), (day(*later) if later[0] <= 9999 else MAX_DAY + 1)


def read_instant(text: str, parts: list[int]) -> Unit:
    """A moment in UTC, to the second."""
    year, month, of_month, hour, minute, second = parts
    try:
        moment = datetime(year, month, of_month, hour, minute, second, tzinfo=UTC)
    except ValueError:
        raise DateError(f"{text!r} is not a moment of the calendar.") from None
    start = moment.date().toordinal() - EPOCH
    seconds = start * DAY_S + hour * 3600 + minute * 60 + second
    return Unit(start, start + 1, Precision.INSTANT, seconds, seconds + 1)


def read_unit(text: str) -> Unit:
    """One point of EDTF: year, quarter, month, day or instant."""
    if found := INSTANT.fullmatch(text):
        return read_instant(text, [int(part or 0) for part in found.groups()])
    found = POINT.fullmatch(text)
    if not found:
        raise DateError(f"{text!r} is not a date; write 2026, 2026-02, 2026-02-12 or 2026-02-12T19:00:00Z.")
    year, month, of_month = (int(part) if part else None for part in found.groups())
    try:
        assert year is not None
        if month is None:
            return Unit(*month_span(year, 1, 12), Precision.YEAR)
        if of_month is None and month in QUARTER_CODES:
            return Unit(*month_span(year, (month - 33) * 3 + 1, 3), Precision.QUARTER)
        if of_month is None:
            return Unit(*month_span(year, month), Precision.MONTH)
        start = day(year, month, of_month)
        return Unit(start, start + 1, Precision.DAY)
    except ValueError:
        raise DateError(f"{text!r} is not a day of the calendar.") from None


COARSENESS = list(Precision)


def parse_edtf(text: str) -> When:
    """Read an EDTF date such as `2026-02`, `2026-03~`, `[2026-09-12..2026-09-16]`, `[2027-06-09..]`.

    Intervals are inclusive as written and half-open inside. Raises DateError.
    """
    text = text.strip()
    if text.startswith("[") and text.endswith("]") and ".." in text:
        first, last = (part.strip() for part in text[1:-1].split("..", 1))
        low = read_unit(first) if first else None
        high = read_unit(last) if last else None
        if low and high:
            precision = max(low.precision, high.precision, key=COARSENESS.index)
            both = low.start_s is not None and high.end_s is not None
            start_s, end_s = (low.start_s, high.end_s) if both else (None, None)
            if high.end <= low.start or (start_s is not None and end_s is not None and end_s <= start_s):
                raise DateError(f"{text!r} ends before it starts.")
            interval = When(low.start, high.end, precision, Qualifier.BETWEEN, start_s, end_s)
            return interval if covers_whole_units(interval) else replace(interval, precision=Precision.DAY)
        if low:
            return When(low.start, None, low.precision, Qualifier.NOT_BEFORE, low.start_s, None)
        if high:
            return When(None, high.end, high.precision, Qualifier.NOT_AFTER, None, high.end_s)
        raise DateError(f"{text!r} names no date at all.")
    circa = text.endswith("~")
    unit = read_unit(text[:-1] if circa else text)
    qualifier = Qualifier.CIRCA if circa else Qualifier.EXACT
    return When(unit.start, unit.end, unit.precision, qualifier, unit.start_s, unit.end_s)


def write_unit(start: int, precision: Precision, start_s: int | None) -> str:
    """The EDTF point of that precision which contains a day."""
    if precision is Precision.INSTANT and start_s is not None:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=start_s)
        return f"{moment.year:04d}-{moment:%m-%dT%H:%M:%S}Z"
    when = calendar(start)
    match precision:
        case Precision.YEAR:
            return f"{when.year:04d}"
        case Precision.QUARTER:
            return f"{when.year:04d}-{33 + (when.month - 1) // 3}"
        case Precision.MONTH:
            return f"{when.year:04d}-{when.month:02d}"
        case _:
            return when.isoformat()


def to_edtf(when: When) -> str:
    """The EDTF text of a date; parse_edtf reads it back to the same When."""
    low = None if when.start is None else write_unit(when.start, when.precision, when.start_s)
    last_s = None if when.end_s is None else when.end_s - 1
    high = None if when.end is None else write_unit(when.end - 1, when.precision, last_s)
    match when.qualifier:
        case Qualifier.BETWEEN:
            return f"[{low}..{high}]"
        case Qualifier.NOT_BEFORE:
            return f"[{low}..]"
        case Qualifier.NOT_AFTER:
            return f"[..{high}]"
        case Qualifier.CIRCA:
            return f"{low}~"
        case _:
            return f"{low}"


def covers_whole_units(when: When) -> bool:
    """Whether an interval begins and ends on the edges of its own precision."""
    assert when.start is not None
    assert when.end is not None
    if when.precision is Precision.INSTANT:
        return when.start_s is not None and when.end_s is not None
    first = read_unit(write_unit(when.start, when.precision, None))
    last = read_unit(write_unit(when.end - 1, when.precision, None))
    return first.start == when.start and last.end == when.end


def earliest(when: When) -> int | None:
    """The first day the moment can lie on."""
    return when.start


def latest(when: When) -> int | None:
    """The last day the moment can lie on, inclusive; None when open."""
    return None if when.end is None else when.end - 1


def nominal(when: When) -> int:
    """The one day to sort and to draw by: the first possible day, or the last one when only that is known."""
    if when.start is not None:
        return when.start
    assert when.end is not None
    return when.end - 1
