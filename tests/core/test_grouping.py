"""Where models stand: groups, orders, standings, heights of lanes, against plain Python."""

import itertools
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from modelspan.app import drawing, views
from modelspan.app.layout import layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter
from modelspan.domain.dates import day
from modelspan.domain.records import Status
from modelspan.domain.snapshot import OPEN_END, STATUSES, Snapshot
from modelspan.engine.frame import Text
from modelspan.engine.groups import drawn, natural
from modelspan.engine.header import isolated, width_of
from modelspan.engine.lanes import LEAST_H, LEAST_SIZE, MOST_H, MOST_SIZE, Grouping, Lane, Lanes, Order, Section
from modelspan.engine.lives import STANDINGS, Ending, Standing
from tests.bench import synthetic

TODAY = day(2026, 11, 30)
WHOLE = [grouping for grouping in Grouping if grouping is not Grouping.SURFACE]
FILTERS = [
    Filter(),
    Filter(open_weights=True),
    Filter(surfaces=frozenset({"azure", "open-weights"})),
    Filter(organisations=frozenset({"mistral", "deepseek"}), open_weights=True),
]


@pytest.fixture(scope="module")
def scene(snapshot: Snapshot) -> Scene:
    return Scene(snapshot)


@pytest.fixture
def state(scene: Scene) -> AppState:
    return views.first_state(scene, TODAY)


def all_open(scene: Scene, state: AppState) -> Lanes:
    """The lanes with every group expanded."""
    keys = frozenset(group.key for group in scene.lanes(state).groups)
    return scene.lanes(replace(state, expanded=keys))


def last_section(found: Lanes, kind: Lane) -> list[int]:
    return found.ref[(found.kind == kind) & (found.section == Section.ALL)].tolist()


# groups


@pytest.mark.parametrize("wanted", FILTERS, ids=range(len(FILTERS)))
@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("grouping", WHOLE)
def test_every_model_stands_in_one_group(
    scene: Scene, state: AppState, grouping: Grouping, order: Order, wanted: Filter
) -> None:
    found = all_open(scene, replace(state, grouping=grouping, order=order, filter=wanted))
    models = last_section(found, Lane.MODEL)
    assert sorted(models) == np.flatnonzero(scene.mask(replace(state, filter=wanted))).tolist()
    assert len(set(models)) == len(models) > 10
    assert last_section(found, Lane.SURFACE) == []
    assert found.grouped.model.tolist() == models


@pytest.mark.parametrize("wanted", FILTERS, ids=range(len(FILTERS)))
@pytest.mark.parametrize("order", Order)
def test_every_life_stands_once_under_its_surface(scene: Scene, state: AppState, order: Order, wanted: Filter) -> None:
    state = replace(state, grouping=Grouping.SURFACE, order=order, filter=wanted)
    found, mask = all_open(scene, state), scene.mask(state)
    lives = last_section(found, Lane.SURFACE)
    surfaces = scene.rows(wanted.surfaces) or set(scene.lives.surface.tolist())
    expected, bare = [], []
    for model in np.flatnonzero(mask).tolist():
        own = [n for n in scene.lives.of(model) if scene.lives.surface[n] in surfaces]
        placed = [n for n in own if scene.lives.placed[n]]
        expected += placed or own
        bare += [] if own else [model]
    assert sorted(lives) == sorted(expected)
    assert last_section(found, Lane.MODEL) == bare, "those known nowhere stand by themselves"
    group = -1
    for lane in range(len(found)):
        if found.kind[lane] == Lane.GROUP:
            group = int(found.ref[lane])
        elif found.section[lane] == Section.ALL and found.kind[lane] == Lane.SURFACE:
            surface = int(scene.lives.surface[found.ref[lane]])
            assert found.groups[group].key == scene.snapshot.entities.ids[surface]


@pytest.mark.parametrize("grouping", [one for one in Grouping if one is not Grouping.NONE])
def test_a_group_holds_its_own(scene: Scene, state: AppState, grouping: Grouping) -> None:
    state = replace(state, grouping=grouping)
    found, entities, standing = scene.lanes(state), scene.snapshot.entities, scene.standing(state)
    assert len({group.key for group in found.groups}) == len(found.groups) > 2
    for place, group in enumerate(found.groups):
        own = found.grouped.members(place)
        assert group.name
        assert scene.models_of_group(state, place) == found.grouped.model[own].tolist() != []
        for model, life in zip(found.grouped.model[own].tolist(), found.grouped.life[own].tolist(), strict=True):
            row = {
                Grouping.ORGANISATION: entities.organisation[model],
                Grouping.FAMILY: entities.parent[model],
                Grouping.SURFACE: scene.lives.surface[life],
                Grouping.STATUS: -1,
            }[grouping]
            key = STANDINGS[standing[model]] if grouping is Grouping.STATUS else entities.ids[row] if row >= 0 else ""
            assert group.key == key
            assert scene.group_of(state, entities.ids[model]) in {one.key for one in found.groups}
            if grouping is not Grouping.SURFACE:
                assert scene.group_of(state, entities.ids[model]) == key


def test_a_model_without_organisation_or_family_has_a_group(scene: Scene, state: AppState) -> None:
    entities = scene.snapshot.entities
    none = np.full(len(entities.ids), -1, np.int32)
    bare = Scene(replace(scene.snapshot, entities=replace(entities, organisation=none, parent=none)))
    for grouping, name in ((Grouping.ORGANISATION, "No organisation"), (Grouping.FAMILY, "No family")):
        wanted = replace(state, grouping=grouping)
        (group,) = bare.lanes(wanted).groups
        assert (group.key, group.name) == ("", name)
        opened = replace(wanted, expanded=frozenset({""}))
        assert len(last_section(bare.lanes(opened), Lane.MODEL)) == len(bare.lanes(opened).chosen)
        assert name in drawing.frame(bare, opened, 1600, 900).dump()


def test_only_expanded_groups_show_their_models(scene: Scene, state: AppState) -> None:
    state = replace(state, grouping=Grouping.STATUS, expanded=frozenset({Standing.NOTICE.value, "no-such-group"}))
    found, standing = scene.lanes(state), scene.standing(state)
    assert {STANDINGS[standing[row]] for row in last_section(found, Lane.MODEL)} == {Standing.NOTICE}


# order


def lifespan(scene: Scene, lives: list[int]) -> int:
    """First day to last end, or to today."""
    known, stops = scene.lives, []
    for n in lives:
        endless = known.ending[n] in (Ending.NONE, Ending.NOT_BEFORE)
        stops.append(max(int(known.begin[n]), TODAY) if endless else int(known.end_low[n]))
    return max(stops) - min(int(known.begin[n]) for n in lives)


@pytest.mark.parametrize("order", Order)
def test_an_order_is_that_of_python(scene: Scene, state: AppState, order: Order) -> None:
    state = replace(state, grouping=Grouping.NONE, order=order, filter=Filter(open_weights=True))
    found, known, names = scene.lanes(state), scene.lives, scene.snapshot.entities.names
    shown = drawn(known, len(names), None)

    def key(model: int) -> object:
        own = [n for n in known.of(model) if shown[n]]
        begin = min((int(known.begin[n]) for n in own), default=None)
        match order:
            case Order.NEXT_END:
                going = any(known.ending[n] == Ending.NONE or known.end_high[n] > TODAY for n in own)
                return int(found.next_end.day[model]), not going, -OPEN_END if begin is None else -begin
            case Order.RELEASE:
                return begin is None, -(begin or 0)
            case Order.LIFESPAN:
                return 1 if begin is None else -lifespan(scene, own)
            case _:
                return natural(names[model])

    models = sorted(found.chosen.tolist(), key=key)
    assert last_section(found, Lane.MODEL) == models
    grouped = scene.lanes(replace(state, grouping=Grouping.ORGANISATION))
    owner = scene.snapshot.entities.organisation
    expected = [scene.snapshot.entities.ids[row] for row in dict.fromkeys(owner[models].tolist())]
    assert [group.key for group in grouped.groups] == expected, "a group stands where its first model would"


def test_lives_of_a_surface_are_sorted_by_their_own_end(scene: Scene, state: AppState) -> None:
    found = scene.lanes(replace(state, grouping=Grouping.SURFACE)).grouped
    for place, group in enumerate(found.groups):
        lives = found.life[found.members(place)]
        low = scene.lives.end_low[lives]
        due = np.where((scene.lives.ending[lives] != Ending.NONE) & (low >= TODAY), low, OPEN_END)
        assert (np.diff(due) >= 0).all(), group.key


@pytest.mark.parametrize(
    "names",
    [
        ["GPT-5", "GPT-5.9", "GPT-5.10", "GPT-6", "GPT-10"],
        ["alpha 2", "Alpha 3", "ALPHA 04", "alpha 10"],
        ["7", "07b", "a", "a1", "a1b", "ab"],
        ["Qwen 9", "Qwen " + "9" * 5000],
        ["模型 2", "模型 10"],
    ],
)
def test_names_are_sorted_as_people_do(names: list[str]) -> None:
    for some in itertools.islice(itertools.permutations(names), 24):
        assert sorted(some, key=natural) == names


def test_the_ending_section_stays_by_end(scene: Scene, state: AppState) -> None:
    ending = [
        scene.lanes(replace(state, order=order, grouping=grouping)).ending.tolist()
        for order in Order
        for grouping in Grouping
    ]
    assert len(ending[0]) == 15
    assert all(part == ending[0] for part in ending)


# standing


def expected_standing(scene: Scene, model: int, today: int) -> Standing:
    """The rules in words, one model at a time."""
    known, events = scene.lives, scene.snapshot.events
    own = [n for n in known.of(model) if known.placed[n]]
    if not own:
        return Standing.UNHOSTED

    def over(n: int) -> bool:
        row = int(known.end_row[n])
        return (
            row >= 0
            and known.ending[n] != Ending.NOT_BEFORE
            and int(known.end_high[n]) <= today
            and STATUSES[events.status[row]] is not Status.SCHEDULED
        )

    left = [n for n in own if not over(n)]
    if not left:
        return Standing.ENDED
    begun = [n for n in left if known.begin[n] <= today]
    if not begun:
        return Standing.UPCOMING
    if any(known.notice[n] <= today or known.ending[n] not in (Ending.NONE, Ending.NOT_BEFORE) for n in left):
        return Standing.NOTICE
    return Standing.PREVIEW if all(known.available[n] > today for n in begun) else Standing.AVAILABLE


@pytest.mark.parametrize("today", [day(2018), day(2023, 6, 15), day(2025, 9, 1), TODAY, day(2027, 3, 1), day(2035)])
def test_standing_is_as_the_rules_say(scene: Scene, state: AppState, today: int) -> None:
    found = scene.standing(replace(state, today=today))
    for model in scene.snapshot.entities.models.tolist():
        assert STANDINGS[found[model]] is expected_standing(scene, model, today), scene.snapshot.name(model)


def test_every_standing_occurs(scene: Scene, state: AppState) -> None:
    found = Counter[Standing]()
    for today in (day(2024, 1, 1), TODAY):
        codes = scene.standing(replace(state, today=today))[scene.snapshot.entities.models]
        found.update(STANDINGS[one] for one in codes.tolist())
    assert set(found) == set(Standing)


def test_a_hover_says_the_standing(scene: Scene, state: AppState) -> None:
    header = scene.header(state)
    row = scene.snapshot.entities.row["claude-2"]
    assert header.life_tip(row).splitlines()[0] == "Claude 2 · ended"


# sums of groups


@pytest.mark.parametrize("grouping", [one for one in Grouping if one is not Grouping.NONE])
def test_the_columns_of_a_group_sum_up_its_members(scene: Scene, state: AppState, grouping: Grouping) -> None:
    state = replace(state, grouping=grouping)
    header, ends, known = scene.header(state), scene.ends, scene.lives
    found, strips = header.summary, scene.strips(state)
    for place in range(len(header.lanes.groups)):
        own = header.lanes.grouped.members(place)
        models, lives = header.lanes.grouped.model[own].tolist(), set(header.lanes.grouped.life[own].tolist())
        if grouping is not Grouping.SURFACE:
            lives = {n for model in models for n in header.own_lives(model)}
        on = {int(known.model[n]) for n in lives if known.placed[n] and not header.over[n] and known.begin[n] <= TODAY}
        ahead = [n for n in range(len(ends.row)) if int(ends.life[n]) in lives and ends.low[n] >= TODAY]
        first = min((int(ends.low[n]) for n in ahead), default=int(OPEN_END))
        columns = (found.models, found.offered, found.first, found.ends)
        assert [int(one[place]) for one in columns] == [len(models), len(on), first, len(ahead)]
        strip = strips.of(place)
        if strip is not None:
            assert strip.ends.tolist() == sorted(
                int(ends.low[n]) for n in range(len(ends.row)) if ends.life[n] in lives
            )
            assert 1 <= strip.peak <= len(models)
            assert strip.counts.min() >= 0


# heights


def test_lanes_become_higher_and_lower_within_bounds(scene: Scene, state: AppState) -> None:
    heights = []
    for size in (-100, LEAST_SIZE, -1, 0, 1, MOST_SIZE, 100):
        found = scene.lanes(replace(state, lane_size=size, grouping=Grouping.NONE))
        (height,) = set(np.diff(found.top)[found.kind == Lane.MODEL].tolist())
        heights.append(height)
    assert heights == [LEAST_H, LEAST_H, 14, 18, 22, MOST_H, MOST_H]


@pytest.mark.parametrize("size", [LEAST_SIZE, -1, 0, MOST_SIZE])
@pytest.mark.parametrize("grouping", Grouping)
@pytest.mark.parametrize("width", [520, 900, 1600])
def test_texts_of_a_header_do_not_overlap(
    scene: Scene, state: AppState, grouping: Grouping, size: int, width: int
) -> None:
    keys = frozenset(group.key for group in scene.lanes(replace(state, grouping=grouping)).groups[:2])
    state = replace(state, grouping=grouping, lane_size=size, expanded=keys, tracks=frozenset())
    place = layout(state, width, 900)
    frame = drawing.frame(scene, state, width, 900)
    texts = [one for one in frame.batches if isinstance(one, Text) and one.x < place.header]
    texts = [one for one in texts if place.lanes.y <= one.y < place.lanes.bottom and one.x + one.w <= place.header]
    assert len(texts) > 20
    for one, other in itertools.combinations(texts, 2):
        apart = one.x + one.w <= other.x or other.x + other.w <= one.x or one.y + one.h <= other.y
        assert apart or other.y + other.h <= one.y, (one, other)


def test_further_selected_models_are_drawn_as_selected(scene: Scene, state: AppState) -> None:
    state = replace(state, grouping=Grouping.NONE)
    names = [scene.snapshot.entities.ids[row] for row in scene.lanes(state).ending[:3].tolist()]
    alone, more = (
        re.findall(r"rects selection (.*)", drawing.frame(scene, one, 1600, 900).dump())
        for one in (replace(state, selected=names[0]), replace(state, selected=names[0], also=(names[1], names[2])))
    )
    assert more[0].count("[") == alone[0].count("[") + 4, "two more models, in two sections each"


# names


def test_a_name_of_another_direction_keeps_to_itself() -> None:
    assert isolated("GPT-5.4") == "GPT-5.4"
    assert isolated("模型") == "模型"
    assert isolated("نموذج 2") == "\u2068نموذج 2\u2069"
    assert width_of("模型", 6.7) == width_of("abcd", 6.7)


# any number of lanes


@pytest.fixture(scope="module")
def large() -> Scene:
    return Scene(synthetic.snapshot(1_000_000))


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("grouping", Grouping)
def test_a_hundred_thousand_models_are_grouped(large: Scene, grouping: Grouping, order: Order) -> None:
    state = replace(views.first_state(large, TODAY), grouping=grouping, order=order)
    found = all_open(large, state)
    mask = large.mask(state)
    if grouping is Grouping.SURFACE:
        assert len(last_section(found, Lane.SURFACE)) == np.count_nonzero(found.shown & mask[large.lives.model])
    else:
        assert len(last_section(found, Lane.MODEL)) == np.count_nonzero(mask) > 90_000
    state = replace(state, expanded=frozenset(group.key for group in found.groups), scroll=found.height // 2)
    assert drawing.frame(large, state, 1600, 900).dump()
