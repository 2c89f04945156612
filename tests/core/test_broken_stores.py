"""What is broken in a store is one sentence or a counted record; nothing is changed, and nothing left beside it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from modelspan.__main__ import main
from modelspan.app import session
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.problems import UserError
from modelspan.store import findings, lookup, opening, reading, schema, writing
from modelspan.store.layout import COLUMNS, Holds
from modelspan.store.texts import LONGEST, LONGEST_NOTE
from tests import bad_stores as bad
from tests import strange_stores as strange
from tests.bad_stores import FEW, FIRST, REFUSED, Spoiler, few_models, spoilt
from tests.strange_stores import OPENED, TOLD

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files on Windows")


@pytest.fixture(scope="session")
def few(bundled: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of six models."""
    path = tmp_path_factory.mktemp("few") / "few.sqlite"
    writing.build(few_models(bundled), path, "0" * 64)
    return path


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody in a test will let go of a file."""
    monkeypatch.setattr(opening, "BUSY_MS", 1)


def one_sentence(text: str) -> None:
    """What, where and what to do, on one line of bearable length."""
    assert text.startswith("modelspan: ")
    assert text.endswith(".\n")
    assert text[:-1].isprintable()
    assert "; " in text
    assert len(text) < 500


@pytest.mark.parametrize(("spoil", "said"), REFUSED, ids=lambda value: getattr(value, "__name__", ""))
def test_what_cannot_be_read_is_one_sentence(
    spoil: Spoiler, said: str, few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with spoilt(spoil, few, tmp_path) as path:
        for form in ([], ["--json"]):
            assert main(["info", "--store", str(path), *form]) == 2
            out, err = capsys.readouterr()
            assert out == ""
            one_sentence(err)
            assert str(path) in err
            assert said in err
        told = []
        for read in (partial(lookup.details, path, FIRST), partial(findings.findings, path)):
            try:
                read()  # may not come upon what is broken
            except UserError as error:
                told.append(error)
        for error in told:
            one_sentence(f"modelspan: {error}\n")


@pytest.mark.parametrize("spoil", OPENED, ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_only_strange_is_counted_and_told(
    spoil: Spoiler, few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with spoilt(spoil, few, tmp_path) as path:
        assert main(["info", "--store", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["models"] == len(FEW)
        snapshot = reading.read(path)
        for model in FEW:
            assert lookup.details(path, model).entity.id == model
        for number in snapshot.events.id.tolist():
            assert len(lookup.one_event(path, number).events) > 0
        assert len(findings.findings(path, 10_000)) == snapshot.counts["dangling"]


@pytest.mark.parametrize(("spoil", "said"), TOLD, ids=lambda value: getattr(value, "__name__", ""))
def test_a_row_of_which_no_record_can_be_made_is_told_when_it_is_asked_for(
    spoil: Spoiler, said: str, few: Path, tmp_path: Path
) -> None:
    with spoilt(spoil, few, tmp_path) as path:
        reading.read(path)
        with pytest.raises(UserError, match="holds a row that no event store has") as error:
            lookup.details(path, FIRST)
        one_sentence(f"modelspan: {error.value}\n")
        assert said in str(error.value)


def test_dangling_references_are_left_out_counted_and_listed(few: Path, tmp_path: Path) -> None:
    assert findings.findings(few) == ()
    assert reading.read(few).counts["dangling"] == 0
    with spoilt(strange.dangling, few, tmp_path) as path:
        snapshot = reading.read(path)
        found = [str(problem) for problem in findings.findings(path, 10_000)]
        assert len(found) == snapshot.counts["dangling"] > 20
        assert all(
            text.startswith(f"{path}: ") and text.endswith("left out of what it would belong to.") for text in found
        )
        assert f"{path}: entity 'gpt-5-4-mini': parent_id 'no-family' is not in the store; it is left out" in found[1]
        assert len(findings.findings(path, 5)) == 5
        gone = snapshot.events.kind[snapshot.events.subject < 0]
        assert len(gone) > 0
        assert lookup.details(path, FIRST).sources.keys() < lookup.details(few, FIRST).sources.keys()


def test_series_are_told_of_models_that_are_there(few: Path, tmp_path: Path) -> None:
    with spoilt(strange.dangling, few, tmp_path) as path:
        with closing(sqlite3.connect(few)) as connection:
            names = {row[0] for row in connection.execute("SELECT series FROM score WHERE series != ''")}
        assert names
        assert {event.subject_id for event in lookup.series(few, names)} <= FEW
        assert {event.subject_id for event in lookup.series(path, names)} <= FEW


def test_long_texts_are_cut_where_they_are_read(few: Path, tmp_path: Path) -> None:
    with spoilt(strange.ten_megabytes, few, tmp_path) as path:
        snapshot = reading.read(path)
        for texts in (snapshot.titles, snapshot.entities.names, snapshot.aliases.texts, snapshot.units):
            assert max(map(len, texts)) == LONGEST
        told = [lookup.one_event(path, number).events[0] for number in snapshot.events.id.tolist()]
        assert max(len(event.note) for event in told) == LONGEST_NOTE
        assert max(len(event.title) for event in told) == LONGEST


def test_a_million_names_are_read_in_bearable_time(few: Path, tmp_path: Path) -> None:
    with spoilt(strange.million_names, few, tmp_path) as path:
        start = time.perf_counter()
        snapshot = reading.read(path)
        assert time.perf_counter() - start < 30, "some two seconds where nothing else runs"
        assert len(snapshot.aliases.texts) > 1_000_000
        assert len(lookup.details(path, FIRST).entity.aliases) <= lookup.MOST_NAMES


def test_no_trigger_of_a_store_runs(few: Path, tmp_path: Path) -> None:
    with spoilt(strange.more_than_ours, few, tmp_path) as path:
        reading.read(path)
        lookup.details(path, FIRST)
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            assert connection.execute("SELECT count(*) FROM diary").fetchone() == (0,)


@pytest.mark.parametrize(
    "spoil",
    [bad.pipe, bad.view_for_table, bad.hot_journal],
    ids=lambda s: s.__name__,
)
def test_the_program_ends_by_itself(spoil: Spoiler, few: Path, tmp_path: Path) -> None:
    with spoilt(spoil, few, tmp_path) as path:
        words = [sys.executable, "-m", "modelspan", "info", "--store", str(path)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        one_sentence(done.stderr)


@pytest.mark.parametrize("given", ["", ".", "~", "/dev/null", "x" * 5000, "~nobody-of-that-name/x.sqlite"])
def test_a_path_that_is_none_is_one_sentence(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    if sys.platform == "win32" and given == "/dev/null":
        pytest.skip("there is no such file on Windows")
    assert main(["info", "--store", given]) == 2
    one_sentence(capsys.readouterr().err.replace("x" * 5000, "x"))


def test_the_home_folder_is_found_where_no_shell_has(
    few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    shutil.copy(few, tmp_path / "few.sqlite")
    assert session.open_store(Path("~/few.sqlite"))[0] == tmp_path / "few.sqlite"


@contextmanager
def as_anybody() -> Iterator[None]:
    """Nothing is forbidden to root, so root becomes somebody else for a while."""
    own = os.geteuid()
    if own == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(own)


@UNIX
@pytest.mark.parametrize("spoil", [bad.wal, strange.stale_journal, strange.no_dataset], ids=lambda s: s.__name__)
def test_a_store_is_read_where_nothing_may_be_written(
    spoil: Spoiler, few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["info", "--store", str(few)])  # what it imports may lie where only root may look
    with tempfile.TemporaryDirectory() as name, spoilt(spoil, few, Path(name)) as path:
        path.chmod(0o444)
        path.parent.chmod(0o555)
        try:
            with as_anybody():
                assert not session.writable(path.parent)
                assert main(["info", "--store", str(path)]) == 0
                assert lookup.details(path, FIRST).events
        finally:
            path.parent.chmod(0o755)
    assert capsys.readouterr().err == ""


@UNIX
def test_what_may_not_be_read_is_one_sentence(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        path = Path(shutil.copy(few, name)).rename(Path(name) / "mine.sqlite")
        path.chmod(0)
        with as_anybody():
            assert main(["info", "--store", str(path)]) == 2
        err = capsys.readouterr().err
        one_sentence(err)
        assert "cannot be read: Permission denied; check its permissions." in err


def test_a_lock_of_another_process_is_heeded(few: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.sqlite"
    with closing(bad.locked(few, path)):
        words = [sys.executable, "-m", "modelspan", "info", "--store", str(path)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    one_sentence(done.stderr)
    assert "is in use by another program" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["bad.sqlite"]


def test_our_own_store_is_put_right_after_a_crash(few: Path, tmp_path: Path) -> None:
    bad.hot_journal(few, tmp_path / "ours.sqlite")
    spoilt_ = (tmp_path / "ours.sqlite").read_bytes()
    opening.settle(tmp_path / "ours.sqlite")
    assert (tmp_path / "ours.sqlite").read_bytes() == few.read_bytes() != spoilt_
    assert [path.name for path in tmp_path.iterdir()] == ["ours.sqlite"]


def test_the_default_store_opens_after_a_crash() -> None:
    path, snapshot = session.open_store(None)
    before = path.read_bytes()
    good = path.rename(path.with_name("good"))
    bad.hot_journal(good, path)
    good.unlink()
    assert len(session.open_store(None)[1].events) == len(snapshot.events)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_what_is_checked_is_what_the_schema_says() -> None:
    for table, columns in COLUMNS.items():
        for name, holds in columns.items():
            column = schema.metadata.tables[table].columns[name]
            maybe = isinstance(holds, Holds) and holds.name.startswith("MAYBE")
            assert column.nullable == maybe, f"{table}.{name}"
    assert set(COLUMNS["event"]) == set(schema.metadata.tables["event"].columns.keys())
