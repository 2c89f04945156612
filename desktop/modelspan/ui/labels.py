"""Small widgets that Qt paints otherwise: a label that elides, a check box whose border is seen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QLabel, QStyle, QStyleOptionButton, QWidget


class Elided(QLabel):
    """One line of plain text, cut with an ellipsis where it does not fit; `text()` and screen readers have it whole."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def shown(self) -> str:
        """What can be read at this width."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("…"), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.shown()
        self.setToolTip("" if shown == self.text() else self.text())
        painter = QPainter(self)
        try:
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawText(self.contentsRect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        finally:
            painter.end()


class Check(QCheckBox):
    """A check box in text colours: Fusion draws its border darker than the window, so none is seen in the dark."""

    def indicator(self) -> QRect:
        """Where the box is."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        return self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        palette, role = self.palette(), QPalette.ColorRole
        edge = palette.color(role.Highlight if self.hasFocus() else role.PlaceholderText)
        box = QRectF(self.indicator()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter = QPainter(self)
        try:
            painter.setPen(QPen(edge, 1))
            painter.setBrush(palette.color(role.Text if self.isChecked() else role.Base))
            painter.drawRect(box)
            if self.isChecked():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(palette.color(role.Base), 2))
                w, h = box.width(), box.height()
                corners = (QPointF(0.22 * w, 0.52 * h), QPointF(0.43 * w, 0.74 * h), QPointF(0.8 * w, 0.28 * h))
                painter.drawPolyline(QPolygonF([box.topLeft() + corner for corner in corners]))
            painter.setPen(palette.color(role.WindowText))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic
            painter.drawText(words, flags, self.text())
        finally:
            painter.end()
