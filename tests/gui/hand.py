"""A hand on the window: real wheel, mouse, touchpad and key events on its canvas, and the state after them."""

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from modelspan.app.state import AppState
from modelspan.engine.frame import Target
from modelspan.ui.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier
GROUND = QPoint(420, 300)  # of the canvas, on the time axis


class Hand:
    """Sends events to the canvas of a window and reads the state after them."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.canvas = window, window.canvas

    @property
    def state(self) -> AppState:
        return self.window.store.state

    def wheel(
        self, notches: float, at: QPoint = GROUND, held: Qt.KeyboardModifier = NONE, sideways: bool = False
    ) -> None:
        amount = round(notches * 120)
        self.turn((amount, 0) if sideways else (0, amount), at=at, held=held)

    def turn(
        self,
        angle: tuple[int, int] = (0, 0),
        pixels: tuple[int, int] = (0, 0),
        phase: Qt.ScrollPhase = Qt.ScrollPhase.NoScrollPhase,
        at: QPoint = GROUND,
        held: Qt.KeyboardModifier = NONE,
    ) -> None:
        """One raw event of a wheel or a touchpad."""
        where, everywhere = QPointF(at), QPointF(self.canvas.mapToGlobal(at))
        none = Qt.MouseButton.NoButton
        event = QWheelEvent(where, everywhere, QPoint(*pixels), QPoint(*angle), none, held, phase, False)
        QApplication.sendEvent(self.canvas, event)

    def fingers(self, *steps: tuple[int, int], at: QPoint = GROUND, held: Qt.KeyboardModifier = NONE) -> None:
        """Two fingers set down, moved and lifted; the last step is what the touchpad adds by itself."""
        self.turn(phase=Qt.ScrollPhase.ScrollBegin, at=at, held=held)
        for step in steps[:-1]:
            self.turn(pixels=step, phase=Qt.ScrollPhase.ScrollUpdate, at=at, held=held)
        for step in steps[-1:]:
            self.turn(pixels=step, phase=Qt.ScrollPhase.ScrollMomentum, at=at, held=held)
        self.turn(phase=Qt.ScrollPhase.ScrollEnd, at=at, held=held)

    def native(self, kind: Qt.NativeGestureType, value: float = 0.0, at: QPoint = GROUND) -> None:
        """One event of a touchpad's gesture."""
        where, mouse = QPointF(at), QPointingDevice.primaryPointingDevice()
        QApplication.sendEvent(self.canvas, QNativeGestureEvent(kind, mouse, 2, where, where, where, value, QPointF()))

    def pinch(self, value: float, at: QPoint = GROUND) -> None:
        self.native(Qt.NativeGestureType.ZoomNativeGesture, value, at)

    def drag(self, start: QPoint, stop: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
        self.press(start, held)
        self.move(stop, held)
        self.release(stop, held)

    def press(self, at: QPoint, held: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        QTest.mousePress(self.canvas, button, held, at)

    def move(self, at: QPoint, held: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        """With a button down; QTest's own moves know no keys."""
        where, everywhere = QPointF(at), QPointF(self.canvas.mapToGlobal(at))
        none = Qt.MouseButton.NoButton
        QApplication.sendEvent(self.canvas, QMouseEvent(QEvent.Type.MouseMove, where, everywhere, none, button, held))

    def release(self, at: QPoint, held: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseRelease(self.canvas, button, held, at)

    def double_click(self, at: QPoint) -> None:
        """As a mouse sends it: a click, then the second press."""
        self.click(at)
        QTest.mouseDClick(self.canvas, LEFT, pos=at)
        QTest.mouseRelease(self.canvas, LEFT, pos=at)

    def right_click(self, at: QPoint) -> None:
        """Through the window, which makes the menu's event of it."""
        handle = self.window.windowHandle()
        QTest.mouseClick(handle, Qt.MouseButton.RightButton, NONE, self.canvas.mapTo(self.window, at))

    def run(self, action: str) -> None:
        """Choose an entry of a menu."""
        self.window.menus.actions[action].trigger()

    def x_of(self, day: float) -> int:
        """The pixel of a day."""
        time, window = self.canvas.place().time, self.state.window
        return time.x + round((day - window.start) * time.w / window.span)

    def overview_x(self, day: float) -> int:
        """The pixel of a day on the overview."""
        strip, whole = self.canvas.overview_strip(), self.window.scene.range
        return strip.x + round((day - whole.start) * strip.w / whole.span)

    def targets(self, kind: str) -> list[Target]:
        """The places of one kind."""
        return [target for target in self.canvas.current().targets if target.kind == kind]

    def click(self, at: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseClick(self.canvas, LEFT, held, at)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.canvas, key, held)

    def drop(self, data: QMimeData) -> None:
        enter = QDragEnterEvent(GROUND, Qt.DropAction.CopyAction, data, LEFT, NONE)
        QApplication.sendEvent(self.canvas, enter)
        assert enter.isAccepted()
        event = QDropEvent(QPointF(GROUND), Qt.DropAction.CopyAction, data, LEFT, NONE)
        QApplication.sendEvent(self.canvas, event)

    def row(self, entity: str) -> int:
        return self.window.scene.snapshot.entities.row[entity]

    def place(self, kind: str, entity: str) -> QPoint:
        """The middle of the first place of the header that stands for an entity."""
        row = self.row(entity)
        found = next(t for t in self.canvas.current().targets if (t.kind, t.ref) == (kind, row) and t.x < 200)
        return QPoint(found.x + found.w // 2, found.y + found.h // 2)

    def group(self, key: str) -> QPoint:
        """The middle of the heading of a group."""
        groups = self.window.scene.lanes(self.state).groups
        ref = next(place for place, group in enumerate(groups) if group.key == key)
        found = next(t for t in self.canvas.current().targets if (t.kind, t.ref) == ("group", ref))
        return QPoint(found.x + found.w // 2, found.y + found.h // 2)

    def select(self, model: str) -> None:
        """By the search field, from wherever it stands."""
        QTest.keyClick(self.canvas, Qt.Key.Key_Slash)
        QTest.keyClicks(self.window.bar.field, model)
        QTest.keyClick(self.window.bar.field, Qt.Key.Key_Return)
        self.canvas.setFocus()

    def complaint(self) -> str:
        """The one sentence that is shown; closes it."""
        (box,) = self.window.findChildren(QMessageBox)
        text = box.text()
        QTest.mouseClick(box.button(QMessageBox.StandardButton.Ok), LEFT)
        box.setParent(None)
        box.deleteLater()
        return text


def middle(target: Target) -> QPoint:
    """Where one would point at."""
    return QPoint(target.x + target.w // 2, target.y + target.h // 2)
