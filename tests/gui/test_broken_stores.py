"""A broken store is one sentence and the open one stays; a strange one is drawn, told and exported like any other."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QToolTip

from modelspan import assets
from modelspan.__main__ import main
from modelspan.app import picking
from modelspan.app.scene import Scene
from modelspan.formats import catalogue_toml
from modelspan.store import opening, reading, writing
from modelspan.ui.main_window import MainWindow
from tests.bad_stores import FEW, FIRST, REFUSED, Spoiler, few_models, spoilt
from tests.strange_stores import OPENED, TOLD, million_names

Show = Callable[[Path, Scene], MainWindow]

WALKS = (
    *("fit", "successor", "successor", "predecessor", "table", "first_event", "next_event", "last_event"),
    *("every_life", "expand_all", "fit_all", "dollars", "open_weights", "first_view"),
)


def name_of(value: object) -> str:
    return getattr(value, "__name__", "")


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of six models."""
    catalogue, problems, _ = catalogue_toml.read(assets.data())
    assert not problems
    path = tmp_path_factory.mktemp("few") / "few.sqlite"
    writing.build(few_models(catalogue), path, "0" * 64)
    return path


@pytest.fixture(scope="session")
def few_scene(few: Path) -> Scene:
    return Scene(reading.read(few))


@pytest.fixture
def small(show: Show, few: Path, few_scene: Scene, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A window on the six models, that waits for nobody to let go of a file."""
    monkeypatch.setattr(opening, "BUSY_MS", 1)
    return show(few, few_scene)


def complaint(window: MainWindow) -> str:
    """The one sentence that is shown; closes it."""
    (box,) = window.findChildren(QMessageBox)
    text = box.text()
    assert box.textFormat() == Qt.TextFormat.PlainText
    QTest.mouseClick(box.button(QMessageBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    box.setParent(None)
    box.deleteLater()
    return text


def hover(window: MainWindow) -> None:
    """Rest the pointer on every tenth place of the canvas, and ask what it is."""
    canvas = window.canvas
    for target in canvas.current().targets[::10]:
        at = QPoint(target.x + target.w // 2, target.y + target.h // 2)
        QTest.mouseMove(canvas, at)
        QApplication.sendEvent(canvas, QHelpEvent(QEvent.Type.ToolTip, at, canvas.mapToGlobal(at)))
        assert "<img" not in QToolTip.text()
        canvas.target_at(QPointF(at))
    canvas.grab()
    QToolTip.hideText()


def tell_all(window: MainWindow, qtbot, said: str = "") -> None:
    """Select every model and read what the panes say of it."""
    detail = window.pane.detail
    for model in sorted(FEW):
        picking.show_model(window.context(), model)
        window.store.update(opened=frozenset({model}))
        assert window.store.state.selected == model
        assert window.pane.currentWidget() is detail
        wanted = said or window.scene.snapshot.name(window.scene.snapshot.entities.row[model])[:20]
        qtbot.waitUntil(lambda wanted=wanted: wanted in detail.list.accessibleDescription(), timeout=15000)
        window.canvas.grab()
        detail.grab()


@pytest.mark.parametrize(("spoil", "said"), REFUSED, ids=name_of)
def test_what_cannot_be_read_leaves_the_open_store(
    spoil: Spoiler, said: str, small: MainWindow, few: Path, tmp_path: Path
) -> None:
    picking.show_model(small.context(), FIRST)
    before, scene = small.store.state, small.scene
    with spoilt(spoil, few, tmp_path) as bad:
        assert not small.exchange.open_path(bad)
        text = complaint(small)
    assert said in text
    assert str(bad) in text
    assert text.endswith(".")
    assert text.isprintable()
    assert (small.path, small.scene, small.store.state) == (few, scene, before)


@pytest.mark.parametrize("spoil", OPENED, ids=name_of)
def test_what_is_only_strange_is_shown_like_any_other(
    spoil: Spoiler, small: MainWindow, few: Path, tmp_path: Path, qtbot
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with spoilt(spoil, few, tmp_path) as bad:
        assert small.exchange.open_path(bad)
        assert small.path == bad
        assert not small.findChildren(QMessageBox)
        hover(small)
        tell_all(small, qtbot)
        hover(small)
        for pane in (small.pane.ends, small.pane.changes):
            small.pane.setCurrentWidget(pane)
            assert pane.list.lines
            pane.grab()
        for action in WALKS:
            small.run(action)
            small.grab()
        assert not small.exchange.render_picture().isNull()
        small.show_about()
        small.reload()
        words = ["snapshot", str(out / "out.png"), "--store", str(bad), "--select", FIRST, "--today", "2026-11-30"]
        assert main(words) == 0
        assert not QImage(str(out / "out.png")).isNull()
        small.jobs.close()
        (out / "out.png").unlink()


@pytest.mark.parametrize(("spoil", "said"), TOLD, ids=name_of)
def test_a_row_of_which_no_record_can_be_made_is_told_in_the_detail_pane(
    spoil: Spoiler, said: str, small: MainWindow, few: Path, tmp_path: Path, qtbot
) -> None:
    with spoilt(spoil, few, tmp_path) as bad:
        assert small.exchange.open_path(bad)
        hover(small)
        picking.show_model(small.context(), FIRST)
        qtbot.waitUntil(lambda: said in small.pane.detail.list.accessibleDescription(), timeout=15000)
        assert "restore it from a backup." in small.pane.detail.list.accessibleDescription()


def test_a_million_names_do_not_keep_the_window_waiting(small: MainWindow, few: Path, tmp_path: Path, qtbot) -> None:
    with spoilt(million_names, few, tmp_path) as bad:
        assert small.exchange.open_path(bad)
        tell_all(small, qtbot)
        small.run("search")
        QTest.keyClicks(small.bar.field, "77")
        QTest.keyClick(small.bar.field, Qt.Key.Key_Return)
        assert small.store.state.selected == FIRST


@pytest.mark.parametrize("path", ["", "~", "~nobody-of-that-name/x.sqlite", "/dev/null", "x" * 5000])
def test_a_path_that_is_none_leaves_the_open_store(path: str, small: MainWindow, few: Path) -> None:
    assert not small.exchange.open_path(Path(path))
    assert complaint(small).endswith(".")
    assert small.path == few
