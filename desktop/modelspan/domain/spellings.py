"""Dates in the spellings that vendors' pages and public datasets use, read to the same `When` as EDTF.

Nothing is guessed: what two readings fit, what names no year, and what only a placeholder means is a `DateError`.
Whoever calls keeps the words as published.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from modelspan.domain.clock_times import at_clock_time, from_epoch
from modelspan.domain.dates import (
    DateError,
    Precision,
    Qualifier,
    Unit,
    When,
    calendar,
    covers_whole_units,
    month_span,
    parse_edtf,
)
from modelspan.domain.dates import day as day_of
from modelspan.domain.relative_dates import relative

FIRST_YEAR, LAST_YEAR = 1900, 2100  # Epoch's oldest model is of 1950; 9999-12-31 is a placeholder like 0202-07-30
LAST_SHORT = 2049  # 1/1/70 may be of 1970 as well as of 2070
EPOCH_DAY = 0  # 1970-01-01: what an empty field becomes when it is counted from the epoch

# Hyphens, dashes and minus signs that stand where a date has a hyphen.
HYPHENS = dict.fromkeys(map(ord, "\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")

NO_DATE = re.compile(
    r"-*|\?+|n\.?/?a\.?|none|null|nil|nan|nat|tb[acd]|to be (?:announced|confirmed|determined)"
    r"|(?:completion |date )?(?:unknown|unclear|unannounced|undecided|pending)"
    r"|(?:no|not)(?: yet)?(?: [a-z-]+){0,3}? (?:announced|scheduled|planned|set|known|determined|available|applicable"
    r"|specified|published|date|dates)(?: yet)?"
    r"|无|暂无|未公布|未知"
)

MONTHS = {
    "jan": 1, "january": 1, "feb": 2, "february": 2, "mar": 3, "march": 3, "apr": 4, "april": 4, "may": 5, "jun": 6,
    "june": 6, "jul": 7, "july": 7, "aug": 8, "august": 8, "sep": 9, "sept": 9, "september": 9, "oct": 10,
    "october": 10, "nov": 11, "november": 11, "dec": 12, "december": 12,
}  # fmt: skip
MONTH = rf"(?P<name>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
OF_MONTH = r"(?P<of_month>\d{1,2})(?:st|nd|rd|th)?"
SPELLED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{MONTH}[ -]?{OF_MONTH}(?:, ?| |-)(?P<year>\d{{4}})",  # Dec 11, 2026
        rf"{OF_MONTH}(?: of)?[ -]?{MONTH},?[ -]?(?P<year>\d{{4}})",  # 23 October 2026
        rf"{MONTH},?[ -](?P<year>\d{{4}})",  # August 2026
        rf"(?P<year>\d{{4}})[ -]{MONTH}(?:[ -]{OF_MONTH})?",  # 2026 Aug 23
        r"(?P<year>\d{4})年(?:(?P<month>\d{1,2})月(?:(?P<of_month>\d{1,2})[日号號])?)?",  # 2026年2月12日
        r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?:(?P=sign)(?P<of_month>\d{1,2}))?",  # 2026-02-12
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<of_month>\d{2})",  # 20230508
    )
)
QUARTER = re.compile(r"(?:q(?P<q1>[1-4])|(?P<q2>[1-4])q)(?: of|,)?[ -]?(?P<y1>\d{4})|(?P<y2>\d{4})[ -]?q(?P<q3>[1-4])")
HALF = re.compile(r"(?:h(?P<h1>[12])|(?P<h2>[12])h)(?: of|,)?[ -]?(?P<y1>\d{4})|(?P<y2>\d{4})[ -]?h(?P<h3>[12])")
COUNTED = re.compile(r"(?P<digits>\d{10}|\d{13})(?:\.0+)?")  # seconds or milliseconds; floats where pandas wrote them
NUMBERS = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})")
WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? (?=.*\d)")

EARLIEST = re.compile(
    r"(?:at (?:the )?earliest|(?:not|no) (?:sooner|earlier) than|not before|no(?:t)? shutdown before"
    r"|on or after|earliest|>=|≥)[: ]*(?P<date>.+)"
    r"|(?P<date2>.+?),? (?:or later|at (?:the )?earliest|or after|and later|onwards?)"
)
LATEST = re.compile(
    r"(?:at (?:the )?latest|(?:not|no) later than|on or before|by|<=|≤)[: ]*(?P<date>.+)"
    r"|(?P<date2>.+?),? (?:or earlier|at (?:the )?latest|or before)"
)
AFTER, BEFORE = re.compile(r"(?:after|>) ?(?P<date>.+)"), re.compile(r"(?:before|<) ?(?P<date>.+)")
PLANNED = (
    r"(?:planned|projected|expected|estimated|est\.?|circa|ca\.?|c\.|around|about|approx(?:\.|imately)?"
    r"|tentative(?:ly)?)"
)
ABOUT = re.compile(
    rf"(?:{PLANNED}(?: for| in)?[: ] ?|~ ?)(?P<date>.+)"
    rf"|(?P<date2>.+?)(?:,? ?\({PLANNED}\)| ?[?~]| ?\(\?\)| {PLANNED})"
)
CHINESE_SPACE = re.compile(r"(?<=[年月]) | (?=[年月日号號])")
LONGEST = 200  # characters; what is longer is prose


def parse(text: str, *, month_first: bool | None = None, day: int | None = None) -> When | None:
    """Read a date as published; None where the text says that there is none.

    `month_first` decides dates such as 5/6/2026 that fit both orders; `day` is the day on which words such as "next
    week" were said. Without them such texts raise DateError, as does all that is no date.
    """
    if len(text) > LONGEST:
        raise DateError(f"{text[:40]!r} and so on is a whole text and not a date.")
    plain = folded(text)
    if NO_DATE.fullmatch(plain):
        return None
    try:
        when = qualified(plain, month_first, day)
    except DateError as error:
        raise DateError(str(error).replace("{text}", repr(text.strip()))) from None
    except (ValueError, OverflowError):
        raise DateError(f"{text.strip()!r} is not a day of the calendar.") from None
    refuse_placeholders(when, text.strip())
    return when


def folded(text: str) -> str:
    """Lower case, one kind of hyphen, digit and space."""
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(HYPHENS).casefold().split())
    return CHINESE_SPACE.sub("", plain).rstrip(";,")


def refuse_placeholders(when: When, text: str) -> None:
    """Raise DateError for a day that stands for no day, or a year that is a slip of the keyboard."""
    for edge in (when.start, None if when.end is None else when.end - 1):
        if edge is not None and not FIRST_YEAR <= calendar(edge).year <= LAST_YEAR:
            raise DateError(f"{text!r} is no day of AI models: its year is not between {FIRST_YEAR} and {LAST_YEAR}.")
    fine = when.precision in (Precision.DAY, Precision.INSTANT)
    if fine and EPOCH_DAY in (when.start, None if when.end is None else when.end - 1):
        raise DateError(f"{text!r} is no day of AI models: 1970-01-01 is what an empty field becomes.")


def qualified(plain: str, month_first: bool | None, day: int | None) -> When:
    """A date with or without words such as "not sooner than" around it."""
    if plain.startswith("["):
        return parse_edtf(plain.upper())
    for pattern, qualifier in (
        (EARLIEST, Qualifier.NOT_BEFORE), (LATEST, Qualifier.NOT_AFTER), (ABOUT, Qualifier.CIRCA),
    ):  # fmt: skip
        if found := pattern.fullmatch(plain):
            inner = qualified((found["date"] or found["date2"]).strip(), month_first, day)
            return with_qualifier(inner, qualifier)
    if found := AFTER.fullmatch(plain):
        inner = exact(qualified(found["date"], month_first, day))
        return When(inner.end, None, Precision.DAY, Qualifier.NOT_BEFORE)
    if found := BEFORE.fullmatch(plain):
        inner = exact(qualified(found["date"], month_first, day))
        return When(None, inner.start, Precision.DAY, Qualifier.NOT_AFTER)
    if (said := relative(plain, day)) is not None:
        return said
    return point(WEEKDAY.sub("", plain, count=1), month_first)


def exact(when: When) -> When:
    """The same date, refused where it already says "not before" or the like."""
    if when.start is None or when.end is None:
        raise DateError("{text} limits a date twice; write one limit.")
    return when


def with_qualifier(when: When, qualifier: Qualifier) -> When:
    """A date with a promise put on it. One that is soft already stays as it is: "about" adds nothing."""
    match qualifier:
        case Qualifier.NOT_BEFORE:
            when = exact(when)
            return replace(when, end=None, end_s=None, qualifier=qualifier)
        case Qualifier.NOT_AFTER:
            when = exact(when)
            return replace(when, start=None, start_s=None, qualifier=qualifier)
        case _:
            return replace(when, qualifier=qualifier) if when.qualifier is Qualifier.EXACT else when


def point(plain: str, month_first: bool | None) -> When:
    """One date without qualifying words."""
    if found := COUNTED.fullmatch(plain):
        return from_epoch(found["digits"])
    if (unit := unit_of(plain, month_first)) is not None:
        return When(unit.start, unit.end, unit.precision)
    if found := HALF.fullmatch(plain):
        half, year = int(found["h1"] or found["h2"] or found["h3"]), int(found["y1"] or found["y2"])
        return interval(*month_span(year, half * 6 - 5, 6), Precision.MONTH)
    clock = at_clock_time(plain, lambda date: unit_of(date, month_first))
    if clock is not None:
        return clock
    if re.fullmatch(r"\d{4}(?:-\d\d)?", plain):
        return parse_edtf(plain)
    raise DateError("{text} is not a date in a spelling known here; write it as 2026-02-12, 2026-02 or 2026.")


def interval(start: int, end: int, precision: Precision) -> When:
    """Some day from start to end, in the coarsest precision that says so exactly."""
    when = When(start, end, precision, Qualifier.BETWEEN)
    return when if covers_whole_units(when) else replace(when, precision=Precision.DAY)


def unit_of(plain: str, month_first: bool | None) -> Unit | None:
    """A day, month, quarter or year; None where the text is none."""
    if re.fullmatch(r"\d{4}-3[3-6]", plain):
        return None  # EDTF's quarters look like months
    for pattern in SPELLED:
        if found := pattern.fullmatch(plain):
            parts = found.groupdict()
            month = MONTHS[parts["name"]] if parts.get("name") else whole(parts.get("month"))
            return unit(int(parts["year"]), month, whole(parts.get("of_month")))
    if found := QUARTER.fullmatch(plain):
        number, year = int(found["q1"] or found["q2"] or found["q3"]), int(found["y1"] or found["y2"])
        return Unit(*month_span(year, number * 3 - 2, 3), Precision.QUARTER)
    if found := NUMBERS.fullmatch(plain):
        return in_order(int(found[1]), int(found[3]), found[4], month_first)
    return None


def whole(digits: str | None) -> int | None:
    """A number, where there is one."""
    return None if digits is None else int(digits)


def unit(year: int, month: int | None, of_month: int | None) -> Unit:
    """A day, or the whole month or year where no more is given."""
    if month is None:
        return Unit(*month_span(year, 1, 12), Precision.YEAR)
    if of_month is None:
        return Unit(*month_span(year, month), Precision.MONTH)
    start = day_of(year, month, of_month)
    return Unit(start, start + 1, Precision.DAY)


def in_order(first: int, second: int, year: str, month_first: bool | None) -> Unit:
    """Two numbers and a year; the numbers decide the order where they can.

    A year of two digits could stand in front too (26/07/17), so there the order must be given.
    """
    if first > 12 and second > 12:
        raise DateError("{text} is not a day of the calendar.")
    four = int(year) if len(year) == 4 else 2000 + int(year)
    if len(year) == 2 and four > LAST_SHORT:
        raise DateError("{text} leaves the century open; write the year with four digits.")
    settled = second > 12 or (first > 12 and len(year) == 4) or first == second
    if month_first is None and not settled:
        raise DateError("{text} can be read in two ways; say whether the month or the day stands first.")
    by_month = second > 12 or (first <= 12 and bool(month_first))
    month, of_month = (first, second) if by_month else (second, first)
    return unit(four, month, of_month)
