"""The preview of an import: what changes is shown before it does, written on a click, and undone by a key."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from modelspan.app.scene import Scene
from modelspan.domain.dates import day
from modelspan.store import hashing, history, reading
from modelspan.ui.import_dialog import ImportDialog
from modelspan.ui.main_window import MainWindow
from tests.core.test_importing import model, models_dev
from tests.gui.conftest import TODAY


@pytest.fixture
def window(bundled_store: Path, tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    path = Path(shutil.copy(bundled_store, tmp_path / "store.sqlite"))
    made = MainWindow(path, Scene(reading.read(path)), TODAY, "light")
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    yield made
    made.close()


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "list.json"
    path.write_bytes(models_dev(model("owl-1", "2025-01-05"), model("gpt-5-thinking", "2025-08-07")).data)
    return path


def previewed(window: MainWindow, qtbot: QtBot, *paths: Path) -> ImportDialog:
    window.changing.preview(paths)
    dialog = window.findChild(ImportDialog)
    assert isinstance(dialog, ImportDialog)
    qtbot.waitUntil(lambda: bool(dialog.heading.text()), timeout=10_000)
    return dialog


def told(dialog: ImportDialog) -> str:
    return "\n".join(f"{line.text} {line.right}" for line in dialog.lines.lines)


def press_import(window: MainWindow, dialog: ImportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.applied, timeout=10_000):
        QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.findChild(ImportDialog) is None, timeout=5_000)


def test_it_is_shown_then_written_then_undone_and_made_again(window: MainWindow, listed: Path, qtbot: QtBot) -> None:
    before = hashing.content_hash(window.path)
    dialog = previewed(window, qtbot, listed)
    assert "2 records: 2 mapped, 0 not readable, 0 not applicable" in told(dialog)
    assert hashing.content_hash(window.path) == before
    press_import(window, dialog, qtbot)
    assert "owl-1" in " ".join(window.scene.snapshot.entities.names)
    assert window.facts_line.text().endswith("Ctrl+Z takes the import back")
    window.activateWindow()
    window.canvas.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window.canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.facts_line.text() == "Undone: import of models.dev")
    assert hashing.content_hash(window.path) == before
    assert "owl-1" not in " ".join(window.scene.snapshot.entities.names)
    shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window.canvas, Qt.Key.Key_Z, shift)
    qtbot.waitUntil(lambda: window.facts_line.text() == "Done again: import of models.dev")
    assert "owl-1" in " ".join(window.scene.snapshot.entities.names)


def test_cancel_writes_nothing(window: MainWindow, listed: Path, qtbot: QtBot) -> None:
    before = hashing.content_hash(window.path)
    dialog = previewed(window, qtbot, listed)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(ImportDialog) is None, timeout=5_000)
    assert hashing.content_hash(window.path) == before
    assert len(history.history(window.path)) == 1


def test_a_doubtful_name_is_decided_before(window: MainWindow, listed: Path, qtbot: QtBot) -> None:
    dialog = previewed(window, qtbot, listed)
    assert dialog.tabs.tabText(1) == "1 doubtful name"
    box = dialog.table.cellWidget(0, 1)
    assert isinstance(box, QComboBox)
    assert [box.itemText(n) for n in range(2)] == ["kept apart until decided", "GPT-5"]
    box.setCurrentIndex(1)
    press_import(window, dialog, qtbot)
    assert "gpt-5-thinking" not in window.scene.snapshot.entities.row
    assert [step.action for step in history.history(window.path)] == ["import", "decide", "build"]


def test_the_same_again_has_nothing_to_import(window: MainWindow, listed: Path, qtbot: QtBot) -> None:
    press_import(window, previewed(window, qtbot, listed), qtbot)
    dialog = previewed(window, qtbot, listed)
    assert dialog.heading.text() == "Nothing changes: the store holds all of this already."
    assert not dialog.go.isEnabled()
    dialog.reject()


def test_what_is_no_list_is_one_sentence(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing to see")
    dialog = previewed(window, qtbot, path)
    assert dialog.heading.text().startswith("notes.txt is in no format Modelspan knows")
    assert not dialog.go.isEnabled()
    dialog.reject()


def drop(window: MainWindow, path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(400, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.canvas.dropEvent(event)


def test_data_that_is_dropped_is_previewed_and_a_text_is_followed(
    window: MainWindow, listed: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    drop(window, listed)
    dialog = window.findChild(ImportDialog)
    assert isinstance(dialog, ImportDialog)
    qtbot.waitUntil(lambda: bool(dialog.heading.text()), timeout=10_000)
    dialog.reject()
    qtbot.waitUntil(lambda: window.findChild(ImportDialog) is None, timeout=5_000)
    lock = tmp_path / "agents.lock"
    lock.write_text(json.dumps({"default": "gpt-5.2"}))
    drop(window, lock)
    assert window.findChild(ImportDialog) is None
    assert [followed[0] for followed in window.store.state.followed] == ["gpt-5-2"]


def test_the_menu_says_what_would_be_undone(window: MainWindow, listed: Path, qtbot: QtBot) -> None:
    window.update_menus()
    assert window.menus.actions["undo"].text() == "Undo"
    press_import(window, previewed(window, qtbot, listed), qtbot)
    window.update_menus()
    assert window.menus.actions["undo"].text() == "Undo import of models.dev"
    window.run("undo")
    window.run("undo")
    assert window.facts_line.text() == "There is nothing to undo."


def test_a_click_on_another_date_shows_that_one_until_it_is_undone(window: MainWindow, qtbot: QtBot) -> None:
    detail = window.pane.detail
    window.show_model("gpt-5-2")
    qtbot.waitUntil(lambda: bool(detail.list.place_of("◇ 12 Dec 2026").height()))
    life = next(
        n for n in window.scene.lives.of(window.scene.snapshot.entities.row["gpt-5-2"])
        if window.scene.snapshot.name(int(window.scene.lives.surface[n])) == "Azure"
    )  # fmt: skip
    assert window.scene.lives.end_low[life] == day(2027, 6, 8)
    place = detail.list.place_of("◇ 12 Dec 2026")
    detail.list.verticalScrollBar().setValue(place.y() - 40)
    place = detail.list.place_of("◇ 12 Dec 2026")
    QTest.mouseClick(detail.list.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    assert window.facts_line.text() == "Decided: GPT-5.2: end on Azure; Ctrl+Z takes it back"
    assert window.scene.lives.end_low[life] == day(2026, 12, 12)
    qtbot.waitUntil(lambda: bool(detail.list.place_of("◆ 12 Dec 2026").height()))
    window.run("undo")
    assert window.facts_line.text() == "Undone: decision about GPT-5.2: end on Azure"
    assert window.scene.lives.end_low[life] == day(2027, 6, 8)


def test_the_detail_pane_tells_of_the_day_the_window_tells_of(window: MainWindow, qtbot: QtBot) -> None:
    detail = window.pane.detail
    window.show_model("gpt-5-3-codex-spark")
    qtbot.waitUntil(lambda: bool(detail.list.place_of("Spark").height()))

    def text() -> str:
        return "\n".join(f"{line.text} {line.right}" for line in detail.list.lines)

    assert "2026-09" in text() or "Sep 2026" in text()
    window.take_known("2026-06-01")
    qtbot.waitUntil(lambda: "Sep 2026" not in text() and "Sep" not in text())
    window.take_known("")
    qtbot.waitUntil(lambda: "Sep 2026" in text())
