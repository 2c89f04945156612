"""The side pane: Ends next, Detail, Changes, Filter."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from modelspan.app import changes, known_details, upcoming
from modelspan.app.curve import curves
from modelspan.app.detail_lines import Teller
from modelspan.app.lines import Line, Style
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.problems import UserError
from modelspan.domain.records import Event, Score
from modelspan.store import lookup
from modelspan.ui.card import sibling_of
from modelspan.ui.filter_pane import FilterPane
from modelspan.ui.jobs import Jobs
from modelspan.ui.labels import Check
from modelspan.ui.line_view import LineView
from modelspan.ui.theme import Theme


class Ranges(QWidget):
    """A row of buttons of which one is chosen: so many days."""

    picked = Signal(int)

    def __init__(self, ranges: tuple[int, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.days = ranges[0]
        self.buttons = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 10, 12, 4)
        row.setSpacing(6)
        for days in ranges:
            button = QPushButton(self.name(days))
            button.setCheckable(True)
            button.setChecked(days == self.days)
            self.buttons.addButton(button, days)
            row.addWidget(button)
        row.addStretch(1)
        self.buttons.idClicked.connect(self.pick)

    def name(self, days: int) -> str:
        """`30 days`."""
        return self.tr("1 year") if days == 365 else self.tr("{0} days").format(days)

    def pick(self, days: int) -> None:
        """Another range."""
        self.days = days
        self.picked.emit(days)

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        for button in self.buttons.buttons():
            button.setStyleSheet(theme.button())

    def count(self, days: int, number: int) -> None:
        """Say how many there are in a range."""
        self.buttons.button(days).setText(f"{self.name(days)} · {number:,}")


class EndsNext(QWidget):
    """What ends in 30, 90 or 365 days."""

    chosen = Signal(str)

    def __init__(self, scene: Scene, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = scene
        self.state: AppState | None = None
        self.ranges = Ranges(upcoming.RANGES)
        self.only = Check(self.tr("followed only"))
        under = QHBoxLayout()
        under.setContentsMargins(12, 0, 12, 4)
        under.addWidget(self.only)
        self.list = LineView(theme)
        self.list.setAccessibleName(self.tr("Ends next"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.ranges)
        column.addLayout(under)
        column.addWidget(self.list)
        self.ranges.picked.connect(self.refresh)
        self.only.toggled.connect(self.refresh)
        self.list.chosen.connect(self.chosen)

    def show_state(self, scene: Scene, state: AppState) -> None:
        """Another store, filter, day or set of followed models."""
        self.scene, self.state = scene, state
        self.refresh()

    def refresh(self) -> None:
        """Write the list again."""
        if self.state is None:
            return
        only = self.only.isChecked()
        for days in upcoming.RANGES:
            self.ranges.count(days, len(upcoming.rows(self.scene, self.state, days, only)))
        self.list.set_lines(tuple(upcoming.lines(self.scene, self.state, self.ranges.days, only)))


class Changes(QWidget):
    """What moved, was announced, began and ended in the last 30 or 90 days."""

    chosen = Signal(str)

    def __init__(self, scene: Scene, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = scene
        self.state: AppState | None = None
        self.ranges = Ranges(changes.RANGES)
        self.list = LineView(theme)
        self.list.setAccessibleName(self.tr("Changes"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.ranges)
        column.addWidget(self.list)
        self.ranges.picked.connect(self.refresh)
        self.list.chosen.connect(self.chosen)

    def show_state(self, scene: Scene, state: AppState) -> None:
        """Another store, filter or day."""
        self.scene, self.state = scene, state
        self.refresh()

    def refresh(self) -> None:
        """Write the lists again."""
        if self.state is not None:
            self.list.set_lines(tuple(changes.lines(self.scene, self.state, self.ranges.days)))


class Detail(QWidget):
    """The selection, said in lines, with its accuracy-against-minutes curve where there is one."""

    chosen = Signal(str)
    picked = Signal(str)

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self.jobs = theme, jobs
        self.shown: tuple[Path, str, int] | None = None
        self.list = LineView(theme)
        self.list.setAccessibleName(self.tr("Detail"))
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.addWidget(self.list)
        self.split.setChildrenCollapsible(False)
        self.chart: QWidget | None = None
        self.events: tuple[Event, ...] = ()
        self.names: dict[str, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.split)
        self.list.chosen.connect(self.chosen)
        self.list.picked.connect(self.picked)
        self.empty()

    def empty(self) -> None:
        """Nothing is selected."""
        self.shown = None
        self.show_chart(())
        self.list.set_lines((Line(self.tr("Click a model, a deal or a claim to see all of it."), style=Style.FAINT),))

    def show_selection(self, scene: Scene, path: Path, state: AppState) -> None:
        """Read and say what is selected; the picture before stays until the new one is there."""
        if not state.selected and state.event < 0:
            self.empty()
            return
        wanted = (path, state.selected, state.event)
        if wanted == self.shown:
            return
        self.shown = wanted
        self.request = Request(scene, path, state)
        self.jobs.run(self.request.read, self.show_result)

    def show_result(self, result: object) -> None:
        """On the main thread: lines and events, or why not."""
        if self.shown is None:
            return  # let go of while it was read
        if isinstance(result, UserError):
            self.list.set_lines((Line(str(result), style=Style.WARNING),))
            self.show_chart(())
            return
        assert isinstance(result, tuple)
        lines, self.events, self.names = result
        self.list.set_lines(tuple(lines))
        self.show_chart(self.events)

    def show_chart(self, events: tuple[Event, ...]) -> None:
        """The curve, made when the first one is needed: its plotting library is slow to import."""
        found = curves(events, self.names) if events else ()
        if not found:
            if self.chart is not None:
                self.chart.hide()
            return
        from modelspan.ui.charts import CurveChart

        if self.chart is None:
            self.chart = CurveChart(self.theme)
            self.split.addWidget(self.chart)
        assert isinstance(self.chart, CurveChart)
        self.chart.show_curves(found, self.theme, (self.tr("solved, %"), self.tr("minutes per task")))
        self.chart.show()

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self.theme = theme
        self.list.set_theme(theme)
        if self.chart is not None and self.chart.isVisibleTo(self):
            self.show_chart(self.events)


class Request:
    """What the worker reads for one selection."""

    def __init__(self, scene: Scene, path: Path, state: AppState) -> None:
        self.scene, self.path, self.state = scene, path, state

    def read(self) -> tuple[list[Line], tuple[Event, ...], dict[str, str]]:
        """Lines, the events a curve may be drawn from, and names. Runs on the worker: plain data only."""
        scene, state = self.scene, self.state
        lines: list[Line] = []
        events: tuple[Event, ...] = ()
        if state.event >= 0:
            number = int(scene.snapshot.events.id[state.event])
            one = known_details.as_known(scene, lookup.one_event(self.path, number))
            lines += Teller(scene, one, state.today).event_lines()
        if state.selected:
            details = known_details.details(scene, self.path, state.selected)
            sibling = sibling_of(scene, self.path, details) if details.entity.kind.value == "model" else None
            lines += Teller(scene, details, state.today, sibling).lines()
            series = {e.body.series for e in details.events if isinstance(e.body, Score) and e.body.series}
            events = lookup.series(self.path, series) if series and scene.known is None else ()
        names = {
            event.subject_id: scene.snapshot.name(scene.snapshot.entities.row[event.subject_id]) for event in events
        }
        return lines, events, names


class SidePane(QTabWidget):
    """The tabs at the right."""

    def __init__(self, scene: Scene, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: tuple[object, ...] = ()
        self.ends = EndsNext(scene, theme)
        self.detail = Detail(theme, jobs)
        self.changes = Changes(scene, theme)
        self.addTab(self.ends, self.tr("Ends next"))
        self.addTab(self.detail, self.tr("Detail"))
        self.addTab(self.changes, self.tr("Changes"))
        self.filter = FilterPane(scene)
        self.addTab(self.filter, self.tr("Filter"))
        self.setDocumentMode(True)
        self.setMinimumWidth(300)

    def show_state(self, scene: Scene, state: AppState) -> None:
        """The lists follow the filter, the day and what is followed; a pan or a zoom is no business of theirs."""
        depends = (scene, state.filter, state.followed, state.today)
        if depends != self.shown:
            self.shown = depends
            self.ends.show_state(scene, state)
            self.changes.show_state(scene, state)
        self.filter.show_state(scene, state)

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        for pane in (self.ends, self.changes):
            pane.list.set_theme(theme)
            pane.ranges.set_theme(theme)
        self.detail.set_theme(theme)
        self.filter.set_theme(theme)
