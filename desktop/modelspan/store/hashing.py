"""One hash of all that a store states now: equal for equal statements, whichever way they came to be there."""

from __future__ import annotations

import hashlib
from pathlib import Path

from modelspan.store import lookup, revisions
from modelspan.store.opening import connect
from modelspan.store.rows import COLUMNS

# What names a statement in other tables, instead of its number. Entities and decisions are named by themselves.
OWNER = "(SELECT e.dataset_id || '/' || e.key FROM event e WHERE e.id = t.event_id)"
CURRENT = "t.event_id IN (SELECT id FROM event WHERE dropped IS NULL)"
VERSION = "(t.entity_id, t.added) IN (SELECT id, added FROM entity WHERE dropped IS NULL)"


def content_hash(path: Path) -> str:
    """The hash of what a store states now, without the numbers of revisions and rows. Raises UserError."""
    whole = hashlib.sha256()
    with connect(path) as connection, lookup.plain(path):
        absent = revisions.course(revisions.read(connection)).absent
        names = ("id", "title", "publisher", "url", "licence", "attribution", "version", "trust")
        for row in connection.execute(f"SELECT {', '.join(names)} FROM dataset ORDER BY id"):
            if row[0] not in absent:
                whole.update(repr(("dataset", *row)).encode())
        for table, columns in COLUMNS.items():
            for row in connection.execute(statement(table, columns)):
                whole.update(repr((table, *row)).encode())
    return whole.hexdigest()


def statement(table: str, columns: tuple[str, ...]) -> str:
    """The current rows of a table without their numbers, in an order that does not depend on them."""
    numbers = {"event_id", "added"} | ({"id"} if table == "event" else set())
    names = [f"t.{name}" for name in columns if name not in numbers]
    where = "t.dropped IS NULL"
    if "event_id" in columns:
        names, where = [OWNER, *names], CURRENT
    elif table in ("model", "hardware"):
        where = VERSION
    if table == "decision":
        where += " AND t.kind != 'dataset'"  # the table of datasets says the same
    # The order of names and facts within their owner is part of what is stated.
    order = "t.entity_id, t.rowid" if table == "alias" else ", ".join(str(n + 1) for n in range(len(names)))
    return f"SELECT {', '.join(names)} FROM {table} t WHERE {where} ORDER BY {order}"
