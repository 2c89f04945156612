"""A window that can be driven by the words of the guide and photographed, away from the user's settings."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

from PySide6.QtCore import QAbstractAnimation, QCoreApplication, QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QPixmap, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from modelspan.app import settings
from modelspan.app.lines import Style
from modelspan.app.scene import Scene
from modelspan.app.settings import Settings
from modelspan.engine.frame import Target, Text
from modelspan.ui.main_window import MainWindow
from tests.shots.situations import TODAY

LEFT = Qt.MouseButton.LeftButton
NEAR_TOP = 60  # px of Detail above a heading one has scrolled to
PATIENCE = 20.0  # seconds for what is read on a worker
STEP = re.compile(
    r"(?P<verb>Copy|Press|Type|Click|Tick|Scroll \*Detail\* to)"
    r" (?:the (?P<what>arrow before|tab|track|lane) )?`(?P<word>[^`]+)`"
)
RETURN = re.compile(r"and press `(?P<key>[^`]+)`")


def own_folders(folder: Path) -> None:
    """Settings, geometry and stores in a folder of one's own; no motion, no blinking cursor."""
    for name in ("DATA", "CONFIG", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = str(folder / name.lower())
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder / "config"))
    application = QGuiApplication.instance()
    assert isinstance(application, QApplication)
    application.setStyle("Fusion")
    application.setCursorFlashTime(0)


class Stage:
    """One window at a size, in a theme, on 30 November 2026."""

    def __init__(self, path: Path, scene: Scene, size: tuple[int, int] = (1600, 900), theme: str = "light") -> None:
        settings.save(Settings(motion="off"))
        self.window = MainWindow(path, scene, TODAY, theme)
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        self.settle()

    def settle(self) -> None:
        """Until nothing is being read or repainted any more."""
        window, until = self.window, time.monotonic() + PATIENCE
        while True:
            QCoreApplication.processEvents()
            reading = window.jobs.waiting or window.exchange.jobs.waiting
            running = QAbstractAnimation.State.Running  # the cross in the search field fades in
            moving = any(one.state() is running for one in window.findChildren(QAbstractAnimation))
            if not reading and not moving and window.isActiveWindow():
                break
            assert time.monotonic() < until, "the window does not come to rest"
            time.sleep(0.005)
        for _ in range(3):
            QCoreApplication.sendPostedEvents()
            QCoreApplication.processEvents()

    def picture(self) -> QPixmap:
        """The window as it is."""
        self.settle()
        return self.window.grab()

    def close(self) -> None:
        """Close the window for good."""
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    # the words of the guide

    def do(self, sentence: str) -> None:
        """Do what a step of the guide says, by real events."""
        found = STEP.match(sentence)
        assert found, f"no step of the guide: {sentence!r}"
        verb, what, word = found["verb"], found["what"] or "", found["word"]
        match verb:
            case "Copy":
                QGuiApplication.clipboard().setText(word)
            case "Press":
                self.press(word)
            case "Type":
                QTest.keyClicks(self.focused(), word)
                after = RETURN.search(sentence)
                if after:
                    self.press(after["key"])
            case "Tick":
                boxes = self.window.pane.currentWidget().findChildren(QAbstractButton)
                box = next(one for one in boxes if one.text() == word)
                QTest.mouseClick(box, LEFT, pos=QPoint(10, box.height() // 2))
                assert box.isChecked()
            case "Click":
                self.click(what, word)
            case _:
                self.scroll(word)
        self.settle()

    def scroll(self, heading: str) -> None:
        """Turn the wheel over Detail until a heading stands at its top."""
        view = self.window.pane.detail.list
        line = next(line for line in view.lines if line.style is Style.HEADING and line.text.startswith(heading))
        bar = view.verticalScrollBar()
        middle = QPointF(view.viewport().rect().center())
        before = -1
        while view.place_of(line.text).top() > NEAR_TOP and bar.value() != before:
            before = bar.value()
            turn = QWheelEvent(
                middle, view.viewport().mapToGlobal(middle), QPoint(), QPoint(0, -40), Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            QApplication.sendEvent(view.viewport(), turn)

    def focused(self) -> QWidget:
        """What the keys go to."""
        return QApplication.focusWidget() or self.window.canvas

    def press(self, key: str) -> None:
        """A key by its name in the registry."""
        (combination,) = QKeySequence(key)
        QTest.keyClick(self.focused(), combination.key(), combination.keyboardModifiers())

    def click(self, what: str, word: str) -> None:
        """A tab of the side pane by its title, or something on the canvas by what stands there."""
        if what == "tab":
            pane = self.window.pane
            bar = pane.tabBar()
            place = [pane.tabText(n) for n in range(pane.count())].index(word)
            QTest.mouseClick(bar, LEFT, pos=bar.tabRect(place).center())
            return
        target = self.target(what, word)
        QTest.mouseClick(self.window.canvas, LEFT, pos=QPoint(target.x + target.w // 2, target.y + target.h // 2))

    def target(self, what: str, word: str) -> Target:
        """The place on the canvas that a step means; in the header where it is a lane or a track."""
        frame = self.window.canvas.current()
        kind = {"arrow before": "open", "track": "track", "lane": "model"}.get(what, "event")
        said = [one for one in frame.batches if isinstance(one, Text)]
        name = next((one for one in said if one.text == word), None)
        assert name is not None, f"{word!r} is nowhere on the canvas"
        y = name.y + name.h / 2
        found = [one for one in frame.targets if one.kind == kind and one.y <= y < one.y + one.h]
        assert found, f"nothing that can be clicked at {word!r}"
        return min(found, key=lambda one: (one.x, one.w * one.h))
