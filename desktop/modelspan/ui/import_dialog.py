"""What an import would change, shown before it does: read, decide, then write it all as steps that can be undone."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Flag
from time import monotonic

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from modelspan.app import import_report, importing
from modelspan.app.importing import CancelledError, Plans, Step
from modelspan.app.statements import Doubt
from modelspan.domain.changes_of import Change
from modelspan.domain.identity import NEW
from modelspan.domain.problems import UserError
from modelspan.domain.words import Words
from modelspan.formats.file import File
from modelspan.ui.jobs import Jobs
from modelspan.ui.line_view import LineView
from modelspan.ui.theme import Theme

EXAMPLES = 12  # of each list, shown in the preview
MOST_DOUBTS = 300  # rows a person goes through; the others stay apart
SOON = 2.0  # s after which a time left is said


class Work:
    """What the worker does for a dialog. It outlives no window, touches no widget and stops when it is told to."""

    def __init__(self, paths: tuple[Path, ...], files: tuple[File, ...], store: Path, today: str) -> None:
        self.paths, self.files, self.store, self.today = paths, files, store, today
        self.decisions: dict[str, str] = {}
        self.plans: Plans | None = None
        self.stop = Flag()
        self.tell: object = None

    def progress(self, step: Step) -> None:
        """Hand a step on; the way out when someone has had enough."""
        if self.stop.is_set():
            raise CancelledError
        if isinstance(self.tell, Relay):
            self.tell.stepped.emit(step)

    def plan(self) -> object:
        """The plans, the sentence of what is wrong, or None where it was stopped."""
        try:
            return importing.plan(
                self.paths, self.store, self.today, files=self.files, decisions=self.decisions, progress=self.progress
            )
        except CancelledError:
            return None

    def apply(self) -> object:
        """What changed, with the decisions of the moment; None where it was stopped, and nothing changed."""
        try:
            plans = self.plan() if self.decisions else self.plans
            return None if plans is None else importing.apply(plans, self.progress)  # type: ignore[arg-type]
        except CancelledError:
            return None


class Relay(QWidget):
    """Brings steps to the main thread."""

    stepped = Signal(object)


class ImportDialog(QDialog):
    """The preview of an import. `applied` says what was written, once it is."""

    applied = Signal(object)

    def __init__(self, work: Work, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.work, self.words = work, words
        self.setPalette(theme.palette())  # a window of its own takes none from its parent
        self.jobs = Jobs(self)
        self.relay = Relay(self)
        self.relay.hide()
        self.relay.stepped.connect(self.show_step)
        work.tell = self.relay
        self.began = monotonic()
        self.doubts: tuple[Doubt, ...] = ()
        self.build(theme)
        self.resize(QSize(860, 620))
        self.busy(True)
        self.jobs.run(work.plan, self.planned)

    def build(self, theme: Theme) -> None:
        """Lay the parts out."""
        self.heading = QLabel()
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        self.lines = LineView(theme)
        self.lines.setAccessibleName(self.tr("What changes"))
        self.table = QTableWidget(0, 2)
        self.table.setHorizontalHeaderLabels([self.tr("The file says"), self.tr("It is")])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.table.setAccessibleName(self.tr("Doubtful names"))
        self.tabs = QTabWidget()
        self.tabs.addTab(self.lines, self.tr("What changes"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = QDialogButtonBox()
        self.go: QPushButton = self.buttons.addButton(self.tr("Import"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.no: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.go.setDefault(True)
        self.buttons.accepted.connect(self.write)
        self.buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self.said, 1)
        foot.addWidget(self.buttons)
        column = QVBoxLayout(self)
        column.addWidget(self.heading)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.bar)
        column.addLayout(foot)

    def busy(self, yes: bool) -> None:
        """While the worker is at it, there is only waiting and Cancel."""
        self.began = monotonic()
        self.bar.setVisible(yes)
        self.bar.setRange(0, 0)
        self.go.setEnabled(False)
        self.tabs.setEnabled(not yes)
        if not yes:
            self.said.clear()

    @Slot(object)
    def show_step(self, step: object) -> None:
        """How far it is, and from some seconds on how long it will take."""
        assert isinstance(step, Step)
        names = {"read": self.tr("Reading"), "compare": self.tr("Comparing"), "write": self.tr("Writing")}
        text = self.words.fill("%1 %2 of %3: %4", names.get(step.what, step.what), step.done + 1, step.all, step.file)
        spent = monotonic() - self.began
        if step.done and spent > SOON:
            left = round(spent / step.done * (step.all - step.done))
            text += " · " + self.words.count(left, "about %1 second left", "about %1 seconds left")
        self.bar.setRange(0, max(step.all, 1))
        self.bar.setValue(step.done)
        self.said.setText(text)

    def planned(self, result: object) -> None:
        """On the main thread: the plans, or why there are none."""
        self.busy(False)
        if isinstance(result, UserError):
            self.tell(str(result))
            return
        if not isinstance(result, Plans):
            return
        self.work.plans = result
        self.lines.set_lines(tuple(import_report.lines(result, self.words, EXAMPLES)))
        self.doubts = result.doubts[:MOST_DOUBTS]
        if self.doubts:
            self.list_doubts(result)
        changes = sum((plan.diff.change for plan in result.plans), start=Change())
        told = self.words.fill("Into %1", str(result.store))
        parts = [
            self.words.count(changes.added, "%1 record added", "%1 records added"),
            self.words.count(changes.changed, "%1 changed", "%1 changed"),
            self.words.count(changes.withdrawn, "%1 no longer listed", "%1 no longer listed"),
        ]
        self.heading.setText(f"{told}: {', '.join(parts)}. {self.tr('It can be undone.')}")
        self.go.setEnabled(bool(result))
        if not result:
            self.heading.setText(self.tr("Nothing changes: the store holds all of this already."))
            self.no.setText(self.tr("Close"))
        (self.go if result else self.no).setFocus()

    def list_doubts(self, plans: Plans) -> None:
        """Each doubtful name with what it may be."""
        self.table.setRowCount(len(self.doubts))
        for row, doubt in enumerate(self.doubts):
            name = QTableWidgetItem(doubt.named.name or doubt.named.id)
            name.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            name.setToolTip("")
            self.table.setItem(row, 0, name)
            box = QComboBox()
            box.addItem(self.tr("kept apart until decided"), "")
            for candidate in doubt.match.candidates:
                box.addItem(plans.names.get(candidate, candidate), candidate)
            box.addItem(self.tr("none of these, for good"), NEW)
            box.installEventFilter(self)
            box.currentIndexChanged.connect(self.decided)
            self.table.setCellWidget(row, 1, box)
        said = self.words.count(len(plans.doubts), "%1 doubtful name", "%1 doubtful names")
        if self.tabs.indexOf(self.table) < 0:
            self.tabs.addTab(self.table, said)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """The wheel scrolls the list, it never decides anything by the way."""
        if event.type() is QEvent.Type.Wheel and isinstance(watched, QComboBox):
            event.ignore()
            return True
        return False

    def decided(self) -> None:
        """A name was decided, or left open again."""
        chosen: dict[str, str] = {}
        for row, doubt in enumerate(self.doubts):
            box = self.table.cellWidget(row, 1)
            if isinstance(box, QComboBox) and box.currentData():
                chosen[doubt.key] = str(box.currentData())
        self.work.decisions = chosen
        self.go.setEnabled(bool(chosen) or bool(self.work.plans))

    def write(self) -> None:
        """Import what was shown."""
        if self.work.plans is None or not self.go.isEnabled():
            return
        self.busy(True)
        self.jobs.run(self.work.apply, self.written)

    def written(self, result: object) -> None:
        """On the main thread: done, or why not."""
        self.busy(False)
        if isinstance(result, UserError):
            self.tell(str(result))
            self.go.setEnabled(True)
            return
        if isinstance(result, Change):
            self.applied.emit(result)
        self.accept()

    def tell(self, sentence: str) -> None:
        """One plain sentence instead of a preview."""
        self.heading.setText(sentence)
        self.no.setText(self.tr("Close"))
        self.no.setFocus()

    def reject(self) -> None:
        """Stop what runs, and close: nothing is written, or it is taken back."""
        self.work.stop.set()
        super().reject()

    def done(self, result: int) -> None:
        """Wait for the worker before the dialog goes."""
        self.work.stop.set()
        self.jobs.close()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.work.stop.set()
        self.jobs.close()
        super().closeEvent(event)
