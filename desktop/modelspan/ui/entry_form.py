"""The form for an event that a person states: a kind, its fields, its source; checked at every letter."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from modelspan.app import entry
from modelspan.app.entry_fields import NAMES, OWNER, SOURCE, Ask, Field, fields_of, kinds, mnemonics
from modelspan.app.entry_form import Form, Remark, Trouble, of_kind, plain
from modelspan.app.entry_names import Known
from modelspan.app.entry_reading import NOUNS, OWNED
from modelspan.domain.records import EntityKind, Kind
from modelspan.ui.entry_cells import Cell, Said, seen_border
from modelspan.ui.labels import Elided
from modelspan.ui.theme import Theme

WIDTH, HEIGHT = 720, 600  # px; fits a window of 1024 x 640
MOST = 12  # words offered at once
MODIFIED = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def name_only(names: set[str], cell: Cell) -> bool:
    """Whether of a cell only the organisation of what is new is missing."""
    return cell.field.id not in names


def main_button(theme: Theme, main: bool) -> str:
    """The style of the button that accepts, by which it is seen whether it can."""
    ink, on_ink, faint, edge = (theme.color(name).name() for name in ("ink", "on_ink", "faint", "window.edge"))
    return (
        f"QAbstractButton:enabled {{ background: {ink}; border-color: {ink}; color: {on_ink}; }}"
        f"QAbstractButton:enabled:focus {{ border: 2px solid {edge}; padding: 2px 5px; }}"
        f"QAbstractButton:disabled {{ color: {faint}; }}"
    ) if main else ""  # fmt: skip


class Offering:
    """What a field offers while one types; without a field the organisations."""

    def __init__(self, form: EntryForm, field: Field | None) -> None:
        self.form, self.field = form, field

    def names(self, text: str) -> list[str]:
        """Names, titles or words that may be meant."""
        known, field = self.form.known, self.field
        if field is None:
            return known.offered(text, (EntityKind.ORGANISATION,))
        if field.of is not None:
            return known.offered_events(text, field.of)
        if field.entities:
            return known.offered(text, field.entities)
        wanted = text.casefold()
        words = known.words_for(field.suggest, self.form.benchmark())
        return [word for word in words if wanted in word.casefold()][:MOST]


class EntryForm(QDialog):
    """Asks for one event. What is accepted goes out as an `Entry`; whoever keeps it may `refuse` it."""

    accepted_entry = Signal(object)

    def __init__(self, parent: QWidget, known: Known, form: Form, today: int, theme: Theme) -> None:
        super().__init__(parent)
        self.known, self.form, self.today, self.theme = known, form, today, theme
        self.first = form
        self.refused = ""
        self.asked: QMessageBox | None = None
        self.answer = entry.read(form, known, today)
        self.cells: dict[str, Cell] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Edit the entry") if form.key else self.tr("New event"))
        self.setPalette(theme.palette())
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addLayout(self.top())
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self.area, 1)
        self.complaint = Said()
        self.complaint.hide()
        column.addWidget(self.complaint)
        column.addLayout(self.foot())
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.finish)
        self.lay_out()
        self.resize(WIDTH, min(HEIGHT, max(parent.height() - 40, 320)))

    def top(self) -> QHBoxLayout:
        """What kind of event it is; an entry that is changed keeps its kind."""
        self.kind_label, self.kind = QLabel(), QComboBox()
        self.kind_label.setBuddy(self.kind)
        for one in kinds():
            self.kind.addItem(self.tr(NAMES[one]), one.value)
        self.kind.setCurrentIndex(self.kind.findData(self.form.kind.value))
        self.kind.setMaxVisibleItems(len(NAMES))
        self.kind.setAccessibleName(self.tr("Kind"))
        self.kind.setPalette(seen_border(self.theme))
        self.kind.setEnabled(not self.form.key)
        self.kind.activated.connect(self.kind_chosen)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.kind_label)
        row.addWidget(self.kind)
        row.addStretch(1)
        return row

    def foot(self) -> QHBoxLayout:
        """What is still needed, and the two ways out."""
        self.state = Elided()
        self.add, self.cancel = QPushButton(), QPushButton(self.tr("Cancel"))
        self.add.setToolTip(QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText))
        for button in (self.add, self.cancel):
            button.setAutoDefault(False)  # Return goes on to the next field
            button.setStyleSheet(self.theme.button() + main_button(self.theme, button is self.add))
        self.add.clicked.connect(self.finish)
        self.cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.state, 1)
        row.addWidget(self.add)
        row.addWidget(self.cancel)
        return row

    def lay_out(self) -> None:
        """The cells of the kind: two in a row where they are short, those of the source under a line."""
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 10, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        self.cells = {}
        row = column = 0
        for field in fields_of(self.form.kind):
            if column and (not field.half or field is SOURCE[0]):
                row, column = row + 1, 0
            if field is SOURCE[0]:
                line = QFrame()
                line.setFrameShape(QFrame.Shape.HLine)
                line.setForegroundRole(QPalette.ColorRole.Mid)
                grid.addWidget(line, row, 0, 1, 2)
                row += 1
            cell = self.cell(field)
            grid.addWidget(cell, row, column, 1, 1 if field.half else 2)
            column = column + 1 if field.half else 2
            if column == 2:
                row, column = row + 1, 0
        grid.setRowStretch(row + 1, 1)
        self.area.setWidget(body)
        self.name_all()
        self.order()
        self.judge()
        next(iter(self.cells.values())).editor.setFocus()

    def cell(self, field: Field) -> Cell:
        """The cell of a field, filled in."""
        offering = bool(field.entities or field.of or field.suggest)
        offers = Offering(self, field).names if offering else None
        made = Cell(field, self.known.words, offers, Offering(self, None).names)
        made.show_form(self.form)
        made.set_theme(self.theme)
        made.changed.connect(self.judge)
        made.left.connect(self.done_with)
        made.finished.connect(self.finish)
        self.cells[field.id] = made
        return made

    def name_all(self) -> None:
        """Labels, each with a letter of its own."""
        cells = list(self.cells.values())
        accept = self.tr("Save the entry") if self.form.key else self.tr("Add the entry")
        plain_labels = [self.tr("Kind"), accept, *(self.known.words.tr(cell.field.label) for cell in cells)]
        kind, add, *others = mnemonics(plain_labels)
        self.kind_label.setText(kind)
        self.add.setText(add)
        for cell, text in zip(cells, others, strict=True):
            cell.title(text)

    def order(self) -> None:
        """Tab goes from the kind through the fields to the buttons."""
        chain: list[QWidget] = [self.kind]
        for cell in self.cells.values():
            chain += [part for part in (cell.editor, cell.new, cell.owner) if part is not None]
        chain += [self.add, self.cancel]
        for first, second in pairwise(chain):
            QWidget.setTabOrder(first, second)

    def kind_chosen(self, index: int) -> None:
        """Another kind: what was typed stays where that kind asks for it, too."""
        kind = Kind(str(self.kind.itemData(index)))
        if kind is not self.form.kind:
            self.form = of_kind(self.form, kind)
            self.lay_out()

    def benchmark(self) -> int:
        """The row of the benchmark that is named, -1 for none."""
        rows = self.known.find(self.form.text("benchmark"), (EntityKind.BENCHMARK,))
        return rows[0] if len(rows) == 1 else -1

    def done_with(self, cell: Cell) -> None:
        """The cursor left a field: what is missing there is said from now on."""
        cell.touched = True
        self.show_answer()

    def judge(self) -> None:
        """Read what is typed and say what is wrong."""
        form = self.form
        for cell in self.cells.values():
            for name, text in cell.texts().items():
                form = form.with_text(name, text)
        self.form, self.refused = form, ""
        self.answer = entry.read(form, self.known, self.today)
        self.show_answer()

    def show_answer(self) -> None:
        """Under each field what is wrong with it, else how it was understood; below all what is still needed."""
        troubles: dict[str, list[Trouble]] = {}
        remarks: dict[str, list[Remark]] = {}
        for trouble in self.answer.troubles:
            troubles.setdefault(trouble.field.partition(".")[0], []).append(trouble)
        for remark in self.answer.remarks:
            remarks.setdefault(remark.field.partition(".")[0], []).append(remark)
        for name, cell in self.cells.items():
            self.show_new(cell)
            wrong = [trouble for trouble in troubles.get(name, ()) if cell.touched or not trouble.missing]
            told = remarks.get(name, [])
            if wrong and cell.line is not None and cell.line.offering:
                cell.say("")  # a name that is being typed is not yet a wrong one
            elif wrong:
                cell.say(wrong[0].text, wrong=True)
            else:
                cell.say("\n".join(each.text for each in told), notable=any(each.notable for each in told))
        self.add.setEnabled(self.answer.entry is not None)
        self.complaint.say(self.refused, wrong=True)
        self.complaint.setVisible(bool(self.refused))
        self.state.setText(self.summary(troubles))

    def show_new(self, cell: Cell) -> None:
        """Whether a name is a new one is asked where the store does not have it."""
        field = cell.field
        if field.ask is Ask.NAME and field.needed:
            text = plain(self.form.text(field.id))
            unknown = bool(text) and not self.known.find(text, field.entities)
            kind = field.entities[0]
            cell.ask_new(unknown, self.known.words.tr(NOUNS.get(kind, "name")), kind in OWNED)

    def summary(self, troubles: dict[str, list[Trouble]]) -> str:
        """Which fields are in the way."""
        words = self.known.words
        wrong = [name for name, found in troubles.items() if not all(each.missing for each in found)]
        for text, names in (
            ("To mend: %1", wrong),
            ("Still needed: %1", [name for name in troubles if name not in wrong]),
        ):
            if names:
                labels = [words.tr(cell.field.label) for name, cell in self.cells.items() if name in names]
                return words.fill(text, ", ".join(labels))
        return ""

    def finish(self) -> None:
        """Hand the entry over, or show what is in the way."""
        self.judge()
        if self.answer.entry is None:
            for cell in self.cells.values():
                cell.touched = True
            self.show_answer()
            names = {trouble.field for trouble in self.answer.troubles}
            cell = next(cell for name, cell in self.cells.items() if {name, f"{name}.{OWNER}"} & names)
            owner = cell.owner if cell.owner is not None and cell.owner.isVisible() and name_only(names, cell) else None
            (owner or cell.editor).setFocus(Qt.FocusReason.OtherFocusReason)
            self.area.ensureWidgetVisible(cell)
            return
        self.accepted_entry.emit(self.answer.entry)
        if not self.refused:
            self.accept()

    def refuse(self, sentence: str) -> None:
        """The entry could not be kept: the form stays open and says why. For whom `accepted_entry` reaches."""
        self.refused = sentence
        self.show_answer()

    def typed(self) -> bool:
        """Whether something would be lost."""
        before = dict(self.first.texts)
        return any(text != before.get(name, "") for cell in self.cells.values() for name, text in cell.texts().items())

    def reject(self) -> None:
        """Close; what was typed is not thrown away unasked."""
        if not self.typed():
            super().reject()
            return
        if self.asked is not None:
            return
        button = QMessageBox.StandardButton
        self.asked = QMessageBox(QMessageBox.Icon.NoIcon, "Modelspan", self.tr("Throw away what you typed?"),
                                 button.Discard | button.Cancel, self)  # fmt: skip
        self.asked.setPalette(self.palette())
        self.asked.setDefaultButton(button.Cancel)
        self.asked.finished.connect(self.answered)
        self.asked.open()

    def answered(self, button: int) -> None:
        """Thrown away, or gone on with."""
        box, self.asked = self.asked, None
        if box is not None:
            box.deleteLater()
        if button == QMessageBox.StandardButton.Discard.value:
            super().reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & MODIFIED:
            self.focusNextChild()
        else:
            super().keyPressEvent(event)
