"""Any table with a header: guessed, shown, corrected, remembered; every row has one outcome."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.dates import Qualifier
from modelspan.domain.problems import UserError
from modelspan.domain.records import Confidence, Kind, KnownBasis, Role, Status
from modelspan.formats.file import File
from modelspan.formats.plain_table import Mapping, fingerprint, guess, is_table, proposed, read, sniff
from modelspan.formats.row_meanings import Means
from tests.core.list_forms import ALL, ENTRIES, adds_up, sniffed
from tests.core.readings import by_key, own


def table(text: str, name: str = "table_2026-08-01.csv") -> File:
    return File(name, text.encode())


def raw(file: File, sign: str) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(file.data.decode()), delimiter=sign) if any(row)][1:]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_it_claims_no_file_of_another_format(path: Path) -> None:
    assert sniffed(path) == ([ENTRIES[path.name]] if path.name in ENTRIES else [])


def test_every_row_of_the_sample_has_an_outcome() -> None:
    file = own("table.csv")
    tally = adds_up(read(file)).tally
    assert tally.records == len(raw(file, ";")) == 6
    assert (tally.mapped, tally.failed, dict(tally.skipped)) == (4, 1, {"it gives no day": 1})
    assert [(problem.record, problem.text.partition(":")[0]) for problem in tally.problems] == [
        ("row 5", "It names no model."), ("row 6", "Release date"),
    ]  # fmt: skip


def test_what_the_columns_mean_is_guessed_and_shown() -> None:
    file = own("table.csv")
    mapping = proposed(file)
    assert dict(mapping.columns) == {
        "Model": Means.MODEL, "Provider": Means.PROVIDER, "Release date": Means.RELEASED,
        "Planned retirement (UTC)": Means.ENDS, "Recommended replacement": Means.REPLACEMENT, "Region": Means.SCOPE,
        "Tokens": Means.IGNORED, "Link": Means.SOURCE,
    }  # fmt: skip
    assert mapping.month_first is False, "31/1/2025 settles it for 5/6/2026"
    assert mapping.enough
    note = next(source.note for source in read(file).sources if source.id.endswith(":file"))
    assert "Planned retirement (UTC) as ends" in note
    assert note.endswith("Not read: Tokens.")


def test_days_of_the_sample() -> None:
    drafts = by_key(read(own("table.csv")))
    assert {key: str(draft.event.when) for key, draft in drafts.items()} == {
        "release|azure|gpt-x-2025-01-31|eastus": "2025-01-31",
        "release|azure|gpt-x-2025-01-31|westus": "2025-01-31",
        "retirement|azure|gpt-x-2025-01-31|eastus": "2026-06-05",
        "retirement|azure|gpt-x-2025-01-31|westus": "2026-06-07",
        "release|openai-api|GPT X Mini": "2023-05",
        "retirement|openai-api|gpt-z": "[2027-06-09..]",
    }
    east = drafts["retirement|azure|gpt-x-2025-01-31|eastus"]
    assert east.event.words == "Planned retirement (UTC): 5/6/2026"
    assert [(role, named.id) for role, named in east.parties] == [(Role.SUCCESSOR, "gpt-y")]
    assert east.event.known_basis is KnownBasis.UNKNOWN, "neither the file nor its name has a day"
    assert east.event.status is Status.SCHEDULED, "that it has happened nothing says"
    assert drafts["release|openai-api|GPT X Mini"].event.status is Status.OCCURRED


def test_a_table_of_events_has_kinds_and_notes() -> None:
    reading = adds_up(read(own("events.tsv")))
    assert (reading.tally.records, reading.tally.mapped, reading.tally.failed) == (4, 3, 1)
    found = {key: (draft.event.kind, draft.subject and draft.subject.id) for key, draft in by_key(reading).items()}
    assert found == {
        "preview|spark-x": (Kind.PREVIEW, "spark-x"),
        "retirement|spark-x": (Kind.RETIREMENT, "spark-x"),
        "note|Someone said something": (Kind.NOTE, None),
    }


def test_order_of_rows_and_columns_does_not_matter() -> None:
    file = own("table.csv")
    lines = file.text.splitlines()
    rows = lines[1:]
    random.Random(1).shuffle(rows)
    cells = [row.split(";")[::-1] for row in [lines[0], *rows]]
    other = File(file.name, "\n".join(";".join(row) for row in cells).encode())
    assert fingerprint(other.header) == fingerprint(file.header)
    assert by_key(read(other)).keys() == by_key(read(file)).keys()
    assert {key: draft.event.when for key, draft in by_key(read(other)).items()} == {
        key: draft.event.when for key, draft in by_key(read(file)).items()
    }
    assert read(file) == read(file)


def test_a_correction_decides_and_comes_back_from_what_is_kept() -> None:
    file = table("Name,First seen,Gone\ngpt-x,5/6/2025,7/6/2026\n")
    mapping = proposed(file)
    assert not mapping.enough
    assert not sniff(file)
    assert is_table(file)
    mapping = mapping.corrected("First seen", Means.LISTED).corrected("Gone", Means.ENDS)
    mapping = Mapping(mapping.columns, month_first=True, provider="openai")
    assert Mapping.from_dict(mapping.to_dict()) == mapping
    drafts = by_key(adds_up(read(file, mapping)))
    assert {key: str(draft.event.when) for key, draft in drafts.items()} == {
        "release|openai-api|gpt-x|listed": "2025-05-06", "retirement|openai-api|gpt-x": "2026-07-06",
    }  # fmt: skip
    listed = drafts["release|openai-api|gpt-x|listed"].event
    assert listed.confidence is Confidence.LOW
    assert "need not be that of its release" in listed.note


def test_a_meaning_belongs_to_one_column() -> None:
    mapping = guess(["Model", "Retires", "Gone"], []).corrected("Gone", Means.ENDS)
    assert dict(mapping.columns) == {"Model": Means.MODEL, "Retires": Means.IGNORED, "Gone": Means.ENDS}
    with pytest.raises(ValueError, match="no column"):
        mapping.corrected("Other", Means.ENDS)


def test_what_is_kept_but_not_known_is_left_out() -> None:
    kept = {"columns": {"A": "model", "B": "of the future", "C": 7}, "month_first": "yes", "provider": None}
    assert Mapping.from_dict(kept) == Mapping((("A", Means.MODEL), ("B", Means.IGNORED)))
    assert Mapping.from_dict({}) == Mapping(())


def test_days_in_either_order_are_no_guess() -> None:
    reading = adds_up(read(table("Model,Retires\na,5/6/2026\nb,7/8/26\n")))
    assert reading.tally.failed == 2
    assert "say whether the month or the day stands first" in reading.tally.problems[0].text
    both = read(table("Model,Retires\na,5/22/2026\nb,22/5/2026\nc,5/6/2026\n"))
    assert [problem.record for problem in both.tally.problems] == ["row 4"], "the two others contradict each other"
    short = read(table("Model,Retires\na,26/07/17\nb,5/6/2026\n"))
    assert short.tally.failed == 2, "26/07/17 may begin with its year and settles nothing"


def test_an_order_is_settled_by_any_row() -> None:
    rows = "".join(f"m{number},5/6/2026\n" for number in range(400))
    assert read(table(f"Model,Retires\n{rows}z,5/22/2026\n")).tally.mapped == 401


def test_a_row_wider_than_the_header_is_a_problem_with_its_cells() -> None:
    reading = adds_up(read(table("Model,Retires,Note\na,Dec 11, 2026,x\nb,2026-01-01,,\n")))
    assert (reading.tally.mapped, reading.tally.failed) == (1, 1)
    assert str(reading.tally.problems[0]) == (
        "table_2026-08-01.csv: row 2: It has 4 cells and the header 3, so that nobody knows which belong where; beyond "
        "the last stand x."
    )


def test_a_table_of_pages_is_no_table_of_events() -> None:
    pages = "id,title,date,url\na,Release notes,2026-01-02,\nb,A report on models,2026-01-03,\n"
    assert not sniff(table(pages))
    assert sniff(table("title,date\ngpt-x released,2026-01-02\ngpt-y shuts down,2026-01-03\nConference,2026-01-04\n"))


def test_a_model_is_told_by_more_than_the_id_of_its_row() -> None:
    mapping = proposed(table("id,model_id,end,announced_end\n17,gpt-x,2026-01-02,2026-01-03\n"))
    assert dict(mapping.columns) == {
        "id": Means.IGNORED, "model_id": Means.MODEL, "end": Means.ENDS, "announced_end": Means.IGNORED,
    }  # fmt: skip


def test_a_column_of_yes_and_no_has_no_days() -> None:
    file = table("Model,Deprecated,Shutdown date\na,true,2026-01-02\nb,false,\n")
    assert dict(proposed(file).columns)["Deprecated"] is Means.IGNORED
    assert not read(file).tally.problems


def test_deprecated_without_an_end_is_told_as_doubtful() -> None:
    draft = by_key(read(table("Model,Deprecated\na,2026-01-02\n")))["deprecation|a"]
    assert draft.event.confidence is Confidence.LOW
    assert "some lists mean the end" in draft.event.note


def test_a_past_end_has_occurred_and_one_after_the_file_has_not() -> None:
    drafts = by_key(read(table("Model,Retires\na,2026-07-31\nb,2026-08\nc,not before 2026-01-01\nd,2026-09-01\n")))
    assert {key[-1]: draft.event.status for key, draft in drafts.items()} == {
        "a": Status.OCCURRED, "b": Status.SCHEDULED, "c": Status.SCHEDULED, "d": Status.SCHEDULED,
    }  # fmt: skip
    assert drafts["retirement|c"].event.when.qualifier is Qualifier.NOT_BEFORE


def test_a_table_of_only_a_header_is_read_to_nothing() -> None:
    file = table("Model,Retirement date\n")
    assert sniff(file)
    assert adds_up(read(file)).tally.records == 0
    for text in ("", "\n", "Model\n", "# Title\n\nWords, and words.\n", "\x00\x01,\x02"):
        assert not sniff(table(text))
        assert adds_up(read(table(text))).drafts == ()


def test_a_sentence_where_the_rows_cannot_be_told() -> None:
    file = table('Model,Retires\na,2026-01-02\n"b,2026-01-02\nc,2026-01-02\n')
    assert sniff(file)
    with pytest.raises(UserError, match=r"^table_2026-08-01.csv cannot be read as a table: .* row 3 is never closed;"):
        read(file)


def test_the_odd_launch_and_end_of_a_table_of_ratings() -> None:
    reading = adds_up(read(table(
        "model,overall,launch,end,source\na,1200,2024-05,2026-07-01?,x\nb,1100,2024-06?,,x\nc,1000,,,x\nd,900,,5,x\n"
    )))  # fmt: skip
    assert {key: str(draft.event.when) for key, draft in by_key(reading).items()} == {
        "release|a": "2024-05", "retirement|a": "2026-07-01~", "release|b": "2024-06~",
    }  # fmt: skip
    assert dict(reading.tally.skipped) == {"it gives no day": 1}
    assert [str(problem) for problem in reading.tally.problems] == [
        "table_2026-08-01.csv: row 5: end: '5' is not a date in a spelling known here; write it as 2026-02-12, "
        "2026-02 or 2026."
    ]


ODD = ["", " ", "NaN", "N/A", "—", "5/6/2026", "1970-01-01", "true", "a|b", "gpt-x", "http://", "https://x y", "\0",
       "\ud7ff", "next week", "x" * 300, "word " * 9, '"', ";", "1" * 10, "\n", "preview"]  # fmt: skip


@pytest.mark.parametrize("name", ["table.csv", "events.tsv"])
@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 8), st.sampled_from(ODD) | st.text(max_size=9)), max_size=9)
)
def test_any_cells_have_outcomes(name: str, changes: list[tuple[int, int, str]]) -> None:
    file = own(name)
    sign = ";" if name == "table.csv" else "\t"
    rows = list(csv.reader(io.StringIO(file.text), delimiter=sign))
    for row, column, cell in changes:
        cells = rows[row % len(rows)]
        cells[column : column + 1] = [cell]
    out = io.StringIO()
    csv.writer(out, delimiter=sign, quoting=csv.QUOTE_ALL).writerows(rows)
    other = File(name, out.getvalue().encode("utf-8", "replace"))
    sniff(other)
    reading = adds_up(read(other))
    assert reading.tally.records == len(other.rows)
    assert read(other) == reading
