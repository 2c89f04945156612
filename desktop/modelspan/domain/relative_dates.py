"""Words that name a date from the day on which they are said: "next week", 下周, 今年2月12日."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from modelspan.domain.dates import DateError, Precision, Qualifier, When, calendar, month_span, next_month
from modelspan.domain.dates import day as day_of

DAYS = {
    "today": 0, "tomorrow": 1, "yesterday": -1, "今天": 0, "今日": 0, "明天": 1, "明日": 1, "昨天": -1, "昨日": -1,
    "后天": 2, "前天": -2,
}  # fmt: skip
STEPS = {
    "last": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "the coming": 1,
    "上": -1, "上个": -1, "本": 0, "这": 0, "这个": 0, "這": 0, "下": 1, "下个": 1, "下個": 1, "上個": -1,
}  # fmt: skip
UNITS = {
    "day": "day", "week": "week", "month": "month", "quarter": "quarter", "year": "year",
    "天": "day", "日": "day", "周": "week", "週": "week", "星期": "week", "月": "month", "季度": "quarter",
    "年": "year",
}  # fmt: skip
CHINESE_YEARS = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "十": 10,
}  # fmt: skip


def one_of(words: dict[str, int] | dict[str, str]) -> str:
    """A pattern for any of these words, the longer ones first."""
    return "|".join(sorted(words, key=len, reverse=True))


COUNT = rf"(?P<count>\d{{1,3}}|{one_of(NUMBERS)})"
UNIT = rf"(?P<unit>{one_of(UNITS)})s?"
STEP = re.compile(rf"(?P<step>{one_of(STEPS)}) ?(?P<unit>week|month|quarter|year|周|週|星期|月|季度)")
YEAR = re.compile(rf"(?P<year>{one_of(CHINESE_YEARS)})(?:(?P<month>\d{{1,2}})月(?:(?P<of_month>\d{{1,2}})[日号號])?)?")
PAST = re.compile(
    rf"(?:(?:over |in |during |within )?(?:the )?(?:past|last|previous) |(?:过去|過去|最近|近)){COUNT}[个個 ]?{UNIT}"
)
AHEAD = re.compile(rf"(?:within (?:the )?(?:next |coming )?|(?:over |in )?the (?:next|coming) ){COUNT} {UNIT}")
AWAY = re.compile(rf"in {COUNT} {UNIT}")
AGO = re.compile(rf"{COUNT}[个個 ]?{UNIT}(?: ago|[以之]?前)")


def relative(plain: str, day: int | None) -> When | None:
    """The date that words name when said on a day; None where they are no such words."""
    readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], int], When]], ...] = (
        (STEP, stepped), (YEAR, of_year), (PAST, past), (AHEAD, ahead), (AWAY, away), (AGO, ago),
    )  # fmt: skip
    if plain in DAYS:
        return one_day(anchored(day) + DAYS[plain])
    for pattern, read in readers:
        if found := pattern.fullmatch(plain):
            return read(found, anchored(day))
    return None


def anchored(day: int | None) -> int:
    """The day on which it was said, which there must be."""
    if day is None:
        raise DateError("{text} depends on the day on which it was said; give that day.")
    return day


def one_day(number: int) -> When:
    """That day."""
    return When(number, number + 1)


def shifted(day: int, count: int, unit: str) -> int:
    """The day so many units away; in a shorter month its last day."""
    if unit in ("day", "week"):
        return day + count * (7 if unit == "week" else 1)
    date = calendar(day)
    year, month = next_month(date.year, date.month, count * {"month": 1, "quarter": 3, "year": 12}[unit])
    first, after = month_span(year, month)
    return min(first + date.day - 1, after - 1)


def stepped(found: re.Match[str], day: int) -> When:
    """Last, this or next week (Monday to Sunday), month, quarter or year."""
    unit, step = UNITS[found["unit"]], STEPS[found["step"]]
    if unit == "week":
        monday = day - calendar(day).weekday() + 7 * step
        return When(monday, monday + 7, Precision.DAY, Qualifier.BETWEEN)
    date = calendar(day)
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    first = (date.month - 1) // months * months + 1
    return When(*month_span(*next_month(date.year, first, months * step), months), Precision(unit))


def of_year(found: re.Match[str], day: int) -> When:
    """今年, 去年 or 明年, with or without a month and a day."""
    year = calendar(day).year + CHINESE_YEARS[found["year"]]
    if not found["month"]:
        return When(*month_span(year, 1, 12), Precision.YEAR)
    if not found["of_month"]:
        return When(*month_span(year, int(found["month"])), Precision.MONTH)
    return one_day(day_of(year, int(found["month"]), int(found["of_month"])))


def amount(found: re.Match[str]) -> tuple[int, str]:
    """How many of which unit."""
    count = found["count"]
    return NUMBERS.get(count) or int(count), UNITS[found["unit"]]


def past(found: re.Match[str], day: int) -> When:
    """Some day since then, up to the day on which it was said."""
    count, unit = amount(found)
    return When(shifted(day, -count, unit), day + 1, Precision.DAY, Qualifier.BETWEEN)


def ahead(found: re.Match[str], day: int) -> When:
    """Some day until then."""
    count, unit = amount(found)
    return When(day, shifted(day, count, unit) + 1, Precision.DAY, Qualifier.BETWEEN)


def away(found: re.Match[str], day: int) -> When:
    """That many units later."""
    count, unit = amount(found)
    return about(shifted(day, count, unit), unit)


def ago(found: re.Match[str], day: int) -> When:
    """That many units earlier."""
    count, unit = amount(found)
    return about(shifted(day, -count, unit), unit)


def about(number: int, unit: str) -> When:
    """That day; a count of weeks or months names it only roughly."""
    when = one_day(number)
    return when if unit == "day" else replace(when, qualifier=Qualifier.CIRCA)
