"""The events table: what the timeline shows as rows to sort, to filter and to copy, with the same selection."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from modelspan.app import event_rows
from modelspan.app.event_cells import COLUMNS, Column, tabbed
from modelspan.app.event_rows import Reach, Wish
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.ui.event_view import LEAST_W, NOWHERE, ROW_H, EventModel, EventView, RowPainter
from modelspan.ui.labels import Elided
from modelspan.ui.theme import Theme

WIDTHS = {
    Column.DATE: 124, Column.KIND: 112, Column.THING: 170, Column.SURFACE: 126, Column.ORGANISATION: 96,
    Column.WHAT: 236, Column.STATUS: 88, Column.KNOWN: 92, Column.BASIS: 128,
}  # fmt: skip
MOST_W = 2000  # px of a column
MOST_COPIED = 20_000  # rows; more would take many seconds
PAN_MS = 80  # the rows follow once the timeline has rested so long: moving it must not stutter


def marks_key(state: AppState) -> tuple[Any, ...]:
    """All that the marks in the rows depend on."""
    return state.selected, state.also, state.event


class EventsTable(QWidget):
    """The pane: a choice of rows, a filter, a count, the rows."""

    chosen = Signal(object)  # an event row
    opened = Signal(object)  # an event row, to be brought into view

    def __init__(self, scene: Scene, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene, self.theme = scene, theme
        self.state: AppState | None = None
        self.shown: tuple[Any, ...] = ()  # what the rows were made for
        self.marked: tuple[Any, ...] = ()  # what is marked in them
        self.following = False  # the state is being shown: nothing here is the user's doing
        self.wish = Wish()
        self.model = EventModel(scene, theme)
        self.model.setParent(self)
        self.view = EventView()
        self.view.setModel(self.model)
        self.painter = RowPainter(self.view, theme)
        self.view.setItemDelegate(self.painter)
        self.view.setAccessibleName(self.tr("Events"))
        self.build()
        self.later = QTimer(self)
        self.later.setSingleShot(True)
        self.later.setInterval(PAN_MS)
        self.later.timeout.connect(self.refresh)
        self.set_widths(())
        header = self.view.horizontalHeader()
        # Its own, always empty selection: Qt asks every row whether a whole column is selected when it paints a header.
        header.setSelectionModel(QItemSelectionModel(self.model, header))
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorShown(True)
        header.setSectionsClickable(True)
        header.sortIndicatorChanged.connect(self.sort)
        header.customContextMenuRequested.connect(self.show_header_menu)
        self.view.menu_wanted.connect(self.show_menu)
        self.view.opened.connect(self.open_current)
        self.view.doubleClicked.connect(self.open_current)
        self.view.copied.connect(self.copy)
        self.view.selectionModel().selectionChanged.connect(self.choose)
        self.set_theme(theme)

    def build(self) -> None:
        """Lay the parts out."""
        titles = {
            Reach.VIEW: self.tr("In view"),
            Reach.FILTER: self.tr("Through the filter"),
            Reach.ALL: self.tr("All"),
        }
        self.reaches = QButtonGroup(self)
        row = QHBoxLayout()
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(6)
        for number, (reach, title) in enumerate(titles.items()):
            button = QPushButton(title)
            button.setCheckable(True)
            button.setChecked(reach is self.wish.reach)
            self.reaches.addButton(button, number)
            row.addWidget(button)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Filter these rows…"))
        self.field.setAccessibleName(self.tr("Filter the rows of the table"))
        self.field.setClearButtonEnabled(True)
        self.field.setMaxLength(200)
        self.field.setMaximumWidth(300)
        self.said = Elided()
        row.addWidget(self.field, 2)
        row.addWidget(self.said, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        under = QHBoxLayout()
        under.setContentsMargins(9, 0, 0, 0)  # with what Qt leaves before a text: in line with the buttons
        under.addWidget(self.view)
        column.addLayout(under, 1)
        self.setAccessibleName(self.tr("Events table"))
        self.reaches.idClicked.connect(self.reach_chosen)
        self.field.textChanged.connect(self.text_changed)
        self.field.returnPressed.connect(self.focus_rows)

    def set_theme(self, theme: Theme) -> None:
        """Other colours. The palette, not a style sheet, which would take the scroll bars along."""
        self.theme = self.model.theme = self.painter.theme = theme
        for button in self.reaches.buttons():
            button.setStyleSheet(theme.button())
        self.field.setStyleSheet(theme.field())
        palette = theme.palette()
        palette.setColor(QPalette.ColorRole.Highlight, theme.color("window"))
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.color("text"))
        self.view.setPalette(palette)
        self.view.viewport().update()

    # what is shown

    def show_state(self, scene: Scene, state: AppState) -> None:
        """Another store or state; nothing is done while nobody sees it."""
        self.scene, self.state = scene, state
        if not self.isVisible():
            return
        rows, old = self.rows_key(state), self.shown
        if old and (rows[0], rows[2:], marks_key(state)) == (old[0], old[2:], self.marked):
            if rows != old:
                self.later.start()  # only the window has moved; begun anew by every step of it
            return
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def rows_key(self, state: AppState) -> tuple[Any, ...]:
        """All that the rows depend on."""
        window = state.window if self.wish.reach is Reach.VIEW else None
        return self.scene, window, state.filter, state.today, self.wish

    def refresh(self) -> None:
        """Make the rows and the marks again where what they depend on has changed."""
        state = self.state
        if state is None:
            return
        self.later.stop()
        rows, marked, old = self.rows_key(state), marks_key(state), self.shown
        self.following = True
        self.view.setAutoScroll(False)  # Qt would go to the selected row whenever it is marked again
        try:
            if old != rows:
                anew = not old or (rows[0], rows[-1]) != (old[0], old[-1])
                moved = anew or marked != self.marked
                self.shown, self.marked = rows, marked
                self.fill(state, anew)
                self.mark(state, moved)
            elif self.marked != marked:
                self.marked = marked
                self.model.related = event_rows.related(self.scene, state)
                self.mark(state, True)
        finally:
            self.view.setAutoScroll(True)
            self.following = False

    def fill(self, state: AppState, anew: bool) -> None:
        """Other rows: the one at the top stays there where it can, another wish begins at today."""
        top = self.view.rowAt(0)
        anchor = int(self.model.listed[top]) if 0 <= top < len(self.model.listed) else -1
        listed = event_rows.rows(self.scene, state, self.wish)
        self.model.show_rows(self.scene, state.today, listed, event_rows.related(self.scene, state))
        self.said.setText(event_rows.count_words(self.scene, self.wish, listed))
        self.view.doItemsLayout()  # else the scroll bar still has the range before
        place = -1 if anew else self.model.place_of(anchor)
        if place >= 0:
            self.view.scrollTo(self.model.index(place, 0), QAbstractItemView.ScrollHint.PositionAtTop)
        elif len(listed):
            place = event_rows.near_today(self.scene, state.today, listed, self.wish)
            self.view.scrollTo(self.model.index(place, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
        if len(listed):  # arrows start here, though nothing is selected
            index = self.model.index(place, 0)
            self.view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def mark(self, state: AppState, scroll: bool) -> None:
        """The selected event is the current row; else the rows of what is selected come into view."""
        chosen, place = self.view.selectionModel(), self.model.place_of(state.event) if state.event >= 0 else -1
        if place < 0:
            chosen.clearSelection()
            self.show_related(scroll)
        elif not chosen.isRowSelected(place, NOWHERE):
            self.view.selectRow(place)
        if place >= 0 and scroll:
            self.view.scrollTo(self.model.index(place, 0))
        self.view.viewport().update()

    def show_related(self, scroll: bool) -> None:
        """Scroll to the rows of the selected model, unless one of them is in view."""
        places = np.flatnonzero(self.model.related[self.model.listed])
        if not scroll or not len(places):
            return
        top = max(self.view.rowAt(0), 0)
        bottom = top + self.view.viewport().height() // ROW_H - 1
        if not ((places >= top) & (places <= bottom)).any():
            nearest = places[np.abs(places - (top + bottom) // 2).argmin()]
            hint = QAbstractItemView.ScrollHint.PositionAtCenter
            self.view.scrollTo(self.model.index(int(nearest), 0), hint)

    # what the user does

    def set_wish(self, **changes: Any) -> None:
        """List other rows, or in another order."""
        self.wish = Wish(**{**{name: getattr(self.wish, name) for name in Wish.__slots__}, **changes})
        if self.isVisible():
            self.refresh()

    def reach_chosen(self, number: int) -> None:
        """One of the three choices."""
        self.set_wish(reach=list(Reach)[number])

    def text_changed(self, text: str) -> None:
        """The filter over the rows."""
        self.set_wish(text=text)

    def sort(self, column: int, sequence: Qt.SortOrder) -> None:
        """A header was clicked."""
        self.set_wish(column=COLUMNS[column], descending=sequence is Qt.SortOrder.DescendingOrder)

    def focus_rows(self) -> None:
        """Enter in the field: on to the rows."""
        self.view.setFocus()

    def current(self) -> int:
        """The event of the current row, -1 for none."""
        index = self.view.currentIndex()
        return int(self.model.listed[index.row()]) if index.isValid() else -1

    def choose(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """The user selected a row."""
        index = self.view.currentIndex()
        if self.following or not index.isValid():
            return
        if self.view.selectionModel().isRowSelected(index.row(), NOWHERE):
            event = self.current()
            if self.state is None or event != self.state.event:
                self.chosen.emit(event)

    def open_current(self) -> None:
        """Bring the current row's event into view on the timeline."""
        if self.current() >= 0:
            self.opened.emit(self.current())

    def copy(self) -> None:
        """The selected rows as text for a spreadsheet, in the columns that are shown."""
        selection = self.view.selectionModel().selection()
        parts = [selection.at(n) for n in range(selection.count())]  # not selectedRows: a million indexes
        ranges = sorted((part.top(), part.bottom()) for part in parts)
        places = dict.fromkeys(islice(chain.from_iterable(range(a, b + 1) for a, b in ranges), MOST_COPIED))
        if not places or self.state is None:
            return
        listed = [int(self.model.listed[place]) for place in places]
        QGuiApplication.clipboard().setText(tabbed(self.scene, self.state.today, listed, self.columns()))
        words, total = self.scene.words, sum(b - a + 1 for a, b in ranges)
        said = words.count(len(listed), "%1 row copied", "%1 rows copied")
        self.said.setText(f"{said}; {words.fill('%1 are selected', f'{total:,}')}" if total > len(listed) else said)

    # columns and menus

    def columns(self) -> list[Column]:
        """The columns that are shown, left to right."""
        header = self.view.horizontalHeader()
        order = [header.logicalIndex(place) for place in range(len(COLUMNS))]
        return [COLUMNS[n] for n in order if not header.isSectionHidden(n)]

    def widths(self) -> tuple[int, ...]:
        """The width of every column, 0 for a hidden one: what `set_widths` takes back."""
        return tuple(self.view.columnWidth(n) for n in range(len(COLUMNS)))

    def set_widths(self, widths: Sequence[int]) -> None:
        """Kept widths; those of another set of columns are passed over."""
        given = list(widths) if len(widths) == len(COLUMNS) and any(widths) else list(WIDTHS.values())
        for n, (column, width) in enumerate(zip(COLUMNS, given, strict=True)):
            self.view.setColumnWidth(n, min(max(width, LEAST_W), MOST_W) if width > 0 else WIDTHS[column])
            self.view.setColumnHidden(n, width <= 0)

    def column_toggled(self, shown: bool) -> None:
        """A column of the menu."""
        action = self.sender()
        assert isinstance(action, QAction)
        self.view.setColumnHidden(int(action.data()), not shown)

    def menu(self, *, rows: bool) -> QMenu:
        """Which columns are shown; with `rows` also what can be done with them, and sorting without a mouse."""
        menu, words = QMenu(self), self.scene.words
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if rows:
            menu.addAction(self.tr("Show on the timeline")).triggered.connect(self.open_current)
            menu.addAction(self.tr("Copy rows")).triggered.connect(self.copy)
            sorting = menu.addMenu(self.tr("Sort by"))
            for n, column in enumerate(COLUMNS):
                action = sorting.addAction(words.tr(column.value))
                action.setData(n)
                action.setCheckable(True)
                action.setChecked(column is self.wish.column)
                action.triggered.connect(self.sort_chosen)
        columns = menu.addMenu(self.tr("Columns")) if rows else menu
        visible = self.columns()
        for n, column in enumerate(COLUMNS):
            action = columns.addAction(words.tr(column.value))
            action.setData(n)
            action.setCheckable(True)
            action.setChecked(column in visible)
            action.setEnabled(visible != [column])  # one stays
            action.toggled.connect(self.column_toggled)
        return menu

    def sort_chosen(self) -> None:
        """A column of the menu; the one that is sorted by turns around."""
        action = self.sender()
        assert isinstance(action, QAction)
        column = int(action.data())
        up = COLUMNS[column] is not self.wish.column or self.wish.descending
        sequence = Qt.SortOrder.AscendingOrder if up else Qt.SortOrder.DescendingOrder
        self.view.horizontalHeader().setSortIndicator(column, sequence)

    def show_menu(self, point: object) -> None:
        """The menu of the rows."""
        assert isinstance(point, QPoint)
        self.menu(rows=True).popup(point)

    def show_header_menu(self, point: QPoint) -> None:
        """The menu of the header."""
        self.menu(rows=False).popup(self.view.horizontalHeader().mapToGlobal(point))
