"""What a turn of the wheel means, and which axis a gesture of two fingers keeps to."""

import itertools

import pytest

from modelspan.app.wheel import LOCK, AxisLock, Turn, meaning


@pytest.mark.parametrize(
    ("preset", "ctrl", "shift", "turn"),
    [
        ("scroll", False, False, Turn.SCROLL),
        ("scroll", True, False, Turn.ZOOM),
        ("zoom", False, False, Turn.ZOOM),
        ("zoom", True, False, Turn.SCROLL),
        ("scroll", False, True, Turn.PAN),
        ("zoom", False, True, Turn.PAN),
    ],
)
def test_the_preset_swaps_the_plain_wheel_with_ctrl(preset: str, ctrl: bool, shift: bool, turn: Turn) -> None:
    assert meaning(preset, ctrl=ctrl, shift=shift, alt=False, zoom_zone=False) is turn


def test_over_axis_and_overview_it_zooms_whatever_is_set_and_held() -> None:
    for preset, ctrl, shift in itertools.product(("scroll", "zoom"), (False, True), (False, True)):
        assert meaning(preset, ctrl=ctrl, shift=shift, alt=False, zoom_zone=True) is Turn.ZOOM


def test_alt_sizes_lanes_everywhere() -> None:
    for preset, ctrl, zone in itertools.product(("scroll", "zoom"), (False, True), (False, True)):
        assert meaning(preset, ctrl=ctrl, shift=False, alt=True, zoom_zone=zone) is Turn.SIZE


def test_both_axes_count_until_one_leads() -> None:
    lock = AxisLock()
    assert lock.take(3, 2) == (3, 2)
    assert lock.take(2, 3) == (2, 3)
    assert lock.take(1, LOCK) == (0, LOCK), "it leads with this step"
    assert lock.take(40, 1) == (0, 1), "and keeps the gesture however far the other goes"


def test_small_steps_back_and_forth_lock_nothing() -> None:
    lock = AxisLock()
    for _ in range(20):
        assert lock.take(5, 0) == (5, 0)
        assert lock.take(-5, 0) == (-5, 0)


def test_lifting_the_fingers_frees_the_axis() -> None:
    lock = AxisLock()
    assert lock.take(-20, 3) == (-20, 0)
    lock.reset()
    assert lock.take(3, -20) == (0, -20)
