"""The events table: rows, sorting, filter, selection both ways, copying, columns; on its own and with real events."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage, QKeyEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QMenu

from modelspan.app import event_rows, views
from modelspan.app.event_cells import COLUMNS, Column, cell
from modelspan.app.event_rows import Reach, Wish
from modelspan.app.scene import Scene
from modelspan.engine.window import Window
from modelspan.ui.event_view import ROW_H
from modelspan.ui.events_table import MOST_COPIED, WIDTHS, EventsTable
from modelspan.ui.theme import load
from tests.bench import synthetic
from tests.gui.conftest import TODAY
from tests.gui.test_pictures import contrast

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder


class Desk:
    """A table that is shown, wired as the window wires it: what it chooses becomes the state it shows."""

    def __init__(self, table: EventsTable, scene: Scene) -> None:
        self.table, self.scene = table, scene
        self.state = views.first_state(scene, TODAY)
        self.chosen: list[int] = []
        self.opened: list[int] = []
        table.chosen.connect(self.choose)
        table.opened.connect(self.opened.append)

    def choose(self, event: int) -> None:
        self.chosen.append(event)
        subject = int(self.scene.snapshot.events.subject[event])
        self.show(event=event, selected=self.scene.snapshot.entities.ids[subject] if subject >= 0 else "")

    def show(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)
        self.table.show_state(self.scene, self.state)

    @property
    def rows(self) -> list[int]:
        found: list[int] = self.table.model.listed.tolist()
        return found

    def reach(self, reach: Reach) -> None:
        QTest.mouseClick(self.table.reaches.button(list(Reach).index(reach)), LEFT)

    def middle(self, place: int, column: int = 0) -> QPoint:
        return self.table.view.visualRect(self.table.model.index(place, column)).center()

    def click(self, place: int, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        view = self.table.view
        view.scrollTo(self.table.model.index(place, 0))
        QTest.mouseClick(view.viewport(), LEFT, held, self.middle(place))

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.table.view, key, held)

    def in_view(self, place: int) -> bool:
        return self.table.view.viewport().rect().contains(self.middle(place))

    def text(self, place: int, column: int) -> str:
        return str(self.table.model.index(place, column).data())

    def selected(self) -> list[int]:
        return [index.row() for index in self.table.view.selectionModel().selectedRows()]


@pytest.fixture
def desk_of(qtbot) -> Callable[[Scene], Desk]:
    def made(scene: Scene) -> Desk:
        table = EventsTable(scene, load("light"))
        qtbot.addWidget(table)
        table.resize(1200, 300)
        found = Desk(table, scene)
        found.show()
        assert table.model.rowCount() == 0, "nothing is made while nobody sees it"
        table.show()
        qtbot.waitExposed(table)
        return found

    return made


@pytest.fixture
def desk(desk_of: Callable[[Scene], Desk], scene: Scene) -> Desk:
    return desk_of(scene)


# rows


def test_it_opens_with_the_events_in_view_at_today(desk: Desk) -> None:
    assert desk.rows == event_rows.rows(desk.scene, desk.state, Wish()).tolist()
    starts = desk.scene.snapshot.events.start
    place = next(place for place, row in enumerate(desk.rows) if starts[row] >= TODAY)
    assert place > 100
    assert desk.in_view(place)
    assert desk.table.said.text().startswith(f"{len(desk.rows):,} of ")


def test_the_model_keeps_the_rules_of_qt(desk: Desk, qtbot) -> None:
    tester = QAbstractItemModelTester(
        desk.table.model, QAbstractItemModelTester.FailureReportingMode.Warning, desk.table
    )  # fmt: skip
    desk.reach(Reach.ALL)
    desk.table.field.setText("gpt-5.4")
    desk.show(event=desk.rows[0])
    assert desk.table.model.rowCount(desk.table.model.index(0, 0)) == 0
    assert tester.model() is desk.table.model


def test_the_rows_follow_the_window_soon(desk: Desk, qtbot) -> None:
    before = desk.rows
    window = Window(float(TODAY - 30), float(TODAY + 30))
    desk.show(window=window)
    assert desk.rows == before, "not once per frame while the timeline is panned"
    wanted = event_rows.rows(desk.scene, desk.state, Wish()).tolist()
    assert wanted != before
    qtbot.waitUntil(lambda: desk.rows == wanted)
    desk.reach(Reach.FILTER)
    everything = desk.rows
    desk.show(window=Window(0.0, 10.0))
    assert not desk.table.later.isActive()
    assert desk.rows == everything


def test_the_row_at_the_top_stays_there_when_the_window_moves(desk: Desk, qtbot) -> None:
    top = desk.rows[desk.table.view.rowAt(0)]
    window = desk.state.window
    desk.show(window=Window(window.start + 40, window.end + 40))
    qtbot.waitUntil(lambda: not desk.table.later.isActive())
    assert desk.rows[desk.table.view.rowAt(0)] == top


def test_the_filter_of_the_window_narrows_at_once(desk: Desk) -> None:
    desk.show(filter=replace(desk.state.filter, kinds=frozenset({"retirement"})))
    assert desk.rows == event_rows.rows(desk.scene, desk.state, Wish()).tolist()
    assert {cell(desk.scene, TODAY, row, Column.KIND) for row in desk.rows} == {"retirement"}
    desk.reach(Reach.ALL)
    assert len(desk.rows) == len(desk.scene.snapshot.events)
    assert "rivals among them" in desk.table.said.text()


def test_a_hidden_table_does_nothing_until_it_is_seen(desk: Desk) -> None:
    before = desk.rows
    desk.table.hide()
    desk.show(filter=replace(desk.state.filter, kinds=frozenset({"deal"})))
    assert desk.rows == before
    desk.table.show()
    assert 0 < len(desk.rows) < len(before)


def test_typing_filters(desk: Desk) -> None:
    desk.reach(Reach.ALL)
    QTest.keyClicks(desk.table.field, "gpt-5.4 azure")
    assert desk.rows == event_rows.rows(desk.scene, desk.state, Wish(Reach.ALL, "gpt-5.4 azure")).tolist()
    assert 0 < len(desk.rows) < 40
    QTest.keyClick(desk.table.field, Qt.Key.Key_Return)
    assert desk.table.view.hasFocus()


@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_a_click_on_a_header_sorts_and_a_second_turns_it_around(desk: Desk, column: int) -> None:
    header = desk.table.view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
    first, second = (DOWN, UP) if column == 0 else (UP, DOWN)
    for sequence in (first, second):
        QTest.mouseClick(header.viewport(), LEFT, pos=at)
        wish = Wish(column=COLUMNS[column], descending=sequence is DOWN)
        assert desk.table.wish == wish
        assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (column, sequence)
        assert desk.rows == event_rows.rows(desk.scene, desk.state, wish).tolist()


# selection


def test_a_click_chooses_and_does_not_loop_back(desk: Desk) -> None:
    place = desk.table.view.rowAt(50)
    desk.click(place)
    assert desk.chosen == [desk.rows[place]]
    assert desk.selected() == [place]
    desk.show(scroll=7)
    desk.click(place)
    assert desk.chosen == [desk.rows[place]], "it is chosen already"
    desk.show(event=-1, selected="")
    assert desk.selected() == []
    desk.click(place)
    assert desk.chosen == [desk.rows[place]] * 2, "let go of, then chosen again"


def test_the_selection_of_the_timeline_is_the_current_row(desk: Desk) -> None:
    for place in (3, len(desk.rows) - 2):
        desk.show(event=desk.rows[place])
        assert desk.selected() == [place]
        assert desk.table.view.currentIndex().row() == place
        assert desk.in_view(place)
    assert desk.chosen == []
    rival = int(np.flatnonzero(~desk.scene.snapshot.events.shown)[0])
    desk.show(event=rival)
    assert desk.selected() == [], "not listed"
    desk.reach(Reach.ALL)
    assert desk.rows[desk.selected()[0]] == rival
    assert desk.in_view(desk.selected()[0])
    assert desk.chosen == []


def test_the_rows_of_a_selected_model_are_marked_and_come_into_view(desk: Desk) -> None:
    desk.reach(Reach.ALL)
    desk.show(selected="gpt-4")
    model = desk.scene.snapshot.entities.row["gpt-4"]
    own = [place for place, row in enumerate(desk.rows) if desk.scene.snapshot.events.subject[row] == model]
    role = Qt.ItemDataRole.BackgroundRole
    assert all(desk.table.model.index(place, 2).data(role) == load("light").color("selection") for place in own)
    assert any(desk.in_view(place) for place in own)
    assert desk.selected() == []
    desk.show(selected="")
    assert desk.table.model.index(own[0], 2).data(role) is None


def test_a_moved_window_does_not_scroll_back_to_the_selection(desk: Desk, qtbot) -> None:
    desk.show(event=desk.rows[5])
    desk.table.view.scrollToBottom()
    desk.show(window=Window(desk.state.window.start, desk.state.window.end - 1))
    qtbot.waitUntil(lambda: not desk.table.later.isActive())
    assert desk.selected() == [5]
    assert not desk.in_view(5)


def test_keys_walk_the_rows(desk: Desk) -> None:
    view = desk.table.view
    desk.click(desk.table.view.rowAt(0))
    place = view.currentIndex().row()
    page = view.viewport().height() // ROW_H
    steps = ((Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, -1), (Qt.Key.Key_PageDown, page), (Qt.Key.Key_PageUp, -page))
    for key, step in steps:
        before = view.currentIndex().row()
        desk.key(key)
        assert abs(view.currentIndex().row() - before - step) <= (1 if abs(step) > 1 else 0)
        assert desk.chosen[-1] == desk.rows[view.currentIndex().row()]
    assert abs(view.currentIndex().row() - place) <= 1
    desk.key(Qt.Key.Key_End)
    assert desk.chosen[-1] == desk.rows[-1]
    desk.key(Qt.Key.Key_Home)
    assert desk.chosen[-1] == desk.rows[0]
    desk.key(Qt.Key.Key_G)
    assert view.currentIndex().row() == 0, "letters belong to the window"


def test_enter_and_a_double_click_open(desk: Desk) -> None:
    desk.click(desk.table.view.rowAt(30))
    desk.key(Qt.Key.Key_Return)
    assert desk.opened == desk.chosen
    place = desk.table.view.rowAt(75)
    desk.click(place)
    QTest.mouseDClick(desk.table.view.viewport(), LEFT, pos=desk.middle(place))
    assert desk.opened[1:] == [desk.rows[place]]


# copying


def copied() -> list[list[str]]:
    return [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]


def test_ctrl_c_copies_the_selected_rows_under_a_header(desk: Desk) -> None:
    desk.click(2)
    desk.click(4, SHIFT)
    desk.click(7, CTRL)
    assert sorted(desk.selected()) == [2, 3, 4, 7], "what was chosen on the way did not undo it"
    desk.key(Qt.Key.Key_C, CTRL)
    expected = [[cell(desk.scene, TODAY, desk.rows[place], column) for column in COLUMNS] for place in (2, 3, 4, 7)]
    assert copied() == [[column.value for column in COLUMNS], *expected]
    assert desk.table.said.text() == "4 rows copied"


def test_ctrl_c_in_the_table_is_not_for_the_window(desk: Desk) -> None:
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_C, CTRL)
    event.ignore()
    QApplication.sendEvent(desk.table.view, event)
    assert event.isAccepted()
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_S, CTRL | SHIFT)
    event.ignore()
    QApplication.sendEvent(desk.table.view, event)
    assert not event.isAccepted()


def test_hidden_columns_are_not_copied(desk: Desk) -> None:
    desk.table.view.setColumnHidden(1, True)
    desk.click(0)
    desk.key(Qt.Key.Key_C, CTRL)
    assert copied()[0] == [column.value for column in COLUMNS if column is not Column.KIND]


# columns and menus


def opened_menu(table: EventsTable) -> QMenu:
    (menu,) = table.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return menu


def test_the_menu_of_the_header_hides_and_shows_columns(desk: Desk, qtbot) -> None:
    desk.table.show_header_menu(QPoint(10, 5))
    menu = opened_menu(desk.table)
    action = menu.actions()[COLUMNS.index(Column.KNOWN)]
    assert (action.text(), action.isChecked()) == ("Known since", True)
    action.trigger()
    assert Column.KNOWN not in desk.table.columns()
    assert desk.table.widths()[COLUMNS.index(Column.KNOWN)] == 0
    action.trigger()
    assert desk.table.columns() == list(COLUMNS)
    menu.close()
    qtbot.waitUntil(lambda: not desk.table.findChildren(QMenu))


def test_the_last_column_cannot_be_hidden(desk: Desk, qtbot) -> None:
    desk.table.set_widths([0] * (len(COLUMNS) - 1) + [100])
    menu = desk.table.menu(rows=False)
    assert [action.isEnabled() for action in menu.actions()] == [True] * (len(COLUMNS) - 1) + [False]
    menu.deleteLater()


def test_everything_in_the_menu_of_the_rows_can_be_done_without_a_mouse(desk: Desk, qtbot) -> None:
    desk.click(1)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(desk.table.view.viewport(), event)
    menu = opened_menu(desk.table)
    actions = {action.text(): action for action in menu.actions()}
    actions["Show on the timeline"].trigger()
    assert desk.opened == [desk.rows[1]]
    actions["Copy rows"].trigger()
    assert len(copied()) == 2
    sorting = {action.text(): action for action in actions["Sort by"].menu().actions()}
    sorting["Kind"].trigger()
    assert desk.table.wish == Wish(column=Column.KIND)
    sorting["Kind"].trigger()
    assert desk.table.wish == Wish(column=Column.KIND, descending=True)
    menu.close()
    qtbot.waitUntil(lambda: not desk.table.findChildren(QMenu))


def test_widths_are_kept(desk: Desk, desk_of: Callable[[Scene], Desk]) -> None:
    desk.table.view.setColumnWidth(2, 333)
    desk.table.view.setColumnHidden(3, True)
    other = desk_of(desk.scene).table
    other.set_widths(desk.table.widths())
    assert other.widths() == desk.table.widths()
    assert (other.widths()[2], other.widths()[3]) == (333, 0)
    for strange in ([1, 2], [0] * len(COLUMNS), ()):
        other.set_widths(strange)
        assert list(other.widths())[:-1] == list(WIDTHS.values())[:-1]
    other.set_widths([10**9, -5] + [1] * (len(COLUMNS) - 2))
    assert other.widths()[:3] == (2000, 0, 40)


# looks


def test_a_title_is_text_and_never_html(desk_of: Callable[[Scene], Desk], scene: Scene) -> None:
    titles = list(scene.snapshot.titles)
    row = event_rows.rows(scene, views.first_state(scene, TODAY), Wish()).tolist()[0]
    titles[row] = "<b>bold</b> <img src=x>"
    desk = desk_of(Scene(replace(scene.snapshot, titles=tuple(titles))))
    index = desk.table.model.index(desk.rows.index(row), COLUMNS.index(Column.WHAT))
    assert index.data() == "<b>bold</b> <img src=x>"
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;bold&lt;/b&gt; &lt;img" in tip
    assert "<b>" not in tip
    assert "<img" not in tip


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_read_on_every_ground_and_the_chosen_row_is_seen(desk: Desk, theme: str) -> None:
    colours = load(theme)
    desk.table.set_theme(colours)
    desk.reach(Reach.ALL)
    desk.table.field.setText("openai")
    rivals = set(np.flatnonzero(~desk.scene.snapshot.events.shown).tolist())
    place = next(n for n, row in enumerate(desk.rows) if row in rivals)
    desk.click(place)
    for paint in ("text", "faint", "warning"):
        for ground in ("ground", "selection", "window"):
            assert contrast(colours.color(paint), colours.color(ground)) >= 4.5, (paint, ground)
    picture: QImage = desk.table.view.viewport().grab().toImage()
    box = desk.table.view.visualRect(desk.table.model.index(place, 0))
    assert picture.pixelColor(box.left() + 1, box.center().y()) == colours.color("ink")
    assert picture.pixelColor(box.right() - 4, box.center().y()) == colours.color("window")
    swatch = desk.table.view.visualRect(desk.table.model.index(place, 2))
    assert picture.pixelColor(swatch.left() + 7, swatch.center().y()) == colours.color("openai"), "not tinted"


def test_what_is_about_nobody_has_no_colour(desk: Desk) -> None:
    desk.reach(Reach.ALL)
    icons = {cell(desk.scene, TODAY, row, Column.THING): n for n, row in enumerate(desk.rows)}
    role = Qt.ItemDataRole.DecorationRole
    assert desk.table.model.index(icons["GPT-5.4"], 2).data(role) is not None
    desk.table.field.setText("check")
    nobody = [place for place in range(len(desk.rows)) if not desk.text(place, 2) + desk.text(place, 4)]
    assert nobody
    assert all(desk.table.model.index(place, 2).data(role) is None for place in nobody)


def test_what_screen_readers_get(desk: Desk) -> None:
    assert desk.table.view.accessibleName() == "Events"
    assert desk.table.field.accessibleName()
    assert desk.table.model.headerData(2, Qt.Orientation.Horizontal) == "Model or thing"


# sizes


def test_an_empty_store(desk_of: Callable[[Scene], Desk], empty_scene: Scene) -> None:
    desk = desk_of(empty_scene)
    for reach in Reach:
        desk.reach(reach)
        assert desk.rows == []
        assert desk.table.said.text() == "0 of 0 events"
    for key in (Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_Return):
        desk.key(key)
    desk.key(Qt.Key.Key_C, CTRL)
    assert (desk.chosen, desk.opened) == ([], [])
    assert desk.table.model.data(QModelIndex()) is None


def test_a_million_rows(desk_of: Callable[[Scene], Desk]) -> None:
    scene = Scene(synthetic.snapshot(1_000_000))
    desk = desk_of(scene)
    desk.reach(Reach.ALL)
    view = desk.table.view
    assert desk.table.model.rowCount() == 1_000_000
    view.horizontalHeader().setSortIndicator(2, DOWN)
    assert desk.table.wish == Wish(Reach.ALL, "", Column.THING, True)
    view.setFocus()
    desk.key(Qt.Key.Key_End)
    assert desk.chosen == [int(desk.table.model.listed[-1])]
    assert desk.in_view(999_999)
    view.selectAll()
    desk.key(Qt.Key.Key_C, CTRL)
    assert len(copied()) == MOST_COPIED + 1
    assert desk.table.said.text() == "20,000 rows copied; 1,000,000 are selected"
    desk.table.field.setText("claim 77")
    assert 0 < desk.table.model.rowCount() < 50_000
