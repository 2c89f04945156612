"""A scrolled list of Lines, painted like the card of a picture: plain text whatever a store holds."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from modelspan.app.lines import Line
from modelspan.engine.frame import Frame, Sheet
from modelspan.ui import card
from modelspan.ui import painter as painting
from modelspan.ui.theme import Theme


class LineView(QAbstractScrollArea):
    """Shows lines; a click on one with a target selects it, with an address opens the browser, with a pick decides."""

    chosen = Signal(str)
    picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.lines: tuple[Line, ...] = ()
        self.frame: Frame | None = None
        self.places: list[tuple[int, int, Line]] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_lines(self, lines: tuple[Line, ...], *, keep: bool = False) -> None:
        """Show other lines; from the top unless `keep`."""
        if lines == self.lines:
            return
        self.lines = lines
        self.setAccessibleDescription("\n".join(f"{line.text} {line.right}".strip() for line in lines))
        self.arrange()
        if not keep:
            self.verticalScrollBar().setValue(0)

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self.theme = theme
        self.viewport().update()

    def arrange(self) -> None:
        """Lay the lines out for the width."""
        sheet, width = Sheet(), max(self.viewport().width(), 80)
        self.places, height = card.place(sheet, self.lines, width)
        self.frame = sheet.frame(width, height)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(height - self.viewport().height(), 0))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(34)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        try:
            painter.fillRect(self.viewport().rect(), self.theme.color("panel"))
            if self.frame:
                painter.translate(0, -self.verticalScrollBar().value())
                painting.paint(painter, self.frame, self.theme, ground="panel")
        finally:
            painter.end()

    def line_at(self, y: float) -> Line | None:
        """The line at a height of the viewport."""
        at = y + self.verticalScrollBar().value()
        return next((line for top, bottom, line in self.places if top <= at < bottom), None)

    def place_of(self, text: str) -> QRect:
        """Where the first line with a text stands in the viewport; empty when there is none."""
        for top, bottom, line in self.places:
            if text in line.text:
                return QRect(0, top - self.verticalScrollBar().value(), self.viewport().width(), bottom - top)
        return QRect()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        line = self.line_at(event.position().y())
        active = line is not None and bool(line.target or line.url or line.pick)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if active else Qt.CursorShape.ArrowCursor)
        picks = line is not None and bool(line.pick)
        self.viewport().setToolTip(self.tr("Show this one instead; Ctrl+Z takes it back") if picks else "")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        line = self.line_at(event.position().y())
        if line is None:
            return
        if line.target:
            self.chosen.emit(line.target)
        elif line.pick:
            self.picked.emit(line.pick)
        elif line.url.startswith(("http://", "https://")):
            QDesktopServices.openUrl(QUrl(line.url))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 34, Qt.Key.Key_Up: -34, Qt.Key.Key_PageDown: 300, Qt.Key.Key_PageUp: -300}.get(
            Qt.Key(event.key())
        )
        if step is None:
            super().keyPressEvent(event)
        else:
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + step)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.arrange()
