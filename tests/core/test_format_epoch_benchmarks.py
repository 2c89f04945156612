"""Epoch AI's benchmark runs, its capabilities index and its model versions."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.drafts import Draft
from modelspan.domain.records import Confidence, DateBasis, KnownBasis, Release, Score
from modelspan.formats import epoch_benchmarks
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

RUNS, ONE = "epoch_benchmark_runs_2031-05.csv", "gpqa_diamond_2031-05.csv"
VERSIONS, INDEX = "epoch_model_versions_2031-05.csv", "epoch_capabilities_index_2031-05.csv"
REAL_RUNS, REAL_VERSIONS = "epoch_benchmarks_runs_2025-12.csv", "epoch_model_versions_2025-12.csv"


def score_of(draft: Draft) -> Score:
    assert isinstance(draft.event.body, Score)
    return draft.event.body


def bench(draft: Draft) -> tuple[str, str]:
    assert draft.benchmark is not None
    return draft.benchmark.name, score_of(draft).version


@pytest.mark.parametrize(
    ("version", "parts"),
    [
        ("gpt-5.4-2026-03-05_xhigh", ("gpt-5.4-2026-03-05", "xhigh")),
        ("claude-opus-4-6_120K", ("claude-opus-4-6", "120K")),
        ("some-model_16k", ("some-model", "16K")),
        ("QwQ-32B (16K thinking)", ("QwQ-32B", "16K thinking")),
        ("gpt-5.1-2025-11-13_none", ("gpt-5.1-2025-11-13", "none")),
        ("example_unknown", ("example", "")),
        ("MiniCPM-o-2_6", ("MiniCPM-o-2_6", "")),
        ("llama3.1:405b-instruct-q4_K_M", ("llama3.1:405b-instruct-q4_K_M", "")),
        ("Qwen2.5-Coder-32B-Instruct-Q8_0-GGUF", ("Qwen2.5-Coder-32B-Instruct-Q8_0-GGUF", "")),
        ("_high", ("_high", "")),
    ],
)
def test_effort_behind_the_low_line(version: str, parts: tuple[str, str]) -> None:
    assert epoch_benchmarks.split(version) == parts


def test_every_run_has_one_outcome() -> None:
    reading = read_again(epoch_benchmarks, own(RUNS))
    owes(reading, 10)
    assert dict(reading.tally.skipped) == {"no score": 1, "the run did not end well: error": 1}
    said = [str(problem) for problem in reading.tally.problems]
    assert reading.tally.failed == 3
    assert any("row 6" in text and "85.0 lies outside 0 to 1" in text for text in said)
    assert any("row 9" in text and "'much' is not a number" in text for text in said)
    assert any("row 10" in text and "started_at" in text for text in said)


def test_a_run() -> None:
    draft = by_key(epoch_benchmarks.read(own(RUNS)))["score|r1"]
    body = score_of(draft)
    assert bench(draft) == ("GPQA", "Diamond")
    assert (body.harness, body.effort, body.variant) == ("Inspect (Epoch AI)", "xhigh", "alder-2-2031-02-03")
    assert body.self_reported is False
    assert (str(draft.event.when), body.date_basis) == ("2031-01-26", DateBasis.RUN)
    (amount,) = draft.event.quantities
    assert (amount.metric, amount.unit, amount.published) == ("accuracy", "percent", "85")
    assert (amount.low, amount.high, amount.spread) == (83.0, 87.0, "1 standard error")
    assert draft.subject is not None
    assert draft.subject.id == "alder-2-2031-02-03"


def test_scorers_other_tasks_and_runs_without_a_day() -> None:
    found = by_key(epoch_benchmarks.read(own(RUNS)))
    best = found["score|r2"]
    assert bench(best) == ("MATH", "level 5")
    assert "model graded equiv" in best.event.note  # the scorer of the best score, whose spread was rounded away
    assert best.event.quantities[0].low is None
    manual = found["score|r3"]
    assert bench(manual) == ("FrontierMath", "Tier 4 2025-07-01 private")
    assert (score_of(manual).harness, score_of(manual).effort) == ("manual (Epoch AI)", "16K thinking")
    assert (str(manual.event.when), score_of(manual).date_basis) == ("[..2031-05]", DateBasis.REPORT)
    zero = found["score|r4"]
    assert zero.event.quantities[0].published == "0"
    assert zero.event.quantities[0].metric == "resolved_rate"
    assert zero.subject is not None
    assert zero.subject.id == "birch-q8_0"
    assert bench(found["score|r8"]) == ("A New Test", "")


def test_one_benchmark_a_file() -> None:
    reading = read_again(epoch_benchmarks, own(ONE))
    owes(reading, 3)
    assert dict(reading.tally.skipped) == {"no score": 1}
    draft = by_key(reading)["score|AQF"]
    assert bench(draft) == ("GPQA", "Diamond")
    assert str(draft.event.when) == "2031-04-15T14:03:19Z"
    (amount,) = draft.event.quantities
    assert amount.published == "83.58585858585859"
    assert amount.low == pytest.approx(81.3658, abs=1e-3)
    nameless = epoch_benchmarks.read(File("download.csv", own(ONE).data))
    owes(nameless, 3)
    assert list(nameless.tally.skipped.values()) == [3]


def test_versions_are_releases_scoped_to_their_id() -> None:
    reading = read_again(epoch_benchmarks, own(VERSIONS))
    owes(reading, 8)
    assert dict(reading.tally.skipped) == {"no release date": 1, "another effort of a version that is listed": 2}
    assert [(named.id, named.name) for named in reading.alone] == [("ada", "Ada")]
    found = by_key(reading)
    assert set(found) == {"release|alder-2-2031-02-03", "release|Birch-7B", "release|elm"}
    alder, birch = found["release|alder-2-2031-02-03"], found["release|Birch-7B"]
    assert alder.event.body == Release()
    assert alder.event.scope == "alder-2-2031-02-03"
    assert (alder.surface, birch.surface) == ("", "open-weights")
    assert alder.subject is not None
    assert [alias.text for alias in alder.subject.aliases] == ["Alder 2 (Feb 2031)"]  # one with an effort is no name
    assert str(found["release|elm"].event.when) == "2031-03-02"  # the row without an effort counts
    said = [problem.text for problem in reading.tally.problems]
    assert any("2031-03-01 here and 2031-03-02" in text for text in said)
    assert any("1970-01-01" in text for text in said)
    assert any("id is empty" in text for text in said)


def test_the_index() -> None:
    reading = read_again(epoch_benchmarks, own(INDEX))
    owes(reading, 5)
    assert dict(reading.tally.skipped) == {"no score": 2}
    found = by_key(reading)
    score = found["score|alder-2-2031-02-03_xhigh"]
    assert bench(score) == ("Epoch Capabilities Index", "2031-05")
    assert (score_of(score).effort, score_of(score).date_basis) == ("xhigh", DateBasis.MODEL_RELEASE)
    assert score.event.quantities[0].published == "155.92558449193325"
    assert score.subject is not None
    assert (score.subject.name, score.subject.maker) == ("Alder 2", "Grove Labs")
    assert found["score|served/birch-7b"].event.confidence is Confidence.LOW
    assert found["release|alder-2-2031-02-03"].surface == ""
    assert found["release|served/birch-7b"].surface == "open-weights"
    assert {draft.event.known_basis for draft in reading.drafts} == {KnownBasis.OCCURRENCE}


def test_the_real_runs() -> None:
    file = real(REAL_RUNS)
    rows = raw(file)
    reading = read_again(epoch_benchmarks, file)
    owes(reading, len(rows))
    assert reading.tally.mapped == len(rows) == 541
    found = by_key(reading)
    for row in rows:
        draft = found[f"score|{row['id']}"]
        assert Decimal(draft.event.quantities[0].published) == Decimal(row["Best score (across scorers)"]) * 100
        body = score_of(draft)
        assert row["model"] in (body.variant, f"{body.variant}_{body.effort}")
        assert (body.date_basis is DateBasis.RUN) == bool(row["started_at"])
    tasks = Counter(row["task"] for row in rows)
    assert Counter(bench(draft) for draft in reading.drafts)["GPQA", "Diamond"] == tasks["GPQA diamond"]
    efforts = Counter(score_of(draft).effort for draft in reading.drafts)
    assert efforts["high"] == sum(row["model"].endswith("_high") for row in rows) == 67


def test_the_real_versions() -> None:
    file = real(REAL_VERSIONS)
    rows = raw(file)
    reading = read_again(epoch_benchmarks, file)
    owes(reading, len(rows))
    assert reading.tally.skipped["no release date"] == sum(not row["Version release date"] for row in rows) == 36
    days = {row["id"]: row["Version release date"] for row in rows}
    for key, draft in by_key(reading).items():
        version = key.removeprefix("release|")
        assert str(draft.event.when) == days.get(version, str(draft.event.when))
    assert str(by_key(reading)["release|glm-4.5"].event.when) == days["glm-4.5"]


def test_it_claims_its_own() -> None:
    claims_only("epoch_benchmarks", {RUNS, ONE, VERSIONS, INDEX, REAL_RUNS, REAL_VERSIONS})


@pytest.mark.parametrize("name", [RUNS, ONE, VERSIONS, INDEX])
def test_without_any_one_column(name: str) -> None:
    lacking(epoch_benchmarks, own(name))


def test_columns_in_other_capitals_and_a_row_with_nothing() -> None:
    file = own(RUNS)
    rows = [{name.upper(): cell for name, cell in row.items()} for row in raw(file)]
    reading = epoch_benchmarks.read(written(file, list(rows[0]), [*rows, dict.fromkeys(rows[0], "NaN")]))
    owes(reading, 11)
    assert reading.tally.skipped["no value in any field"] == 1
    assert reading.drafts == epoch_benchmarks.read(file).drafts


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([RUNS, ONE, VERSIONS, INDEX]),
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), ODD_CELLS), max_size=6),
)
def test_spoilt_cells(name: str, cells: list[tuple[int, int, str]]) -> None:
    spoil(epoch_benchmarks, own(name), cells)
