"""What tests with Qt get: windows on known stores, and a check that nothing of them outlives the test."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, Qt
from PySide6.QtWidgets import QApplication, QWidget

from modelspan import assets
from modelspan.app import picking, settings
from modelspan.app.scene import Scene
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day
from modelspan.domain.records import Dataset
from modelspan.formats import catalogue_toml
from modelspan.store import reading, writing
from modelspan.ui.main_window import MainWindow
from tests.gui.hand import Hand

TODAY = day(2026, 11, 30)


def orphan_windows() -> list[QWidget]:
    """Windows nobody owns; a tooltip belongs to Qt, which keeps it for the next one."""
    return [w for w in QApplication.topLevelWidgets() if w.parent() is None and w.windowType() != Qt.WindowType.ToolTip]


@pytest.fixture(autouse=True)
def nothing_left(qapp: QApplication) -> Iterator[None]:
    """A window or thread left behind crashes some later test, so the test that left it fails."""
    windows, threads = set(orphan_windows()), set(threading.enumerate())
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    left_windows = [repr(window) for window in orphan_windows() if window not in windows]
    left_threads = [thread.name for thread in threading.enumerate() if thread not in threads]
    assert not left_windows, f"windows left open (qtbot.addWidget closes them): {left_windows}"
    assert not left_threads, f"threads still running: {left_threads}"


@pytest.fixture(scope="session")
def bundled_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the bundled catalogue; tests that change one copy it first."""
    catalogue, problems, _ = catalogue_toml.read(assets.data())
    assert not problems
    path = tmp_path_factory.mktemp("store") / "bundled.sqlite"
    writing.build(catalogue, path, "0" * 64)
    return path


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that holds nothing at all."""
    path = tmp_path_factory.mktemp("store") / "empty.sqlite"
    writing.build(Catalogue(dataset=Dataset(id="none", title="Nothing"), as_of="2026-11-30"), path, "0" * 64)
    return path


@pytest.fixture(scope="session")
def scene(bundled_store: Path) -> Scene:
    return Scene(reading.read(bundled_store))


@pytest.fixture(scope="session")
def empty_scene(empty_store: Path) -> Scene:
    return Scene(reading.read(empty_store))


@pytest.fixture
def show(qtbot, own_folders: Path) -> Callable[[Path, Scene], MainWindow]:
    """Shows a window of 1600 x 900 in the light theme on 30 November 2026, and closes it after the test."""
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(own_folders / "config"))

    def shown(path: Path, scene: Scene) -> MainWindow:
        # What a gesture does is seen at once; test_motion.py is about motion.
        settings.save(replace(settings.load(), motion="off"))
        window = MainWindow(path, scene, TODAY, "light")
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
        return window

    return shown


@pytest.fixture
def window(show, bundled_store: Path, scene: Scene) -> MainWindow:
    """A window on the bundled catalogue."""
    return show(bundled_store, scene)


@pytest.fixture
def empty_window(show, empty_store: Path, empty_scene: Scene) -> MainWindow:
    """A window on a store without a model."""
    return show(empty_store, empty_scene)


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    return Hand(window)


@pytest.fixture
def near(hand: Hand) -> Hand:
    """The same with the lane of GPT-5.4 in view and nothing selected."""
    picking.show_model(hand.window.context(), "gpt-5-4")
    hand.window.store.update(selected="")
    hand.window.store.past.clear()
    hand.window.store.settle()
    return hand
