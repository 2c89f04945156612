"""Drags on the canvas: each begins with a press, follows the pointer and ends with the release."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent

from modelspan.app import ranges
from modelspan.app.layout import order_with, track_height, track_sizes_with
from modelspan.engine import overview
from modelspan.engine import window as windows
from modelspan.engine.tracks import Track

if TYPE_CHECKING:
    from modelspan.ui.canvas import Canvas

SLACK = 4  # px a press may move and still be a click


class Drag:
    """A press that may become a drag. `moved` tells it from a click."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, canvas: Canvas, start: QPointF) -> None:
        self.canvas, self.start, self.state = canvas, start, canvas.store.state
        self.moved = False

    def follow(self, event: QMouseEvent) -> None:
        """The pointer moved with the button down."""
        if not self.moved and (event.position() - self.start).manhattanLength() <= SLACK:
            return
        self.moved = True
        self.canvas.setCursor(self.cursor)
        self.drag(event)

    def drag(self, event: QMouseEvent) -> None:
        """One step."""
        raise NotImplementedError

    def drop(self) -> None:
        """The end of a drag that moved."""
        self.canvas.store.settle()


class Pan(Drag):
    """Time and lanes follow the pointer; let go in motion, time glides on."""

    def drag(self, event: QMouseEvent) -> None:
        canvas, way = self.canvas, event.position() - self.start
        days = way.x() * self.state.window.span / max(canvas.place().time.w, 1)
        limit = canvas.scene.max_scroll(self.state, canvas.width(), canvas.height())
        scroll = self.state.scroll if self.state.fitted else min(max(round(self.state.scroll - way.y()), 0), limit)
        canvas.motion.follow(event.position().x())
        canvas.store.update(window=windows.pan(self.state.window, -days), scroll=scroll)

    def drop(self) -> None:
        if not self.canvas.motion.release(self.canvas.place().time.w):
            self.canvas.store.settle()


class Range(Drag):
    """Marks a stretch of time; its ends snap to the events near them, unless Alt is held."""

    cursor = Qt.CursorShape.SizeHorCursor

    def __init__(self, canvas: Canvas, start: QPointF, *, more: bool) -> None:
        super().__init__(canvas, start)
        self.kept = self.state.ranges if more else ()
        self.first = canvas.day_at(start.x())

    def drag(self, event: QMouseEvent) -> None:
        canvas = self.canvas
        time = canvas.place().time
        ends = [self.first, canvas.day_at(min(max(event.position().x(), time.x), time.right))]
        if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            per_day = canvas.place().time.w / self.state.window.span
            ends = [ranges.snap(canvas.scene, self.state, day, per_day) for day in ends]
        low, high = sorted(ends)
        canvas.store.update(ranges=(*self.kept, (low, high)) if high > low else self.kept)


class OverviewDrag(Drag):
    """Moves or resizes the window on the overview; a press outside it brings it there at once."""

    def __init__(self, canvas: Canvas, start: QPointF) -> None:
        super().__init__(canvas, start)
        self.zone: overview.Zone = canvas.overview_zone(start.x())
        self.cursor = (
            Qt.CursorShape.SizeHorCursor if self.zone in ("left", "right") else Qt.CursorShape.ClosedHandCursor
        )
        self.first = canvas.overview_day(start.x())
        if self.zone == "outside":
            half = self.state.window.span / 2
            canvas.store.update(window=windows.clamp(windows.Window(self.first - half, self.first + half)))
            self.state, self.zone = canvas.store.state, "inside"

    def drag(self, event: QMouseEvent) -> None:
        canvas = self.canvas
        day = canvas.overview_day(event.position().x())
        canvas.store.update(
            window=overview.dragged(canvas.scene.range, self.state.window, self.zone, self.first, day), fitted=False
        )


class Resize(Drag):
    """Makes an open track higher or lower by its lower border."""

    cursor = Qt.CursorShape.SizeVerCursor

    def __init__(self, canvas: Canvas, start: QPointF, track: Track) -> None:
        super().__init__(canvas, start)
        self.track = track
        self.height = track_height(self.state, track, canvas.place().tracks.h)

    def drag(self, event: QMouseEvent) -> None:
        height = self.height + round(event.position().y() - self.start.y())
        self.canvas.store.update(track_sizes=track_sizes_with(self.state, self.track, height))


class Reorder(Drag):
    """Takes a track to another place in the strip."""

    def __init__(self, canvas: Canvas, start: QPointF, track: Track) -> None:
        super().__init__(canvas, start)
        self.track = track

    def drag(self, event: QMouseEvent) -> None:
        state, canvas = self.canvas.store.state, self.canvas
        over = canvas.track_at(event.position().y())
        if over is not None and over is not self.track:
            place = state.track_order.index(over)
            canvas.store.update(track_order=order_with(state, self.track, place))
