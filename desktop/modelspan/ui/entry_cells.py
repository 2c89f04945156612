"""The cells of the form for an event: a label, what is typed or chosen, and one sentence about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPalette
from PySide6.QtWidgets import QComboBox, QCompleter, QLabel, QLineEdit, QListView, QSizePolicy, QVBoxLayout, QWidget

from modelspan.app.entry_fields import NEW, OWNER, SHORT, YES, Ask, Field
from modelspan.app.entry_form import Form
from modelspan.domain.words import Words
from modelspan.ui.labels import Check
from modelspan.ui.theme import Theme

CTRL = Qt.KeyboardModifier.ControlModifier
Offers = Callable[[str], list[str]]  # a text -> what may be meant by it


def seen_border(theme: Theme) -> QPalette:
    """The palette of a list of choices: Fusion draws its border as a dark shade of the window's colour."""
    palette = theme.palette()
    palette.setColor(QPalette.ColorRole.Window, theme.color("faint").lighter(140))
    return palette


class Said(QLabel):
    """One sentence under a field: how it was understood, or what is wrong; in a line that is kept free for it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMinimumWidth(40)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self.setFont(font)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, text: str, *, wrong: bool = False, notable: bool = False) -> None:
        """Say it; the sign before it tells what colour tells, too."""
        self.setText(f"! {text}" if wrong and text else text)
        self.setForegroundRole(
            QPalette.ColorRole.BrightText if wrong
            else QPalette.ColorRole.WindowText if notable else QPalette.ColorRole.PlaceholderText
        )  # fmt: skip
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.fontMetrics().height())

    def heightForWidth(self, width: int) -> int:
        return max(super().heightForWidth(width), self.fontMetrics().height())


class Suggesting(QLineEdit):
    """A field that offers names while one types; without any it is a plain one."""

    left = Signal()
    taken = Signal()  # a name of the list
    finished = Signal()  # the whole form, by Ctrl+Return while the list is open: no shortcut reaches the form then

    def __init__(self, offers: Offers | None = None, *, several: bool = False) -> None:
        super().__init__()
        self.offers, self.several = offers, several
        self.model = QStringListModel(self)
        self.names: QCompleter | None = None
        self.list: QListView | None = None
        if offers is not None:
            self.names = QCompleter(self.model, self)
            self.list = QListView()
            self.names.setPopup(self.list)  # which then belongs to it
            self.names.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
            self.names.setWidget(self)  # not setCompleter: of several names only the last one is completed
            self.names.activated.connect(self.take)
            self.textEdited.connect(self.offer)

    def last(self) -> tuple[str, str]:
        """What stands before the name that is being typed, and its beginning."""
        if not self.several:
            return "", self.text()
        before, sign, part = self.text().rpartition(";")
        return f"{before}{sign} " if sign else "", part.strip()

    def offer(self, text: str) -> None:
        """Another letter was typed."""
        if self.names is None or self.offers is None or self.list is None:
            return
        part = self.last()[1]
        found = self.offers(part) if part.strip() else []
        if found and found != [part]:
            self.model.setStringList(found)
            self.names.complete()
        else:
            self.list.hide()

    @property
    def offering(self) -> bool:
        """Whether the list of names is open."""
        return self.list is not None and self.list.isVisible()

    def take(self, name: str) -> None:
        """A name was chosen."""
        self.setText(f"{self.last()[0]}{name}")
        if self.list is not None:
            self.list.hide()
        self.taken.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self.list is not None and self.list.isVisible() and event.modifiers() & CTRL:
            self.list.hide()
            self.finished.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class Cell(QWidget):
    """One field. `changed` says that its texts did, `left` that the reader is done with it."""

    changed = Signal()
    left = Signal(object)  # this cell
    finished = Signal()

    def __init__(self, field: Field, words: Words, offers: Offers | None, owners: Offers | None) -> None:
        super().__init__()
        self.field, self.words = field, words
        self.touched = False
        self.kept = ""  # what a choice was made from: it may be a value that is not offered
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(2)
        self.label = QLabel(self)
        self.note = Said()
        self.roomy = field.needed or field.ask is Ask.DATE  # a line is kept for its note: nothing jumps on typing
        self.line: Suggesting | None = None
        self.box: QComboBox | None = None
        self.flag: Check | None = None
        self.new: Check | None = None
        self.owner: Suggesting | None = None
        title = words.tr(field.label)
        match field.ask:
            case Ask.FLAG:
                self.flag = Check(title)
                self.flag.toggled.connect(self.touch)
                self.column.addWidget(self.flag)
                self.editor: QWidget = self.flag
            case Ask.CHOICE:
                self.box = QComboBox()
                for value, name in field.choices:
                    self.box.addItem(words.tr(name), str(value))
                self.box.activated.connect(self.touch)
                self.editor = self.box
            case _:
                self.line = Suggesting(offers, several=field.ask is Ask.NAMES)
                self.line.setMaxLength(field.longest)
                self.line.setPlaceholderText(words.tr(field.hint))
                self.line.textEdited.connect(self.touch)
                self.line.taken.connect(self.touch)
                self.line.finished.connect(self.finished)
                self.line.left.connect(self.leave)
                self.editor = self.line
        self.editor.setAccessibleName(title)
        self.label.setVisible(self.flag is None)
        if self.flag is None:
            self.label.setBuddy(self.editor)
            self.column.addWidget(self.label)
            self.column.addWidget(self.editor)
        if field.ask is Ask.NAME and field.needed:
            self.add_new(owners)
        self.column.addWidget(self.note)
        self.column.addStretch(1)

    def add_new(self, owners: Offers | None) -> None:
        """What is asked where a name is not in the store: whether it is new, and of whom."""
        self.new = Check(self.words.tr("Add it as new"))
        self.new.toggled.connect(self.touch)
        self.new.hide()
        self.column.addWidget(self.new)
        self.owner = Suggesting(owners)
        self.owner.setMaxLength(SHORT)
        self.owner.setPlaceholderText(self.words.tr("its organisation"))
        self.owner.setAccessibleName(self.words.tr("Organisation of what is new"))
        self.owner.textEdited.connect(self.touch)
        self.owner.taken.connect(self.touch)
        self.owner.finished.connect(self.finished)
        self.owner.left.connect(self.leave)
        self.owner.hide()
        self.column.addWidget(self.owner)

    def title(self, text: str) -> None:
        """The label with its mnemonic."""
        if self.flag is not None:
            self.flag.setText(text)
        else:
            self.label.setText(text)

    def touch(self) -> None:
        """Something was typed or chosen."""
        self.touched = True
        self.changed.emit()

    def leave(self) -> None:
        """The cursor went elsewhere: from now on it is said what is missing here."""
        self.left.emit(self)

    def texts(self) -> dict[str, str]:
        """Field -> text of all that is asked here."""
        name = self.field.id
        if self.flag is not None:
            return {name: YES if self.flag.isChecked() else ""}
        if self.box is not None:
            return {name: str(self.box.currentData()) if self.touched else self.kept}
        assert self.line is not None
        found = {name: self.line.text()}
        if self.new is not None and self.owner is not None:
            found[f"{name}.{NEW}"] = YES if self.new.isChecked() else ""
            found[f"{name}.{OWNER}"] = self.owner.text()
        return found

    def show_form(self, form: Form) -> None:
        """Fill in what a form holds."""
        text = form.text(self.field.id)
        if self.flag is not None:
            self.flag.setChecked(text == YES)
        elif self.box is not None:
            self.kept = text
            self.box.setCurrentIndex(max(self.box.findData(text), 0))
        elif self.line is not None:
            self.line.setText(text)
            self.line.setCursorPosition(0)
        if self.new is not None and self.owner is not None:
            self.new.setChecked(form.text(f"{self.field.id}.{NEW}") == YES)
            self.owner.setText(form.text(f"{self.field.id}.{OWNER}"))
        self.touched = False

    def ask_new(self, unknown: bool, noun: str, owned: bool) -> None:
        """Ask about what is new, where the name is not in the store."""
        if self.new is None or self.owner is None:
            return
        if not unknown and self.new.isChecked():
            self.new.blockSignals(True)
            self.new.setChecked(False)
            self.new.blockSignals(False)
        self.new.setText(self.words.fill("Add it as a new %1", noun))
        self.new.setVisible(unknown)
        self.owner.setVisible(unknown and owned and self.new.isChecked())

    def say(self, text: str, *, wrong: bool = False, notable: bool = False) -> None:
        """What is said under it, for the eye and for a screen reader."""
        self.note.say(text, wrong=wrong, notable=notable)
        self.note.setVisible(self.roomy or bool(text))
        self.editor.setAccessibleDescription(text)

    def set_theme(self, theme: Theme) -> None:
        """Fields whose border is seen on a dark ground."""
        if self.box is not None:
            self.box.setPalette(seen_border(theme))
        for line in (self.line, self.owner):
            if line is not None:
                line.setStyleSheet(theme.field())
                if line.list is not None:
                    line.list.setPalette(theme.palette())
