"""What is written is read; a change is a diff; what is no store is refused in one sentence and stays as it is."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.__main__ import main
from modelspan.domain.catalogue import Catalogue, rivals
from modelspan.domain.changes_of import Change
from modelspan.domain.dates import parse_edtf
from modelspan.domain.problems import UserError
from modelspan.domain.records import Dataset, Event, Kind
from modelspan.store import lookup, opening, reading, writing
from modelspan.store.layout import APPLICATION_ID, SCHEMA
from modelspan.store.texts import LONGEST, clean
from tests.bad_stores import empty, foreign, newer, scrambled, truncated

SPARK = "gpt-5-3-codex-spark"
KEY = "gpt-5-2/openai-api/release"


@pytest.fixture
def store(bundled_store: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(bundled_store, tmp_path / "mine.sqlite"))


def all_events(path: Path) -> dict[str, Event]:
    with opening.connect(path) as connection:
        return {event.key: event for _, event in lookup.read_events(connection, "withdrawn = 0", ())}


def versions(path: Path, key: str) -> list[tuple[str, int, int, int | None]]:
    """Date, withdrawn, added and dropped of every version of a statement."""
    with opening.connect(path) as connection:
        wanted = "SELECT when_text, withdrawn, added, dropped FROM event WHERE key = ? ORDER BY id"
        return connection.execute(wanted, (key,)).fetchall()


def test_every_event_is_read_as_it_was_written(bundled: Catalogue, bundled_store: Path) -> None:
    assert all_events(bundled_store) == {event.key: event for event in bundled.events}


def test_every_entity_is_read_as_it_was_written(bundled: Catalogue, bundled_store: Path) -> None:
    with opening.connect(bundled_store) as connection:
        assert tuple(lookup.read_whole_entities(connection, "modelspan")) == bundled.entities


def test_details_hold_all_that_names_a_model(bundled: Catalogue, bundled_store: Path) -> None:
    found = lookup.details(bundled_store, SPARK)
    assert found.entity.name == "GPT-5.3-Codex-Spark"
    own = {event.key for event in bundled.events if event.subject_id == SPARK}
    named = {event.key for event in bundled.events if SPARK in {party.entity_id for party in event.parties}}
    assert own | named <= {event.key for event in found.events}
    cited = {citation.source_id for event in found.events for citation in event.sources}
    assert set(found.sources) == cited
    with pytest.raises(UserError, match="is not in the store any more"):
        lookup.details(bundled_store, "no-such-model")


def test_columns_agree_with_the_records(bundled: Catalogue, bundled_store: Path) -> None:
    snapshot = reading.read(bundled_store)
    assert len(snapshot.events) == len(bundled.events)
    assert snapshot.events.shown.sum() == sum(event.shown for event in bundled.events)
    assert snapshot.counts["rivals"] == len(rivals(bundled.events))
    assert len(snapshot.events.of(Kind.RETIREMENT).nonzero()[0]) == 416
    with pytest.raises(ValueError, match="read-only"):
        snapshot.events.start[0] = 0


def test_a_store_needs_no_other_file(bundled_store: Path) -> None:
    assert [file.name for file in bundled_store.parent.iterdir()] == [bundled_store.name]
    with opening.connect(bundled_store) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_two_builds_have_equal_bytes(bundled: Catalogue, bundled_store: Path, tmp_path: Path) -> None:
    writing.build(bundled, tmp_path / "again.sqlite", "0" * 64)
    assert (tmp_path / "again.sqlite").read_bytes() == bundled_store.read_bytes()


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "a?b#c%41 é" / "x?y.sqlite"
    writing.build(Catalogue(dataset=Dataset(id="x", title="X"), as_of="2026-01-01"), path, "")
    assert len(reading.read(path).events) == 0
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_applying_the_same_changes_nothing(bundled: Catalogue, store: Path) -> None:
    assert not writing.apply(bundled, store, "1" * 64)
    assert all_events(store) == {event.key: event for event in bundled.events}
    assert opening.last_state(store, "modelspan") == ("2026-11-30", "1" * 64)


def test_a_changed_date_is_a_new_version_of_one_statement(bundled: Catalogue, store: Path) -> None:
    moved = [replace(e, when=parse_edtf("2025-12-13")) if e.key == KEY else e for e in bundled.events]
    assert writing.apply(replace(bundled, events=tuple(moved)), store, "1") == Change(changed=1)
    assert versions(store, KEY) == [("2025-12-11", 0, 1, 2), ("2025-12-13", 0, 2, None)]
    assert str(all_events(store)[KEY].when) == "2025-12-13"


def test_what_is_not_stated_any_more_is_withdrawn_and_kept(bundled: Catalogue, store: Path) -> None:
    fewer = replace(bundled, events=tuple(event for event in bundled.events if event.key != KEY))
    assert writing.apply(fewer, store, "1", action="update") == Change(withdrawn=1)
    assert not writing.apply(fewer, store, "2", action="update")
    assert versions(store, KEY) == [("2025-12-11", 0, 1, 2), ("2025-12-11", 1, 2, None)]
    assert KEY not in all_events(store)
    assert len(reading.read(store).events) == len(bundled.events) - 1
    assert writing.apply(bundled, store, "3", action="update") == Change(changed=1)
    assert KEY in all_events(store)


def test_a_change_that_fails_leaves_nothing_behind(
    bundled: Catalogue, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = store.read_bytes()

    def fail(*_: object, **__: object) -> Change:
        raise RuntimeError("in the middle")

    monkeypatch.setattr(writing, "write_events", fail)
    with pytest.raises(RuntimeError):
        writing.apply(replace(bundled, sources=()), store, "1")
    assert store.read_bytes() == before
    assert [file.name for file in store.parent.iterdir()] == [store.name]


def noise(_: Path, bad: Path) -> None:
    bad.write_bytes(bytes(range(256)) * 40)


def header_only(good: Path, bad: Path) -> None:
    bad.write_bytes(good.read_bytes()[:60])


def hollow(_: Path, bad: Path) -> None:
    connection = sqlite3.connect(bad)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("CREATE TABLE event (id INTEGER)")
    connection.commit()
    connection.close()


def wrong_word(good: Path, bad: Path) -> None:
    shutil.copy(good, bad)
    connection = sqlite3.connect(bad)
    connection.execute("UPDATE event SET kind = 'rumour' WHERE id = 7")
    connection.commit()
    connection.close()


def folder(_: Path, bad: Path) -> None:
    bad.mkdir()


def missing(_: Path, bad: Path) -> None:
    assert not bad.exists()


def forbidden(good: Path, bad: Path) -> None:
    if sys.platform == "win32" or os.geteuid() == 0:
        pytest.skip("nothing is forbidden to root, and chmod forbids nothing on Windows")
    shutil.copy(good, bad)
    bad.chmod(0)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (truncated, "is damaged"),
        (empty, "is an empty file"),
        (noise, "it is no SQLite database"),
        (header_only, "is damaged"),
        (scrambled, "is damaged"),
        (foreign, "a database of another program"),
        (newer, "update Modelspan"),
        (hollow, "lacks a part"),
        (wrong_word, "holds a value that no event store has"),
        (folder, "is a folder"),
        (missing, "There is no event store at"),
        (forbidden, "check its permissions"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_no_store_is_refused_and_left_alone(
    spoil: Callable[[Path, Path], None],
    said: str,
    bundled_store: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad = tmp_path / "bad.sqlite"
    spoil(bundled_store, bad)
    before = bad.read_bytes() if bad.is_file() and os.access(bad, os.R_OK) else None
    files = sorted(tmp_path.iterdir())
    assert main(["info", "--store", str(bad)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("modelspan: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    assert said in err
    assert sorted(tmp_path.iterdir()) == files
    assert before is None or bad.read_bytes() == before


def changed(store: Path, *changes: str) -> Path:
    """A store after some statements of SQL that no program of ours makes."""
    connection = sqlite3.connect(store)
    for change in changes:
        connection.execute(change)
    connection.commit()
    connection.close()
    return store


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE entity SET name = x'00ff' WHERE rowid = 5", "bytes in the place of a text"),
        ("UPDATE event SET title = x'00ff' WHERE id = 7", "bytes in the place of a text"),
        ("UPDATE event SET when_text = x'00ff' WHERE id = 7", "bytes in the place of a text"),
        ("UPDATE event SET subject_id = x'00ff' WHERE id = 7", "bytes in the place of a text"),
        ("UPDATE dataset SET attribution = x'00ff'", "bytes in the place of a text"),
        ("UPDATE quantity SET comparator = '!!'", "not a valid Comparator"),
        ("UPDATE event SET start_day = 2932897, end_day = 2932898 WHERE id = 7", "outside the years 1 to 9999"),
        ("UPDATE event SET says_start = -719163 WHERE id = 7", "outside the years 1 to 9999"),
        ("UPDATE event SET start_s = 9000000000000 WHERE id = 7", "outside the years 1 to 9999"),
        ("UPDATE event SET start_day = NULL, end_day = NULL WHERE id = 7", "without a side it promises"),
        ("UPDATE event SET end_day = start_day - 1 WHERE qualifier = 'exact'", "ends before it starts"),
        ("DELETE FROM entity", "nothing they could be about"),
        ("PRAGMA user_version = 0", "has no schema number (0)"),
        ("PRAGMA user_version = -3", "has no schema number (-3)"),
    ],
)
def test_a_value_that_would_fail_later_is_refused_when_opening(store: Path, change: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        reading.read(changed(store, change))
    assert said in str(error.value)
    assert str(error.value).endswith("restore it from a backup.")


def test_the_first_and_the_last_day_are_days(store: Path) -> None:
    first, last = "start_day = -719162, end_day = -719161", "start_day = 2932896, end_day = 2932897"
    found = reading.read(
        changed(
            store,
            f"UPDATE event SET {first}, qualifier = 'exact' WHERE id = 7",
            f"UPDATE event SET {last}, qualifier = 'exact' WHERE id = 8",
        )
    )
    assert found.events.start[found.events.id == 7] == -719162
    assert found.events.end[found.events.id == 8] == 2932897


@pytest.mark.parametrize("value", ["0", "-4", "9e999", "-9e999", "1e300"])
def test_sizes_that_no_axis_can_show_are_no_sizes(store: Path, value: str) -> None:
    found = reading.read(
        changed(store, f"UPDATE quantity SET value = {value}, low = {value} WHERE metric = 'capacity'")
    )
    own = found.quantities.metric == found.metrics.index("capacity")
    assert own.any()
    assert np.isnan(found.quantities.value[own]).all()
    assert np.isnan(found.quantities.low[own]).all()
    assert not np.isnan(found.quantities.value[~own]).all()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET when_text = 'soon'",
        "UPDATE event SET known_basis = 'hearsay'",
        "UPDATE event SET note = x'00ff'",
        "UPDATE event_party SET words = x'00ff'",
        "UPDATE quantity SET low = 'much'",
        "DELETE FROM score",
    ],
)
def test_a_row_that_is_no_record_is_told_in_one_sentence(store: Path, change: str) -> None:
    table = next((name for name in ("event_party", "quantity") if name in change), "quantity")
    wanted = f"SELECT subject_id FROM event WHERE id IN (SELECT event_id FROM {table}) AND subject_id != ''"
    if "score" in change:
        wanted = "SELECT subject_id FROM event WHERE kind = 'score'"
    with opening.connect(changed(store, change)) as connection:
        who = connection.execute(wanted).fetchone()[0]
    with pytest.raises(UserError, match="holds a row that no event store has"):
        lookup.details(store, who)


def test_texts_are_safe_to_show(store: Path) -> None:
    marks = "char(8238) || char(7) || char(8294)"
    changed(
        store,
        f"UPDATE entity SET name = {marks} || 'Sp' || char(10) || 'ark' WHERE id = '{SPARK}'",
        f"UPDATE event SET note = 'a' || {marks} || char(10) || 'b', title = printf('%.9999c', 'x')"
        f" WHERE subject_id = '{SPARK}'",
    )
    found = reading.read(store)
    assert found.name(found.entities.row[SPARK]) == "Sp ark"
    assert max(map(len, found.titles)) == LONGEST
    told = lookup.details(store, SPARK)
    assert told.entity.name == "Sp ark"
    own = [event for event in told.events if event.subject_id == SPARK]
    assert {event.note for event in own} == {"a\nb"}
    assert {event.title for event in own} == {"x" * (LONGEST - 1) + "…"}
    assert {event.note for event in all_events(store).values() if event.subject_id == SPARK} != {"a\nb"}


@given(st.text())
def test_clean_texts_stay_as_they_are(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert all(c in "\t\n" or c.isprintable() or c in text for c in once)
    assert clean(text, LONGEST) == clean(clean(text, LONGEST), LONGEST)


def test_the_bundled_texts_are_clean(bundled: Catalogue) -> None:
    assert all(clean(entity.name, LONGEST) == entity.name for entity in bundled.entities)
    assert all(clean(event.title, LONGEST) == event.title for event in bundled.events)
    assert all(clean(event.note) == event.note for event in bundled.events)
