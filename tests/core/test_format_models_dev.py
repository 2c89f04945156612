"""models.dev: offerings with listing days, prices and the word deprecated; models by themselves with their scores."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.drafts import Named
from modelspan.domain.records import (
    Confidence,
    DateBasis,
    Evidence,
    KnownBasis,
    Price,
    Release,
    Retirement,
    Score,
    Status,
)
from modelspan.formats import genai_prices, llm_stats, models_dev
from modelspan.formats.file import File
from modelspan.formats.model_ids import take_apart
from tests.core import readings

OWN, MODELS = "models_dev_2026-05-21.api.json", "models_dev_2026-07-02.models.json"
REAL = "models.dev_2026-05-21.api.json.gz"


def read(name: str) -> Any:
    return readings.sound(models_dev.read(readings.own(name)))


def test_every_offering_has_one_outcome() -> None:
    tally = read(OWN).tally
    assert (tally.records, tally.mapped, tally.failed) == (9, 5, 3)
    assert tally.skipped == {models_dev.ONLY_DESCRIBED: 1}
    assert {problem.record for problem in tally.problems} == {
        "somerouter/anthropic/heron-4", "somerouter/broken-date", "somerouter/no-table", "empty-handed"
    }  # fmt: skip
    assert any("2025-25-11" in problem.text and "release_date" in problem.text for problem in tally.problems)


def test_what_is_only_described_is_kept() -> None:
    assert [named.name for named in read(OWN).alone] == ["Plain"]


def test_a_listing_day_is_said_of_the_surface_and_is_no_sure_release_day() -> None:
    found = readings.by_key(read(OWN))
    own, listed = found["release|openai|crane-2"], found["release|amazon-bedrock|eu.anthropic.heron-4-20260105-v1:0"]
    assert own.surface == "openai-api"
    assert (own.event.confidence, own.event.note) == (Confidence.MEDIUM, "")
    assert listed.surface == "bedrock"
    assert (listed.event.confidence, listed.event.note) == (Confidence.LOW, models_dev.LISTED)
    assert {own.event.evidence, listed.event.evidence} == {Evidence.SECONDARY}


def test_deprecated_means_no_longer_served_by_the_day_of_the_file() -> None:
    draft = readings.by_key(read(OWN))["retirement|openai|crane-1"]
    assert isinstance(draft.event.body, Retirement)
    assert (str(draft.event.when), draft.event.words) == ("[..2026-05-21]", "deprecated")
    assert (draft.event.evidence, draft.event.known_basis) == (Evidence.OBSERVED, KnownBasis.SOURCE_VINTAGE)


def test_beta_is_a_preview_and_a_month_stays_one() -> None:
    found = readings.by_key(read(OWN))
    assert "release|somerouter|openai/crane-3" not in found
    assert found["preview|somerouter|openai/crane-3"].event.kind.value == "preview"
    assert str(found["release|openai|crane-1"].event.when) == "2024-11"


def test_prices_are_as_printed_and_those_of_tiers_stand_once() -> None:
    event = readings.by_key(read(OWN))["price|openai|crane-2"].event
    assert isinstance(event.body, Price)
    assert str(event.when) == "[..2026-05-21]"
    found = {(q.metric, q.conditions): (q.published, q.value, q.unit) for q in event.quantities}
    assert found == {
        ("input_price", ""): ("2.5", 2.5, "USD/Mtok"),
        ("output_price", ""): ("15", 15.0, "USD/Mtok"),
        ("cache_read_price", ""): ("0.30000000000000004", 0.3, "USD/Mtok"),
        ("output_reasoning_price", ""): ("15", 15.0, "USD/Mtok"),
        ("input_price", "context over 272,000 tokens"): ("5", 5.0, "USD/Mtok"),
        ("output_price", "context over 272,000 tokens"): ("22.5", 22.5, "USD/Mtok"),
        ("input_price", "fast mode"): ("5", 5.0, "USD/Mtok"),
        ("output_price", "fast mode"): ("30", 30.0, "USD/Mtok"),
    }


def test_nothing_to_pay_is_a_price_and_less_than_nothing_is_none() -> None:
    found = readings.by_key(read(OWN))
    free = found["price|amazon-bedrock|eu.anthropic.heron-4-20260105-v1:0"].event
    assert [q.published for q in free.quantities] == ["0", "0"]
    routed = found["price|somerouter|anthropic/heron-4"].event
    assert [(q.metric, q.published) for q in routed.quantities] == [("output_price", "25")]


def test_ids_lose_what_the_provider_puts_before_them() -> None:
    found = readings.by_key(read(OWN))
    event, named = (
        found["price|somerouter|anthropic/heron-4"].event, found["price|somerouter|anthropic/heron-4"].subject
    )  # fmt: skip
    assert named
    assert (named.id, named.maker, event.ids) == ("heron-4", "anthropic", ("anthropic/heron-4",))
    regional = found["release|amazon-bedrock|eu.anthropic.heron-4-20260105-v1:0"]
    assert regional.subject
    assert (regional.subject.id, regional.event.scope) == ("heron-4-20260105-v1:0", "eu")


@pytest.mark.parametrize(
    ("id_", "surface", "expected"),
    [
        ("gpt-5", "", ("gpt-5", "", "")),
        ("hf:Qwen/Qwen3-8B", "", ("Qwen3-8B", "Qwen", "")),
        ("workers-ai/@cf/meta/llama-3-8b", "", ("llama-3-8b", "meta", "")),
        ("openai/chat-completion/models/gpt-oss-20b", "", ("gpt-oss-20b", "openai", "")),
        ("accounts/fireworks/models/kimi-k2", "", ("kimi-k2", "", "")),
        ("qwen.qwen3-32b-v1:0", "bedrock", ("qwen3-32b-v1:0", "qwen", "")),
        ("minimax.minimax-m2.1", "bedrock", ("minimax-m2.1", "minimax", "")),
        ("us.anthropic.claude-opus-4-7", "bedrock", ("claude-opus-4-7", "anthropic", "us")),
        ("gpt-5.4", "openai-api", ("gpt-5.4", "", "")),
        ("/", "", ("/", "", "")),
    ],
)
def test_an_id_is_taken_apart(id_: str, surface: str, expected: tuple[str, str, str]) -> None:
    found = take_apart(id_, surface)
    assert (found.id, found.maker, found.region) == expected


def test_without_a_day_of_the_file_nothing_is_dated_by_it() -> None:
    reading = readings.sound(models_dev.read(File("api.json", readings.own(OWN).data)))
    assert reading.as_of == ""
    assert {draft.event.kind.value for draft in reading.drafts} == {"release", "preview"}
    assert any("4 prices and statuses" in problem.text for problem in reading.tally.problems)


def test_models_by_themselves_have_releases_and_scores() -> None:
    reading = read(MODELS)
    assert reading.dataset.id != read(OWN).dataset.id
    assert (reading.tally.records, reading.tally.mapped) == (2, 2)
    found = readings.by_key(reading)
    release = found["release||anthropic/heron-4"]
    assert isinstance(release.event.body, Release)
    assert (release.surface, str(release.event.when)) == ("", "2025-12-30")
    cited = {source.id: source.url for source in reading.sources}
    assert cited[release.event.sources[0].source_id] == "https://example.org/heron-4"
    score = found["score|anthropic/heron-4|SWE-Bench Pro|resolved|mini|||1"]
    assert isinstance(score.event.body, Score)
    assert (score.event.body.harness, score.event.body.version) == ("mini", "1")
    assert (score.event.body.date_basis, str(score.event.when)) == (DateBasis.REPORT, "2026-01-20")
    assert score.event.quantities[0].published == "57.5"
    arena = [draft.event for key, draft in found.items() if "Some Arena" in key]
    assert {event.quantities[0].published for event in arena} == {"1432", "1440"}
    assert {event.body.date_basis for event in arena if isinstance(event.body, Score)} == {DateBasis.MODEL_RELEASE}
    assert {problem.record for problem in reading.tally.problems} == {
        "anthropic/heron-4/benchmarks 4", "anthropic/heron-4/benchmarks 5"
    }  # fmt: skip


def one(model: dict[str, Any], provider: str = "openai", name: str = "api_2026-05-21.json") -> Any:
    """The reading of one offering."""
    whole = {
        provider: {"id": provider, "models": {model.get("id", "crane-9"): {"limit": {}, "modalities": {}} | model}}
    }
    return readings.sound(models_dev.read(readings.written(name, whole)))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("release_date", 20260305), ("release_date", "soon"), ("status", 7), ("status", "gone"), ("cost", [1]),
        ("cost", {"input": "cheap"}), ("cost", {"input": True}), ("cost", {"tiers": {}}), ("cost", {"tiers": [3]}),
        ("cost", {"context_over_200k": 1}), ("cost", {"strange": 1}), ("limit", 5), ("limit", {"context": "many"}),
        ("limit", {"context": -1}), ("modalities", []), ("modalities", {"input": "text"}), ("name", 5), ("family", {}),
        ("open_weights", "yes"), ("experimental", 1), ("experimental", {"modes": []}),
        ("experimental", {"modes": {"fast": 1}}), ("experimental", {"modes": {"fast": {"cost": 1}}}),
        ("deprecation_date", "0202-07-30"), ("canonical_model_id", 5),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(field: str, value: object) -> None:
    (problem,) = one({"release_date": "2026-01-01"} | {field: value}).tally.problems
    inner = next(iter(value)) if isinstance(value, dict) and value else field
    assert problem.record == "openai/crane-9"
    assert {problem.text.split(":")[0].split(".")[0]} <= {field, inner, "modes", "cost"}


def test_a_day_ahead_of_the_file_is_planned() -> None:
    (draft,) = one({"release_date": "2026-06-30"}).drafts
    event = draft.event
    assert (event.status, str(event.known), event.known_basis) == (
        Status.SCHEDULED, "2026-05-21", KnownBasis.SOURCE_VINTAGE
    )  # fmt: skip


def test_a_day_of_an_end_is_told_where_a_later_list_gives_one() -> None:
    past, ahead = (one({"deprecation_date": day}).drafts[0].event for day in ("2026-05-01", "2026-07-01"))
    assert [type(event.body) for event in (past, ahead)] == [Retirement, Retirement]
    assert [(str(event.when), event.status) for event in (past, ahead)] == [
        ("2026-05-01", Status.OCCURRED), ("2026-07-01", Status.SCHEDULED)
    ]  # fmt: skip
    both = one({"deprecation_date": "2026-05-01", "status": "deprecated"})
    assert [str(draft.event.when) for draft in both.drafts] == ["2026-05-01"]
    assert past.confidence is Confidence.LOW


def test_a_later_list_says_which_model_an_offering_is() -> None:
    model = {"id": "gateway/h4-turbo", "release_date": "2026-01-01", "canonical_model_id": "anthropic/heron-4"}
    (draft,) = one(model, "somerouter").drafts
    assert draft.subject
    assert (draft.subject.id, draft.subject.maker) == ("h4-turbo", "gateway")
    assert [alias.text for alias in draft.subject.aliases] == ["gateway/h4-turbo", "heron-4"]
    (bare,) = one(model | {"id": "h4"}, "somerouter").drafts
    assert bare.subject
    assert bare.subject.maker == "anthropic"


@pytest.mark.parametrize(
    ("provider", "id_", "surface", "scope", "maker", "confidence"),
    [
        ("alibaba", "qwen9-max", "alibaba-model-studio", "", "alibaba", Confidence.MEDIUM),
        ("alibaba-cn", "qwen9-max", "alibaba-model-studio", "cn", "alibaba", Confidence.MEDIUM),
        ("alibaba-cn", "deepseek-r9", "alibaba-model-studio", "cn", "", Confidence.LOW),
        ("alibaba-cn", "siliconflow/deepseek-r9", "alibaba-model-studio", "cn", "", Confidence.LOW),
        ("alibaba-cn", "kimi/kimi-k9", "alibaba-model-studio", "cn", "kimi", Confidence.LOW),
        ("moonshotai-cn", "kimi-k9", "moonshot-api", "cn", "moonshot", Confidence.MEDIUM),
        ("azure", "gpt-9", "azure", "", "", Confidence.LOW),
        ("openai", "o9", "openai-api", "", "openai", Confidence.MEDIUM),
    ],
)
def test_a_makers_day_is_told_from_that_of_who_lists_others_models(
    provider: str, id_: str, surface: str, scope: str, maker: str, confidence: Confidence
) -> None:
    (draft,) = one({"id": id_, "release_date": "2026-01-01"}, provider).drafts
    assert draft.subject
    assert (draft.surface, draft.event.scope, draft.subject.maker) == (surface, scope, maker)
    assert draft.event.confidence is confidence


def test_each_provider_keeps_its_own_day_for_a_model_of_many() -> None:
    days = {"openrouter": "2025-08-06", "groq": "2025-08-05", "chutes": "2025-09"}
    whole = {
        name: {"id": name, "models": {"openai/gpt-oss-9": {"release_date": day, "limit": {}, "modalities": {}}}}
        for name, day in days.items()
    }
    found = readings.by_key(readings.sound(models_dev.read(readings.written("api_2026-05-21.json", whole))))
    assert {key.split("|")[1]: str(draft.event.when) for key, draft in found.items()} == days
    places = {draft.surface.id for draft in found.values() if isinstance(draft.surface, Named)}
    assert places == set(days)
    assert {draft.event.confidence for draft in found.values()} == {Confidence.LOW}


def test_a_page_has_one_title_in_any_order() -> None:
    whole = readings.bare(readings.own(MODELS))
    for id_, label in (("a/b", "Zebra"), ("c/d", "")):
        links = [{"url": "https://example.org/same", "type": "blog"} | ({"label": label} if label else {})]
        whole[id_] = {"release_date": "2026-01-01", "limit": {}, "modalities": {}, "links": links}
    titles = set()
    for version in (whole, dict(reversed(whole.items()))):
        reading = models_dev.read(readings.written(MODELS, version))
        titles |= {source.title for source in reading.sources if source.url == "https://example.org/same"}
    assert titles == {"Zebra"}


def test_both_in_one_file_are_both_read() -> None:
    both = {"providers": readings.bare(readings.own(OWN)), "models": readings.bare(readings.own(MODELS))}
    file = readings.written("catalog_2026-07-02.json", both)
    assert models_dev.sniff(file)
    reading = readings.sound(models_dev.read(file))
    assert (reading.tally.records, reading.dataset.id) == (9 + 2, "models-dev-catalog")
    apart = [*models_dev.read(readings.own(OWN)).drafts, *models_dev.read(readings.own(MODELS)).drafts]
    assert set(readings.by_key(reading)) == {draft.event.key for draft in apart}


def test_models_in_a_list_are_a_problem_and_not_dropped() -> None:
    both = {"providers": readings.bare(readings.own(OWN)), "models": [{"id": "a"}]}
    tally = readings.sound(models_dev.read(readings.written("catalog_2026-07-02.json", both))).tally
    assert (tally.records, tally.failed) == (9 + 1, 3 + 1)


def test_the_order_of_the_file_changes_nothing() -> None:
    for name in (OWN, MODELS):
        whole = readings.bare(readings.own(name))
        one, other = (models_dev.read(readings.written(name, version)) for version in (whole, readings.shuffled(whole)))
        assert one == models_dev.read(readings.written(name, whole))
        keys = {draft.event.key: (draft.event.when, set(draft.event.quantities)) for draft in one.drafts}
        assert keys == {draft.event.key: (draft.event.when, set(draft.event.quantities)) for draft in other.drafts}


def test_only_its_own_files_are_taken() -> None:
    formats = (models_dev, genai_prices, llm_stats)
    for path in [*readings.OWN.iterdir(), *(readings.REAL.iterdir() if readings.REAL.is_dir() else ())]:
        if path.is_file():
            taken = readings.claims(formats, readings.unpacked(path.name, path.read_bytes()))
            mine = [m.NAME for m in formats if path.name.replace("-", "_").replace(".", "_").startswith(m.NAME)]
            assert taken == mine, path.name


@given(cells=st.lists(readings.strange, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_no_cells_break_it(cells: list[Any], seed: int) -> None:
    for name in (OWN, MODELS):
        whole = readings.bare(readings.own(name))
        readings.withstands(models_dev, name, [readings.mangled(whole, cells, seed)])


def test_a_real_file_full_of_holes_is_read() -> None:
    whole = readings.bare(readings.real(REAL))
    readings.withstands(models_dev, REAL, [readings.riddled(whole, seed) for seed in range(3)])


def test_no_value_of_any_type_breaks_it_anywhere() -> None:
    for name in (OWN, MODELS):
        readings.withstands(models_dev, name, readings.spoilt(readings.bare(readings.own(name))))


def test_every_offering_of_the_real_file_is_read() -> None:
    file = readings.real(REAL)
    whole = readings.bare(file)
    offered = [model for provider in whole.values() for model in provider["models"].values()]
    reading = readings.sound(models_dev.read(file))
    tally = reading.tally
    assert (tally.records, tally.mapped) == (len(offered), 4803)
    kinds = [draft.event.kind.value for draft in reading.drafts]
    assert kinds.count("price") == sum(bool(model.get("cost")) for model in offered)
    assert kinds.count("retirement") == sum(model.get("status") == "deprecated" for model in offered) == 64
    assert len(tally.problems) == 5  # 1970-01-01 four times, and a month 25
    assert kinds.count("release") + kinds.count("preview") == len(offered) - 5
    months = [draft for draft in reading.drafts if draft.event.when.precision.value == "month"]
    assert len(months) == sum(len(model["release_date"]) == 7 for model in offered) == 188
    assert reading == models_dev.read(file)


def test_conflicting_days_of_the_real_file_are_days_of_listing() -> None:
    file = readings.real(REAL)
    raw = {
        provider: model["release_date"]
        for provider, held in readings.bare(file).items()
        for id_, model in held["models"].items()
        if id_.rpartition("/")[2] == "gpt-oss-120b"
    }
    found = [
        draft.event
        for draft in models_dev.read(file).drafts
        if draft.subject and draft.subject.id == "gpt-oss-120b" and draft.event.kind.value == "release"
    ]
    assert "1970-01-01" in raw.values()  # which is no day and a problem
    assert len({str(event.when) for event in found}) == len(set(raw.values()) - {"1970-01-01"}) == 11
    assert {event.confidence for event in found} == {Confidence.LOW}
    assert {event.note for event in found} == {models_dev.LISTED}


def test_who_makes_what_in_the_real_file() -> None:
    makers = {
        (draft.event.key.split("|")[1], draft.subject.id): draft.subject.maker
        for draft in models_dev.read(readings.real(REAL)).drafts
        if draft.subject
    }
    assert makers["alibaba-cn", "deepseek-r1"] == ""
    assert makers["alibaba-cn", "qwq-plus"] == "alibaba"
    own = ("openai", "anthropic", "google", "mistral", "xai", "cohere", "deepseek", "zai", "minimax", "moonshotai")
    assert all(maker for (provider, _), maker in makers.items() if provider in own)


def test_well_known_rows_of_the_real_file() -> None:
    file = readings.real(REAL)
    whole = json.loads(file.data, parse_float=str)
    found = readings.by_key(models_dev.read(file))
    raw = whole["openai"]["models"]["gpt-5"]
    release, price = found["release|openai|gpt-5"].event, found["price|openai|gpt-5"].event
    assert str(release.when) == raw["release_date"] == "2025-08-07"
    printed = {q.metric: q.published for q in price.quantities if not q.conditions}
    assert printed["input_price"] == str(raw["cost"]["input"]) == "1.25"
    assert printed["output_price"] == str(raw["cost"]["output"]) == "10"
    assert found["retirement|github-copilot|gpt-5"].surface == "github-copilot"
    artefact = found["price|amazon-bedrock|google.gemma-3-12b-it"].event.quantities[0]
    assert (artefact.published, artefact.value) == ("0.049999999999999996", 0.05)
