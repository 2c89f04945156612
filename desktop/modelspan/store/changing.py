"""One transaction that changes a store, through SQLAlchemy's engine; rows go to the driver as tuples, in bulk.

Rows are never changed in place: a new version is added and the old one gets its `dropped` revision.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from modelspan.store import opening
from modelspan.store.layout import BUSY_MS
from modelspan.store.rows import COLUMNS, Row

CHUNK = 10_000  # rows handed over at once, so that they need not all be in memory


class session:  # noqa: N801  # reads as a word: with session(path) as connection
    """One connection and one explicit transaction; the driver's own transaction handling leaves DDL behind."""

    def __init__(self, path: Path) -> None:
        address = URL.create("sqlite", database=str(path))  # as text, a ? in the path would end it
        self.engine = create_engine(address, poolclass=NullPool)
        event.listen(self.engine, "connect", prepare)
        event.listen(self.engine, "begin", begin)

    def __enter__(self) -> Connection:
        self.context = self.engine.begin()
        return self.context.__enter__()

    def __exit__(self, *error: Any) -> None:
        try:
            self.context.__exit__(*error)
        finally:
            self.engine.dispose()


def prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Manual transactions, foreign keys on, wait for other writers."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")


def begin(connection: Connection) -> None:
    """Take the write lock at once, so that a diff is computed against what it changes."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def changing(path: Path) -> Iterator[Connection]:
    """A transaction on a store that is there; what is none is refused before it is touched. Raises UserError."""
    opening.ready(path)
    try:
        with session(path) as connection:
            yield connection
    except DatabaseError as error:
        cause = error.orig if isinstance(error.orig, sqlite3.DatabaseError) else sqlite3.DatabaseError(str(error))
        raise opening.refusal(cause, path) from error
    except sqlite3.DatabaseError as error:
        raise opening.refusal(error, path) from error


def raw(connection: Connection) -> sqlite3.Connection:
    """The driver's connection, for the reading functions."""
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def run(connection: Connection, statement: str, *values: Any) -> None:
    """One statement with its values."""
    connection.exec_driver_sql(statement, values)


def many(connection: Connection, statement: str, rows: Iterable[Row]) -> None:
    """One statement for each of many rows, some thousands at once."""
    rest = iter(rows)
    while part := list(islice(rest, CHUNK)):
        connection.exec_driver_sql(statement, part)


def add(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    """Insert rows, in the order of the columns in rows.py."""
    names = COLUMNS[table]
    many(connection, f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", rows)


def drop(connection: Connection, table: str, names: Sequence[str], rows: Iterable[Row], revision: int) -> None:
    """Mark the current versions of some rows as dropped; the rows are the values of the columns that name them."""
    wanted = " AND ".join(f"{name} = ?" for name in names)
    statement = f"UPDATE {table} SET dropped = {revision:d} WHERE {wanted} AND dropped IS NULL"
    many(connection, statement, rows)


def new_revision(
    connection: Connection, *, day: str, dataset: str, action: str, note: str = "", sha256: str = "", undoes: Any = None
) -> int:
    """The number of a new revision."""
    number = int(raw(connection).execute("SELECT coalesce(max(id), 0) + 1 FROM revision").fetchone()[0])
    run(
        connection,
        "INSERT INTO revision (id, recorded_at, dataset_id, action, undoes, note, content_sha256)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(number, day, dataset, action, undoes, note or None, sha256),
    )
    return number
