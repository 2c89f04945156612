"""A catalogue: the bag of records one dataset holds, and how two values for one thing meet in a slot."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from modelspan.domain.records import Dataset, DateChange, Entity, Event, Kind, Score, Source

# Kinds where one value is expected per slot; two different ones are rivals. Notices, slips, claims and the like repeat.
SINGLE_VALUED = frozenset(
    {Kind.ANNOUNCEMENT, Kind.PREVIEW, Kind.RELEASE, Kind.LEGACY, Kind.RETIREMENT, Kind.HARDWARE_RELEASE, Kind.SCORE}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Everything one dataset states, in the order it was written. `as_of` is the ISO day of its facts."""

    dataset: Dataset
    as_of: str
    sources: tuple[Source, ...] = ()
    entities: tuple[Entity, ...] = ()
    events: tuple[Event, ...] = ()


def slot(event: Event) -> str:
    """Kind, subject, surface and scope; for scores also all that makes two of them comparable."""
    parts = [event.kind.value, event.subject_id, event.surface_id, event.scope]
    if isinstance(event.body, Score):
        body = event.body
        budget = "" if body.budget_min is None else f"{body.budget_min:g}"
        metric = event.quantities[0].metric if event.quantities else ""
        parts.append(
            "/".join((body.benchmark_id, body.version, metric, body.harness, body.effort, budget, body.variant))
        )
    elif isinstance(event.body, DateChange):
        parts.append("" if event.body.was is None else str(event.body.was))
    return "|".join(parts)


def slots(events: tuple[Event, ...]) -> dict[str, str]:
    """Key -> slot; a rival stands in the slot of the row it contradicts."""
    own = {event.key: slot(event) for event in events}
    return {event.key: own.get(event.rival_of, own[event.key]) for event in events}


def value_text(event: Event) -> str:
    """What two rows of one slot must share to agree: the number for scores, the date for the rest."""
    if event.kind is Kind.SCORE and event.quantities:
        return event.quantities[0].published
    return str(event.when)


def rivals(events: tuple[Event, ...]) -> dict[str, tuple[str, ...]]:
    """Slot -> its differing values, for slots of single-valued kinds that hold two or more."""
    values: dict[str, dict[str, None]] = {}
    where = slots(events)
    for event in events:
        if event.kind in SINGLE_VALUED:
            values.setdefault(where[event.key], {})[value_text(event)] = None
    return {name: tuple(texts) for name, texts in values.items() if len(texts) > 1}


def fold(text: str) -> str:
    """Text for comparing and searching: compatibility forms, case and punctuation folded away.

    'GPT‑5.4 Mini', 'gpt-5.4-mini' and 'gpt 5.4 mini' are equal; dots and plus signs stay because names differ by them.
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    kept = (
        character if character.isalnum() or character in ".+" else " "
        for character in plain
        if not unicodedata.combining(character)
    )
    return " ".join("".join(kept).split())
