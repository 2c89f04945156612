"""Epoch AI's table of GPU clusters."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.records import Comparator, Confidence, EntityKind, KnownBasis, Note, Role, Status
from modelspan.formats import epoch_clusters
from tests.core.epoch_forms import ODD_CELLS, by_key, claims_only, lacking, owes, own, raw, read_again, real, spoil

OWN = "epoch_clusters_2031-05.csv"
REAL = "epoch_gpu_clusters_2025-11.csv"
NO_DAY = "no day on which it first ran or was switched off"
NAMELESS = "anonymised: nothing tells it from the others"
DOUBLE = "possible duplicate of another cluster, by its publisher"


def test_every_row_has_one_outcome() -> None:
    reading = read_again(epoch_clusters, own(OWN))
    owes(reading, 13)
    assert dict(reading.tally.skipped) == {NO_DAY: 2, NAMELESS: 2, DOUBLE: 1}
    assert {named.name for named in reading.alone} == {"Plan None", "Unclear"}
    said = [str(problem) for problem in reading.tally.problems]
    assert reading.tally.failed == len(said) == 2
    assert any("row 7 (Odd)" in text and "first operational date note" in text for text in said)
    assert any("row 13 (Strange)" in text and "'mothballed'" in text for text in said)


def test_a_cluster_that_runs() -> None:
    draft = by_key(epoch_clusters.read(own(OWN)))["cluster|Grove, North Phase 1"]
    event = draft.event
    assert event.body == Note(subtype="cluster")  # that it runs is no contract
    assert (str(event.when), event.words, event.status) == ("2030", "", Status.OCCURRED)  # the day is a computed one
    assert draft.subject is not None
    assert (draft.subject.kind, draft.subject.name, draft.subject.maker) == (
        EntityKind.SYSTEM, "Grove, North Phase 1", "Grove Labs",
    )  # fmt: skip
    assert [(role, named.name) for role, named in draft.parties] == [
        (Role.PARTNER, "North Lab"), (Role.HARDWARE, "Grove G1"), (Role.CHIP_SUPPLIER, "Grove"),
    ]  # fmt: skip
    amounts = {amount.metric: (amount.value, amount.unit, amount.comparator) for amount in event.quantities}
    assert amounts == {
        "capacity": (12.5, "MW", Comparator.EQUAL), "cost": (5e6, "USD", Comparator.ABOUT),
        "chips": (900.0, "chips", Comparator.ABOUT), "h100_equivalents": (1000.5, "H100", Comparator.ABOUT),
    }  # fmt: skip
    assert "Users: Cloud, Grove." in event.note


def test_plans_keep_their_words_and_their_width() -> None:
    found = by_key(epoch_clusters.read(own(OWN)))
    half, quarter, late = (found[f"cluster|Plan {letter}"].event for letter in "HQE")
    assert str(half.when) == "[2032-07..2032-12]"
    assert str(quarter.when) == "2031-36~"
    assert str(late.when) == "2031~"
    for event in (half, quarter, late):
        assert event.status is Status.SCHEDULED
        assert event.words.startswith("Planned")
        assert (event.known_basis, str(event.known)) == (KnownBasis.SOURCE_VINTAGE, "2031-05")
    assert half.confidence is Confidence.LOW
    assert not found["cluster|Plan H"].parties  # "Unknown" is nobody


def test_one_that_was_switched_off_and_one_that_may_be_another() -> None:
    found = by_key(epoch_clusters.read(own(OWN)))
    assert str(found["cluster|Old"].event.when) == "2018-06-08"
    ended = found["decommissioned|Old"].event
    assert (str(ended.when), ended.status, ended.body) == (
        "2024-11-15", Status.OCCURRED, Note(subtype="cluster_decommissioned"),
    )  # fmt: skip
    perhaps = found["cluster|Perhaps"].event
    assert str(perhaps.when) == "2030-07-01"  # the note is of another time and stays as words
    assert perhaps.words == "2024-06"
    assert perhaps.confidence is Confidence.LOW


def test_the_real_table() -> None:
    file = real(REAL)
    rows = raw(file)
    reading = read_again(epoch_clusters, file)
    owes(reading, len(rows))
    assert len(rows) == 786
    skipped = reading.tally.skipped
    assert skipped[NAMELESS] == sum(row["Name"].startswith("Anonymized") for row in rows) == 257
    assert skipped[DOUBLE] == sum(bool(row["Possible Duplicate Of"]) for row in rows) == 55
    assert reading.tally.failed == 0
    ended = {draft.event.key: str(draft.event.when) for draft in reading.drafts if "decom" in draft.event.key}
    assert ended == {
        f"decommissioned|{row['Name']}": row["Decommissioned Date (if applicable)"]
        for row in rows
        if row["Decommissioned Date (if applicable)"]
    }
    began = [draft for draft in reading.drafts if draft.event.key.startswith("cluster|")]
    no_date = ("", "Planned", "completion unclear")
    planned = sum(draft.event.status is Status.SCHEDULED for draft in began)
    assert planned == sum(
        row["Status"] == "Planned" and not row["Name"].startswith("Anon") and not row["Possible Duplicate Of"]
        and (bool(row["First Operational Date"]) or row["First Operational Date Note"] not in no_date)
        for row in rows
    )  # fmt: skip
    colossus = by_key(reading)["cluster|xAI Colossus Memphis Phase 3"].event
    assert (str(colossus.when), colossus.status) == ("2025-07-22", Status.OCCURRED)
    phase = by_key(reading)["cluster|OpenAI/Microsoft Mt Pleasant, Wisconsin Phase 2"].event
    assert (str(phase.when), phase.words, phase.status) == ("2026~", "Planned 2026", Status.SCHEDULED)


def test_it_claims_its_own() -> None:
    claims_only("epoch_clusters", {OWN, REAL})


def test_without_any_one_column() -> None:
    lacking(epoch_clusters, own(OWN))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 30), ODD_CELLS), max_size=6))
def test_spoilt_cells(cells: list[tuple[int, int, str]]) -> None:
    spoil(epoch_clusters, own(OWN), cells)
