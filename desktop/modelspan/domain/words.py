"""How dates, numbers and sentences are said. The window passes one that follows the reader's locale and language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from modelspan.domain.dates import Precision, Qualifier, When, calendar

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LONG_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip

SIGNS = {"=": "", ">": "> ", ">=": "≥ ", "<": "< ", "~": "≈ ", "up_to": "up to "}  # comparators before a number


PLACE = re.compile(r"%([1-9])")


def short_year(year: int) -> str:
    """`\u201927` for the years one means by two digits, all four for the others."""
    return f"\u2019{year % 100:02d}" if 1970 <= year < 2070 else str(year)


def same(text: str) -> str:
    """English source text as it is."""
    return text


def english_month(month: int, long: bool) -> str:
    """An English month name, 1 to 12."""
    return (LONG_MONTHS if long else MONTHS)[month - 1]


def english_weekday(weekday: int) -> str:
    """An English day name, Monday is 0."""
    return WEEKDAYS[weekday]


@dataclass(frozen=True, slots=True)
class Words:
    """One language: `tr` translates a source string, the others name months and days of the week."""

    tr: Callable[[str], str] = same
    month: Callable[[int, bool], str] = english_month
    weekday: Callable[[int], str] = english_weekday

    def day(self, day: int, year: int | None = None) -> str:
        """`11 Dec`, with the year unless it is `year`: `8 Jun '27`."""
        when = calendar(day)
        text = f"{when.day} {self.month(when.month, False)}"
        return text if when.year == year else f"{text} {short_year(when.year)}"

    def month_or_day(self, day: int, year: int) -> str:
        """`11 Dec` in a year, `Jan '27` outside it: for narrow columns."""
        when = calendar(day)
        return self.day(day, year) if when.year == year else f"{self.month(when.month, False)} {short_year(when.year)}"

    def full_day(self, day: int) -> str:
        """`2 Sep 2027`."""
        when = calendar(day)
        return f"{when.day} {self.month(when.month, False)} {when.year}"

    def week_day(self, day: int) -> str:
        """`Friday 11 December`."""
        when = calendar(day)
        return f"{self.weekday(when.weekday())} {when.day} {self.month(when.month, True)}"

    def count(self, number: int, one: str, many: str) -> str:
        """`1 model`, `1,130 models`; the two source strings hold %1."""
        return self.tr(one if number == 1 else many).replace("%1", f"{number:,}")

    def fill(self, text: str, *values: object) -> str:
        """A translated string with %1, %2 ... filled in."""
        return PLACE.sub(lambda found: str(values[int(found[1]) - 1]), self.tr(text))  # once: a name may hold "%2"

    def when(self, when: When) -> str:
        """A published date as a reader says it: `31 Aug 2026 19:00 UTC`, `12–16 Sep 2026`, `not before 9 Jun 2027`."""
        match when.qualifier:
            case Qualifier.NOT_BEFORE:
                return self.fill("not before %1", self.point(when.start, when))
            case Qualifier.NOT_AFTER:
                return self.fill("by %1", self.point(None if when.end is None else when.end - 1, when))
            case Qualifier.CIRCA:
                return self.fill("about %1", self.point(when.start, when))
            case Qualifier.BETWEEN:
                assert when.start is not None
                assert when.end is not None
                return self.span(when.start, when.end - 1)
            case _:
                return self.point(when.start, when)

    def end(self, low: int, high: int, qualifier: Qualifier) -> str:
        """An end of half-open days in a sentence: `2 Sep 2027`, `not before 8 Jun 2027`, `12–16 Sep 2026`."""
        match qualifier:
            case Qualifier.NOT_BEFORE:
                return self.fill("not before %1", self.full_day(low))
            case Qualifier.NOT_AFTER:
                return self.fill("by %1", self.full_day(high - 1))
            case Qualifier.CIRCA:
                return self.fill("about %1", self.span(low, high - 1))
            case Qualifier.BETWEEN:
                return self.span(low, high - 1)
            case _:
                return self.full_day(low)

    def point(self, day: int | None, when: When) -> str:
        """One end of a date, no finer than it was published."""
        assert day is not None
        date = calendar(day)
        match when.precision:
            case Precision.YEAR:
                return str(date.year)
            case Precision.QUARTER:
                return f"Q{(date.month + 2) // 3} {date.year}"
            case Precision.MONTH:
                return f"{self.month(date.month, False)} {date.year}"
            case Precision.INSTANT if when.start_s is not None:
                minutes = when.start_s % 86400 // 60
                return f"{self.full_day(day)} {minutes // 60:02d}:{minutes % 60:02d} UTC"
            case _:
                return self.full_day(day)

    def span(self, first: int, last: int) -> str:
        """`12–16 Sep 2026`, `7 Jul – 30 Nov 2026`; both days inclusive."""
        low, high = calendar(first), calendar(last)
        if (low.year, low.month) == (high.year, high.month):
            return f"{low.day}–{self.full_day(last)}" if low != high else self.full_day(last)
        if low.year == high.year:
            return f"{low.day} {self.month(low.month, False)} – {self.full_day(last)}"
        return f"{self.full_day(first)} – {self.full_day(last)}"


ENGLISH = Words()
