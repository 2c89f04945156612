"""What comes into the window and goes out of it: stores, pictures, ids in texts, dropped files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMessageBox

from modelspan.app import session
from modelspan.domain.problems import UserError
from modelspan.domain.query import follows_of_text
from modelspan.domain.snapshot import Snapshot
from modelspan.ui import picture
from modelspan.ui.jobs import Jobs

if TYPE_CHECKING:
    from modelspan.ui.main_window import MainWindow

LARGEST_DROP = 4_000_000  # bytes of a text or lock file; more is no list of ids
LONG_TEXT = 200_000  # characters; a longer one is read on a worker


class TextRequest:
    """What the worker reads in a long text. It outlives no window: the window waits for it when it closes."""

    def __init__(self, snapshot: Snapshot, text: str) -> None:
        self.snapshot, self.text = snapshot, text

    def read(self) -> list[tuple[str, str]]:
        """The models called in the text. Runs on the worker: plain data only."""
        return follows_of_text(self.snapshot, self.text)


class Exchange(QObject):
    """Opens, exports, copies, pastes and takes drops for a window; says in one sentence what went wrong."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.jobs = Jobs(self)  # its own: a selection made meanwhile must not cancel a paste

    def complain(self, sentence: str) -> None:
        """One plain sentence."""
        box = QMessageBox(QMessageBox.Icon.Warning, "Modelspan", sentence, QMessageBox.StandardButton.Ok, self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def ask_open(self) -> None:
        """Choose a store."""
        kinds = self.tr("Event stores (*.sqlite *.db);;All files (*)")
        name, _ = QFileDialog.getOpenFileName(self.window, self.tr("Open store"), str(self.window.path.parent), kinds)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path | None) -> bool:
        """Open a store, or say in one sentence why not and keep the one that is open."""
        try:
            found, snapshot = session.open_store(path)
        except UserError as error:
            self.complain(str(error))
            return False
        self.window.take_store(found, snapshot)
        return True

    def reload(self) -> None:
        """Read the open store again; the view stays."""
        window = self.window
        try:
            _, snapshot = session.open_store(None if window.path == session.default_store() else window.path)
        except UserError as error:
            self.complain(str(error))
            return
        window.take_again(snapshot)

    def ask_export(self) -> None:
        """Choose where a snapshot goes."""
        suggested = str(Path.home() / "modelspan.png")
        kinds = self.tr("Pictures (*.png)")
        name, _ = QFileDialog.getSaveFileName(self.window, self.tr("Export snapshot"), suggested, kinds)
        if not name:
            return
        out = Path(name) if name.lower().endswith(".png") else Path(f"{name}.png")
        if out != Path(name) and out.exists():  # the dialog asked about the name without the ending
            self.complain(self.tr("{0} is there already; choose it by its whole name to replace it.").format(out))
            return
        self.export_to(out)

    def export_to(self, out: Path) -> bool:
        """Write the canvas with its caption."""
        try:
            picture.save(self.render_picture(), out)
        except UserError as error:
            self.complain(str(error))
            return False
        self.window.facts_line.setText(self.tr("Saved {0}").format(out))
        return True

    def render_picture(self) -> QImage:
        """The canvas as it is, with title and caption, and the card of a selection."""
        window = self.window
        size = window.canvas.size()
        height = size.height() + picture.TITLE_H + picture.CAPTION_H
        scale = max(window.devicePixelRatioF(), 1.0)
        return picture.with_card(
            window.scene, window.path, window.store.state, window.theme, size.width(), height, scale
        )

    def copy_picture(self) -> None:
        """Put the snapshot on the clipboard."""
        try:
            QGuiApplication.clipboard().setImage(self.render_picture())
        except UserError as error:
            self.complain(str(error))
            return
        self.window.facts_line.setText(self.tr("Copied the snapshot"))

    def paste_ids(self) -> None:
        """Follow what the clipboard's text calls."""
        self.follow_text(QGuiApplication.clipboard().text())

    def follow_text(self, text: str) -> None:
        """Follow every model whose id or name stands in a text."""
        request = TextRequest(self.window.scene.snapshot, text[:LARGEST_DROP])
        if len(text) <= LONG_TEXT:
            self.follow_found(request.read())
            return
        self.window.facts_line.setText(self.tr("Reading the text…"))
        self.jobs.run(request.read, self.follow_found)

    def follow_found(self, result: object) -> None:
        """On the main thread: the models of a text, without those another store does not know."""
        assert isinstance(result, list)
        window = self.window
        found = [pair for pair in result if pair[0] in window.scene.snapshot.entities.row]
        have = window.store.state.followed
        new = [pair for pair in found if pair not in have]
        window.store.update(followed=(*have, *new), scroll=0)
        if found:
            said = "%1 model followed from the text", "%1 models followed from the text"
            window.facts_line.setText(window.scene.words.count(len(found), *said))
        else:
            window.facts_line.setText(self.tr("No model id was found in that text"))

    def take_drop(self, what: object) -> None:
        """A store that was dropped is opened, data is imported, ids in anything else are followed."""
        from modelspan.app import importing  # the readers of files, only where one is read

        assert isinstance(what, tuple)
        kind, value = what
        if kind == "text":
            self.follow_text(value)
            return
        path = Path(value)
        if path.is_dir():
            self.window.changing.preview((path,))
            return
        if path.exists() and not path.is_file():  # a pipe would be waited for
            self.complain(self.tr("{0} is no file; drop a store, data, or a text that calls models.").format(path))
            return
        try:
            with path.open("rb") as file:
                start = file.read(LARGEST_DROP)
        except OSError as error:
            self.complain(f"{path} cannot be read: {error.strerror}.")
            return
        if start.startswith(b"SQLite format 3\0") or path.suffix in (".sqlite", ".db"):
            self.open_path(path)
        elif importing.is_data(path):
            self.window.changing.preview((path,))
        else:
            self.follow_text(start.decode("utf-8", "replace"))
