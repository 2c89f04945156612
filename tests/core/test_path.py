"""The successor path: whom it holds, where it ends, and how its arrows keep clear of what is said."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from modelspan.app import drawing
from modelspan.app.layout import layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.app.views import first_state
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day, parse_edtf
from modelspan.domain.records import (
    Body,
    Dataset,
    Entity,
    EntityKind,
    Event,
    ModelFacts,
    Party,
    Release,
    Retirement,
    Role,
    Status,
)
from modelspan.domain.snapshot import Snapshot
from modelspan.engine import gaps
from modelspan.engine.frame import Frame, Glyphs, Lines, Shape, Text
from modelspan.engine.header import Header
from modelspan.engine.path import Link, Refuge, bent, chain
from modelspan.store import reading, writing

TODAY = day(2026, 11, 30)
SIZE = (1200, 700)


def said(key: str, body: Body, when: str, subject: str, surface: str, *successors: str) -> Event:
    parties = tuple(Party(role=Role.SUCCESSOR, entity_id=name) for name in successors)
    status = Status.SCHEDULED if when > "2026-11-30" else Status.OCCURRED
    return Event(
        key=key, body=body, when=parse_edtf(when), subject_id=subject, surface_id=surface, status=status,
        parties=parties if isinstance(body, Retirement) else (),
    )  # fmt: skip


def life(model: str, begin: str, end: str = "", successor: str = "", surface: str = "api") -> list[Event]:
    found = [said(f"{model}-{surface}-begin", Release(), begin, model, surface)]
    if end:
        found.append(said(f"{model}-{surface}-end", Retirement(), end, model, surface, *filter(None, [successor])))
    return found


NAMES = (
    "old", "first", "second", "third", "round-a", "round-b", "alone", "hasty", "short", "to-gone", "gone",
    "forked", "branch-a", "branch-b", "open", "leaving", "elsewhere",
)  # fmt: skip


def catalogue() -> Catalogue:
    """Models whose names say what is wanted of them."""
    events = [
        *life("old", "2026-01-01", "2026-12-01", "first"),
        *life("first", "2026-03-01", "2027-01-10", "second"),
        *life("second", "2026-05-01", "2027-04-01", "third"),
        *life("third", "2026-06-01"),
        *life("round-a", "2026-02-01", "2027-02-01", "round-b"),
        *life("round-b", "2026-02-02", "2027-03-01", "round-a"),
        *life("alone", "2026-02-03", "2027-02-02"),
        *life("hasty", "2026-02-04", "2027-05-01", "short"),
        *life("short", "2026-02-05", "2027-03-03"),
        *life("to-gone", "2026-02-06", "2027-05-02", "gone"),
        *life("gone", "2026-02-07", "2026-08-01"),
        *life("forked", "2026-02-08", "2027-01-05", "branch-a"),
        *life("forked", "2026-02-08", "2027-02-05", "branch-b", "azure"),
        *life("branch-a", "2026-04-01", "2028-01-01", "third"),
        *life("branch-b", "2026-04-02", "2028-01-01", "open", "azure"),
        *life("branch-b", "2026-04-02", "2027-12-01", "third"),
        *life("leaving", "2026-04-02", "2027-12-01", "elsewhere", "azure"),
        *life("elsewhere", "2026-04-02", "2028-01-01", "third"),
        *life("elsewhere", "2026-04-02", "2028-02-01", "open", "bedrock"),
        *life("open", "2026-04-03", surface="azure"),
    ]
    entities = [
        Entity(id="maker", kind=EntityKind.ORGANISATION, name="Maker"),
        Entity(id="api", kind=EntityKind.SURFACE, name="Maker API"),
        Entity(id="azure", kind=EntityKind.SURFACE, name="Azure"),
        Entity(id="bedrock", kind=EntityKind.SURFACE, name="Bedrock"),
        *(
            Entity(
                id=name, kind=EntityKind.MODEL, name=name.capitalize(), organisation_id="maker",
                facts=ModelFacts(context_tokens=1000),
            )
            for name in NAMES
        ),
    ]  # fmt: skip
    dataset = Dataset(id="paths", title="Paths", version="2026-11-30")
    return Catalogue(dataset=dataset, as_of="2026-11-30", entities=tuple(entities), events=tuple(events))


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    path: Path = tmp_path_factory.mktemp("paths") / "paths.sqlite"
    writing.build(catalogue(), path, "0" * 64)
    return Scene(reading.read(path))


@pytest.fixture
def state(scene: Scene) -> AppState:
    return replace(first_state(scene, TODAY), expanded=frozenset({"maker"}), tracks=frozenset())


def links(scene: Scene, model: str) -> list[Link]:
    header: Header = scene.header(first_state(scene, TODAY))
    return chain(scene.lives, header.over, scene.snapshot.entities.row[model], TODAY)


def steps(scene: Scene, model: str) -> list[tuple[str, str, int]]:
    ids = scene.snapshot.entities.ids
    found = links(scene, model)
    return [(ids[one.model], ids[one.successor] if one.successor >= 0 else "", one.step) for one in found]


def test_the_whole_chain_forwards_and_one_step_back(scene: Scene) -> None:
    assert steps(scene, "first") == [("first", "second", 1), ("second", "third", 2), ("old", "first", 0)]
    assert steps(scene, "old") == [("old", "first", 1), ("first", "second", 2), ("second", "third", 3)]


def test_names_in_a_circle_end_where_they_began(scene: Scene) -> None:
    assert steps(scene, "round-a") == [("round-a", "round-b", 1), ("round-b", "round-a", 2)]
    assert steps(scene, "round-b") == [("round-b", "round-a", 1), ("round-a", "round-b", 2)]


def test_a_path_goes_on_where_it_came_from(scene: Scene) -> None:
    """Branch B ends on both surfaces; who comes to it on Azure needs what follows there."""
    found = steps(scene, "forked")
    assert [step for step in found if step[0] == "forked"] == [("forked", "branch-a", 1), ("forked", "branch-b", 1)]
    assert ("branch-b", "open", 2) in found
    assert ("branch-b", "third", 2) not in found
    assert steps(scene, "leaving") == [("leaving", "elsewhere", 1), ("elsewhere", "third", 2)], "what ends next there"


@pytest.mark.parametrize(
    ("model", "refuge"),
    [
        ("first", Refuge.GOOD),
        ("alone", Refuge.NONE),
        ("hasty", Refuge.SOONER),
        ("to-gone", Refuge.ENDED),
    ],
)
def test_dead_ends_are_told_from_refuges(scene: Scene, model: str, refuge: Refuge) -> None:
    assert links(scene, model)[0].refuge is refuge


def test_who_has_no_end_has_no_path(scene: Scene) -> None:
    assert all(link.step == 0 for link in links(scene, "third"))
    assert links(scene, "gone")[0].successor == -1


def test_every_path_of_the_catalogue_ends(snapshot: Snapshot) -> None:
    whole = Scene(snapshot)
    header: Header = whole.header(first_state(whole, TODAY))
    for row in snapshot.entities.models.tolist():
        found = chain(whole.lives, header.over, row, TODAY)
        assert len({(link.model, link.successor) for link in found}) == len(found)
        assert all(whole.lives.model[link.life] == link.model for link in found)


# drawing


def drawn(scene: Scene, state: AppState, model: str, size: tuple[int, int] = SIZE) -> Frame:
    return drawing.frame(scene, replace(state, selected=model), *size)


def segments(frame: Frame) -> list[list[int]]:
    return [row for batch in frame.batches if isinstance(batch, Lines) for row in batch.segments.tolist()]


def crosses(frame: Frame) -> int:
    return sum(len(b.points) for b in frame.batches if isinstance(b, Glyphs) and b.shape is Shape.CROSS)


def words(frame: Frame) -> list[str]:
    return [batch.text for batch in frame.batches if isinstance(batch, Text)]


def field(scene: Scene, state: AppState, frame: Frame) -> tuple[list[int], int, int]:
    place = layout(state, frame.width, frame.height)
    return [place.time.x, place.time.right], place.lanes.y, place.lanes.bottom


@pytest.mark.parametrize("model", NAMES)
def test_arrows_keep_to_the_lanes_and_out_of_texts(scene: Scene, state: AppState, model: str) -> None:
    frame = drawn(scene, state, model)
    (left, right), top, bottom = field(scene, state, frame)
    # A line at rest on a letter would be longer than a corner; corners are three px.
    texts = [gaps.extent(b) for b in frame.batches if isinstance(b, Text) and left <= b.x and top <= b.y < bottom]
    for x1, y1, x2, y2 in segments(frame):
        if y1 >= bottom:
            continue  # the samples of the key
        assert left <= min(x1, x2) <= max(x1, x2) < right
        assert top <= min(y1, y2) <= max(y1, y2) < bottom
        if x1 == x2 and y2 - y1 > 3:
            assert not [t for t in texts if t[0] <= x1 < t[0] + t[2] and t[1] < y2 and y1 < t[1] + t[3]]


def test_an_arrow_leads_from_end_to_begin(scene: Scene, state: AppState) -> None:
    frame = drawn(scene, state, "first")
    _, _, bottom = field(scene, state, frame)
    tips = [t for t in frame.targets if "names" in t.tip]
    assert sorted(t.tip for t in tips) == [
        "First names Second as its successor",
        "Old names First as its successor",
        "Second names Third as its successor",
    ]
    row = scene.snapshot.entities.row
    lanes = {t.ref: t for t in frame.targets if t.kind == "model" and t.w > 200 and t.x > 200}
    for tip in tips:
        lane = lanes[tip.ref]
        assert lane.y <= tip.y + tip.h // 2 < lane.y + lane.h, "the head lies in the lane of the successor"
        level = [s for s in segments(frame) if s[1] == s[3] and abs(s[1] - lane.y - lane.h // 2) <= 1]
        into = [s for s in level if abs(max(s[0], s[2]) - (tip.x + 8)) <= 2]
        assert into, "it comes from the left, not along the bar"
    assert {tip.ref for tip in tips} == {row["first"], row["second"], row["third"]}
    assert [y for _, y, _, _ in segments(frame) if y < bottom]


def test_dead_ends_are_crossed_out_and_said(scene: Scene, state: AppState) -> None:
    key = 1  # the sample
    assert crosses(drawn(scene, state, "first")) == 0
    frame = drawn(scene, state, "hasty")
    assert crosses(frame) == 1 + key
    assert "ends no later" in words(frame)
    frame = drawn(scene, state, "to-gone")
    assert crosses(frame) == 1 + key
    assert "has ended" in words(frame)


def test_words_of_a_dead_end_never_stand_beside_another_name(scene: Scene, state: AppState) -> None:
    """Round B begins at the left edge: what is said of A stands after the label that names A."""
    frame = drawn(scene, replace(state, followed=(("round-b", ""), ("round-a", ""))), "round-b")
    said = next(b for b in frame.batches if isinstance(b, Text) and b.text == "ends no later")
    beside = [b.text for b in frame.batches if isinstance(b, Text) and abs(b.y - said.y) < 3 and 300 < b.x < said.x]
    assert beside == ["→ Round-a"]


def test_an_open_end_says_so_once(scene: Scene, state: AppState) -> None:
    frame = drawn(scene, state, "alone")
    assert words(frame).count("no successor named") == words(drawn(scene, state, "third")).count("no successor named")
    assert [s for s in segments(frame) if s[1] < field(scene, state, frame)[2]], "a short stub stands there"


def test_what_has_no_lane_is_named_in_a_chip(scene: Scene, state: AppState) -> None:
    state = replace(state, expanded=frozenset(), followed=(("first", ""),))
    frame = drawn(scene, state, "first")
    chips = [t for t in frame.targets if t.kind == "model" and t.ref == scene.snapshot.entities.row["second"]]
    assert chips
    assert "not shown" in words(frame), "the label there names it already"


def test_what_is_scrolled_away_is_named_at_the_edge(scene: Scene, state: AppState) -> None:
    low = replace(state, followed=(("first", ""),), key=False)
    frame = drawn(scene, low, "first", (1200, 320))
    assert "▾ Second" in words(frame)
    _, _, bottom = field(scene, low, frame)
    chip = next(b for b in frame.batches if isinstance(b, Text) and b.text == "▾ Second")
    assert chip.y + chip.h <= bottom


def test_nothing_selected_draws_no_path(scene: Scene, state: AppState) -> None:
    assert segments(drawing.frame(scene, state, *SIZE)) == []
    assert segments(drawing.frame(scene, replace(state, selected="maker"), *SIZE)) == []
    assert segments(drawing.frame(scene, replace(state, selected="first", fitted=True), *SIZE)) == []


def test_corners_join() -> None:
    line = list(bent([(0, 0), (20, 0), (20, 30), (5, 30)]))
    for before, after in pairwise(line):
        assert before[2:] == after[:2]
    assert line[0][:2] == (0, 0)
    assert line[-1][2:] == (5, 30)


def test_lines_part_for_boxes() -> None:
    box = (40, 10, 20, 10)
    assert gaps.parted((50, 0, 50, 40), [box]) == [(50, 0, 50, 10), (50, 20, 50, 40)]
    assert gaps.parted((0, 15, 100, 15), [box]) == [(0, 15, 38, 15), (62, 15, 100, 15)]
    assert gaps.parted((50, 12, 50, 18), [box]) == []
    assert gaps.parted((10, 0, 10, 40), [box]) == [(10, 0, 10, 40)]
    assert gaps.parted((50, 0, 50, 40), [box, (40, 18, 20, 12)]) == [(50, 0, 50, 10), (50, 30, 50, 40)]
