"""Moments as published: a date with a clock time and a zone, or a count from the epoch, to UTC seconds."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from modelspan.domain.dates import DateError, Precision, Unit, When, calendar, parse_edtf

# What people write -> the clock they mean. "PST" in July means the clock of Los Angeles as well. CST, BST and IST
# each name several clocks and are left out.
ZONES = {
    "pt": "America/Los_Angeles", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "pacific": "America/Los_Angeles", "pacific time": "America/Los_Angeles",
    "mt": "America/Denver", "mdt": "America/Denver", "mountain time": "America/Denver",
    "ct": "America/Chicago", "cdt": "America/Chicago", "central time": "America/Chicago",
    "et": "America/New_York", "est": "America/New_York", "edt": "America/New_York",
    "eastern": "America/New_York", "eastern time": "America/New_York",
    "cet": "Europe/Paris", "cest": "Europe/Paris", "jst": "Asia/Tokyo", "kst": "Asia/Seoul",
    "sgt": "Asia/Singapore", "beijing time": "Asia/Shanghai", "北京时间": "Asia/Shanghai",
}  # fmt: skip
WINTER = frozenset({"pst", "est", "cet"})  # these say which of the two hours of an autumn night is meant
SUMMER = frozenset({"pdt", "mdt", "cdt", "edt", "cest"})
NOWHERE = frozenset({"z", "utc", "gmt", "utc time"})

ZONE = r"(?P<zone>(?:utc|gmt)? ?[+-]\d{1,2}(?::?\d\d)?|z|[a-z]+(?: time)?|北京时间)"
TIME = (
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?)?"
    rf" ?(?P<half>[ap]\.?m\.?)? ?(?:\(?{ZONE}\)?)?"
)
LAST = re.compile(rf"(?P<date>.*\d)(?:t|,? at |,? )(?P<clock>{TIME})")
FIRST = re.compile(rf"(?P<clock>{TIME}),? on (?P<date>.+)")
OFFSET = re.compile(r"(?:utc|gmt)? ?([+-])(\d{1,2})(?::?(\d\d))?")


def from_epoch(digits: str) -> When:
    """Ten digits are seconds since 1970, thirteen are milliseconds. Refuses those that are an hour of a day as well."""
    if len(digits) == 10 and is_hour(digits):
        raise DateError(
            "{text} can be read in two ways, as seconds since 1970 and as a day with an hour; write it as one."
        )
    seconds = int(digits) if len(digits) == 10 else int(digits) // 1000
    return moment(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds))


def is_hour(digits: str) -> bool:
    """Whether ten digits are a day and an hour of this century: 2026051512."""
    try:
        datetime.strptime(digits, "%Y%m%d%H")
    except ValueError:
        return False
    return digits.startswith("20")


def moment(when: datetime) -> When:
    """A second in UTC."""
    utc = when.astimezone(UTC)
    return parse_edtf(f"{utc.year:04d}-{utc:%m-%dT%H:%M:%S}Z")


def at_clock_time(plain: str, date_of: Callable[[str], Unit | None]) -> When | None:
    """A day with a clock time: the instant where a zone stands with it, else the day alone; None where it is none."""
    found = LAST.fullmatch(plain) or FIRST.fullmatch(plain)
    if not found or not (found["minute"] or found["half"]):
        return None
    unit = date_of(found["date"])
    if unit is None or unit.precision is not Precision.DAY:
        return None
    hour, minute, second = (int(found[name] or 0) for name in ("hour", "minute", "second"))
    if found["half"]:
        if not 1 <= hour <= 12:
            raise DateError("{text} is not a time of the clock.")
        hour = hour % 12 + (12 if found["half"].startswith("p") else 0)
    date = calendar(unit.start)
    local = datetime(date.year, date.month, date.day, hour, minute, second)
    if not found["zone"]:
        return When(unit.start, unit.end)  # whose clock it is nobody says
    return moment(in_zone(local, found["zone"].strip()))


def in_zone(local: datetime, zone: str) -> datetime:
    """A time on the clock of a zone, by the rules of that zone on that day."""
    clock = clock_of(zone)
    early, late = local.replace(tzinfo=clock, fold=0), local.replace(tzinfo=clock, fold=1)
    if early.utcoffset() == late.utcoffset():
        return early
    if early.astimezone(UTC).astimezone(clock).replace(tzinfo=None) != local:
        raise DateError("{text} is a time that the clocks skipped that night.")
    if zone in WINTER:
        return late
    if zone in SUMMER:
        return early
    raise DateError("{text} is a time that the clocks showed twice that night; write it in UTC.")


def clock_of(zone: str) -> tzinfo:
    """The zone of a name or an offset."""
    if zone in NOWHERE:
        return UTC
    if name := ZONES.get(zone):
        return ZoneInfo(name)
    if found := OFFSET.fullmatch(zone):
        ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if ahead < timedelta(hours=24):
            return timezone(ahead if found[1] == "+" else -ahead)
    raise DateError(f"{{text}} is in the zone {zone.upper()}, which is not known here; write it in UTC.")
