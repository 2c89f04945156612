"""iCalendar files: an event of a calendar is an end, a release or a notice where its words say so, else a note."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from modelspan.domain.dates import DateError, Qualifier, When
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.problems import UserError
from modelspan.domain.records import Body, Confidence, Dataset, Event, Evidence, KnownBasis, Note, Retirement
from modelspan.domain.spellings import parse
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart, key
from modelspan.formats.file import File
from modelspan.formats.kind_words import kind_of
from modelspan.formats.life_rows import status
from modelspan.formats.model_ids import take_apart
from modelspan.formats.plain_table import named as dataset_name
from modelspan.formats.vintage import Vintage, vintage_of

if TYPE_CHECKING:
    from icalendar import Component

NAME = "calendar_file"
TITLE = "Calendar (iCalendar)"
TRUST = 10
ENDS = re.compile(r"\r+\n?")  # of lines, as old and as careless programs write them
MAX_DAYS = 36_525  # of a duration; no calendar means a longer one
ENTRIES = ("VEVENT", "VTODO", "VJOURNAL")
CANCELLED, REPEATS = "it is cancelled", "it repeats, as no event in the life of a model does"


def sniff(file: File) -> bool:
    """What begins as a calendar does."""
    return file.head.lstrip(b"\xef\xbb\xbf \r\n\t")[:15].upper() == b"BEGIN:VCALENDAR"


def read(file: File) -> Reading:
    """Read the events of all calendars in a file."""
    from icalendar import Calendar

    try:
        calendars = Calendar.from_ical(ENDS.sub("\n", file.text), multiple=True)
    except (ValueError, IndexError, KeyError, TypeError) as error:
        said = " ".join(str(error).split())[:100]
        raise UserError(f"{file.name} is a broken calendar: {said}; export it again.") from error
    entries = [entry for calendar in calendars for entry in calendar.walk() if entry.name in ENTRIES]
    known = stamped(entries) or vintage_of(file)
    title = next((text for one in calendars if (text := words(one, "X-WR-CALNAME"))), file.name)
    dataset = Dataset(id=dataset_name("calendar", file), title=title, version=known.as_of, trust=TRUST)
    reader = Reader(Tally(file.name), Cited(dataset), known)
    for entry in entries:
        reader.take(entry)
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=known.as_of,
        tally=reader.tally,
        drafts=apart(reader.drafts),
        sources=reader.cited.sources,
    )


@dataclass(slots=True)
class Reader:
    """What is read of one file."""

    tally: Tally
    cited: Cited
    known: Vintage
    drafts: list[Draft] = field(default_factory=list)

    def take(self, entry: Component) -> None:
        """One entry with its outcome."""
        named = words(entry, "UID") or words(entry, "SUMMARY")
        record = " ".join(named.split()) or f"entry {self.tally.records + 1}"
        reason = self.not_applicable(entry)
        draft = None if reason else self.draft(entry, record)
        if draft:
            self.drafts.append(draft)
        self.tally.outcome(1 if draft else 0, reason=reason)

    def not_applicable(self, entry: Component) -> str:
        """Why an entry is no event; empty where it is one."""
        if entry.name != "VEVENT":
            return f"it is a {entry.name} and no event"
        if words(entry, "STATUS").upper() == "CANCELLED":
            return CANCELLED
        return REPEATS if entry.get("RRULE") is not None or entry.get("RDATE") is not None else ""

    def draft(self, entry: Component, record: str) -> Draft | None:
        """The event of an entry; None with a problem where it has no day."""
        try:
            when = moment(entry)
        except DateError as error:
            self.tally.problem(record, f"DTSTART: {error}")
            return None
        if when is None:
            self.tally.problem(record, "DTSTART: It has no day that can be read.")
            return None
        summary = words(entry, "SUMMARY")
        body, name = said(summary, categories(entry))
        model = take_apart(name)
        subject = None
        if name:
            spoken = " " in model.id
            subject = Named(id="" if spoken else model.id, name=model.id if spoken else "", maker=model.maker)
        end = isinstance(body, Retirement)
        known = self.known.known if end else None
        basis = KnownBasis.OCCURRENCE
        if end:
            basis = KnownBasis.SOURCE_VINTAGE if known else KnownBasis.UNKNOWN
        event = Event(
            key=name_of(entry, summary),
            body=body,
            when=when,
            title=summary,
            words=summary,
            known=known,
            known_basis=basis,
            status=status(when, body, self.known),
            evidence=Evidence.SECONDARY,
            confidence=Confidence.LOW if words(entry, "STATUS").upper() == "TENTATIVE" else Confidence.MEDIUM,
            sources=(self.cited.page(words(entry, "URL")) or self.cited.file(record),),
            note=words(entry, "DESCRIPTION"),
        )
        return Draft(event=event, subject=subject)


def name_of(entry: Component, summary: str) -> str:
    """The key of an entry: its UID, else its heading; a moved one of a series also has the day it stood on."""
    uid = words(entry, "UID") or f"untitled-{hashlib.sha256(summary.encode()).hexdigest()[:12]}"
    instance = first_of(entry, "RECURRENCE-ID")
    return key(uid) if instance is None else key(uid, instance.to_ical().decode("utf-8", "replace"))


def said(summary: str, labels: list[str]) -> tuple[Body, str]:
    """What kind of event it is, by its categories or else its heading, and whose: only the heading names a model."""
    heading = kind_of(summary)
    for label in labels:
        if found := kind_of(label):
            return found[0], heading[1] if heading else (summary if len(summary.split()) <= 3 else "")
    if heading:
        return heading
    return Note(subtype=", ".join(labels)), ""


def words(entry: Component, name: str) -> str:
    """A property as text; empty where it is absent."""
    value = first_of(entry, name)
    return "" if value is None else str(value).strip()


def first_of(entry: Component, name: str) -> Any:
    """A property, of several the first; None where there is none."""
    value: Any = entry.get(name)
    return next(iter(value), None) if isinstance(value, list) else value


def categories(entry: Component) -> list[str]:
    """The labels of an entry."""
    value: Any = entry.get("CATEGORIES")
    groups = value if isinstance(value, list) else [] if value is None else [value]
    return [str(label).strip() for group in groups for label in getattr(group, "cats", ()) if str(label).strip()]


def moment(entry: Component) -> When | None:
    """When it is: a day, an instant, or some day of several; about then where it is tentative."""
    first = value_of(entry, "DTSTART")
    if first is None:
        return None
    when = parse(first.isoformat())
    if when is None or isinstance(first, datetime):
        return when
    if (days := days_of(entry, first)) > 1:
        assert when.start is not None
        parse((first + timedelta(days=days - 1)).isoformat())  # refuses an end that is no day of ours
        return replace(when, end=when.start + days, qualifier=Qualifier.BETWEEN)
    if words(entry, "STATUS").upper() == "TENTATIVE":
        return replace(when, qualifier=Qualifier.CIRCA)
    return when


def days_of(entry: Component, first: date) -> int:
    """How many days it takes by its end or its duration."""
    last = value_of(entry, "DTEND")
    if last is not None and not isinstance(last, datetime):
        return (last - first).days
    try:
        long = getattr(entry.get("DURATION"), "dt", None)
    except ValueError:
        return 1
    return min(long.days, MAX_DAYS) if isinstance(long, timedelta) else 1


def value_of(entry: Component, name: str) -> date | None:
    """The date or the moment of a property; None where it is absent or broken."""
    try:
        value = getattr(entry.get(name), "dt", None)
    except ValueError:  # the library's answer for one that it could not read
        return None
    return value if isinstance(value, date) else None


def stamped(entries: list[Component]) -> Vintage | None:
    """The last day on which an entry was written, which is that of the file; None where none says it."""
    days = [value for entry in entries if (value := value_of(entry, "DTSTAMP")) is not None]
    latest = max((day.date() if isinstance(day, datetime) else day for day in days), default=None)
    return Vintage(latest.isoformat()) if latest and re.match(r"20\d\d", latest.isoformat()) else None
