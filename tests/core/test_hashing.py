"""The hash of a store is that of what it states, whichever way it came to state it, and of all of it."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from modelspan.domain.catalogue import Catalogue
from modelspan.store import deciding, hashing, writing
from modelspan.store.hashing import content_hash
from tests.core.applied import bare_store, catalogue, event, model
from tests.core.test_store import changed


def test_the_way_to_a_state_does_not_matter(tmp_path: Path) -> None:
    first = [event("beta/end", "2026-09-01"), event("gamma/end", "2026-10-01")]
    one = catalogue("one", "2026-03-01", first, models=[model("psi", "p", "q")], trust=60)
    two = catalogue("two", "2026-03-01", reversed(first), models=[], sources=["leaf", "page"])
    a, b = bare_store(tmp_path / "a.sqlite"), bare_store(tmp_path / "b.sqlite")
    for path, order in ((a, (one, two)), (b, (two, one))):
        for each in order:
            writing.apply(each, path, "1")
    assert a.read_bytes() != b.read_bytes()
    assert content_hash(a) == content_hash(b)
    writing.apply(replace(two, events=two.events[:1]), b, "2", action="update")
    writing.apply(replace(two, sources=two.sources[::-1]), b, "3", action="update")
    assert content_hash(a) == content_hash(b)


def test_two_builds_have_one_hash(bundled: Catalogue, bundled_store: Path, tmp_path: Path) -> None:
    upside_down = replace(bundled, events=bundled.events[::-1], entities=bundled.entities[::-1])
    writing.build(upside_down, tmp_path / "b.sqlite", "another")
    assert content_hash(tmp_path / "b.sqlite") == content_hash(bundled_store)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE dataset SET version = '2031-01-01'",
        "UPDATE source SET url = url || '#' WHERE rowid = 3",
        "UPDATE entity SET note = 'x' WHERE rowid = 3",
        "UPDATE alias SET role = 'former' WHERE rowid = 3",
        "UPDATE model SET open_weights = 1 - coalesce(open_weights, 0) WHERE rowid = 3",
        "UPDATE hardware SET power_w = 1.5 WHERE rowid = 3",
        "UPDATE event SET slot = 'x' WHERE id = 3",
        "UPDATE event SET withdrawn = 1 WHERE id = 3",
        "UPDATE event_text SET text = 'x' WHERE rowid = 3",
        "DELETE FROM event_tag WHERE rowid = 3",
        "UPDATE event_party SET role = 'cloud', words = 'x' WHERE rowid = 3",
        "UPDATE event_source SET locator = 'x' WHERE rowid = 3",
        "UPDATE quantity SET published = 'x' WHERE rowid = 3",
        "UPDATE score SET flag = 'x' WHERE rowid = (SELECT min(rowid) FROM score)",
        "INSERT INTO decision VALUES ('shown', 'a', 'b', '', 1, NULL)",
    ],
)
def test_every_table_counts(bundled_store: Path, tmp_path: Path, change: str) -> None:
    store = changed(Path(shutil.copy(bundled_store, tmp_path / "store.sqlite")), change)
    assert content_hash(store) != content_hash(bundled_store)


def test_the_numbers_do_not_count(bundled_store: Path, tmp_path: Path) -> None:
    store = Path(shutil.copy(bundled_store, tmp_path / "store.sqlite"))
    changed(store, "UPDATE revision SET recorded_at = 'x', content_sha256 = 'y', note = 'z'")
    assert content_hash(store) == content_hash(bundled_store)
    deciding.decide(store, "shown", "a", "b")
    deciding.decide(store, "shown", "a", "")
    assert content_hash(store) == content_hash(bundled_store)


def test_every_statement_of_the_hash_is_bound_to_current_rows() -> None:
    for table, columns in hashing.COLUMNS.items():
        assert "dropped IS NULL" in hashing.statement(table, columns)
