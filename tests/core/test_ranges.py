"""Markers and marked ranges: what is said of them, what they snap to, and where they stand."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from modelspan.app import drawing, ranges
from modelspan.app.layout import layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter, Marker
from modelspan.app.views import first_state
from modelspan.domain.dates import day
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import Snapshot
from modelspan.domain.words import ENGLISH
from modelspan.engine import gaps, markers
from modelspan.engine.frame import Area, Frame, Frames, Rects, Text
from modelspan.engine.lives import nominal
from modelspan.engine.markers import Note, Placed
from modelspan.engine.tracks import Track
from modelspan.engine.window import Window

TODAY = day(2026, 11, 30)
SIZE = (1600, 900)


@pytest.fixture(scope="module")
def scene(snapshot: Snapshot) -> Scene:
    return Scene(snapshot)


@pytest.fixture
def state(scene: Scene) -> AppState:
    return first_state(scene, TODAY)


# what is said


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (day(2026, 3, 1), day(2026, 3, 2), "1 day"),
        (day(2026, 3, 1), day(2026, 6, 1), "92 days"),
        (0.0, 0.5, "12 hours"),
        (0.0, 1.5, "36 hours"),
        (0.0, 1 / 24, "1 hour"),
        (0.0, 1 / 48, "30 minutes"),
        (0.0, 2.0, "2 days"),
        (day(2026, 1, 1), day(2027, 1, 1), "365 days (1 y)"),
        (day(2025, 1, 15), day(2026, 5, 15), "485 days (1 y 4 mo)"),
        (day(2025, 1, 15), day(2026, 5, 14), "484 days (1 y 3 mo)"),
        (day(2024, 2, 29), day(2025, 2, 28), "365 days (11 mo)"),
        (5.0, 5.0, "0 minutes"),
    ],
)
def test_how_long_a_stretch_is(start: float, end: float, said: str) -> None:
    assert ranges.duration(ENGLISH, start, end) == said


def counted(scene: Scene, kind: Kind, start: int, end: int) -> int:
    events = scene.snapshot.events
    days = nominal(events.start, events.end)
    return int(np.count_nonzero(events.of(kind) & (days >= start) & (days < end)))


def test_what_lies_inside(scene: Scene, state: AppState) -> None:
    start, end = day(2026, 6, 1), day(2026, 9, 1)
    text = ranges.summary(scene, state, (start, end))
    assert text.startswith("92 days · ")
    assert f"{counted(scene, Kind.RELEASE, start, end)} releases" in text
    assert f"{counted(scene, Kind.DEAL, start, end)} deals" in text
    assert f"{counted(scene, Kind.DEPRECATION, start, end)} notices" in text
    assert ranges.summary(scene, state, (end, start)) == text, "dragged either way"


def test_an_end_published_and_observed_is_one_end(scene: Scene, state: AppState) -> None:
    start, end = day(2026, 9, 1), day(2026, 10, 1)
    ends = scene.ends
    one = int(np.count_nonzero((ends.low >= start) & (ends.low < end)))
    assert one < counted(scene, Kind.RETIREMENT, start, end)
    assert f", {one} ends" in ranges.summary(scene, state, (start, end))


def test_a_stretch_is_half_open(scene: Scene, state: AppState) -> None:
    deals = scene.points_of(state, Track.DEALS).day
    first = int(deals[len(deals) // 2])
    on, before = (ranges.inside(scene, state, *stretch) for stretch in ((first, first + 1), (first - 1, first)))
    number = int(np.count_nonzero(deals == first))
    assert any(part.startswith(f"{number} deal") for part in on)
    assert before != on


def test_only_what_passes_the_filter_counts(scene: Scene, state: AppState) -> None:
    stretch = (float(day(2026, 1, 1)), float(day(2026, 12, 1)))
    narrow = replace(state, filter=Filter(organisations=frozenset({"mistral"})))
    assert ranges.summary(scene, narrow, stretch) != ranges.summary(scene, state, stretch)
    only = replace(state, filter=Filter(kinds=frozenset({"deal"})))
    assert ranges.inside(scene, only, *stretch) == [f"{counted(scene, Kind.DEAL, *map(int, stretch))} deals"]
    assert ranges.summary(scene, state, (float(day(1900)), float(day(1901)))).endswith("no event")


# what edges snap to


def test_an_edge_snaps_to_what_is_near(scene: Scene, state: AppState) -> None:
    edges = ranges.edges(scene, state)
    assert np.all(np.diff(edges) > 0)
    edge = float(edges[len(edges) // 2])
    assert ranges.snap(scene, state, edge + 0.3, 10.0) == edge
    assert ranges.snap(scene, state, edge - 0.3, 10.0) == edge


def test_what_is_out_of_reach_stays(scene: Scene, state: AppState) -> None:
    far = float(day(1900)) + 0.4
    assert ranges.snap(scene, state, far, 10.0) == far
    assert ranges.snap(scene, state, TODAY + 0.3, 100.0, reach_px=8) == TODAY + 0.3, "30 px away"
    assert ranges.snap(scene, state, TODAY + 0.05, 100.0) == TODAY


def test_edges_snap_to_markers(scene: Scene, state: AppState) -> None:
    place = day(1950, 5, 5)
    marked = replace(state, markers=(Marker(place, place + 10, "then"),))
    for edge in (place, place + 10):
        assert ranges.snap(scene, marked, edge + 2.0, 2.0) == edge
        assert ranges.snap(scene, state, edge + 2.0, 2.0) == edge + 2.0


def test_edges_of_what_is_filtered_out_do_not_pull(scene: Scene, state: AppState) -> None:
    narrow = replace(state, filter=Filter(organisations=frozenset({"mistral"})))
    own = set(ranges.edges(scene, narrow).tolist())
    gone = next(int(edge) for edge in ranges.edges(scene, state) if not own & {edge - 1, edge, edge + 1})
    assert ranges.snap(scene, state, gone + 0.2, 5.0) == gone
    assert ranges.snap(scene, narrow, gone + 0.2, 5.0) == gone + 0.2


def test_an_empty_store_snaps_to_today(scene: Scene, state: AppState) -> None:
    nothing = replace(state, filter=Filter(text="no-such-model"))
    assert ranges.snap(scene, nothing, TODAY + 1.2, 10.0) == TODAY + 1
    assert ranges.summary(scene, nothing, (0.0, 10.0)) == "10 days · no event"


# where they stand

ROW = Area(300, 2, 1000, 16)
VIEW = Window(0.0, 1000.0)


def note(start: float, text: str = "A note", days: float = 1) -> Note:
    return Note(start, start + days, (text,), text, spans=days > 1)


def check(placed: list[Placed], notes: list[Note], taken: tuple[gaps.Box, ...] = ()) -> None:
    """Nothing overlaps, nothing leaves the row, and every note is either said or counted once."""
    boxes = [one.box for one in placed if one.box]
    for a, b in combinations([*boxes, *taken], 2):
        assert not gaps.touches(a, b)
    assert all(ROW.x <= box[0] and box[0] + box[2] <= ROW.right for box in boxes)
    told = [one.note for one in placed if one.box] + [n for one in placed for n in one.hidden]
    assert sorted(told) == sorted(one.note for one in placed)
    assert len(placed) == len(notes)


def test_flags_with_room_are_all_said() -> None:
    notes = [note(at) for at in (100, 300, 500, 999)]
    placed = markers.flags(ROW, VIEW, notes, [])
    check(placed, notes)
    assert not any(one.hidden for one in placed)
    assert placed[-1].box is not None
    assert placed[-1].box[0] < placed[-1].left, "the last one turns to the left"


def test_crowded_flags_are_counted() -> None:
    notes = [note(at, "Something long to say") for at in (100, 101, 102, 103, 400, 401, 700, 800, 801, 802, 803, 990)]
    placed = markers.flags(ROW, VIEW, notes, [])
    check(placed, notes)
    assert sum(len(one.hidden) for one in placed) >= 5


def test_flags_on_one_day_are_one_flag() -> None:
    notes = [note(500) for _ in range(12)]
    placed = markers.flags(ROW, VIEW, notes, [])
    check(placed, notes)
    assert len([one for one in placed if one.box]) <= 2


def test_a_flag_steps_aside_for_today() -> None:
    taken = [(700, 2, 100, 17)]
    notes = [note(at) for at in (430, 450)]
    placed = markers.flags(ROW, VIEW, notes, taken)
    check(placed, notes, tuple(taken))


def test_chips_of_ranges_shrink_before_they_are_left_out() -> None:
    long, short = "92 days · 12 releases, 8 ends, 3 notices, 2 deals", "92 days"
    notes = [Note(at, at + 92, (long, short), long, spans=True) for at in (300, 420, 430)]
    placed = markers.chips(ROW, VIEW, notes)
    check(placed, notes)
    assert {one.text for one in placed} == {long, short}
    many = [replace(notes[0]) for _ in range(40)]
    check(markers.chips(ROW, VIEW, many), many)


def test_what_is_out_of_view_is_not_placed() -> None:
    assert markers.in_view(ROW, VIEW, [note(-5), note(1000), note(2000)]) == []
    assert len(markers.in_view(ROW, VIEW, [note(-5, days=10), note(999)])) == 2


# drawing


def crowded(state: AppState) -> AppState:
    days = (-300, -200, -196, -194, -60, -20, 5, 6, 7, 340)
    marks = [Marker(TODAY + at, TODAY + at + 1, f"Marker {at}") for at in days]
    marks += [Marker(TODAY - 120, TODAY - 90, "A month"), Marker(TODAY + 100, TODAY + 131, "")]
    stretches = ((float(TODAY - 150), float(TODAY - 58)), (float(TODAY + 30), TODAY + 130.5))
    return replace(state, markers=tuple(marks), ranges=stretches)


def edges(frame: Frame, paint: str) -> list[list[int]]:
    return [box for b in frame.batches if isinstance(b, Rects) and b.paint == paint for box in b.boxes.tolist()]


def test_edges_stop_at_names_headings_and_the_key(scene: Scene, state: AppState) -> None:
    state = crowded(state)
    frame, place = drawing.frame(scene, state, *SIZE), layout(state, *SIZE)
    field = [box for box in edges(frame, "marker.edge") + edges(frame, "window.edge") if box[1] < place.key.y]
    assert len(field) > 20
    texts = [gaps.extent(b) for b in frame.batches if isinstance(b, Text) and 40 <= b.y < place.tracks.bottom]
    headings = [(t.x, t.y, t.w, t.h) for t in frame.targets if t.kind == "section"]
    for x, y, w, h in field:
        assert x >= place.time.x
        assert y + h <= place.tracks.bottom
        if y >= 40:
            assert gaps.free((x, y, w, h), [box for box in texts if box[0] >= place.time.x] + headings)


def test_labels_on_the_axis_never_meet(scene: Scene, state: AppState) -> None:
    for width in (900, 1600):
        for span in (3.0, 8.0, 20.0, 90.0, 365.0, 730.0, 3000.0):
            window = Window(TODAY - span / 2 + 0.3, TODAY + span / 2)
            made = replace(crowded(state), window=window)
            frame, place = drawing.frame(scene, made, width, 700), layout(made, width, 700)
            chips = [
                tuple(box)
                for b in frame.batches
                if isinstance(b, Frames) and b.style == "chip"
                for box in b.boxes.tolist()
                if box[1] < 40
            ]
            own = [gaps.extent(b) for b in frame.batches if isinstance(b, Text) and b.y < 40 and b.x >= place.header]
            outside = [box for box in own if not any(gaps.touches(box, chip) for chip in chips)]
            for a, b in combinations([*chips, *outside], 2):
                assert not gaps.touches(a, b), f"{span} days at {width} px"
            inside = len(own) - len(outside)
            assert inside <= 2 * len(chips), "no label of the calendar lies under a chip"


def test_markers_and_ranges_answer_the_pointer(scene: Scene, state: AppState) -> None:
    frame = drawing.frame(scene, crowded(state), *SIZE)
    found = [t for t in frame.targets if t.kind in ("marker", "range")]
    said = "\n".join(t.tip for t in found)
    for marker in crowded(state).markers:
        assert marker.text in said
    assert "22 Aug 2026" not in said
    assert "2 Aug – 31 Aug 2026" in said or "2–31 Aug 2026" in said
    assert [t.ref for t in found if t.kind == "range"] == [0, 1]
    assert "92 days · " in said


def test_without_notes_nothing_is_drawn(scene: Scene, state: AppState) -> None:
    frame = drawing.frame(scene, state, *SIZE)
    assert not [b for b in frame.batches if getattr(b, "paint", "").startswith("marker")]
    assert not [t for t in frame.targets if t.kind in ("marker", "range")]
