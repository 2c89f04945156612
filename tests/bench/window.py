"""The whole window on a real display server: a pan with every pane open, against a window that only fills."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WIDTH, HEIGHT = 1600, 900
PANS = 120


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """What the environment needs for a display server of its own; nothing where there is none to start."""
    if sys.platform != "linux" or shutil.which("Xvfb") is None:
        print("  no Xvfb: measured on Qt's offscreen platform", file=sys.stderr, flush=True)
        yield {}
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.terminate()
        server.wait(timeout=10)


def open_window() -> Any:
    """The window on the bundled catalogue with every pane and track open, three benchmarks pinned, a model selected."""
    from PySide6.QtWidgets import QApplication

    from modelspan.app import benchmarks, picking, session
    from modelspan.app.scene import Scene
    from modelspan.engine.tracks import Track
    from modelspan.store import reading
    from modelspan.ui.main_window import MainWindow

    app = QApplication.instance() or QApplication(["bench"])
    folder = Path(tempfile.mkdtemp())
    os.environ["XDG_CONFIG_HOME"] = str(folder)
    path = session.ensure_bundled(folder / "bundled.sqlite")
    scene = Scene(reading.read(path))
    window = MainWindow(path, scene, scene.snapshot.as_of, "light")
    window.canvas.motion.allowed = False
    window.resize(WIDTH, HEIGHT)
    window.show()
    state = window.store.state
    best = tuple(bench.key for bench in benchmarks.coverage(scene, state)[:3])
    window.store.update(track_order=tuple(Track), tracks=frozenset(Track), pinned=best)
    window.toggle_table()
    picking.show_model(window.context(), "gpt-5-4")
    until = time.monotonic() + 1.0
    while time.monotonic() < until:  # the detail is read on a worker
        app.processEvents()
        time.sleep(0.005)
    return window


def pans() -> list[float]:
    """Seconds of each frame of a pan, from the change of state until all is painted and flushed."""
    from PySide6.QtWidgets import QApplication

    from modelspan.engine.window import pan

    window, app = open_window(), QApplication.instance()
    assert app is not None
    seconds = []
    for n in range(PANS):
        step = 6.0 if n < PANS // 2 else -6.0
        start = time.perf_counter()
        window.store.update(window=pan(window.store.state.window, step))
        app.processEvents()
        seconds.append(time.perf_counter() - start)
    window.close()
    return seconds[5:]


def fills() -> list[float]:
    """Seconds of each frame of a window that only fills."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QPainter, QPaintEvent
    from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

    app = QApplication.instance() or QApplication(["bench"])

    class Filled(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
            painter = QPainter(self)
            painter.fillRect(self.rect(), Qt.GlobalColor.white)
            painter.end()

    window, filled = QMainWindow(), Filled()
    filled.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    window.setCentralWidget(filled)
    window.resize(WIDTH, HEIGHT)
    window.show()
    app.processEvents()
    seconds = []
    for _ in range(PANS):
        start = time.perf_counter()
        filled.update()
        app.processEvents()
        seconds.append(time.perf_counter() - start)
    return seconds[5:]
