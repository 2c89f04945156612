"""Stores that are broken or strange, made from a good one: (good, bad) paths in, the bad file written.

A spoiler that has to keep the file busy returns the connection that does; the test closes it.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.records import EntityKind

Spoiler = Callable[[Path, Path], sqlite3.Connection | None]

FEW = frozenset({"gpt-5-2", "gpt-5-4", "gpt-5-4-mini", "gpt-5-3-codex", "gpt-5-3-codex-spark", "claude-opus-4-5"})
FIRST, SECOND = "gpt-5-2", "gpt-5-4"
MODEL = f"subject_id = '{FIRST}'"


def few_models(whole: Catalogue) -> Catalogue:
    """A catalogue of six models with all that is about them, and thirty deals, notes and the like of every kind."""
    entities = [entity for entity in whole.entities if entity.kind is not EntityKind.MODEL or entity.id in FEW]
    there = {"", *(entity.id for entity in entities)}
    kept, counted = [], dict.fromkeys((event.kind for event in whole.events), 0)
    for event in whole.events:
        if {event.subject_id, *(party.entity_id for party in event.parties)} <= there and counted[event.kind] < 30:
            counted[event.kind] += 1
            kept.append(event)
    return replace(whole, entities=tuple(entities), events=tuple(kept))


def content(folder: Path) -> dict[str, bytes | None]:
    """Every file of a folder; pipes and broken links have no bytes."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@contextmanager
def spoilt(spoil: Spoiler, good: Path, folder: Path) -> Iterator[Path]:
    """A bad store in a folder of its own, where nothing may have changed at the end."""
    bad = folder / "bad.sqlite"
    busy = spoil(good, bad)
    before = content(folder)
    try:
        yield bad
        assert content(folder) == before, "reading changes nothing and leaves nothing behind"
    finally:
        if busy:
            busy.close()


def change(good: Path, bad: Path, *statements: str) -> None:
    """A copy after some statements of SQL that no program of ours makes."""
    shutil.copy(good, bad)
    with closing(sqlite3.connect(bad)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def untyped(good: Path, bad: Path, table: str, *statements: str) -> None:
    """A copy in which one table has no types and no constraints, after some statements."""
    with closing(sqlite3.connect(good)) as connection:
        names = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
    change(
        good,
        bad,
        "PRAGMA legacy_alter_table = ON",
        f"ALTER TABLE {table} RENAME TO typed",
        f"CREATE TABLE {table} ({names})",
        f"INSERT INTO {table} SELECT {names} FROM typed",
        "DROP TABLE typed",
        *statements,
    )


def unix_only() -> None:
    """Skip what Windows has no files for."""
    if sys.platform == "win32":
        pytest.skip("there are no such files on Windows")


# no store at all


def truncated(good: Path, bad: Path) -> None:
    content = good.read_bytes()
    bad.write_bytes(content[: len(content) // 2])


def empty(_: Path, bad: Path) -> None:
    bad.touch()


def scrambled(good: Path, bad: Path) -> None:
    content = bytearray(good.read_bytes())
    content[8192:-4096] = b"\xa5" * (len(content) - 12288)
    bad.write_bytes(content)


def foreign(_: Path, bad: Path) -> None:
    with closing(sqlite3.connect(bad)) as connection:
        connection.execute("CREATE TABLE event (id INTEGER)")
        connection.commit()


def newer(good: Path, bad: Path) -> None:
    change(good, bad, "PRAGMA user_version = 99")


def unknown_version(good: Path, bad: Path) -> None:
    change(good, bad, "PRAGMA user_version = -1")


def random_bytes(_: Path, bad: Path) -> None:
    bad.write_bytes(random.Random(7).randbytes(50_000))


def encrypted(good: Path, bad: Path) -> None:
    """As an encrypting SQLite leaves it: whole pages, of which nothing is told, not even the first words."""
    bad.write_bytes(random.Random(8).randbytes(good.stat().st_size))


def text_file(_: Path, bad: Path) -> None:
    bad.write_text("a page of notes\n" * 20, "utf-8")


def pipe(_: Path, bad: Path) -> None:
    unix_only()
    os.mkfifo(bad)


def broken_link(_: Path, bad: Path) -> None:
    unix_only()
    bad.symlink_to(bad.with_name("gone.sqlite"))


def endless_link(_: Path, bad: Path) -> None:
    unix_only()
    bad.symlink_to(bad)


def flipped(good: Path, bad: Path) -> None:
    """Every page from the second on has lost its head."""
    content = bytearray(good.read_bytes())
    for place in range(4096, len(content), 4096):
        content[place : place + 8] = bytes(value ^ 0xFF for value in content[place : place + 8])
    bad.write_bytes(content)


def damaged_indexes(good: Path, bad: Path) -> None:
    """Only what finds rows by their slot or subject is spoilt; the rows are whole."""
    content = bytearray(good.read_bytes())
    with closing(sqlite3.connect(good)) as connection:
        roots = "SELECT rootpage FROM sqlite_master WHERE name IN ('event_slot', 'event_subject')"
        pages = [row[0] for row in connection.execute(roots)]
    for page in pages:
        content[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    bad.write_bytes(content)


def schema_of_noise(good: Path, bad: Path) -> None:
    """The statement that makes a table holds bytes that are no text, which SQLite quotes."""
    content = good.read_bytes()
    place = content.index(b"CREATE TABLE event_text")
    bad.write_bytes(content[: place + 7] + b"\xa5\xff" + content[place + 9 :])


# in use, or left by a crash


def wal(good: Path, bad: Path) -> None:
    """Whole, but every program that merely reads it makes two files beside it."""
    shutil.copy(good, bad)
    with closing(sqlite3.connect(bad)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def locked(good: Path, bad: Path) -> sqlite3.Connection:
    shutil.copy(good, bad)
    connection = sqlite3.connect(bad)
    connection.execute("BEGIN EXCLUSIVE")
    return connection


def locked_wal(good: Path, bad: Path) -> sqlite3.Connection:
    wal(good, bad)
    connection = sqlite3.connect(bad)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("UPDATE event SET note = 'x'")
    connection.commit()
    return connection


def hot_journal(good: Path, bad: Path) -> None:
    """A program stopped in the middle of a large change: half of it is in the file, what was before in the journal."""
    work = bad.with_name("work")
    shutil.copy(good, work)
    with closing(sqlite3.connect(work, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 2")
        connection.execute("BEGIN")
        connection.execute("UPDATE event SET note = printf('%.3000c', 'x')")
        shutil.copy(work, bad)
        shutil.copy(f"{work}-journal", f"{bad}-journal")
        connection.execute("ROLLBACK")
    work.unlink()


def crashed_wal(good: Path, bad: Path) -> None:
    work = bad.with_name("work")
    wal(good, work)
    with closing(sqlite3.connect(work)) as connection:
        connection.execute("UPDATE event SET note = 'x'")
        connection.commit()
        shutil.copy(work, bad)
        shutil.copy(f"{work}-wal", f"{bad}-wal")
    work.unlink()


# parts that are missing or another thing


def missing_table(good: Path, bad: Path) -> None:
    change(good, bad, "DROP TABLE hardware")


def missing_column(good: Path, bad: Path) -> None:
    change(good, bad, "ALTER TABLE source DROP COLUMN note")


def view_for_table(good: Path, bad: Path) -> None:
    """A view that never ends."""
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS event_id, 'x' AS tag FROM n"
    change(good, bad, "DROP TABLE event_tag", f"CREATE VIEW event_tag AS {endless}")


def virtual_table(good: Path, bad: Path) -> None:
    change(good, bad, "DROP TABLE event_tag", "CREATE VIRTUAL TABLE event_tag USING fts4(event_id, tag)")


# values that cannot be


def text_for_day(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET start_day = 'soon' WHERE id = 7")


def fraction_for_day(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET start_day = start_day + 0.5 WHERE id = 7")


def number_for_text(good: Path, bad: Path) -> None:
    untyped(good, bad, "event", "UPDATE event SET title = 12 WHERE id = 7")


def bytes_for_text(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE entity SET name = x'00ff' WHERE rowid = 5")


def null_in_required(good: Path, bad: Path) -> None:
    untyped(good, bad, "event", "UPDATE event SET slot = NULL WHERE id = 7")


def shown_perhaps(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET shown = 'perhaps' WHERE id = 7")


def dropped_perhaps(good: Path, bad: Path) -> None:
    """A row of which nobody knows whether it counts."""
    change(good, bad, "UPDATE event SET dropped = 'perhaps' WHERE id = 7")


def year_zero(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET start_day = -719163 WHERE qualifier = 'exact' AND id = 7")


def year_200000(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET start_day = 72329100, end_day = 72329101 WHERE id = 7")


def ends_before_start(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET end_day = start_day - 3 WHERE qualifier = 'exact'")


def notice_turned(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET says_end = says_start - 3 WHERE says_end IS NOT NULL")


def unknown_kind(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET kind = 'rumour' WHERE id = 7")


def unknown_precision(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET precision = 'decade' WHERE id = 7")


def unknown_qualifier(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET qualifier = 'perhaps' WHERE id = 7")


def unknown_status(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET status = 'dreamt' WHERE id = 7")


def unknown_role(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event_party SET role = 'bystander' WHERE rowid = 3")


def unknown_entity_kind(good: Path, bad: Path) -> None:
    change(good, bad, f"UPDATE entity SET kind = 'oracle' WHERE id = '{FIRST}'")


def no_utf8(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET title = CAST(x'61c328' AS TEXT) WHERE id = 7")


def lone_surrogate(good: Path, bad: Path) -> None:
    change(good, bad, f"UPDATE entity SET name = CAST(x'4dedb08078' AS TEXT) WHERE id = '{FIRST}'")


def hidden_id(good: Path, bad: Path) -> None:
    """An id that looks like another one."""
    change(good, bad, f"UPDATE entity SET id = 'gpt' || char(8238) || '-5-2' WHERE id = '{FIRST}'")


def two_of_one_id(good: Path, bad: Path) -> None:
    names = "dataset_id, kind, name, parent_id, organisation_id, confidence, note"
    change(
        good,
        bad,
        f"INSERT INTO entity (id, added, {names}) SELECT id, 2, {names} FROM entity WHERE id = '{FIRST}'",
    )


def two_of_one_event(good: Path, bad: Path) -> None:
    untyped(good, bad, "event", "UPDATE event SET id = 8 WHERE id = 7")


def events_about_nothing(good: Path, bad: Path) -> None:
    change(good, bad, "DELETE FROM entity")


REFUSED: list[tuple[Spoiler, str]] = [
    (truncated, "is damaged: it is shorter than its own header says; restore it from a backup."),
    (empty, "is an empty file, not an event store; choose another file."),
    (random_bytes, "is no SQLite database, or an encrypted one; choose another file."),
    (encrypted, "is no SQLite database, or an encrypted one; choose another file."),
    (text_file, "is no SQLite database, or an encrypted one; choose another file."),
    (foreign, "is a database of another program"),
    (newer, "was written by a newer Modelspan (schema 99, this one reads 1); update Modelspan"),
    (unknown_version, "has no schema number (-1); restore it from a backup."),
    (scrambled, "is damaged"),
    (flipped, "is damaged"),
    (damaged_indexes, "is damaged"),
    (schema_of_noise, "is damaged (its schema is no text); restore it from a backup."),
    (pipe, "is a pipe or a device, not an event store; choose a file."),
    (broken_link, "There is no event store at"),
    (endless_link, "There is no event store at"),
    (locked, "is in use by another program; close it there and try again."),
    (locked_wal, "is open elsewhere or was not closed properly, part of it is still in bad.sqlite-wal;"),
    (crashed_wal, "part of it is still in bad.sqlite-wal; open and close it in the program that writes it."),
    (hot_journal, "part of it is still in bad.sqlite-journal; open and close it in the program that writes it."),
    (missing_table, "lacks a part of an event store, the table hardware; restore it from a backup."),
    (missing_column, "lacks a part of an event store, the column note of the table source; restore"),
    (view_for_table, "has a view in the place of the table event_tag; restore it from a backup."),
    (virtual_table, "has a view in the place of the table event_tag; restore it from a backup."),
    (text_for_day, "event 7, start_day: a text in the place of a whole number or nothing"),
    (fraction_for_day, "event 7, start_day: a fraction in the place of a whole number or nothing"),
    (number_for_text, "event 7, title: a number in the place of a text"),
    (bytes_for_text, ", name: bytes in the place of a text"),
    (null_in_required, "event 7, slot: nothing in the place of a text"),
    (shown_perhaps, "event 7, shown: a text in the place of 0 or 1"),
    (dropped_perhaps, "event 7, dropped or withdrawn: no revision and no flag"),
    (year_zero, "event 7, start_day: a day outside the years 1 to 9999"),
    (year_200000, "event 7, start_day: a day outside the years 1 to 9999"),
    (ends_before_start, "start_day: a date that ends before it starts"),
    (notice_turned, "says_end: a date that ends before it starts"),
    (unknown_kind, "event 7, kind: 'rumour' is not a valid Kind"),
    (unknown_precision, "event 7, precision: 'decade' is not a valid Precision"),
    (unknown_qualifier, "event 7, qualifier: 'perhaps' is not a valid Qualifier"),
    (unknown_status, "event 7, status: 'dreamt' is not a valid Status"),
    (unknown_role, "role: 'bystander' is not a valid Role"),
    (unknown_entity_kind, "entity 'gpt-5-2', kind: 'oracle' is not a valid EntityKind"),
    (no_utf8, "holds bytes that are no text (Could not decode to UTF-8 column 'title'); restore"),
    (lone_surrogate, "holds bytes that are no text (Could not decode to UTF-8 column 'name'); restore"),
    (hidden_id, "entity 'gpt\\u202e-5-2', id: 'gpt\\u202e-5-2' is not an id"),
    (two_of_one_id, "entity 'gpt-5-2' is there twice"),
    (two_of_one_event, "event 8 is there twice"),
    (events_about_nothing, "events, but nothing they could be about"),
]
