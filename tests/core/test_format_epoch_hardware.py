"""Epoch AI's table of machine learning hardware, in both generations of its columns."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.records import Confidence, EntityKind, HardwareFacts, Status
from modelspan.formats import epoch_hardware
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

NEW, OLD = "epoch_hardware_new.csv", "epoch_hardware_old.csv"
REAL = "epoch_ml_hardware_2026-04.csv"


@pytest.mark.parametrize("name", [NEW, OLD])
def test_every_row_has_one_outcome(name: str) -> None:
    reading = read_again(epoch_hardware, own(name))
    owes(reading, 5)
    assert dict(reading.tally.skipped) == {"no release date": 1}
    assert reading.tally.failed == 1
    assert reading.as_of == "2031-04-02"  # its newest change: the name has no day
    said = [str(problem) for problem in reading.tally.problems]
    assert any("row 5 (North N1)" in text and "release date" in text for text in said)
    assert any("row 3 (Grove G2)" in text and "'hot' is not a number" in text for text in said)
    assert any("row 2 (Grove G0)" in text and "0 is not above zero" in text for text in said)


@pytest.mark.parametrize("name", [NEW, OLD])
def test_a_chip_in_both_generations(name: str) -> None:
    draft = by_key(epoch_hardware.read(own(name)))["hardware_release|Grove G1"]
    assert str(draft.event.when) == "2030-09-20"
    assert draft.subject is not None
    assert (draft.subject.kind, draft.subject.maker) == (EntityKind.CHIP, "Grove")
    assert draft.subject.facts == HardwareFacts(
        node_nm=5.0, memory_gb=80.0, peak_flops=9.894e14, peak_basis="FP16/BF16 tensor", power_w=700.0
    )
    units = {amount.metric: (amount.value, amount.unit) for amount in draft.event.quantities}
    assert units == {
        "price": (33600.0, "USD"), "memory_bandwidth": (3.35e12, "byte/s"), "internode_bandwidth": (4e11, "bit/s"),
        "transistors": (8e10, "transistors"),
    }  # fmt: skip


def test_what_is_known_in_part() -> None:
    reading = epoch_hardware.read(own(NEW))
    found = by_key(reading)
    early = found["hardware_release|Grove G0"]
    assert early.event.confidence is Confidence.LOW  # 1 January
    assert early.subject is not None
    assert early.subject.facts == HardwareFacts(memory_gb=1.536, peak_flops=1e14, peak_basis="FP16")
    assert found["hardware_release|North N9"].event.status is Status.SCHEDULED
    assert [(named.name, named.facts) for named in reading.alone] == [("Grove G2", HardwareFacts())]
    urls = {source.url for source in reading.sources}
    assert {"https://example.org/g1.pdf", "https://example.com/g1", "https://example.net/price"} <= urls


def test_a_unit_nobody_knows_is_a_problem_and_no_guess() -> None:
    file = own(NEW)
    rows = [{name.replace("Memory (bytes)", "Memory (pages)"): cell for name, cell in row.items()} for row in raw(file)]
    reading = epoch_hardware.read(written(file, list(rows[0]), rows))
    assert any("'pages' is no unit of memory" in problem.text for problem in reading.tally.problems)
    facts = by_key(reading)["hardware_release|Grove G1"].subject
    assert facts is not None
    assert isinstance(facts.facts, HardwareFacts)
    assert facts.facts.memory_gb is None


def test_the_real_table() -> None:
    file = real(REAL)
    rows = raw(file)
    reading = read_again(epoch_hardware, file)
    owes(reading, len(rows))
    dated = [row for row in rows if row["Release date"]]
    assert (reading.tally.mapped, len(reading.alone)) == (len(dated), len(rows) - len(dated)) == (161, 14)
    found = by_key(reading)
    for row in dated:
        draft = found[f"hardware_release|{row['Hardware name']}"]
        assert str(draft.event.when) == row["Release date"]
        assert draft.subject is not None
        assert isinstance(draft.subject.facts, HardwareFacts)
        bytes_ = row["Memory (bytes)"]
        assert draft.subject.facts.memory_gb == (pytest.approx(float(bytes_) / 1e9) if bytes_ else None)
    h100 = found["hardware_release|NVIDIA H100 SXM5 80GB"].subject
    assert h100 is not None
    assert h100.facts == HardwareFacts(
        node_nm=5.0, memory_gb=80.0, peak_flops=9.894e14, peak_basis="FP16/BF16 tensor", power_w=700.0
    )
    old = [{n.replace("Memory (bytes)", "Memory size per board (Byte)"): c for n, c in row.items()} for row in rows]
    assert epoch_hardware.read(written(file, list(old[0]), old)).drafts == reading.drafts


def test_it_claims_its_own() -> None:
    claims_only("epoch_hardware", {NEW, OLD, REAL})


def test_without_any_one_column() -> None:
    lacking(epoch_hardware, own(NEW))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), ODD_CELLS), max_size=6))
def test_spoilt_cells(cells: list[tuple[int, int, str]]) -> None:
    spoil(epoch_hardware, own(OLD), cells)
