"""What every test with Qt gets: a check that nothing of it outlives it."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget


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
