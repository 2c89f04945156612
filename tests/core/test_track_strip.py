"""The pinned strip: which tracks stand in it, how high, in which order, and that nothing collides there."""

import time
from dataclasses import replace
from itertools import combinations

import pytest

from modelspan.app import drawing, views
from modelspan.app.benchmarks import coverage
from modelspan.app.layout import (
    CLOSED_H,
    HIGHEST,
    height_of,
    layout,
    least,
    order_with,
    track_at,
    track_height,
    track_rows,
    track_sizes_with,
)
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day
from modelspan.domain.records import Dataset, Kind
from modelspan.domain.snapshot import KINDS, Snapshot
from modelspan.engine.frame import Lines, Text
from modelspan.engine.gaps import extent, touches
from modelspan.engine.track_marks import DENSE
from modelspan.engine.tracks import OPEN_H, Track
from modelspan.engine.window import Window
from tests.bench import synthetic
from tests.core.track_forms import (
    ALL,
    SIZE,
    TODAY,
    built,
    catalogue,
    first_state,
    shown,
    state_of,
    targets,
    texts,
)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return built(catalogue(), tmp_path_factory.mktemp("tracks"))


@pytest.fixture(scope="module")
def scene(snapshot: Snapshot) -> Scene:
    return Scene(snapshot)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return built(Catalogue(dataset=Dataset(id="none", title="None"), as_of="2026-11-30"), tmp_path_factory.mktemp("no"))


@pytest.mark.parametrize("is_open", [True, False])
def test_every_track_says_where_its_data_ends(scene: Scene, is_open: bool) -> None:
    words = scene.words
    for track in Track:
        state = state_of(scene, track)
        frame = shown(scene, state if is_open else replace(state, tracks=frozenset()), (1600, 900))
        last = int(scene.points[track].day[-1])
        said = [text for text in texts(frame) if "in the catalogue" in text]
        assert said == [next(t for t in said if words.full_day(last) in t)], track


def test_the_horizon_is_of_the_catalogue_not_of_the_filter(scene: Scene) -> None:
    narrow = state_of(scene, Track.DEALS, filter=Filter(organisations=frozenset({"mistral"})))
    assert "no deal after 24 Sep 2026 in the catalogue" in texts(shown(scene, narrow))


def test_the_strip_shows_the_tracks_of_the_order(scene: Scene) -> None:
    order = (Track.CLAIMS, Track.DEALS, Track.HARDWARE)
    state = first_state(scene, track_order=order)
    frame = shown(scene, state)
    heads = sorted(targets(frame, "track"), key=lambda target: target.y)
    assert [list(Track)[target.ref] for target in heads] == list(order)
    assert not targets(shown(scene, replace(state, track_order=())), "track")
    assert layout(replace(state, track_order=()), *SIZE).tracks.h == 0


def test_an_open_track_is_resized_at_its_lower_border(scene: Scene) -> None:
    state = first_state(scene, tracks=ALL)
    frame, place = shown(scene, state, (1200, 1200)), layout(state, 1200, 1200)
    rows, hidden = track_rows(state, place.tracks)
    assert hidden == 0
    edges = {target.ref: target for target in targets(frame, "track_edge")}
    for row in rows:
        edge = edges.pop(list(Track).index(row.track))
        assert (edge.h, edge.w) == (8, 1200)
        assert edge.y <= row.y + row.h - 1 < edge.y + edge.h
        assert edge.y + edge.h <= place.tracks.bottom
    assert not edges
    assert not targets(shown(scene, replace(state, tracks=frozenset())), "track_edge")


def test_sizes_are_clamped_and_the_usual_one_is_kept_as_none(scene: Scene) -> None:
    state = first_state(scene, tracks=ALL)
    higher = replace(state, track_sizes=track_sizes_with(state, Track.DEALS, 200))
    assert dict(higher.track_sizes) == {Track.DEALS: 200}
    assert height_of(higher, Track.DEALS) == track_height(higher, Track.DEALS, 2000) == 200
    both = replace(higher, track_sizes=track_sizes_with(higher, Track.CLAIMS, 1))
    assert dict(both.track_sizes) == {Track.DEALS: 200, Track.CLAIMS: least(state, Track.CLAIMS)}
    assert dict(track_sizes_with(both, Track.DEALS, 10_000)) == {
        Track.DEALS: HIGHEST, Track.CLAIMS: least(state, Track.CLAIMS)
    }  # fmt: skip
    assert dict(track_sizes_with(both, Track.DEALS, OPEN_H[Track.DEALS])).keys() == {Track.CLAIMS}
    assert height_of(replace(higher, tracks=frozenset()), Track.DEALS) == CLOSED_H
    pinned = replace(state, pinned=("a|", "b|"))
    assert height_of(pinned, Track.SCORES) > 2 * least(state, Track.SCORES)


def test_a_track_goes_to_a_place_of_the_order(scene: Scene) -> None:
    state = first_state(scene, track_order=(Track.DEALS, Track.SCORES, Track.CLAIMS))
    assert order_with(state, Track.DEALS, 2) == (Track.SCORES, Track.CLAIMS, Track.DEALS)
    assert order_with(state, Track.CLAIMS, 0) == (Track.CLAIMS, Track.DEALS, Track.SCORES)
    assert order_with(state, Track.SCORES, 1) == state.track_order
    assert order_with(state, Track.HARDWARE, 1) == (Track.DEALS, Track.HARDWARE, Track.SCORES, Track.CLAIMS)
    assert order_with(state, Track.DEALS, 99) == (Track.SCORES, Track.CLAIMS, Track.DEALS)


def test_a_height_of_the_canvas_names_its_track(scene: Scene) -> None:
    state = first_state(scene, tracks=frozenset({Track.DEALS, Track.CLAIMS}))
    place = layout(state, *SIZE)
    rows, _ = track_rows(state, place.tracks)
    assert [row.track for row in rows] == list(Track)
    for row in rows:
        assert track_at(state, place, row.y) is track_at(state, place, row.y + row.h - 1) is row.track
    assert track_at(state, place, place.tracks.y - 1) is None
    assert track_at(state, place, place.tracks.bottom) is None


@pytest.mark.parametrize("height", [*range(120, 1100, 35)])
@pytest.mark.parametrize("kinds", [frozenset(), frozenset({"deal", "score", "claim"})])
def test_what_does_not_fit_is_counted(scene: Scene, height: int, kinds: frozenset[str]) -> None:
    pins = ("gpqa|Diamond", "mmlu|", "aime|2025")
    state = first_state(scene, tracks=ALL, pinned=pins, filter=Filter(kinds=kinds))
    place, frame = layout(state, 1000, height), shown(scene, state, (1000, height))
    rows, hidden = track_rows(state, place.tracks)
    assert len(rows) + hidden == (3 if kinds else len(Track))
    assert len(targets(frame, "track")) == len(rows)
    said = [text for text in texts(frame) if "make the window higher" in text]
    assert [int(text.split()[1]) for text in said] == ([hidden] if hidden and place.tracks.h else [])
    assert place.tracks.h or height < 200
    assert sum(row.h for row in rows) <= place.tracks.h
    if place.lanes.h and place.tracks.h:
        assert sum(row.h for row in rows) + (14 if hidden else 0) == place.tracks.h, "no hole in the strip"
    assert all(row.h >= least(state, row.track) for row in rows)


def test_a_filter_that_only_a_hidden_track_answers_shows_it(scene: Scene) -> None:
    state = first_state(scene, track_order=(Track.DEALS,), filter=Filter(kinds=frozenset({"hardware_release"})))
    assert len(targets(shown(scene, state), "track")) == 1
    mixed = replace(state, filter=Filter(kinds=frozenset({"hardware_release", "release"})))
    assert not targets(shown(scene, mixed), "track")


def test_open_tracks_share_a_strip_without_lanes(scene: Scene) -> None:
    state = first_state(scene, tracks=ALL, filter=Filter(kinds=frozenset({"deal", "hardware_release"})))
    place = layout(state, *SIZE)
    rows, hidden = track_rows(state, place.tracks)
    assert [row.track for row in rows] == [Track.DEALS, Track.HARDWARE]
    assert hidden == place.lanes.h == 0
    assert sum(row.h for row in rows) == place.tracks.h


# all of it, whatever is shown


def strip_states(scene: Scene) -> list[AppState]:
    first = first_state(scene)
    keys = tuple(bench.key for bench in coverage(scene, first)[:3])
    windows = (first.window, Window(day(2019, 1, 1), day(2028, 1, 1)), Window(day(2026, 2, 10), day(2026, 2, 20)))
    return [
        replace(first, tracks=tracks, pinned=keys[:number], dollars=bool(number), window=window, selected=selected)
        for window in windows
        for tracks, number, selected in ((ALL, 3, "gpt-5-4"), (ALL, 0, ""), (frozenset(), 1, ""))
    ]


@pytest.mark.parametrize("size", [(1600, 1300), (1000, 800), (640, 500)])
def test_labels_never_overlap_and_nothing_leaves_the_strip(scene: Scene, own: Scene, size: tuple[int, int]) -> None:
    for one in (scene, own):
        for state in strip_states(one):
            strip, time_ = layout(state, *size).tracks, layout(state, *size).time
            frame = shown(one, state, size)
            inside = [
                batch
                for batch in frame.batches
                if isinstance(batch, Text) and strip.y <= batch.y < strip.bottom and batch.x >= time_.x
            ]
            boxes = [extent(text) for text in inside]
            for a, b in combinations(boxes, 2):
                assert not touches(a, b), (a, b, state.window)
            for text in inside:
                assert text.x + text.w <= time_.right, text
                assert text.y + text.h <= strip.bottom, text
            for target in frame.targets:
                if target.kind == "event" and strip.y <= target.y < strip.bottom:
                    assert time_.x - 4 <= target.x
                    assert target.x + target.w <= time_.right + 4
                    assert strip.y <= target.y
                    assert target.y + target.h <= strip.bottom
                    assert target.w >= 8
                    assert target.h >= 8
                    assert target.tip
            for batch in frame.batches:
                if isinstance(batch, Lines):
                    x, y = batch.segments[:, ::2], batch.segments[:, 1::2]
                    own_ = ((y >= strip.y) & (y < strip.bottom)).any(axis=1)
                    assert (x[own_] >= time_.x).all()
                    assert (x[own_] < time_.right).all()
                    assert (y[own_] < strip.bottom).all()


def test_a_store_without_anything_says_so_on_every_track(empty: Scene) -> None:
    for tracks in (ALL, frozenset[Track]()):
        for pinned in ((), ("arena|1",)):
            state = first_state(empty, tracks=tracks, pinned=pinned)
            frame = shown(empty, state)
            assert len(targets(frame, "track")) == len(Track)
            assert {text for text in texts(frame) if "in the catalogue" in text} == {
                "no deal in the catalogue", "no score in the catalogue", "no measurement in the catalogue",
                "no tier or price in the catalogue", "no claim in the catalogue", "no hardware in the catalogue",
            }  # fmt: skip
    assert coverage(empty, views.first_state(empty, TODAY)) == []


def test_every_kind_of_a_track_reaches_it(scene: Scene) -> None:
    kinds = {track: {KINDS[scene.snapshot.events.kind[row]] for row in scene.points[track].row} for track in Track}
    assert kinds[Track.HARDWARE] == {Kind.HARDWARE_RELEASE}
    assert kinds[Track.SPEEDS] == {Kind.MEASUREMENT}
    assert kinds[Track.PRICES] == {Kind.TIER}
    assert len(scene.points[Track.PRICES]) == 4


def test_a_hundred_thousand_events_are_drawn_as_places_not_one_by_one() -> None:
    crowd = Scene(synthetic.snapshot(100_000))
    state = first_state(crowd, tracks=ALL, window=Window(day(2017, 1, 1), day(2029, 1, 1)))
    drawing.frame(crowd, state, 1600, 1200)
    start = time.perf_counter()
    frame = drawing.frame(crowd, replace(state, window=Window(day(2017, 1, 2), day(2029, 1, 1))), 1600, 1200)
    assert time.perf_counter() - start < 2
    strip = layout(state, 1600, 1200).tracks
    assert len([target for target in targets(frame, "event") if target.y >= strip.y]) < DENSE
