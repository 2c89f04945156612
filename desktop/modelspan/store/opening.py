"""Open an event store read-only, or say in one sentence why a file is none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from modelspan.domain.problems import UserError
from modelspan.store.layout import APPLICATION_ID, BUSY_MS, SCHEMA

HEADER = b"SQLite format 3\x00"


class DamagedError(UserError):
    """The file itself is spoilt or another program's: trying again, or with other permissions, would not help."""


@contextmanager
def connect(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to a file that is an event store of our schema. Raises UserError otherwise."""
    look(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            identify(connection, path)
            yield connection
    except sqlite3.DatabaseError as error:
        raise refusal(error, path) from error


def look(path: Path) -> None:
    """Refuse what cannot be a store, from the outside of the file."""
    try:
        if path.is_dir():
            raise UserError(f"{path} is a folder, not an event store; give the .sqlite file in it.")
        if not path.exists():
            raise UserError(
                f"There is no event store at {path}; check the path, or leave it out to open the bundled catalogue."
            )
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(100)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its permissions.") from error
    if size == 0:
        raise DamagedError(f"{path} is an empty file, not an event store; choose another file.")
    if not start.startswith(HEADER):
        raise DamagedError(f"{path} is not an event store: it is no SQLite database; choose another file.")
    page = int.from_bytes(start[16:18], "big")
    page = 65536 if page == 1 else page
    pages = int.from_bytes(start[28:32], "big")
    if len(start) < 100 or pages * page > size:
        raise DamagedError(f"{path} is damaged: it is shorter than its own header says; restore it from a backup.")


def identify(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse databases of other programs and of newer versions."""
    found = connection.execute("PRAGMA application_id").fetchone()[0]
    if found != APPLICATION_ID:
        raise DamagedError(
            f"{path} is a database of another program, not a Modelspan event store; choose another file."
        )
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA:
        raise UserError(
            f"{path} was written by a newer Modelspan (schema {version}, this one reads {SCHEMA});"
            " update Modelspan to open it."
        )
    if version < 1:
        raise DamagedError(f"{path} has no schema number ({version}); restore it from a backup.")


def refusal(error: sqlite3.DatabaseError, path: Path) -> UserError:
    """What SQLite says as an error to tell, damage apart from what may pass."""
    spoilt = any(sign in str(error) for sign in ("malformed", "not a database", "no such", "decode to UTF-8"))
    return (DamagedError if spoilt else UserError)(explain(error, path))


def explain(error: sqlite3.DatabaseError, path: Path) -> str:
    """One plain sentence for what SQLite says."""
    text = str(error)
    if "locked" in text or "busy" in text:
        return f"{path} is in use by another program; close it there and try again."
    if "readonly" in text:
        return f"{path} cannot be written; check its permissions."
    if "no such" in text:
        return f"{path} lacks a part of an event store ({text}); restore it from a backup."
    if "unable to open" in text:
        return f"{path} cannot be opened; check its permissions."
    return f"{path} is damaged ({text}); restore it from a backup."


def last_state(path: Path, dataset_id: str) -> tuple[str, str]:
    """Version and content hash of a dataset at its last revision, both empty when the store does not have it."""
    with connect(path) as connection:
        row = connection.execute(
            "SELECT d.version, r.content_sha256 FROM dataset d JOIN revision r ON r.dataset_id = d.id"
            " WHERE d.id = ? ORDER BY r.id DESC LIMIT 1",
            (dataset_id,),
        ).fetchone()
    return (str(row[0]), str(row[1])) if row else ("", "")
