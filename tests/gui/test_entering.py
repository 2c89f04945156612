"""Entries from the window: made, changed, copied and withdrawn by keys and menu entries, and undone."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from modelspan.app.scene import Scene
from modelspan.store import diffing, hashing, reading
from modelspan.store.layout import MINE
from modelspan.ui.entry_form import EntryForm
from modelspan.ui.main_window import MainWindow
from tests.gui.conftest import TODAY
from tests.gui.hand import CTRL, Hand
from tests.gui.test_entry_form import POST, Typist


@pytest.fixture
def window(bundled_store: Path, tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    path = Path(shutil.copy(bundled_store, tmp_path / "store.sqlite"))
    made = MainWindow(path, Scene(reading.read(path)), TODAY, "light")
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
    yield made
    made.close()


def form(window: MainWindow, qtbot: QtBot) -> Typist:
    found = window.findChild(EntryForm)
    assert isinstance(found, EntryForm)
    qtbot.waitUntil(found.isActiveWindow)
    return Typist(found)


def accept(window: MainWindow, hand: Typist, qtbot: QtBot) -> None:
    hand.key(Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: window.findChild(EntryForm) is None)


def mine(window: MainWindow) -> list[tuple[str, str, str]]:
    events = diffing.catalogue_of(window.path, MINE).events
    return [(event.subject_id, str(event.when), event.surface_id) for event in events]


def row_of_mine(window: MainWindow) -> int:
    (event,) = diffing.catalogue_of(window.path, MINE).events
    snapshot = window.scene.snapshot
    subject = snapshot.entities.row[event.subject_id]
    rows = [n for n in range(len(snapshot.events)) if snapshot.events.subject[n] == subject]
    return max(rows, key=lambda n: int(snapshot.events.id[n]))


def test_an_event_is_entered_edited_withdrawn_and_all_of_it_undone(window: MainWindow, qtbot: QtBot) -> None:
    before = hashing.content_hash(window.path)
    window.canvas.setFocus()
    Hand(window).key(Qt.Key.Key_N, CTRL)
    hand = form(window, qtbot).type("o3", "OpenAI API", "2031-05-06", "", "", POST)
    accept(window, hand, qtbot)
    assert mine(window) == [("o3", "2031-05-06", "openai-api")]
    assert window.facts_line.text().endswith("Ctrl+Z takes it back")

    window.event_chosen(row_of_mine(window))
    window.run("edit_entry")
    hand = form(window, qtbot).go("when")
    hand.key(Qt.Key.Key_A, CTRL)
    accept(window, hand.type("2031-06-07"), qtbot)
    assert mine(window) == [("o3", "2031-06-07", "openai-api")]

    window.event_chosen(row_of_mine(window))
    window.run("withdraw_entry")
    assert mine(window) == []
    for _ in range(3):
        window.run("undo")
    assert hashing.content_hash(window.path) == before
    for _ in range(2):
        window.run("redo")
    assert mine(window) == [("o3", "2031-06-07", "openai-api")]


def test_what_others_say_is_copied_not_changed(window: MainWindow, qtbot: QtBot) -> None:
    window.run("edit_entry")
    assert window.facts_line.text().startswith("Select an event first")
    lives = window.scene.lives
    life = next(n for n in lives.of(window.scene.snapshot.entities.row["gpt-5-2"]) if lives.end_row[n] >= 0)
    window.event_chosen(int(lives.end_row[life]))
    window.run("edit_entry")
    assert window.facts_line.text().startswith("Only your own entries can be changed")
    window.run("duplicate_entry")
    hand = form(window, qtbot)
    assert hand.form.cells["subject"].editor.text().startswith("GPT-5.2")
    accept(window, hand, qtbot)
    assert [subject for subject, _, _ in mine(window)] == ["gpt-5-2"]
