"""The window: top bar, timeline, side pane, status line. It wires; decisions are the app's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QIcon, QImage, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QMessageBox,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from modelspan import assets
from modelspan.app import commands, session, settings, views
from modelspan.app.actions import Context
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Store
from modelspan.domain.problems import UserError
from modelspan.domain.query import follows_of_text
from modelspan.domain.snapshot import Snapshot
from modelspan.ui import dialogs, picture
from modelspan.ui.canvas import Canvas
from modelspan.ui.jobs import Jobs
from modelspan.ui.labels import Elided
from modelspan.ui.menus import Menus
from modelspan.ui.panes import SidePane
from modelspan.ui.theme import Theme, load
from modelspan.ui.top_bar import TopBar

LARGEST_DROP = 4_000_000  # bytes of a text or lock file; more is no list of ids
SETTLE_MS = 600
LONG_TEXT = 200_000  # characters; a longer one is read on a worker
ROOMY = 1200  # px of window
PANE_W, CANVAS_W = 390, 560  # px: the side pane at first, the least of the canvas


class TextRequest:
    """What the worker reads in a long text. It outlives no window: the window waits for it when it closes."""

    def __init__(self, snapshot: Snapshot, text: str) -> None:
        self.snapshot, self.text = snapshot, text

    def read(self) -> list[tuple[str, str]]:
        """The models called in the text. Runs on the worker: plain data only."""
        return follows_of_text(self.snapshot, self.text)


class MainWindow(QMainWindow):
    """The main window; also the Shell that commands ask."""

    def __init__(self, path: Path, scene: Scene, today: int, theme: str = "") -> None:
        super().__init__()
        self.path, self.scene = path, scene
        self.preferences = settings.load()
        self.theme_name = theme or self.preferences.theme
        self.theme: Theme = load(self.wanted_theme())
        self.store = Store(replace(views.first_state(scene, today), followed=self.preferences.followed))
        self.store.settle()
        self.registry = commands.registry()
        self.jobs = Jobs(self)
        self.text_jobs = Jobs(self)  # its own: a selection made meanwhile must not cancel a paste
        self.pane_width = PANE_W
        self.canvas = Canvas(scene, self.store, self.theme)
        self.canvas.context_of = self.context
        self.pane = SidePane(scene, self.theme, self.jobs)
        self.bar = TopBar(scene, self.registry)
        self.build()
        self.menus = Menus(self, self.canvas, self.registry)
        for action in self.menus.actions.values():
            action.triggered.connect(self.run_sender)
        self.settle = QTimer(self)
        self.settle.setSingleShot(True)
        self.settle.setInterval(SETTLE_MS)
        self.settle.timeout.connect(self.store.settle)
        self.store.listeners.append(self.state_changed)
        self.canvas.dropped.connect(self.take_drop)
        self.canvas.menu_wanted.connect(self.show_menu)
        self.bar.action_wanted.connect(self.run)
        self.bar.model_wanted.connect(self.show_model)
        self.bar.surface_wanted.connect(self.surface_chosen)
        self.pane.ends.chosen.connect(self.show_model)
        self.pane.detail.chosen.connect(self.show_model)
        self.pane.changes.chosen.connect(self.show_model)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.system_theme_changed)
        self.setWindowIcon(QIcon(str(assets.resources() / "icons" / "modelspan.svg")))
        self.apply_theme()
        self.pane.ends.only.setChecked(
            any(model in scene.snapshot.entities.row for model, _ in self.store.state.followed)
        )
        self.show_store()
        self.split.setSizes([self.width() - self.pane_width, self.pane_width])
        self.restore()
        self.split.splitterMoved.connect(self.keep_pane_width)
        self.canvas.setFocus()

    def build(self) -> None:
        """Lay the parts out."""
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.addWidget(self.canvas)
        self.split.addWidget(self.pane)
        self.split.setStretchFactor(0, 1)
        self.split.setCollapsible(0, False)
        self.canvas.setMinimumWidth(CANVAS_W)
        self.state_line, self.facts_line = Elided(), Elided()
        self.state_line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        foot = QHBoxLayout()
        foot.setContentsMargins(14, 3, 14, 4)
        foot.setSpacing(16)
        foot.addWidget(self.state_line, 1)
        foot.addWidget(self.facts_line)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.split, 1)
        column.addLayout(foot)
        self.setCentralWidget(body)
        self.resize(1600, 900)
        self.setMinimumSize(QSize(820, 480))

    # what follows a change of state

    def context(self) -> Context:
        """What commands work on."""
        return Context(self.scene, self.store, self)

    def state_changed(self, old: AppState, new: AppState) -> None:
        """The one notice: every pane repaints what it shows or nothing."""
        self.canvas.refresh()
        self.bar.show_state(new)
        if (old.filter, old.followed, old.today) != (new.filter, new.followed, new.today):
            self.pane.show_state(self.scene, new)
        if (old.selected, old.event) != (new.selected, new.event):
            self.pane.detail.show_selection(self.scene, self.path, new)
            if new.selected or new.event >= 0:
                self.pane.setCurrentIndex(1)
        if old.followed != new.followed:
            self.preferences = replace(self.preferences, followed=new.followed)
            settings.save(self.preferences)
        self.state_line.setText(views.status_words(self.scene, new))
        self.settle.start()

    def show_store(self) -> None:
        """A store was opened."""
        self.canvas.set_scene(self.scene)
        state = self.store.state
        self.pane.show_state(self.scene, state)
        self.pane.detail.shown = None
        self.pane.detail.show_selection(self.scene, self.path, state)
        self.state_line.setText(views.status_words(self.scene, state))
        words = self.scene.words
        as_of = self.scene.snapshot.as_of
        said = words.fill("facts as of %1", words.full_day(as_of)) if self.scene.snapshot.version else ""
        if state.today - as_of > 45 and said:
            said += " · " + words.count(state.today - as_of, "%1 day old", "%1 days old")
        self.facts_line.setText(said)
        self.setWindowTitle("Modelspan" if self.path == session.default_store() else f"{self.path.name} – Modelspan")
        self.bar.set_scene(self.scene)
        self.bar.show_state(state)
        if not len(self.scene.snapshot.entities.models):
            self.facts_line.setText(self.tr("This store holds no model yet."))

    def run_sender(self) -> None:
        """A menu entry or a key."""
        sender = self.sender()
        assert isinstance(sender, QAction)
        self.run(str(sender.data()))

    def run(self, action: str) -> None:
        """Run an action by its id."""
        self.registry[action].run(self.context())

    def show_model(self, model: str) -> None:
        """Select something named in a pane."""
        self.store.settle()
        commands.show_model(self.context(), model)

    def show_menu(self, point: object) -> None:
        """The context menu of the canvas: what can be done with the selection."""
        assert isinstance(point, QPoint)
        self.menus.menus["Model"].popup(point)

    def surface_chosen(self, surface: str) -> None:
        """Filter by a surface; empty is all."""
        wanted = replace(self.store.state.filter, surfaces=frozenset({surface} if surface else ()))
        self.store.update(filter=wanted, scroll=0)

    # the Shell

    def canvas_size(self) -> tuple[int, int]:
        return self.canvas.width(), self.canvas.height()

    def pointer_day(self) -> float | None:
        point, place = self.canvas.pointer, self.canvas.place()
        if point is None or not place.time.x <= point.x() < place.time.right:
            return None
        return self.canvas.day_at(point.x())

    def ask_open(self) -> None:
        kinds = self.tr("Event stores (*.sqlite *.db);;All files (*)")
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open store"), str(self.path.parent), kinds)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path | None) -> bool:
        """Open a store, or say in one sentence why not and keep the one that is open."""
        try:
            found, snapshot = session.open_store(path)
        except UserError as error:
            self.complain(str(error))
            return False
        self.path, self.scene = found, Scene(snapshot, self.scene.words)
        state = views.first_state(self.scene, self.store.state.today)
        self.store.past.clear()
        self.store.put(replace(state, followed=self.store.state.followed))
        self.show_store()
        return True

    def reload(self) -> None:
        try:
            _, snapshot = session.open_store(None if self.path == session.default_store() else self.path)
        except UserError as error:
            self.complain(str(error))
            return
        self.scene = Scene(snapshot, self.scene.words)
        self.show_store()

    def complain(self, sentence: str) -> None:
        """One plain sentence."""
        box = QMessageBox(QMessageBox.Icon.Warning, "Modelspan", sentence, QMessageBox.StandardButton.Ok, self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def ask_export(self) -> None:
        suggested = str(Path.home() / "modelspan.png")
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export snapshot"), suggested, self.tr("Pictures (*.png)"))
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
        self.facts_line.setText(self.tr("Saved {0}").format(out))
        return True

    def render_picture(self) -> QImage:
        """The canvas as it is, with title and caption, and the card of a selection."""
        state, size = self.store.state, self.canvas.size()
        height = size.height() + picture.TITLE_H + picture.CAPTION_H
        return picture.with_card(
            self.scene, self.path, state, self.theme, size.width(), height, max(self.devicePixelRatioF(), 1.0)
        )

    def copy_picture(self) -> None:
        if self.bar.field.hasFocus() and self.bar.field.hasSelectedText():
            self.bar.field.copy()
            return
        try:
            QGuiApplication.clipboard().setImage(self.render_picture())
        except UserError as error:
            self.complain(str(error))
            return
        self.facts_line.setText(self.tr("Copied the snapshot"))

    def paste_ids(self) -> None:
        self.follow_text(QGuiApplication.clipboard().text())

    def follow_text(self, text: str) -> None:
        """Follow every model whose id or name stands in a text."""
        request = TextRequest(self.scene.snapshot, text[:LARGEST_DROP])
        if len(text) <= LONG_TEXT:
            self.follow_found(request.read())
            return
        self.facts_line.setText(self.tr("Reading the text…"))
        self.text_jobs.run(request.read, self.follow_found)

    def follow_found(self, result: object) -> None:
        """On the main thread: the models of a text, without those another store does not know."""
        assert isinstance(result, list)
        found = [pair for pair in result if pair[0] in self.scene.snapshot.entities.row]
        have = self.store.state.followed
        new = [pair for pair in found if pair not in have]
        self.store.update(followed=(*have, *new), scroll=0)
        if found:
            said = "%1 model followed from the text", "%1 models followed from the text"
            self.facts_line.setText(self.scene.words.count(len(found), *said))
        else:
            self.facts_line.setText(self.tr("No model id was found in that text"))

    def take_drop(self, what: object) -> None:
        """A file or a text was dropped: a store is opened, ids in anything else are followed."""
        assert isinstance(what, tuple)
        kind, value = what
        if kind == "text":
            self.follow_text(value)
            return
        path = Path(value)
        try:
            with path.open("rb") as file:
                start = file.read(LARGEST_DROP)
        except OSError as error:
            self.complain(f"{path} cannot be read: {error.strerror}.")
            return
        if start.startswith(b"SQLite format 3\0") or path.suffix in (".sqlite", ".db"):
            self.open_path(path)
        else:
            self.follow_text(start.decode("utf-8", "replace"))

    def search_step(self, step: int) -> None:
        self.bar.step(step, self.store.state.selected)

    def focus_search(self) -> None:
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def leave(self) -> bool:
        """Esc, in order: the search, the selection, what was opened."""
        if self.bar.field.hasFocus() or self.bar.field.text():
            self.bar.field.clear()
            self.canvas.setFocus()
            return True
        state = self.store.state
        if state.selected or state.event >= 0:
            return self.store.update(selected="", surface="", event=-1)
        return self.store.update(opened=frozenset(), kin=(), fitted=False)

    def show_keys(self) -> None:
        dialogs.keys(self.registry, self).open()

    def show_about(self) -> None:
        dialogs.about(self.scene.snapshot, str(self.path), self).open()

    def show_tab(self, index: int) -> None:
        self.pane.show()
        self.fit_pane()
        self.pane.setCurrentIndex(index)

    def toggle_pane(self) -> None:
        self.pane.setVisible(not self.pane.isVisible())
        self.fit_pane()

    def close_window(self) -> None:
        self.close()

    # themes and geometry

    def wanted_theme(self) -> str:
        """The chosen theme, else the system's, else light."""
        if self.theme_name:
            return self.theme_name
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return "dark" if dark else "light"

    def set_theme(self, name: str) -> None:
        self.theme_name = name
        self.preferences = replace(self.preferences, theme=name)
        settings.save(self.preferences)
        self.apply_theme()

    def system_theme_changed(self) -> None:
        """The system went dark or light."""
        self.apply_theme()

    def apply_theme(self) -> None:
        """Colours of the canvas, the panes and Qt's own widgets."""
        self.theme = load(self.wanted_theme())
        self.setPalette(self.theme.palette())
        self.canvas.set_theme(self.theme)
        self.pane.set_theme(self.theme)
        self.bar.set_theme(self.theme)

    def restore(self) -> None:
        """Geometry only; everything else is in one readable file."""
        kept = QSettings("modelspan", "modelspan")
        geometry = kept.value("geometry")
        width = str(kept.value("pane_width", ""))
        self.pane_width = int(width) if width.isdecimal() else PANE_W
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_pane()

    def fit_pane(self) -> None:
        """A narrow window gives the side pane its least width, a roomy one the width the user gave it."""
        if self.pane.isHidden():
            return
        least = self.pane.minimumWidth()
        wanted = max(min(self.pane_width, self.width() - CANVAS_W), least) if self.width() >= ROOMY else least
        room = self.split.width() - self.split.handleWidth()  # maybe still the width before: the canvas takes the rest
        self.split.setSizes([max(room - wanted, 0), wanted])

    def keep_pane_width(self, position: int, index: int) -> None:
        """The user dragged the edge of the side pane; in a narrow window that holds until the next resize."""
        if self.width() >= ROOMY and self.pane.width():
            self.pane_width = self.pane.width()

    def closeEvent(self, event: QCloseEvent) -> None:
        kept = QSettings("modelspan", "modelspan")
        kept.setValue("geometry", self.saveGeometry())
        kept.setValue("pane_width", self.pane_width)
        self.settle.stop()
        self.jobs.close()
        self.text_jobs.close()
        self.store.listeners.clear()
        super().closeEvent(event)
