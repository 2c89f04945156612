"""The wheel and two fingers on a touchpad: what they do to the canvas, one effect for one gesture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent

from modelspan.app import arranging, moving
from modelspan.app.layout import AXIS_H
from modelspan.app.wheel import AxisLock, Turn, meaning
from modelspan.engine import window as windows

if TYPE_CHECKING:
    from modelspan.ui.canvas import Canvas

NOTCH_PX = 54  # lanes scrolled per notch: three model lanes
SIDE_PX = 60  # of time panned per notch
DEGREES = 120  # of a wheel notch, in eighths
PAUSE_MS = 150  # between two gestures of a touchpad that does not tell when fingers are lifted


class Wheel:
    """Remembers of a gesture what its next event depends on."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.lock = AxisLock()
        self.silent = False  # while two fingers pinch
        self.last = 0  # ms of the last event
        self.turn = Turn.SCROLL
        self.rest = 0.0  # px or notches of that turn too small to act on yet

    def take(self, event: QWheelEvent) -> None:
        """One event."""
        canvas, pixels, angle, phase = self.canvas, event.pixelDelta(), event.angleDelta(), event.phase()
        now = canvas.motion.clock.elapsed()
        paused = phase is Qt.ScrollPhase.NoScrollPhase and now - self.last > PAUSE_MS
        if paused or phase in (Qt.ScrollPhase.ScrollBegin, Qt.ScrollPhase.ScrollEnd):
            self.lock.reset()
        self.last = now
        if self.silent or (pixels.isNull() and angle.isNull()):
            return
        canvas.press = None
        turn = self.meant(event)
        if turn is not self.turn:
            self.turn, self.rest = turn, 0.0
        dx = pixels.x() if not pixels.isNull() else angle.x() / DEGREES * SIDE_PX
        dy = pixels.y() if not pixels.isNull() else angle.y() / DEGREES * NOTCH_PX
        if turn in (Turn.ZOOM, Turn.SCROLL) and not pixels.isNull():
            dx, dy = self.lock.take(dx, dy)
        match turn:
            case Turn.ZOOM if abs(dx) > abs(dy):  # sideways never zooms
                self.pan(-dx)
            case Turn.ZOOM if dy:
                canvas.motion.zoom(windows.NOTCH ** (dy / NOTCH_PX), canvas.day_near(event.position()))
            case Turn.SIZE:  # Alt turns a wheel sideways on some systems
                notches = (angle.y() or angle.x()) / DEGREES or (dy or dx) / NOTCH_PX
                arranging.size_lanes(canvas.context(), self.whole(notches))
            case Turn.PAN:
                self.pan(-(dx or dy * SIDE_PX / NOTCH_PX))
            case Turn.SCROLL:
                if canvas.store.state.fitted:  # no lanes there, only time
                    dx, dy = dx + dy, 0.0
                if dx:
                    self.pan(-dx)
                if dy:
                    moving.scroll(canvas.context(), self.whole(-dy))

    def meant(self, event: QWheelEvent) -> Turn:
        """What it does where it is and with the keys that are held."""
        held, y, overview = event.modifiers(), event.position().y(), self.canvas.place().overview
        return meaning(
            self.canvas.preset,
            ctrl=bool(held & Qt.KeyboardModifier.ControlModifier),
            shift=bool(held & Qt.KeyboardModifier.ShiftModifier),
            alt=bool(held & Qt.KeyboardModifier.AltModifier),
            zoom_zone=y < AXIS_H or (overview.h > 0 and y >= overview.y),
        )

    def whole(self, amount: float) -> int:
        """The whole part of what has come together; fine wheels send less than one at a time."""
        self.rest += amount
        done = int(self.rest)
        self.rest -= done
        return done

    def pan(self, px: float) -> None:
        """Move the window by pixels."""
        canvas = self.canvas
        canvas.motion.stop()
        window = canvas.store.state.window
        canvas.store.update(window=windows.pan(window, px * window.span / max(canvas.place().time.w, 1)))
