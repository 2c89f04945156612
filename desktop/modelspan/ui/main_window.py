"""The window: top bar, timeline, events table, side pane, status line. It wires; decisions are the app's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QPoint, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QIcon, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from modelspan import assets
from modelspan.app import arranging, commands, kept_view, moving, picking, session, settings, views
from modelspan.app.actions import Context
from modelspan.app.scene import Scene, as_known_on
from modelspan.app.settings import Settings
from modelspan.app.state import AppState, Filter, Store
from modelspan.domain.dates import DateError, iso, parse_edtf
from modelspan.domain.snapshot import Snapshot
from modelspan.engine.tracks import Track
from modelspan.ui import dialogs
from modelspan.ui.canvas import Canvas
from modelspan.ui.changing import Changing
from modelspan.ui.entering import Entering
from modelspan.ui.events_table import EventsTable
from modelspan.ui.exchange import Exchange
from modelspan.ui.filter_pane import Chips
from modelspan.ui.jobs import Jobs
from modelspan.ui.labels import Elided
from modelspan.ui.menus import Menus
from modelspan.ui.motion import system_moves
from modelspan.ui.panes import SidePane
from modelspan.ui.theme import Theme, load
from modelspan.ui.top_bar import TopBar

SETTLE_MS = 600
ROOMY = 1200  # px of window
PANE_W, CANVAS_W = 390, 560  # px: the side pane at first, the least of the canvas
TABLE_H = 240  # px of the events table at first
STALE_DAYS = 45


class MainWindow(QMainWindow):
    """The main window; also the Shell that commands ask."""

    def __init__(self, path: Path, scene: Scene, today: int, theme: str = "") -> None:
        super().__init__()
        self.path, self.scene = path, scene
        self.whole, self.today = scene.snapshot, today  # whatever day the scene tells of
        self.kept = settings.load()
        self.theme_name = theme or self.kept.theme
        self.theme: Theme = load(self.wanted_theme())
        self.store = Store(self.own(kept_view.restored(views.first_state(scene, today), self.kept.view)))
        self.store.settle()
        self.registry = commands.registry()
        self.jobs = Jobs(self)
        self.pane_width = PANE_W
        self.canvas = Canvas(scene, path, self.store, self.theme)
        self.canvas.context_of = self.context
        self.canvas.run_action = self.run
        self.pane = SidePane(scene, self.theme, self.jobs)
        self.bar = TopBar(scene, self.registry)
        self.chips = Chips(scene)
        self.table: EventsTable | None = None
        self.build()
        self.exchange = Exchange(self)
        self.changing = Changing(self)
        self.entering = Entering(self)
        self.menus = Menus(self, self.canvas, self.registry)
        self.menus.about_to_show.connect(self.update_menus)
        self.bar.set_menus(self.menus.groups)
        for action in self.menus.actions.values():
            action.triggered.connect(self.run_sender)
        self.settle = QTimer(self)
        self.settle.setSingleShot(True)
        self.settle.setInterval(SETTLE_MS)
        self.settle.timeout.connect(self.store.settle)
        self.store.listeners.append(self.state_changed)
        self.connect_parts()
        self.setWindowIcon(QIcon(str(assets.resources() / "icons" / "modelspan.svg")))
        self.apply_preferences()
        self.pane.ends.only.setChecked(
            any(model in scene.snapshot.entities.row for model, _ in self.store.state.followed)
        )
        self.show_store()
        self.split.setSizes([self.width() - self.pane_width, self.pane_width])
        self.restore()
        self.split.splitterMoved.connect(self.keep_pane_width)
        if self.kept.table.get("shown") is True:
            self.toggle_table()
        self.canvas.setFocus()

    def build(self) -> None:
        """Lay the parts out."""
        self.stack = QSplitter(Qt.Orientation.Vertical)
        self.stack.addWidget(self.canvas)
        self.stack.setChildrenCollapsible(False)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.addWidget(self.stack)
        self.split.addWidget(self.pane)
        self.split.setStretchFactor(0, 1)
        self.split.setCollapsible(0, False)
        self.stack.setMinimumWidth(CANVAS_W)
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
        column.addWidget(self.chips)
        column.addWidget(self.split, 1)
        column.addLayout(foot)
        self.setCentralWidget(body)
        self.resize(1600, 900)
        self.setMinimumSize(QSize(820, 480))

    def connect_parts(self) -> None:
        """What the parts ask for."""
        self.canvas.dropped.connect(self.exchange.take_drop)
        self.canvas.menu_wanted.connect(self.show_menu)
        self.bar.action_wanted.connect(self.run)
        self.bar.model_wanted.connect(self.show_model)
        self.bar.surface_wanted.connect(self.surface_chosen)
        self.chips.wanted.connect(self.filter_chosen)
        self.pane.filter.wanted.connect(self.filter_chosen)
        self.pane.filter.action_wanted.connect(self.run)
        for part in (self.pane.ends, self.pane.detail, self.pane.changes):
            part.chosen.connect(self.show_model)
        self.pane.detail.picked.connect(self.pick_value)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.system_theme_changed)

    # what follows a change of state

    def context(self) -> Context:
        """What commands work on."""
        return Context(self.scene, self.store, self)

    def own(self, state: AppState) -> AppState:
        """A state with what is the user's own, whatever store is open."""
        return replace(state, followed=self.kept.followed, markers=self.kept.markers)

    def state_changed(self, old: AppState, new: AppState) -> None:
        """The one notice: every pane repaints what it shows or nothing."""
        self.canvas.refresh()
        self.bar.show_state(new)
        self.chips.show_state(self.scene, new)
        self.pane.show_state(self.scene, new)
        if self.table is not None:
            self.table.show_state(self.scene, new)
        if (old.selected, old.event) != (new.selected, new.event):
            self.pane.detail.show_selection(self.scene, self.path, new)
            if new.selected or new.event >= 0:
                self.pane.setCurrentWidget(self.pane.detail)
        if (old.followed, old.markers) != (new.followed, new.markers):
            self.keep(followed=new.followed, markers=new.markers)
        self.state_line.setText(views.status_words(self.scene, new))
        self.settle.start()

    def take_store(self, path: Path, snapshot: Snapshot) -> None:
        """Another store, from its first view."""
        self.path, self.whole, self.scene = path, snapshot, Scene(snapshot, self.scene.words)
        state = views.first_state(self.scene, self.today)
        self.store.forget()
        self.store.put(self.own(state))
        if path != session.default_store():
            others = [name for name in self.kept.recent if name != str(path)]
            self.keep(recent=(str(path), *others)[: settings.RECENT])
        self.show_store()

    def take_again(self, snapshot: Snapshot) -> None:
        """The same store, read again."""
        self.whole = snapshot
        self.know(self.scene.known)

    def know(self, day: int | None) -> None:
        """Show what was known on a day, seen from that day; None is now. Rows of events are others then."""
        self.scene = as_known_on(self.whole, self.scene.words, day)
        self.store.forget()
        self.store.put(replace(self.store.state, event=-1, today=self.today if day is None else day))
        self.show_store()

    def show_store(self) -> None:
        """A store was opened."""
        state, words = self.store.state, self.scene.words
        self.canvas.set_scene(self.scene, self.path)
        self.chips.show_state(self.scene, state)
        self.pane.show_state(self.scene, state)
        if self.table is not None:
            self.table.show_state(self.scene, state)
        self.pane.detail.shown = None
        self.pane.detail.show_selection(self.scene, self.path, state)
        self.state_line.setText(views.status_words(self.scene, state))
        as_of = self.scene.snapshot.as_of
        said = words.fill("facts as of %1", words.full_day(as_of)) if self.scene.snapshot.version else ""
        if state.today - as_of > STALE_DAYS and said:
            said += " · " + words.count(state.today - as_of, "%1 day old", "%1 days old")
        lost = self.scene.snapshot.counts.get("dangling", 0)
        if lost:
            told = "%1 record refers to what is not there", "%1 records refer to what is not there"
            said = " · ".join(part for part in (words.count(lost, *told), said) if part)
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
        self.canvas.motion.stop()
        self.registry[action].run(self.context())

    def update_menus(self) -> None:
        """A menu is about to open."""
        self.menus.update(self.context())

    def show_model(self, model: str) -> None:
        """Select something named in a pane."""
        self.store.settle()
        picking.show_model(self.context(), model)

    def event_chosen(self, row: object) -> None:
        """A row of the events table was selected."""
        if isinstance(row, int):
            subject = int(self.scene.snapshot.events.subject[row])
            ids = self.scene.snapshot.entities.ids
            self.store.update(event=row, selected=ids[subject] if subject >= 0 else "", surface="", also=())

    def event_opened(self, row: object) -> None:
        """A row of the events table is to be seen on the timeline."""
        if isinstance(row, int):
            picking.show_event(self.context(), row)

    def show_menu(self, what: object) -> None:
        """The context menu of the canvas: what can be done with what lies there."""
        assert isinstance(what, tuple)
        kind, ref, point = what
        assert isinstance(point, QPoint)
        self.update_menus()
        if kind in ("track", "track_edge"):
            self.menus.groups["Show", f"Tracks/{commands.TRACK_NAMES[list(Track)[ref]]}"].popup(point)
        elif kind in ("marker", "range"):
            self.menus.menus["Show"].popup(point)
        else:
            self.menus.menus["Model"].popup(point)

    def surface_chosen(self, surface: str) -> None:
        """Filter by a surface; empty is all."""
        wanted = replace(self.store.state.filter, surfaces=frozenset({surface} if surface else ()))
        arranging.set_filter(self.context(), wanted)

    def filter_chosen(self, wanted: object) -> None:
        """Another filter."""
        assert isinstance(wanted, Filter)
        arranging.set_filter(self.context(), wanted)

    def pick_value(self, picked: str) -> None:
        """A value was chosen among those that disagree."""
        self.changing.pick(picked)

    # the Shell

    def canvas_size(self) -> tuple[int, int]:
        return self.canvas.width(), self.canvas.height()

    def pointer_day(self) -> float | None:
        point, place = self.canvas.pointer, self.canvas.place()
        if point is None or self.canvas.in_overview(point) or not place.time.x <= point.x() < place.time.right:
            return None
        return self.canvas.day_at(point.x())

    def ask_open(self) -> None:
        self.exchange.ask_open()

    def open_recent(self, index: int) -> None:
        names = self.kept.recent
        if index < len(names) and not self.exchange.open_path(Path(names[index])):
            self.keep(recent=tuple(name for name in names if name != names[index]))

    def reload(self) -> None:
        self.exchange.reload()

    def ask_import(self) -> None:
        self.changing.ask_import()

    def update_from_web(self) -> None:
        self.changing.update_from_web()

    def enter(self, what: str) -> None:
        getattr(self.entering, what)()

    def undo(self) -> None:
        self.changing.undo()

    def redo(self) -> None:
        self.changing.redo()

    def step_label(self, forward: bool) -> str:
        return self.changing.label(forward)

    def ask_export(self) -> None:
        self.exchange.ask_export()

    def copy_picture(self) -> None:
        if self.bar.field.hasFocus() and self.bar.field.hasSelectedText():
            self.bar.field.copy()
        else:
            self.exchange.copy_picture()

    def paste_ids(self) -> None:
        self.exchange.paste_ids()

    def search_step(self, step: int) -> None:
        self.bar.step(step, self.store.state.selected)

    def search_text(self) -> str:
        return self.bar.field.text()

    def focus_search(self) -> None:
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def leave(self) -> bool:
        """Esc, in order: the search one is typing, the selection, the search, what was opened."""
        state = self.store.state
        if self.bar.field.hasFocus():
            self.bar.field.clear()
            self.canvas.setFocus()
            return True
        if state.selected or state.event >= 0 or state.ranges or state.also:
            return self.store.update(selected="", surface="", event=-1, also=(), ranges=())
        if self.bar.field.text():
            self.bar.field.clear()
            return True
        return self.store.update(opened=frozenset(), kin=(), fitted=False)

    def ask_text(self, title: str, text: str, then: Callable[[str], object]) -> None:
        dialogs.ask_text(self, self.tr(title), text, then)

    def ask_known(self) -> None:
        shown = "" if self.scene.known is None else iso(self.scene.known)
        dialogs.ask_text(
            self, self.tr("As known on which day? Such as 2026-06-01; empty is now."), shown, self.take_known
        )

    def take_known(self, text: str) -> None:
        """A day was typed."""
        try:
            when = parse_edtf(text) if text.strip() else None
        except DateError as error:
            self.exchange.complain(str(error))
            return
        if when is not None and when.end is None:
            self.exchange.complain(self.tr("{0} has no last day; write a day such as 2026-06-01.").format(text))
            return
        self.know(None if when is None else (when.end or 1) - 1)

    def pick_benchmark(self) -> None:
        dialogs.pick_benchmark(self, self.context())

    def show_keys(self) -> None:
        dialogs.keys(self.registry, self, self.kept.wheel).open()

    def show_about(self) -> None:
        dialogs.about(self.scene.snapshot, str(self.path), self).open()

    def show_tab(self, index: int) -> None:
        self.pane.show()
        self.fit_pane()
        self.pane.setCurrentIndex(index)

    def show_filter(self) -> None:
        self.show_tab(self.pane.indexOf(self.pane.filter))
        self.pane.filter.setFocus()

    def toggle_pane(self) -> None:
        self.pane.setVisible(not self.pane.isVisible())
        self.fit_pane()

    def toggle_table(self) -> None:
        if self.table is None:  # made when first wanted: most sessions begin without it
            self.table = EventsTable(self.scene, self.theme)
            self.table.chosen.connect(self.event_chosen)
            self.table.opened.connect(self.event_opened)
            self.stack.addWidget(self.table)
            self.stack.setStretchFactor(0, 1)
            height = self.kept.table.get("height")
            wanted = height if isinstance(height, int) and 80 <= height <= 4000 else TABLE_H
            self.stack.setSizes([max(self.stack.height() - wanted, 200), wanted])
            self.table.set_widths(self.kept.table.get("widths", []))
        else:
            self.table.setVisible(not self.table.isVisibleTo(self))
        if self.table.isVisibleTo(self):
            self.table.show_state(self.scene, self.store.state)
            QTimer.singleShot(0, self.keep_in_view)

    def keep_in_view(self) -> None:
        """The canvas has become lower: what is selected stays in view."""
        lane = picking.lane_of_selection(self.context())
        if lane >= 0:
            moving.reveal(self.context(), lane)

    def close_window(self) -> None:
        self.close()

    def preferences(self) -> Settings:
        return self.kept

    def change(self, **preferences: object) -> None:
        self.keep(**preferences)
        if "theme" in preferences:  # else a theme given at start stays
            self.theme_name = self.kept.theme
        self.apply_preferences()

    # preferences, themes and geometry

    def keep(self, **changes: Any) -> None:
        """Change some settings on the disk, on top of what another window may have written."""
        self.kept = replace(settings.load(), **changes)
        settings.save(self.kept)

    def wanted_theme(self) -> str:
        """The chosen theme, else the system's, else light."""
        if self.theme_name:
            return self.theme_name
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return "dark" if dark else "light"

    def system_theme_changed(self) -> None:
        """The system went dark or light."""
        self.apply_preferences()

    def apply_preferences(self) -> None:
        """Colours of the canvas, the panes and Qt's own widgets; the wheel; motion."""
        self.canvas.preset = self.kept.wheel
        self.canvas.motion.allowed = self.kept.motion != "off" and system_moves()
        self.theme = load(self.wanted_theme())
        self.setPalette(self.theme.palette())
        for part in (self.canvas, self.pane, self.bar, self.chips, self.table):
            if part is not None:
                part.set_theme(self.theme)

    def restore(self) -> None:
        """Geometry only; everything else is in one readable file."""
        kept = QSettings("modelspan", "modelspan")
        geometry = kept.value("geometry")
        width = str(kept.value("pane_width", ""))
        self.pane_width = int(width) if width.isdecimal() else PANE_W
        self.pane.setHidden(str(kept.value("pane_hidden", "")) == "true")
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
        kept.setValue("pane_hidden", self.pane.isHidden())
        table: dict[str, Any] = {"shown": self.table is not None and self.table.isVisibleTo(self)}
        if self.table is not None:
            table |= {"height": self.table.height(), "widths": list(self.table.widths())}
        self.keep(view=kept_view.table_of(self.store.state), table=table)
        self.canvas.motion.stop()
        self.settle.stop()
        self.jobs.close()
        self.exchange.jobs.close()
        self.store.listeners.clear()
        super().closeEvent(event)
