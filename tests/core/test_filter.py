"""What a filter lets through, against plain Python over every event; its facets, chips and counts."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.app import filtering, upcoming, views
from modelspan.app.matching import LIFECYCLE
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter
from modelspan.domain.dates import day
from modelspan.domain.query import search
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import KINDS, OPEN_END, OPEN_START, Snapshot
from modelspan.engine.lives import STANDINGS, Standing
from modelspan.engine.tracks import TRACK_KINDS
from modelspan.engine.window import Window

TODAY = day(2026, 11, 30)
ORGANISATIONS = ("openai", "anthropic", "mistral", "deepseek", "no-such-organisation")
SURFACES = ("azure", "bedrock", "openai-api", "mistral-api", "open-weights", "no-such-surface")
MODELS = ("gpt-5-4", "claude-opus-4-5", "deepseek-r1", "qwen-14b", "no-such-model")
TEXTS = ("", "", "", "gpt", "mini", "mistral", "no such model")


@pytest.fixture(scope="module")
def scene(snapshot: Snapshot) -> Scene:
    return Scene(snapshot)


@pytest.fixture
def state(scene: Scene) -> AppState:
    return views.first_state(scene, TODAY)


def some(values: tuple[str, ...]) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(values), max_size=3)


DAYS = st.none() | st.integers(day(2022), day(2028))
FILTERS = st.builds(
    Filter,
    text=st.sampled_from(TEXTS),
    kinds=some(tuple(Kind)),
    organisations=some(ORGANISATIONS),
    surfaces=some(SURFACES),
    statuses=some(tuple(Standing)),
    start=DAYS,
    end=DAYS,
    only=st.just(frozenset()) | some(MODELS),
    open_weights=st.booleans(),
)


def touching(scene: Scene, wanted: Filter) -> list[int]:
    """Shown events of a wanted kind that touch the range, on a wanted surface."""
    events, ids = scene.snapshot.events, scene.snapshot.entities.ids
    found = []
    for row in np.flatnonzero(events.shown).tolist():
        if wanted.kinds and KINDS[events.kind[row]].value not in wanted.kinds:
            continue
        begin, end = int(events.start[row]), int(events.end[row])
        begin = end - 1 if begin == OPEN_START else begin  # an open side reaches no further than it is drawn
        end = begin + 1 if end == OPEN_END else end
        if (wanted.start is not None and end <= wanted.start) or (wanted.end is not None and begin >= wanted.end):
            continue
        surface = ids[events.surface[row]] if events.surface[row] >= 0 else ""
        if wanted.surfaces and surface not in wanted.surfaces:
            continue
        found.append(row)
    return found


def passing(scene: Scene, wanted: Filter, events: list[int]) -> tuple[set[int], set[int]]:
    """Models that pass what is not about events; those of them that pass all."""
    snapshot, lives = scene.snapshot, scene.lives
    standing = lives_standing(scene)
    hits = set(search(snapshot, wanted.text))
    base = set()
    for row in snapshot.entities.models.tolist():
        owner = int(snapshot.entities.organisation[row])
        places = {snapshot.entities.ids[lives.surface[n]] for n in lives.of(row)}
        hosted = any(lives.placed[n] for n in lives.of(row))
        asked = wanted.open_weights or wanted.text or wanted.only or wanted.statuses
        if (
            (hosted or asked)
            and (not wanted.text or row in hits or owner in hits)
            and (not wanted.organisations or (owner >= 0 and snapshot.entities.ids[owner] in wanted.organisations))
            and (not wanted.surfaces or places & wanted.surfaces)
            and (not wanted.statuses or standing[row] in wanted.statuses)
            and (not wanted.only or snapshot.entities.ids[row] in wanted.only)
        ):
            base.add(row)
    if not wanted.kinds and wanted.start is None and wanted.end is None:
        return base, base
    telling = {
        int(snapshot.events.subject[row])
        for row in events
        if wanted.kinds or KINDS[snapshot.events.kind[row]] in LIFECYCLE
    }
    return base, base & telling


def lives_standing(scene: Scene) -> dict[int, Standing]:
    codes = scene.standing(views.first_state(scene, TODAY))
    return {row: STANDINGS[codes[row]] for row in scene.snapshot.entities.models.tolist()}


@settings(max_examples=120, deadline=None)
@given(wanted=FILTERS)
def test_a_filter_lets_through_what_its_words_say(scene: Scene, wanted: Filter) -> None:
    state = replace(views.first_state(scene, TODAY), filter=wanted)
    events = touching(scene, wanted)
    base, models = passing(scene, wanted, events)
    only_tracks = bool(wanted.kinds) and wanted.kinds <= {kind.value for kind in TRACK_KINDS}
    assert set(np.flatnonzero(scene.mask(state)).tolist()) == (set() if only_tracks else models)
    if wanted.text or wanted.organisations or wanted.surfaces or wanted.statuses or wanted.only:
        events = [row for row in events if int(scene.snapshot.events.subject[row]) in base]
    assert np.flatnonzero(scene.wanted(state)).tolist() == events
    assert filtering.hidden(scene, state) == len(scene.snapshot.entities.models) - np.count_nonzero(scene.mask(state))


@settings(max_examples=40, deadline=None)
@given(wanted=FILTERS)
def test_a_facet_counts_what_its_choice_would_leave(scene: Scene, wanted: Filter) -> None:
    state = replace(views.first_state(scene, TODAY), filter=wanted)
    tracks = {kind.value for kind in TRACK_KINDS}
    for facet in filtering.facets(scene, state):
        on = {choice.key for choice in facet.choices if choice.on}
        assert on == {key for key in getattr(wanted, facet.name) if key in keys_of(scene, facet.name)}
        for choice in facet.choices:
            alone = replace(wanted, **{facet.name: frozenset({choice.key})})
            if alone.kinds <= tracks and alone.kinds:
                expected = len(passing(scene, alone, touching(scene, alone))[1])  # no lanes, but there is something
            else:
                expected = np.count_nonzero(scene.mask(replace(state, filter=alone)))
            assert choice.count == expected, (facet.name, choice)


def keys_of(scene: Scene, name: str) -> set[str]:
    """What a facet may hold."""
    return {
        "kinds": set(Kind),
        "statuses": set(Standing),
        "organisations": set(scene.snapshot.entities.ids),
        "surfaces": set(scene.snapshot.entities.ids),
    }[name]


def test_all_that_would_leave_something_is_offered(scene: Scene, state: AppState) -> None:
    shown = {facet.name: facet.choices for facet in filtering.facets(scene, state)}
    entities = scene.snapshot.entities
    owners = {entities.ids[row] for row in set(entities.organisation[scene.mask(state)].tolist()) if row >= 0}
    assert {choice.key for choice in shown["organisations"]} == owners
    counts = [choice.count for choice in shown["organisations"]]
    assert counts == sorted(counts, reverse=True)
    assert sum(choice.count for choice in shown["statuses"]) == len(entities.models)
    assert [choice.key for choice in shown["statuses"]] == [value.value for value in Standing]
    assert {choice.key for choice in shown["surfaces"]} >= {"azure", "open-weights"}
    assert all(choice.name for choices in shown.values() for choice in choices)


def test_models_released_in_a_year(scene: Scene, state: AppState) -> None:
    year = Filter(kinds=frozenset({"release"}), start=day(2025), end=day(2026), open_weights=True)
    found = np.flatnonzero(scene.mask(replace(state, filter=year))).tolist()
    events = scene.snapshot.events
    released = {
        int(events.subject[row])
        for row in np.flatnonzero(events.of(Kind.RELEASE)).tolist()
        if day(2025) <= scene.day_of_event[row] < day(2026)
    }
    assert len(found) > 50
    assert set(found) == released


def test_a_date_with_an_open_side_counts_where_it_is_drawn(scene: Scene, state: AppState) -> None:
    events = scene.snapshot.events
    lower = np.flatnonzero(events.of(Kind.RETIREMENT) & (events.end == OPEN_END))
    upper = np.flatnonzero(events.of(Kind.RELEASE) & (events.start == OPEN_START))
    assert len(lower)
    assert len(upper)
    for row in (int(lower[0]), int(upper[0])):
        first = int(scene.day_of_event[row])
        for start, passes in ((first, True), (first + 1, False), (first - 1, False)):
            near = replace(state, filter=Filter(start=start, end=start + 1, open_weights=True))
            assert scene.wanted(near)[row] == passes


def test_only_chosen_models_need_no_host(scene: Scene, state: AppState) -> None:
    assert not scene.hosted[scene.snapshot.entities.row["qwen-14b"]]
    wanted = Filter(only=frozenset({"qwen-14b", "gpt-5-4"}))
    found = np.flatnonzero(scene.mask(replace(state, filter=wanted))).tolist()
    assert {scene.snapshot.entities.ids[row] for row in found} == wanted.only


def test_a_zoom_is_no_filter(scene: Scene, state: AppState) -> None:
    wanted = replace(state, filter=Filter(organisations=frozenset({"openai"})))
    near = replace(wanted, window=Window(TODAY, TODAY + 7))
    assert scene.mask(near) is scene.mask(wanted)
    assert scene.wanted(near) is scene.wanted(wanted)
    for one, other in ((state, replace(state, window=near.window)), (wanted, near)):
        assert views.filter_words(scene, one) == views.filter_words(scene, other)
    assert "no filter" in views.status_words(scene, replace(state, window=near.window))


@settings(max_examples=60, deadline=None)
@given(wanted=FILTERS)
def test_chips_are_taken_off_one_by_one(scene: Scene, wanted: Filter) -> None:
    state = replace(views.first_state(scene, TODAY), filter=wanted)
    chips = filtering.chips(scene, state)
    sets = ("kinds", "organisations", "surfaces", "statuses")
    values = sum(len(getattr(wanted, name)) for name in sets)
    dated = wanted.start is not None or wanted.end is not None
    assert len(chips) == values + bool(wanted.text) + bool(wanted.only) + dated
    assert bool(chips) == wanted.narrows
    for chip in chips:
        assert chip.text
        assert chip.text in views.status_words(scene, state)
        changed = {
            field.name for field in fields(Filter) if getattr(chip.without, field.name) != getattr(wanted, field.name)
        }
        assert len(changed) == 1 or changed == {"start", "end"}
        (name, *_) = changed
        if name in sets:
            assert len(getattr(wanted, name) - getattr(chip.without, name)) == 1
    left = wanted
    while left.narrows:
        left = filtering.chips(scene, replace(state, filter=left))[0].without
    assert left == Filter(open_weights=wanted.open_weights)


def test_chips_say_what_they_restrict(scene: Scene, state: AppState) -> None:
    wanted = Filter(
        text="spark",
        kinds=frozenset({"retirement"}),
        organisations=frozenset({"openai", "gone"}),
        surfaces=frozenset({"azure"}),
        statuses=frozenset({"notice"}),
        start=day(2026),
        end=day(2027),
        only=frozenset({"gpt-5-4", "gpt-5"}),
    )
    texts = [chip.text for chip in filtering.chips(scene, replace(state, filter=wanted))]
    assert texts == [
        "“spark”",
        "OpenAI",
        "gone",
        "Azure",
        "only retirement",
        "status: notice given",
        "1 Jan 2026 – 31 Dec 2026",
        "only 2 chosen models",
    ]
    ranges = [(day(2026), None), (None, day(2026)), (day(2026), day(2026) + 1)]
    said = [filtering.chips(scene, replace(state, filter=Filter(start=a, end=b)))[0].text for a, b in ranges]
    assert said == ["from 1 Jan 2026", "until 31 Dec 2025", "1 Jan 2026"]
    two = filtering.chips(scene, replace(state, filter=Filter(kinds=frozenset({"release", "date_change"}))))
    assert [chip.text for chip in two] == ["date change", "release"]


def test_the_status_line_says_the_filter_and_what_it_hides(scene: Scene, state: AppState) -> None:
    wanted = replace(state, filter=Filter(organisations=frozenset({"openai"})))
    hidden = len(scene.snapshot.entities.models) - np.count_nonzero(scene.mask(wanted))
    assert f"Filter: OpenAI · {hidden} models hidden" in views.status_words(scene, wanted)
    assert "no filter · " in views.status_words(scene, state)
    assert "models no one hosts hidden" in views.status_words(scene, state)
    every = replace(state, filter=Filter(open_weights=True))
    assert views.filter_words(scene, every) == "no filter"


def test_an_upcoming_list_follows_every_condition(scene: Scene, state: AppState) -> None:
    wanted = Filter(statuses=frozenset({"notice"}), organisations=frozenset({"openai"}), surfaces=frozenset({"azure"}))
    rows = upcoming.rows(scene, replace(state, filter=wanted), 365)
    ids = scene.snapshot.entities.ids
    assert rows
    assert {ids[scene.ends.surface[row]] for row in rows} == {"azure"}
    owners = scene.snapshot.entities.organisation[scene.ends.model[rows]]
    assert {ids[row] for row in owners.tolist()} == {"openai"}


def test_words_no_store_knows_are_passed_over(scene: Scene, state: AppState) -> None:
    wanted = Filter(kinds=frozenset({"party"}), statuses=frozenset({"asleep"}))
    state = replace(state, filter=wanted)
    assert not scene.mask(state).any()
    assert [chip.text for chip in filtering.chips(scene, state)] == ["only party", "status: asleep"]
