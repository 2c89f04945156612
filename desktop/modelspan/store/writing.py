"""Write an event store: build a new file whole, or apply a catalogue as a diff.

What a newer catalogue no longer states stays as a withdrawn version; of an imported file it is an event, too.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields
from itertools import chain, repeat
from pathlib import Path

from sqlalchemy import Connection, text

from modelspan.domain.catalogue import Catalogue, slots
from modelspan.domain.changes_of import Change, Diff, dropped_on, is_note_of_drop, no_longer_listed, note_key
from modelspan.domain.problems import UserError
from modelspan.domain.records import Dataset, Event
from modelspan.store import diffing, leaving, lookup, rows, schema
from modelspan.store.changing import CHUNK, add, changing, drop, new_revision, raw, run, session
from modelspan.store.layout import APPLICATION_ID, MINE, SCHEMA

ABOUT = "dataset"  # decisions of this kind hold the versions of the rows in the table dataset
IMPORT = "import"


def build(catalogue: Catalogue, path: Path, sha256: str) -> Change:
    """Write a new store: a temporary file beside it, synced, swapped in whole. An existing file is replaced."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise UserError(f"{path.parent} cannot be written: {error.strerror}; choose another folder.") from error
    temporary = Path(name)
    try:
        with session(temporary) as connection:
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
            connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))
            schema.metadata.create_all(connection)
            change = apply_in(connection, temporary, catalogue, sha256, "build", "")
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise UserError(
            f"{path} cannot be written: {error.strerror}; free some space or choose another folder."
        ) from error
    finally:
        temporary.unlink(missing_ok=True)
    return change


def apply(catalogue: Catalogue, path: Path, sha256: str, action: str = IMPORT, note: str = "") -> Change:
    """Bring one dataset of an existing store up to a catalogue, in one transaction. Raises UserError.

    Where nothing changes there is no new revision; the last one of the dataset then has the hash of this text.
    """
    with changing(path) as connection:
        return apply_in(connection, path, catalogue, sha256, action, note)


def back_up(path: Path) -> Path:
    """Copy a store beside itself, to be called before any change of schema."""
    copy = path.with_name(f"{path.name}.bak")
    shutil.copy2(path, copy)
    return copy


def sync_folder(folder: Path) -> None:
    """Make a rename durable where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def apply_in(connection: Connection, path: Path, catalogue: Catalogue, sha256: str, action: str, note: str) -> Change:
    """The diff between what the store holds of the dataset and what the catalogue states."""
    made, reading = catalogue.dataset, raw(connection)
    with lookup.plain(path):
        old = diffing.stored(reading, made.id)
        found = diffing.against(old, catalogue, diffing.foreign(reading, catalogue))
    if not found and action != "build":
        # A text that says the same is not compared again.
        run(
            connection,
            "UPDATE revision SET content_sha256 = ? WHERE content_sha256 != ?"
            " AND id = (SELECT max(id) FROM revision WHERE dataset_id = ?)",
            *(sha256, sha256, made.id),
        )
        return Change()
    revision = new_revision(connection, day=catalogue.as_of, dataset=made.id, action=action, note=note, sha256=sha256)
    if found.about:
        keep_description(connection, old.dataset, made, revision, keep=action != "build")
        write_dataset(connection, made)
    write_sources(connection, found, revision)
    write_entities(connection, found, revision)
    write_events(connection, catalogue, found, old, revision, notes=action == IMPORT and made.id != MINE)
    leaving.leave(connection, found, revision)
    return found.change


def described(connection: sqlite3.Connection, dataset_id: str) -> Dataset | None:
    """A dataset as the decisions tell it; None where they do not, because it never changed."""
    row = connection.execute(
        "SELECT value FROM decision WHERE kind = ? AND key = ? AND dropped IS NULL", (ABOUT, dataset_id)
    ).fetchone()
    if row is None:
        return None
    values = json.loads(row[0])
    return Dataset(**values | {"attribution": tuple(values["attribution"])})


def description(dataset: Dataset) -> str:
    """A dataset as the value of a decision."""
    return json.dumps({part.name: getattr(dataset, part.name) for part in fields(dataset)}, ensure_ascii=False)


def keep_description(connection: Connection, old: Dataset | None, new: Dataset, revision: int, keep: bool) -> None:
    """Keep the versions of a row that is overwritten. One that never changed has none yet."""
    told = described(raw(connection), new.id)
    if told is not None:
        drop(connection, "decision", ("kind", "key"), [(ABOUT, new.id)], revision)
    elif old is not None:
        wanted = "SELECT min(id) FROM revision WHERE dataset_id = ?"
        since = raw(connection).execute(wanted, (new.id,)).fetchone()[0]
        if since < revision:
            add(connection, "decision", [(ABOUT, new.id, description(old), "", since)])
            drop(connection, "decision", ("kind", "key"), [(ABOUT, new.id)], revision)
    if keep:
        add(connection, "decision", [(ABOUT, new.id, description(new), "", revision)])


def write_dataset(connection: Connection, dataset: Dataset) -> None:
    """The row of a dataset, new or overwritten."""
    names = diffing.DATASET_NAMES
    values = [getattr(dataset, name) for name in names]
    values[names.index("attribution")] = "\n".join(dataset.attribution)
    there = "SELECT 1 FROM dataset WHERE id = ?"
    if raw(connection).execute(there, (dataset.id,)).fetchone():
        put = ", ".join(f"{name} = ?" for name in names)
        run(connection, f"UPDATE dataset SET {put} WHERE id = ?", *values, dataset.id)
    else:
        marks = ", ".join("?" * len(names))
        run(connection, f"INSERT INTO dataset ({', '.join(names)}) VALUES ({marks})", *values)


def write_sources(connection: Connection, found: Diff, revision: int) -> None:
    """New versions of sources in the place of the old ones."""
    dataset, fresh = found.dataset.id, found.sources.fresh
    drop(connection, "source", ("id", "dataset_id"), [(old.id, dataset) for old, _ in found.sources.changed], revision)
    leaving.unmark(connection, [diffing.source_mark(dataset, new.id) for _, new in found.sources.changed], revision)
    add(connection, "source", rows.source_rows(fresh, dataset, revision))


def write_entities(connection: Connection, found: Diff, revision: int) -> None:
    """New versions of entities in the place of the old ones, also of other datasets that describe them less well."""
    fresh = found.entities.fresh
    leaving.drop_entities(connection, [entity.id for entity in fresh], revision)
    leaving.unmark(connection, [diffing.entity_mark(entity.id) for entity in fresh], revision)
    for table, part in rows.entity_rows(fresh, found.dataset.id, revision).items():
        add(connection, table, part)


def write_events(
    connection: Connection, catalogue: Catalogue, found: Diff, old: diffing.Stored, revision: int, notes: bool
) -> None:
    """New versions of events in the place of the old ones, and withdrawn versions of what is not stated any more."""
    dataset, part = catalogue.dataset.id, found.events
    gone = [*part.withdrawn, *back(part.fresh, old)]
    told = noted(part.withdrawn, found) if notes else []
    leaving_keys = [*(event.key for event, _ in part.changed), *(event.key for event in gone)]
    leaving_keys += [event.key for event in told if event.key in old.events]
    drop(connection, "event", ("dataset_id", "key"), ((dataset, key) for key in leaving_keys), revision)
    place = slots(catalogue.events) | slots(tuple(told)) | {event.key: old.places[event.key] for event in gone}
    first = int(raw(connection).execute("SELECT coalesce(max(id), 0) + 1 FROM event").fetchone()[0])
    versions = chain(zip((*part.fresh, *told), repeat(False)), zip(gone, repeat(True)))
    waiting = rows.empty()
    for number, (event, withdrawn) in enumerate(versions, first):
        rows.add_event(waiting, event, number, dataset, place[event.key], withdrawn, revision)
        if len(waiting["event"]) == CHUNK:
            flush(connection, waiting)
    flush(connection, waiting)


def flush(connection: Connection, waiting: rows.Rows) -> None:
    """Hand rows over and forget them."""
    for table, part in waiting.items():
        add(connection, table, part)
        part.clear()


def back(fresh: Iterable[Event], old: diffing.Stored) -> list[Event]:
    """The notes that said of some events that they are no longer listed, where they still stand."""
    keys = (note_key(event.key) for event in fresh if event.key in old.withdrawn)
    return [old.events[key] for key in keys if key in old.events and key not in old.withdrawn]


def noted(gone: Iterable[Event], found: Diff) -> list[Event]:
    """The notes that events are no longer listed, where it can be said since when."""
    when = dropped_on(found.since, found.until)
    if when is None:
        return []
    return [no_longer_listed(event, when, found.until) for event in gone if not is_note_of_drop(event)]
