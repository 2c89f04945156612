"""Update from the web: known addresses with their licences. Those ticked are fetched at a click, and never before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event as Flag
from threading import Thread

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from modelspan.app import fetching
from modelspan.app.fetched import Fetched, kept
from modelspan.app.fetching import LIMITS, CancelledError, Limits, Progress
from modelspan.domain.problems import UserError
from modelspan.domain.words import Words
from modelspan.formats.addresses import ADDRESSES, Address
from modelspan.ui.labels import Elided
from modelspan.ui.theme import Theme
from modelspan.ui.web_row import Row, State

POLL_MS = 80
JOIN_S = 2.0  # a fetch that is told to stop does so in well under a second


class Batch:
    """Fetches addresses one after the other on a thread of its own, which knows no widget and can be left."""

    def __init__(self, addresses: Sequence[str], folder: Path, limits: Limits) -> None:
        self.addresses, self.folder, self.limits = tuple(addresses), folder, limits
        self.states: dict[str, State] = {}  # by address; only the thread writes, the dialog looks
        self.bug: Exception | None = None
        self.stop = Flag()
        self.over = Flag()
        self.thread = Thread(target=self.run, name="modelspan-web", daemon=True)
        self.thread.start()

    def run(self) -> None:
        """On the thread."""
        try:
            for address in self.addresses:
                self.states[address] = self.one(address)
        except CancelledError:
            pass
        except Exception as error:  # carried to the main thread, where the one excepthook reports it
            self.bug = error
        finally:
            self.over.set()

    def one(self, address: str) -> State:
        """Fetch one; what the user can do something about is an outcome like another."""
        try:
            return fetching.fetch(
                address, self.folder, progress=self.tell, cancelled=self.stop.is_set, limits=self.limits
            )
        except UserError as error:
            return error

    def tell(self, progress: Progress) -> None:
        """How far it is."""
        self.states[progress.address] = progress

    def cancel(self) -> None:
        """Stop as soon as may be."""
        self.stop.set()


class WebUpdate(QDialog):
    """Chooses, fetches and hands on; `fetched` says a tuple of files once they are at hand."""

    fetched = Signal(object)  # tuple[File, ...]

    def __init__(
        self,
        words: Words,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        addresses: Sequence[Address] = ADDRESSES,
        folder: Path | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Update from the web"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.words, self.limits = words, limits
        self.folder = folder or fetching.cache_folder()
        self.batch: Batch | None = None
        self.found: dict[str, Fetched] = {}
        self.followed = -1  # the place of the file last scrolled to
        self.setPalette(theme.palette())  # a window of its own takes none from its parent
        self.rows = {address.url: Row(address, theme, words) for address in addresses}
        self.timer = QTimer(self)
        self.timer.setInterval(POLL_MS)
        self.timer.timeout.connect(self.look)
        self.build(theme)
        self.recall()
        self.resize(920, 640)

    def build(self, theme: Theme) -> None:
        """Lay the parts out."""
        intro = QLabel(
            self.tr(
                "Only what you tick is fetched, and only when you press Update. Nothing about you or your store is"
                " sent. What would change is shown before anything is written."
            )
        )
        intro.setTextFormat(Qt.TextFormat.PlainText)
        intro.setWordWrap(True)
        body = QWidget()
        list_ = QVBoxLayout(body)
        list_.setContentsMargins(0, 4, 0, 4)
        list_.setSpacing(0)
        for row in self.rows.values():
            list_.addWidget(row)
            row.box.toggled.connect(self.count)
            row.box.installEventFilter(self)
        list_.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFrameShape(QFrame.Shape.StyledPanel)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setBackgroundRole(QPalette.ColorRole.Base)
        self.area.setWidget(body)
        self.every, self.none = QPushButton(self.tr("Tick all")), QPushButton(self.tr("Tick none"))
        self.every.clicked.connect(self.tick_all)
        self.none.clicked.connect(self.tick_none)
        self.said = Elided()
        self.buttons = QDialogButtonBox()
        self.hand = self.buttons.addButton(self.tr("Go on to the import"), QDialogButtonBox.ButtonRole.ActionRole)
        self.go = self.buttons.addButton(self.tr("Update"), QDialogButtonBox.ButtonRole.ActionRole)
        self.no = self.buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.hand.clicked.connect(self.hand_on)
        self.go.clicked.connect(self.start)
        self.no.clicked.connect(self.reject)
        self.hand.hide()
        off = f"QAbstractButton:disabled {{ color: {theme.color('faint').name()}; border-style: dashed; }}"
        for button in (self.every, self.none, self.hand, self.go, self.no):
            button.setStyleSheet(theme.button().replace("3px 6px", "5px 12px") + off)
        foot = QHBoxLayout()
        foot.addWidget(self.every)
        foot.addWidget(self.none)
        foot.addSpacing(12)
        foot.addWidget(self.said, 1)
        foot.addWidget(self.buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(intro)
        column.addWidget(self.area, 1)
        column.addLayout(foot)
        self.go.setDefault(True)  # not before it stands in the dialog

    def recall(self) -> None:
        """Tick what was fetched at an earlier time, or everything at the first, and say of when it is."""
        earlier = {url: kept(url, self.folder) for url in self.rows}
        for url, row in self.rows.items():
            old = earlier[url]
            row.box.setChecked(old is not None or not any(earlier.values()))
            if old is not None:
                row.say(self.words.fill("at hand, of %1", self.words.full_day(old.changed)))
        self.count()

    # Choosing.

    def ticked(self) -> list[str]:
        """The addresses to be fetched."""
        return [url for url, row in self.rows.items() if row.box.isChecked()]

    def count(self) -> None:
        """How many are ticked decides whether there is something to do."""
        number = len(self.ticked())
        self.go.setEnabled(bool(number) and self.batch is None)
        self.said.setText(self.words.count(number, "%1 file ticked", "%1 files ticked"))

    def tick_all(self) -> None:
        """Tick everything."""
        for row in self.rows.values():
            row.box.setChecked(True)

    def tick_none(self) -> None:
        """Tick nothing."""
        for row in self.rows.values():
            row.box.setChecked(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A row that gets the focus is scrolled into view."""
        if event.type() is QEvent.Type.FocusIn:
            row = next((row for row in self.rows.values() if row.box is watched), None)
            if row is not None:
                self.area.ensureWidgetVisible(row, 0, 4)
        return super().eventFilter(watched, event)

    # Fetching.

    def start(self) -> None:
        """The click without which nothing is fetched."""
        wanted = self.ticked()
        if self.batch is not None or not wanted:
            return
        self.batch = Batch(wanted, self.folder, self.limits)
        for url in wanted:
            self.rows[url].show_state(None)
        self.followed = -1
        self.busy(True)
        self.timer.start()

    def busy(self, yes: bool) -> None:
        """While files are fetched there is only Cancel."""
        for widget in (self.every, self.none, *(row.box for row in self.rows.values())):
            widget.setEnabled(not yes)
        self.go.setEnabled(not yes and bool(self.ticked()))
        self.hand.setEnabled(not yes)
        self.no.setEnabled(True)
        self.no.setText(self.tr("Cancel") if yes else self.tr("Close"))
        self.no.setFocus()

    def look(self) -> None:
        """See how far the thread is."""
        batch = self.batch
        if batch is None:
            return
        over = batch.over.is_set()  # first, so that nothing said before it is missed
        states = dict(batch.states)
        for url, state in states.items():
            self.rows[url].show_state(state)
        done = sum(not isinstance(state, Progress) for state in states.values())
        if not batch.stop.is_set():
            self.said.setText(self.words.fill("%1 of %2 files", done, len(batch.addresses)))
            self.follow(batch, done)
        if over:
            self.finish(batch, states)

    def follow(self, batch: Batch, done: int) -> None:
        """Scroll to the file whose turn it is, once."""
        if done != self.followed and done < len(batch.addresses):
            self.followed = done
            row = self.rows[batch.addresses[done]]
            if batch.addresses[done] not in batch.states:
                row.say(self.tr("asking"))
            self.area.ensureWidgetVisible(row, 0, 4)

    def finish(self, batch: Batch, states: dict[str, State]) -> None:
        """All is said: go on if all went well, else leave the sentences to be read and what failed ticked."""
        self.timer.stop()
        batch.thread.join(JOIN_S)
        self.batch = None
        if batch.bug is not None:
            self.busy(False)
            raise batch.bug
        self.found |= {url: state for url, state in states.items() if isinstance(state, Fetched)}
        failed = sum(isinstance(state, UserError) for state in states.values())
        if not failed and not batch.stop.is_set():
            self.hand_on()
            return
        for url in reversed(batch.addresses):
            self.rows[url].box.setChecked(url not in self.found)
            if isinstance(states.get(url), UserError):
                self.area.ensureWidgetVisible(self.rows[url], 0, 4)
            if not isinstance(states.get(url), Fetched | UserError):
                self.rows[url].say(self.tr("cancelled"))
        self.busy(False)
        self.hand.setVisible(bool(self.found))
        if self.found:
            self.hand.setText(self.words.count(len(self.found), "Go on with %1 file", "Go on with %1 files"))
            self.hand.setFocus()
        parts = [self.words.count(len(self.found), "%1 file at hand", "%1 files at hand")]
        if failed:
            parts.append(self.words.count(failed, "%1 failed", "%1 failed"))
        self.said.setText(", ".join(parts))

    def hand_on(self) -> None:
        """Give the files to whoever imports them, and close."""
        try:
            files = tuple(found.file() for found in self.found.values())
        except UserError as error:  # the cache was emptied in between
            self.found.clear()
            self.busy(False)
            self.hand.hide()
            self.said.setText(str(error))
            return
        self.accept()
        self.fetched.emit(files)

    # Leaving.

    def reject(self) -> None:
        """Cancel or Esc: the first stops what is fetched, the next closes."""
        if self.batch is None:
            super().reject()
            return
        self.batch.cancel()
        self.said.setText(self.tr("Cancelling…"))
        self.no.setEnabled(False)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Closing in whatever way leaves nothing running."""
        self.leave()
        super().done(result)

    def leave(self) -> None:
        """Stop what runs and wait the moment that takes."""
        self.timer.stop()
        if self.batch is not None:
            self.batch.cancel()
            self.batch.thread.join(JOIN_S)
            self.batch = None
