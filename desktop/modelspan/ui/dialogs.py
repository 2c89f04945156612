"""About and the key sheet: plain text in read-only views, nothing a store holds is read as HTML."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from modelspan import __version__
from modelspan.app.actions import Registry
from modelspan.domain.snapshot import Snapshot
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


def keys(registry: Registry, parent: QWidget) -> QDialog:
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
    wheel = (
        (parent.tr("Wheel"), parent.tr("scroll lanes; over axis or overview: zoom")),
        (parent.tr("Ctrl+wheel, pinch"), parent.tr("zoom at the pointer")),
        (parent.tr("Shift+wheel, sideways"), parent.tr("pan time")),
        (parent.tr("Drag"), parent.tr("pan time and lanes")),
        (parent.tr("Double-click"), parent.tr("fit a life, a month or a year")),
    )
    grid.addWidget(label(parent.tr("Mouse"), bold=True), row, 0, 1, 2)
    for place, (title, text) in enumerate(wheel, row + 1):
        grid.addWidget(label(title), place, 0)
        grid.addWidget(label(text), place, 1)
    grid.setRowStretch(row + len(wheel) + 1, 1)
    return made
