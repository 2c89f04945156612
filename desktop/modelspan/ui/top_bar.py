"""The bar over the timeline: search with its hits, the surface filter, ranges, export."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from modelspan.app.actions import Registry
from modelspan.app.commands import GROUPINGS, ORDERS
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, first_window, range_of
from modelspan.domain.query import search
from modelspan.engine.lives import UNPLACED
from modelspan.ui.theme import Theme

RANGES = (("3M", "three_months"), ("1Y", "one_year"), ("2Y", "two_years"), ("All", "every_life"), ("Today", "today"))
ROOMY = 1300  # px of bar from which grouping and order stand in it
WIDEST = 220  # px of the list of surfaces, whatever they are called
MONTHS = {"three_months": 3, "one_year": 12, "two_years": 24}


def chosen_range(state: AppState) -> str:
    """The action whose range is shown; empty when none is. The first view is two years from a whole day."""
    if state.fitted:
        return "every_life"
    if state.window == first_window(state.today):
        return "two_years"
    return next((name for name, count in MONTHS.items() if state.window == range_of(count, state.today)), "")


class TopBar(QWidget):
    """Asks the window for actions by id, for models and for surfaces."""

    action_wanted = Signal(str)
    model_wanted = Signal(str)
    surface_wanted = Signal(str)

    def __init__(self, scene: Scene, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = scene
        self.hits: list[int] = []
        self.hit = -1
        title = QLabel("Modelspan")
        font = title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.3)
        title.setFont(font)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find a model, id, vendor, chip…  /"))
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName(self.tr("Search"))
        self.field.setMinimumWidth(200)
        self.field.setMaximumWidth(420)
        self.field.setMaxLength(200)
        self.found = QLabel("")
        self.found.setTextFormat(Qt.TextFormat.PlainText)
        self.surfaces = QComboBox()
        self.surfaces.setAccessibleName(self.tr("Surface"))
        self.surfaces.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.surfaces.setMaximumWidth(WIDEST)
        bar = QHBoxLayout(self)
        bar.setContentsMargins(14, 6, 14, 6)
        bar.setSpacing(8)
        bar.addWidget(title)
        bar.addWidget(self.field, 100)  # all there is before the stretch at the right gets any
        bar.addWidget(self.found)
        self.grouping, self.order = QToolButton(), QToolButton()
        for button in (self.grouping, self.order):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            bar.addWidget(button)
        bar.addWidget(self.surfaces)
        self.filter = QToolButton()
        self.filter.setText(self.tr("Filter"))
        self.filter.setToolTip(self.tr(registry["filter"].title))
        self.filter.setProperty("action", "filter")
        self.filter.clicked.connect(self.button_clicked)
        bar.addWidget(self.filter)
        self.ranges: dict[str, QToolButton] = {}
        self.range = ""
        for text, action in RANGES:
            button = QToolButton()
            button.setText(self.tr(text))
            button.setProperty("action", action)
            button.setToolTip(self.tr(registry[action].title))
            button.setCheckable(action != "today")
            self.ranges[action] = button
            button.clicked.connect(self.button_clicked)
            bar.addWidget(button)
        bar.addStretch(1)
        export = QPushButton(self.tr("Export…"))
        export.setFlat(True)
        export.setProperty("action", "export")
        export.clicked.connect(self.button_clicked)
        bar.addWidget(export)
        self.field.textChanged.connect(self.text_changed)
        self.field.returnPressed.connect(self.next_hit)
        self.surfaces.activated.connect(self.surface_chosen)

    def set_menus(self, groups: dict[tuple[str, str], QMenu]) -> None:
        """The menus of grouping and order, which belong to the menu bar too."""
        self.grouping.setMenu(groups["Show", "Group by"])
        self.order.setMenu(groups["Show", "Sort by"])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for button in (self.grouping, self.order, self.filter):  # the menu and the Filter tab have them too
            button.setVisible(self.width() >= ROOMY)

    def set_scene(self, scene: Scene) -> None:
        """Another store: its surfaces, and the search anew."""
        self.scene = scene
        entities = scene.snapshot.entities
        used = sorted(set(scene.lives.surface.tolist()), key=lambda row: entities.names[row].casefold())
        used = [row for row in used if entities.ids[row] not in UNPLACED]
        self.surfaces.clear()
        every = self.tr("All {0} surfaces").format(len(used)) if len(used) > 1 else self.tr("All surfaces")
        self.surfaces.addItem(every, "")
        for row in used:
            self.surfaces.addItem(entities.names[row], entities.ids[row])
        self.text_changed(self.field.text())

    def button_clicked(self) -> None:
        """A range or the export. A click checks the button; whether it is chosen is for the state to say."""
        self.action_wanted.emit(str(self.sender().property("action")))
        self.show_range()

    def show_state(self, state: AppState) -> None:
        """The surface and the range of a state."""
        self.range = chosen_range(state)
        self.grouping.setText(self.tr("Group: {0}").format(self.tr(GROUPINGS[state.grouping])))
        self.order.setText(self.tr("Sort: {0}").format(self.tr(ORDERS[state.order]).partition(",")[0]))
        self.show_range()
        self.show_surface(state.filter.surfaces)

    def show_range(self) -> None:
        """Mark the range that is shown."""
        for action, button in self.ranges.items():
            button.setChecked(action == self.range)

    def show_surface(self, surfaces: frozenset[str]) -> None:
        """The surfaces the filter lets through: all, one by its name, or how many."""
        wanted = "" if not surfaces else next(iter(surfaces)) if len(surfaces) == 1 else None
        index = -1 if wanted is None else self.surfaces.findData(wanted)
        if index < 0:
            self.surfaces.setPlaceholderText(self.tr("{0} surfaces").format(len(surfaces)))
        self.surfaces.setCurrentIndex(index)

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        for button in (*self.ranges.values(), self.grouping, self.order, self.filter):
            button.setStyleSheet(theme.button())
        self.field.setStyleSheet(theme.field())

    def surface_chosen(self, index: int) -> None:
        """One surface, or all."""
        self.surface_wanted.emit(str(self.surfaces.itemData(index)))

    def text_changed(self, text: str) -> None:
        """Count the hits while typing."""
        self.hits = search(self.scene.snapshot, text)
        self.hit = -1
        self.found.setText(self.hit_text())

    def hit_text(self) -> str:
        """`2 of 4`, or `no hit`."""
        if not self.field.text().strip():
            return ""
        if not self.hits:
            return self.tr("no hit")
        if self.hit >= 0:
            return self.tr("{0} of {1}").format(self.hit + 1, len(self.hits))
        return self.tr("{0} hits").format(len(self.hits)) if len(self.hits) > 1 else self.tr("1 hit")

    def next_hit(self) -> None:
        """Enter; with Shift the other way."""
        held = QGuiApplication.keyboardModifiers()
        self.action_wanted.emit("previous_hit" if held & Qt.KeyboardModifier.ShiftModifier else "next_hit")

    def step(self, step: int, selected: str) -> None:
        """Go to the next result: the first step goes to the best one, or to the selected one's neighbour."""
        if not self.hits:
            return
        entities = self.scene.snapshot.entities
        row = entities.row.get(selected, -1)
        if self.hit < 0 and row in self.hits:
            self.hit = self.hits.index(row)
        self.hit = (self.hit + step) % len(self.hits) if self.hit >= 0 else (0 if step > 0 else len(self.hits) - 1)
        self.found.setText(self.hit_text())
        self.model_wanted.emit(entities.ids[self.hits[self.hit]])
