"""Names of public lists: 300 labelled pairs in any order, and all of the lists at once where they are at hand."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.drafts import Named
from modelspan.domain.identity import Certainty, Match, Resolver
from modelspan.domain.identity_makers import squeeze
from modelspan.domain.identity_spelling import SIZE, readings
from modelspan.domain.records import EntityKind
from modelspan.domain.snapshot import Snapshot
from modelspan.formats import epoch_hardware, epoch_models, genai_prices, llm_stats, models_dev
from tests.bench import identity
from tests.core.readings import REAL, real

LISTS = {
    "models.dev_2026-05-21.api.json.gz": models_dev,
    "genai-prices_v2_data_2026-08-21.json": genai_prices,
    "llm-stats_models_2025-10-16.json": llm_stats,
    "llm-stats_model_benchmarks_2025-10-16.json": llm_stats,
    "epoch_notable_ai_models_2025-11.csv": epoch_models,
    "epoch_ml_hardware_2026-04.csv": epoch_hardware,
}


def test_the_pairs_are_what_they_should_be() -> None:
    pairs = identity.pairs()
    assert len(pairs) == len({frozenset((pair.one, pair.other)) for pair in pairs}) == 300
    same = sum(pair.same for pair in pairs)
    assert min(same, 300 - same) >= 130
    assert all(pair.one != pair.other and all(pair.found_in) for pair in pairs)
    assert len({source for pair in pairs for side in pair.found_in for source in side}) >= 7


def test_labels_agree_with_the_catalogue(bundled: Catalogue) -> None:
    """Where the catalogue itself lists both ids, it decides."""
    owner: dict[str, set[str]] = defaultdict(set)
    for entity in bundled.entities:
        if entity.kind is EntityKind.MODEL:
            for text in (entity.name, *(alias.text for alias in entity.aliases)):
                owner[text].add(entity.id)
    told = [pair for pair in identity.pairs() if pair.one in owner and pair.other in owner]
    assert len(told) > 150
    assert [pair for pair in told if pair.same != bool(owner[pair.one] & owner[pair.other])] == []


def test_precision_and_recall_against_the_catalogue(bundled: Catalogue) -> None:
    found = identity.judge(Resolver(bundled.entities), identity.pairs())
    assert found.precision >= identity.PRECISION, found.false
    assert found.recall >= identity.RECALL, found.missed


def test_precision_and_recall_of_new_names(bundled: Catalogue) -> None:
    asked = [pair for pair in identity.pairs() if pair.by == "naming"]
    found = identity.judge(Resolver(identity.no_models(bundled.entities)), asked)
    assert found.precision >= identity.PRECISION, found.false
    assert found.recall >= identity.RECALL, found.missed


@pytest.mark.parametrize("seed", range(4))
def test_the_pairs_come_out_alike_in_any_order(bundled: Catalogue, seed: int) -> None:
    pairs = identity.pairs()
    random.Random(seed).shuffle(pairs)
    turned = [identity.Pair(pair.other, pair.one, pair.same, pair.by, pair.found_in) for pair in pairs]
    new = [pair for pair in turned if pair.by == "naming"]
    for entities, asked in ((bundled.entities, turned), (identity.no_models(bundled.entities), new)):
        found = identity.judge(Resolver(entities), asked)
        assert found.precision >= identity.PRECISION, found.false
        assert found.recall >= identity.RECALL, found.missed


# All of the lists.


@dataclass(frozen=True)
class Lists:
    """Every name of the lists with its surface, and what became of it."""

    names: tuple[tuple[Named, str], ...]
    resolver: Resolver
    found: dict[tuple[Named, str], Match]


def names_of(name: str) -> Iterator[tuple[Named, str]]:
    reading = LISTS[name].read(real(name))
    for named in reading.alone:
        yield named, ""
    for draft in reading.drafts:
        surface = draft.surface if isinstance(draft.surface, str) else ""
        for named in (draft.subject, draft.benchmark, None if isinstance(draft.surface, str) else draft.surface):
            if named is not None:
                yield named, surface
        for _, named in draft.parties:
            yield named, surface


@pytest.fixture(scope="module")
def names() -> tuple[tuple[Named, str], ...]:
    if not REAL.is_dir():
        pytest.skip("the lists are not here")
    return tuple(dict.fromkeys(pair for name in LISTS for pair in names_of(name)))


@pytest.fixture(scope="module")
def lists(names: tuple[tuple[Named, str], ...], snapshot: Snapshot) -> Lists:
    return learned(names, snapshot)


def learned(names: tuple[tuple[Named, str], ...], snapshot: Snapshot) -> Lists:
    resolver = Resolver(snapshot)
    resolver.learn(names)
    return Lists(names, resolver, {pair: resolver.match(*pair) for pair in names})


def test_an_import_in_another_order_gives_the_same_entities(lists: Lists, snapshot: Snapshot) -> None:
    shuffled = list(lists.names)
    random.Random(3).shuffle(shuffled)
    other = learned(tuple(shuffled), snapshot)
    assert other.found == lists.found
    assert sorted(map(repr, other.resolver.new_entities())) == sorted(map(repr, lists.resolver.new_entities()))


def test_a_second_import_finds_what_the_first_made(lists: Lists, bundled: Catalogue) -> None:
    later = Resolver((*bundled.entities, *lists.resolver.new_entities()))
    later.learn(lists.names)
    moved = [pair for pair, match in lists.found.items() if later.match(*pair).entity != match.entity]
    assert len(moved) <= len(lists.found) // 100


def test_no_lane_holds_two_sizes(lists: Lists) -> None:
    sizes: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for (named, _), match in lists.found.items():
        spelling = next(readings(named.id), None) if named.kind is EntityKind.MODEL and named.id else None
        found = tuple(sorted(number for number in spelling.numbers if SIZE.match(number))) if spelling else ()
        if found:
            sizes[match.entity].add(found)
    assert {entity: found for entity, found in sizes.items() if len(found) > 1} == {}


def test_no_two_new_lanes_have_one_name(lists: Lists) -> None:
    doubtful = {match.entity for match in lists.found.values() if match.certainty is Certainty.DOUBTFUL}
    by_name: dict[tuple[EntityKind, str, str], list[str]] = defaultdict(list)
    for entity in lists.resolver.new_entities():
        if entity.id not in doubtful:
            maker = entity.organisation_id if entity.kind is EntityKind.FAMILY else ""
            by_name[entity.kind, maker, squeeze(entity.name)].append(entity.id)
    twice = {name: found for name, found in by_name.items() if len(found) > 1}
    assert set(twice) <= {(EntityKind.MODEL, "", "opt13b")}  # OPT-13B and OPT-1.3B


def test_every_new_entity_can_be_read_and_stored(lists: Lists) -> None:
    new = lists.resolver.new_entities()
    ids = {entity.id for entity in new} | set(lists.resolver.known.ids)
    assert len({entity.id for entity in new}) == len(new)
    for entity in new:
        assert re.fullmatch(r"[^\W_A-Z]+(?:-[^\W_A-Z]+)*", entity.id), entity.id
        assert entity.name.strip()
        assert entity.organisation_id in ids | {""}
        assert entity.parent_id in ids | {""}
    makers = [entity.name for entity in new if entity.kind is EntityKind.ORGANISATION]
    assert not [name for name in makers if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name)]
