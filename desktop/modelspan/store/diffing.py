"""What a dataset holds, now or at a revision, and what a catalogue or another revision changes of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from modelspan.domain.catalogue import SINGLE_VALUED, Catalogue, slots, value_text
from modelspan.domain.changes_of import Diff, Part, Rivals, Saying, is_note_of_drop
from modelspan.domain.problems import UserError
from modelspan.domain.records import Dataset, Entity, Event, Kind, Score, Source
from modelspan.store import lookup, opening, revisions
from modelspan.store.layout import MINE
from modelspan.store.rows import SOURCE_NAMES, as_written

Record = TypeVar("Record")
DATASET_NAMES = ("id", "title", "publisher", "url", "licence", "attribution", "version", "trust")


@dataclass(frozen=True, slots=True)
class Stored:
    """The records of one dataset as they were written. Of what is withdrawn the last version is there."""

    dataset: Dataset | None = None
    sources: dict[str, Source] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)  # the slot of every event
    withdrawn: frozenset[str] = frozenset()  # keys of events
    marked: frozenset[str] = frozenset()  # entity/id and source/dataset/id of what stayed though it is withdrawn


def entity_mark(entity_id: str) -> str:
    """How the mark of a withdrawn entity names it."""
    return f"entity/{entity_id}"


def source_mark(dataset: str, source_id: str) -> str:
    """How the mark of a withdrawn source names it."""
    return f"source/{dataset}/{source_id}"


def dataset_of(connection: sqlite3.Connection, dataset_id: str) -> Dataset | None:
    """A dataset by its id."""
    wanted = f"SELECT {', '.join(DATASET_NAMES)} FROM dataset WHERE id = ?"
    row = connection.execute(wanted, (dataset_id,)).fetchone()
    if row is None:
        return None
    values = dict(zip(DATASET_NAMES, row, strict=True))
    return Dataset(**values | {"attribution": tuple(values["attribution"].splitlines())})


def stored(connection: sqlite3.Connection, dataset_id: str, at: int | None = None) -> Stored:
    """What a dataset holds, now or as it was after a revision."""
    dataset = dataset_of(connection, dataset_id)
    if dataset is None or (at is None and dataset_id in revisions.course(revisions.read(connection)).absent):
        return Stored()
    alive = lookup.alive(at)
    wanted = f"SELECT {', '.join(SOURCE_NAMES)} FROM source WHERE {alive} AND dataset_id = ? ORDER BY rowid"
    sources = [Source(**dict(zip(SOURCE_NAMES, row, strict=True))) for row in connection.execute(wanted, (dataset_id,))]
    found = lookup.read_events(connection, "dataset_id = ?", (dataset_id,), at)
    marks = connection.execute(f"SELECT key FROM decision WHERE {alive} AND kind = 'withdrawn'")
    return Stored(
        dataset,
        {source.id: source for source in sources},
        {entity.id: entity for entity in lookup.read_whole_entities(connection, dataset_id, at=at)},
        {event.key: event for _, event in found},
        {row["key"]: row["slot"] for row, _ in found},
        frozenset(row["key"] for row, _ in found if row["withdrawn"]),
        frozenset(row[0] for row in marks),
    )


def part(
    old: Mapping[str, Record], new: Mapping[str, Record], gone: Iterable[str], again: Set[str] = frozenset()
) -> Part[Record]:
    """What of a table came, changed and went. What was withdrawn and is stated `again` is a change of it.

    Of a record that tables cannot hold as it is, such as one with a name twice, what they hold counts.
    """
    return Part(
        tuple(record for name, record in new.items() if name not in old),
        tuple(
            (old[name], record)
            for name, record in new.items()
            if name in old and (name in again or (old[name] != record and old[name] != as_written(record)))
        ),
        tuple(old[name] for name in gone),
    )


def against(old: Stored, catalogue: Catalogue, foreign: frozenset[str] = frozenset()) -> Diff:
    """What a catalogue changes of its dataset. Entities in `foreign` are left to the dataset that describes them."""
    made = catalogue.dataset
    sources = {source.id: source for source in catalogue.sources}
    entities = {entity.id: entity for entity in catalogue.entities if entity.id not in foreign}
    events = {event.key: event for event in catalogue.events}
    place = slots(catalogue.events) if old.events else {}
    moved = {key for key, slot in place.items() if old.places.get(key, slot) != slot}
    spoken_of = named(catalogue, old.entities) if old.entities else set()
    return Diff(
        dataset=made,
        since=old.dataset.version if old.dataset else "",
        until=made.version or catalogue.as_of,
        sources=part(
            old.sources,
            sources,
            [name for name in old.sources if name not in sources and source_mark(made.id, name) not in old.marked],
            frozenset(name for name in sources if source_mark(made.id, name) in old.marked),
        ),
        entities=part(
            old.entities,
            entities,
            [
                name
                for name in old.entities
                if name not in entities and name not in spoken_of and entity_mark(name) not in old.marked
            ],
            frozenset(name for name in entities if entity_mark(name) in old.marked),
        ),
        events=part(
            old.events,
            events,
            [
                key
                for key, event in old.events.items()
                if key not in events and key not in old.withdrawn and not is_note_of_drop(event)
            ],
            old.withdrawn | moved,
        ),
        about=old.dataset != made,
    )


def named(catalogue: Catalogue, old: Mapping[str, Entity]) -> set[str]:
    """Entities that a catalogue speaks of, with their owners: they stay, even where it does not describe them again."""
    found: set[str] = set()
    for event in catalogue.events:
        found |= {event.subject_id, event.surface_id, event.by_id}
        if event.parties:
            found.update(party.entity_id for party in event.parties)
        if isinstance(event.body, Score):
            found.add(event.body.benchmark_id)
    for entity in catalogue.entities:
        found |= {entity.organisation_id, entity.parent_id}
    waiting = [old[name] for name in found if name in old]
    while waiting:
        entity = waiting.pop()
        for owner in (entity.organisation_id, entity.parent_id):
            if owner in old and owner not in found:
                found.add(owner)
                waiting.append(old[owner])
    return found


def foreign(connection: sqlite3.Connection, catalogue: Catalogue) -> frozenset[str]:
    """Entities of a catalogue that another dataset describes, and goes on describing.

    An id has one description, for the whole store: the user's own is preferred, then that of the higher trust, then the
    one that is there.
    """
    made = catalogue.dataset
    rows = connection.execute(
        "SELECT e.id FROM entity e JOIN dataset d ON d.id = e.dataset_id WHERE e.dropped IS NULL AND d.id != ?"
        " AND (d.id = ? OR (? != ? AND d.trust >= ?))",
        (made.id, MINE, made.id, MINE, made.trust),
    )
    return frozenset(row[0] for row in rows) & {entity.id for entity in catalogue.entities}


def diff(catalogue: Catalogue, path: Path) -> Diff:
    """What applying a catalogue would change, and what other datasets say of the same. Nothing is written."""
    opening.ready(path)
    with opening.connect(path) as connection, lookup.plain(path):
        found = against(stored(connection, catalogue.dataset.id), catalogue, foreign(connection, catalogue))
        return replace(found, rivals=rivals(connection, catalogue, found.events.fresh))


def catalogue_of(path: Path, dataset_id: str) -> Catalogue:
    """What a dataset states now; an empty catalogue for one that is not there. Raises UserError."""
    with opening.connect(path) as connection, lookup.plain(path):
        found = stated(connection, dataset_id)
        last = revisions.course(revisions.read(connection)).last_of(dataset_id)
        return Catalogue(
            dataset=found.dataset or Dataset(id=dataset_id, title=""),
            as_of=last.day if last else "",
            sources=tuple(found.sources.values()),
            entities=tuple(found.entities.values()),
            events=tuple(found.events.values()),
        )


def rivals(connection: sqlite3.Connection, catalogue: Catalogue, events: Iterable[Event]) -> tuple[Rivals, ...]:
    """What other datasets say in the slots of some events, where one value is expected."""
    titles = dict(connection.execute("SELECT id, title FROM dataset WHERE id != ?", (catalogue.dataset.id,)))
    place = slots(catalogue.events)
    asked = {place[event.key]: event for event in reversed(tuple(events)) if event.kind in SINGLE_VALUED}
    if not titles or not asked:
        return ()
    kinds = ", ".join(f"'{kind.value}'" for kind in sorted(SINGLE_VALUED))
    rows = connection.execute(
        "SELECT e.slot, e.dataset_id, e.key, e.kind, e.when_text, q.published FROM event e"
        " LEFT JOIN quantity q ON e.kind = 'score' AND q.event_id = e.id AND q.seq = 0"
        f" WHERE e.dropped IS NULL AND e.withdrawn = 0 AND e.dataset_id != ? AND e.kind IN ({kinds}) ORDER BY e.id",
        (catalogue.dataset.id,),
    )
    others: dict[str, list[Saying]] = {}
    for slot, dataset, key, kind, when, published in rows:
        if slot in asked:
            value = published if kind == Kind.SCORE.value and published is not None else when
            saying = Saying(dataset=dataset, title=titles.get(dataset, dataset), key=key, value=value)
            others.setdefault(slot, []).append(saying)
    return tuple(
        Rivals(slot=slot, key=event.key, value=value_text(event), others=tuple(others[slot]))
        for slot, event in reversed(asked.items())
        if slot in others
    )


def compare(path: Path, dataset_id: str, from_revision: int, to_revision: int) -> Diff:
    """What changed of a dataset from one revision of the store to another, either way. Raises UserError."""
    with lookup.shown(path) as connection:
        numbers = {row[0] for row in connection.execute("SELECT id FROM revision")}
        for number in (from_revision, to_revision):
            if number not in numbers:
                raise UserError(f"{path} has no revision {number}; choose one of its history.")
        old, new = (stated(connection, dataset_id, number) for number in (from_revision, to_revision))
        if old.dataset is None:
            raise UserError(f"{path} has no dataset {dataset_id}; choose one of its history.")
        return Diff(
            dataset=old.dataset,
            since=day_of(connection, dataset_id, from_revision),
            until=day_of(connection, dataset_id, to_revision),
            sources=versions(old.sources, new.sources),
            entities=versions(old.entities, new.entities),
            events=versions(old.events, new.events),
        )


def day_of(connection: sqlite3.Connection, dataset_id: str, revision: int) -> str:
    """The day of the facts that a dataset had after a revision; empty where it was not there."""
    last = revisions.course(revisions.read(connection, revision)).last_of(dataset_id)
    return last.day if last else ""


def stated(connection: sqlite3.Connection, dataset_id: str, at: int | None = None) -> Stored:
    """What a dataset states, now or after a revision, without what was withdrawn by then."""
    found = stored(connection, dataset_id, at)
    return Stored(
        found.dataset,
        {name: s for name, s in found.sources.items() if source_mark(dataset_id, name) not in found.marked},
        {name: e for name, e in found.entities.items() if entity_mark(name) not in found.marked},
        {key: e for key, e in found.events.items() if key not in found.withdrawn and not is_note_of_drop(e)},
    )


def versions(old: Mapping[str, Record], new: Mapping[str, Record]) -> Part[Record]:
    """What came, changed and went between two states of a table."""
    return part(old, new, [name for name in old if name not in new])
