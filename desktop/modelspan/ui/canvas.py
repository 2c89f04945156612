"""The canvas: one widget that paints one Frame and turns gestures into states."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)  # fmt: skip
from PySide6.QtWidgets import QToolTip, QWidget

from modelspan.app import clicking, drawing, hover, moving
from modelspan.app.actions import Context
from modelspan.app.layout import AXIS_H, Layout, layout, track_at
from modelspan.app.scene import Scene
from modelspan.app.state import Store
from modelspan.engine import overview
from modelspan.engine import window as windows
from modelspan.engine.frame import Area, Frame, Target
from modelspan.engine.tracks import Track
from modelspan.ui import keys
from modelspan.ui import painter as painting
from modelspan.ui.gestures import Drag, OverviewDrag, Pan, Range, Reorder, Resize
from modelspan.ui.motion import Motion
from modelspan.ui.theme import Theme
from modelspan.ui.wheel import Wheel

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
CURSORS = {
    "track_edge": Qt.CursorShape.SizeVerCursor,
    "left": Qt.CursorShape.SizeHorCursor,
    "right": Qt.CursorShape.SizeHorCursor,
    "inside": Qt.CursorShape.OpenHandCursor,
}


class Canvas(QWidget):
    """Shows a scene in the state of a store. All arithmetic is the engine's; hover is an overlay."""

    dropped = Signal(object)  # a path or a text
    menu_wanted = Signal(object)  # kind and ref of what is there, and a global point

    def __init__(self, scene: Scene, path: Path, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene, self.path, self.store, self.theme = scene, path, store, theme
        self.context_of: Callable[[], Context] | None = None
        self.run_action: Callable[[str], object] | None = None
        self.preset = "scroll"
        self.motion = Motion(store, self)
        self.wheel = Wheel(self)
        self.repeats = 0
        self.frame: Frame | None = None
        self.cache: QPixmap | None = None
        self.stale = True
        self.pointer: QPointF | None = None
        self.press: Drag | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMinimumSize(420, 200)
        self.setAccessibleName(self.tr("Timeline"))

    # what is shown

    def set_scene(self, scene: Scene, path: Path) -> None:
        """Another store was opened or reloaded."""
        self.motion.stop()
        self.scene, self.path = scene, path
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self.theme = theme
        self.stale = True
        self.update()

    def refresh(self) -> None:
        """The state has changed: a new frame is due."""
        self.frame = None
        self.stale = True
        self.update()

    def current(self) -> Frame:
        """The frame of the state at this size."""
        if self.frame is None:
            self.frame = drawing.frame(self.scene, self.store.state, self.width(), self.height())
        return self.frame

    def place(self) -> Layout:
        """Where the parts are."""
        return layout(self.store.state, self.width(), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A new frame is painted straight onto the window; a second look at it, for hover, is kept as pixels."""
        painter = QPainter(self)
        try:
            if self.stale:
                self.stale, self.cache = False, None
                painting.paint(painter, self.current(), self.theme)
            else:
                painter.drawPixmap(0, 0, self.pixels())
            self.paint_cursor(painter)
        finally:
            painter.end()

    def pixels(self) -> QPixmap:
        """The frame as pixels of this screen."""
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        if self.cache is None or self.cache.size() != size or self.cache.devicePixelRatio() != ratio:
            self.cache = QPixmap(size)
            self.cache.setDevicePixelRatio(ratio)
            painter = QPainter(self.cache)
            try:
                painting.paint(painter, self.current(), self.theme)
            finally:
                painter.end()
        return self.cache

    def paint_cursor(self, painter: QPainter) -> None:
        """The day under the pointer: a hairline and its date on the axis."""
        place = self.place()
        if self.pointer is None or not place.time.x <= self.pointer.x() < place.time.right:
            return
        if self.pointer.y() > (place.tracks.bottom or place.lanes.bottom):
            return
        day = self.day_at(self.pointer.x())
        painter.setPen(self.theme.color("line"))
        painter.drawLine(QPoint(round(self.pointer.x()), AXIS_H), QPoint(round(self.pointer.x()), place.lanes.bottom))
        text = self.scene.words.full_day(int(day // 1))
        measure = painting.metrics(10, False)
        width = measure.horizontalAdvance(text) + 10
        left = min(max(round(self.pointer.x()) - width // 2, place.time.x), place.time.right - width)
        painter.fillRect(left, 22, width, 16, self.theme.color("chip"))
        painter.setFont(painting.font(10, False))
        painter.setPen(self.theme.color("text"))
        painter.drawText(left + 5, 22 + 12, text)

    # what lies where

    def target_at(self, point: QPointF) -> Target | None:
        """The topmost place under a point; the smallest one when several lie there."""
        x, y = point.x(), point.y()
        found = [t for t in self.current().targets if t.x <= x < t.x + t.w and t.y <= y < t.y + t.h]
        return min(found, key=lambda target: target.w * target.h, default=None)

    def day_at(self, x: float) -> float:
        """The day at a pixel of the canvas."""
        place = self.place()
        return windows.to_day(self.store.state.window, x - place.time.x, place.time.w)

    def day_near(self, point: QPointF) -> float:
        """The day that stays where it is in a zoom at a point: the one there, or the nearest one in view."""
        window, place = self.store.state.window, self.place()
        if self.in_overview(point) and len(self.scene.days):
            return min(max(self.overview_day(point.x()), window.start), window.end)
        return self.day_at(min(max(point.x(), place.time.x), place.time.right))

    def in_overview(self, point: QPointF) -> bool:
        """Whether a point lies on the overview's strip."""
        place = self.place()
        return bool(place.overview.h) and point.y() >= place.overview.y and point.x() >= place.header

    def overview_strip(self) -> Area:
        """The overview's part with the time axis."""
        place = self.place()
        return Area(place.header, place.overview.y, place.time.w, place.overview.h)

    def overview_zone(self, x: float) -> overview.Zone:
        """The part of the overview's window under a pixel."""
        return overview.zone(self.overview_strip(), self.scene.range, self.store.state.window, x)

    def overview_day(self, x: float) -> float:
        """The day at a pixel of the overview."""
        strip = self.overview_strip()
        return windows.to_day(self.scene.range, x - strip.x, strip.w)

    def track_at(self, y: float) -> Track | None:
        """The track at a height."""
        return track_at(self.store.state, self.place(), y)

    # wheel, touchpad, keys

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        self.wheel.take(event)

    def context(self) -> Context:
        """What commands work on; the window gives it."""
        assert self.context_of is not None
        return self.context_of()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            return self.gesture(event)
        if isinstance(event, QHelpEvent):
            self.show_tip(event)
            return True
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride and keys.held_action(event):
            event.accept()
            return True
        return super().event(event)

    def gesture(self, event: QNativeGestureEvent) -> bool:
        """A pinch zooms about its middle and silences the wheel meanwhile; a double tap with two fingers fits."""
        match event.gestureType():
            case Qt.NativeGestureType.BeginNativeGesture:
                self.wheel.silent = True
            case Qt.NativeGestureType.EndNativeGesture:
                self.wheel.silent = False
                self.store.settle()
            case Qt.NativeGestureType.ZoomNativeGesture:
                self.motion.stop()
                factor, about = max(1.0 + event.value(), 0.1), self.day_near(event.position())
                self.store.update(window=windows.zoom(self.store.state.window, factor, about))
            case Qt.NativeGestureType.SmartZoomNativeGesture:
                self.double_click(event.position())
            case _:
                return super().event(event)
        return True

    def show_tip(self, event: QHelpEvent) -> None:
        """What is under the pointer, and who says so."""
        point = QPointF(event.pos())
        target, place = self.target_at(point), self.place()
        day = self.day_at(point.x()) if place.time.x <= point.x() < place.time.right else None
        said = hover.tip(self.scene, self.path, self.store.state, target, day) if target else ""
        if not said:
            QToolTip.hideText()
            return
        # Always rich, with the data escaped: Qt would guess, and a title is not to be read as HTML.
        text = html.escape(said).replace("\n", "<br>")
        QToolTip.showText(event.globalPos(), f"<qt>{text}</qt>", self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.motion.stop()
        action = keys.held_action(event)
        if not action or self.run_action is None:
            super().keyPressEvent(event)
            return
        self.repeats = self.repeats + 1 if event.isAutoRepeat() else 0
        for _ in range(keys.times(self.repeats)):
            self.run_action(action)

    # the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.motion.stop()
        if event.button() is Qt.MouseButton.LeftButton:
            self.press = self.drag_from(event)

    def drag_from(self, event: QMouseEvent) -> Drag:
        """What a press here becomes when the pointer moves."""
        point, held, place = event.position(), event.modifiers(), self.place()
        if self.in_overview(point):
            return OverviewDrag(self, point)
        target = self.target_at(point)
        if target is not None and target.kind == "track_edge":
            return Resize(self, point, list(Track)[target.ref])
        if target is not None and target.kind == "track":
            return Reorder(self, point, list(Track)[target.ref])
        if held & (SHIFT | CTRL) and point.x() >= place.time.x:
            return Range(self, point, more=bool(held & CTRL))
        return Pan(self, point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position()
        if self.press is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self.press.follow(event)
            return
        target = self.target_at(self.pointer)
        kind = self.overview_zone(self.pointer.x()) if self.in_overview(self.pointer) else target.kind if target else ""
        hand = Qt.CursorShape.PointingHandCursor if target else Qt.CursorShape.ArrowCursor
        self.setCursor(CURSORS.get(kind, hand))
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self.press is None:
            return
        drag, self.press = self.press, None
        self.setCursor(Qt.CursorShape.ArrowCursor)
        if drag.moved:
            drag.drop()
        elif isinstance(drag, OverviewDrag):
            self.store.settle()
        else:
            self.click(event.position(), more=bool(event.modifiers() & CTRL))

    def click(self, point: QPointF, *, more: bool = False) -> None:
        """Select what is there, or let go of the selection on empty ground."""
        clicking.click(self.context(), self.target_at(point), point.y(), more=more)
        self.store.settle()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.double_click(event.position())

    def double_click(self, point: QPointF) -> None:
        """Zoom to what is there."""
        if self.in_overview(point):
            moving.fit_all(self.context())
        elif point.y() < AXIS_H and point.x() >= self.place().time.x and self.target_at(point) is None:
            clicking.fit_cell(self.context(), self.day_at(point.x()), self.place().time.w, upper=point.y() < AXIS_H / 2)
        else:
            clicking.zoom_to(self.context(), self.target_at(point))

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer = None
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.repeats = 0
        super().focusOutEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        point = QPointF(event.pos())
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard  # then it is about the selection
        target = None if by_key else self.target_at(point)
        if target and target.kind in ("model", "life"):
            self.click(point)
        self.menu_wanted.emit((target.kind if target else "", target.ref if target else -1, event.globalPos()))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData()
        local = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        for path in local:
            self.dropped.emit(("file", path))
        if not local and data.hasText():
            self.dropped.emit(("text", data.text()))
        event.acceptProposedAction()
