"""The overview: what the pointer takes hold of, what a drag makes of the window; and the axis and key around it."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.dates import day
from modelspan.domain.words import ENGLISH
from modelspan.engine import key, overview
from modelspan.engine.frame import Area, Frame, Glyphs, Sheet, Text
from modelspan.engine.ticks import axis
from modelspan.engine.window import Window, to_px

AREA = Area(300, 700, 1000, 42)
RANGE = Window(0.0, 4000.0)  # 4 days a px
GRAB = 8


def zones(window: Window) -> dict[str, list[int]]:
    """The px of each zone."""
    found: dict[str, list[int]] = {}
    for x in range(AREA.x, AREA.right):
        found.setdefault(overview.zone(AREA, RANGE, window, x), []).append(x)
    return found


@pytest.mark.parametrize(
    "window",
    [
        Window(1000.0, 2000.0),
        Window(1000.0, 1010.0),  # 2.5 px
        Window(1000.0, 1000.1),
        Window(0.0, 4000.0),
        Window(0.0, 5.0),
        Window(3999.0, 4000.0),
        Window(-9000.0, 9000.0),
        Window(5000.0, 6000.0),
        Window(-6000.0, -5000.0),
        Window(-50.0, 60.0),
    ],
)
def test_each_edge_can_be_grabbed(window: Window) -> None:
    found = zones(window)
    for zone in ("left", "inside", "right"):
        px = found[zone]
        assert px == list(range(px[0], px[-1] + 1)), f"{zone} is one stretch"
        assert len(px) >= GRAB
    assert found["left"][-1] < found["inside"][0]
    assert found["inside"][-1] < found["right"][0]


def test_zones_lie_where_the_window_is() -> None:
    window = Window(1000.0, 2000.0)
    left, right = (to_px(RANGE, [window.start, window.end], AREA.w) + AREA.x).tolist()
    assert overview.zone(AREA, RANGE, window, left) == "left"
    assert overview.zone(AREA, RANGE, window, right) == "right"
    assert overview.zone(AREA, RANGE, window, (left + right) / 2) == "inside"
    assert overview.zone(AREA, RANGE, window, left - 30) == overview.zone(AREA, RANGE, window, right + 30) == "outside"


def test_a_drag_of_a_handle_moves_one_edge() -> None:
    window = Window(1000.0, 2000.0)
    assert overview.dragged(RANGE, window, "left", 1002.0, 902.0) == Window(900.0, 2000.0)
    assert overview.dragged(RANGE, window, "right", 1998.0, 2098.0) == Window(1000.0, 2100.0)
    assert overview.dragged(RANGE, window, "inside", 1500.0, 1400.0) == Window(900.0, 1900.0)
    assert overview.dragged(RANGE, window, "outside", 3000.0, 3100.0) == Window(2600.0, 3600.0)


def test_edges_never_cross() -> None:
    window = Window(1000.0, 2000.0)
    assert overview.dragged(RANGE, window, "left", 1000.0, 3500.0) == Window(1999.0, 2000.0)
    assert overview.dragged(RANGE, window, "right", 2000.0, 100.0) == Window(1000.0, 1001.0)


def test_a_press_without_a_move_changes_nothing() -> None:
    for window in (Window(1000.0, 2000.0), Window(5000.0, 6000.0), Window(1000.0, 1000.25)):
        for zone in ("left", "right", "inside"):
            assert overview.dragged(RANGE, window, zone, 1500.0, 1500.0) == window


def test_an_edge_outside_the_range_starts_where_its_mark_stands() -> None:
    found = overview.dragged(RANGE, Window(1000.0, 9000.0), "right", 4000.0, 3000.0)
    assert found == Window(1000.0, 3000.0), "what is dragged follows the pointer"


@given(
    st.floats(-10_000, 10_000), st.floats(0.05, 5000), st.sampled_from(["left", "right", "inside", "outside"]),
    st.floats(0, 4000), st.floats(0, 4000),
)  # fmt: skip
def test_every_drag_leaves_a_window(start: float, span: float, zone: overview.Zone, a: float, b: float) -> None:
    found = overview.dragged(RANGE, Window(start, start + span), zone, a, b)
    assert found.span >= min(span, 1.0) * 0.999
    if zone in ("inside", "outside"):
        assert found.span == pytest.approx(span)
    if zone == "outside":
        assert (found.start + found.end) / 2 == pytest.approx(b)


def drawn(window: Window) -> Frame:
    sheet = Sheet()
    overview.draw_density(sheet, AREA, RANGE, 2000, np.arange(100, 3900, 7, dtype=np.int32))
    overview.draw_window(sheet, AREA, RANGE, window)
    return sheet.frame(1300, 742)


def test_handles_are_seen_where_they_are_grabbed() -> None:
    window = Window(1000.0, 1010.0)
    chips = [b for b in drawn(window).batches if getattr(b, "style", "") == "chip"]
    middles = sorted(x + w / 2 for chip in chips for x, _, w, _ in chip.boxes.tolist())
    assert [overview.zone(AREA, RANGE, window, x) for x in middles] == ["left", "right"]


@pytest.mark.parametrize(("window", "side"), [(Window(5000.0, 6000.0), 1299), (Window(-900.0, -800.0), 300)])
def test_a_window_out_of_range_is_marked_at_the_edge(window: Window, side: int) -> None:
    marks = [b for b in drawn(window).batches if isinstance(b, Glyphs)]
    assert len(marks) == 1
    assert abs(marks[0].points[0][0] - side) < 8


# the axis


SPANS = (0.05, 0.3, 1, 3, 5.4, 6.9, 10, 16, 30, 61, 150, 365, 731, 2000, 9000, 40_000, 300_000)
STARTS = (day(2026, 12, 30) + 0.4, day(2024, 2, 28) + 0.95, day(2026, 11, 1), day(2026, 6, 30) + 0.999)


@pytest.mark.parametrize("width", [300, 1300, 3600])
@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("start", STARTS)
def test_the_rows_hold_cells_in_order_and_the_year(start: float, span: float, width: int) -> None:
    window = Window(start, start + span)
    ticks = axis(window, width, ENGLISH)
    for row in (ticks.upper, ticks.lower):
        for before, after in pairwise(row):
            assert before.end == after.start
        if row:
            assert row[0].start <= window.start
    above = ticks.upper or ticks.lower
    assert all(any(part.isdigit() and len(part) == 4 for part in tick.label.split()) for tick in above)
    if span * 24 * 40 < width * 12 and width / span >= 240:
        assert ":00" in ticks.lower[0].label
        assert ticks.upper[0].label.split()[0].endswith("day")


def test_weeks_are_those_of_the_standard() -> None:
    labels = [tick.label for tick in axis(Window(day(2026, 12, 20), day(2027, 1, 20)), 300, ENGLISH).lower]
    assert labels == ["W51", "W52", "W53", "W1", "W2", "W3"]


# the key


def key_words(width: int, *present: str) -> list[str]:
    sheet = Sheet()
    key.draw(sheet, Area(0, 0, width, 26), ENGLISH, present)
    return [batch.text for batch in sheet.frame(width, 26).batches if isinstance(batch, Text)][1:]


def test_what_does_not_fit_the_key_is_counted() -> None:
    whole = key_words(3000)
    assert len(whole) == 11
    for width in range(200, 1500, 50):
        found = key_words(width)
        if found != whole:
            assert found[-1] == f"+{len(whole) - len(found) + 1}"
            assert found[:-1] == whole[: len(found) - 1]


def test_new_forms_stand_in_the_key_only_where_they_are_drawn() -> None:
    assert not {"successor", "marker", "range"} & set(key_words(3000))
    assert {"successor", "marker"} < set(key_words(3000, "path", "marker"))
    sheet = Sheet()
    key.draw(sheet, Area(0, 0, 400, 26), ENGLISH)
    tip = next(target.tip for target in sheet.targets if target.kind == "key")
    assert "earlier date, moved" in tip
