"""Small widgets that Qt paints otherwise: a label that elides, a check box whose border is seen."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)  # fmt: skip


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


def paint_box(painter: QPainter, place: QRect, palette: QPalette, *, on: bool, focus: bool = False) -> None:
    """A check box in text colours: Fusion draws its border darker than the window, so none is seen in the dark."""
    role = QPalette.ColorRole
    box = QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(palette.color(role.Highlight if focus else role.PlaceholderText), 1))
    painter.setBrush(palette.color(role.Text if on else role.Base))
    painter.drawRect(box)
    if on:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(palette.color(role.Base), 2))
        w, h = box.width(), box.height()
        corners = (QPointF(0.22 * w, 0.52 * h), QPointF(0.43 * w, 0.74 * h), QPointF(0.8 * w, 0.28 * h))
        painter.drawPolyline(QPolygonF([box.topLeft() + corner for corner in corners]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


class CheckRows(QStyledItemDelegate):
    """Rows of a list with check boxes that are seen."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is None:
            return
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        style = own.widget.style()
        place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, own, own.widget)
        painter.save()
        paint_box(painter, place, own.palette, on=Qt.CheckState(state) is Qt.CheckState.Checked)
        painter.restore()


class Check(QCheckBox):
    """A check box whose border is seen."""

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
        painter = QPainter(self)
        try:
            paint_box(painter, self.indicator(), palette, on=self.isChecked(), focus=self.hasFocus())
            painter.setPen(palette.color(role.WindowText))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic
            painter.drawText(words, flags, self.text())
        finally:
            painter.end()
