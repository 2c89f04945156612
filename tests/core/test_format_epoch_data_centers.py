"""Epoch AI's timelines of data centres: seen and projected apart."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.records import Comparator, Evidence, KnownBasis, Note, Status
from modelspan.formats import epoch_data_centers
from modelspan.formats.file import File
from tests.core.epoch_forms import (
    ODD_CELLS,
    by_key,
    claims_only,
    lacking,
    owes,
    own,
    raw,
    read_again,
    real,
    spoil,
    written,
)

OWN = "epoch_data_centers_2031-05.csv"
REAL = "epoch_data_center_timelines_2026-07.csv"


def test_every_row_has_one_outcome() -> None:
    reading = read_again(epoch_data_centers, own(OWN))
    owes(reading, 9)
    assert dict(reading.tally.skipped) == {"no date": 1}
    assert reading.tally.failed == 1
    assert "row 8 (Elsewhere)" in str(reading.tally.problems[0])


def test_seen_estimated_and_projected() -> None:
    states = {
        key.removeprefix("data_center|Grove North|"): (draft.event.status.value, draft.event.evidence.value)
        for key, draft in by_key(epoch_data_centers.read(own(OWN))).items()
        if "Grove North" in key
    }
    assert states == {
        "2030-02-28": ("occurred", "observed"),
        "1 buildings": ("occurred", "observed"),
        "2 buildings": ("occurred", "derived"),  # estimated, but of a day that had passed
        "3 buildings": ("scheduled", "derived"),  # in the month of the file: the prose decides
        "2031-05-20": ("occurred", "observed"),
        "8 buildings": ("scheduled", "derived"),  # after it: nobody can have seen it
    }


def test_a_milestone() -> None:
    event = by_key(epoch_data_centers.read(own(OWN)))["data_center|Grove North|1 buildings"].event
    assert event.body == Note(subtype="data_center")
    assert event.title == "Grove North: Building 1 is running."
    assert event.words == "Building 1 is running. Grove said so."
    amounts = {amount.metric: amount for amount in event.quantities}
    assert (amounts["capacity"].value, amounts["capacity"].unit) == (147.0, "MW")
    assert amounts["capacity"].comparator is Comparator.ABOUT
    assert (amounts["capital_cost"].published, amounts["capital_cost"].unit) == ("3977609999.9999994", "USD")
    assert amounts["annual_operating_cost"].published == "100000000"
    assert amounts["capital_cost"].conditions == "2025 US dollars"
    nothing = by_key(epoch_data_centers.read(own(OWN)))["data_center|Grove North|2030-02-28"].event.quantities
    assert [amount.value for amount in nothing] == [0.0, 0.0, 0.0, 0.0]  # a printed zero is a zero, a blank is none


def test_a_projection_that_moves_is_the_same_milestone() -> None:
    file = own(OWN)
    moved = [row | {"Date": "2032-06-30"} if row["Date"] == "2032-01-01" else row for row in raw(file)]
    later = by_key(epoch_data_centers.read(written(file, list(moved[0]), moved)))
    assert later.keys() == by_key(epoch_data_centers.read(file)).keys()
    assert str(later["data_center|Grove North|8 buildings"].event.when) == "2032-06-30"
    assert later["data_center|Grove North|8 buildings"].event.known_basis is KnownBasis.SOURCE_VINTAGE


def test_without_a_vintage_the_prose_alone_decides() -> None:
    reading = epoch_data_centers.read(File("timelines.csv", own(OWN).data))
    found = by_key(reading)
    assert reading.as_of == ""
    assert found["data_center|Grove North|2 buildings"].event.status is Status.SCHEDULED
    assert found["data_center|Grove North|2 buildings"].event.known_basis is KnownBasis.UNKNOWN
    assert found["data_center|Grove North|1 buildings"].event.status is Status.OCCURRED


def test_the_real_table() -> None:
    file = real(REAL)
    rows = raw(file)
    reading = read_again(epoch_data_centers, file)
    owes(reading, len(rows))
    assert reading.tally.mapped == len(rows) == 419
    later = [row for row in rows if row["Date"] >= "2026-08"]
    projected = [draft.event for draft in reading.drafts if draft.event.status is Status.SCHEDULED]
    assert sum(str(event.when) >= "2026-08" for event in projected) == len(later) == 73
    assert {str(event.when)[:7] for event in projected if str(event.when) < "2026-08"} <= {"2026-07"}
    assert {event.evidence for event in projected} == {Evidence.DERIVED}
    capacity = sorted(
        amount.published for draft in reading.drafts for amount in draft.event.quantities if amount.metric == "capacity"
    )
    assert capacity == sorted(row["Power (MW)"] for row in rows)
    last = by_key(reading)["data_center|OpenAI Stargate Abilene|8 buildings"].event
    assert (str(last.when), last.status) == ("2026-11-01", Status.SCHEDULED)
    assert [amount.published for amount in last.quantities][:2] == ["1180.0", "843.0"]


def test_it_claims_its_own() -> None:
    claims_only("epoch_data_centers", {OWN, REAL})


def test_without_any_one_column() -> None:
    lacking(epoch_data_centers, own(OWN))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), ODD_CELLS), max_size=6))
def test_spoilt_cells(cells: list[tuple[int, int, str]]) -> None:
    spoil(epoch_data_centers, own(OWN), cells)
