"""Wheel, touchpad, drags and clicks: every row of the mouse's part of the interaction table, with real events."""

import itertools

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QToolTip

from modelspan.app import layout, picking, settings
from modelspan.app.layout import AXIS_H
from modelspan.domain.dates import day, iso
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import KINDS
from modelspan.engine import overview
from modelspan.engine.frame import Target
from modelspan.engine.lanes import Lane
from modelspan.engine.tracks import Track
from modelspan.engine.window import NOTCH, Window
from modelspan.store import lookup
from modelspan.ui.main_window import MainWindow
from tests.gui.conftest import TODAY
from tests.gui.hand import ALT, CTRL, GROUND, NONE, SHIFT, Hand, middle

PRESETS = ["scroll", "zoom"]
RIGHT, MIDDLE = Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NATIVE = Qt.NativeGestureType
LONG_AGO = -10_000  # ms


@pytest.fixture
def many(hand: Hand) -> Hand:
    """The same with more lanes than fit."""
    hand.key(Qt.Key.Key_E)
    return hand


def preset(hand: Hand, name: str) -> None:
    hand.run(f"wheel_{name}")
    assert settings.load().wheel == name
    assert hand.canvas.preset == name


# the wheel


@pytest.mark.parametrize("name", PRESETS)
def test_the_preset_swaps_what_plain_and_ctrl_wheel_do(many: Hand, name: str) -> None:
    preset(many, name)
    scrolls, zooms = (NONE, CTRL) if name == "scroll" else (CTRL, NONE)
    first = many.state
    many.wheel(-1, held=scrolls)
    assert many.state.scroll > first.scroll
    assert many.state.window == first.window
    second = many.state
    many.wheel(1, held=zooms)
    assert many.state.scroll == second.scroll
    assert many.state.window.span == pytest.approx(second.window.span / NOTCH)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("held", [NONE, CTRL, SHIFT])
def test_a_sideways_wheel_pans_and_never_zooms(many: Hand, name: str, held: Qt.KeyboardModifier) -> None:
    preset(many, name)
    before = many.state
    many.wheel(-1, held=held, sideways=True)
    assert many.state.window.start > before.window.start
    assert many.state.window.span == pytest.approx(before.window.span)
    assert many.state.scroll == before.scroll


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("part", ["axis", "overview"])
def test_sideways_over_axis_and_overview_pans(hand: Hand, name: str, part: str) -> None:
    preset(hand, name)
    area, before = getattr(hand.canvas.place(), part), hand.state.window
    hand.wheel(-1, QPoint(700, area.y + area.h // 2), sideways=True)
    assert hand.state.window.span == pytest.approx(before.span)
    assert hand.state.window.start > before.start


def test_an_axis_that_is_locked_neither_zooms_nor_pans_by_the_other(many: Hand) -> None:
    """A touchpad sends degrees beside its pixels; they do not get around the lock."""
    many.turn(pixels=(-40, 0), angle=(-80, 0), phase=Qt.ScrollPhase.ScrollUpdate, held=CTRL)
    before = many.state
    many.turn(pixels=(0, 40), angle=(0, 80), phase=Qt.ScrollPhase.ScrollUpdate, held=CTRL)
    assert many.state == before


@pytest.mark.parametrize("name", PRESETS)
def test_shift_and_wheel_pan_in_both_presets(many: Hand, name: str) -> None:
    preset(many, name)
    before = many.state
    many.wheel(-1, held=SHIFT)
    many.wheel(1, held=SHIFT)
    assert many.state.window.start == pytest.approx(before.window.start)
    many.wheel(1, held=SHIFT)
    assert many.state.window.start < before.window.start
    assert many.state.scroll == before.scroll


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("sideways", [False, True])
def test_alt_and_wheel_make_lanes_higher(many: Hand, name: str, sideways: bool) -> None:
    preset(many, name)
    before = many.state
    high = many.window.scene.lanes(before).height
    many.wheel(1, held=ALT, sideways=sideways)
    assert many.state.lane_size == 1
    assert many.window.scene.lanes(many.state).height > high
    many.wheel(-1, held=ALT, sideways=sideways)
    assert many.state.lane_size == 0
    assert (many.state.window, many.state.scroll) == (before.window, before.scroll)


def test_lanes_have_a_least_and_a_most_height(many: Hand) -> None:
    many.wheel(50, held=ALT)
    most = many.state.lane_size
    many.wheel(-50, held=ALT)
    assert many.state.lane_size < 0 < most < 50


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("part", ["axis", "overview"])
@pytest.mark.parametrize("held", [NONE, CTRL, SHIFT])
def test_over_axis_and_overview_the_wheel_always_zooms(
    many: Hand, name: str, part: str, held: Qt.KeyboardModifier
) -> None:
    preset(many, name)
    area, before = getattr(many.canvas.place(), part), many.state
    many.wheel(1, QPoint(900, area.y + area.h // 2), held)
    assert many.state.window.span == pytest.approx(before.window.span / NOTCH)
    assert many.state.scroll == before.scroll


def test_over_the_axis_the_day_under_the_pointer_stays(hand: Hand) -> None:
    under = hand.canvas.day_at(1100)
    hand.wheel(4, QPoint(1100, AXIS_H - 5))
    assert hand.canvas.day_at(1100) == pytest.approx(under)


def test_over_the_overview_the_day_under_the_pointer_keeps_its_share(hand: Hand) -> None:
    """The pointer stands on another day there than on the axis above it."""
    area, before = hand.canvas.place().overview, hand.state.window
    under = day(2026, 7, 1)
    x = hand.overview_x(under)
    under = hand.canvas.overview_day(x)
    hand.wheel(3, QPoint(x, area.y + 10))
    after = hand.state.window
    assert (under - after.start) / after.span == pytest.approx((under - before.start) / before.span)
    hand.wheel(1, QPoint(hand.canvas.overview_strip().x + 2, area.y + 10))
    assert hand.state.window.start == pytest.approx(after.start), "left of the window its first day stays"


def test_thirteen_notches_are_a_factor_of_ten(hand: Hand) -> None:
    span = hand.state.window.span
    for _ in range(13):
        hand.wheel(1, held=CTRL)
    assert span / hand.state.window.span == pytest.approx(10)


def test_fine_steps_add_up_to_a_notch(many: Hand) -> None:
    many.wheel(-1)
    coarse = many.state.scroll
    many.wheel(1)
    for _ in range(8):
        many.turn((0, -15))
    assert many.state.scroll == pytest.approx(coarse, abs=1)
    span = many.state.window.span
    for _ in range(8):
        many.turn((0, 15), held=CTRL)
    assert many.state.window.span == pytest.approx(span / NOTCH)


def test_fine_steps_of_alt_add_up_however_slow(many: Hand) -> None:
    sizes = []
    for _ in range(8):
        many.canvas.wheel.last = LONG_AGO
        many.turn((0, 15), held=ALT)
        sizes.append(many.state.lane_size)
    assert sizes == [0] * 7 + [1]


def test_what_is_left_of_a_scroll_does_not_size_lanes(many: Hand) -> None:
    many.turn((0, -118))  # 53.1 px: a tenth is left over
    for _ in range(7):
        many.turn((0, 15), held=ALT)
    many.turn((0, 14), held=ALT)
    assert many.state.lane_size == 0


@pytest.mark.parametrize("held", [NONE, CTRL, SHIFT, ALT])
def test_no_delta_does_nothing(many: Hand, held: Qt.KeyboardModifier) -> None:
    before = many.state
    for phase in Qt.ScrollPhase:
        many.turn(phase=phase, held=held)
    assert many.state == before


def test_a_wheel_that_tilts_while_it_turns_zooms_or_pans_but_not_both(hand: Hand) -> None:
    under, span = hand.canvas.day_at(GROUND.x()), hand.state.window.span
    hand.turn((-30, 120), held=CTRL)
    assert hand.state.window.span < span
    assert hand.canvas.day_at(GROUND.x()) == pytest.approx(under)


# two fingers


def test_two_fingers_move_both_axes_until_one_leads(many: Hand) -> None:
    many.wheel(-3)
    before = many.state
    many.turn(phase=Qt.ScrollPhase.ScrollBegin)
    many.turn(pixels=(-3, -4), phase=Qt.ScrollPhase.ScrollUpdate)
    both = many.state
    assert both.window.start > before.window.start
    assert both.scroll == before.scroll + 4
    many.turn(pixels=(-2, -30), phase=Qt.ScrollPhase.ScrollUpdate)
    locked = many.state
    assert locked.window == both.window
    assert locked.scroll == both.scroll + 30
    many.canvas.wheel.last = LONG_AGO  # the fingers rest on the pad
    many.turn(pixels=(-60, 0), phase=Qt.ScrollPhase.ScrollUpdate)
    many.turn(pixels=(-60, -5), phase=Qt.ScrollPhase.ScrollMomentum)
    assert many.state.window == both.window, "the axis is locked until the gesture ends"
    assert many.state.scroll == locked.scroll + 5
    many.turn(phase=Qt.ScrollPhase.ScrollEnd)
    many.turn(pixels=(-60, 0), phase=Qt.ScrollPhase.ScrollUpdate)
    assert many.state.window.start > both.window.start, "the next gesture is free"


def test_time_follows_two_fingers_pixel_by_pixel(many: Hand) -> None:
    under = many.canvas.day_at(700)
    many.fingers((-50, 1), (-50, -2), (-20, 3))
    assert many.canvas.day_at(580) == pytest.approx(under)
    assert many.state.scroll == 0


def test_a_touchpad_without_phases_starts_anew_after_a_pause(many: Hand) -> None:
    many.turn(pixels=(0, -40))
    many.turn(pixels=(-40, 0))
    before = many.state
    many.canvas.wheel.last = LONG_AGO
    many.turn(pixels=(-40, 0))
    assert many.state.window.start > before.window.start


def test_two_fingers_in_the_zoom_preset_zoom_or_pan_but_not_both(many: Hand) -> None:
    preset(many, "zoom")
    before = many.state
    many.fingers((2, 40), (30, 20))
    zoomed = many.state
    assert zoomed.window.span < before.window.span
    assert many.canvas.day_at(GROUND.x()) == pytest.approx(
        before.window.start + (GROUND.x() - 300) * before.window.span / many.canvas.place().time.w
    )
    many.fingers((-40, 2), (-20, 30))
    assert many.state.window.span == pytest.approx(zoomed.window.span)
    assert many.state.window.start > zoomed.window.start


def test_a_pinch_silences_the_wheel_until_it_ends(many: Hand) -> None:
    many.native(NATIVE.BeginNativeGesture)
    many.pinch(0.2)
    pinched = many.state
    many.turn(pixels=(-40, -40), phase=Qt.ScrollPhase.ScrollUpdate)
    many.wheel(-3)
    assert many.state == pinched
    many.native(NATIVE.EndNativeGesture)
    assert many.window.store.past[-1] == pinched, "one step of the history"
    many.wheel(-3)
    assert many.state.scroll > 0


def test_a_pinch_over_the_names_keeps_the_first_day(hand: Hand) -> None:
    start, span = hand.state.window.start, hand.state.window.span
    hand.pinch(0.5, QPoint(20, 300))
    assert hand.state.window.span == pytest.approx(span / 1.5)
    assert hand.state.window.start == pytest.approx(start)


def test_a_double_tap_with_two_fingers_fits_what_is_there(near: Hand) -> None:
    near.native(NATIVE.SmartZoomNativeGesture, at=near.place("model", "gpt-5-4"))
    assert near.state.selected == "gpt-5-4"
    assert near.state.window.start < day(2026, 3, 5) < near.state.window.start + near.state.window.span * 0.1


# drags


def test_a_drag_closes_the_hand_and_is_one_step_of_the_history(hand: Hand) -> None:
    first = hand.state
    hand.press(QPoint(700, 300))
    for x in range(700, 500, -20):
        hand.move(QPoint(x, 300))
    assert hand.canvas.cursor().shape() is Qt.CursorShape.ClosedHandCursor
    hand.release(QPoint(520, 300))
    assert hand.canvas.cursor().shape() is not Qt.CursorShape.ClosedHandCursor
    assert hand.state.window.start > first.window.start
    hand.key(Qt.Key.Key_Left, ALT)
    assert hand.state == first


def test_a_drag_takes_lanes_along(many: Hand) -> None:
    many.drag(QPoint(700, 400), QPoint(700, 280))
    assert many.state.scroll == 120
    many.drag(QPoint(700, 280), QPoint(700, 800))
    assert many.state.scroll == 0


def test_a_drag_of_the_fitted_view_moves_time_only(hand: Hand) -> None:
    hand.run("every_life")
    before = hand.state
    hand.drag(QPoint(700, 400), QPoint(600, 300))
    assert hand.state.window.start > before.window.start
    assert hand.state.scroll == before.scroll


@pytest.mark.parametrize("button", [RIGHT, MIDDLE])
@pytest.mark.parametrize("held", [NONE, SHIFT, CTRL])
def test_right_and_middle_drag_do_nothing(many: Hand, button: Qt.MouseButton, held: Qt.KeyboardModifier) -> None:
    before = many.state
    for start, stop in ((QPoint(700, 300), QPoint(500, 200)), (QPoint(900, 8), QPoint(600, 8))):
        many.press(start, held, button)
        many.move(stop, held, button)
        many.release(stop, held, button)
    assert many.state == before


def test_a_right_press_does_not_end_a_drag(hand: Hand) -> None:
    hand.press(QPoint(700, 300))
    hand.move(QPoint(650, 300))
    hand.press(QPoint(650, 300), button=RIGHT)
    hand.release(QPoint(650, 300), button=RIGHT)
    halfway = hand.state.window.start
    hand.move(QPoint(600, 300))
    hand.release(QPoint(600, 300))
    assert hand.state.window.start > halfway


def popup() -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


@pytest.mark.parametrize(("kind", "entry"), [("model", "Follow"), ("track", "In the strip"), ("group", "Successor")])
def test_a_right_click_opens_the_menu(near: Hand, kind: str, entry: str) -> None:
    at = {"model": lambda: near.place("model", "gpt-5-4"), "track": lambda: middle(near.targets("track")[0])}.get(
        kind, lambda: middle(near.targets("group")[0])
    )()
    near.right_click(at)
    menu = popup()
    assert entry in [action.text() for action in menu.actions()]
    menu.close()
    assert near.state.selected == ("gpt-5-4" if kind == "model" else "")


def test_the_menu_key_is_about_the_selection(near: Hand) -> None:
    near.select("gpt-5-4")
    before = near.state
    at = near.canvas.rect().center()
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(near.canvas, QContextMenuEvent(reason, at, near.canvas.mapToGlobal(at)))
    assert "Follow" in [action.text() for action in popup().actions()]
    popup().close()
    assert near.state == before


# marked ranges


def test_shift_and_drag_mark_a_range_that_snaps(near: Hand) -> None:
    """GPT-5.4 was released on 5 March 2026."""
    edge = day(2026, 3, 5)
    near.window.store.update(window=Window(edge - 30.0, edge + 30.0))
    x = near.x_of(edge)
    before = near.state.window
    near.drag(QPoint(x + 5, 300), QPoint(near.x_of(edge + 11.6), 300), SHIFT)
    ((low, high),) = near.state.ranges
    assert low == edge
    assert high > low
    assert near.state.window == before, "a marked range does not pan"
    assert near.window.store.past[-1] == near.state


def test_alt_marks_without_snapping(near: Hand) -> None:
    edge = day(2026, 3, 5)
    near.window.store.update(window=Window(edge - 30.0, edge + 30.0))
    x = near.x_of(edge) + 5
    near.drag(QPoint(x, 300), QPoint(x + 200, 300), SHIFT | ALT)
    ((low, high),) = near.state.ranges
    assert low == pytest.approx(near.canvas.day_at(x))
    assert high == pytest.approx(near.canvas.day_at(x + 200))


def test_ctrl_and_drag_mark_one_more_and_shift_begins_anew(hand: Hand) -> None:
    hand.drag(QPoint(500, 300), QPoint(600, 300), SHIFT)
    hand.drag(QPoint(900, 300), QPoint(800, 300), CTRL)
    assert len(hand.state.ranges) == 2
    assert all(low < high for low, high in hand.state.ranges)
    assert hand.state.selected == ""
    hand.drag(QPoint(1000, 300), QPoint(1100, 300), SHIFT)
    assert len(hand.state.ranges) == 1


def test_a_range_ends_where_the_axis_does(hand: Hand) -> None:
    time, window = hand.canvas.place().time, hand.state.window
    hand.drag(QPoint(500, 300), QPoint(20, 300), SHIFT | ALT)
    assert hand.state.ranges[0][0] == window.start
    hand.drag(QPoint(500, 300), QPoint(time.right + 300, 300), SHIFT | ALT)
    assert hand.state.ranges[0][1] == pytest.approx(window.end)
    hand.drag(QPoint(500, 300), QPoint(600, hand.canvas.place().overview.y + 20), SHIFT | ALT)
    assert hand.state.ranges[0][1] == pytest.approx(hand.canvas.day_at(600)), "the axis, not the overview"


def test_esc_clears_what_is_marked(hand: Hand) -> None:
    hand.drag(QPoint(500, 300), QPoint(600, 300), SHIFT)
    hand.key(Qt.Key.Key_Escape)
    assert hand.state.ranges == ()


def test_a_marked_range_says_how_long_it_is_while_it_is_dragged(hand: Hand) -> None:
    hand.press(QPoint(500, 300), SHIFT)
    hand.move(QPoint(800, 300), SHIFT)
    ((low, high),) = hand.state.ranges
    said = [text.text for text in hand.canvas.current().batches if hasattr(text, "text")]
    assert any(text.startswith(f"{round(high - low)} days") for text in said)
    hand.release(QPoint(800, 300), SHIFT)


# selecting


def test_ctrl_and_click_select_more_and_o_shows_only_them(hand: Hand) -> None:
    rows = [target.ref for target in hand.targets("model") if target.x < 200][:3]
    ids = hand.window.scene.snapshot.entities.ids
    wanted = [ids[row] for row in dict.fromkeys(rows)]
    assert len(wanted) > 1
    for n, model in enumerate(wanted):
        hand.click(hand.place("model", model), CTRL if n else NONE)
    assert [hand.state.selected, *hand.state.also] == wanted
    hand.click(hand.place("model", wanted[-1]), CTRL)
    assert [hand.state.selected, *hand.state.also] == wanted[:-1], "a second time lets go of it"
    hand.click(hand.place("model", wanted[-1]), CTRL)
    before = hand.state
    hand.key(Qt.Key.Key_O)
    scene = hand.window.scene
    assert {ids[row] for row in scene.mask(hand.state).nonzero()[0]} == set(wanted)
    lanes = scene.lanes(hand.state)
    shown = {ids[ref] for kind, ref in zip(lanes.kind, lanes.ref, strict=True) if kind == Lane.MODEL}
    assert shown <= set(wanted)
    hand.key(Qt.Key.Key_O)
    assert hand.state == before


# the overview


def overview_at(hand: Hand, x: int) -> QPoint:
    return QPoint(x, hand.canvas.place().overview.y + 15)


@pytest.mark.parametrize("side", ["left", "right"])
def test_an_edge_of_the_overviews_window_resizes_it(hand: Hand, side: str) -> None:
    before = hand.state.window
    x = hand.overview_x(before.start if side == "left" else before.end)
    stop = x + (60 if side == "left" else -60)
    hand.drag(overview_at(hand, x), overview_at(hand, stop))
    after = hand.state.window
    moved, fixed = (after.start, after.end) if side == "left" else (after.end, after.start)
    assert fixed == pytest.approx(before.end if side == "left" else before.start)
    assert moved == pytest.approx(hand.canvas.overview_day(stop), abs=hand.window.scene.range.span / 500)


def test_the_cursor_says_what_can_be_done_on_the_overview(hand: Hand) -> None:
    window = hand.state.window
    shapes = {
        hand.overview_x(window.start): Qt.CursorShape.SizeHorCursor,
        hand.overview_x((window.start + window.end) / 2): Qt.CursorShape.OpenHandCursor,
        hand.overview_x(window.end): Qt.CursorShape.SizeHorCursor,
    }
    for x, shape in shapes.items():
        hand.move(overview_at(hand, x), button=Qt.MouseButton.NoButton)
        assert hand.canvas.cursor().shape() is shape


def test_a_press_outside_brings_the_window_there_and_a_drag_goes_on(hand: Hand) -> None:
    span = hand.state.window.span
    x = hand.overview_x(day(2023, 1, 1))
    hand.press(overview_at(hand, x))
    window = hand.state.window
    assert (window.start + window.end) / 2 == pytest.approx(hand.canvas.overview_day(x))
    assert window.span == pytest.approx(span)
    hand.move(overview_at(hand, x + 50))
    hand.release(overview_at(hand, x + 50))
    assert hand.state.window.start > window.start


def test_a_double_click_on_the_overview_fits_everything(hand: Hand) -> None:
    hand.double_click(overview_at(hand, hand.overview_x(TODAY)))
    whole = hand.window.scene.range
    assert hand.state.window.start <= whole.start < whole.end <= hand.state.window.end


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_edges_of_a_narrow_window_can_be_grabbed(hand: Hand, side: str) -> None:
    hand.window.store.update(window=Window(TODAY - 5.0, TODAY + 5.0))
    before = hand.state.window
    left, right = overview.grips(hand.canvas.overview_strip(), hand.window.scene.range, before)
    assert right - left >= 8
    x = round(left) if side == "left" else round(right) - 1
    way = -40 if side == "left" else 40
    hand.drag(overview_at(hand, x), overview_at(hand, x + way))
    after = hand.state.window
    assert after.span > before.span
    if side == "left":
        assert after.end == pytest.approx(before.end)
    else:
        assert after.start == pytest.approx(before.start)


# tracks


def track(hand: Hand, which: Track) -> Target:
    return next(target for target in hand.targets("track") if list(Track)[target.ref] is which)


def test_the_lower_border_of_a_track_resizes_it(hand: Hand) -> None:
    edge = next(t for t in hand.targets("track_edge") if list(Track)[t.ref] is Track.DEALS)
    high = layout.height_of(hand.state, Track.DEALS)
    at = middle(edge)
    hand.move(at, button=Qt.MouseButton.NoButton)
    assert hand.canvas.cursor().shape() is Qt.CursorShape.SizeVerCursor
    hand.drag(at, at + QPoint(0, 30))
    assert layout.height_of(hand.state, Track.DEALS) == high + 30
    assert hand.state.tracks == {Track.DEALS}, "a resize is no click"
    hand.key(Qt.Key.Key_Left, ALT)
    assert layout.height_of(hand.state, Track.DEALS) == high


def test_dragging_the_name_of_a_track_reorders(hand: Hand) -> None:
    first, *_, last = hand.state.track_order
    tracks = hand.state.tracks
    hand.drag(middle(track(hand, first)), middle(track(hand, last)))
    assert hand.state.track_order[-1] is first
    assert set(hand.state.track_order) == {*layout.shown_tracks(hand.state)}
    assert hand.state.tracks == tracks, "a drag is no click"
    hand.drag(middle(track(hand, first)), middle(track(hand, hand.state.track_order[0])))
    assert hand.state.track_order[0] is first


def test_a_click_on_the_name_of_a_track_toggles_it(hand: Hand) -> None:
    for which in hand.state.track_order:
        was = which in hand.state.tracks
        hand.click(QPoint(60, track(hand, which).y + 8))
        assert (which in hand.state.tracks) is not was
        hand.click(QPoint(60, track(hand, which).y + 8))
        assert (which in hand.state.tracks) is was


# double clicks


def test_a_double_click_on_the_row_of_a_surface_fits_its_model(near: Hand) -> None:
    near.click(near.place("open", "gpt-5-4"))
    life = next(t for t in near.targets("life") if near.window.scene.lives.model[t.ref] == near.row("gpt-5-4"))
    near.double_click(middle(life))
    assert near.state.selected == "gpt-5-4"
    assert near.state.window.start < day(2026, 3, 5) < near.state.window.start + near.state.window.span * 0.1


def test_a_double_click_on_a_group_expands_it_and_fits_its_lives(hand: Hand) -> None:
    hand.double_click(hand.group("mistral"))
    scene = hand.window.scene
    assert "mistral" in hand.state.expanded
    at = next(n for n, group in enumerate(scene.lanes(hand.state).groups) if group.key == "mistral")
    rows = [n for model in scene.models_of_group(hand.state, at) for n in scene.lives.of(model)]
    assert hand.state.window.start <= min(int(scene.lives.begin[n]) for n in rows)
    hand.double_click(hand.group("mistral"))
    assert "mistral" in hand.state.expanded, "it never closes one"


def test_a_double_click_on_an_event_goes_near(hand: Hand) -> None:
    events = [t for t in hand.targets("event") if 500 < t.x < 900]
    target = events[0]
    hand.double_click(middle(target))
    shown = hand.window.scene.day_of_event[hand.state.event]
    assert hand.state.event in [t.ref for t in events]
    assert hand.state.window.span <= 61
    assert (hand.state.window.start + hand.state.window.end) / 2 == pytest.approx(shown + 0.5)


def test_a_double_click_on_a_pill_of_claims_opens_its_day(hand: Hand) -> None:
    pill = next(t for t in hand.targets("day"))
    hand.double_click(middle(pill))
    window = hand.state.window
    assert Track.CLAIMS in hand.state.tracks
    assert window.start <= pill.ref < window.end
    assert window.span <= 61
    claims = [
        t.ref for t in hand.targets("event") if KINDS[hand.window.scene.snapshot.events.kind[t.ref]] is Kind.CLAIM
    ]
    days = hand.window.scene.day_of_event[claims]
    assert pill.ref in days, "its claims stand alone now"


@pytest.mark.parametrize(
    ("y", "first", "end"), [(AXIS_H - 8, "2026-10-01", "2026-11-01"), (8, "2026-01-01", "2027-01-01")]
)
def test_a_double_click_on_a_label_of_the_axis_fits_it(hand: Hand, y: int, first: str, end: str) -> None:
    hand.double_click(QPoint(hand.x_of(day(2026, 10, 15)), y))
    found = hand.state.window
    assert (iso(round(found.start)), iso(round(found.end))) == (first, end)


def test_a_double_click_on_a_marker_asks_for_its_words(hand: Hand) -> None:
    hand.key(Qt.Key.Key_M)
    (asked,) = hand.window.findChildren(QInputDialog)
    asked.accept()
    hand.double_click(middle(hand.targets("marker")[0]))
    asked = next(one for one in hand.window.findChildren(QInputDialog) if one.isVisible())
    asked.setTextValue("launch")
    asked.accept()
    assert [marker.text for marker in hand.state.markers] == ["launch"]


# hovering


def test_hovering_a_bar_names_who_says_so(near: Hand) -> None:
    row = near.row("gpt-5-4")
    bar = next(t for t in near.targets("model") if t.ref == row and t.x >= 300)
    at = middle(bar)
    QApplication.sendEvent(near.canvas, QHelpEvent(QEvent.Type.ToolTip, at, near.canvas.mapToGlobal(at)))
    text = QToolTip.text()
    QToolTip.hideText()
    assert "GPT-5.4" in text
    scene = near.window.scene
    ends = [int(scene.lives.end_row[n]) for n in scene.lives.of(row)]
    found = [lookup.one_event(near.window.path, int(scene.snapshot.events.id[end])) for end in ends if end >= 0]
    publishers = {source.publisher for one in found if one for source in one.sources.values()}
    assert any(f"Source: {name}" in text for name in publishers if name), text


def test_hovering_changes_nothing(near: Hand) -> None:
    before = near.state
    for x in range(10, near.canvas.width(), 97):
        for y in range(10, near.canvas.height(), 61):
            near.move(QPoint(x, y), button=Qt.MouseButton.NoButton)
    assert near.state == before


# places that answer


def all_tracks(hand: Hand) -> None:
    hand.key(Qt.Key.Key_B)
    (dialog,) = [one for one in hand.window.children() if hasattr(one, "found") and hasattr(one, "list")]
    for row in range(3):
        dialog.list.item(row).setCheckState(Qt.CheckState.Checked)
    dialog.reject()
    for which in Track:
        if which not in hand.state.tracks:
            hand.run(f"open_{which}")
    hand.window.resize(1600, 1600)
    assert hand.state.tracks == set(Track)
    assert len(hand.state.pinned) == 3


def opened(hand: Hand) -> None:
    hand.select("gpt-5-3-codex-spark")
    hand.key(Qt.Key.Key_Return)


def marked(hand: Hand) -> None:
    picking.show_model(hand.window.context(), "gpt-5-4")
    hand.run("range_of")
    hand.run("mark_span")
    next(iter(hand.window.findChildren(QInputDialog))).accept()
    hand.run("higher_lanes")


def first_view(hand: Hand) -> None:
    assert hand.targets("model")


def low(hand: Hand) -> None:
    for _ in range(9):
        hand.run("lower_lanes")


@pytest.mark.parametrize("make", [first_view, opened, all_tracks, marked, low])
def test_every_place_is_at_least_8_px_wide_and_high(hand: Hand, make) -> None:
    make(hand)
    frame = hand.canvas.current()
    small = [target for target in frame.targets if min(target.w, target.h) < 8]
    assert not small, small[:5]
    outside = [
        target
        for target in frame.targets
        if min(target.x + target.w, frame.width) - max(target.x, 0) < 8
        or min(target.y + target.h, frame.height) - max(target.y, 0) < 8
    ]
    assert not outside, f"less than 8 px of it on the canvas: {outside[:5]}"


def test_the_fitted_view_alone_has_lower_places_and_they_leave_no_gap(hand: Hand) -> None:
    """Every life at once leaves each a few px; what lies at the pointer is always one of them."""
    hand.run("every_life")
    models = sorted(hand.targets("model"), key=lambda target: target.y)
    assert len(models) > 300
    assert all(later.y - target.y <= target.h for target, later in itertools.pairwise(models))


def test_the_smallest_place_wins_where_several_lie(near: Hand) -> None:
    at = near.place("open", "gpt-5-4")
    found = near.canvas.target_at(QPointF(at))
    assert found is not None
    assert found.kind == "open"


def test_an_empty_store_takes_every_gesture(empty_window: MainWindow) -> None:
    hand = Hand(empty_window)
    place = hand.canvas.place()
    for at in (GROUND, QPoint(700, 8), QPoint(20, 200), overview_at(hand, 700), middle(hand.targets("track")[0])):
        for held in (NONE, CTRL, SHIFT, ALT):
            hand.wheel(1, at, held)
            hand.drag(at, at + QPoint(30, 0), held)
            hand.click(at, held)
        hand.fingers((-10, -10), (-10, 0), at=at)
        hand.pinch(0.1, at)
        hand.double_click(at)
    hand.canvas.grab()
    assert place.lanes.h > 0
    assert hand.state.selected == ""
