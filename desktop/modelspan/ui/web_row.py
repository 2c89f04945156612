"""One address in the list of those to update from: whose it is, under which licence, and how far it has come."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from modelspan.app.fetched import Fetched
from modelspan.app.fetching import Progress, size
from modelspan.domain.problems import UserError
from modelspan.domain.words import Words
from modelspan.formats.addresses import Address
from modelspan.ui.labels import Check, Elided
from modelspan.ui.theme import Theme

LONG_STATE = "not changed since 30 September 2026"  # as wide as the column is
BAR_H = 4  # px

State = Progress | Fetched | UserError


class Bar(QWidget):
    """A thin bar, in colours that are seen on both grounds; nothing while nobody knows how much there is."""

    def __init__(self) -> None:
        super().__init__()
        self.share: float | None = None
        self.setFixedHeight(BAR_H)

    def show_share(self, share: float | None) -> None:
        """From 0 to 1, or None for no bar."""
        self.share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.share is None:
            return
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
            done = QRect(0, 0, round(self.width() * min(self.share, 1)), self.height())
            painter.fillRect(done, self.palette().color(QPalette.ColorRole.Highlight))
        finally:
            painter.end()


class Row(QWidget):
    """One address: a box to tick, whose it is and what it holds, and how far it has come."""

    def __init__(self, address: Address, theme: Theme, words: Words) -> None:
        super().__init__()
        self.address, self.words = address, words
        self.faint, self.warning = theme.color("faint"), theme.color("warning")
        licence = address.licence or self.tr("no licence stated, for your own use")
        self.box = Check(address.title)
        font = self.box.font()
        font.setBold(True)
        self.box.setFont(font)
        about = self.tr("{0}. {1}, {2}, {3}").format(self.tr(address.holds), address.publisher, licence, address.url)
        self.box.setAccessibleDescription(about)
        self.state = Elided()
        self.bar = Bar()
        for widget in (self.state, self.bar):
            widget.setFixedWidth(self.fontMetrics().horizontalAdvance(LONG_STATE))
        holds = Elided(self.tr(address.holds))
        self.whose = Elided(f"{address.publisher}  ·  {licence}  ·  {address.url.removeprefix('https://')}")
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sentence.hide()
        for label, color in ((self.whose, self.faint), (self.state, self.faint), (self.sentence, self.warning)):
            paint(label, color)
        inset = self.box.indicator().right() + 7
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 6, 12, 6)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(1)
        grid.addWidget(self.box, 0, 0)
        grid.addWidget(self.state, 0, 1)
        for place, label in enumerate((holds, self.whose, self.sentence), 1):
            label.setContentsMargins(inset, 0, 0, 0)
            grid.addWidget(label, place, 0, 1, 1 if label is holds else 2)
        grid.addWidget(self.bar, 1, 1, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(0, 1)

    def say(self, text: str, share: float | None = None, sentence: str = "") -> None:
        """How it stands."""
        self.state.setText(text)
        paint(self.state, self.warning if sentence else self.faint)
        self.bar.show_share(share)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))

    def show_state(self, state: State | None) -> None:
        """How far it has come, or what has become of it."""
        match state:
            case None:
                self.say(self.tr("waiting"))
            case Progress():
                share = state.done / state.all if state.all else None
                self.say(" · ".join(part for part in (self.amount(state), self.time_left(state)) if part), share)
            case Fetched(unchanged=True):
                self.say(self.words.fill("not changed since %1", self.words.full_day(state.changed)))
            case Fetched():
                self.say(self.words.fill("fetched, %1", size(state.size)))
            case UserError():
                self.say(self.tr("failed"), sentence=str(state))

    def amount(self, progress: Progress) -> str:
        """`1.2 MB of 3.4 MB`."""
        if progress.all is None or not progress.done:
            return size(progress.done) if progress.done else self.tr("asking")
        return self.words.fill("%1 of %2", size(progress.done), size(progress.all))

    def time_left(self, progress: Progress) -> str:
        """`4 s left`; nothing while that would be a guess."""
        if progress.left_s is None or progress.done == progress.all:
            return ""
        seconds = max(round(progress.left_s), 1)
        if seconds < 100:
            return self.words.fill("%1 s left", seconds)
        return self.words.fill("%1 min left", f"{round(seconds / 60):,}")


def paint(label: QLabel, color: QColor) -> None:
    """Say a text in a colour; a text that can be selected has a role of its own."""
    palette = label.palette()
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text):
        palette.setColor(role, color)
    label.setPalette(palette)
