"""The composition root: makes the application, opens the store, shows the window."""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType, TracebackType

from PySide6.QtCore import QCoreApplication, QLocale, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from modelspan import __version__
from modelspan.app import session
from modelspan.app.scene import Scene
from modelspan.domain.words import Words
from modelspan.ui.main_window import MainWindow


def translate(text: str) -> str:
    """A source string in the reader's language."""
    return QCoreApplication.translate("modelspan", text)


def month_name(month: int, long: bool) -> str:
    """A month as the locale names it."""
    form = QLocale.FormatType.LongFormat if long else QLocale.FormatType.ShortFormat
    return QLocale().standaloneMonthName(month, form).rstrip(".")


def weekday_name(weekday: int) -> str:
    """A day of the week as the locale names it; Monday is 0."""
    return QLocale().standaloneDayName(weekday + 1)


def words() -> Words:
    """The reader's language and locale; the C locale is said in English."""
    if QLocale().language() is QLocale.Language.C:
        return Words(tr=translate)
    return Words(tr=translate, month=month_name, weekday=weekday_name)


def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """A mistake of ours: written to standard error and shown, the window stays open."""
    text = "".join(traceback.format_exception(kind, error, trace))
    sys.stderr.write(text)
    if QApplication.instance() is not None and not issubclass(kind, KeyboardInterrupt):
        box = QMessageBox(
            QMessageBox.Icon.Critical, "Modelspan", translate("Something went wrong; what you see may be out of date.")
        )
        box.setDetailedText(text)
        box.exec()


def interrupted(number: int, frame: FrameType | None) -> None:
    """Ctrl+C in the terminal: the window closes as if by hand. Asked of the loop, which ignores it until it runs."""
    QTimer.singleShot(0, QApplication.quit)


def idle() -> None:
    """Nothing: Python sees a signal only when some Python runs, and Qt's loop runs none by itself."""


def heed_interrupt(application: QApplication) -> None:
    """Let Ctrl+C close the window."""
    signal.signal(signal.SIGINT, interrupted)
    pulse = QTimer(application)
    pulse.setInterval(200)
    pulse.timeout.connect(idle)
    pulse.start()


def run_window(store: Path | None, args: argparse.Namespace) -> int:
    """Open the window and run until it is closed. Raises UserError when the store cannot be opened."""
    path, snapshot = session.open_store(store)
    application = QApplication.instance() or QApplication(["modelspan"])
    assert isinstance(application, QApplication)
    application.setApplicationName("modelspan")
    application.setApplicationDisplayName("Modelspan")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("org.modelspan.Modelspan")
    application.setStyle("Fusion")  # the one style that follows a palette everywhere
    sys.excepthook = report
    window = MainWindow(path, Scene(snapshot, words()), args.today)
    window.show()
    heed_interrupt(application)
    return int(application.exec())
