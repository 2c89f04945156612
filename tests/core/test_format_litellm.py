"""LiteLLM's map: ends, prices per token, successors, regions and sizes in ids, and what is no model."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.drafts import Draft, Named
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Confidence,
    Evidence,
    KnownBasis,
    ModelFacts,
    Price,
    Retirement,
    Role,
    Status,
)  # fmt: skip
from modelspan.formats import litellm, registry
from modelspan.formats.file import File
from modelspan.formats.litellm_ids import offer
from modelspan.formats.litellm_prices import meaning
from tests.core import readings

OWN = "litellm_2026-11-20.model_prices.json"
DATED = "model_prices_2026-11-20.json"
CLAUDE = "us.anthropic.claude-zephyr-9-20250514-v1:0"


def read() -> Any:
    return readings.sound(litellm.read(readings.own(OWN)))


def one(entry: dict[str, Any], id_: str = "azure/m", name: str = DATED) -> Any:
    """The reading of one entry."""
    return readings.sound(litellm.read(readings.written(name, {id_: {"litellm_provider": "azure"} | entry})))


def priced(key: str) -> list[tuple[str, str, str, str]]:
    """The prices of an entry of our own file."""
    event = readings.by_key(read())[key].event
    return [(q.metric, q.unit, q.published, q.conditions) for q in event.quantities]


def test_every_entry_has_one_outcome() -> None:
    tally = read().tally
    assert (tally.records, tally.mapped, tally.failed) == (len(readings.bare(readings.own(OWN))), 11, 3)
    assert tally.skipped == {
        litellm.A_SAMPLE: 1, litellm.AN_ALIAS: 1, litellm.SERVICE: 1, litellm.PRICE_CLASS: 1, litellm.RULES: 1,
        litellm.ONLY_DESCRIBED: 1,
    }  # fmt: skip
    assert [(problem.record, problem.text.partition(":")[0]) for problem in tally.problems] == [
        ("mistral/owl", "deprecation_date"), ("mistral/owl", "input_cost_per_token"),
        ("mistral/owl", "input_cost_per_feather"), ("nobody/owl", "litellm_provider"),
        ("xai/list", "The entry is not a table."),
    ]  # fmt: skip


def test_a_deprecation_date_is_the_end_on_the_providers_surface() -> None:
    draft = readings.by_key(read())["retirement|azure/eu/gpt-9-2025-08-07"]
    event = draft.event
    assert isinstance(event.body, Retirement)
    assert (str(event.when), event.words, event.status) == (
        "2027-07-13", "deprecation_date: 2027-07-13", Status.SCHEDULED
    )  # fmt: skip
    assert (str(event.known), event.known_basis) == ("2026-11-20", KnownBasis.SOURCE_VINTAGE)
    assert (draft.surface, event.scope, event.ids) == ("azure", "eu", ("gpt-9-2025-08-07",))
    assert (event.evidence, event.confidence) == (Evidence.SECONDARY, Confidence.MEDIUM)
    assert draft.subject
    assert draft.subject.facts == ModelFacts(context_tokens=272000, modalities="text+image->text")
    urls = {source.id: source.url for source in read().sources}
    assert urls[event.sources[0].source_id] == "https://example.org/azure/retirements"
    assert event.sources[1].locator == "azure/eu/gpt-9-2025-08-07"


def test_an_end_that_has_passed_and_one_without_a_page() -> None:
    found = readings.by_key(read())
    past, bare = found[f"retirement|{CLAUDE}"].event, found["retirement|azure/gpt-9.2"].event
    assert (str(past.when), past.status, past.known, past.known_basis) == (
        "2026-10-14", Status.OCCURRED, None, KnownBasis.OCCURRENCE
    )  # fmt: skip
    assert (bare.confidence, bare.note) == (Confidence.LOW, f"{litellm.SERVED_UNTIL} {litellm.NO_PAGE}")


def test_a_day_in_an_id_is_no_release() -> None:
    assert {draft.event.kind.value for draft in read().drafts} == {"retirement", "price", "note"}


def test_a_successor_is_kept_as_stated_even_one_that_ends_before_or_is_not_in_the_map() -> None:
    found = readings.by_key(read())
    ((role, earlier),) = found["retirement|azure/eu/gpt-9-2025-08-07"].parties
    assert (role, earlier) == (Role.SUCCESSOR, Named(id="gpt-9.2"))
    assert str(found["retirement|azure/gpt-9.2"].event.when) == "2027-06-08"  # before the one it follows
    ((_, unknown),) = found[f"retirement|{CLAUDE}"].parties
    assert (unknown.id, unknown.maker) == ("claude-zephyr-10", "anthropic")


def test_a_successor_without_an_end_is_a_note_of_the_files_day() -> None:
    draft = readings.by_key(read())["note|gemini/gemini-9-flash"]
    assert (str(draft.event.when), draft.event.confidence) == ("[..2026-11-20]", Confidence.LOW)
    assert [(role, named.id) for role, named in draft.parties] == [(Role.SUCCESSOR, "gemini-9.1-flash")]


def test_its_own_successor_is_a_problem() -> None:
    tally = one({"deprecation_date": "2027-01-01", "successor_model": "azure/m"}).tally
    assert [problem.text for problem in tally.problems] == [
        "successor_model: 'azure/m' is given as its own successor."
    ]  # fmt: skip


def test_another_name_is_an_alias_of_the_entry() -> None:
    (named,) = [named for named in read().alone if named.id == "gpt-9.2"]
    assert named.aliases == (Alias(text="gpt-latest", role=AliasRole.API_ID, surface_id="azure"),)


def test_another_name_with_a_price_of_its_own_states_it_of_the_entry() -> None:
    (draft,) = one({"alias_of": "azure/gpt-9.2", "input_cost_per_token": 1e-06}, "azure/gpt-now").drafts
    assert draft.subject
    assert (draft.subject.id, [alias.text for alias in draft.subject.aliases]) == ("gpt-9.2", ["gpt-now"])


def test_prices_per_token_are_exact_per_million() -> None:
    million = "USD/Mtok"
    assert priced("price|azure/eu/gpt-9-2025-08-07") == [
        ("input_price", million, "1.375", ""),
        ("input_price", million, "2.75", "service tier priority"),
        ("input_price", million, "5.5", "context over 272,000 tokens, service tier priority"),
        ("output_price", million, "11", ""),
    ]
    assert priced(f"price|{CLAUDE}") == [
        ("cache_write_price", million, "6", "kept over 1 h"), ("input_price", million, "3", "")
    ]  # fmt: skip


def test_the_trace_of_binary_arithmetic_is_printed_and_not_meant() -> None:
    event = readings.by_key(read())["price|azure/gpt-9.2"].event
    assert [(q.published, q.value) for q in event.quantities] == [("0.20000000000000002", 0.2), ("0", 0.0)]


def test_prices_hold_by_the_day_of_the_file_on_its_word() -> None:
    event = readings.by_key(read())["price|gemini/gemini-9-flash"].event
    assert isinstance(event.body, Price)
    assert (str(event.when), str(event.known), event.evidence) == ("[..2026-11-20]", "2026-11-20", Evidence.OBSERVED)
    assert event.note == "Prices are those of the model before it"


def test_sizes_qualities_and_commitments_are_conditions_of_a_price_and_no_scope() -> None:
    found = readings.by_key(read())
    assert priced("price|azure/high/1024-x-1024/gpt-picture-9") == [
        ("output_pixels_price", "USD/Mpx", "0.159", "high, 1024x1024")
    ]  # fmt: skip
    assert found["retirement|azure/high/1024-x-1024/gpt-picture-9"].event.scope == ""
    committed = "bedrock/us-east-1/1-month-commitment/anthropic.claude-zephyr-v1"
    assert priced(f"price|{committed}") == [("input_seconds_price", "USD/s", "0.0175", "1-month-commitment")]
    assert found[f"price|{committed}"].event.scope == "us-east-1"


def test_steps_quiet_hours_and_searches() -> None:
    million = "USD/Mtok"
    assert priced("price|dashscope/qwen-plus-2025-07-28") == [
        ("input_price", million, "0.4", "context up to 256,000 tokens"),
        ("output_price", million, "1.2", "context up to 256,000 tokens"),
        ("input_price", million, "1.2", "context over 256,000 and up to 1,000,000 tokens"),
        ("output_price", million, "3.6", "context over 256,000 and up to 1,000,000 tokens"),
    ]
    assert priced("price|deepseek/deepseek-owl") == [
        ("input_price", million, "0.3", ""), ("cache_read_price", million, "0.03", ""),
        ("input_price", million, "0.15", "off-peak hours"),
    ]  # fmt: skip
    assert priced("price|vertex_ai/claude-zephyr-9@20250514")[1:] == [("web_searches_price", "USD/query", "0.01", "")]


def test_what_is_no_price_in_dollars_is_counted_in_a_sentence() -> None:
    assert read().tally.note == (
        "Left out, since they are factors or no prices in dollars: input_dbu_cost_per_token (1), "
        "regional_processing_uplift_multiplier_eu (1)."
    )


@pytest.mark.parametrize(
    ("id_", "provider", "expected"),
    [
        ("gpt-9", "openai", ("gpt-9", "openai", "", "openai-api")),
        ("azure/us-gov/gpt-9", "azure", ("gpt-9", "", "us-gov", "azure")),
        ("azure_ai/FW-GLM-9", "azure_ai", ("GLM-9", "", "", "azure")),
        ("eu.anthropic.claude-9-v1:0", "bedrock", ("claude-9-v1:0", "anthropic", "eu", "bedrock")),
        ("in.moonshotai.kimi-k9", "bedrock_converse", ("kimi-k9", "moonshotai", "in", "bedrock")),
        ("bedrock_mantle/us-east-1/openai.gpt-9.4", "bedrock_mantle", ("gpt-9.4", "openai", "us-east-1", "bedrock")),
        ("bedrock/*/6-month-commitment/cohere.owl", "bedrock", ("owl", "cohere", "", "bedrock")),
        ("bedrock/claude_platform/claude-9", "bedrock", ("claude-9", "", "claude_platform", "bedrock")),
        ("1024-x-1024/50-steps/bedrock/amazon.owl-v1:0", "bedrock", ("owl-v1:0", "amazon", "", "bedrock")),
        ("deepseek.v9.1", "bedrock", ("v9.1", "deepseek", "", "bedrock")),
        ("claude-2.1", "anthropic", ("claude-2.1", "anthropic", "", "anthropic-api")),
        ("gemini-9-pro", "vertex_ai-language-models", ("gemini-9-pro", "google", "", "vertex")),
        ("vertex_ai/mistralai/owl", "vertex_ai-mistral_models", ("owl", "mistralai", "", "vertex")),
        ("text-completion-codestral/owl", "text-completion-codestral", ("owl", "mistral", "", "mistral-api")),
        ("dashscope/deepseek-v9", "dashscope", ("deepseek-v9", "", "", "alibaba-model-studio")),
        ("fal_ai/fal-ai/flux/dev", "fal_ai", ("flux-dev", "", "", "fal_ai")),
        ("fal_ai/low/1024-x-768/bria/owl/3.2", "fal_ai", ("owl-3.2", "bria", "", "fal_ai")),
        ("fal_ai/bria/text-to-image/3.2", "fal_ai", ("bria-3.2", "bria", "", "fal_ai")),
        ("fal_ai/openai/gpt-picture-9/flare/edit", "fal_ai", ("gpt-picture-9-flare", "openai", "", "fal_ai")),
        ("fireworks_ai/accounts/fireworks/models/glm-9p2", "fireworks_ai", ("glm-9p2", "", "", "fireworks_ai")),
        ("oci/meta.llama-9", "oci", ("llama-9", "meta", "", "oci")),
        ("high", "openai", ("high", "openai", "", "openai-api")),
        ("a/", "openai", ("a", "openai", "", "openai-api")),
    ],
)  # fmt: skip
def test_ids_are_taken_apart(id_: str, provider: str, expected: tuple[str, ...]) -> None:
    found = offer(id_, provider)
    surface = found.provider.surface
    assert (found.id, found.maker, found.scope, surface if isinstance(surface, str) else surface.id) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("output_cost_per_second_1080p", ("output_seconds_price", "USD/s", "1080p")),
        ("output_cost_per_image_0.5K", ("output_images_price", "USD/image", "0.5K")),
        ("input_cost_per_image_token_batches", ("input_image_price", "USD/Mtok", "batch")),
        (
            "cache_creation_input_token_cost_above_12hr_above_272k_tokens_flex",
            ("cache_write_price", "USD/Mtok", "kept over 12 h, context over 272,000 tokens, service tier flex"),
        ),
        ("input_cost_per_video_per_second_above_15s_interval", ("input_video_seconds_price", "USD/s", "over 15 s")),
        ("output_cost_per_image_above_512_and_512_pixels", ("output_images_price", "USD/image", "over 512x512 pixels")),
        ("input_cost_per_token_batch_requests", ("input_price", "USD/Mtok", "batch")),
        ("computer_use_input_cost_per_1k_tokens", ("computer_use_input_price", "USD/Mtok", "")),
    ],
)
def test_names_of_fields_are_taken_apart(name: str, expected: tuple[str, str, str]) -> None:
    found = meaning(name)
    assert found
    assert (found.metric, found.unit, found.conditions) == expected


@pytest.mark.parametrize("name", ["input_cost_per_feather", "input_cost_per_token_turbo", "cost", "_batches", ""])
def test_names_that_leave_a_rest_are_not_known(name: str) -> None:
    assert meaning(name) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("input_cost_per_token", -1), ("input_cost_per_token", "free"), ("input_cost_per_token", True),
        ("input_cost_per_token", [1]), ("input_cost_per_token", {"a": 1}), ("deprecation_date", 20270101),
        ("deprecation_date", "2027-02-30"), ("deprecation_source", "the vendor's page"), ("successor_model", 5),
        ("tiered_pricing", 5), ("tiered_pricing", [5]), ("tiered_pricing", [{"input_cost_per_token": 1e-6}]),
        ("tiered_pricing", [{"range": ["a", 5], "input_cost_per_token": 1e-6}]),
        ("search_context_cost_per_query", {"search_context_size_low": "cheap"}), ("off_peak_pricing", "cheap"),
        ("max_input_tokens", "long"), ("alias_of", 7), ("source", 7), ("cost_of_everything", 1),
        ("input_cost_per_token_cache_hit", 3e-08),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(field: str, value: object) -> None:
    entry = {"deprecation_date": "2027-01-01", "output_cost_per_token": 1e-06, "cache_read_input_token_cost": 2e-08}
    (problem,) = one(entry | {field: value}).tally.problems
    assert problem.record == "azure/m"
    assert problem.text.startswith(field)


@pytest.mark.parametrize("value", [None, "", "NaN", float("nan"), "N/A"])
def test_no_price_is_not_zero(value: object) -> None:
    tally = one({"input_cost_per_token": value}).tally
    assert (tally.skipped, tally.problems) == ({litellm.ONLY_DESCRIBED: 1}, [])


def test_without_a_day_of_the_file_only_ends_are_taken() -> None:
    reading = readings.sound(litellm.read(File("model_prices.json", readings.own(OWN).data)))
    assert reading.as_of == ""
    assert {type(draft.event.body) for draft in reading.drafts} == {Retirement}
    assert {draft.event.known_basis for draft in reading.drafts} == {KnownBasis.UNKNOWN}
    assert reading.tally.skipped[litellm.NO_DAY] == 7
    assert sum("put the day into the name" in problem.text for problem in reading.tally.problems) == 1


def test_the_order_of_the_file_changes_nothing() -> None:
    whole = readings.bare(readings.own(OWN))
    first, other = (litellm.read(readings.written(DATED, version)) for version in (whole, readings.shuffled(whole)))
    assert first == litellm.read(readings.written(DATED, whole))

    def said(draft: Draft) -> tuple[object, ...]:
        return draft.event.when, set(draft.event.quantities), draft.subject, draft.surface, draft.parties

    assert {key: said(draft) for key, draft in readings.by_key(first).items()} == {
        key: said(draft) for key, draft in readings.by_key(other).items()
    }


def test_only_its_own_files_are_taken() -> None:
    for path in [*readings.OWN.iterdir(), *(readings.REAL.iterdir() if readings.REAL.is_dir() else ())]:
        if path.is_file():
            file = readings.unpacked(path.name, path.read_bytes())
            assert litellm.sniff(file) is path.name.startswith("litellm_"), path.name


def test_no_other_format_takes_it() -> None:
    others = [format_ for format_ in registry.formats() if format_.NAME != litellm.NAME]
    for file in [readings.own(OWN), readings.written("x.json", {"a": {"litellm_provider": "b"}})]:
        assert [format_.NAME for format_ in others if format_.sniff(file)] == []


@given(cells=st.lists(readings.strange, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_no_cells_break_it(cells: list[Any], seed: int) -> None:
    readings.withstands(litellm, DATED, [readings.mangled(readings.bare(readings.own(OWN)), cells, seed)])


@given(
    id_=st.text(alphabet="ab.-/@:*|1x _", max_size=14), provider=st.sampled_from(["azure", "bedrock", "fal_ai", "x"])
)
def test_no_id_breaks_it(id_: str, provider: str) -> None:
    entry = {"litellm_provider": provider, "input_cost_per_token": 1e-06, "deprecation_date": "2027-01-01"}
    other = {"litellm_provider": provider, "deprecation_date": "2027-01-01", "successor_model": id_}
    readings.withstands(litellm, DATED, [{id_: entry}, {"owl": other}, {"owl": {"alias_of": id_}}])


def test_no_value_of_any_type_breaks_it_anywhere() -> None:
    readings.withstands(litellm, DATED, readings.spoilt(readings.bare(readings.own(OWN))))
