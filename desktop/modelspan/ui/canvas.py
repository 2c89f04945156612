"""The canvas: one widget that paints one Frame and turns gestures into states."""

from __future__ import annotations

import html
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QHelpEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)  # fmt: skip
from PySide6.QtWidgets import QToolTip, QWidget

from modelspan.app import commands, drawing
from modelspan.app.actions import Context
from modelspan.app.layout import AXIS_H, Layout, layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Store
from modelspan.engine import window as windows
from modelspan.engine.frame import Frame, Target
from modelspan.engine.ticks import axis
from modelspan.engine.tracks import Track
from modelspan.ui import painter as painting
from modelspan.ui.theme import Theme

SLACK = 4  # px a press may move and still be a click
NOTCH_PX = 54  # lanes scrolled per notch: three model lanes
DEGREES = 120  # of a wheel notch, in eighths


class Canvas(QWidget):
    """Shows a scene in the state of a store. All arithmetic is the engine's; hover is an overlay."""

    dropped = Signal(object)  # a path or a text
    menu_wanted = Signal(object)  # a global point

    def __init__(self, scene: Scene, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene, self.store, self.theme = scene, store, theme
        self.context_of: Callable[[], Context] | None = None
        self.frame: Frame | None = None
        self.cache: QPixmap | None = None
        self.stale = True
        self.pointer: QPointF | None = None
        self.press: tuple[QPointF, AppState] | None = None
        self.dragging = False
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMinimumSize(420, 300)
        self.setAccessibleName(self.tr("Timeline"))

    def set_scene(self, scene: Scene) -> None:
        """Another store was opened or reloaded."""
        self.scene = scene
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
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        if self.cache is None or self.cache.size() != size or self.cache.devicePixelRatio() != ratio:
            self.cache = QPixmap(size)
            self.cache.setDevicePixelRatio(ratio)
            self.stale = True
        if self.stale:
            self.stale = False
            painter = QPainter(self.cache)
            try:
                painting.paint(painter, self.current(), self.theme)
            finally:
                painter.end()
        painter = QPainter(self)
        try:
            painter.drawPixmap(0, 0, self.cache)
            self.paint_cursor(painter)
        finally:
            painter.end()

    def paint_cursor(self, painter: QPainter) -> None:
        """The day under the pointer: a hairline and its date on the axis."""
        place = self.place()
        if self.pointer is None or not place.time.x <= self.pointer.x() < place.time.right:
            return
        if self.pointer.y() > (place.tracks.bottom or place.lanes.bottom):
            return
        day = windows.to_day(self.store.state.window, self.pointer.x() - place.time.x, place.time.w)
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

    def target_at(self, point: QPointF) -> Target | None:
        """The topmost place under a point; the smallest one when several lie there."""
        x, y = point.x(), point.y()
        found = [t for t in self.current().targets if t.x <= x < t.x + t.w and t.y <= y < t.y + t.h]
        return min(found, key=lambda target: target.w * target.h, default=None)

    def day_at(self, x: float) -> float:
        """The day at a pixel of the canvas."""
        place = self.place()
        return windows.to_day(self.store.state.window, x - place.time.x, place.time.w)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.press = None
        pixels, angle = event.pixelDelta(), event.angleDelta()
        notches_y, notches_x = angle.y() / DEGREES, angle.x() / DEGREES
        held = event.modifiers()
        place, point = self.place(), event.position()
        over_axis = point.y() < AXIS_H or (place.overview.h and point.y() >= place.overview.y)
        context = self.context()
        if held & Qt.KeyboardModifier.ControlModifier or over_axis:
            about = self.day_at(min(max(point.x(), place.time.x), place.time.right))
            steps = notches_y or notches_x
            self.store.update(window=windows.zoom(self.store.state.window, windows.NOTCH**steps, about))
        elif held & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-(notches_x or notches_y) * 60)
        else:
            fits = not self.scene.max_scroll(self.store.state, self.width(), self.height())
            dx = pixels.x() if not pixels.isNull() else notches_x * 60
            dy = pixels.y() if not pixels.isNull() else notches_y * NOTCH_PX
            if abs(dx) > abs(dy):
                self.pan(-dx)
            elif fits or self.store.state.fitted:
                self.pan(-dy)
            else:
                commands.scroll(context, round(-dy))
        event.accept()

    def pan(self, px: float) -> None:
        """Move the window by pixels."""
        window = self.store.state.window
        self.store.update(window=windows.pan(window, px * window.span / max(self.place().time.w, 1)))

    def context(self) -> Context:
        """What commands work on; the window gives it."""
        assert self.context_of is not None
        return self.context_of()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            about = self.day_at(event.position().x())
            factor = max(1.0 + event.value(), 0.1)
            self.store.update(window=windows.zoom(self.store.state.window, factor, about))
            return True
        if isinstance(event, QHelpEvent):
            target = self.target_at(QPointF(event.pos()))
            if target and target.tip:
                # Always rich, with the data escaped: Qt would guess, and a title is not to be read as HTML.
                text = html.escape(target.tip).replace("\n", "<br>")
                QToolTip.showText(event.globalPos(), f"<qt>{text}</qt>", self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.press = (event.position(), self.store.state)
            self.dragging = False
            place = self.place()
            if place.overview.h and event.position().y() >= place.overview.y:
                self.move_overview(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position()
        if self.press is None or not event.buttons() & Qt.MouseButton.LeftButton:
            target = self.target_at(self.pointer)
            hand = target is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.update()
            return
        start, state = self.press
        place = self.place()
        if place.overview.h and start.y() >= place.overview.y:
            self.move_overview(event.position().x())
            return
        moved = event.position() - start
        if not self.dragging and moved.manhattanLength() <= SLACK:
            return
        if not self.dragging:
            self.dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        days = moved.x() * state.window.span / max(place.time.w, 1)
        limit = self.scene.max_scroll(state, self.width(), self.height())
        scroll = min(max(round(state.scroll - moved.y()), 0), limit)
        self.store.update(window=windows.pan(state.window, -days), scroll=scroll)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self.press is None:
            return
        clicked = not self.dragging
        self.press = None
        self.dragging = False
        self.setCursor(Qt.CursorShape.ArrowCursor)
        place = self.place()
        if clicked and not (place.overview.h and event.position().y() >= place.overview.y):
            self.click(event.position())
        else:
            self.store.settle()

    def move_overview(self, x: float) -> None:
        """Put the middle of the window under the pointer in the overview."""
        place, whole = self.place(), self.scene.range
        day = windows.to_day(whole, x - place.time.x, place.time.w)
        half = self.store.state.window.span / 2
        self.store.update(window=windows.clamp(windows.Window(day - half, day + half)))

    def click(self, point: QPointF) -> None:
        """Select what is there, or let go of the selection on empty ground."""
        target, context = self.target_at(point), self.context()
        ids = self.scene.snapshot.entities.ids
        if target is None:
            self.store.update(selected="", surface="", event=-1)
            return
        match target.kind:
            case "section":
                commands.toggle_section(context, target.ref)
            case "organisation":
                commands.toggle_organisation(context, target.ref)
            case "open":
                commands.toggle_model(context, ids[target.ref])
            case "track":
                commands.toggle_track(context, list(Track)[target.ref])
            case "model":
                self.store.update(selected=ids[target.ref], surface="", event=-1)
            case "life":
                model, surface = self.scene.lives.model[target.ref], self.scene.lives.surface[target.ref]
                self.store.update(selected=ids[model], surface=ids[surface], event=-1)
            case "event":
                row = target.ref
                subject = int(self.scene.snapshot.events.subject[row])
                self.store.update(event=row, selected=ids[subject] if subject >= 0 else "", surface="")
            case "day":
                half = min(self.store.state.window.span / 2, 30.0)
                self.store.update(
                    window=windows.clamp(windows.Window(target.ref - half, target.ref + half)),
                    tracks=self.store.state.tracks | {Track.CLAIMS},
                )
        self.store.settle()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place, point = self.place(), event.position()
        if point.y() < AXIS_H and point.x() >= place.time.x:
            ticks = axis(self.store.state.window, place.time.w, self.scene.words)
            row = ticks.upper if point.y() < AXIS_H / 2 and ticks.upper else ticks.lower
            day = self.day_at(point.x())
            cell = next((tick for tick in row if tick.start <= day < tick.end), None)
            if cell:
                self.store.settle()
                self.store.update(window=windows.Window(float(cell.start), float(cell.end)))
            return
        target = self.target_at(point)
        if target and target.kind in ("model", "life"):
            rows = self.scene.lives.model
            model = target.ref if target.kind == "model" else int(rows[target.ref])
            self.store.update(selected=self.scene.snapshot.entities.ids[model], surface="", event=-1)
            commands.fit_selection(self.context())

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer = None
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        target = self.target_at(QPointF(event.pos()))
        if target and target.kind == "model":
            self.store.update(selected=self.scene.snapshot.entities.ids[target.ref], surface="", event=-1)
        self.menu_wanted.emit(event.globalPos())

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
