"""Dates as a form understands and says them."""

from __future__ import annotations

from modelspan.domain.dates import DateError, Qualifier, When, calendar
from modelspan.domain.spellings import parse
from modelspan.domain.words import Words


def readings(text: str, day: int | None) -> list[When]:
    """What a date can be with the month first and with the day first."""
    found: list[When] = []
    for month_first in (True, False):
        try:
            when = parse(text, month_first=month_first, day=day)
        except DateError:
            continue
        if when is not None and when not in found:
            found.append(when)
    return found


def is_relative(text: str) -> bool:
    """Whether a date depends on the day on which it was said."""
    try:
        parse(text)
    except DateError:
        return True
    return False


def between(words: Words, when: When) -> str:
    """A date as a sentence says it: `between 14 and 20 Sep 2026`."""
    if when.qualifier is not Qualifier.BETWEEN or when.start is None or when.end is None:
        return words.when(when)
    first, last = calendar(when.start), calendar(when.end - 1)
    low = words.full_day(when.start)
    if (first.year, first.month) == (last.year, last.month):
        low = str(first.day)
    elif first.year == last.year:
        low = words.day(when.start, first.year)
    return words.fill("between %1 and %2", low, words.full_day(when.end - 1))
