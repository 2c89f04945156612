"""Check a catalogue for what reading single records cannot see: unknown references, impossible orders, no units."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import earliest, iso, latest
from modelspan.domain.problems import Problem
from modelspan.domain.records import Check, Claim, Deal, Entity, EntityKind, Event, Evidence, Kind, Role, Score

UNSOURCED = frozenset({Evidence.MEMORY, Evidence.ARITHMETIC, Evidence.DERIVED})  # these need no source
NEEDS_UNIT = frozenset({"capacity", "value", "output_speed"})
# These reorder the text around them, so that a name could read as another one.
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

Finding = tuple[str, str]  # id of the record, plain sentence


def check(catalogue: Catalogue, origin: Mapping[str, str]) -> list[Problem]:
    """Every finding, in the order of the records. `origin` names the file of each key and id, as far as it is known."""
    entities = {entity.id: entity for entity in catalogue.entities}
    events = {event.key: event for event in catalogue.events}
    sources = {source.id for source in catalogue.sources}
    found: list[Finding] = []
    found += duplicates("source", (source.id for source in catalogue.sources))
    found += duplicates("entity", (entity.id for entity in catalogue.entities))
    found += duplicates("event", (event.key for event in catalogue.events))
    found += ((catalogue.dataset.id, text) for text in bad_url(catalogue.dataset.url))
    for source in catalogue.sources:
        found += ((source.id, text) for text in (*bad_url(source.url), *bad_text("title", source.title)))
    for entity in catalogue.entities:
        found += ((entity.id, text) for text in entity_findings(entity, entities))
    for event in catalogue.events:
        found += ((event.key, text) for text in references(event, entities, events, sources))
        found += ((event.key, text) for text in values(event))
    found += orders(catalogue.events)
    return [Problem(origin.get(record, "catalogue.toml"), record, text) for record, text in found]


def duplicates(what: str, names: Iterable[str]) -> Iterator[Finding]:
    """Ids that more than one record has."""
    for name, count in Counter(names).items():
        if count > 1:
            yield name, f"{count} records of type {what} have this id; give each its own."


def bad_url(url: str) -> Iterator[str]:
    """An address that a browser must not be sent to."""
    try:
        parts = urlsplit(url)
        good = not url or (parts.scheme in ("http", "https") and bool(parts.hostname))
    except ValueError:
        good = False
    if not good:
        yield f"url {url!r} is not an http or https address."


def bad_text(what: str, text: str) -> Iterator[str]:
    """Characters that are not seen but change what is."""
    for character in text:
        if character in BIDI or unicodedata.category(character) == "Cc":
            yield f"{what} holds the invisible character U+{ord(character):04X}; remove it."
            return


def unknown(what: str, name: str, kind: EntityKind | None, entities: Mapping[str, Entity]) -> Iterator[str]:
    """A reference to an entity that is not there, or is of another kind."""
    if not name:
        return
    if name not in entities:
        yield f"{what} {name!r} is not in the catalogue."
    elif kind and entities[name].kind is not kind:
        yield f"{what} {name!r} is of type {entities[name].kind}, not {kind}."


def entity_findings(entity: Entity, entities: Mapping[str, Entity]) -> Iterator[str]:
    """What is wrong with a named thing."""
    yield from bad_text("name", entity.name)
    yield from unknown("organisation", entity.organisation_id, EntityKind.ORGANISATION, entities)
    if entity.kind is EntityKind.MODEL:
        yield from unknown("family", entity.parent_id, EntityKind.FAMILY, entities)
    else:
        yield from unknown("parent", entity.parent_id, None, entities)
    for alias in entity.aliases:
        yield from bad_text("alias", alias.text)
        yield from unknown("surface of an alias", alias.surface_id, EntityKind.SURFACE, entities)


def references(
    event: Event, entities: Mapping[str, Entity], events: Mapping[str, Event], sources: set[str]
) -> Iterator[str]:
    """What an event names and the catalogue does not have."""
    yield from unknown("subject", event.subject_id, None, entities)
    yield from unknown("surface", event.surface_id, EntityKind.SURFACE, entities)
    yield from unknown("by", event.by_id, None, entities)
    for party in event.parties:
        yield from unknown(party.role.value, party.entity_id, None, entities)
        if party.role is Role.SUCCESSOR and party.entity_id and party.entity_id == event.subject_id:
            yield f"{event.subject_id!r} is named as its own successor."
    for citation in event.sources:
        if citation.source_id not in sources:
            yield f"source {citation.source_id!r} is not in the catalogue."
    if event.anchor_key and event.anchor_key not in events:
        yield f"anchor {event.anchor_key!r} is not an event."
    if event.rival_of and (event.rival_of not in events or events[event.rival_of].kind is not event.kind):
        yield f"rival_of {event.rival_of!r} is not an event of kind {event.kind}."
    match event.body:
        case Score(benchmark_id=benchmark):
            yield from unknown("benchmark", benchmark, EntityKind.BENCHMARK, entities)
        case Deal(amends=key) if key and not is_kind(events.get(key), Kind.DEAL):
            yield f"amends {key!r} is not a deal."
        case Claim(measurement=key) if key and not is_kind(events.get(key), Kind.MEASUREMENT):
            yield f"measurement {key!r} is not in the catalogue."
        case Check(claim=key) if not is_kind(events.get(key), Kind.CLAIM):
            yield f"claim {key!r} is not in the catalogue."
        case _:
            pass


def is_kind(event: Event | None, kind: Kind) -> bool:
    """Whether there is such an event, and it is of that kind."""
    return event is not None and event.kind is kind


def values(event: Event) -> Iterator[str]:
    """What is wrong with an event by itself."""
    yield from bad_text("title", event.title)
    if not event.sources and event.evidence not in UNSOURCED:
        yield "no source is named; name one, or state evidence memory, arithmetic or derived."
    for amount in event.quantities:
        if amount.metric in NEEDS_UNIT and not amount.unit:
            yield f"{amount.metric} has no unit."
        numbers = [number for number in (amount.value, amount.low, amount.high) if number is not None]
        if event.kind is Kind.SCORE and amount.unit == "percent":
            yield from (
                f"a score of {number:g} percent lies outside 0 to 100." for number in numbers if not 0 <= number <= 100
            )


def orders(events: Iterable[Event]) -> Iterator[Finding]:
    """Retirements that lie wholly before the same model began on the same surface."""
    begins: dict[tuple[str, str], int] = {}
    ends: list[Event] = []
    for event in events:
        if not event.shown or not event.subject_id or not event.surface_id:
            continue
        if event.kind in (Kind.PREVIEW, Kind.RELEASE) and (day := earliest(event.when)) is not None:
            place = event.subject_id, event.surface_id
            begins[place] = min(day, begins.get(place, day))
        elif event.kind is Kind.RETIREMENT:
            ends.append(event)
    for event in ends:
        begin, end = begins.get((event.subject_id, event.surface_id)), latest(event.when)
        if begin is not None and end is not None and end < begin:
            yield event.key, f"it ends on {iso(end)}, before it began on {event.surface_id} on {iso(begin)}."
