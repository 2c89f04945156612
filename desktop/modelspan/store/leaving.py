"""What a dataset does not describe any more: dropped, unless something still speaks of it; then it stays, marked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from sqlalchemy import Connection

from modelspan.domain.changes_of import Diff
from modelspan.store.changing import add, drop, raw
from modelspan.store.diffing import entity_mark, source_mark

WITHDRAWN = "withdrawn"  # the kind of the marks among the decisions


def leave(connection: Connection, found: Diff, revision: int) -> None:
    """Drop the entities and sources that a catalogue does not describe any more, once its events are written."""
    dataset = found.dataset.id
    if gone := {entity.id for entity in found.entities.withdrawn}:
        stay = still_named(raw(connection), gone)
        drop_entities(connection, sorted(gone - stay), revision)
        mark(connection, map(entity_mark, sorted(stay)), revision)
    if gone := {source.id for source in found.sources.withdrawn}:
        stay = gone & still_cited(raw(connection))
        drop(connection, "source", ("id", "dataset_id"), [(name, dataset) for name in sorted(gone - stay)], revision)
        mark(connection, (source_mark(dataset, name) for name in sorted(stay)), revision)


def drop_entities(connection: Connection, ids: Iterable[str], revision: int) -> None:
    """Mark the current versions of some entities and of their names as dropped."""
    names = [(name,) for name in ids]
    drop(connection, "entity", ("id",), names, revision)
    drop(connection, "alias", ("entity_id",), names, revision)


def mark(connection: Connection, names: Iterable[str], revision: int) -> None:
    """Say of records that they are not described any more."""
    add(connection, "decision", [(WITHDRAWN, name, "yes", "", revision) for name in names])


def unmark(connection: Connection, names: Iterable[str], revision: int) -> None:
    """Say of records that they are described again."""
    drop(connection, "decision", ("kind", "key"), [(WITHDRAWN, name) for name in names], revision)


def still_cited(connection: sqlite3.Connection) -> set[str]:
    """Ids of the sources that a current event cites, withdrawn ones included."""
    wanted = "SELECT DISTINCT s.source_id FROM event_source s JOIN event e ON e.id = s.event_id WHERE e.dropped IS NULL"
    return {row[0] for row in connection.execute(wanted)}


def still_named(connection: sqlite3.Connection, gone: set[str]) -> set[str]:
    """Which of some entities events speak of, withdrawn ones included, and what those belong to."""
    current = "SELECT id FROM event WHERE dropped IS NULL"
    named = {
        row[0]
        for wanted in (
            "SELECT subject_id FROM event WHERE dropped IS NULL",
            "SELECT surface_id FROM event WHERE dropped IS NULL",
            "SELECT by_id FROM event WHERE dropped IS NULL",
            f"SELECT entity_id FROM event_party WHERE event_id IN ({current})",
            f"SELECT benchmark_id FROM score WHERE event_id IN ({current})",
        )
        for row in connection.execute(wanted)
    }
    owners = {
        row[0]: row[1:]
        for row in connection.execute("SELECT id, organisation_id, parent_id FROM entity WHERE dropped IS NULL")
    }
    waiting = [name for name in owners if name in named or name not in gone]
    stay = set(waiting)
    while waiting:
        for owner in owners.get(waiting.pop(), ()):
            if owner in owners and owner not in stay:
                stay.add(owner)
                waiting.append(owner)
    return stay & gone
