"""Stores that no program of ours makes, but that can be shown: (good, bad) paths in, the strange file written."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from modelspan.store.layout import APPLICATION_ID, SCHEMA
from tests.bad_stores import FIRST, MODEL, SECOND, Spoiler, change, untyped, wal


def stale_journal(good: Path, bad: Path) -> None:
    """As a program with a persistent journal leaves it."""
    shutil.copy(good, bad)
    bad.with_name(f"{bad.name}-journal").write_bytes(bytes(512))


def more_than_ours(good: Path, bad: Path) -> None:
    """Tables, columns, an index and triggers of someone else; a trigger that ran would leave a row."""
    fires = "INSERT INTO diary SELECT 'it ran'"
    change(
        good,
        bad,
        "CREATE TABLE diary (text)",
        "CREATE TABLE decision2 (event, entity)",
        "ALTER TABLE event ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
        'ALTER TABLE entity ADD COLUMN "what\'s ""this" BLOB',
        "CREATE INDEX mood ON event (mood, title)",
        f"CREATE TRIGGER changed AFTER UPDATE ON event BEGIN {fires}; END",
        f"CREATE TRIGGER event BEFORE INSERT ON revision BEGIN {fires}; END",
        "CREATE VIEW short AS SELECT title FROM event",
    )


def no_constraints(good: Path, bad: Path) -> None:
    untyped(good, bad, "quantity")


def utf16(good: Path, bad: Path) -> None:
    """All of it in another encoding of text."""
    with closing(sqlite3.connect(good)) as old, closing(sqlite3.connect(bad)) as new:
        new.execute("PRAGMA encoding = 'UTF-16le'")
        new.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        new.execute(f"PRAGMA user_version = {SCHEMA}")
        new.executescript("\n".join(line for line in old.iterdump() if "sqlite_sequence" not in line))


def no_numbers(good: Path, bad: Path) -> None:
    """NULL is what SQLite makes of NaN."""
    change(
        good,
        bad,
        "UPDATE quantity SET value = 9e999, low = -9e999, high = NULL",
        "UPDATE score SET budget_min = 9e999",
        "UPDATE hardware SET power_w = 9e999, memory_gb = -9e999",
        f"UPDATE model SET context_tokens = 9223372036854775807 WHERE entity_id = '{FIRST}'",
        f"UPDATE model SET context_tokens = -5 WHERE entity_id = '{SECOND}'",
    )


def first_and_last_day(good: Path, bad: Path) -> None:
    """A model that is there from the first day of the year 1 to the last of 9999, and one the other way round."""
    first = "start_day = -719162, end_day = -719161, when_text = '0001-01-01'"
    last = "start_day = 2932896, end_day = 2932897, when_text = '9999-12-31'"
    exact = "qualifier = 'exact', precision = 'day', start_s = NULL, end_s = NULL, status = 'occurred'"
    starts, ends = "kind IN ('release', 'preview')", "kind IN ('retirement', 'deprecation')"
    change(
        good,
        bad,
        f"UPDATE event SET {exact}, {first} WHERE {starts} AND {MODEL}",
        f"UPDATE event SET {exact}, {last} WHERE {ends} AND {MODEL}",
        f"UPDATE event SET {exact}, {last} WHERE {starts} AND subject_id = '{SECOND}'",
        f"UPDATE event SET {exact}, {first} WHERE {ends} AND subject_id = '{SECOND}'",
        f"UPDATE event SET {exact}, {last} WHERE kind = 'deal' AND id % 2",
        f"UPDATE event SET {exact}, {first} WHERE kind IN ('score', 'claim') AND id % 2",
    )


def ten_megabytes(good: Path, bad: Path) -> None:
    long = "printf('%.10000000c', 'x')"
    change(
        good,
        bad,
        f"UPDATE event SET title = {long} WHERE id = (SELECT max(id) FROM event WHERE {MODEL} AND kind = 'release')",
        f"UPDATE event SET note = {long} WHERE id = (SELECT min(id) FROM event WHERE kind = 'deal')",
        f"UPDATE entity SET name = {long} WHERE id = '{FIRST}'",
        f"UPDATE alias SET text = {long} WHERE entity_id = '{SECOND}' AND role = 'name'",
        f"UPDATE quantity SET unit = {long} WHERE rowid = 1",
    )


def turned_texts(good: Path, bad: Path) -> None:
    """Marks that turn the order of what follows around, controls and NUL."""
    marks = "char(8238) || char(7) || char(0) || char(27) || '[2J' || char(8294) || char(13) || char(10)"
    change(
        good,
        bad,
        f"UPDATE event SET title = {marks} || title, words = {marks}, note = {marks} || note",
        f"UPDATE event SET scope = {marks} WHERE scope != ''",
        f"UPDATE entity SET name = {marks} || name, note = {marks}",
        f"UPDATE source SET title = {marks} || title, publisher = {marks}",
        f"UPDATE quantity SET unit = {marks}, baseline = {marks}",
        f"UPDATE dataset SET attribution = {marks}",
    )


def markup(good: Path, bad: Path) -> None:
    html = "'<img src=\"file:///etc/passwd\"><script>alert(1)</script>&amp;%1 %2{0}'"
    change(
        good,
        bad,
        f"UPDATE event SET title = {html}, note = {html}",
        f"UPDATE entity SET name = {html} || rowid",
        f"UPDATE source SET title = {html}, url = 'javascript:alert(1)'",
        f"UPDATE dataset SET attribution = {html}",
    )


def million_names(good: Path, bad: Path) -> None:
    shutil.copy(good, bad)
    with closing(sqlite3.connect(bad)) as connection:
        rows = ((FIRST, f"GPT 5.2 number {n}", f"gpt 5 2 number {n}") for n in range(1_000_000))
        connection.executemany("INSERT INTO alias VALUES (?, ?, ?, 'nickname', '', '', 1, NULL)", rows)
        connection.commit()


def successors_in_a_ring(good: Path, bad: Path) -> None:
    """The one follows the other, the other the one, and itself too."""
    change(
        good,
        bad,
        "DELETE FROM event_party WHERE role = 'successor'",
        f"INSERT INTO event_party SELECT id, 90, '{SECOND}', 'successor', '' FROM event"
        f" WHERE kind = 'retirement' AND {MODEL}",
        f"INSERT INTO event_party SELECT id, 90, '{FIRST}', 'successor', '' FROM event"
        f" WHERE kind = 'retirement' AND subject_id = '{SECOND}'",
        "INSERT INTO event_party SELECT id, 91, subject_id, 'successor', '' FROM event WHERE kind = 'retirement'",
    )


def families_in_a_ring(good: Path, bad: Path) -> None:
    change(
        good,
        bad,
        f"UPDATE entity SET parent_id = '{SECOND}', organisation_id = id WHERE id = '{FIRST}'",
        f"UPDATE entity SET parent_id = '{FIRST}', organisation_id = '{FIRST}' WHERE id = '{SECOND}'",
        "UPDATE entity SET parent_id = id WHERE kind IN ('family', 'organisation')",
    )


def deals_in_a_ring(good: Path, bad: Path) -> None:
    """Every deal changes another one, round and round, and one itself."""
    deals = "SELECT key FROM event d WHERE d.kind = 'deal'"
    change(
        good,
        bad,
        f"UPDATE event SET ref_key = coalesce(({deals} AND d.id > event.id ORDER BY d.id LIMIT 1),"
        f" ({deals} ORDER BY d.id LIMIT 1)) WHERE kind = 'deal'",
        "UPDATE event SET ref_key = key WHERE id = (SELECT max(id) FROM event WHERE kind = 'deal')",
    )


def dangling(good: Path, bad: Path) -> None:
    """Events of models, surfaces, owners and sources that are not there, and parts of events that are not."""
    change(
        good,
        bad,
        f"UPDATE event SET subject_id = 'no-such-model' WHERE {MODEL} AND kind = 'score'",
        f"UPDATE event SET surface_id = 'no-such-surface' WHERE subject_id = '{SECOND}' AND kind = 'retirement'",
        "UPDATE event_party SET entity_id = 'no-one' WHERE role = 'buyer'",
        "UPDATE event SET ref_key = 'no/such/key' WHERE kind = 'check'",
        "UPDATE event_source SET source_id = 'no-such-source' WHERE seq = 0",
        "UPDATE entity SET organisation_id = 'no-one', parent_id = 'no-family' WHERE id = 'gpt-5-4-mini'",
        f"UPDATE alias SET entity_id = 'no-one' WHERE entity_id = '{FIRST}' AND role != 'name'",
        "INSERT INTO quantity SELECT 99999, seq, metric, value, low, high, comparator, unit, published, spread,"
        " baseline, conditions FROM quantity LIMIT 1",
        "INSERT INTO event_tag VALUES (99999, 'x')",
    )


def wrong_kinds_of_things(good: Path, bad: Path) -> None:
    """Models offered on chips, chips that retire, benchmarks that are models, owners that are surfaces."""
    change(
        good,
        bad,
        "UPDATE event SET surface_id = 'nvidia-h100' WHERE surface_id != '' AND id % 3 = 0",
        "UPDATE event SET subject_id = 'openai' WHERE kind IN ('release', 'retirement') AND id % 2 = 0",
        f"UPDATE score SET benchmark_id = '{FIRST}'",
        "UPDATE entity SET organisation_id = 'azure' WHERE kind = 'model'",
        "UPDATE event SET surface_id = subject_id WHERE id % 5 = 0",
    )


def no_dataset(good: Path, bad: Path) -> None:
    change(good, bad, "DELETE FROM dataset", "DELETE FROM revision")


# opens, but some records cannot be told


def dates_of_no_calendar(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET when_text = '2026-13'")


def unknown_words_aside(good: Path, bad: Path) -> None:
    change(good, bad, "UPDATE event SET known_basis = 'hearsay'", "UPDATE alias SET role = 'insult'")


def scores_without_setting(good: Path, bad: Path) -> None:
    change(good, bad, "DELETE FROM score")


def number_for_note(good: Path, bad: Path) -> None:
    untyped(good, bad, "event", "UPDATE event SET note = 12, words = NULL")


OPENED: list[Spoiler] = [
    wal,
    stale_journal,
    more_than_ours,
    no_constraints,
    utf16,
    no_numbers,
    first_and_last_day,
    ten_megabytes,
    turned_texts,
    markup,
    successors_in_a_ring,
    families_in_a_ring,
    deals_in_a_ring,
    dangling,
    wrong_kinds_of_things,
    no_dataset,
]
TOLD: list[tuple[Spoiler, str]] = [
    (dates_of_no_calendar, "'2026-13' is not a"),
    (unknown_words_aside, "is not a valid"),
    (scores_without_setting, "a score without its row in the table score"),
    (number_for_note, "words: nothing in the place of a text"),
]
