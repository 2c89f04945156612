"""Epoch AI's tables of models."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.records import Comparator, Confidence, Evidence, KnownBasis, ModelFacts, Release, Role, Status
from modelspan.formats import epoch_models
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

OWN = "epoch_models_2031-05.csv"
REAL = "epoch_notable_ai_models_2025-11.csv"


def test_every_row_has_one_outcome() -> None:
    reading = read_again(epoch_models, own(OWN))
    owes(reading, 12)
    assert reading.as_of == "2031-05"
    assert reading.dataset.id == "epoch-notable-models"
    assert reading.dataset.licence == "CC-BY-4.0"
    assert dict(reading.tally.skipped) == {"no publication date": 1, "repeats another row word for word": 1}
    said = [str(problem) for problem in reading.tally.problems]
    assert reading.tally.failed == 2
    assert any("row 6 (Bad Day)" in text and "publication date" in text for text in said)
    assert any("row 8" in text and "model is empty" in text for text in said)
    assert any("row 7 (Fir)" in text and "'about 7B' is not a number" in text for text in said)
    assert [named.name for named in reading.alone] == ["No Day"]


def test_a_model_with_all_that_is_known() -> None:
    draft = by_key(epoch_models.read(own(OWN)))["release|Alder 2"]
    event = draft.event
    assert str(event.when) == "2031-02-03"
    assert event.body == Release()
    assert (event.status, event.evidence, event.confidence) == (Status.OCCURRED, Evidence.SECONDARY, Confidence.MEDIUM)
    assert event.known_basis is KnownBasis.OCCURRENCE
    assert draft.surface == "publication"  # an API is named, but not which
    assert draft.subject is not None
    assert (draft.subject.maker, draft.subject.facts) == ("Grove Labs", ModelFacts(open_weights=False))
    assert [(role, named.name) for role, named in draft.parties] == [
        (Role.HARDWARE, "NVIDIA H100"), (Role.HARDWARE, "Google TPU v4"),
    ]  # fmt: skip
    amounts = {amount.metric: amount for amount in event.quantities}
    assert amounts["parameters"].published == "30500000000.0"
    assert amounts["training_compute"].published == "6.000001e+24"
    assert amounts["training_compute"].value == 6.000001e24
    assert {amount.conditions for amount in event.quantities} == {"confidence: confident"}


def test_open_weights_many_makers_and_what_is_not_certain() -> None:
    draft = by_key(epoch_models.read(own(OWN)))["release|Birch"]
    assert draft.surface == "open-weights"
    assert draft.subject is not None
    assert draft.subject.name == "Birch"
    assert [named.name for role, named in draft.parties if role is Role.PARTNER] == ["University of Somewhere, North"]
    amounts = {amount.metric: amount for amount in draft.event.quantities}
    assert set(amounts) == {"parameters", "training_cost"}  # NaN is no number, not zero
    assert amounts["parameters"].comparator is Comparator.ABOUT
    assert amounts["training_cost"].conditions == "2023 US dollars"


def test_names_with_newlines_the_first_of_january_and_days_to_come() -> None:
    found = by_key(epoch_models.read(own(OWN)))
    old = found["release|Old Perceptron"].event
    assert str(old.when) == "1958-01-01"
    assert old.confidence is Confidence.LOW
    assert "1 January" in old.note
    later = found["release|Cedar-Twin"].event
    assert later.status is Status.SCHEDULED
    assert later.known_basis is KnownBasis.SOURCE_VINTAGE
    assert str(later.known) == "2031-05"
    assert str(found["release|Fir"].event.when) == "2026-05-22"
    assert found["release|Fir"].event.words == "5/22/2026"
    assert {"release|Twin|A", "release|Twin|B", "release|Same|C"} <= set(found)


def test_addresses() -> None:
    reading = epoch_models.read(own(OWN))
    assert {source.url: source.title for source in reading.sources if "example" in source.url} == {
        "https://example.org/alder": "Alder: a model",
        "https://example.com/alder-2.pdf": "Alder: a model",
        "https://example.org/abs/2501.00001": "example.org",
        "https://example.org/old": "example.org",
    }


def test_the_like_shaped_tables_are_datasets_of_their_own() -> None:
    file = own(OWN)
    for name, identity in (
        ("large_scale_ai_models.csv", "epoch-large-scale-models"), ("frontier_ai_models.csv", "epoch-frontier-models"),
        ("all_ai_models.csv", "epoch-all-models"), ("download.csv", "epoch-notable-models"),
    ):  # fmt: skip
        assert epoch_models.read(File(name, file.data)).dataset.id == identity
    rows = raw(file)
    plain = [column for column in rows[0] if column != "Notability criteria"]
    frontier = written(File("x.csv", b""), plain, [row | {"Frontier model": "True"} for row in rows])
    assert epoch_models.read(frontier).dataset.id == "epoch-frontier-models"
    assert epoch_models.read(written(File("x.csv", b""), plain, rows)).dataset.id == "epoch-all-models"


def test_older_tables_say_system() -> None:
    rows = [{("System" if name == "Model" else name): cell for name, cell in row.items()} for row in raw(own(OWN))]
    older = written(own(OWN), list(rows[0]), rows)
    assert epoch_models.sniff(older)
    assert by_key(epoch_models.read(older)).keys() == by_key(epoch_models.read(own(OWN))).keys()


def test_the_real_table() -> None:
    file = real(REAL)
    rows = raw(file)
    reading = read_again(epoch_models, file)
    owes(reading, len(rows))
    assert reading.tally.mapped == sum(bool(row["Publication date"]) for row in rows) == 942
    found = by_key(reading)
    for row in rows:
        draft = found[f"release|{' '.join(row['Model'].split())}"]
        assert str(draft.event.when) == row["Publication date"]
        opened = row["Model accessibility"].startswith("Open weights")
        assert draft.surface == ("open-weights" if opened else "publication")
    amounts = Counter(amount.metric for draft in reading.drafts for amount in draft.event.quantities)
    for metric, column in (("parameters", "Parameters"), ("training_compute", "Training compute (FLOP)")):
        assert amounts[metric] == sum(bool(row[column]) for row in rows)
    assert min(str(draft.event.when) for draft in reading.drafts) == "1950-07-02"


def test_it_claims_its_own() -> None:
    claims_only("epoch_models", {OWN, REAL})


def test_without_any_one_column() -> None:
    lacking(epoch_models, own(OWN))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), ODD_CELLS), max_size=6))
def test_spoilt_cells(cells: list[tuple[int, int, str]]) -> None:
    spoil(epoch_models, own(OWN), cells)
