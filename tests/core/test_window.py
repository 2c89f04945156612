"""Days to pixels and back; zooming keeps what is under the pointer; nothing leaves the calendar."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from modelspan.domain.dates import MAX_DAY, MIN_DAY, day
from modelspan.engine.window import MIN_SPAN, NOTCH, Window, around, clamp, pan, to_day, to_px, zoom

YEAR = Window(day(2026), day(2027))

inner = st.builds(
    lambda start, span: Window(start, start + span), st.floats(-200_000, 200_000), st.floats(MIN_SPAN * 8, 100_000)
)
factors = st.floats(0.25, 4.0)


def test_the_edges_are_the_edges() -> None:
    assert to_px(YEAR, [YEAR.start, YEAR.end], 1600).tolist() == [0, 1600]
    assert to_day(YEAR, 800, 1600) == YEAR.start + 182.5


def test_thirteen_notches_are_a_factor_of_ten() -> None:
    window = YEAR
    for _ in range(13):
        window = zoom(window, NOTCH, YEAR.start)
    assert window.span == pytest.approx(YEAR.span / 10)


@given(inner, st.floats(0, 1600), st.floats(200, 4000))
def test_pixels_and_days_are_inverse(window: Window, px: float, width: float) -> None:
    assert float(to_px(window, to_day(window, px, width), width)) == pytest.approx(px, abs=1e-3)


@given(inner, factors, st.floats(0, 1))
def test_zoom_keeps_the_day_under_the_pointer(window: Window, factor: float, share: float) -> None:
    about = window.start + share * window.span
    closer = zoom(window, factor, about)
    assert closer.span == pytest.approx(window.span / factor, rel=1e-6)
    assert float(to_px(closer, about, 1600)) == pytest.approx(share * 1600, abs=1e-2)


@given(inner, factors, st.floats(0, 1))
def test_zoom_undoes_zoom(window: Window, factor: float, share: float) -> None:
    about = window.start + share * window.span
    back = zoom(zoom(window, factor, about), 1 / factor, about)
    assert back.start == pytest.approx(window.start, abs=1e-3)
    assert back.end == pytest.approx(window.end, abs=1e-3)


@given(inner, st.floats(-100_000, 100_000))
def test_pan_undoes_pan(window: Window, days: float) -> None:
    moved = pan(window, days)
    assert moved.span == pytest.approx(window.span)
    assert pan(moved, -days).start == pytest.approx(window.start, abs=1e-6)


@given(st.floats(-1e7, 1e7), st.floats(0, 1e8))
def test_clamp_gives_a_legal_window_and_then_rests(start: float, span: float) -> None:
    legal = clamp(Window(start, start + span))
    assert MIN_DAY <= legal.start < legal.end <= MAX_DAY + 1
    assert legal.span >= MIN_SPAN * (1 - 1e-6)
    again = clamp(legal)
    assert again.start == pytest.approx(legal.start, abs=1e-6)
    assert again.end == pytest.approx(legal.end, abs=1e-6)


@given(inner)
def test_clamp_leaves_a_legal_window_alone(window: Window) -> None:
    legal = clamp(window)
    assert (legal.start, legal.end) == pytest.approx((window.start, window.end), abs=1e-6)


def test_at_a_limit_zoom_and_pan_stop() -> None:
    shortest = Window(0, MIN_SPAN)
    assert zoom(shortest, 2, 0) is shortest
    whole = clamp(Window(MIN_DAY - 5, MAX_DAY + 5))
    assert zoom(whole, 0.5, 0) is whole
    assert pan(whole, 1000) == whole
    assert pan(Window(MIN_DAY, MIN_DAY + 10), -3).span == 10


@given(st.floats(-200_000, 200_000), st.floats(0, 100_000))
def test_around_holds_both_days_with_air(first: float, span: float) -> None:
    assume(first + span < 200_000)
    window = around(first, first + span)
    assert window.start < first
    assert first + span < window.end
