"""Motion of the timeline: an eased zoom and a glide after a throw; none where the reader wants none."""

from __future__ import annotations

import math
import sys

from PySide6.QtCore import QEasingCurve, QElapsedTimer, QObject, Qt, QTimer, QVariantAnimation
from PySide6.QtWidgets import QApplication, QStyle

from modelspan.app.state import Store
from modelspan.engine import window as windows
from modelspan.engine.window import Window

EASE_MS = 120
TICK_MS = 16
DECAY = 0.004  # of the speed per ms: a glide is over in about a second
SLOWEST = 0.03  # px per ms under which a glide stops
FASTEST = 4.0  # px per ms
THROW = 0.25  # px per ms from which a released drag glides on
MEMORY_MS = 80  # a pointer that rested so long before it let go throws nothing


def system_moves() -> bool:
    """Whether the system shows animations.

    Windows tells Qt. Elsewhere Qt says no to every effect whatever is set, but the style knows: KDE's has a duration of
    0 where animations are switched off.
    """
    if sys.platform == "win32":
        return QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


class Motion(QObject):
    """Moves the window of a store over some frames. Any other gesture ends it where it is."""

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self.store = store
        self.allowed = True
        self.speed = 0.0  # px per ms
        self.width = 1
        self.trail: list[tuple[int, float]] = []  # ms and px of a drag
        self.clock = QElapsedTimer()
        self.clock.start()
        self.goal: Window | None = None
        self.origin = store.state.window
        self.ease = QVariantAnimation(self)
        self.ease.setDuration(EASE_MS)
        self.ease.setStartValue(0.0)
        self.ease.setEndValue(1.0)
        self.ease.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.ease.valueChanged.connect(self.step)
        self.ticker = QTimer(self)
        self.ticker.setInterval(TICK_MS)
        self.ticker.timeout.connect(self.tick)
        self.ticked = 0

    def zoom(self, factor: float, about: float) -> None:
        """Zoom about a day; what is still to come of an earlier zoom is added to."""
        self.ticker.stop()
        start = self.goal if self.goal is not None else self.store.state.window
        goal = windows.zoom(start, factor, about)
        if not self.allowed:
            self.store.update(window=goal)
            return
        self.ease.stop()
        self.origin, self.goal = self.store.state.window, goal
        self.ease.start()

    def step(self, share: object) -> None:
        """A frame of an eased zoom. Start and end of the window move in step, so the day under the pointer stays."""
        if self.goal is None or not isinstance(share, float):
            return
        if share >= 1.0:
            goal, self.goal = self.goal, None
            self.store.update(window=goal)
            return
        a, b = self.origin, self.goal
        self.store.update(window=Window(a.start + (b.start - a.start) * share, a.end + (b.end - a.end) * share))

    def follow(self, x: float) -> None:
        """A drag has come to a pixel."""
        now = self.clock.elapsed()
        self.trail = [(at, px) for at, px in self.trail if now - at <= MEMORY_MS] + [(now, x)]

    def release(self, width: int) -> bool:
        """The drag was let go of: glide on where it was a throw; returns whether it was."""
        trail, self.trail = self.trail, []
        now = self.clock.elapsed()
        trail = [(at, px) for at, px in trail if now - at <= MEMORY_MS]
        if not self.allowed or len(trail) < 2 or trail[-1][0] == trail[0][0]:
            return False
        speed = (trail[-1][1] - trail[0][1]) / (trail[-1][0] - trail[0][0])
        if abs(speed) < THROW:
            return False
        self.speed, self.width, self.ticked = min(max(speed, -FASTEST), FASTEST), max(width, 1), now
        self.ticker.start()
        return True

    def tick(self) -> None:
        """A frame of a glide."""
        now = self.clock.elapsed()
        passed, self.ticked = now - self.ticked, now
        window = self.store.state.window
        self.store.update(window=windows.pan(window, -self.speed * passed * window.span / self.width))
        self.speed *= math.exp(-DECAY * passed)
        if abs(self.speed) < SLOWEST or self.store.state.window == window:
            self.ticker.stop()

    @property
    def moving(self) -> bool:
        """Whether something still moves by itself."""
        return self.goal is not None or self.ticker.isActive()

    def stop(self) -> None:
        """Stand still where it is."""
        self.ticker.stop()
        self.ease.stop()
        self.goal = None
        self.trail = []
