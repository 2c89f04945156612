"""Open an event store read-only, or say in one sentence why a file is none."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from modelspan.domain.problems import UserError
from modelspan.store.layout import APPLICATION_ID, BUSY_MS, COLUMNS, SCHEMA
from modelspan.store.texts import clean

HEADER = b"SQLite format 3\x00"
WAL = b"\x02\x02"  # how the header says that changes are kept in a second file at first
SAID = 200  # characters of what SQLite says


class DamagedError(UserError):
    """The file itself is spoilt or another program's: trying again, or with other permissions, would not help."""


@contextmanager
def connect(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to a file that is an event store of our schema. Raises UserError otherwise."""
    mode = look(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            connection.execute("PRAGMA trusted_schema = OFF")
            identify(connection, path)
            yield connection
    except sqlite3.DatabaseError as error:
        raise refusal(error, path) from error
    except UnicodeDecodeError as error:  # what SQLite quotes of a damaged schema
        raise DamagedError(f"{path} is damaged (its schema is no text); restore it from a backup.") from error


def look(path: Path) -> str:
    """Refuse what cannot be a store, from the outside of the file. Returns how SQLite is to open it."""
    try:
        if path.is_dir():
            raise UserError(f"{path} is a folder, not an event store; give the .sqlite file in it.")
        if not path.exists():
            raise UserError(
                f"There is no event store at {path}; check the path, or leave it out to open the bundled catalogue."
            )
        if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe would wait forever
            raise UserError(f"{path} is a pipe or a device, not an event store; choose a file.")
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(100)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its permissions.") from error
    if size == 0:
        raise DamagedError(f"{path} is an empty file, not an event store; choose another file.")
    if not start.startswith(HEADER):
        raise DamagedError(
            f"{path} is not an event store: it is no SQLite database, or an encrypted one; choose another file."
        )
    page = int.from_bytes(start[16:18], "big")
    page = 65536 if page == 1 else page
    pages = int.from_bytes(start[28:32], "big")
    if len(start) < 100 or pages * page > size:
        raise DamagedError(f"{path} is damaged: it is shorter than its own header says; restore it from a backup.")
    return wal_mode(path) if start[18:20] == WAL else "mode=ro"


def wal_mode(path: Path) -> str:
    """How to open a file in WAL mode without leaving files beside it, as SQLite does even when it only reads.

    Without those files nobody has it open, and all of it is in the one file.
    """
    changes, index = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    if not changes.exists() or not (index.exists() or changes.stat().st_size):
        return "mode=ro&immutable=1"
    if not index.exists():
        raise UserError(unclosed(path, changes))
    return "mode=ro"


def unclosed(path: Path, beside: Path) -> str:
    """The sentence for a file of which another program keeps a part beside it."""
    return (
        f"{path} is open elsewhere or was not closed properly, part of it is still in {beside.name};"
        " open and close it in the program that writes it."
    )


def settle(path: Path) -> None:
    """Let SQLite take back what a crash left unfinished in a store of our own; only who may write can."""
    if path.with_name(f"{path.name}-journal").exists():
        # What this cannot mend is told by the reading that follows.
        with (
            suppress(sqlite3.DatabaseError),
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection,
        ):
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def ready(path: Path) -> None:
    """Refuse what is no store of ours, and settle one that we are about to change. Raises UserError."""
    look(path)
    with path.open("rb") as file:
        ours = file.read(100)[68:72] == APPLICATION_ID.to_bytes(4, "big")
    if ours:
        settle(path)
    with connect(path):
        pass


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
    check_shape(connection, path)


def check_shape(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that lacks a table or column; a view in the place of a table could run anything, for ever."""
    kinds = dict(
        connection.execute(
            "SELECT name, CASE WHEN rootpage > 0 THEN 'table' ELSE 'view' END FROM sqlite_master"
            " WHERE type IN ('table', 'view')"
        )
    )
    for table, wanted in COLUMNS.items():
        if kinds.get(table) == "view":
            raise DamagedError(f"{path} has a view in the place of the table {table}; restore it from a backup.")
        stored = "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0"
        found = {row[0] for row in connection.execute(stored, (table,))}
        if missing := [name for name in wanted if name not in found]:
            lost = f"the table {table}" if not found else f"the column {missing[0]} of the table {table}"
            raise DamagedError(f"{path} lacks a part of an event store, {lost}; restore it from a backup.")


def refusal(error: sqlite3.DatabaseError, path: Path) -> UserError:
    """What SQLite says as an error to tell, damage apart from what may pass."""
    spoilt = any(sign in str(error) for sign in ("malformed", "not a database", "no such", "decode to UTF-8"))
    return (DamagedError if spoilt else UserError)(explain(error, path))


def explain(error: sqlite3.DatabaseError, path: Path) -> str:
    """One plain sentence for what SQLite says."""
    text = clean(str(error), SAID)
    if getattr(error, "sqlite_errorname", "") in ("SQLITE_READONLY_ROLLBACK", "SQLITE_READONLY_RECOVERY"):
        return unclosed(path, path.with_name(f"{path.name}-journal"))
    if "decode to UTF-8" in text:
        return f"{path} holds bytes that are no text ({text.partition(' with text')[0]}); restore it from a backup."
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
