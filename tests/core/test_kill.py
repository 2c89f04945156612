"""A program that is killed while it writes leaves the store as it was, or as it was to be."""

import os
import pickle
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from modelspan.domain.catalogue import Catalogue
from modelspan.store import history, opening, reading, writing
from modelspan.store.hashing import content_hash
from tests.core.applied import bare_store

COPIES = 5  # of the bundled catalogue: enough for the journal to spill into the file in the middle
KILLS = 6
CHILD = """
import pickle, sys
from pathlib import Path
from modelspan.store import changing, history, writing
made = pickle.loads(Path(sys.argv[2]).read_bytes())
prepare = changing.prepare
def small_cache(connection, record):  # so that pages go to the file long before the end
    prepare(connection, record)
    connection.execute("PRAGMA cache_size = 50")
changing.prepare = small_cache
print("ready", flush=True)
if sys.argv[3] == "undo":
    history.undo(Path(sys.argv[1]))
else:
    writing.apply(made, Path(sys.argv[1]), "1")
print("done", flush=True)
"""


@pytest.fixture(scope="module")
def large(bundled: Catalogue) -> Catalogue:
    events = [
        replace(each, key=f"{number}/{each.key}", rival_of=each.rival_of and f"{number}/{each.rival_of}")
        for number in range(COPIES)
        for each in bundled.events
    ]
    return replace(bundled, dataset=replace(bundled.dataset, id="large", trust=90), events=tuple(events))


def run(store: Path, made: Path, what: str, after: float | None) -> tuple[bool, float]:
    """Let another program apply a catalogue, killed so many seconds after it began. Whether it was done, and when."""
    words = [sys.executable, "-c", CHILD, str(store), str(made), what]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
        start = time.monotonic()
        if after is not None:
            time.sleep(after)
            os.kill(child.pid, signal.SIGKILL)
        return child.stdout.readline() == "done\n", time.monotonic() - start


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_store_survives_being_killed(large: Catalogue, tmp_path: Path) -> None:
    made = tmp_path / "large.pickle"
    made.write_bytes(pickle.dumps(large))
    clean, store = bare_store(tmp_path / "clean.sqlite"), bare_store(tmp_path / "store.sqlite")
    before = content_hash(clean)
    done, took = run(clean, made, "import", None)
    assert done
    after = content_hash(clean)
    moments = random.Random(20261130)
    cut = 0
    for number in range(KILLS):
        what = "import" if content_hash(store) == before else "undo"
        part = (number + moments.random()) / KILLS
        done, _ = run(store, made, what, part * took)
        cut += store.with_name("store.sqlite-journal").exists()
        opening.ready(store)
        found = content_hash(store)
        assert found in (before, after)
        if done:
            assert found == (after if what == "import" else before)
        assert [path.name for path in tmp_path.iterdir() if "journal" in path.name] == []
        reading.read(store)
    assert cut, "no kill met a change in the middle"
    if content_hash(store) == after:
        history.undo(store)
    assert content_hash(store) == before
    writing.apply(large, store, "1")
    assert content_hash(store) == after
