"""What a file states, as events of a store: names become entities, rows that agree become one event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from modelspan.domain.catalogue import SINGLE_VALUED, value_text
from modelspan.domain.dates import Qualifier
from modelspan.domain.drafts import Draft, Named, Reading
from modelspan.domain.identity import Certainty, Match, Resolver
from modelspan.domain.records import Citation, Entity, EntityKind, Event, Kind, KnownBasis, Party, Score

LIFE = frozenset({Kind.PREVIEW, Kind.RELEASE, Kind.LEGACY, Kind.DEPRECATION, Kind.RETIREMENT})
ENDS = frozenset({Kind.DEPRECATION, Kind.RETIREMENT})
DAY = re.compile(r"(?<![0-9])(20[12][0-9])-?(0[1-9]|1[0-2])-?(0[1-9]|[12][0-9]|3[01])(?![0-9])")
Place = tuple[Kind, str, str, str]  # kind, model, surface, scope


@dataclass(frozen=True, slots=True)
class Doubt:
    """A name of a file that may mean a thing of the store: for a person to decide. `key` is what is remembered."""

    key: str
    named: Named
    match: Match


@dataclass(frozen=True, slots=True)
class Row:
    """An event of one row of a file. `part` says that it is about one id of a model, not about the model itself."""

    event: Event
    part: bool


def learn(readings: Sequence[Reading], resolver: Resolver) -> None:
    """Let a resolver see every name of an import, surfaces first, so that no order of files or rows matters."""
    drafts = [draft for reading in readings for draft in reading.drafts]
    resolver.learn((draft.surface, "") for draft in drafts if isinstance(draft.surface, Named))
    resolver.learn((named, "") for reading in readings for named in reading.alone)
    resolver.learn(pair for draft in drafts for pair in named_in(draft, surface_of(draft, resolver)))


def surface_of(draft: Draft, resolver: Resolver) -> str:
    """The surface of a draft as an entity."""
    return draft.surface if isinstance(draft.surface, str) else resolver.match(draft.surface).entity


def named_in(draft: Draft, surface: str) -> Iterator[tuple[Named, str]]:
    """Everything a draft names but its surface, each with the surface it is looked for on."""
    if draft.subject is not None:
        yield draft.subject, surface
    if draft.benchmark is not None:
        yield draft.benchmark, ""
    for _, named in draft.parties:
        yield named, surface


def kept(entity: Entity, stored: Mapping[str, Entity]) -> Entity:
    """An entity that its dataset described before: names are added to it and facts renewed, nothing is taken away."""
    old = stored.get(entity.id)
    if old is None or old.kind is not entity.kind:
        return entity
    names = {alias.text for alias in old.aliases} | {old.name}
    return replace(
        old,
        aliases=(*old.aliases, *(alias for alias in entity.aliases if alias.text not in names)),
        facts=entity.facts or old.facts,
    )


class Writer:
    """Turns the drafts of one file into events.

    `keys` are those that the dataset has in the store: an event that several rows state goes by one of those, so
    that it stays the same event while rows come and go. `snapshots` are the days in the ids that each model is known
    by, see `snapshots_of`.
    """

    def __init__(
        self,
        reading: Reading,
        resolver: Resolver,
        keys: frozenset[str] = frozenset(),
        snapshots: Mapping[str, frozenset[str]] = MappingProxyType({}),
    ) -> None:
        self.reading, self.resolver, self.keys, self.snapshots = reading, resolver, keys, snapshots
        self.doubts: dict[str, Doubt] = {}
        self.spoken_of: set[str] = set()

    def entity(self, named: Named, surface: str = "") -> Match:
        """The entity a name means; what is doubtful is kept for a person to decide."""
        match = self.resolver.match(named, surface)
        self.spoken_of.add(match.entity)
        if match.certainty is Certainty.DOUBTFUL:
            key = self.resolver.key(named)
            self.doubts.setdefault(key, Doubt(key, named, match))
        return match

    def events(self) -> tuple[Event, ...]:
        """All events. Rows about the life of one model on one surface are told as one thing, see `slot_events`."""
        for named in self.reading.alone:
            self.entity(named)
        life: dict[Place, list[Row]] = {}
        found: dict[str, Event] = {}
        for draft in self.reading.drafts:
            row = self.written(draft)
            event = row.event
            if event.kind in LIFE and event.subject_id and not self.reading.settled:
                life.setdefault((event.kind, event.subject_id, event.surface_id, event.scope), []).append(row)
            else:
                found[event.key] = event
        for (_, model, _, _), rows in life.items():
            for event in slot_events(rows, self.keys, self.snapshots.get(model, frozenset())):
                found[event.key] = event
        return tuple(found.values())

    def written(self, draft: Draft) -> Row:
        """A draft with the ids of the store."""
        if isinstance(draft.surface, Named):
            self.entity(draft.surface)
        surface = surface_of(draft, self.resolver)
        match = self.entity(draft.subject, surface) if draft.subject else None
        parties = tuple(
            Party(role=role, entity_id=self.entity(named, surface).entity, words=named.name or named.id)
            for role, named in draft.parties
        )
        event = draft.event
        body = event.body
        if isinstance(body, Score) and draft.benchmark is not None:
            body = replace(body, benchmark_id=self.entity(draft.benchmark).entity)
        scope_ids = match.scope_ids if match else ()
        written = replace(
            event,
            body=body,
            subject_id=match.entity if match else event.subject_id,
            surface_id=surface,
            parties=tuple(dict.fromkeys((*event.parties, *parties))),
            ids=tuple(dict.fromkeys((*event.ids, *scope_ids))),
        )
        return Row(written, bool(scope_ids))

    def entities(self, fresh: Mapping[str, Entity], taken: set[str]) -> tuple[Entity, ...]:
        """What of the `fresh` entities this file names and no file before it (`taken`) describes, with all owners."""
        wanted = [name for name in self.spoken_of if name in fresh]
        found: set[str] = set()
        while wanted:
            name = wanted.pop()
            if name in fresh and name not in found:
                found.add(name)
                wanted += [fresh[name].organisation_id, fresh[name].parent_id]
                wanted += [alias.surface_id for alias in fresh[name].aliases]
        return tuple(entity for name, entity in fresh.items() if name in found and name not in taken)


def snapshots_of(entities: Iterable[Entity]) -> dict[str, frozenset[str]]:
    """The days in the ids that models are called by: `20241120` of gpt-4o-2024-11-20."""
    return {
        entity.id: days_in(alias.text for alias in entity.aliases)
        for entity in entities
        if entity.kind is EntityKind.MODEL
    }


def days_in(ids: Iterable[str]) -> frozenset[str]:
    """The days that stand in ids, digits only."""
    return frozenset("".join(found) for text in ids for found in DAY.findall(text))


def slot_events(rows: list[Row], keys: frozenset[str], snapshots: frozenset[str] = frozenset()) -> list[Event]:
    """What a file says of one turn in the life of one model on one surface.

    Rows that agree are one event. Where ids of one model differ, each id is a scope of its own. The model as a whole
    ends with what is said of the model itself, else with the last of its ids when the file has all of its `snapshots`:
    a model is not gone because one of its ids is. It begins with what is said of itself, else with its first id.
    """
    values: dict[str, list[Row]] = {}
    for row in rows:
        values.setdefault(value_text(row.event), []).append(row)
    by_day = sorted(values, key=lambda text: (order(values[text][0].event), text))
    kind = rows[0].event.kind
    if kind in ENDS:
        by_day.reverse()
    listed = days_in(text for row in rows for text in row.event.ids)
    stands = snapshots <= listed if kind in ENDS else not snapshots or min(snapshots) in listed
    whole = [text for text in by_day if not all(row.part for row in values[text])] or by_day[: int(stands)]
    made: list[Event] = []
    for text in whole:
        event = together(values[text], keys)
        rival = bool(made) and kind in SINGLE_VALUED
        made.append(replace(event, rival_of=made[0].key) if rival else event)
    for text in by_day:
        if text not in whole:
            event = together(values[text], keys)
            scope = " ".join(filter(None, (event.scope, " ".join(event.ids) or event.key)))
            made.append(replace(event, scope=scope))
    return made


def first_known(event: Event, before: Event | None) -> Event:
    """An event that a newer state of its list repeats: what held by an earlier day goes on to say that one.

    Only days that come from the day of the file are kept so; all else is as the newer state has it.
    """
    if before is None or (event.quantities, event.body) != (before.quantities, before.body):
        return event
    by_now, by_then = event.when, before.when
    if by_now.qualifier is by_then.qualifier is Qualifier.NOT_AFTER and (by_then.end or 0) <= (by_now.end or 0):
        event = replace(event, when=by_then)
    vintage = event.known_basis is before.known_basis is KnownBasis.SOURCE_VINTAGE
    if vintage and event.when == before.when and before.known is not None:
        event = replace(event, known=before.known)
    return event


def order(event: Event) -> int:
    """The day to sort an event by; an open side counts by the side that is known."""
    when = event.when
    return when.start if when.start is not None else (when.end or 0)


def together(rows: Iterable[Row], keys: frozenset[str]) -> Event:
    """Rows that say the same as one event with all their ids, sources and parties."""
    events = sorted((row.event for row in rows), key=lambda event: event.key)
    if len(events) == 1:
        return events[0]
    sources: dict[Citation, None] = {}
    ids: dict[str, None] = {}
    parties: dict[tuple[str, str], Party] = {}
    for event in events:
        sources |= dict.fromkeys(event.sources)
        ids |= dict.fromkeys(event.ids)
        for party in event.parties:
            parties.setdefault((party.role, party.entity_id), party)
    return replace(
        events[0],
        key=next((event.key for event in events if event.key in keys), events[0].key),
        sources=tuple(sources),
        ids=tuple(sorted(ids)),
        parties=tuple(parties.values()),
    )
