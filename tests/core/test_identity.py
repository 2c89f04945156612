"""Which entity a name means: spellings of one model meet, other models do not, a person decides what is doubtful."""

from __future__ import annotations

import pytest

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.drafts import Named
from modelspan.domain.identity import NEW, Certainty, Match, Resolver
from modelspan.domain.identity_spelling import label, readings
from modelspan.domain.records import Alias, AliasRole, Entity, EntityKind
from modelspan.domain.snapshot import Snapshot


@pytest.fixture
def resolver(bundled: Catalogue) -> Resolver:
    return Resolver(bundled.entities)


def match(resolver: Resolver, text: str, maker: str = "", kind: EntityKind = EntityKind.MODEL, name: str = "") -> Match:
    if " " in text or kind is not EntityKind.MODEL:
        return resolver.match(Named(kind=kind, name=text, maker=maker))
    return resolver.match(Named(kind=kind, id=text, name=name, maker=maker))


# Spellings of what the catalogue knows.


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        ("us.anthropic.claude-3-7-sonnet-20250219-v1:0", "claude-3-7-sonnet"),
        ("claude-3-7-sonnet@20250219", "claude-3-7-sonnet"),
        ("openrouter/anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet"),
        ("Anthropic: Claude 3.7 Sonnet", "claude-3-7-sonnet"),
        ("CLAUDE-4-SONNET", "claude-sonnet-4"),
        ("anthropic.claude-opus-4-20250514-v1:0", "claude-opus-4"),
        ("anthropic.claude-fable-5-v1:0", "claude-fable-5"),
        ("anthropic.claude-3-5-sonnet-20241022-v2:0", "claude-3-5-sonnet-v2"),
        ("gpt\u20115.4\u2011mini", "gpt-5-4-mini"),
        ("GPT\u20115.4 Mini", "gpt-5-4-mini"),
        ("azure/eu/gpt-4o-2024-08-06", "gpt-4o"),
        ("ft:gpt-4o-mini-2024-07-18:acme::abc", "gpt-4o-mini"),
        ("o3-mini-high", "o3-mini"),
        ("accounts/fireworks/models/llama-v3p1-8b-instruct", "llama-3-1-8b"),
        ("meta-llama/Meta-Llama-3.1-8B-Instruct-FP8", "llama-3-1-8b"),
        ("llama3.1:8b-instruct-q8_0", "llama-3-1-8b"),
        ("codellama-70b-instruct", "code-llama-70b"),
        ("nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-NVFP4", "nemotron-3-super-120b-a12b"),
        ("deepseek.v3-v1:0", "deepseek-v3-1"),
        ("z-ai-glm-5-turbo", "glm-5-turbo"),
        ("groq-llama-4-maverick-17b-128e-instruct", "llama-4-maverick"),
        ("gemini-2.5-flash-lite-preview-06-17", "gemini-2-5-flash-lite"),
    ],
)
def test_spellings_of_a_known_model(resolver: Resolver, text: str, entity: str) -> None:
    found = match(resolver, text)
    assert (found.entity, found.certainty) == (entity, Certainty.SURE)
    assert not resolver.new_entities()


def test_a_snapshot_of_the_store_answers_like_its_records(snapshot: Snapshot, resolver: Resolver) -> None:
    other = Resolver(snapshot)
    for text in ("gpt-4-0613", "claude-3-5-sonnet-v2", "Gemini 2.5 Flash-Lite", "no-such-model-7b"):
        assert match(other, text) == match(resolver, text)


def test_a_snapshot_day_is_an_id_of_the_model_and_its_own_name_is_not(resolver: Resolver) -> None:
    assert match(resolver, "gpt-5-2025-08-07").scope_ids == ("gpt-5-2025-08-07",)
    assert match(resolver, "eu.amazon.nova-pro-v1:0").scope_ids == ("eu.amazon.nova-pro-v1:0",)
    assert match(resolver, "Qwen3-32B-FP8").scope_ids == ("Qwen3-32B-FP8",)
    assert match(resolver, "gpt-5").scope_ids == ()
    assert match(resolver, "GPT-5").scope_ids == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("owl-7b", "owl-70b"),
        ("owl-7b", "owl-2-7b"),
        ("owl-2", "owl-2.1"),
        ("owl-2-mini", "owl-2-nano"),
        ("owl-2", "owl-2-pro"),
        ("owl-2", "owl-2-codex"),
        ("owl-2-turbo", "owl-2"),
        ("owl-7b-vision", "owl-7b"),
        ("owl-7b-thinking", "owl-7b-instruct"),
        ("owl-2407", "owl-2411"),
        ("amazon.owl-text-v1", "amazon.owl-text-v2:0"),
        ("azure/gpt-4o", "azure-gpt-4o"),
        ("bria/text-to-image/3.2", "ideogram/text-to-image/3.2"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_sizes_versions_and_modes_are_other_models(resolver: Resolver, one: str, other: str, turned: bool) -> None:
    first, second = (other, one) if turned else (one, other)
    assert match(resolver, first).entity != match(resolver, second).entity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("owl-7b", "nest/owl-7b-instruct-GGUF"),
        ("owl-7b-base", "Owl-7B-Chat"),
        ("owl-2-20280102", "owl-2"),
        ("owl-2-20280102", "owl-2-20290102"),
        ("owl-2-latest", "owl-2-2028-01-02"),
        ("claude-owl-9-thinking", "claude-owl-9"),
        ("snowowl-v3", "snowowlv3"),
        ("snowowl-3", "snow-owl-3"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_new_spellings_meet_whichever_comes_first(resolver: Resolver, one: str, other: str, turned: bool) -> None:
    first, second = (other, one) if turned else (one, other)
    assert match(resolver, first).entity == match(resolver, second).entity
    assert len([entity for entity in resolver.new_entities() if entity.kind is EntityKind.MODEL]) == 1


# Doubts and decisions.


def test_what_is_doubtful_is_kept_apart_with_candidates(resolver: Resolver) -> None:
    found = match(resolver, "qwen3-8b-turbo")
    assert found.certainty is Certainty.DOUBTFUL
    assert found.candidates == ("qwen3-8b",)
    assert found.reason == "It differs by: turbo."
    (entity,) = resolver.new_entities()
    assert entity.id == found.entity
    assert "Kept apart until someone decides: it may be qwen3-8b." in entity.note


def test_a_decision_holds_for_every_spelling(bundled: Catalogue, resolver: Resolver) -> None:
    named = Named(id="host/Qwen3-8B-Turbo-FP8")
    key = resolver.key(named)
    assert key == resolver.key(Named(id="qwen3-8b-turbo")) == "model||qwen3 8b turbo"
    merged = Resolver(bundled.entities, {key: "qwen3-8b"})
    assert match(merged, "qwen3-8b-turbo").entity == "qwen3-8b"
    assert merged.match(named).scope_ids == (named.id,)
    apart = Resolver(bundled.entities, {key: NEW}).match(named)
    assert (apart.certainty, apart.entity) == (Certainty.SURE, match(resolver, "qwen3-8b-turbo").entity)


def test_a_decision_moves_what_an_earlier_import_kept_apart(bundled: Catalogue, resolver: Resolver) -> None:
    named = Named(id="qwen3-8b-turbo")
    kept = resolver.match(named).entity
    later = Resolver((*bundled.entities, *resolver.new_entities()), {resolver.key(named): "qwen3-8b"})
    assert later.match(named).entity == "qwen3-8b"
    assert later.match(Named(name="Qwen3 8B Turbo")).entity == "qwen3-8b"
    assert kept != "qwen3-8b"


def test_decisions_that_make_no_sense_are_passed_over(bundled: Catalogue) -> None:
    strange = {"": "gpt-5", "model|": "gpt-5", "sofa||x": "gpt-5", "model||gpt 5": "gone", "model|openai|x": "gpt-5"}
    assert match(Resolver(bundled.entities, strange), "gpt-5").entity == "gpt-5"


def test_a_known_name_of_another_maker_is_a_doubt(resolver: Resolver) -> None:
    found = match(resolver, "Phi-2", "Tsinghua University")
    assert found.certainty is Certainty.DOUBTFUL or found.entity == "phi-2"
    named = resolver.match(Named(name="Gopher 2B", maker="Nest Labs"))
    assert named.certainty is not Certainty.SURE


def test_a_maker_who_only_serves_a_model_changes_nothing(resolver: Resolver) -> None:
    assert match(resolver, "llama-3.1-8b-instruct", "Groq").entity == "llama-3-1-8b"


# What is new.


def test_ids_of_new_entities_are_of_maker_and_name(resolver: Resolver) -> None:
    assert match(resolver, "owl-7b", "nest-labs").entity == "nest-labs-owl-7b"
    assert match(resolver, "nest-labs-owl-9b", "nest-labs").entity == "nest-labs-owl-9b"
    assert match(resolver, "acme/heron-3").entity == "heron-3"
    assert match(resolver, "gpt-9-heron").entity == "openai-gpt-9-heron"
    assert match(resolver, "HeronBench", kind=EntityKind.BENCHMARK).entity == "heronbench-benchmark"
    assert match(resolver, "Heron Cloud", kind=EntityKind.SURFACE).entity == "heron-cloud-surface"
    names = {entity.id: entity.name for entity in resolver.new_entities()}
    assert names["nest-labs"] == "Nest Labs"


def test_new_entities_have_every_spelling_and_its_surface(resolver: Resolver) -> None:
    resolver.match(Named(id="nest/owl-7b", name="Owl 7B", maker="nest"), "azure")
    resolver.match(Named(id="owl-7b-20280102", maker="nest", aliases=(Alias(text="owl-seven"),)))
    owl = next(entity for entity in resolver.new_entities() if entity.kind is EntityKind.MODEL)
    assert owl.name == "Owl 7B"
    assert owl.aliases == (
        Alias(text="nest/owl-7b", role=AliasRole.API_ID, surface_id="azure"),
        Alias(text="owl-7b-20280102", role=AliasRole.API_ID),
        Alias(text="owl-seven"),
    )
    assert match(resolver, "owl-seven").entity == owl.id


def test_no_hidden_signs_come_into_names(resolver: Resolver) -> None:
    match(resolver, "Owl\u202e 9\x07 B")
    assert [entity.name for entity in resolver.new_entities()] == ["Owl 9 B"]


@pytest.mark.parametrize("text", ["", "-", "/", "::", "é", "🦉", "v1:0", "a" * 5000, "ft:", "@001", "1", "..", "(x)"])
def test_strange_texts_are_names_too(resolver: Resolver, text: str) -> None:
    for kind in EntityKind:
        named = Named(kind=kind, id=text, name=text or "x", maker=text)
        assert resolver.match(named) == resolver.match(named)
        assert resolver.key(named).startswith(f"{kind.value}|")
    assert len({entity.id for entity in resolver.new_entities()}) == len(resolver.new_entities())


# Organisations and things.


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        ("Google DeepMind", "google"),
        ("Facebook AI Research, Inria", "meta"),
        ("meta-llama", "meta"),
        ("OpenAI, Inc.", "openai"),
        ("Amazon AWS", "aws"),
        ("Moonshot", "moonshot"),
        ("zai-org", "zhipu"),
        ("Microsoft Research", "microsoft"),
    ],
)
def test_organisations_by_other_names(resolver: Resolver, text: str, entity: str) -> None:
    assert match(resolver, text, kind=EntityKind.ORGANISATION).entity == entity


def test_accounts_and_full_names_of_a_new_organisation_are_one(resolver: Resolver) -> None:
    for one, other in (("allenai", "Allen Institute for AI"), ("bfl", "Black Forest Labs"), ("xiaomimimo", "Xiaomi")):
        a, b = (match(resolver, text, kind=EntityKind.ORGANISATION).entity for text in (one, other))
        assert a == b
    match(resolver, "heron-2", "Texas A&M University, Nest")
    match(resolver, "owl-2", "University of Posts and Telecommunications")
    assert {entity.name for entity in resolver.new_entities() if entity.kind is EntityKind.ORGANISATION} == {
        "Allen Institute for AI",
        "Black Forest Labs",
        "Xiaomi",
        "Texas A&M University",
        "University of Posts and Telecommunications",
    }


def thing(resolver: Resolver, text: str, kind: EntityKind) -> tuple[str, Certainty]:
    found = match(resolver, text, kind=kind)
    return found.entity, found.certainty


def test_benchmarks(resolver: Resolver) -> None:
    kind, sure = EntityKind.BENCHMARK, Certainty.SURE
    for text in ("SWE-Bench Pro", "SWE Bench Pro", "swe_bench_pro", "SWE\u2011bench Pro"):
        assert thing(resolver, text, kind) == ("swe-bench-pro", sure)
    assert thing(resolver, "swe_bench_verified", kind) == ("swe-bench-verified", sure)
    assert thing(resolver, "HLE", kind) == ("humanitys-last-exam", sure)
    assert thing(resolver, "Humanity's Last Exam (HLE)", kind) == ("humanitys-last-exam", sure)
    assert thing(resolver, "HumanEval+", kind) == ("humaneval-plus-benchmark", Certainty.NEW)
    assert thing(resolver, "SWE-bench Verified (Agentless)", kind)[1] is Certainty.DOUBTFUL
    assert thing(resolver, "AIME 2031", kind)[1] is Certainty.DOUBTFUL
    assert thing(resolver, "AIME31", kind)[0] != "aime"
    assert thing(resolver, "Needles <128k", kind)[0] != thing(resolver, "Needles >128k", kind)[0]


def test_chips_and_systems(resolver: Resolver) -> None:
    kind, sure = EntityKind.CHIP, Certainty.SURE
    assert thing(resolver, "H100 SXM", kind) == ("nvidia-h100-sxm5-80gb", sure)
    assert thing(resolver, "Google TPUv5e", kind) == ("google-tpu-v5e", sure)
    assert thing(resolver, "NVIDIA B300", kind) == ("nvidia-b300-blackwell-ultra", sure)
    assert thing(resolver, "Cerebras CS-3", kind) == ("cerebras-cs-3", sure)
    assert thing(resolver, "NVIDIA A100", kind)[1] is Certainty.DOUBTFUL
    assert thing(resolver, "NVIDIA H100 PCIe", kind)[0] != "nvidia-h100-sxm5-80gb"
    assert thing(resolver, "Owl R100 (75W)", kind)[0] != thing(resolver, "Owl R100 (100W)", kind)[0]
    system = EntityKind.SYSTEM
    assert thing(resolver, "Owl Cluster Phase 1", system)[1] is Certainty.NEW
    assert thing(resolver, "Owl Cluster Phase 2", system)[1] is Certainty.NEW


def test_surfaces_and_families(resolver: Resolver) -> None:
    assert thing(resolver, "Amazon Bedrock", EntityKind.SURFACE) == ("bedrock", Certainty.SURE)
    assert thing(resolver, "Heron AI", EntityKind.SURFACE)[0] == thing(resolver, "Heron", EntityKind.SURFACE)[0]
    assert (
        thing(resolver, "Heron Plan (China)", EntityKind.SURFACE)[0]
        != thing(resolver, "Heron Plan (Europe)", EntityKind.SURFACE)[0]
    )
    resolver.match(Named(id="gpt-9-owl", maker="openai", family="gpt"))
    resolver.match(Named(id="deepseek-owl-3", maker="deepseek", family="deepseek-owl"))
    found: dict[str, Entity] = {entity.id: entity for entity in resolver.new_entities()}
    assert found["openai-gpt-9-owl"].parent_id == "gpt"
    assert found[found["deepseek-owl-3"].parent_id].name == "DeepSeek Owl"


# How a text is read.


def test_a_label_keeps_case_and_leaves_out_where_a_model_is_had() -> None:
    assert label("accounts/fireworks/models/Owl-7B-FP8") == "Owl-7B"
    assert label("us.anthropic.claude-owl-5-20280102-v1:0") == "claude-owl-5-20280102"
    assert label("amazon.titan-embed-text-v2:0") == "titan-embed-text-v2"
    assert label("bria/text-to-image/3.2") == "bria-3.2"


def test_words_stand_in_any_order_and_numbers_do_not() -> None:
    first = next(readings("claude-4-sonnet"))
    assert first.core == next(readings("Claude Sonnet 4")).core
    assert next(readings("owl-4-1")).core != next(readings("owl-1-4")).core
