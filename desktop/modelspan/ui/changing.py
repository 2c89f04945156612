"""What changes the open store: imports, and taking steps back and making them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from modelspan.app import deciding
from modelspan.domain.changes_of import Change
from modelspan.domain.dates import iso
from modelspan.domain.problems import UserError
from modelspan.formats.file import File
from modelspan.store import history
from modelspan.store.history import Step

if TYPE_CHECKING:
    from modelspan.ui.main_window import MainWindow


class Changing(QObject):
    """Imports into the store of a window and undoes what was done to it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window

    def ask_import(self) -> None:
        """Choose files."""
        names, _ = QFileDialog.getOpenFileNames(
            self.window, self.tr("Import"), str(Path.home()), self.tr("All files (*)")
        )
        if names:
            self.preview(tuple(Path(name) for name in names))

    def preview(self, paths: tuple[Path, ...] = (), files: tuple[File, ...] = ()) -> None:
        """Show what importing would change."""
        from modelspan.ui.import_dialog import ImportDialog, Work  # the readers of files, only where one is read

        window = self.window
        work = Work(paths, files, window.path, iso(window.today))
        dialog = ImportDialog(work, window.scene.words, window.theme, window)
        dialog.applied.connect(self.imported)
        dialog.open()

    def update_from_web(self) -> None:
        """Offer the public addresses; nothing is fetched before a click there."""
        from modelspan.ui.web_update import WebUpdate  # only where it is wanted

        dialog = WebUpdate(self.window.scene.words, self.window.theme, self.window)
        dialog.fetched.connect(self.preview_fetched)
        dialog.open()

    def preview_fetched(self, files: object) -> None:
        """Show what the files that were fetched would change."""
        assert isinstance(files, tuple)
        if files:
            today = iso(self.window.today)
            self.preview((), tuple(replace(file, day=today) for file in files))

    def imported(self, change: object) -> None:
        """Something was written."""
        assert isinstance(change, Change)
        self.window.reload()
        words = self.window.scene.words
        said = words.count(change.added, "%1 record added", "%1 records added")
        self.window.facts_line.setText(words.fill("%1; Ctrl+Z takes the import back", said))

    def pick(self, picked: str) -> None:
        """Show another value of several than the rule would."""
        try:
            about = deciding.decide(self.window.path, picked)
        except UserError as error:
            self.window.exchange.complain(str(error))
            return
        self.window.reload()
        self.window.facts_line.setText(self.window.scene.words.fill("Decided: %1; Ctrl+Z takes it back", about))

    def undo(self) -> None:
        """Take the last step back."""
        self.turn(history.undo, "Undone: %1", "There is nothing to undo.")

    def redo(self) -> None:
        """Make the step again that was taken back last."""
        self.turn(history.redo, "Done again: %1", "There is nothing to make again.")

    def turn(self, do: Callable[[Path], Step | None], said: str, nothing: str) -> None:
        """Change the store, read it again, say what it was."""
        words = self.window.scene.words
        try:
            step = do(self.window.path)
        except UserError as error:
            self.window.exchange.complain(str(error))
            return
        if step is not None:
            self.window.reload()
        self.window.facts_line.setText(words.fill(said, self.named(step)) if step else words.tr(nothing))

    def named(self, step: Step) -> str:
        """What a step was: `import of models.dev`."""
        words = self.window.scene.words
        said = {
            "import": words.fill("import of %1", step.title or step.note),
            "decide": words.fill("decision about %1", step.note),
            "entry": words.fill("entry %1", step.note),
        }
        return said.get(step.action, f"{step.action} {step.title}")

    def label(self, forward: bool) -> str:
        """What the menu says now; without a step there is only the word."""
        words = self.window.scene.words
        try:
            step = (history.next_redo if forward else history.next_undo)(self.window.path)
        except UserError:
            step = None
        word = words.tr("Redo") if forward else words.tr("Undo")
        return f"{word} {self.named(step)}" if step else word
