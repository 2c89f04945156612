"""The bundled catalogue still says what the two articles it began with say, and what is wrong with them.

F1 to F62 are the statements of the articles (F61 is page furniture and left out), C1 to C32 their contradictions and
traps. Each stands here once with its values; a tag that is lost or a figure that changes fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from modelspan import assets
from modelspan.domain.catalogue import Catalogue, fold
from modelspan.domain.records import (
    Check,
    Claim,
    Deal,
    Deprecation,
    Entity,
    EntityKind,
    Event,
    Evidence,
    HardwareFacts,
    KnownBasis,
    Measurement,
    ModelFacts,
    Note,
    Preview,
    Quantity,
    Retirement,
    Role,
    Score,
    Status,
    Tier,
)
from modelspan.formats.catalogue_toml import read

SPARK = "gpt-5-3-codex-spark"
CODEX = "gpt-5-3-codex"
SOL = "gpt-5-6-sol"


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    try:
        folder = assets.data()
    except FileNotFoundError:
        folder = Path(__file__).parents[2] / "data"
    found, problems, _ = read(folder)
    assert not problems
    return found


@lru_cache(maxsize=1)
def events() -> dict[str, Event]:
    found = {event.key: event for event in catalogue().events}
    assert len(found) == len(catalogue().events), "two events share a key"
    return found


@lru_cache(maxsize=1)
def entities() -> dict[str, Entity]:
    found = {entity.id: entity for entity in catalogue().entities}
    assert len(found) == len(catalogue().entities), "two entities share an id"
    return found


def named(text: str) -> set[str]:
    """The ids of everything with that name or alias."""
    return {
        entity.id
        for entity in catalogue().entities
        if fold(text) in {fold(entity.name), *(fold(alias.text) for alias in entity.aliases)}
    }


def tagged(tag: str) -> set[str]:
    return {event.key for event in catalogue().events if tag in event.tags}


def checks(claim: str) -> Iterator[Event]:
    return (event for event in catalogue().events if isinstance(event.body, Check) and event.body.claim == claim)


def verdicts(claim: str) -> set[str]:
    """Each check as `said confirmed`, `holds partly` ..."""
    return {f"{c.body.answers} {c.body.verdict}" for c in checks(claim) if isinstance(c.body, Check)}


def written(amount: Quantity) -> str:
    """A quantity in one line: comparator unless equal, value or range, unit."""
    value = amount.published or f"{amount.low:g}..{amount.high:g}"
    return f"{'' if amount.comparator == '=' else amount.comparator + ' '}{value} {amount.unit}"


def amounts(key: str) -> list[str]:
    return [written(amount) for amount in events()[key].quantities]


def checked(claim: str) -> list[str]:
    """All quantities its checks found."""
    return [written(amount) for check in checks(claim) for amount in check.quantities]


def parties(key: str, role: Role) -> set[str]:
    return {party.entity_id for party in events()[key].parties if party.role is role}


def speakers(key: str) -> set[str]:
    return {events()[key].by_id, *parties(key, Role.SPEAKER)}


@dataclass(frozen=True)
class Said:
    """What a claim must hold: who, when, its amounts, the verdicts, and the figures its checks give."""

    by: str
    when: str
    verdicts: str
    amounts: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()


BOTH = "aibase xinzhiyuan"
POST, LAUNCH, ULTRAFAST = "2026-09-11", "2026-02-12", "2026-08-13"
CLAIMS = {
    "F1": Said("thibault-sottiaux", POST, "said confirmed"),
    "F2": Said(BOTH, POST, "holds contradicted"),
    "F3": Said("aibase", "2026-09-14", "holds unverifiable"),
    "F4": Said("openai", LAUNCH, "holds confirmed"),
    "F5": Said(BOTH, POST, "holds confirmed", ("~ 7 months",), ("211..216 days",)),
    "F6": Said(BOTH, POST, "holds unverifiable", ("1200 tok/s",)),
    "F7": Said("openai", LAUNCH, "said confirmed", ("> 1000 tok/s",)),
    "F8": Said("openai", LAUNCH, "holds confirmed", ("128000 tokens",)),
    "F9": Said("openai", LAUNCH, "said confirmed"),
    "F10": Said("openai", LAUNCH, "said confirmed", ("-80 percent",)),
    "F11": Said("openai", LAUNCH, "said confirmed", ("-30 percent",)),
    "F12": Said("openai", LAUNCH, "said confirmed", ("-50 percent",)),
    "F13": Said(BOTH, LAUNCH, "said confirmed"),
    "F14": Said(BOTH, LAUNCH, "holds confirmed, said confirmed", ("750 MW",), ("750 MW",)),
    "F15": Said(BOTH, "2026-04-17", "holds partly", ("> 20000000000 USD",), ("> 10000000000 USD", "> 20000000000 USD")),
    "F16": Said("thibault-sottiaux", POST, "holds unverifiable"),
    "F17": Said("thibault-sottiaux", POST, "said unverifiable"),
    "F18": Said("vaibhav-srivastav", POST, "said unverifiable"),
    "F19": Said("unnamed-reply", POST, "holds rhetorical"),
    "F20": Said("argofowl", POST, "said unverifiable"),
    "F21": Said("unnamed-developer", POST, "holds unverifiable"),
    "F22": Said("xinzhiyuan", POST, "holds confirmed"),
    "F23": Said("chubby", POST, "holds rhetorical"),
    "F24": Said("ryan-vogel", "2026-03", "holds partly"),
    "F25": Said("ryan-vogel", "2026-03", "holds unverifiable"),
    "F26": Said("jason-liu", "2026-03", "holds unverifiable", ("20 agents",)),
    "F27": Said("xinzhiyuan", POST, "holds unverifiable"),
    "F28": Said(BOTH, POST, "holds unverifiable"),
    "F29": Said("openai", LAUNCH, "said confirmed", ("58.4 percent", "77.3 percent"), ("58.4 percent", "77.3 percent")),
    "F30": Said(
        "openai", LAUNCH, "holds unverifiable, said unverifiable", ("47..51 percent", "1..2 min"), ("~ 56 percent",)
    ),
    "F31": Said("openai", LAUNCH, "said partly", ("51 percent", "56 percent", "57 percent"), ("56.8 percent",)),
    "F32": Said("xinzhiyuan", POST, "holds partly", ("5..6 points",), ("5..10 points",)),
    "F33": Said("openai", LAUNCH, "holds partly, said confirmed", ("15 x",), ("1.37 x",)),
    "F34": Said("nicholas-van-landschoot", "2026-02-13", "said unverifiable"),
    "F35": Said("nicholas-van-landschoot", "2026-02-13", "holds partly, said confirmed", ("1.37 x",), ("1.5..3 x",)),
    "F36": Said("unnamed-developer", POST, "holds unverifiable"),
    "F37": Said("turing-college", "2026-02-14", "said partly"),
    "F38": Said("xinzhiyuan", POST, "holds rhetorical", ("17 min",), ("16 min",)),
    "F39": Said(BOTH, ULTRAFAST, "holds partly"),
    "F40": Said("cerebras", ULTRAFAST, "said unverifiable"),
    "F41": Said("cerebras", ULTRAFAST, "said partly", ("750 tok/s",), ("up_to 750 tok/s",)),
    "F42": Said(
        "cerebras",
        ULTRAFAST,
        "holds partly, said partly",
        ("14 x", "2.5 x"),
        ("up_to 14 x", "~ 6.6 x", "1.5..2 x"),
    ),
    "F43": Said("andrew-feldman", ULTRAFAST, "said unverifiable"),
    "F44": Said("cerebras", ULTRAFAST, "said unverifiable", ("6 tasks",)),
    "F45": Said("cerebras", ULTRAFAST, "said unverifiable", ("7.7 min",)),
    "F46": Said("cerebras", ULTRAFAST, "said unverifiable", ("7.5 min",)),
    "F47": Said("cerebras", ULTRAFAST, "said unverifiable", ("83 s",)),
    "F48": Said("cerebras", ULTRAFAST, "holds confirmed", ("68 s", "15 s"), ("83 s",)),
    "F49": Said("cerebras", ULTRAFAST, "holds confirmed", ("5.6 x",), ("5.57 x",)),
    "F50": Said("cerebras", ULTRAFAST, "holds unverifiable"),
    "F51": Said("xinzhiyuan", POST, "holds partly", ("~ -25 percent",), ("-25 percent", "-37.5 percent")),
    "F52": Said("xinzhiyuan", POST, "holds contradicted"),
    "F53": Said("xinzhiyuan", POST, "holds unverifiable"),
    "F54": Said(BOTH, POST, "holds partly", (), ("101 days",)),
    "F55": Said(BOTH, "2026-06-02", "holds partly"),
    "F56": Said(BOTH, "2026-08-31", "holds partly"),
    "F57": Said(BOTH, POST, "holds partly"),
    "F58": Said(BOTH, POST, "holds partly"),
    "F59": Said("xinzhiyuan", POST, "holds unverifiable"),
    "F60": Said("aibase", "2026-09-14", "holds partly"),
    "F62": Said(BOTH, "2026-09-14", "holds unverifiable"),
    "X1": Said("openai", "2026-06-26", "holds partly"),
    "X2": Said("openai", "2026-08-18", "holds confirmed"),
}


def test_no_fact_is_missing() -> None:
    assert [f"F{n}" for n in range(1, 63) if n != 61] == [name for name in CLAIMS if name.startswith("F")]
    assert not tagged("F61"), "F61 is page furniture"
    claimed = {tag for event in catalogue().events if isinstance(event.body, Claim) for tag in event.tags}
    assert set(CLAIMS) <= claimed


@pytest.mark.parametrize("fact", CLAIMS)
def test_claim(fact: str) -> None:
    key, expected = f"claim-{fact.lower()}", CLAIMS[fact]
    claim = events()[key]
    assert isinstance(claim.body, Claim)
    assert fact in claim.tags
    assert claim.title
    assert str(claim.when) == expected.when
    assert " ".join(sorted(speakers(key))) == expected.by
    assert ", ".join(sorted(verdicts(key))) == expected.verdicts
    assert tuple(amounts(key)) == expected.amounts
    assert tuple(checked(key)) == expected.checked


BASELINES = {
    "spark-speedup-15x": ("15 x", "GPT-5.3-Codex at its highest reasoning effort"),
    "spark-speedup-1-37x": ("1.37 x", "GPT-5.3-Codex at the same accuracy"),
    "spark-speedup-equal-accuracy-from-points": ("1.5..3 x", "51 per cent at 3 minutes"),
    "sol-ultrafast-14x": ("14 x", "Standard tier, token rate"),
    "sol-ultrafast-14x-upto": ("up_to 14 x", "Standard tier"),
    "sol-priority-2-5x": ("2.5 x", "Standard tier"),
    "codex-fast-1-5x": ("1.5 x", "standard tier in the same client"),
    "codex-fast-2x": ("2 x", "standard tier in the same client"),
    "sol-end-to-end-5-6x": ("5.6 x", "Standard tier"),
    "sol-generation-6-6x": ("~ 6.6 x", "generation time"),
    "sol61-ultrafast-8x": ("up_to 8 x", "standard tier"),
}


@pytest.mark.parametrize("key", BASELINES)
def test_every_ratio_names_what_it_is_a_ratio_of(key: str) -> None:
    ratio, baseline = BASELINES[key]
    assert amounts(key) == [ratio]
    assert baseline in events()[key].quantities[0].baseline


def test_no_ratio_stands_without_its_baseline() -> None:
    bare = [event.key for event in catalogue().events for q in event.quantities if q.unit == "x" and not q.baseline]
    assert not bare


def test_spark_begins_as_a_preview_for_some_with_the_other_days_beside_it() -> None:
    preview = events()[f"{SPARK}/chatgpt-codex/preview"]
    assert preview.body == Preview(audience="ChatGPT Pro")
    assert str(preview.when) == "2026-02-12"
    assert {"F4", "F13"} <= set(preview.tags)
    others = {str(event.when) for event in catalogue().events if event.rival_of == preview.key}
    assert others == {"2026-02-05", "2026-03-04"}
    assert {event.surface_id for event in catalogue().events if event.subject_id == SPARK and event.surface_id} == {
        "chatgpt-codex"
    }


def test_the_announcement_of_sparks_end_is_not_its_end() -> None:
    notice = events()[f"{SPARK}/chatgpt-codex/notice"]
    assert str(notice.when) == "2026-09-11T06:41:57Z"
    assert isinstance(notice.body, Deprecation)
    assert str(notice.body.says) == "[2026-09-14..2026-09-20]"
    assert notice.words == "next week"
    end = events()[f"{SPARK}/chatgpt-codex/retirement"]
    assert end.body == Retirement()
    assert str(end.when) == "[2026-09-12..2026-09-16]"
    assert (end.status, end.evidence, end.scope) == (Status.DISPUTED, Evidence.OBSERVED, "")
    assert str(end.known) == "2026-09-11T06:41:57Z"
    assert not parties(end.key, Role.SUCCESSOR), "no replacement was named"
    rival = events()[f"{SPARK}/chatgpt-codex/retirement/r1"]
    assert (str(rival.when), rival.rival_of, rival.shown) == ("2026-09-11", end.key, False)
    assert {(c.source_id, c.locator) for c in rival.sources} == {("seed-aibase", "18"), ("seed-xinzhiyuan", "129")}


ENDS = {  # key -> when, evidence, status, successor
    "gpt-5-2/chatgpt-codex/retirement": ("2026-06-02", "published", "occurred", ""),
    "gpt-5-3-codex/chatgpt-codex/retirement": ("2026-06-02", "published", "occurred", ""),
    "gpt-5-4/chatgpt-codex/retirement": ("2026-08-31T19:00:00Z", "published", "disputed", "gpt-5-6-terra"),
    "gpt-5-4-mini/chatgpt-codex/retirement": ("2026-08-31T19:00:00Z", "published", "disputed", "gpt-5-6-luna"),
    "gpt-5-4/chatgpt-codex/retirement-observed": ("[..2026-09-08]", "observed", "occurred", "gpt-5-6-terra"),
    "gpt-5-4-mini/chatgpt-codex/retirement-observed": ("[..2026-09-09]", "observed", "occurred", "gpt-5-6-luna"),
    "gpt-5-3-codex/openai-api/retirement": ("2027-04-01", "published", "scheduled", "gpt-6-sol"),
    "gpt-5-2/azure/retirement": ("2027-06-08", "published", "scheduled", "gpt-5-4"),
    "gpt-5-3-codex/azure/retirement": ("2027-08-24", "published", "scheduled", ""),
    "gpt-5-4/azure/retirement": ("2027-09-02", "published", "scheduled", "gpt-5-5"),
    "gpt-5-4-mini/azure/retirement": ("2027-09-21", "published", "scheduled", ""),
    "gpt-5-4/github-copilot/retirement": ("2026-10-19", "published", "occurred", ""),
    "gpt-5-4-mini/github-copilot/retirement": ("2026-10-19", "published", "occurred", ""),
    "gpt-5-2/chatgpt/retirement": ("2026-06-12", "secondary", "occurred", "gpt-5-5"),
}


@pytest.mark.parametrize("key", ENDS)
def test_each_surface_keeps_its_own_end(key: str) -> None:
    event, (when, evidence, status, successor) = events()[key], ENDS[key]
    assert isinstance(event.body, Retirement)
    assert (event.shown, event.scope) == (True, "")
    assert (str(event.when), event.evidence.value, event.status.value) == (when, evidence, status)
    assert parties(key, Role.SUCCESSOR) == ({successor} if successor else set())


@pytest.mark.parametrize(
    ("model", "surface"),
    [("gpt-5-2", "openai-api"), ("gpt-5-4", "openai-api"), ("gpt-5-4-mini", "openai-api"), (SPARK, "openai-api")],
)
def test_no_end_is_invented_for_a_surface_without_one(model: str, surface: str) -> None:
    """The articles say "retired" flatly; on the API nothing ends these models as a whole."""
    place = model, surface, ""
    ends = [event for event in catalogue().events if (event.subject_id, event.surface_id, event.scope) == place]
    assert not [event.key for event in ends if isinstance(event.body, Retirement)]


SCOPED = {
    "gpt-5-2/openai-api/retirement": "gpt-5.2-chat-latest",
    "gpt-5-2/azure/retirement-20260629": "gpt-5.2-chat",
    "deepseek-v4-flash/azure/retirement-20261203": "deepseek-v4-flash-0731",
    "deepseek-v4-flash/azure/retirement": "",
    "gpt-4o/openai-api/retirement-20260217": "chatgpt-4o-latest",
    "gpt-4o/openai-api/retirement": "",
    "claude-3-sonnet/bedrock/retirement-20260730": "region most Regions",
    "claude-3-sonnet/bedrock/retirement": "",
    "gpt-4o-audio-preview/openai-api/retirement-20260507": "gpt-4o-audio-preview",
    "gpt-4o-audio-preview/openai-api/retirement": "",
    "gpt-5-3-instant/openai-api/retirement": "",
    "qwen-plus/alibaba-model-studio/retirement": "qwen-plus-2024-11-27",
    f"{SOL}/openai-api/ultrafast-preview": "ultrafast tier",
}


@pytest.mark.parametrize("key", SCOPED)
def test_an_end_of_some_ids_or_one_region_is_scoped(key: str) -> None:
    assert events()[key].scope == SCOPED[key]


def test_no_scoped_end_is_later_than_the_end_of_the_whole_model_there() -> None:
    whole: dict[tuple[str, str], int] = {}
    for event in catalogue().events:
        if isinstance(event.body, Retirement) and event.shown and not event.scope:
            place = event.subject_id, event.surface_id
            whole[place] = max(whole.get(place, -1), event.when.start or event.when.end or 0)
    late = [
        event.key
        for event in catalogue().events
        if isinstance(event.body, Retirement)
        and event.scope
        and (event.when.start or 0) > whole.get((event.subject_id, event.surface_id), 10**9)
    ]
    assert not late


SCORES = {  # key -> (benchmark, version, minutes, flag, value)
    f"{SPARK}--terminal-bench-2-0--2": ("terminal-bench", "2.0", None, "", "58.4 percent"),
    f"{CODEX}--terminal-bench-2-0": ("terminal-bench", "2.0", None, "", "77.3 percent"),
    f"{CODEX}--swe-bench-pro-public--2": ("swe-bench-pro", "public", 3, "", "51 percent"),
    f"{CODEX}--swe-bench-pro-public--3": ("swe-bench-pro", "public", 9, "", "56 percent"),
    f"{CODEX}--swe-bench-pro-public--4": ("swe-bench-pro", "public", 16, "", "57 percent"),
    f"{SPARK}--swe-bench-pro-public": ("swe-bench-pro", "public", 1, "pairing_assumed", "47 percent"),
    f"{SPARK}--swe-bench-pro-public--2": ("swe-bench-pro", "public", 2, "pairing_assumed", "51 percent"),
    f"{SPARK}--terminal-bench-2-0": ("terminal-bench", "2.0", None, "outlier", "77.3 percent"),
    f"{SPARK}--swe-bench-pro-public--3": ("swe-bench-pro", "public", None, "outlier", "56 percent"),
    f"{CODEX}--swe-bench-pro-public--5": ("swe-bench-pro", "public", None, "outlier", "72 percent"),
    f"{CODEX}--swe-bench-pro-public": ("swe-bench-pro", "public", None, "", "56.8 percent"),
}


@pytest.mark.parametrize("key", SCORES)
def test_score(key: str) -> None:
    benchmark, version, minutes, flag, value = SCORES[key]
    score = events()[key].body
    assert isinstance(score, Score)
    assert (score.benchmark_id, score.version, score.budget_min, score.flag) == (benchmark, version, minutes, flag)
    assert amounts(key) == [value]
    assert (score.series == "spark-launch-curve") == (minutes is not None)


def test_the_order_and_its_amendment() -> None:
    first, later = events()["openai-cerebras-2026"], events()["openai-cerebras-2026-04"]
    assert (str(first.when), amounts(first.key)) == ("2026-01-14", ["750 MW", "> 10000000000 USD"])
    assert (str(later.when), amounts(later.key)) == ("2026-04-17", ["750 MW", "> 20000000000 USD"])
    assert isinstance(later.body, Deal)
    assert later.body.amends == first.key
    assert {"F14", "C24"} <= set(first.tags)
    assert {"F15", "C24"} <= set(later.tags)
    for deal in (first, later):
        assert parties(deal.key, Role.BUYER) == {"openai"}
        assert parties(deal.key, Role.SUPPLIER) == {"cerebras"}
        assert parties(deal.key, Role.HARDWARE) == {"cerebras-wse-3", "cerebras-cs-3"}


@pytest.mark.parametrize(
    ("model", "deal"), [(SPARK, "openai-cerebras-spark-2026"), (SOL, "openai-cerebras-ultrafast-2026")]
)
def test_deals_behind_a_model_name_it(model: str, deal: str) -> None:
    behind = {e.key for e in catalogue().events if isinstance(e.body, Deal) and model in parties(e.key, Role.SUBJECT)}
    assert behind == {deal}


def test_ultrafast_is_a_tier_and_not_a_surface() -> None:
    assert entities()["ultrafast"].kind is EntityKind.TIER
    assert not [e.id for e in catalogue().entities if e.kind is EntityKind.SURFACE and "ultrafast" in e.id]
    event = events()["tier-ultrafast-preview"]
    assert event.body == Tier(subtype="preview")
    assert str(event.when) == "2026-08-13"
    assert parties(event.key, Role.SUPPLIER) == {"openai"}
    assert parties(event.key, Role.CHIP_SUPPLIER) == {"cerebras"}
    assert parties(event.key, Role.HARDWARE) == {"cerebras-cs-3", "cerebras-wse-3"}
    assert amounts(event.key) == ["up_to 750 tok/s", "up_to 14 x"]
    assert {"F39", "C18", "C19"} <= set(event.tags)


def test_a_wished_for_model_is_neither_a_model_nor_anything_else() -> None:
    wish = events()["wish-fast-gpt-6"]
    assert wish.body == Note(subtype="wish")
    assert (wish.by_id, wish.tags) == ("chubby", ("F23",))
    for text in ("GPT-6-Spark", "GPT-6 Spark", "gpt-6-spark", "gpt-6-successor-wish", "hypothetical fast successor"):
        assert not named(text)
    assert not {"gpt-6-spark", "gpt-6-successor-wish", "ad-noise"} & set(entities())


def test_the_advertisement_is_no_entity_and_no_text() -> None:
    texts = [entity.name for entity in catalogue().entities] + [event.title for event in catalogue().events]
    texts += [alias.text for entity in catalogue().entities for alias in entity.aliases]
    assert not [text for text in texts if "kaiyun" in text.casefold() or "開云" in text]


SYSTEMS = {  # every system the articles name -> id and kind
    "GPT-5.3-Codex-Spark": (SPARK, "model"), "gpt-5.3-codex-spark": (SPARK, "model"), "Spark": (SPARK, "model"),
    "Codex-Spark": (SPARK, "model"), "GPT-5.3-Codex": (CODEX, "model"), "GPT-5.2": ("gpt-5-2", "model"),
    "GPT-5.4": ("gpt-5-4", "model"), "GPT-5.4 Mini": ("gpt-5-4-mini", "model"), "5.4 Mini": ("gpt-5-4-mini", "model"),
    "GPT-5.6 generation": ("gpt-5-6", "family"), "GPT-5.6 Sol": (SOL, "model"), "Sol": ("sol", "topic"),
    "Terra": ("terra", "topic"), "Luna": ("luna", "topic"), "Astra": ("astra", "topic"), "太陽": ("sol", "topic"),
    "大地": ("terra", "topic"), "月亮": ("luna", "topic"), "星辰": ("astra", "topic"),
    "Claude models": ("claude", "family"), "WSE-3": ("cerebras-wse-3", "chip"), "CS-3": ("cerebras-cs-3", "system"),
    "NVIDIA stack": ("nvidia-stack", "topic"), "Standard": ("standard", "tier"), "Priority": ("priority", "tier"),
    "Fast mode": ("priority", "tier"), "Ultrafast": ("ultrafast", "tier"), "Light … Max": ("effort-scale", "topic"),
    "separate Spark quota": ("spark-quota", "topic"), "main quota": ("main-quota", "topic"),
    "750 MW Cerebras order": ("openai-cerebras-order", "topic"),
    "Terminal-Bench 2.0": ("terminal-bench", "benchmark"), "SWE-Bench Pro": ("swe-bench-pro", "benchmark"),
    "GDP-Val": ("gdpval", "benchmark"), "GDPval": ("gdpval", "benchmark"), "OpenAI": ("openai", "organisation"),
    "Cerebras": ("cerebras", "organisation"), "NVIDIA": ("nvidia", "organisation"),
    "Hugging Face": ("hugging-face", "organisation"), "Turing College": ("turing-college", "organisation"),
    "X": ("x-platform", "organisation"), "新智元": ("xinzhiyuan", "publication"), "AIbase": ("aibase", "publication"),
    "AIbase基地": ("aibase", "publication"), "AI Daily": ("aibase", "publication"), "Codex": ("codex", "topic"),
    "Instructor": ("instructor", "topic"), "RAG": ("rag", "topic"), "JSON": ("json", "topic"),
    "API endpoints": ("api-endpoints", "topic"), "Tibo": ("thibault-sottiaux", "person"),
    "@thsottiaux": ("thibault-sottiaux", "person"), "Thibault Sottiaux": ("thibault-sottiaux", "person"),
    "Vaibhav Srivastav": ("vaibhav-srivastav", "person"), "argofowl": ("argofowl", "person"),
    "Chubby": ("chubby", "person"), "Ryan Vogel": ("ryan-vogel", "person"), "Jason Liu": ("jason-liu", "person"),
    "Nicholas Van Landschoot": ("nicholas-van-landschoot", "person"), "Andrew Feldman": ("andrew-feldman", "person"),
    "摩西": ("moxi", "person"), "unnamed developers": ("unnamed-developer", "person"),
}  # fmt: skip


@pytest.mark.parametrize("text", SYSTEMS)
def test_every_system_is_found_by_the_name_the_articles_use(text: str) -> None:
    entity, kind = SYSTEMS[text]
    assert entity in named(text)
    assert entities()[entity].kind == kind


@pytest.mark.parametrize(
    ("level", "model"), [("Sol", SOL), ("Terra", "gpt-5-6-terra"), ("Luna", "gpt-5-6-luna"), ("Astra", "gpt-6-astra")]
)
def test_a_level_name_also_finds_its_first_model(level: str, model: str) -> None:
    assert model in named(level)


# Contradictions and traps: what must be so for the catalogue to have understood each.


def apart(*keys: str) -> bool:
    """All are rows of their own, none a rival of another."""
    return all(events()[key].shown for key in keys)


def told(key: str, *parts: str) -> bool:
    """The event's words, title and note, and what its checks say, contain all parts."""
    event = events()[key]
    texts = [event.title, event.words, event.note]
    for check in checks(key):
        texts += [check.words, check.note, check.body.method if isinstance(check.body, Check) else ""]
    whole = " ".join(texts).casefold()
    return all(part.casefold() in whole for part in parts)


def c1() -> bool:
    end = events()[f"{SPARK}/chatgpt-codex/retirement"].when
    return str(end) == "[2026-09-12..2026-09-16]" and apart(f"{SPARK}/chatgpt-codex/notice")


def c16() -> bool:
    months, days = amounts("spark-lifetime-months"), amounts("spark-lifetime-days")
    return (months, days, checked("claim-f5")) == (["~ 7 months"], ["212..216 days"], ["211..216 days"])


def c30() -> bool:
    preview = events()[f"{SPARK}/chatgpt-codex/preview"]
    return str(preview.when) == "2026-02-12" and told("provenance-xinzhiyuan", "no year")


def c5() -> bool:
    ratios = {amount for fact in ("f33", "f35", "f42", "f49") for amount in amounts(f"claim-{fact}")}
    return ratios == {"15 x", "1.37 x", "14 x", "2.5 x", "5.6 x"}


def disputed(key: str) -> str:
    note = events()[key].body
    assert isinstance(note, Note)
    return note.disputed


def subjects(key: str) -> set[str]:
    return parties(key, Role.SUBJECT)


CONTRADICTIONS: dict[str, tuple[str, Callable[[], bool]]] = {
    "C1": ("next week against 11 September", c1),
    "C2": (
        "the relative date hangs on the post",
        lambda: events()["claim-f1"].anchor_key == f"{SPARK}/chatgpt-codex/notice",
    ),
    "C3": (
        "1200 and more than 1000 are two figures",
        lambda: amounts("claim-f6") == ["1200 tok/s"] and amounts("claim-f7") == ["> 1000 tok/s"],
    ),
    "C4": (
        "a quarter slower, against which speed",
        lambda: (
            {q.baseline for c in checks("claim-f51") for q in c.quantities}
            == {"GPT-5.3-Codex-Spark at 1000 tok/s", "GPT-5.3-Codex-Spark at 1200 tok/s"}
        ),
    ),
    "C5": ("five ratios, each its own", c5),
    "C6": ("14 times the rate, 6.6 times the generation", lambda: "~ 6.6 x" in checked("claim-f42")),
    "C7": (
        "implied baselines are derived",
        lambda: (
            amounts("sol-standard-speed-54") == ["~ 54 tok/s"]
            and amounts("codex-speed-67-80") == ["~ 67..80 tok/s"]
            and {events()[k].evidence for k in ("sol-standard-speed-54", "codex-speed-67-80")} == {Evidence.DERIVED}
        ),
    ),
    "C8": ("five to six points, up to ten", lambda: checked("claim-f32") == ["5..10 points"]),
    "C9": ("1.37 against 1.5 to 3", lambda: checked("claim-f35") == ["1.5..3 x"] and told("claim-f35", "finer")),
    "C10": ("16 minutes became 17", lambda: (amounts("claim-f38"), checked("claim-f38")) == (["17 min"], ["16 min"])),
    "C11": (
        "almost the same against not one bit less",
        lambda: (verdicts("claim-f50"), verdicts("claim-f52")) == ({"holds unverifiable"}, {"holds contradicted"}),
    ),
    "C12": ("80 per cent of overhead or of cost", lambda: told("claim-f10", "overhead", "cost")),
    "C13": (
        "30 per cent stands in one article only",
        lambda: {c.source_id for c in events()["claim-f11"].sources} == {"seed-xinzhiyuan"},
    ),
    "C14": (
        "750 MW and 750 tok/s",
        lambda: amounts("claim-f14") == ["750 MW"] and amounts("claim-f41") == ["750 tok/s"],
    ),
    "C15": ("past three months, 101 days", lambda: checked("claim-f54") == ["101 days"]),
    "C16": ("seven months, by which end", c16),
    "C17": (
        "retired where",
        lambda: {e.surface_id for k in ENDS if "C17" in (e := events()[k]).tags} == {"chatgpt-codex"},
    ),
    "C18": ("who launched Ultrafast", lambda: parties("tier-ultrafast-preview", Role.SUPPLIER) == {"openai"}),
    "C19": ("up to was dropped", lambda: amounts("sol-ultrafast-speed-750-upto") == ["up_to 750 tok/s"]),
    "C20": (
        "Priority became Fast mode before the article",
        lambda: str(events()["tier-priority-renamed"].when) == "2026-07-30" and "1.5..2 x" in checked("claim-f42"),
    ),
    "C21": ("the workflow needs GPT-5.4", lambda: told("claim-f24", "on or after 2026-03-05")),
    "C22": ("whose line it is is disputed", lambda: "developers on X" in disputed("reaction-turing-college")),
    "C23": ("whom he works for is disputed", lambda: "employer" in disputed("reaction-srivastav-farewell")),
    "C24": ("10 or 20 billion", lambda: checked("claim-f15") == ["> 10000000000 USD", "> 20000000000 USD"]),
    "C25": ("Astra belongs to GPT-6", lambda: entities()["gpt-6-astra"].parent_id == "gpt-6"),
    "C26": (
        "published and observed end",
        lambda: apart("gpt-5-4/chatgpt-codex/retirement", "gpt-5-4/chatgpt-codex/retirement-observed"),
    ),
    "C27": ("the body is not cut off", lambda: told("text-aibase-not-cut", "it is not")),
    "C28": ("inserted advertising", lambda: told("text-xinzhiyuan-noise", "advertising", "shuffled")),
    "C29": ("mixed scripts", lambda: told("text-mixed-scripts", "traditional", "simplified")),
    "C30": ("no year in the first article", c30),
    "C31": (
        "one wafer, many systems",
        lambda: "cerebras-wse-3" in subjects("claim-f28") and "cerebras-cs-3" in subjects("claim-f40"),
    ),
    "C32": ("GDP-Val is GDPval", lambda: named("GDP-Val") == named("GDPval") == {"gdpval"}),
}


def test_no_contradiction_is_missing() -> None:
    assert [f"C{n}" for n in range(1, 33)] == list(CONTRADICTIONS)


@pytest.mark.parametrize("tag", CONTRADICTIONS)
def test_contradiction(tag: str) -> None:
    meaning, holds = CONTRADICTIONS[tag]
    assert tagged(tag), f"nothing carries {tag}"
    assert holds(), meaning


# The whole.

COUNTS = {
    "release": 444, "preview": 46, "legacy": 25, "deprecation": 163, "retirement": 416, "date_change": 36,
    "score": 1456, "deal": 91, "measurement": 49, "claim": 63, "hardware_release": 71, "announcement": 70,
}  # fmt: skip


@pytest.mark.parametrize("kind", COUNTS)
def test_at_least_this_many_events(kind: str) -> None:
    """The catalogue grows; it must not lose a row."""
    assert sum(event.kind == kind and event.shown for event in catalogue().events) >= COUNTS[kind]


def test_every_event_has_a_source_or_says_why_not() -> None:
    unsourced = [
        event.key
        for event in catalogue().events
        if not event.sources and event.evidence not in (Evidence.MEMORY, Evidence.ARITHMETIC, Evidence.DERIVED)
    ]
    assert not unsourced


def test_every_claim_is_checked_and_our_own_checks_say_so() -> None:
    unchecked = [e.key for e in catalogue().events if isinstance(e.body, Claim) and not list(checks(e.key))]
    assert not unchecked
    others = {e.by_id for e in catalogue().events if isinstance(e.body, Check) and not e.body.own}
    assert others == {"nicholas-van-landschoot"}
    assert not [e.key for e in catalogue().events if isinstance(e.body, Check) and e.body.own and e.by_id]
    own = [e for e in catalogue().events if isinstance(e.body, Check) and e.body.own]
    assert {(str(e.when), e.known_basis) for e in own} == {("2026-11-30", KnownBasis.SOURCE_VINTAGE)}


def test_everything_named_is_there() -> None:
    sources = {source.id for source in catalogue().sources}
    known = set(entities())
    keys = set(events())
    missing: set[str] = set()
    for event in catalogue().events:
        ids = {event.subject_id, event.surface_id, event.by_id, *(party.entity_id for party in event.parties)}
        refs = {event.rival_of, event.anchor_key}
        match event.body:
            case Score(benchmark_id=benchmark):
                ids.add(benchmark)
            case Deal(amends=other) | Claim(measurement=other) | Check(claim=other):
                refs.add(other)
        missing |= {*(ids - known), *(refs - keys), *({c.source_id for c in event.sources} - sources)} - {""}
    for entity in catalogue().entities:
        missing |= {entity.organisation_id, entity.parent_id} - known - {""}
    assert not missing


def test_no_entity_has_one_alias_twice() -> None:
    twice = [e.id for e in catalogue().entities if len({fold(a.text) for a in e.aliases}) != len(e.aliases)]
    assert not twice


def test_an_id_belongs_to_one_model() -> None:
    owners: dict[str, set[str]] = {}
    for entity in catalogue().entities:
        if entity.kind is EntityKind.MODEL:
            for text in (entity.name, *(alias.text for alias in entity.aliases)):
                owners.setdefault(fold(text), set()).add(entity.id)
    assert not {text: ids for text, ids in owners.items() if len(ids) > 1}


def test_models_and_hardware_have_their_figures() -> None:
    spark = entities()[SPARK].facts
    assert spark == ModelFacts(context_tokens=128000, modalities="text->text", open_weights=False)
    wafer = entities()["cerebras-wse-3"].facts
    assert isinstance(wafer, HardwareFacts)
    assert (wafer.node_nm, wafer.memory_gb, wafer.memory_type, wafer.peak_flops) == (5, 44, "on-chip SRAM", 1.25e17)
    assert [event.key for event in catalogue().events if event.kind == "price"] == []


def test_measurements_derived_here_have_no_author() -> None:
    derived = [e for e in catalogue().events if isinstance(e.body, Measurement) and e.evidence is Evidence.DERIVED]
    assert len(derived) == 9
    assert {event.by_id for event in derived} == {""}
