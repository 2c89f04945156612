"""Dialogs: about, the key sheet, a text, a benchmark. Plain text: nothing a store holds is read as HTML."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from modelspan import __version__
from modelspan.app import arranging, benchmarks
from modelspan.app.actions import Context, Registry
from modelspan.domain.snapshot import Snapshot
from modelspan.ui.labels import CheckRows
from modelspan.ui.menus import key_sheet


def label(text: str, *, bold: bool = False, wrap: bool = False) -> QLabel:
    """Plain text, selectable with the mouse."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setWordWrap(wrap)
    if bold:
        font = made.font()
        font.setBold(True)
        made.setFont(font)
    return made


class Sheet(QDialog):
    """A dialog with a scrolled body and one button."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = QWidget()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.body)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(area)
        column.addWidget(buttons)
        self.resize(560, 560)


def about(snapshot: Snapshot, path: str, parent: QWidget) -> QDialog:
    """Version, the facts' day, whose data it is."""
    made = Sheet(parent.tr("About Modelspan"), parent)
    column = QVBoxLayout(made.body)
    column.addWidget(label(f"Modelspan {__version__}", bold=True))
    column.addWidget(label(parent.tr("A timeline viewer for the lives of AI models. MIT licence."), wrap=True))
    column.addWidget(label(parent.tr("Facts as of {0}, read from {1}").format(snapshot.version, path), wrap=True))
    column.addWidget(label(parent.tr("The facts are drawn from:"), bold=True))
    for line in snapshot.attribution:
        column.addWidget(label(line, wrap=True))
    column.addStretch(1)
    return made


def keys(registry: Registry, parent: QWidget, preset: str = "scroll") -> QDialog:
    """Every key, by menu."""
    made = Sheet(parent.tr("Keys"), parent)
    grid = QGridLayout(made.body)
    row = 0
    for menu, actions in key_sheet(registry):
        grid.addWidget(label(parent.tr(menu), bold=True), row, 0, 1, 2)
        row += 1
        for title, text in actions:
            grid.addWidget(label(parent.tr(title)), row, 0)
            grid.addWidget(label(text), row, 1)
            row += 1
    plain, ctrl = parent.tr("scroll lanes"), parent.tr("zoom at the pointer")
    if preset == "zoom":
        plain, ctrl = ctrl, plain
    wheel = (
        (parent.tr("Wheel"), parent.tr("{0}; over axis or overview: zoom").format(plain)),
        (parent.tr("Ctrl+wheel"), ctrl),
        (parent.tr("Shift+wheel, sideways"), parent.tr("pan time")),
        (parent.tr("Alt+wheel"), parent.tr("higher or lower lanes")),
        (parent.tr("Two fingers"), parent.tr("pan time or lanes")),
        (parent.tr("Pinch"), parent.tr("zoom between the fingers")),
        (parent.tr("Drag"), parent.tr("pan time and lanes; on the overview: its window or an edge of it")),
        (parent.tr("Shift+drag"), parent.tr("mark a stretch of time; Alt: without snapping")),
        (parent.tr("Ctrl+drag"), parent.tr("mark one more stretch")),
        (parent.tr("Drag a track"), parent.tr("by its name: to another place; by its lower edge: higher")),
        (parent.tr("Ctrl+click"), parent.tr("select one more model")),
        (parent.tr("Double-click"), parent.tr("fit a life, a group, an event, a month or a year")),
        (parent.tr("Right click"), parent.tr("what can be done there")),
    )
    grid.addWidget(label(parent.tr("Mouse"), bold=True), row, 0, 1, 2)
    for place, (title, text) in enumerate(wheel, row + 1):
        grid.addWidget(label(title), place, 0)
        grid.addWidget(label(text), place, 1)
    grid.setRowStretch(row + len(wheel) + 1, 1)
    return made


class TextQuestion(QInputDialog):
    """Asks for one line; what is answered goes to a function, the rest of the window goes on."""

    def __init__(self, parent: QWidget, title: str, text: str, then: Callable[[str], object]) -> None:
        super().__init__(parent)
        self.then = then
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Modelspan")
        self.setLabelText(title)
        self.setTextValue(text)
        self.textValueSelected.connect(self.answer)

    def answer(self, text: str) -> None:
        """A line was given."""
        self.then(text)


def ask_text(parent: QWidget, title: str, text: str, then: Callable[[str], object]) -> None:
    """Ask for one line of text."""
    TextQuestion(parent, title, text, then).open()


class BenchmarkChoice(QDialog):
    """The benchmarks by how many of the models in view they cover; three can be pinned."""

    def __init__(self, parent: QWidget, context: Context) -> None:
        super().__init__(parent)
        self.context = context
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Pin a benchmark"))
        self.field, self.list = QLineEdit(), QListWidget()
        self.field.setPlaceholderText(self.tr("Find a benchmark"))
        self.field.setAccessibleName(self.tr("Find a benchmark"))
        self.list.setAccessibleName(self.tr("Benchmarks"))
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(CheckRows(self.list))
        words, pinned = context.scene.words, context.store.state.pinned
        self.found = benchmarks.coverage(context.scene, context.store.state)
        for bench in self.found:
            name = f"{bench.name} {bench.version}".strip()
            models = words.count(bench.models, "%1 model in view", "%1 models in view")
            scores = words.count(bench.scores, "%1 score", "%1 scores")
            item = QListWidgetItem(f"{name}  ·  {models}  ·  {scores}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, bench.key)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if bench.key in pinned else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(label(self.tr("Most models in view first; at most three stand in the track."), wrap=True))
        column.addWidget(self.list)
        column.addWidget(buttons)
        self.field.textChanged.connect(self.narrow)
        self.field.returnPressed.connect(self.take_current)
        self.list.itemActivated.connect(self.take)
        self.list.itemChanged.connect(self.take)
        self.resize(560, 480)

    def narrow(self, text: str) -> None:
        """Only the benchmarks with a text in their name."""
        wanted = text.casefold().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(not all(part in item.text().casefold() for part in wanted))
        shown = [row for row in range(self.list.count()) if not self.list.item(row).isHidden()]
        if shown:
            self.list.setCurrentRow(shown[0])

    def take_current(self) -> None:
        """Enter in the field."""
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.take(item)

    def take(self, item: QListWidgetItem) -> None:
        """Pin it or take it off, and show which ones are pinned now."""
        arranging.pin(self.context, str(item.data(Qt.ItemDataRole.UserRole)))
        pinned = self.context.store.state.pinned
        self.list.blockSignals(True)
        for row in range(self.list.count()):
            one = self.list.item(row)
            on = one.data(Qt.ItemDataRole.UserRole) in pinned
            one.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)


def pick_benchmark(parent: QWidget, context: Context) -> None:
    """Choose what the score track shows."""
    BenchmarkChoice(parent, context).open()
