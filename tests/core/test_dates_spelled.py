"""Dates in every spelling that pages and datasets use, the same in every time zone of the machine."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.dates import DateError, Precision, Qualifier, When, day, iso, parse_edtf
from modelspan.domain.spellings import FIRST_YEAR, LAST_YEAR, parse

SAID = day(2026, 9, 11)  # a Friday

WIDE = {ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789-"}  # as East Asian keyboards write them

SPELLINGS = [
    ("2026-07-23", "2026-07-23"),
    ("2026-09", "2026-09"),
    ("2026", "2026"),
    ("2026\u201108\u201126", "2026-08-26"),
    ("2026\u201308\u201226", "2026-08-26"),
    ("2026-08-26".translate(WIDE), "2026-08-26"),
    ("Dec 11, 2026", "2026-12-11"),
    ("  dec.  11,\u00a02026 ", "2026-12-11"),
    ("October 23, 2026", "2026-10-23"),
    ("October 23rd 2026", "2026-10-23"),
    ("Sept 3, 2026", "2026-09-03"),
    ("23 October 2026", "2026-10-23"),
    ("23-Oct-2026", "2026-10-23"),
    ("Friday, October 23, 2026", "2026-10-23"),
    ("2026/5/22", "2026-05-22"),
    ("2026年2月12日", "2026-02-12"),
    ("2026年2月", "2026-02"),
    ("at earliest 2024-06-13", "[2024-06-13..]"),
    ("Not sooner than June 9, 2027", "[2027-06-09..]"),
    ("No sooner than May 20, 2028", "[2028-05-20..]"),
    ("Not sooner than June 2027", "[2027-06..]"),
    ("May 19, 2027 or later", "[2027-05-19..]"),
    ("after 2026-09-01", "[2026-09-02..]"),
    ("No later than August 1, 2026", "[..2026-08-01]"),
    ("before 2026-09-01", "[..2026-08-31]"),
    ("5/22/2026", "2026-05-22"),
    ("22/5/2026", "2026-05-22"),
    ("22.5.2026", "2026-05-22"),
    ("5/5/2026", "2026-05-05"),
    ("07/17/26", "2026-07-17"),
    ("August 2026", "2026-08"),
    ("May 2023", "2023-05"),
    ("Q4 2024", "2024-36"),
    ("2024-Q4", "2024-36"),
    ("2024-36", "2024-36"),
    ("H1 2026", "[2026-01..2026-06]"),
    ("Planned 2026", "2026~"),
    ("Planned Q1 2027", "2027-33~"),
    ("2026-07-15 (projected)", "2026-07-15~"),
    ("expected no sooner than May 2027", "[2027-05..]"),
    ("2026-07?", "2026-07~"),
    ("2026-07-01?", "2026-07-01~"),
    ("2026-03~", "2026-03~"),
    ("[2026-09-12..2026-09-16]", "[2026-09-12..2026-09-16]"),
    ("May 15, 2026 at 12:00 PM PT", "2026-05-15T19:00:00Z"),
    ("January 15, 2026 at 12:00 PM PT", "2026-01-15T20:00:00Z"),
    ("March 7, 2026 at 11:59 PM PST", "2026-03-08T07:59:00Z"),
    ("July 1, 2026 at 9 AM PDT", "2026-07-01T16:00:00Z"),
    ("July 1, 2026, 12:00 AM ET", "2026-07-01T04:00:00Z"),
    ("12:30 PM UTC on July 1, 2026", "2026-07-01T12:30:00Z"),
    ("Thu, 15 May 2026 12:00:00 GMT", "2026-05-15T12:00:00Z"),
    ("November 1, 2026 1:30 AM PDT", "2026-11-01T08:30:00Z"),
    ("November 1, 2026 1:30 AM PST", "2026-11-01T09:30:00Z"),
    ("2026-08-31T19:00:00Z", "2026-08-31T19:00:00Z"),
    ("2026-08-31T19:00Z", "2026-08-31T19:00:00Z"),
    ("2026-08-31T19:00:00.250Z", "2026-08-31T19:00:00Z"),
    ("2026-08-31T23:00:00-07:00", "2026-09-01T06:00:00Z"),
    ("2026-08-31 19:00 UTC+8", "2026-08-31T11:00:00Z"),
    ("2026-08-31 00:00:00", "2026-08-31"),
    ("1781000000", "2026-06-09T10:13:20Z"),
    ("1781000000999", "2026-06-09T10:13:20Z"),
    ("1781000000.0", "2026-06-09T10:13:20Z"),
    ("20230508", "2023-05-08"),
    ("2026年 2月 12 日", "2026-02-12"),
]


@pytest.mark.parametrize(("text", "edtf"), SPELLINGS)
def test_a_spelling_is_read_with_its_precision_and_its_promise(text: str, edtf: str) -> None:
    when = parse(text)
    assert when == parse_edtf(edtf)
    assert str(when) == edtf
    assert parse(text.upper()) == when, "case says nothing"


D, M, Q, Y = Precision.DAY, Precision.MONTH, Precision.QUARTER, Precision.YEAR
EXACT, EARLIEST, ABOUT = Qualifier.EXACT, Qualifier.NOT_BEFORE, Qualifier.CIRCA
LISTED = [  # those seen in public data, by first and last day, precision and promise
    ("2026-07-23", "2026-07-23", "2026-07-23", D, EXACT),
    ("2026-09", "2026-09-01", "2026-09-30", M, EXACT),
    ("2026\u201108\u201126", "2026-08-26", "2026-08-26", D, EXACT),
    ("Dec 11, 2026", "2026-12-11", "2026-12-11", D, EXACT),
    ("October 23, 2026", "2026-10-23", "2026-10-23", D, EXACT),
    ("at earliest 2024-06-13", "2024-06-13", None, D, EARLIEST),
    ("Not sooner than June 9, 2027", "2027-06-09", None, D, EARLIEST),
    ("May 19, 2027 or later", "2027-05-19", None, D, EARLIEST),
    ("No sooner than May 20, 2028", "2028-05-20", None, D, EARLIEST),
    ("5/22/2026", "2026-05-22", "2026-05-22", D, EXACT),
    ("22/5/2026", "2026-05-22", "2026-05-22", D, EXACT),
    ("07/17/26", "2026-07-17", "2026-07-17", D, EXACT),
    ("August 2026", "2026-08-01", "2026-08-31", M, EXACT),
    ("May 2023", "2023-05-01", "2023-05-31", M, EXACT),
    ("20230508", "2023-05-08", "2023-05-08", D, EXACT),
    ("Planned 2026", "2026-01-01", "2026-12-31", Y, ABOUT),
    ("Q4 2024", "2024-10-01", "2024-12-31", Q, EXACT),
    ("2026-07?", "2026-07-01", "2026-07-31", M, ABOUT),
    ("2000-01-01~", "2000-01-01", "2000-01-01", D, ABOUT),
    ("下周", "2026-09-14", "2026-09-20", D, Qualifier.BETWEEN),
    ("next week", "2026-09-14", "2026-09-20", D, Qualifier.BETWEEN),
    ("今年2月12日", "2026-02-12", "2026-02-12", D, EXACT),
    ("over the past three months", "2026-06-11", "2026-09-11", D, Qualifier.BETWEEN),
]


@pytest.mark.parametrize(("text", "first", "last", "precision", "qualifier"), LISTED)
def test_a_spelling_seen_in_public_data(
    text: str, first: str, last: str | None, precision: Precision, qualifier: Qualifier
) -> None:
    when = parse(text, day=SAID)
    start = parse_edtf(first).start
    assert when == When(start, parse_edtf(last).end if last else None, precision, qualifier)


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("May 15, 2026 at 12:00 PM PT", datetime.datetime(2026, 5, 15, 19)),
        ("2026-08-31T19:00:00Z", datetime.datetime(2026, 8, 31, 19)),
        ("1781000000", datetime.datetime(2026, 6, 9, 10, 13, 20)),
    ],
)
def test_an_instant_seen_in_public_data_is_a_second_in_utc(text: str, utc: datetime.datetime) -> None:
    second = int(utc.replace(tzinfo=datetime.UTC).timestamp())
    start = day(utc.year, utc.month, utc.day)
    assert parse(text) == When(start, start + 1, Precision.INSTANT, Qualifier.EXACT, second, second + 1)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "N/A", "n/a", "NA", "—", "–", "-", "---", "None", "null", "NaN", "TBD", "unknown", "completion unclear",
     "No shutdown date announced", "Not yet announced", "no date", "Not scheduled", "无"],
)  # fmt: skip
def test_no_date_is_none(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("today", "2026-09-11"),
        ("昨天", "2026-09-10"),
        ("next week", "[2026-09-14..2026-09-20]"),
        ("下周", "[2026-09-14..2026-09-20]"),
        ("下個月", "2026-10"),
        ("this quarter", "2026-35"),
        ("next year", "2027"),
        ("今年2月12日", "2026-02-12"),
        ("去年12月", "2025-12"),
        ("明年", "2027"),
        ("over the past three months", "[2026-06-11..2026-09-11]"),
        ("in the last 30 days", "[2026-08-12..2026-09-11]"),
        ("过去三个月", "[2026-06-11..2026-09-11]"),
        ("within 30 days", "[2026-09-11..2026-10-11]"),
        ("in 10 days", "2026-09-21"),
        ("3 weeks ago", "2026-08-21~"),
        ("三天前", "2026-09-08"),
        ("3个月前", "2026-06-11~"),
        ("no sooner than next week", "[2026-09-14..]"),
    ],
)
def test_relative_words_need_the_day_on_which_they_were_said(text: str, edtf: str) -> None:
    assert str(parse(text, day=SAID)) == edtf
    with pytest.raises(DateError, match=r"depends on the day on which it was said; give that day\.$"):
        parse(text)


def test_three_months_before_the_31st_is_the_last_of_a_shorter_month() -> None:
    assert str(parse("over the past three months", day=day(2026, 5, 31))) == "[2026-02-28..2026-05-31]"


def test_a_relative_word_needs_no_day_where_a_whole_date_is_given() -> None:
    assert parse("2026-02-12", day=SAID) == parse("2026-02-12")


@pytest.mark.parametrize("text", ["5/6/2026", "06.05.2026", "5/6/26", "22/5/26"])
def test_numbers_in_either_order_are_read_only_when_the_order_is_given(text: str) -> None:
    with pytest.raises(DateError, match=r"can be read in two ways; say whether the month or the day stands first\.$"):
        parse(text)
    assert parse(text, month_first=False) is not None


def test_the_given_order_decides_and_the_numbers_overrule_it() -> None:
    assert str(parse("5/6/2026", month_first=True)) == "2026-05-06"
    assert str(parse("5/6/2026", month_first=False)) == "2026-06-05"
    for order in (None, True, False):
        assert str(parse("5/22/2026", month_first=order)) == "2026-05-22"
        assert str(parse("22/5/2026", month_first=order)) == "2026-05-22"


@pytest.mark.parametrize(
    "text",
    ["0202-07-30", "1970-01-01", "1/1/1970", "0000000000", "1970-01-01T00:00:00Z", "0001-01-01", "9999-12-31",
     "[1970-01-01..]", "no later than 9999-12-31"],
)  # fmt: skip
def test_a_placeholder_is_no_day_of_ai_models(text: str) -> None:
    with pytest.raises(DateError, match="is no day of AI models"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    ["soon", "0", "5", "123456789", "202605", "2026-02-30", "2026-13", "2026-00", "20261301", "31/13/2026", "May 15",
     "2月12日", "May 32, 2026", "Q5 2024", "next Friday", "2026-05-15 12:00 CST", "2026-05-15 25:00 UTC",
     "2026-05-15 13:00 PM PT", "2026-05-15 12:00 UTC+99", "March 8, 2026 2:30 AM PT", "November 1, 2026 1:30 AM PT",
     "[2026-09-16..2026-09-12]", "[..]", "before no later than 2026", "by " * 60, "by " * 900, "Mai 2026\n2027",
     "2026-07-01 and 2026-08-01", "{text}", "not before", "1/1/70", "2026051512", "Not sooner than June 9, 2027*"],
)  # fmt: skip
def test_what_is_no_date_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(DateError, match=r"^[^\n]+\.$"):
        parse(text, day=SAID)


dates = st.dates(datetime.date(FIRST_YEAR, 1, 1), datetime.date(LAST_YEAR, 12, 31)).filter(
    lambda date: date != datetime.date(1970, 1, 1)
)
STYLES = [
    "{:%Y-%m-%d}", "{:%Y%m%d}", "{:%Y/%m/%d}", "{0.year}年{0.month}月{0.day}日", "{:%B} {0.day}, {0.year}",
    "{:%b} {0.day}, {0.year}", "{:%b}. {0.day} {0.year}", "{0.day} {:%B} {0.year}", "{0.day}-{:%b}-{0.year}",
    "{:%A}, {:%B} {0.day}, {0.year}",
]  # fmt: skip


@settings(deadline=None)
@given(dates, st.sampled_from(STYLES))
def test_every_day_in_every_style_comes_back(date: datetime.date, style: str) -> None:
    text = style.replace("{:", "{0:").format(date)
    start = day(date.year, date.month, date.day)
    assert parse(text) == When(start, start + 1)


@settings(deadline=None)
@given(dates, st.booleans(), st.sampled_from("/.-"))
def test_days_in_numbers_come_back_in_the_given_order(date: datetime.date, month_first: bool, sign: str) -> None:
    numbers = (date.month, date.day) if month_first else (date.day, date.month)
    text = sign.join(map(str, (*numbers, date.year)))
    start = day(date.year, date.month, date.day)
    assert parse(text, month_first=month_first) in (When(start, start + 1), parse_edtf(iso(start)))


@settings(deadline=None)
@given(
    st.datetimes(datetime.datetime(2001, 9, 10), datetime.datetime(2100, 1, 1)).map(lambda m: m.replace(microsecond=0))
)
def test_a_clock_time_in_los_angeles_is_that_of_its_zone(moment: datetime.datetime) -> None:
    utc = moment.replace(tzinfo=datetime.UTC)
    there = utc.astimezone(ZoneInfo("America/Los_Angeles"))
    word = there.tzname()  # tells the two hours of an autumn night apart
    when = parse(f"{there:%B} {there.day}, {there.year} at {there:%I:%M:%S %p} {word}")
    assert when is not None
    assert when.start_s == int(utc.timestamp())
    assert when == parse(utc.isoformat()) == parse(str(when)) == parse(str(int(utc.timestamp())))


@settings(deadline=None)
@given(
    st.one_of(dates.map("{:%Y-%m-%d}".format), dates.map("{:%Y-%m}".format), dates.map("{:%Y}".format)),
    st.sampled_from(["{}", "{}~", "[{}..]", "[..{}]"]),
)
def test_whatever_is_written_as_edtf_is_read_alike(text: str, form: str) -> None:
    if "1970-01-01" in text or text in ("1970", "1970-01"):
        return
    edtf = form.format(text)
    assert parse(edtf) == parse_edtf(edtf)


@settings(deadline=None)
@given(st.text(max_size=60), st.none() | st.booleans(), st.none() | st.just(SAID))
def test_any_text_is_a_date_or_none_or_a_date_error(text: str, month_first: bool | None, said: int | None) -> None:
    try:
        when = parse(text, month_first=month_first, day=said)
    except DateError:
        return
    assert when is None or parse_edtf(str(when)) == when
