"""The rows of the events table as Qt asks for them, how they are painted, and the keys that belong to them."""

from __future__ import annotations

import html
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QIcon, QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)  # fmt: skip

from modelspan.app.event_cells import COLUMNS, OVERDUE, RIVAL, Column, about, cell, standing
from modelspan.app.scene import Scene
from modelspan.domain.records import Status
from modelspan.domain.snapshot import Flags, Ints, code
from modelspan.engine.tracks import paint
from modelspan.ui.theme import Theme

ROW_H = 22
LEAST_W = 40  # px of a column
SWATCH = QSize(8, 8)
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class EventModel(QAbstractTableModel):
    """Event rows in an order, as Qt asks for them: only the cells that are seen are ever made."""

    def __init__(self, scene: Scene, theme: Theme) -> None:
        super().__init__()
        self.scene, self.theme = scene, theme
        self.today = 0
        self.listed: Ints = np.zeros(0, np.int32)
        self.related: Flags = np.zeros(0, bool)
        self.swatches: dict[tuple[str, str], QIcon] = {}

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.listed)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def text(self, place: int, column: Column) -> str:
        """One cell of a row of the table."""
        return cell(self.scene, self.today, int(self.listed[place]), column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.listed):
            return None
        row, column = int(self.listed[index.row()]), COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(index.row(), column)
            case Qt.ItemDataRole.DecorationRole if column is Column.THING:
                of = about(self.scene)
                known = of.owner[row] >= 0 or of.thing[row] >= 0
                return self.swatch(paint(self.scene.snapshot, int(of.owner[row]))) if known else None
            case Qt.ItemDataRole.ForegroundRole:
                return self.ink(row, column)
            case Qt.ItemDataRole.BackgroundRole if self.related[row]:
                return self.theme.color("selection")
            case Qt.ItemDataRole.ToolTipRole:
                cells = [(self.scene.words.tr(each.value), self.text(index.row(), each)) for each in COLUMNS]
                # Always rich, with the data escaped: Qt would guess, and a title is not to be read as HTML.
                return f"<qt>{'<br>'.join(html.escape(f'{name}: {text}') for name, text in cells if text)}</qt>"
        return None

    def swatch(self, organisation: str) -> QIcon:
        """The colour of an organisation; in a selected row too, where Qt would tint it."""
        key = self.theme.name, organisation
        if key not in self.swatches:
            square = QPixmap(SWATCH)
            square.fill(self.theme.color(organisation))
            self.swatches[key] = QIcon(square)
            self.swatches[key].addPixmap(square, QIcon.Mode.Selected)
        return self.swatches[key]

    def ink(self, row: int, column: Column) -> QColor | None:
        """The colour of a cell where it is not that of text."""
        stands = standing(self.scene, self.today, row)
        if stands == RIVAL:
            return self.theme.color("faint")
        if column is Column.STATUS and stands in (OVERDUE, code(Status.DISPUTED)):
            return self.theme.color("warning")
        return self.theme.color("faint") if column in (Column.KNOWN, Column.BASIS) else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | Qt.AlignmentFlag | None:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return self.scene.words.tr(COLUMNS[section].value) if role == Qt.ItemDataRole.DisplayRole else None

    def show_rows(self, scene: Scene, today: int, listed: Ints, related: Flags) -> None:
        """Other rows."""
        self.beginResetModel()
        self.scene, self.today, self.listed, self.related = scene, today, listed, related
        self.endResetModel()

    def place_of(self, event: int) -> int:
        """Where an event stands in the table; -1 when it is not listed."""
        found = np.flatnonzero(self.listed == event)
        return int(found[0]) if len(found) else -1


class RowPainter(QStyledItemDelegate):
    """Cells without a frame of their own: a selected row has a bar of ink at its left, the focused one an edge."""

    def __init__(self, view: QTableView, theme: Theme) -> None:
        super().__init__(view)
        self.view, self.theme = view, theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        focused = self.view.hasFocus() and index.row() == self.view.currentIndex().row()
        option.state = option.state & ~QStyle.StateFlag.State_HasFocus
        super().paint(painter, option, index)
        box = option.rect
        if focused:
            edge = self.theme.color("window.edge")
            painter.fillRect(box.left(), box.top(), box.width(), 1, edge)
            painter.fillRect(box.left(), box.bottom(), box.width(), 1, edge)
        first = self.view.horizontalHeader().visualIndex(index.column()) == 0
        if first and self.view.selectionModel().isRowSelected(index.row(), NOWHERE):
            painter.fillRect(box.left(), box.top(), 3, box.height(), self.theme.color("ink"))


class EventView(QTableView):
    """The rows. Enter opens, Ctrl+C copies; letters are left to the window's keys."""

    opened = Signal()
    copied = Signal()
    menu_wanted = Signal(object)  # a global point

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setIconSize(SWATCH)
        down, across = self.verticalHeader(), self.horizontalHeader()
        down.hide()
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setMinimumSectionSize(ROW_H)
        down.setDefaultSectionSize(ROW_H)
        across.setMinimumSectionSize(LEAST_W)
        across.setSectionsMovable(True)
        across.setStretchLastSection(True)
        across.setHighlightSections(False)
        across.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.takes(event):
            event.accept()  # before the window copies its picture
            return True
        return super().event(event)

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key is meant for the rows while they have the focus."""
        return event.matches(QKeySequence.StandardKey.Copy) or event.matches(QKeySequence.StandardKey.SelectAll)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):  # Qt goes to the first and the last cell of a row
            last = self.model().rowCount() - 1
            self.setCurrentIndex(self.model().index(0 if event.key() == Qt.Key.Key_Home else last, 0))
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Nothing: Qt would ask every row for its text; there is a field for that."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())
