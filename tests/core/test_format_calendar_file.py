"""Calendars: what an entry says by its words, its days and its labels; every entry has one outcome."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.dates import parse_edtf
from modelspan.domain.problems import UserError
from modelspan.domain.records import Confidence, Deprecation, Kind, KnownBasis, Status
from modelspan.formats.calendar_file import read, sniff
from modelspan.formats.file import File
from modelspan.formats.kind_words import kind_of
from tests.core.list_forms import adds_up
from tests.core.readings import by_key, own

SAMPLE = File("calendar.ics", own("calendar.ics").data.replace(b"\r", b""))


def calendar(*entries: str, head: str = "") -> File:
    body = "".join(f"BEGIN:VEVENT\n{entry}\nEND:VEVENT\n" for entry in entries)
    return File("ends.ics", f"BEGIN:VCALENDAR\nVERSION:2.0\n{head}{body}END:VCALENDAR\n".encode())


def test_every_entry_of_the_sample_has_an_outcome() -> None:
    reading = adds_up(read(SAMPLE))
    assert reading.tally.records == len(re.findall(r"^BEGIN:V(?:EVENT|TODO)", SAMPLE.text, re.MULTILINE)) == 9
    assert (reading.tally.mapped, reading.tally.failed) == (5, 1)
    assert dict(reading.tally.skipped) == {
        "it is cancelled": 1, "it repeats, as no event in the life of a model does": 1, "it is a VTODO and no event": 1,
    }  # fmt: skip
    (problem,) = reading.tally.problems
    assert str(problem).startswith("calendar.ics: 5@example.org: DTSTART: ")
    assert reading.dataset.title == "Ends of models"
    assert reading.as_of == "2026-10-01"


def test_what_the_entries_of_the_sample_say() -> None:
    drafts = by_key(read(SAMPLE))
    assert {
        key: (draft.event.kind, str(draft.event.when), draft.subject and (draft.subject.id or draft.subject.name))
        for key, draft in drafts.items()
    } == {
        "1@example.org": (Kind.RETIREMENT, "2026-10-23", "gpt-x-2025"),
        "2@example.org": (Kind.RELEASE, "2026-05-15T19:00:00Z", "Gem X"),
        "3@example.org": (Kind.RETIREMENT, "[2026-09-14..2026-09-20]", "gpt-z"),
        "4@example.org": (Kind.NOTE, "2026-09-14", None),
        "8@example.org": (Kind.RETIREMENT, "2027-01-01~", "gpt-t"),
    }
    end = drafts["1@example.org"]
    assert end.subject
    assert end.subject.maker == "openai"
    assert end.event.status is Status.SCHEDULED
    assert (end.event.known, end.event.known_basis) == (parse_edtf("2026-10-01"), KnownBasis.SOURCE_VINTAGE)
    assert end.event.words == "openai/gpt-x-2025 shuts down"
    assert end.event.note == "Use gpt-y, please."
    assert end.event.sources[0].source_id.endswith(":https://example.org/gpt-x")
    assert drafts["3@example.org"].event.status is Status.OCCURRED
    assert drafts["8@example.org"].event.confidence is Confidence.LOW


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("gpt-4 shuts down", Kind.RETIREMENT, "gpt-4"),
        ("Retirement of Claude 3 Opus", Kind.RETIREMENT, "Claude 3 Opus"),
        ("Claude 3 Opus (end of life)", Kind.RETIREMENT, "Claude 3 Opus"),
        ("deprecated model gpt-4 will be retired", Kind.RETIREMENT, "deprecated model gpt-4"),
        ("gpt-4 retirement announced", Kind.DEPRECATION, "gpt-4"),
        ("Shutdown notice for gpt-4", Kind.DEPRECATION, "gpt-4"),
        ("GPT-4下线", Kind.RETIREMENT, "GPT-4"),
        ("gpt-4-preview released", Kind.RELEASE, "gpt-4-preview"),
        ("o1-preview retires", Kind.RETIREMENT, "o1-preview"),
        ("Gemini 3 public preview", Kind.PREVIEW, "Gemini 3"),
        ("gpt-5 general availability", Kind.RELEASE, "gpt-5"),
        ("OpenAI announces GPT-6", Kind.ANNOUNCEMENT, ""),
        ("legacy: gpt-4", Kind.LEGACY, "gpt-4"),
    ],
)
def test_the_kind_a_heading_says(text: str, kind: Kind, name: str) -> None:
    found = kind_of(text)
    assert found
    assert type(found[0]).__name__.casefold() == kind
    if name:
        assert found[1] == name


@pytest.mark.parametrize("text", ["", "Conference", "gpt-4-legacy", "launchpad", "Game night", "prereleased"])
def test_a_heading_that_says_no_kind(text: str) -> None:
    assert kind_of(text) is None


def test_an_end_that_is_announced_is_a_notice_and_no_end() -> None:
    (draft,) = adds_up(read(calendar("UID:1\nDTSTART;VALUE=DATE:20260101\nSUMMARY:gpt-4 retirement announced"))).drafts
    assert draft.event.body == Deprecation()


@pytest.mark.parametrize(
    ("lines", "when"),
    [
        ("DTSTART;VALUE=DATE:20260914", "2026-09-14"),
        ("DTSTART;VALUE=DATE:20260914\nDTEND;VALUE=DATE:20260914", "2026-09-14"),
        ("DTSTART;VALUE=DATE:20260914\nDURATION:P1W", "[2026-09-14..2026-09-20]"),
        ("DTSTART;VALUE=DATE:20260914\nDURATION:P1D", "2026-09-14"),
        ("DTSTART:20260914T120000Z\nDTEND:20260920T120000Z", "2026-09-14T12:00:00Z"),
        ("DTSTART:20260914T120000", "2026-09-14"),
        ("DTSTART;TZID=America/New_York:20260114T120000", "2026-01-14T17:00:00Z"),
    ],
)
def test_days_durations_and_moments(lines: str, when: str) -> None:
    (draft,) = adds_up(read(calendar(f"UID:1\n{lines}\nSUMMARY:gpt-4 retires"))).drafts
    assert str(draft.event.when) == when


@pytest.mark.parametrize(
    "lines",
    ["", "DTSTART:soon", "DTSTART;VALUE=DATE:19700101", "DTSTART;VALUE=DATE:02020730", "DTSTART;VALUE=DATE:20260231",
     "DTSTART;VALUE=DATE:20990101\nDTEND;VALUE=DATE:99990101", "DTSTART:20260101T000000Z\nDTSTART:20260102T000000Z"],
)  # fmt: skip
def test_an_entry_without_a_day_of_ours_is_a_problem(lines: str) -> None:
    reading = adds_up(read(calendar(f"UID:1\n{lines}\nSUMMARY:gpt-4 retires")))
    assert (reading.tally.failed, len(reading.tally.problems)) == (1, 1)
    assert reading.tally.problems[0].text.startswith("DTSTART: ")


def test_entries_without_an_id_are_told_by_their_heading_and_moved_ones_by_the_day_they_stood_on() -> None:
    same = "DTSTART;VALUE=DATE:20260101\nSUMMARY:gpt-4 retires"
    moved = "UID:1\nRECURRENCE-ID;VALUE=DATE:20260101\nDTSTART;VALUE=DATE:20260105\nSUMMARY:gpt-4 retires"
    first = "UID:1\nDTSTART;VALUE=DATE:20260101\nSUMMARY:gpt-4 retires"
    keys = [draft.event.key for draft in adds_up(read(calendar(same, same, moved, first))).drafts]
    assert keys[0].startswith("untitled-")
    assert keys[1] == f"{keys[0]}|2"
    assert keys[2:] == ["1|20260101", "1"]


def test_order_of_entries_does_not_matter() -> None:
    entries = re.findall(r"BEGIN:VEVENT.*?END:VEVENT\n", SAMPLE.text, re.DOTALL)
    random.Random(2).shuffle(entries)
    other = File(SAMPLE.name, ("BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Ends of models\n" + "".join(entries)
                               + "END:VCALENDAR\n").encode())  # fmt: skip
    assert by_key(read(other)) == by_key(read(SAMPLE))
    assert read(SAMPLE) == read(SAMPLE)


def test_several_calendars_stand_in_one_file() -> None:
    one = calendar("UID:1\nDTSTART;VALUE=DATE:20260101\nSUMMARY:a retires").data
    two = calendar("UID:2\nDTSTART;VALUE=DATE:20260101\nSUMMARY:b retires").data
    assert set(by_key(read(File("a.ics", one + two)))) == {"1", "2"}


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n"])
def test_lines_may_be_folded_and_marked_and_end_in_any_way(end: bytes) -> None:
    data = SAMPLE.data.replace(b"shuts down", b"shu\n ts down").replace(b"\n", end)
    assert sniff(File("a.ics", b"\xef\xbb\xbf" + data))
    assert by_key(read(File(SAMPLE.name, b"\xef\xbb\xbf" + data))) == by_key(read(SAMPLE))


@pytest.mark.parametrize(
    "text",
    ["BEGIN:VCALENDAR\n", "BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "BEGIN:VCALENDAR\nEND:VEVENT\n", "BEGIN:VCALENDAR\n;;;\n",
     "BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR\n"],
)  # fmt: skip
def test_a_broken_calendar_is_one_sentence_or_empty(text: str) -> None:
    try:
        assert adds_up(read(File("a.ics", text.encode()))).drafts == ()
    except UserError as error:
        assert re.fullmatch(r"a\.ics is a broken calendar: [^\n]*; export it again\.", str(error))  # noqa: PT017


def test_an_empty_calendar_is_read_to_nothing() -> None:
    assert adds_up(read(calendar())).tally.records == 0


def test_the_library_is_imported_only_for_a_calendar() -> None:
    code = "import sys; from modelspan.formats import calendar_file; sys.exit('icalendar' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@settings(max_examples=120, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 70), st.sampled_from([
    "", "DTSTART:", "DTSTART;VALUE=DATE:20260230", "DTSTART;TZID=Mars/Base:20260101T000000", "DTEND:x", "UID:",
    "SUMMARY:", "END:VEVENT", "BEGIN:VEVENT", "BEGIN:VALARM", "CATEGORIES:", "RRULE:x", "DURATION:P99999999D",
    "DURATION:-P1D", "DTSTAMP:00010101T000000Z", "DTSTART:99991231T235959Z",
    "DTSTART;VALUE=PERIOD:20260101T000000Z/PT1H", "URL:http://[",
    "X:\\", " folded", "STATUS:TENTATIVE", "DTSTART;TZID=\"UTC+25\":20260101T000000", "RECURRENCE-ID:x", ":", "=", "\0",
]) | st.text(max_size=12)), max_size=6))  # fmt: skip
def test_any_lines_have_outcomes(changes: list[tuple[int, str]]) -> None:
    lines = SAMPLE.text.splitlines()
    for place, line in changes:
        lines[place % len(lines)] = line
    file = File("a.ics", "\n".join(lines).encode("utf-8", "replace"))
    sniff(file)
    try:
        reading = adds_up(read(file))
    except UserError:
        return  # which is one sentence, as above
    assert read(file) == reading
