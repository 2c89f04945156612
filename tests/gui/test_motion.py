"""Motion: an eased zoom ends exactly, a throw glides and stops, any touch ends both, and none where none is wanted."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle

from modelspan.app import settings
from modelspan.app.state import AppState
from modelspan.engine import window as windows
from modelspan.engine.window import NOTCH, Window
from modelspan.ui import motion
from modelspan.ui.motion import MEMORY_MS
from tests.gui.hand import CTRL, Hand

AT = QPoint(900, 300)


@pytest.fixture
def mover(hand: Hand) -> Hand:
    """The same with motion."""
    hand.canvas.motion.allowed = True
    return hand


def frames(hand: Hand) -> list[Window]:
    """Fills with every window there is from now on."""
    found: list[Window] = []

    def take(_: AppState, new: AppState) -> None:
        found.append(new.window)

    hand.window.store.listeners.append(take)
    return found


@pytest.mark.parametrize("notches", [1, -1, 5])
def test_an_eased_zoom_ends_exactly_within_400_ms_and_holds_the_day(mover: Hand, notches: int, qtbot) -> None:
    window, under = mover.state.window, mover.canvas.day_at(AT.x())
    goal = windows.zoom(window, NOTCH**notches, under)
    seen = frames(mover)
    mover.wheel(notches, AT, CTRL)
    assert mover.state.window != goal, "not at once"
    qtbot.waitUntil(lambda: mover.state.window == goal, timeout=400)
    assert not mover.canvas.motion.moving
    assert len(seen) > 1
    time = mover.canvas.place().time
    for one in seen:
        assert float(windows.to_px(one, under, time.w)) + time.x == pytest.approx(AT.x(), abs=0.01)
    spans = [one.span for one in seen]
    assert spans == sorted(spans, reverse=notches > 0), "never back"


def test_notches_during_the_ease_add_up(mover: Hand, qtbot) -> None:
    window, under = mover.state.window, mover.canvas.day_at(AT.x())
    mover.wheel(1, AT, CTRL)
    mover.wheel(1, AT, CTRL)
    qtbot.waitUntil(lambda: mover.state.window.span < window.span)
    mover.wheel(1, AT, CTRL)
    qtbot.waitUntil(lambda: not mover.canvas.motion.moving, timeout=800)
    assert mover.state.window.span == pytest.approx(window.span / NOTCH**3)
    assert mover.canvas.day_at(AT.x()) == pytest.approx(under)


def press(hand: Hand) -> None:
    hand.press(QPoint(600, 300))
    hand.release(QPoint(600, 300))


def key(hand: Hand) -> None:
    hand.key(Qt.Key.Key_J)  # it means nothing else


def action(hand: Hand) -> None:
    hand.key(Qt.Key.Key_K)


def pan(hand: Hand) -> None:
    hand.wheel(1, sideways=True)


def pinch(hand: Hand) -> None:
    hand.pinch(0.01)


TOUCHES = pytest.mark.parametrize("touch", [press, key, action, pan, pinch])


@TOUCHES
def test_any_touch_ends_an_eased_zoom_where_it_is(mover: Hand, touch: Callable[[Hand], None], qtbot) -> None:
    span = mover.state.window.span
    mover.wheel(9, AT, CTRL)
    qtbot.waitUntil(lambda: mover.state.window.span < span)
    assert mover.canvas.motion.moving
    touch(mover)
    still = mover.state.window
    assert not mover.canvas.motion.moving
    waited(mover, 200, qtbot)
    assert mover.state.window == still
    assert span / NOTCH**9 < still.span * 1.01


def waited(hand: Hand, ms: int, qtbot) -> None:
    until = hand.canvas.motion.clock.elapsed() + ms
    qtbot.waitUntil(lambda: hand.canvas.motion.clock.elapsed() >= until)


def throw(hand: Hand, qtbot, rest_ms: int = 0) -> None:
    """A fast drag to the left: 30 px about every 10 ms."""
    hand.press(QPoint(900, 300))
    for x in range(880, 640, -30):
        hand.move(QPoint(x, 300))
        start = hand.canvas.motion.clock.elapsed()
        qtbot.waitUntil(lambda start=start: hand.canvas.motion.clock.elapsed() >= start + 8)
    if rest_ms:
        waited(hand, rest_ms, qtbot)
    hand.release(QPoint(670, 300))


def test_a_throw_glides_on_and_stops(mover: Hand, qtbot) -> None:
    first = mover.state
    throw(mover, qtbot)
    let_go = mover.state.window
    assert mover.canvas.motion.moving
    qtbot.waitUntil(lambda: mover.state.window.start > let_go.start)
    qtbot.waitUntil(lambda: not mover.canvas.motion.moving, timeout=3000)
    glided = (mover.state.window.start - let_go.start) * mover.canvas.place().time.w / let_go.span
    assert 20 < glided < 1100, "px"
    assert mover.state.window.span == pytest.approx(let_go.span)
    qtbot.waitUntil(lambda: mover.window.store.past[-1] == mover.state, timeout=3000)
    assert mover.window.store.past[-2] == first, "drag and glide are one step of the history"


def test_a_rest_before_letting_go_throws_nothing(mover: Hand, qtbot) -> None:
    throw(mover, qtbot, rest_ms=MEMORY_MS + 30)
    assert not mover.canvas.motion.moving
    assert mover.window.store.past[-1] == mover.state, "settled at once"


@TOUCHES
def test_any_touch_ends_a_glide(mover: Hand, touch: Callable[[Hand], None], qtbot) -> None:
    throw(mover, qtbot)
    assert mover.canvas.motion.moving
    touch(mover)
    still = mover.state.window
    assert not mover.canvas.motion.moving
    waited(mover, 60, qtbot)
    assert mover.state.window == still


def test_a_glide_ends_at_the_end_of_time(mover: Hand, qtbot) -> None:
    mover.window.store.update(window=windows.clamp(Window(1e9, 1e9 + 700)))
    throw(mover, qtbot)
    qtbot.waitUntil(lambda: not mover.canvas.motion.moving, timeout=2000)


def test_another_store_stands_still(mover: Hand, qtbot) -> None:
    throw(mover, qtbot)
    mover.window.take_store(mover.window.path, mover.window.scene.snapshot)
    assert not mover.canvas.motion.moving


def no_frame_between(hand: Hand, qtbot) -> None:
    window = hand.state.window
    seen = frames(hand)
    hand.wheel(3, AT, CTRL)
    assert [one.span for one in seen] == [pytest.approx(window.span / NOTCH**3)]
    throw(hand, qtbot)
    still = hand.state.window
    assert not hand.canvas.motion.moving
    waited(hand, 60, qtbot)
    assert hand.state.window == still


def test_motion_off_means_no_frame_in_between(hand: Hand, qtbot) -> None:
    hand.run("motion_system")
    assert hand.canvas.motion.allowed
    hand.run("motion_off")
    assert settings.load().motion == "off"
    assert not hand.canvas.motion.allowed
    no_frame_between(hand, qtbot)


class NoAnimation(QProxyStyle):
    """A style as KDE's is where animations are switched off."""

    def styleHint(self, hint, *args) -> int:
        return 0 if hint is QStyle.StyleHint.SH_Widget_Animation_Duration else super().styleHint(hint, *args)


class System:
    """Takes the place of QApplication where one asks what the system shows."""

    def __init__(self, style: QStyle, effects: bool) -> None:
        self.own, self.effects = style, effects

    def style(self) -> QStyle:
        return self.own

    def isEffectEnabled(self, effect: Qt.UIEffect) -> bool:
        assert effect is Qt.UIEffect.UI_General
        return self.effects


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_system_effects_off_mean_no_frame_in_between(hand: Hand, platform: str, monkeypatch, qtbot) -> None:
    off = System(NoAnimation(), False)
    monkeypatch.setattr(motion, "QApplication", off)
    monkeypatch.setattr(motion.sys, "platform", platform)
    hand.run("motion_system")
    assert not hand.canvas.motion.allowed
    no_frame_between(hand, qtbot)


def test_a_desktop_that_reports_no_effects_still_moves(hand: Hand) -> None:
    """Qt knows of no effect at all on X11, Wayland and macOS."""
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    hand.run("motion_system")
    assert hand.canvas.motion.allowed
