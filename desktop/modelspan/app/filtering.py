"""The filter as people see it: facets with counts, a chip for every restriction, how much is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from modelspan.app.matching import FACETS
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter
from modelspan.domain.dates import MAX_DAY, MIN_DAY
from modelspan.domain.records import Kind
from modelspan.domain.words import Words
from modelspan.engine.lives import STANDING_WORDS, STANDINGS, Standing


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a facet and how many models it alone would leave, the other facets as they are."""

    key: str
    name: str
    count: int
    on: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """A field of the filter with its choices. A kind that only tracks show counts models that have such events."""

    name: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """One restriction in words, and the filter that is left without it."""

    text: str
    without: Filter


def kind_name(words: Words, kind: str) -> str:
    """A kind of event in words."""
    return words.tr(kind.replace("_", " "))


def standing_name(words: Words, status: str) -> str:
    """A standing in words; as it is when there is none of that name."""
    return words.tr(STANDING_WORDS[Standing(status)]) if status in STANDINGS else status


def facets(scene: Scene, state: AppState) -> tuple[Facet, ...]:
    """Every facet; organisations and surfaces by count, what would leave nothing only where it is on."""

    def make() -> tuple[Facet, ...]:
        return tuple(facet(scene, state, name) for name in FACETS)

    found: tuple[Facet, ...] = scene.keep("facets", (state.filter, state.today, scene.words), make)
    return found


def facet(scene: Scene, state: AppState, name: str) -> Facet:
    """One facet."""
    words, counts = scene.words, scene.matching(state).counts(name)
    on: frozenset[str] = getattr(state.filter, name)
    choices: list[Choice]
    match name:
        case "kinds":
            used = np.bincount(scene.snapshot.events.kind, minlength=len(Kind))
            choices = [
                Choice(kind.value, kind_name(words, kind.value), int(counts[n]), kind.value in on)
                for n, kind in enumerate(Kind)
                if used[n] or kind.value in on
            ]
        case "statuses":
            choices = [
                Choice(value.value, standing_name(words, value.value), int(counts[n]), value.value in on)
                for n, value in enumerate(STANDINGS)
            ]
        case _:
            choices = by_count(scene, counts, on)
    return Facet(name, tuple(choices))


def by_count(scene: Scene, counts: Any, on: frozenset[str]) -> list[Choice]:
    """Choices of entities, those that leave most first."""
    entities = scene.snapshot.entities
    rows = {*np.flatnonzero(counts).tolist(), *scene.rows(on)}
    found = [Choice(entities.ids[row], entities.names[row], int(counts[row]), entities.ids[row] in on) for row in rows]
    return sorted(found, key=lambda choice: (-choice.count, choice.name.casefold(), choice.key))


def name_of(scene: Scene, key: str) -> str:
    """The name of an entity, its id where the store lacks it."""
    return scene.snapshot.name(scene.snapshot.entities.row.get(key, -1)) or key


def range_words(words: Words, start: int | None, end: int | None) -> str:
    """`1 Jan 2026 – 31 Dec 2026`, `from 1 Jan 2026`, `until 31 Dec 2026`; the end is half-open."""
    last = min(max((end or 0) - 1, MIN_DAY), MAX_DAY)
    if start is None:
        return words.fill("until %1", words.full_day(last))
    first = min(max(start, MIN_DAY), MAX_DAY)
    if end is None:
        return words.fill("from %1", words.full_day(first))
    return words.full_day(first) if first == last else f"{words.full_day(first)} – {words.full_day(last)}"


def chips(scene: Scene, state: AppState) -> list[Chip]:
    """Every restriction, one for each value."""
    return list(restrictions(scene, state.filter))


def restrictions(scene: Scene, wanted: Filter) -> Iterator[Chip]:
    """The restrictions of a filter, in the order of its fields."""
    words = scene.words

    def each(field: str, say: Callable[[str], str]) -> Iterator[Chip]:
        values: frozenset[str] = getattr(wanted, field)
        for text, value in sorted((say(value), value) for value in values):
            rest: dict[str, Any] = {field: values - {value}}
            yield Chip(text, replace(wanted, **rest))

    def kind(value: str) -> str:
        text = kind_name(words, value)
        return words.fill("only %1", text) if len(wanted.kinds) == 1 else text

    def status(value: str) -> str:
        return words.fill("status: %1", standing_name(words, value))

    def entity(value: str) -> str:
        return name_of(scene, value)

    if wanted.text:
        yield Chip(words.fill("“%1”", wanted.text), replace(wanted, text=""))
    yield from each("organisations", entity)
    yield from each("surfaces", entity)
    yield from each("kinds", kind)
    yield from each("statuses", status)
    if wanted.start is not None or wanted.end is not None:
        yield Chip(range_words(words, wanted.start, wanted.end), replace(wanted, start=None, end=None))
    if wanted.only:
        text = words.count(len(wanted.only), "only %1 chosen model", "only %1 chosen models")
        yield Chip(text, replace(wanted, only=frozenset()))


def hidden(scene: Scene, state: AppState) -> int:
    """How many models the filter hides, those no one hosts among them."""
    return len(scene.snapshot.entities.models) - int(np.count_nonzero(scene.mask(state)))
