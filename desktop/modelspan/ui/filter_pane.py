"""What is shown and how it is grouped: the Filter tab, and the chips over the timeline that undo a filter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from modelspan.app import filtering
from modelspan.app.commands import GROUPINGS, ORDERS
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter
from modelspan.domain.dates import DateError, iso, parse_edtf
from modelspan.ui.labels import Check, CheckRows, Elided
from modelspan.ui.theme import Theme

KEY = Qt.ItemDataRole.UserRole
HEADS = {"kinds": "Kind", "organisations": "Organisation", "surfaces": "Surface", "statuses": "Status"}


class Chips(QWidget):
    """One button per part of the filter: a click takes that part off. Nothing where everything is let through."""

    wanted = Signal(object)  # a Filter

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = scene
        self.theme: Theme | None = None
        self.shown: tuple[Scene, Filter] | None = None
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(14, 0, 14, 6)
        self.row.setSpacing(6)
        self.buttons: list[QToolButton] = []
        self.hidden = Elided()
        self.row.addWidget(self.hidden, 1)
        self.setVisible(False)

    def show_state(self, scene: Scene, state: AppState) -> None:
        """Another filter."""
        if self.shown == (scene, state.filter):
            return
        self.shown, self.scene = (scene, state.filter), scene
        for button in self.buttons:
            self.row.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        chips = filtering.chips(scene, state)
        for place, chip in enumerate(chips):
            self.add(place, f"{chip.text}  ×", chip.without, self.tr("Take this part of the filter off"))
        if len(chips) > 1:
            nothing = Filter(open_weights=state.filter.open_weights)
            self.add(len(chips), self.tr("Clear all"), nothing, self.tr("Let everything through"))
        number = filtering.hidden(scene, state)
        self.hidden.setText(
            scene.words.count(number, "%1 model hidden by the filter", "%1 models hidden by the filter")
        )
        self.setVisible(bool(chips))

    def add(self, place: int, text: str, without: Filter, tip: str) -> None:
        """One button."""
        button = QToolButton()
        button.setText(text.replace("&", "&&"))
        button.setToolTip(tip)
        button.setProperty("without", without)
        button.clicked.connect(self.chosen)
        if self.theme:
            button.setStyleSheet(self.theme.button())
        self.row.insertWidget(place, button)
        self.buttons.append(button)

    def chosen(self) -> None:
        """A chip was clicked."""
        self.wanted.emit(self.sender().property("without"))

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self.theme = theme
        for button in self.buttons:
            button.setStyleSheet(theme.button())


def day_of(text: str, *, last: bool) -> int | None:
    """The first day of `2026`, `2026-06` or `2026-06-15`, or the day after its last; None for no text.

    Raises DateError.
    """
    if not text.strip():
        return None
    when = parse_edtf(text)
    found = when.end if last else when.start
    if found is None:
        raise DateError(f"{text!r} is no day, month or year; write 2026, 2026-06 or 2026-06-15.")
    return found


class DayField(QLineEdit):
    """A day, month or year that bounds the events; what is none is said beside it and changes nothing."""

    def __init__(self, name: str, *, last: bool) -> None:
        super().__init__()
        self.last = last
        self.setPlaceholderText(self.tr("2026 or 2026-06-15"))
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self.setMaxLength(30)

    def day(self) -> int | None:
        """The day; raises DateError."""
        return day_of(self.text(), last=self.last)

    def show_day(self, day: int | None) -> None:
        """Say a day, unless the text says it already in its own way."""
        try:
            same = self.day() == day
        except DateError:
            same = False
        if not same:
            self.setText("" if day is None else iso(day - 1 if self.last else day))


class FilterPane(QWidget):
    """Grouping, order, dates and every choice with the number of models it leaves."""

    wanted = Signal(object)  # a Filter
    chosen = Signal(object)  # the same, said once the tree is done with the click: rows may go because of it
    action_wanted = Signal(str)

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = scene
        self.state: AppState | None = None
        self.shown: tuple[Scene, Filter, int, bool] | None = None
        self.grouping, self.order = QComboBox(), QComboBox()
        grid = QGridLayout()
        grid.setContentsMargins(14, 10, 14, 4)
        grid.setVerticalSpacing(6)
        groupings = {f"group_{one}": name for one, name in GROUPINGS.items()}
        orders = {f"sort_{one}": name for one, name in ORDERS.items()}
        self.add_box(grid, 0, self.tr("Group by"), self.grouping, groupings)
        self.add_box(grid, 1, self.tr("Sort by"), self.order, orders)
        self.first = DayField(self.tr("Events from"), last=False)
        self.last = DayField(self.tr("Events to"), last=True)
        for row, field in ((2, self.first), (3, self.last)):
            grid.addWidget(QLabel(field.accessibleName()), row, 0)
            grid.addWidget(field, row, 1)
            field.editingFinished.connect(self.days_chosen)
        self.mistake = Elided()
        self.mistake.hide()
        grid.addWidget(self.mistake, 4, 0, 1, 2)
        self.unhosted = Check(self.tr("also models no one hosts"))
        self.unhosted.clicked.connect(self.unhosted_chosen)
        grid.addWidget(self.unhosted, 5, 1)
        grid.setColumnStretch(1, 1)
        self.tree = QTreeWidget()
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([self.tr("Only"), self.tr("models")])
        self.tree.setAccessibleName(self.tr("What is let through"))
        self.tree.setUniformRowHeights(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setItemDelegate(CheckRows(self.tree))
        self.tree.itemChanged.connect(self.choice_changed)
        self.chosen.connect(self.wanted, Qt.ConnectionType.QueuedConnection)
        self.clear = QPushButton(self.tr("Clear the filter"))
        self.clear.clicked.connect(self.clear_chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.addLayout(grid)
        column.addWidget(self.tree, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(14, 0, 14, 0)
        foot.addWidget(self.clear)
        foot.addStretch(1)
        column.addLayout(foot)
        self.setFocusProxy(self.tree)

    def add_box(self, grid: QGridLayout, row: int, title: str, box: QComboBox, actions: dict[str, str]) -> None:
        """A choice among actions."""
        for action, name in actions.items():
            box.addItem(self.tr(name), action)
        box.setAccessibleName(title)
        box.activated.connect(self.arrangement_chosen)
        grid.addWidget(QLabel(title), row, 0)
        grid.addWidget(box, row, 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def show_state(self, scene: Scene, state: AppState) -> None:
        """Another store, filter, arrangement or day; counted only while it is seen."""
        self.scene, self.state = scene, state
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Say what the state holds."""
        state = self.state
        if state is None:
            return
        for box, value in ((self.grouping, f"group_{state.grouping}"), (self.order, f"sort_{state.order}")):
            box.setCurrentIndex(box.findData(value))
        wanted = state.filter
        if self.shown == (self.scene, wanted, state.today, True):
            return
        self.shown = (self.scene, wanted, state.today, True)
        self.first.show_day(wanted.start)
        self.last.show_day(wanted.end)
        self.say("")
        self.unhosted.setChecked(wanted.open_weights)
        self.clear.setEnabled(wanted.narrows)
        self.fill(filtering.facets(self.scene, state))

    def fill(self, facets: tuple[filtering.Facet, ...]) -> None:
        """Write the choices: into the rows that are there when they are the same ones."""
        self.tree.blockSignals(True)
        try:
            if self.keys() != [(facet.name, choice.key) for facet in facets for choice in facet.choices]:
                self.tree.clear()
                for facet in facets:
                    head = QTreeWidgetItem(self.tree, [self.tr(HEADS[facet.name]), ""])
                    head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                    head.setExpanded(True)
                    for choice in facet.choices:
                        item = QTreeWidgetItem(head)
                        item.setData(0, KEY, (facet.name, choice.key))
                        item.setFlags(
                            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable
                        )
            for place, facet in enumerate(facets):
                for row, choice in enumerate(facet.choices):
                    item = self.item(place, row)
                    item.setText(0, choice.name)
                    item.setText(1, f"{choice.count:,}")
                    item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                    item.setCheckState(0, Qt.CheckState.Checked if choice.on else Qt.CheckState.Unchecked)
        finally:
            self.tree.blockSignals(False)

    def item(self, facet: int, choice: int) -> QTreeWidgetItem:
        """The row of a choice."""
        head = self.tree.topLevelItem(facet)
        found = head.child(choice) if head else None
        assert found is not None
        return found

    def keys(self) -> list[tuple[str, str]]:
        """The facet and key of every row."""
        heads = [self.tree.topLevelItem(place) for place in range(self.tree.topLevelItemCount())]
        counts = [head.childCount() if head else 0 for head in heads]
        return [self.item(place, row).data(0, KEY) for place, count in enumerate(counts) for row in range(count)]

    def choice_changed(self, item: QTreeWidgetItem, column: int) -> None:
        """A choice was taken or let go of."""
        data = item.data(0, KEY)
        if self.state is None or not isinstance(data, tuple | list):
            return
        facet, key = data
        have: frozenset[str] = getattr(self.state.filter, facet)
        taken = item.checkState(0) is Qt.CheckState.Checked
        change: dict[str, Any] = {facet: have | {key} if taken else have - {key}}
        self.chosen.emit(replace(self.state.filter, **change))

    def days_chosen(self) -> None:
        """A bound was typed."""
        if self.state is None:
            return
        try:
            start, end = self.first.day(), self.last.day()
        except DateError as error:
            self.say(str(error))
            return
        if start is not None and end is not None and end <= start:
            self.say(self.tr("The second day must not come before the first."))
            return
        self.say("")
        wanted = replace(self.state.filter, start=start, end=end)
        if wanted != self.state.filter:
            self.wanted.emit(wanted)

    def say(self, mistake: str) -> None:
        """What is wrong with a day; nothing when all is well."""
        self.mistake.setText(mistake)
        self.mistake.setVisible(bool(mistake))

    def unhosted_chosen(self, on: bool) -> None:
        """Also models no one hosts, or not."""
        if self.state is not None:
            self.wanted.emit(replace(self.state.filter, open_weights=on))

    def clear_chosen(self) -> None:
        """Let everything through."""
        self.action_wanted.emit("clear_filter")

    def arrangement_chosen(self, index: int) -> None:
        """Another grouping or order."""
        box = self.sender()
        assert isinstance(box, QComboBox)
        self.action_wanted.emit(str(box.itemData(index)))

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        for field in (self.first, self.last):
            field.setStyleSheet(theme.field())
        self.clear.setStyleSheet(theme.button())
