"""llm-stats: releases, and scores printed as fractions, nearly all the vendors' own, two of them ratings."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.records import Announcement, DateBasis, EntityKind, Event, Release, Score, Status
from modelspan.formats import llm_stats
from modelspan.formats.llm_stats_tasks import TASKS, benchmark_of
from tests.core import readings

MODELS, SCORES = "llm_stats_2025-10-16.models.json", "llm_stats_2025-10-16.scores.json"
REAL_MODELS, REAL_SCORES = "llm-stats_models_2025-10-16.json", "llm-stats_model_benchmarks_2025-10-16.json"


def read(name: str) -> Any:
    return readings.sound(llm_stats.read(readings.own(name)))


def test_every_model_has_one_outcome() -> None:
    tally = read(MODELS).tally
    assert (tally.records, tally.mapped, tally.failed) == (6, 2, 3)
    assert tally.skipped == {"no release date": 1}
    assert {problem.record for problem in tally.problems} == {"bad-day", "row 5", "row 6"}
    assert [named.id for named in read(MODELS).alone] == ["no-day"]


def test_a_model_is_announced_only_where_that_was_another_day() -> None:
    found = readings.by_key(read(MODELS))
    assert sorted(found) == ["announcement|owl-7b", "release|crane-2-2025-08-07", "release|owl-7b"]
    assert isinstance(found["announcement|owl-7b"].event.body, Announcement)
    release = found["release|crane-2-2025-08-07"]
    assert isinstance(release.event.body, Release)
    assert (str(release.event.when), release.surface) == ("2025-08-07", "")
    assert release.subject
    assert (release.subject.maker, release.subject.name) == ("openai", "Crane 2")
    weights = [draft.subject.facts.open_weights for draft in found.values()]
    assert weights == [False, True, True]


def test_every_score_has_one_outcome() -> None:
    tally = read(SCORES).tally
    assert (tally.records, tally.mapped, tally.failed) == (9, 6, 2)
    assert tally.skipped == {"no score given": 1}
    assert {problem.record for problem in tally.problems} == {"owl-7b/mmlu", "row 9"}


def test_a_fraction_is_read_as_percent_exactly_and_kept_as_words() -> None:
    draft = readings.by_key(read(SCORES))["score|gpqa|crane-2|Accuracy"]
    body, (amount,) = draft.event.body, draft.event.quantities
    assert isinstance(body, Score)
    assert (amount.published, amount.value, amount.unit, amount.metric) == ("96.3", 96.3, "percent", "accuracy")
    assert (draft.event.words, body.self_reported, body.flag, body.variant) == ("0.963", True, "", "")
    assert draft.benchmark
    assert (draft.benchmark.id, draft.benchmark.name) == ("gpqa", "GPQA")


def test_a_score_is_not_after_the_later_day_of_its_row_else_of_the_file() -> None:
    found = readings.by_key(read(SCORES))
    days = {key: str(draft.event.when) for key, draft in found.items()}
    assert days["score|gpqa|crane-2|Accuracy"] == "[..2025-09-15]"
    assert days["score|codeforces|owl-7b|Elo (with tools)"] == "[..2025-08-05]"
    assert days["score|humaneval|owl-7b|pass@1"] == "[..2025-10-16]"
    assert {draft.event.body.date_basis for draft in found.values()} == {DateBasis.PAGE}


def test_what_lies_outside_the_scale_is_flagged_and_no_percent() -> None:
    event = readings.by_key(read(SCORES))["score|cfeval|owl-7b|"].event
    assert (event.body.flag, event.quantities[0].published, event.quantities[0].unit) == ("outlier", "2134", "")


def test_a_rating_scaled_into_a_fraction_is_no_percent() -> None:
    event = readings.by_key(read(SCORES))["score|codeforces|owl-7b|Elo (with tools)"].event
    amount = event.quantities[0]
    assert (amount.metric, amount.unit, amount.published) == ("scaled_rating", "fraction", "0.874")
    assert event.body.variant == "Elo (with tools)"  # told apart from the one without


def test_two_values_of_one_method_are_flagged() -> None:
    found = readings.by_key(read(SCORES))
    pair = [found[f"score|humaneval|owl-7b|pass@1{end}"].event for end in ("", "|2")]
    assert [event.quantities[0].published for event in pair] == ["44.22", "46.13"]
    assert {(event.body.flag, event.quantities[0].metric) for event in pair} == {("duplicate_differs", "pass_at_1")}


def one(row: dict[str, Any]) -> Any:
    """The reading of one row."""
    return readings.sound(llm_stats.read(readings.written("llm-stats_2025-10-16.json", [row])))


SCORE = {"model_id": "m", "benchmark_id": "b", "score": 0.5, "created_at": "2025-07-19T19:56:11.139664+00:00"}
MODEL = {"model_id": "m", "organization_id": "o", "release_date": "2025-07-01", "license_id": "mit"}


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        *((SCORE, "score", value) for value in ("high", True, [1], {}, "1e400", 10**17)),
        (SCORE, "created_at", 5), (SCORE, "created_at", "2025-13-19T19:56:11+00:00"), (SCORE, "updated_at", "later"),
        (SCORE, "is_self_reported", "yes"), (SCORE, "verified_by_llmstats", 1), (SCORE, "analysis_method", 5),
        (SCORE, "self_reported_source_link", "ask us"), (SCORE, "benchmark_name", []),
        (MODEL, "release_date", 20250701), (MODEL, "release_date", "1970-01-01"), (MODEL, "announcement_date", "soon"),
        (MODEL, "license_id", 5), (MODEL, "name", 5), (MODEL, "organization_id", {}),
        (MODEL, "source_paper", "on paper"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(row: dict[str, Any], field: str, value: object) -> None:
    (problem,) = one(row | {field: value}).tally.problems
    assert problem.text.startswith(f"{field}: ")


def test_a_day_ahead_of_the_file_is_planned() -> None:
    (draft,) = one(MODEL | {"release_date": "2025-12-01"}).drafts
    assert (draft.event.status, str(draft.event.known)) == (Status.SCHEDULED, "2025-10-16")


@pytest.mark.parametrize(
    ("printed", "published", "unit", "flag"),
    [
        (0, "0", "percent", ""), (1, "100", "percent", ""), ("0.070", "7", "percent", ""),
        (0.1234, "12.34", "percent", ""), (-0.2, "-0.2", "", "outlier"), (1.01, "1.01", "", "outlier"),
        (2134, "2134", "", "outlier"),
    ],
)  # fmt: skip
def test_what_lies_outside_the_scale_is_kept_and_flagged(printed: object, published: str, unit: str, flag: str) -> None:
    (draft,) = one(SCORE | {"score": printed}).drafts
    (amount,), body = draft.event.quantities, draft.event.body
    assert isinstance(body, Score)
    assert (amount.published, amount.unit, body.flag) == (published, unit, flag)


def test_a_dash_is_no_method() -> None:
    assert one(SCORE | {"analysis_method": "-"}).drafts[0].event.quantities[0].conditions == ""


def test_the_order_of_the_rows_changes_nothing_but_the_order() -> None:
    for name in (MODELS, SCORES):
        whole = [row for row in readings.bare(readings.own(name)) if isinstance(row, dict)]
        one, other = (llm_stats.read(readings.written(name, rows)) for rows in (whole, whole[::-1]))
        assert readings.by_key(one) == readings.by_key(other)
        assert one == llm_stats.read(readings.written(name, whole))


def test_the_two_files_are_datasets_of_their_own() -> None:
    assert read(MODELS).dataset.id != read(SCORES).dataset.id


@given(cells=st.lists(readings.strange, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_no_cells_break_it(cells: list[Any], seed: int) -> None:
    for name in (MODELS, SCORES):
        whole = readings.bare(readings.own(name))
        readings.withstands(llm_stats, name, [readings.mangled(whole, cells, seed)])


def test_a_real_file_full_of_holes_is_read() -> None:
    for name in (REAL_MODELS, REAL_SCORES):
        whole = readings.bare(readings.real(name))
        readings.withstands(llm_stats, name, [readings.riddled(whole, seed) for seed in range(3)])


def test_no_value_of_any_type_breaks_it_anywhere() -> None:
    for name in (MODELS, SCORES):
        readings.withstands(llm_stats, name, readings.spoilt(readings.bare(readings.own(name))))


def test_every_row_of_the_real_files_is_read() -> None:
    for name, number in ((REAL_MODELS, 169), (REAL_SCORES, 2224)):
        file = readings.real(name)
        reading = readings.sound(llm_stats.read(file))
        assert reading.tally.records == len(readings.bare(file)) == number
        assert reading.tally.mapped == len(reading.drafts) == number
        assert not reading.tally.problems


def test_the_scores_of_the_real_file() -> None:
    file = readings.real(REAL_SCORES)
    rows = readings.bare(file)
    drafts = llm_stats.read(file).drafts
    own = sum(draft.event.body.self_reported is True for draft in drafts if isinstance(draft.event.body, Score))
    assert own == sum(row["is_self_reported"] for row in rows) == 2206
    outliers = [draft for draft in drafts if isinstance(draft.event.body, Score) and draft.event.body.flag == "outlier"]
    assert sorted(draft.event.quantities[0].published for draft in outliers) == ["2071", "2134"]
    percent = [draft for draft in drafts if draft.event.quantities[0].unit == "percent"]
    assert all(0 <= (draft.event.quantities[0].value or 0) <= 100 for draft in percent)
    gpt5 = next(row for row in rows if row["model_id"] == "gpt-5-2025-08-07" and row["benchmark_id"] == "aime-2025")
    found = [draft for draft in drafts if draft.event.key.startswith("score|aime-2025|gpt-5-2025-08-07|")]
    assert gpt5["score"] in [float(draft.event.words) for draft in found]


def test_benchmarks_are_told_in_the_words_of_the_bundled_catalogue(bundled: Catalogue) -> None:
    known = {entity.id: entity.name for entity in bundled.entities if entity.kind is EntityKind.BENCHMARK}
    for id_ in TASKS:
        named = benchmark_of(id_, "as the list says")
        assert known[named.id] == named.name
    assert benchmark_of("cfeval", "CFEval").id == "cfeval"


def test_scores_meet_those_the_bundled_catalogue_took_from_the_list(bundled: Catalogue) -> None:
    def told(event: Event, benchmark: str) -> tuple[str, str, str, str]:
        (amount,), body = event.quantities, event.body
        assert isinstance(body, Score)
        return benchmark, body.version, amount.metric, amount.published

    drafts = llm_stats.read(readings.real(REAL_SCORES)).drafts
    read_here = Counter(told(draft.event, draft.benchmark.id) for draft in drafts if draft.benchmark)
    ours = Counter(
        told(event, event.body.benchmark_id)
        for event in bundled.events
        if isinstance(event.body, Score) and any("llm-stats" in source.source_id for source in event.sources)
    )
    missing = ours - read_here
    assert ours.total() > 800
    assert missing.total() <= ours.total() // 100, missing
