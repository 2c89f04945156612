"""The worker: the newest request wins, and no cycle is collected off the main thread."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from modelspan.ui.jobs import Jobs


@pytest.fixture
def jobs(qapp: object) -> Iterator[Jobs]:
    owner = QObject()
    made = Jobs(owner)
    yield made
    made.close()


def test_the_newest_request_wins_and_the_collector_comes_back(jobs: Jobs, qtbot: QtBot) -> None:
    go, done = threading.Event(), []
    states: list[bool] = []

    def first() -> str:
        go.wait(5)
        states.append(gc.isenabled())
        return "first"

    jobs.run(first, done.append)
    jobs.run(lambda: "second", done.append)
    jobs.run(lambda: "third", done.append)
    go.set()
    qtbot.waitUntil(lambda: done == ["third"])
    qtbot.waitUntil(lambda: not jobs.running)
    assert states in ([], [False])  # the first may have been passed over before it began
    assert gc.isenabled()


def test_the_collector_comes_back_when_a_window_closes_in_the_middle(jobs: Jobs, qtbot: QtBot) -> None:
    go = threading.Event()
    jobs.run(lambda: go.wait(5), lambda _: None)
    assert not gc.isenabled()
    go.set()
    jobs.close()
    assert gc.isenabled()


def test_the_collector_comes_back_after_an_error(jobs: Jobs, qtbot: QtBot) -> None:
    with qtbot.captureExceptions() as found:
        jobs.run(lambda: 1 / 0, lambda _: None)
        qtbot.waitUntil(lambda: not jobs.running)
    assert len(found) == 1
    assert gc.isenabled()
