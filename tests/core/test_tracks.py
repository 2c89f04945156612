"""What each track of the pinned strip draws: values, ties, groups, records, names."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from modelspan.app.benchmarks import coverage, visible_models
from modelspan.app.layout import layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day
from modelspan.domain.records import Deal, Score
from modelspan.domain.snapshot import Snapshot
from modelspan.engine.frame import Area, Glyphs, Lines, Rects, Shape
from modelspan.engine.track_scores import best_so_far, linear
from modelspan.engine.track_values import scale_of, step
from modelspan.engine.tracks import Points, Track
from modelspan.engine.window import Window
from tests.core.track_forms import (
    SIZE,
    built,
    catalogue,
    event_row,
    first_state,
    middle_of,
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


# what the columns hold


def test_a_deal_knows_the_row_it_amends(own: Scene) -> None:
    amends = own.snapshot.events.amends
    pairs = {(own.snapshot.titles[n], own.snapshot.titles[amends[n]]) for n in np.flatnonzero(amends >= 0).tolist()}
    assert pairs == {("Deal more", "Deal first"), ("Deal unsized", "Deal dollars")}


def test_the_bundled_deals_amend_what_the_catalogue_says(snapshot: Snapshot, bundled: Catalogue) -> None:
    events = {event.key: event for event in bundled.events}
    said = sorted(
        (event.title, events[event.body.amends].title)
        for event in bundled.events
        if isinstance(event.body, Deal) and event.body.amends
    )
    rows = np.flatnonzero(snapshot.events.amends >= 0).tolist()
    assert sorted((snapshot.titles[n], snapshot.titles[snapshot.events.amends[n]]) for n in rows) == said
    assert len(said) > 20


def test_the_scores_come_back_as_they_were_written(snapshot: Snapshot, bundled: Catalogue) -> None:
    found, ids = snapshot.scores, snapshot.entities.ids
    said = [
        (ids[found.benchmark[n]], found.versions[found.version[n]], found.harnesses[found.harness[n]],
         found.efforts[found.effort[n]], found.variants[found.variant[n]],
         None if np.isnan(found.budget[n]) else float(found.budget[n]),
         {-1: None, 0: False, 1: True}[int(found.self_reported[n])], found.flags[found.flag[n]])
        for n in range(len(found.event))
    ]  # fmt: skip
    bodies = [event.body for event in bundled.events if isinstance(event.body, Score)]
    written = [(b.benchmark_id, b.version, b.harness, b.effort, b.variant, b.budget_min, b.self_reported, b.flag)
               for b in bodies]  # fmt: skip
    assert sorted(said, key=repr) == sorted(written, key=repr)
    assert (np.diff(found.event) > 0).all()
    assert not found.event.flags.writeable


# deals


def sizes(scene: Scene, state: AppState) -> dict[str, float]:
    found = scene.points_of(state, Track.DEALS)
    pairs = zip([scene.snapshot.titles[row] for row in found.row], found.value.tolist(), strict=True)
    return {title: value for title, value in pairs if value == value}


def test_deals_by_megawatts_and_by_dollars(own: Scene) -> None:
    state = state_of(own, Track.DEALS)
    by_power, by_value = sizes(own, state), sizes(own, replace(state, dollars=True))
    assert by_power == {"Deal first": 500, "Deal more": 2000}
    assert by_value == {"Deal first": 2e9, "Deal dollars": 30e9}
    power, value = shown(own, state), shown(own, replace(state, dollars=True))
    assert {"500 MW", "2 GW"} <= set(texts(power)), "the axis begins and ends where the data does"
    assert {"$10 bn"} <= set(texts(value))
    for frame, sized in ((power, "Deal first"), (value, "Deal dollars")):
        rail = middle_of(frame, event_row(own, "Deal unsized"))[1]
        assert middle_of(frame, event_row(own, "Deal euros"))[1] == rail, "another currency is on no axis"
        assert middle_of(frame, event_row(own, sized))[1] < rail


def test_the_tip_of_a_deal_says_values_with_sign_and_unit_day_and_who(own: Scene) -> None:
    frame = shown(own, state_of(own, Track.DEALS))
    tip = next(target.tip for target in targets(frame, "event") if target.ref == event_row(own, "Deal first"))
    assert tip == "Deal first\ncapacity 500 MW, value ≈ $2 bn\n1 Feb 2026 · Openai"


def test_an_amendment_is_tied_to_its_deal(own: Scene) -> None:
    frame = shown(own, state_of(own, Track.DEALS))
    boxes = {
        tuple(box)
        for batch in frame.batches
        if isinstance(batch, Rects) and batch.paint == "openai.pale"
        for box in batch.boxes.tolist()
    }
    x, y = middle_of(frame, event_row(own, "Deal first"))
    x2, y2 = middle_of(frame, event_row(own, "Deal more"))
    assert y2 < y, "2 GW stand above 500 MW"
    assert (x, y, x2 - x + 1, 1) in boxes
    assert (x2, y2, 1, y - y2) in boxes


def test_a_tie_goes_when_the_filter_takes_one_of_its_ends(scene: Scene) -> None:
    state = state_of(scene, Track.DEALS, filter=Filter(organisations=frozenset({"anthropic"})))
    found, whole = scene.points_of(state, Track.DEALS), scene.points[Track.DEALS]
    assert 0 < len(found) < len(whole)
    amends = scene.snapshot.events.amends
    for n, row in enumerate(found.row.tolist()):
        other = int(found.amends[n])
        assert found.row[other] == amends[row] if other >= 0 else amends[row] not in found.row.tolist()
    assert (found.amends >= 0).any()


@pytest.mark.parametrize("values", [(44.0, 10_000.0), (3.0, 4.0), (1.0,), (), (0.002, 7e9), (1e30, 1e-30), (5.0, 50.0)])
@pytest.mark.parametrize("height", [44, 68, 300])
def test_a_log_axis_holds_its_values_and_its_labels_do_not_touch(values: tuple[float, ...], height: int) -> None:
    scale = scale_of(Area(0, 0, 100, height), np.array((*values, np.nan)))
    assert all(scale.low <= value <= scale.high for value in values)
    heights = scale.y(np.array(scale.ticks)).tolist()
    assert heights == sorted(heights, reverse=True)
    assert all(a - b >= 10 for a, b in pairwise(heights))
    assert all(8 <= y <= scale.rail - 10 for y in heights)
    assert scale.y(np.array([np.nan])).tolist() == [scale.rail]


def test_steps_of_an_axis() -> None:
    assert [step(n) for n in range(-3, 5)] == [0.1, 0.2, 0.5, 1, 2, 5, 10, 20]


# scores


def brute_force_best(found: Points, values: list[float], own: list[bool]) -> set[int]:
    """Places that beat every earlier day, and stand first among the best of their day."""
    holders = set()
    days = sorted(set(found.day.tolist()))
    best = -np.inf
    for one in days:
        today = [n for n in range(len(values)) if own[n] and found.day[n] == one]
        if today and max(values[n] for n in today) > best:
            best = max(values[n] for n in today)
            holders.add(next(n for n in today if values[n] == best))
    return holders


def test_the_step_line_is_the_best_so_far_of_one_group(scene: Scene) -> None:
    state = first_state(scene)
    seen = 0
    for bench in coverage(scene, state):
        band = scene.band(state, bench.key)
        own = (band.main & ~band.flagged).tolist()
        assert set(band.best.tolist()) == brute_force_best(band.found, band.value.tolist(), own), bench
        assert not band.flagged[band.best].any()
        assert band.main[band.best].all()
        seen += len(band.best)
    assert seen > 100


def test_only_one_group_is_compared(own: Scene) -> None:
    state = state_of(own, Track.SCORES, pinned=("arena|1",))
    band = own.band(state, "arena|1")
    keys = {name: own.snapshot.name(int(subject)) for name, subject in zip("0123456", band.found.subject, strict=True)}
    assert len(keys) == 7, "what is measured as a ratio is on no axis of per cents"
    assert band.apart == 1
    assert band.value[band.main].tolist() == [40, 55, 50, 70, 99, 65], "its own snapshot is no other condition"
    assert band.value[~band.main].tolist() == [90], "another effort is"
    assert band.value[band.flagged].tolist() == [99]
    assert band.value[band.best].tolist() == [40, 55, 70]
    assert band.group == ("Lab",)
    assert band.unit == "percent"


def test_the_step_line_and_the_dots_are_drawn(own: Scene) -> None:
    frame = shown(own, state_of(own, Track.SCORES, pinned=("arena|1",), key=False))
    band = own.band(state_of(own, Track.SCORES), "arena|1")
    lines = [row for batch in frame.batches if isinstance(batch, Lines) for row in batch.segments.tolist()]
    spots = [middle_of(frame, int(band.found.row[n])) for n in band.best.tolist()]
    flat = [row for row in lines if row[1] == row[3]]
    assert [(row[0], row[1]) for row in sorted(flat)] == spots
    assert [(row[2], row[3]) for row in sorted(flat)][:-1] == [(x, y) for (_, y), (x, _) in pairwise(spots)]
    forms = {
        (batch.shape, batch.paint): batch.points.tolist()
        for batch in frame.batches
        if isinstance(batch, Glyphs) and batch.size < 6
    }
    assert len(forms[Shape.CROSS, "openai"]) == 1, "flagged"
    assert len(forms[Shape.CIRCLE, "openai"]) == 1, "self-reported"
    assert len(forms[Shape.CIRCLE_FULL, "anthropic.pale"]) == 1, "another group"
    assert {"Arena", "version 1", "line: Lab"} <= set(texts(frame))
    assert {"6 of 8 scores", "1 flagged · 1 not on this axis"} <= set(texts(frame))
    assert {"Alpha", "Beta", "Gamma"} <= set(texts(frame)), "who held the record"
    assert [target.ref for target in targets(frame, "unpin")] == [0]
    tips = [target.tip for target in targets(frame, "event")]
    assert "Gamma\naccuracy 70 %\n10 May 2026 · Openai\nArena 1 · Lab · self-reported" in tips
    assert "Gamma\naccuracy 99 %\n20 May 2026 · Openai\nArena 1 · Lab · flagged: outlier" in tips


def test_a_benchmark_is_asked_for_until_three_are_pinned(scene: Scene) -> None:
    state = first_state(scene)
    keys = tuple(bench.key for bench in coverage(scene, state)[:3])
    for count in range(4):
        frame = shown(scene, state_of(scene, Track.SCORES, pinned=keys[:count]))
        assert len(targets(frame, "pick")) == (count < 3)
        assert [target.ref for target in targets(frame, "unpin")] == list(range(count))
    closed = shown(scene, replace(state, tracks=frozenset()))
    assert not targets(closed, "pick")
    assert any("no benchmark pinned" in text for text in texts(closed))


def test_a_pinned_benchmark_this_store_lacks_says_so(scene: Scene) -> None:
    frame = shown(scene, state_of(scene, Track.SCORES, pinned=("no-such|9",)))
    assert {"no-such", "version 9", "no score passes the filter"} <= set(texts(frame))


@pytest.mark.parametrize("values", [(40.0, 99.0), (0.0398, 718.8), (5.0, 5.0), (89.3, 161.0), (-2.0, 3.0), (0.0,), ()])
@pytest.mark.parametrize("height", [40, 76, 200])
def test_a_linear_axis_holds_its_values(values: tuple[float, ...], height: int) -> None:
    scale = linear(Area(0, 10, 100, height), np.array(values))
    heights = scale.y(np.array(scale.ticks)).tolist()
    assert len(scale.ticks) >= 2
    assert all(10 <= y < 10 + height for y in [*heights, *scale.y(np.array(values)).tolist()])
    assert all(a > b for a, b in pairwise(heights))


def test_best_so_far_takes_the_best_of_a_day_and_no_equal_one() -> None:
    days, values = np.array([1, 2, 2, 3, 4]), np.array([5.0, 6.0, 9.0, 9.0, 10.0])
    assert best_so_far(days, values, np.ones(5, bool)).tolist() == [0, 2, 4]
    assert best_so_far(days, values, np.array([True, True, False, True, False])).tolist() == [0, 1, 3]
    assert best_so_far(days, values, np.zeros(5, bool)).tolist() == []


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"filter": Filter(organisations=frozenset({"anthropic"}))},
        {"window": Window(day(2024, 1, 1), day(2024, 6, 1))},
        {"filter": Filter(kinds=frozenset({"score"}))},
    ],
)
def test_the_picker_ranks_by_the_models_in_view(scene: Scene, bundled: Catalogue, more: dict[str, object]) -> None:
    state = first_state(scene, **more)
    ids, lives = scene.snapshot.entities.ids, scene.lives
    passing = scene.mask(replace(state, filter=replace(state.filter, kinds=frozenset())))
    inside = {
        ids[model]
        for model, begin, end in zip(lives.model, lives.begin, lives.end_high, strict=True)
        if passing[model] and begin < state.window.end and end > state.window.start
    }
    assert {ids[row] for row in np.flatnonzero(visible_models(scene, state))} == inside
    models: dict[str, set[str]] = {}
    scores: dict[str, int] = {}
    for event in bundled.events:
        if isinstance(event.body, Score) and event.shown:
            key = f"{event.body.benchmark_id}|{event.body.version}"
            models.setdefault(key, set())
            if event.subject_id in inside:
                models[key].add(event.subject_id)
                scores[key] = scores.get(key, 0) + 1
    found = coverage(scene, state)
    assert {bench.key: bench.models for bench in found} == {key: len(those) for key, those in models.items()}
    assert {bench.key: bench.scores for bench in found if bench.scores} == scores
    assert [bench.models for bench in found] == sorted((bench.models for bench in found), reverse=True)
    assert found[0].models > 0


# speeds, prices, hardware, claims


def test_prices_stand_apart_by_side_and_hold_until_the_next(own: Scene) -> None:
    state = state_of(own, Track.PRICES)
    found = own.points_of(state, Track.PRICES)
    assert sorted(value for value in found.value.tolist() if value == value) == [1, 2, 5, 10]
    frame = shown(own, state)
    assert {"$1", "$10", "Fast tier"} <= set(texts(frame))
    assert {"US$ per M tokens, log", "input hollow, output filled"} <= set(texts(frame))
    small = [batch for batch in frame.batches if isinstance(batch, Glyphs) and batch.size == 6]
    shapes = {batch.shape: len(batch.points) for batch in small}
    assert shapes[Shape.CIRCLE] == shapes[Shape.CIRCLE_FULL] == 2
    spots = sorted(
        (target.x + 4, target.y + 4) for target in targets(frame, "event") if target.ref == event_row(own, "Price p1")
    )
    pale = [
        box
        for batch in frame.batches
        if isinstance(batch, Rects) and batch.paint == "openai.pale"
        for box in batch.boxes.tolist()
    ]
    assert {(x, y) for x, y, w, h in pale if h == 1 and w > 10} == set(spots), "each side runs on at its height"


def test_hardware_keeps_its_row_whatever_the_window_shows(own: Scene) -> None:
    state = state_of(own, Track.HARDWARE)
    places = []
    for window in (Window(day(2026, 1, 1), day(2026, 12, 1)), Window(day(2026, 3, 15), day(2026, 7, 15))):
        frame = shown(own, replace(state, window=window))
        places.append({target.ref: target.y for target in targets(frame, "event") if target.w == 8})
    assert len(places[1]) == 4
    assert places[1].items() <= places[0].items()
    assert "Chip 3" in texts(frame)


def test_names_without_room_are_counted(scene: Scene) -> None:
    window = Window(day(2010, 1, 1), day(2027, 1, 1))
    state = state_of(scene, Track.HARDWARE, window=window)
    frame = shown(scene, state)
    marks = [target for target in targets(frame, "event") if target.w == 8]
    labels = [target for target in targets(frame, "event") if target.w > 8]
    assert len(marks) == len(scene.points[Track.HARDWARE]) == 71
    assert f"71 releases · {71 - len(labels)} names have no room" in texts(frame)


def test_one_claim_is_selected_and_many_are_counted(scene: Scene, own: Scene) -> None:
    frame = shown(own, state_of(own, Track.CLAIMS))
    assert event_row(own, "Faster") in {target.ref for target in targets(frame, "event")}
    frame = shown(scene, state_of(scene, Track.CLAIMS))
    assert sum(int(target.tip.split()[0]) for target in targets(frame, "day")) > 50


def test_who_holds_the_record_where_the_window_begins_is_named(own: Scene) -> None:
    window = Window(day(2026, 8, 1), day(2026, 12, 1))
    frame = shown(own, state_of(own, Track.SCORES, pinned=("arena|1",), window=window, key=False))
    assert "Gamma" in texts(frame)
    lines = [row for batch in frame.batches if isinstance(batch, Lines) for row in batch.segments.tolist()]
    assert len(lines) == 1, "the line goes on level"
    assert lines[0][0] == layout(state_of(own, Track.SCORES), *SIZE).time.x
