"""Dates as people publish them, to days and back, whatever the time zone of the machine."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.dates import (
    MAX_DAY,
    MIN_DAY,
    DateError,
    Precision,
    Qualifier,
    When,
    calendar,
    day,
    earliest,
    iso,
    latest,
    month_span,
    next_month,
    nominal,
    parse_edtf,
)


@pytest.mark.parametrize(
    ("text", "first", "last", "precision"),
    [
        ("2026", "2026-01-01", "2026-12-31", Precision.YEAR),
        ("2024-02", "2024-02-01", "2024-02-29", Precision.MONTH),
        ("2026-12", "2026-12-01", "2026-12-31", Precision.MONTH),
        ("2026-33", "2026-01-01", "2026-03-31", Precision.QUARTER),
        ("2026-36", "2026-10-01", "2026-12-31", Precision.QUARTER),
        ("2026-02-12", "2026-02-12", "2026-02-12", Precision.DAY),
        ("2026-09-11T06:41:57Z", "2026-09-11", "2026-09-11", Precision.INSTANT),
        ("9999-12", "9999-12-01", "9999-12-31", Precision.MONTH),
        ("0001", "0001-01-01", "0001-12-31", Precision.YEAR),
    ],
)
def test_a_point_covers_its_whole_unit(text: str, first: str, last: str, precision: Precision) -> None:
    when = parse_edtf(text)
    assert when.start is not None
    assert when.end is not None
    assert (iso(when.start), iso(when.end - 1), when.precision) == (first, last, precision)
    assert when.qualifier is Qualifier.EXACT
    assert str(when) == text


@pytest.mark.parametrize(
    ("text", "first", "last", "qualifier"),
    [
        ("2026-03~", "2026-03-01", "2026-03-31", Qualifier.CIRCA),
        ("[2026-09-12..2026-09-16]", "2026-09-12", "2026-09-16", Qualifier.BETWEEN),
        ("[2026-09..2026-11]", "2026-09-01", "2026-11-30", Qualifier.BETWEEN),
        ("[2027-06-09..]", "2027-06-09", None, Qualifier.NOT_BEFORE),
        ("[..2026-09-08]", None, "2026-09-08", Qualifier.NOT_AFTER),
    ],
)
def test_soft_dates_stay_soft(text: str, first: str | None, last: str | None, qualifier: Qualifier) -> None:
    when = parse_edtf(text)
    low, high = earliest(when), latest(when)
    assert (low and iso(low), high and iso(high), when.qualifier) == (first, last, qualifier)
    assert str(when) == text


def test_the_nominal_day_is_the_first_or_else_the_last() -> None:
    assert iso(nominal(parse_edtf("[2026-09-12..2026-09-16]"))) == "2026-09-12"
    assert iso(nominal(parse_edtf("[..2026-09-08]"))) == "2026-09-08"


def test_an_instant_is_utc_to_the_second() -> None:
    when = parse_edtf("2026-08-31T19:00Z")
    expected = int(datetime.datetime(2026, 8, 31, 19, tzinfo=datetime.UTC).timestamp())
    assert (when.start_s, when.end_s) == (expected, expected + 1)
    assert str(when) == "2026-08-31T19:00:00Z"
    assert parse_edtf("1969-12-31T23:59:59Z").start_s == -1


@pytest.mark.parametrize(
    "text",
    ["[2026-09-12T10:00:00Z..2026-09-12]", "[1969-07-20..1969-07-20T20:17:40Z]", "[2026..2026-03]"],
)
def test_an_interval_of_mixed_precision_is_one_of_days(text: str) -> None:
    when = parse_edtf(text)
    assert when.precision is Precision.DAY
    assert parse_edtf(str(when)) == when


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026-13",
        "2026-37",
        "2026-00",
        "2026-02-30",
        "2025-02-29",
        "0000-01-01",
        "26-01-01",
        "2026-1-1",
        "2026-02-12T25:00:00Z",
        "2026-02-12T19:00:00",
        "2026-02-12T19:00:00+02:00",
        "[..]",
        "[2026-09-16..2026-09-12]",
        "[2026-09-12T10:00:00Z..2026-09-12T09:00:00Z]",
        "[2026..2027..2028]",
        "2026~~",
    ],
)
def test_what_is_no_date_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(DateError, match=r"^[^\n]+\.$"):
        parse_edtf(text)


def test_months_count_over_the_ends_of_years() -> None:
    assert next_month(2026, 12) == (2027, 1)
    assert next_month(2026, 1, -1) == (2025, 12)
    assert next_month(2026, 11, 15) == (2028, 2)
    assert month_span(2026, 11, 3) == (day(2026, 11, 1), day(2027, 2, 1))
    assert month_span(9999, 12) == (day(9999, 12, 1), MAX_DAY + 1)


def test_days_outside_the_calendar_are_refused() -> None:
    assert day(1970) == 0
    assert calendar(MAX_DAY) == datetime.date.max
    for number in (MIN_DAY - 1, MAX_DAY + 1):
        with pytest.raises(ValueError, match="outside the years"):
            calendar(number)


days = st.dates().map(datetime.date.isoformat)
points = st.one_of(
    days,
    days.map(lambda text: text[:7]),
    days.map(lambda text: text[:4]),
    st.builds("{:04d}-{}".format, st.integers(1, 9999), st.integers(33, 36)),
    st.datetimes(timezones=st.just(datetime.UTC)).map(
        lambda moment: f"{moment.replace(tzinfo=None).isoformat()[:19]}Z"
    ),
)
published = st.one_of(points, points.map("{}~".format), points.map("[{}..]".format), points.map("[..{}]".format))


def place(text: str) -> tuple[int, int]:
    """Where a point begins."""
    when = parse_edtf(text)
    assert when.start is not None
    return when.start, when.start_s or 0


@given(published)
def test_text_to_when_to_text(text: str) -> None:
    assert str(parse_edtf(text)) == text


@given(points, points)
def test_an_interval_reads_the_same_once_written(one: str, other: str) -> None:
    first, last = sorted((one, other), key=place)
    when = parse_edtf(f"[{first}..{last}]")
    assert when.qualifier is Qualifier.BETWEEN
    assert parse_edtf(str(when)) == when
    assert str(parse_edtf(str(when))) == str(when)


@given(st.integers(MIN_DAY, MAX_DAY), st.integers(0, 40_000))
def test_when_to_text_to_when(start: int, length: int) -> None:
    end = min(start + length, MAX_DAY) + 1
    for when in (
        When(start, start + 1),
        When(start, end, Precision.DAY, Qualifier.BETWEEN),
        When(start, None, Precision.DAY, Qualifier.NOT_BEFORE),
        When(None, end, Precision.DAY, Qualifier.NOT_AFTER),
    ):
        assert parse_edtf(str(when)) == when


@given(st.text(max_size=30))
def test_any_text_is_a_date_or_a_date_error(text: str) -> None:
    try:
        when = parse_edtf(text)
    except DateError:
        return
    assert parse_edtf(str(when)) == when
