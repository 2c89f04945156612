"""Every key of the interaction table, with real key events, and that every action has a menu entry and a place."""

import sys
from dataclasses import fields

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QLabel, QMenu

from modelspan.app import commands, kept_view, picking, settings
from modelspan.app.layout import HEADER_W
from modelspan.app.state import range_of
from modelspan.domain.dates import day
from modelspan.domain.snapshot import KINDS
from modelspan.engine.lanes import Grouping, Lane, Order
from modelspan.engine.tracks import KINDS_OF, Track
from modelspan.engine.window import NOTCH, Window
from modelspan.ui import keys
from modelspan.ui.main_window import MainWindow
from tests.gui.conftest import TODAY
from tests.gui.hand import ALT, CTRL, NONE, SHIFT, Hand

K = Qt.Key
OUTSIDE = Qt.MouseButton.NoButton


def lane_models(hand: Hand) -> list[tuple[str, int]]:
    """Model and section of every lane of a model, top to bottom."""
    lanes, ids = hand.window.scene.lanes(hand.state), hand.window.scene.snapshot.entities.ids
    rows = zip(lanes.kind, lanes.ref, lanes.section, strict=True)
    return [(ids[ref], int(section)) for kind, ref, section in rows if kind == Lane.MODEL]


def centre(hand: Hand) -> float:
    return (hand.state.window.start + hand.state.window.end) / 2


def event_day(hand: Hand) -> int:
    return int(hand.window.scene.day_of_event[hand.state.event])


# walking events


@pytest.mark.parametrize(("forth", "back"), [(K.Key_Right, K.Key_Left), (K.Key_Period, K.Key_Comma)])
def test_arrows_walk_the_events_of_the_lane_by_day(near: Hand, forth: Qt.Key, back: Qt.Key) -> None:
    near.select("gpt-5-4")
    near.window.store.update(window=Window(TODAY - 40.0, TODAY + 40.0))
    near.key(forth)
    first = near.state.event
    assert event_day(near) >= centre(near) - 41, "the first step starts from the view"
    rows = picking.events_of_selection(near.window.context())
    days = near.window.scene.day_of_event[rows]
    assert int(days[np.searchsorted(days, TODAY)]) == event_day(near)
    walked = [near.state.event]
    for _ in range(len(rows)):
        near.key(back)
        walked.append(near.state.event)
        assert near.state.window.start <= event_day(near) < near.state.window.end, "the day is in view"
    assert walked[-1] == rows[0], "it stops at the first one"
    at = rows.tolist().index(first)
    assert walked[: at + 1] == rows[: at + 1].tolist()[::-1]
    near.key(forth)
    assert near.state.event == rows[1]
    assert near.state.selected == "gpt-5-4"


def test_the_first_step_back_starts_from_the_view_too(near: Hand) -> None:
    near.select("gpt-5-4")
    near.window.store.update(window=Window(TODAY - 40.0, TODAY + 40.0))
    rows = picking.events_of_selection(near.window.context())
    days = near.window.scene.day_of_event[rows]
    near.key(K.Key_Left)
    assert event_day(near) == days[days < TODAY].max()


@pytest.mark.parametrize("track", [Track.DEALS, Track.PRICES, Track.CLAIMS])
def test_arrows_walk_along_a_track(hand: Hand, track: Track) -> None:
    if track not in hand.state.tracks:
        hand.run(f"open_{track}")
    scene = hand.window.scene
    target = next(t for t in hand.targets("event") if KINDS[scene.snapshot.events.kind[t.ref]] in KINDS_OF[track])
    hand.click(QPoint(target.x + target.w // 2, target.y + target.h // 2))
    seen = [hand.state.event]
    assert seen == [target.ref]
    rows = list(dict.fromkeys(scene.points_of(hand.state, track).row.tolist()))
    for _ in rows:
        hand.key(K.Key_Left)
        if hand.state.event != seen[-1]:
            seen.append(hand.state.event)
        subject = int(scene.snapshot.events.subject[hand.state.event])
        assert hand.state.selected == (scene.snapshot.entities.ids[subject] if subject >= 0 else "")
    assert seen[-1] == rows[0], "every event of the track is passed, none holds it up"
    assert seen == rows[: rows.index(target.ref) + 1][::-1]


def test_an_event_with_two_points_does_not_hold_the_walk_up(hand: Hand, monkeypatch) -> None:
    """As a price of input and output has."""
    points = hand.window.scene.points[Track.DEALS]
    twice = {part.name: np.repeat(getattr(points, part.name), 2) for part in fields(points)}
    twice["amends"] = np.full(2 * len(points), -1, np.int32)
    monkeypatch.setitem(hand.window.scene.points, Track.DEALS, type(points)(**twice))
    first = points.row.tolist()[:4]
    hand.window.store.update(event=first[0])
    walked = [hand.state.event]
    for _ in first[1:]:
        hand.key(K.Key_Right)
        walked.append(hand.state.event)
    assert walked == first


def test_ctrl_and_arrows_pan_by_a_tenth(hand: Hand) -> None:
    before = hand.state.window
    hand.key(K.Key_Left, CTRL)
    assert hand.state.window.start == pytest.approx(before.start - before.span / 10)
    hand.key(K.Key_Right, CTRL)
    assert hand.state.window.start == pytest.approx(before.start)
    assert hand.state.event == -1


# walking lanes


def test_up_and_down_go_to_the_nearest_event_of_the_next_lane(hand: Hand) -> None:
    hand.key(K.Key_E)
    hand.key(K.Key_Down)
    hand.key(K.Key_Right)
    tried = 0
    for _ in range(12):
        if hand.state.event < 0:
            hand.key(K.Key_Right)
        was = event_day(hand)
        hand.key(K.Key_Down)
        rows = picking.events_of_selection(hand.window.context())
        if hand.state.event >= 0:
            assert hand.state.event in rows
            days = hand.window.scene.day_of_event[rows]
            assert abs(event_day(hand) - was) == np.abs(days.astype(int) - was).min()
            tried += 1
    assert tried > 5


def test_a_model_that_stands_in_two_sections_does_not_make_the_walk_jump(hand: Hand) -> None:
    hand.key(K.Key_E)
    order = lane_models(hand)
    twice = {model for model, _ in order if [name for name, _ in order].count(model) > 1}
    assert twice
    walked = []
    for _ in range(40):
        hand.key(K.Key_Down)
        walked.append((hand.state.selected, hand.state.section))
    assert walked == order[:40]
    assert {model for model, _ in walked} & twice
    for expected in order[38::-1]:
        hand.key(K.Key_Up)
        assert (hand.state.selected, hand.state.section) == expected


def test_the_walk_of_lanes_starts_from_the_view(hand: Hand) -> None:
    hand.key(K.Key_E)
    hand.wheel(-30)
    scroll = hand.state.scroll
    assert scroll > 1000
    hand.key(K.Key_Down)
    assert abs(hand.state.scroll - scroll) < 60, "it does not jump back to the first lane"
    assert hand.place("model", hand.state.selected).y() < 200
    hand.key(K.Key_Escape)
    hand.key(K.Key_Up)
    assert abs(hand.state.scroll - scroll) < 120
    assert hand.place("model", hand.state.selected).y() > 400


# keys by their place


def scan_key(hand: Hand, code: int, key: Qt.Key, text: str, repeat: bool = False, up: bool = True) -> None:
    """A key as the system sends it: first it asks whether the widget wants it for itself, then it is pressed.

    Straight to the canvas: QApplication would ask again for an event that no system sent, and without its scan code.
    """
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)[: 3 if up else 2]:
        event = QKeyEvent(kind, key, NONE, code, 0, 0, text, repeat)
        event.ignore()
        hand.canvas.event(event)
        if kind is QEvent.Type.ShortcutOverride:
            assert event.isAccepted(), "else its letter's shortcut would take it"


W, A, S, D = keys.SCAN_CODES.get(sys.platform, (25, 38, 39, 40))


@pytest.mark.skipif(sys.platform == "darwin", reason="no scan codes there")
def test_on_a_french_layout_the_keys_that_print_z_q_s_d_move(hand: Hand) -> None:
    window = hand.state.window
    scan_key(hand, W, K.Key_Z, "z")
    assert hand.state.window.span == pytest.approx(window.span / NOTCH**2)
    scan_key(hand, S, K.Key_S, "s")
    assert hand.state.window.span == pytest.approx(window.span)
    scan_key(hand, A, K.Key_Q, "q")
    assert hand.state.window.start == pytest.approx(window.start - window.span / 10)
    scan_key(hand, D, K.Key_D, "d")
    assert hand.state.window.start == pytest.approx(window.start)


def test_macos_gives_every_key_one_scan_code_and_its_place_as_key_code(monkeypatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")

    def pressed(key: Qt.Key, code: int) -> str:
        return keys.held_action(QKeyEvent(QEvent.Type.KeyPress, key, NONE, 1, code, 0, "", False))

    assert pressed(K.Key_Z, 13) == "zoom_in", "the place of W"
    assert [pressed(K.Key_Q, 0), pressed(K.Key_S, 1), pressed(K.Key_D, 2)] == ["pan_left", "zoom_out", "pan_right"]
    assert pressed(K.Key_J, 38) == ""
    assert pressed(K.Key_W, 6) == ""


@pytest.mark.parametrize("held", [SHIFT, CTRL, ALT])
def test_with_a_key_of_control_they_are_no_moves(held: Qt.KeyboardModifier) -> None:
    assert keys.held_action(QKeyEvent(QEvent.Type.KeyPress, K.Key_W, held, W, 0, 0, "w", False)) == ""


@pytest.mark.parametrize("key", "wasdWASDzq")
def test_they_are_off_while_one_types(hand: Hand, key: str) -> None:
    before = hand.state
    hand.key(K.Key_Slash)
    QTest.keyClick(QApplication.focusWidget(), key)
    assert hand.window.bar.field.text() == key
    assert hand.state == before


@pytest.mark.skipif(sys.platform == "darwin", reason="no scan codes there")
def test_a_held_key_goes_faster_and_a_new_press_begins_slowly(hand: Hand) -> None:
    steps = []
    for n in range(40):
        before = hand.state.window
        scan_key(hand, D, K.Key_D, "d", repeat=n > 0, up=False)
        steps.append(round((hand.state.window.start - before.start) / before.span, 3))
    assert steps[0] == 0.1
    assert steps == sorted(steps)
    assert steps[-1] == pytest.approx(0.1 * keys.FASTEST)
    before = hand.state.window
    scan_key(hand, D, K.Key_D, "d")
    assert hand.state.window.start - before.start == pytest.approx(before.span / 10)


# zoom and fit


@pytest.mark.parametrize("key", [K.Key_Plus, K.Key_Equal])
def test_plus_and_minus_zoom_about_the_pointer_or_today(hand: Hand, key: Qt.Key) -> None:
    window = hand.state.window
    hand.key(key)
    assert hand.state.window.span == pytest.approx(window.span / NOTCH**2)
    share = (TODAY + 0.5 - hand.state.window.start) / hand.state.window.span
    assert share == pytest.approx((TODAY + 0.5 - window.start) / window.span)
    hand.key(K.Key_Minus)
    assert hand.state.window.span == pytest.approx(window.span)
    hand.move(QPoint(1100, 300), button=OUTSIDE)
    under = hand.canvas.day_at(1100)
    hand.key(key)
    assert hand.canvas.day_at(1100) == pytest.approx(under)


def test_home_and_end_go_to_the_first_and_last_event(hand: Hand) -> None:
    days, span = hand.window.scene.event_days(hand.state), hand.state.window.span
    for key, place in ((K.Key_Home, 0), (K.Key_End, -1)):
        hand.key(key)
        assert centre(hand) == pytest.approx(int(days[place]) + 0.5)
        assert hand.state.window.span == pytest.approx(span)


def test_f_first_centres_then_fits(near: Hand) -> None:
    near.select("gpt-5-4")
    near.drag(QPoint(1000, 300), QPoint(500, 300))
    span = near.state.window.span
    near.key(K.Key_F)
    assert near.state.window.span == pytest.approx(span), "the first time only the place changes"
    lives = near.window.scene.lives
    begin = min(int(lives.begin[n]) for n in lives.of(near.row("gpt-5-4")))
    assert near.state.window.start < begin
    middle = centre(near)
    near.key(K.Key_F)
    assert near.state.window.span != pytest.approx(span)
    assert centre(near) == pytest.approx(middle, abs=2)


@pytest.mark.parametrize(("key", "months"), [(K.Key_1, 12), (K.Key_2, 24), (K.Key_3, 3)])
def test_digits_show_so_much_about_today(hand: Hand, key: Qt.Key, months: int) -> None:
    hand.key(K.Key_0)
    hand.key(key)
    assert hand.state.window == range_of(months, TODAY)


# markers and ranges


def answer(hand: Hand, text: str | None) -> str:
    """Answers the one question that is asked, or leaves it; returns what stood in it."""
    asked = next(box for box in hand.window.findChildren(QInputDialog) if box.isVisible())
    stood = asked.textValue()
    if text is None:
        asked.reject()
    else:
        asked.setTextValue(text)
        asked.accept()
    return stood


def test_m_marks_the_day_under_the_pointer_and_asks_for_words(hand: Hand) -> None:
    hand.move(QPoint(800, 300), button=OUTSIDE)
    at = int(hand.canvas.day_at(800) // 1)
    hand.key(K.Key_M)
    assert answer(hand, "  our\n launch ") == ""
    (marker,) = hand.state.markers
    assert (marker.start, marker.end, marker.text) == (at, at + 1, "our launch")
    assert settings.load().markers == hand.state.markers
    hand.key(K.Key_F2)
    assert answer(hand, "start") == "our launch"
    assert [one.text for one in hand.state.markers] == ["start"]
    hand.key(K.Key_F2)
    answer(hand, None)
    assert [one.text for one in hand.state.markers] == ["start"], "a question that is left changes nothing"
    hand.key(K.Key_Delete)
    assert hand.state.markers == ()
    assert settings.load().markers == ()


def test_shift_m_marks_the_life_of_the_selection(near: Hand) -> None:
    near.key(K.Key_M, SHIFT)
    assert near.state.markers == ()
    near.select("gpt-5-4")
    near.key(K.Key_M, SHIFT)
    answer(near, "in use")
    (marker,) = near.state.markers
    assert marker.start <= day(2026, 3, 5) < TODAY < marker.end


def test_del_takes_the_nearest_marker_in_view(hand: Hand) -> None:
    for x in (500, 900):
        hand.move(QPoint(x, 300), button=OUTSIDE)
        hand.key(K.Key_M)
        answer(hand, str(x))
    hand.move(QPoint(520, 300), button=OUTSIDE)
    hand.key(K.Key_Delete)
    assert [one.text for one in hand.state.markers] == ["900"]
    hand.window.store.update(window=Window(0.0, 30.0))
    hand.key(K.Key_Delete)
    assert len(hand.state.markers) == 1, "what is out of view is not taken away unseen"


def test_going_back_takes_no_marker_and_nothing_followed_away(near: Hand) -> None:
    near.select("gpt-5-4")
    near.window.store.settle()
    near.key(K.Key_0)
    near.window.store.settle()
    near.key(K.Key_M)
    answer(near, "mine")
    near.key(K.Key_P)
    window = near.state.window
    near.window.store.settle()
    near.key(K.Key_1)
    near.window.store.settle()
    near.key(K.Key_Left, ALT)
    assert near.state.window == window
    for _ in range(5):
        near.key(K.Key_Left, ALT)
    assert near.state.window != window
    assert [one.text for one in near.state.markers] == ["mine"]
    assert near.state.followed == (("gpt-5-4", ""),)
    assert settings.load().followed == near.state.followed
    near.key(K.Key_Right, ALT)
    assert [one.text for one in near.state.markers] == ["mine"]


def test_r_marks_the_selection_and_z_zooms_there(near: Hand) -> None:
    near.key(K.Key_R)
    near.key(K.Key_Z)
    assert near.state.ranges == ()
    near.select("gpt-5-4")
    near.key(K.Key_R)
    ((low, high),) = near.state.ranges
    assert low <= day(2026, 3, 5) < high
    near.key(K.Key_Z)
    assert (near.state.window.start, near.state.window.end) == pytest.approx((low, high))


# search and history


def test_ctrl_f_and_slash_open_the_same_field(hand: Hand) -> None:
    for key, held in ((K.Key_Slash, NONE), (K.Key_F, CTRL)):
        hand.key(key, held)
        assert hand.window.bar.field.hasFocus()
        hand.canvas.setFocus()


def test_backspace_goes_back_and_a_drag_is_one_step(hand: Hand) -> None:
    first = hand.state
    hand.press(QPoint(900, 300))
    for x in range(880, 600, -20):
        hand.move(QPoint(x, 300))
    hand.release(QPoint(620, 300))
    assert hand.state != first
    hand.key(K.Key_Backspace)
    assert hand.state == first
    hand.key(K.Key_Right, ALT)
    assert hand.state.window.start > first.window.start


def test_backspace_in_the_field_is_the_fields(hand: Hand) -> None:
    hand.drag(QPoint(900, 300), QPoint(600, 300))
    before = hand.state
    hand.key(K.Key_Slash)
    QTest.keyClicks(hand.window.bar.field, "ab")
    QTest.keyClick(hand.window.bar.field, K.Key_Backspace)
    assert hand.window.bar.field.text() == "a"
    assert hand.state == before


# the key sheet and the menus


@pytest.mark.parametrize(("key", "held"), [(K.Key_Question, NONE), (K.Key_F1, NONE)])
def test_the_key_sheet_holds_every_key(hand: Hand, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    hand.key(key, held)
    sheet = next(box for box in hand.window.findChildren(QDialog) if box.isVisible())
    texts = [label.text() for label in sheet.findChildren(QLabel)]
    for action in hand.window.registry:
        for one in action.keys:
            native = QKeySequence(one).toString(QKeySequence.SequenceFormat.NativeText)
            assert native, f"{one} is no key"
            assert any(native == part for text in texts for part in text.split(", ")) or native == ","
        if action.keys:
            assert action.title in texts
    sheet.close()


@pytest.mark.parametrize(("name", "plain"), [("scroll", "scroll lanes"), ("zoom", "zoom at the pointer")])
def test_the_key_sheet_says_what_the_wheel_does(hand: Hand, name: str, plain: str) -> None:
    hand.run(f"wheel_{name}")
    hand.key(K.Key_F1)
    sheet = next(box for box in hand.window.findChildren(QDialog) if box.isVisible())
    texts = [label.text() for label in sheet.findChildren(QLabel)]
    assert texts[texts.index("Wheel") + 1].startswith(plain)
    sheet.close()


def entries(menu: QMenu) -> list[str]:
    found = []
    for action in menu.actions():
        inner = action.menu()
        found += entries(inner) if isinstance(inner, QMenu) else [str(action.data())]
    return found


def test_every_action_stands_in_a_menu_of_the_bar(hand: Hand) -> None:
    found: list[str] = []
    for action in hand.window.menuBar().actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        found += entries(menu)
    assert sorted(found) == sorted(action.id for action in hand.window.registry)


def checked(hand: Hand, menu: str, group: str) -> list[str]:
    """The entries of a menu with a check mark, once it has opened."""
    found = hand.window.menus.groups[menu, group]
    found.aboutToShow.emit()
    return [str(action.data()) for action in found.actions() if action.isChecked()]


@pytest.mark.parametrize(
    ("menu", "group", "names"),
    [
        ("Show", "Group by", [f"group_{one}" for one in Grouping]),
        ("Show", "Sort by", [f"sort_{one}" for one in Order]),
        ("View", "Theme", ["theme_dark", "theme_light", "theme_system"]),
        ("View", "Wheel", ["wheel_zoom", "wheel_scroll"]),
        ("View", "Motion", ["motion_system", "motion_off"]),
    ],
)
def test_choices_show_one_check_mark_that_follows(hand: Hand, menu: str, group: str, names: list[str]) -> None:
    for name in (*names, names[0], names[0]):
        hand.run(name)
        assert checked(hand, menu, group) == [name]


def test_check_marks_follow_what_keys_and_panes_do(hand: Hand) -> None:
    hand.window.store.update(grouping=Grouping.STATUS)
    assert checked(hand, "Show", "Group by") == ["group_status"]
    view = hand.window.menus.menus["View"]
    for on in (False, True):
        hand.key(K.Key_K)
        view.aboutToShow.emit()
        assert hand.window.menus.actions["key"].isChecked() is on


def test_the_menu_of_recent_stores_names_them_and_opens_them(hand: Hand, empty_store, bundled_store) -> None:
    group = hand.window.menus.groups["File", "Open recent"]
    hand.window.menus.menus["File"].aboutToShow.emit()
    assert not group.menuAction().isVisible(), "none yet"
    for path in (bundled_store, empty_store):
        hand.window.exchange.open_path(path)
    hand.window.menus.menus["File"].aboutToShow.emit()
    assert group.menuAction().isVisible()
    shown = [action.text() for action in group.actions() if action.isVisible()]
    assert shown == [str(empty_store), str(bundled_store)]
    hand.run("recent_2")
    assert hand.window.path == bundled_store
    assert settings.load().recent == (str(bundled_store), str(empty_store))


def test_a_recent_store_that_is_gone_is_told_once_and_forgotten(hand: Hand, tmp_path) -> None:
    gone = tmp_path / "gone.sqlite"
    hand.window.keep(recent=(str(gone),))
    hand.run("recent_1")
    assert "gone.sqlite" in hand.complaint()
    assert settings.load().recent == ()


def test_no_two_actions_share_a_key() -> None:
    taken: dict[str, str] = {}
    for action in commands.registry():
        for key in action.keys:
            sequence = QKeySequence(key).toString()
            assert taken.setdefault(sequence, action.id) == action.id, sequence


def test_every_key_runs_on_an_empty_store(empty_window: MainWindow) -> None:
    hand = Hand(empty_window)
    for key in (
        K.Key_Right, K.Key_Left, K.Key_Up, K.Key_Down, K.Key_Home, K.Key_End, K.Key_F, K.Key_T, K.Key_0, K.Key_R,
        K.Key_Z, K.Key_BracketLeft, K.Key_BracketRight, K.Key_O, K.Key_P, K.Key_Return, K.Key_E, K.Key_Delete,
        K.Key_F2, K.Key_F3, K.Key_Backspace, K.Key_W, K.Key_1,
    ):  # fmt: skip
        hand.key(key)
    hand.canvas.grab()
    assert hand.state.selected == ""
    assert hand.canvas.place().header == HEADER_W


# closing and opening again


def test_the_view_comes_back_shifted_with_today(hand: Hand, show, bundled_store) -> None:
    scene = hand.window.scene
    for action in ("group_family", "sort_name", "open_deals", "up_claims", "show_speeds", "key", "table"):
        hand.run(action)
    bench = hand.window.scene.snapshot.entities
    name = next(one for one, row in bench.row.items() if bench.ids[row].startswith("swe-bench"))
    hand.window.store.update(pinned=(name,))
    hand.select("gpt-5-4")
    hand.key(K.Key_P)
    hand.key(K.Key_M)
    answer(hand, "ours")
    hand.key(K.Key_O)
    hand.drag(QPoint(700, 300), QPoint(650, 300))
    hand.key(K.Key_W)
    before = hand.state
    hand.window.close()
    again = MainWindow(bundled_store, scene, TODAY + 3, "light")
    try:
        again.show()
        state = again.store.state
        assert (state.window.start, state.window.end) == (before.window.start + 3, before.window.end + 3)
        for part in (
            "grouping", "order", "tracks", "track_order", "pinned", "key", "filter", "followed", "markers", "expanded",
        ):  # fmt: skip
            assert getattr(state, part) == getattr(before, part), part
        assert state.selected == ""
        assert state.filter.only == {"gpt-5-4"}
        assert again.table is not None
        assert again.table.isVisible()
        again.canvas.grab()
    finally:
        again.close()
        again.deleteLater()


GARBAGE = ("true", "-7", "1e300", "nan", '"<b>no such thing</b>"', "[]", "[1]", '["nothing", "x"]', "{ x = [1] }")


@pytest.mark.parametrize("bad", GARBAGE)
def test_a_settings_file_with_garbage_in_every_field_opens_a_view(window, show, bundled_store, scene, bad: str) -> None:
    state = window.store.state
    window.close()
    names = [*kept_view.table_of(state), "seen", "start", "end"]
    filters = [*kept_view.table_of(state)["filter"], "start", "end"]
    lines = [f"{name} = {bad}" for name in ("theme", "wheel", "recent", "followed", "marker")]
    lines += ["[view]", *(f"{name} = {bad}" for name in dict.fromkeys(names) if name != "filter")]
    lines += ["[view.filter]", *(f"{name} = {bad}" for name in dict.fromkeys(filters) if bad != GARBAGE[7])]
    lines += ["[table]", "shown = true", *(f"{name} = {bad}" for name in ("height", "widths"))]
    settings.path().write_text("\n".join(lines), "utf-8")
    again = show(bundled_store, scene)
    again.canvas.grab()
    found = again.store.state
    assert found.window == state.window
    assert (found.grouping, found.order) == (state.grouping, state.order)
    assert (found.followed, found.markers) == ((), ())
    for action in ("expand_all", "fit_all", "every_life", "open_scores", "benchmark"):
        again.menus.actions[action].trigger()
        again.canvas.grab()
    assert again.table.isVisible()
