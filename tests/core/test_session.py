"""The default store is built on the first start, follows the bundled catalogue, and is never spoilt."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from modelspan import assets
from modelspan.app.session import bundled_sha256, default_store, ensure_bundled, open_store
from modelspan.domain.problems import UserError
from modelspan.store import opening

TEXT = """
[catalogue]
id = "modelspan"
title = "Small"
version = "{version}"

[[surface]]
id = "api"
name = "API"

[[model]]
id = "m"
name = "M"
lifecycle = [
  {{ key = "release", surface = "api", kind = "release", when = "{when}", evidence = "memory" }},
]
"""


class Bundled:
    """A catalogue in the place of the bundled one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state()

    def state(self, version: str = "2026-11-30", when: str = "2026-01-01") -> None:
        (self.folder / "catalogue.toml").write_text(TEXT.format(version=version, when=when), "utf-8")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bundled:
    def folder() -> Path:
        return tmp_path

    monkeypatch.setattr(assets, "data", folder)
    return Bundled(tmp_path)


def rows(wanted: str) -> list[tuple[object, ...]]:
    with opening.connect(default_store()) as connection:
        return connection.execute(wanted).fetchall()


def test_the_default_store_lies_in_the_users_data_folder(own_folders: Path) -> None:
    assert default_store() == own_folders / "data" / "modelspan" / "modelspan.sqlite"


def test_the_first_start_builds_and_the_second_writes_nothing(data: Bundled) -> None:
    path, snapshot = open_store(None)
    assert path == default_store()
    assert snapshot.version == "2026-11-30"
    assert rows("SELECT id, action, content_sha256 FROM revision") == [(1, "build", bundled_sha256(data.folder))]
    before = path.read_bytes(), path.stat().st_mtime_ns
    open_store(None)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_newer_catalogue_is_applied_as_a_diff(data: Bundled) -> None:
    ensure_bundled(default_store())
    data.state("2026-12-15", when="2026-02-02")
    _, snapshot = open_store(None)
    assert snapshot.version == "2026-12-15"
    versions = rows("SELECT when_text, added, dropped FROM event ORDER BY id")
    assert versions == [("2026-01-01", 1, 2), ("2026-02-02", 2, None)]
    assert rows("SELECT action FROM revision") == [("build",), ("update",)]


def test_a_correction_of_the_same_version_is_applied_too(data: Bundled) -> None:
    ensure_bundled(default_store())
    data.state(when="2026-02-02")
    ensure_bundled(default_store())
    assert rows("SELECT when_text FROM event WHERE dropped IS NULL") == [("2026-02-02",)]


def test_an_older_app_does_not_take_a_store_back(data: Bundled) -> None:
    ensure_bundled(default_store())
    before = default_store().read_bytes()
    data.state("2026-11-29", when="2026-02-02")
    _, snapshot = open_store(None)
    assert snapshot.version == "2026-11-30"
    assert default_store().read_bytes() == before


def test_a_store_of_a_newer_app_is_left_untouched(data: Bundled) -> None:
    path = ensure_bundled(default_store())
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    before = path.read_bytes()
    data.state("2026-12-15")
    with pytest.raises(UserError, match="written by a newer Modelspan"):
        open_store(None)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"notes", b"SQLite format 3\x00" + b"\x07" * 500])
def test_a_default_store_that_is_none_is_kept_aside_and_built_again(data: Bundled, content: bytes) -> None:
    default_store().parent.mkdir(parents=True)
    for kept in ("modelspan.sqlite.broken", "modelspan.sqlite.broken-2"):
        default_store().write_bytes(content)
        path, snapshot = open_store(None)
        assert path == default_store()
        assert snapshot.version == "2026-11-30"
        assert path.with_name(kept).read_bytes() == content
    assert len(list(path.parent.iterdir())) == 3


@pytest.mark.parametrize(
    "change", ["UPDATE event SET kind = 'rumour'", "DROP TABLE revision", "PRAGMA application_id = 7"]
)
def test_damage_inside_the_default_store_is_kept_aside_too(data: Bundled, change: str) -> None:
    path = ensure_bundled(default_store())
    connection = sqlite3.connect(path)
    connection.execute(change)
    connection.commit()
    connection.close()
    spoilt = path.read_bytes()
    path.with_name("modelspan.sqlite-wal").write_bytes(b"")
    assert len(open_store(None)[1].events) == 1
    assert path.with_name("modelspan.sqlite.broken").read_bytes() == spoilt
    assert not path.with_name("modelspan.sqlite-wal").exists()


def test_damage_found_while_applying_is_kept_aside_too(data: Bundled) -> None:
    path = ensure_bundled(default_store())
    connection = sqlite3.connect(path)
    connection.execute("UPDATE event SET known_basis = 'hearsay'")
    connection.commit()
    connection.close()
    data.state("2026-12-15")
    assert open_store(None)[1].version == "2026-12-15"
    assert path.with_name("modelspan.sqlite.broken").exists()


def test_a_store_given_by_path_is_never_moved(data: Bundled, tmp_path: Path) -> None:
    given = tmp_path / "mine.sqlite"
    given.write_bytes(b"notes")
    with pytest.raises(UserError, match="no SQLite database"):
        open_store(given)
    assert given.read_bytes() == b"notes"


def test_a_default_store_in_use_is_left_untouched(data: Bundled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_MS", 1)
    path = ensure_bundled(default_store())
    connection = sqlite3.connect(path)
    connection.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UserError, match="is in use by another program"):
        open_store(None)
    connection.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_where_nothing_can_be_written_the_session_has_a_store_of_its_own(data: Bundled, own_folders: Path) -> None:
    (own_folders / "data").write_bytes(b"a file in the place of the folder")
    path, snapshot = open_store(None)
    assert snapshot.version == "2026-11-30"
    assert not path.is_relative_to(own_folders)
    assert open_store(None)[0] == path


def test_a_damaged_bundle_is_told_and_builds_nothing(data: Bundled) -> None:
    data.state(when="2026-13")
    with pytest.raises(UserError, match="installing Modelspan again restores it"):
        open_store(None)
    assert not default_store().exists()


def test_another_store_is_opened_as_it_is(bundled_store: Path) -> None:
    path, snapshot = open_store(bundled_store)
    assert path == bundled_store
    assert len(snapshot.entities.models) == 448
    assert not default_store().exists()


def test_the_hash_knows_names_and_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"x")
    one = bundled_sha256(tmp_path)
    (tmp_path / "README.md").write_bytes(b"not a fact")
    assert bundled_sha256(tmp_path) == one
    (tmp_path / "a.toml").rename(tmp_path / "b.toml")
    assert bundled_sha256(tmp_path) != one


def test_an_existing_store_opens_without_sqlalchemy_and_toml() -> None:
    ensure_bundled(default_store())
    program = (
        "import sys; from modelspan.__main__ import main; main(['info']);"
        "print([name for name in sys.modules if name in ('sqlalchemy', 'tomllib', 'modelspan.formats.catalogue_toml')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
