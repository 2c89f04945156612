"""What hovering says: the thing, its day, its source; also when the store cannot be read any more."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from modelspan.app import drawing, hover
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Marker
from modelspan.app.views import first_state
from modelspan.domain.dates import day
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import Snapshot
from modelspan.engine.frame import Target
from modelspan.engine.lives import Ending
from modelspan.engine.tracks import Track
from modelspan.store import lookup

TODAY = day(2026, 11, 30)
SPARK = "gpt-5-3-codex-spark"


@pytest.fixture
def scene(snapshot: Snapshot) -> Scene:
    return Scene(snapshot)


@pytest.fixture
def state(scene: Scene) -> AppState:
    return first_state(scene, TODAY)


def at(kind: str, ref: int, tip: str = "") -> Target:
    return Target(0, 0, 10, 10, kind, ref, tip)


def life_of(scene: Scene, model: str, surface: str) -> int:
    row = scene.snapshot.entities.row
    return next(n for n in scene.lives.of(row[model]) if scene.lives.surface[n] == row[surface])


def said(scene: Scene, path: Path | None, state: AppState, n: int, when: float | None) -> list[str]:
    return hover.tip(scene, path, state, at("life", n), when).splitlines()


def test_a_life_says_phase_dates_successor_and_source(scene: Scene, state: AppState, bundled_store: Path) -> None:
    n = life_of(scene, "claude-opus-4-5", "anthropic-api")
    lines = said(scene, bundled_store, state, n, TODAY + 1.7)
    assert lines[:5] == [
        "Claude Opus 4.5 · Anthropic API",
        "1 Dec 2026: notice given",
        "On offer since 24 Nov 2025",
        "Ends 22 Jan 2027, in 53 days",
        "Successor: Claude Opus 5.5",
    ]
    source = next(line for line in lines if line.startswith("Source: "))
    cited = lookup.one_event(bundled_store, int(scene.snapshot.events.id[scene.lives.end_row[n]]))
    first = cited.sources[cited.events[0].sources[0].source_id]
    assert first.publisher in source
    assert first.title in source
    assert lines[-1] == "1 source gives another date"


@pytest.mark.parametrize(
    ("offset", "phase"),
    [(-500, "before its start"), (-200, "preview"), (-77, "ends in these days"), (0, "ended")],
)
def test_the_phase_is_that_of_the_pointed_day(scene: Scene, state: AppState, offset: int, phase: str) -> None:
    n = life_of(scene, SPARK, "chatgpt-codex")
    assert said(scene, None, state, n, TODAY + offset + 0.5)[1].endswith(f": {phase}")


def test_beside_the_axis_there_is_no_day(scene: Scene, state: AppState) -> None:
    lines = said(scene, None, state, life_of(scene, SPARK, "chatgpt-codex"), None)
    assert lines == [
        "GPT-5.3-Codex-Spark · ChatGPT / Codex",
        "Preview since 12 Feb 2026",
        "Ended 12–16 Sep 2026, 75 days ago",
        "No successor named",
        "1 source gives another date",
    ]


def test_every_life_says_something_true_on_every_day(scene: Scene, state: AppState) -> None:
    lives = scene.lives
    for n in range(0, len(lives), 7):
        begin, end = int(lives.begin[n]), int(lives.end_low[n])
        before = hover.phase(scene, n, begin - 1, TODAY)
        assert before == ("before its start" if lives.begin_known[n] else "start not known")
        if lives.ending[n] == Ending.NONE:
            assert hover.phase(scene, n, TODAY + 1, TODAY) in ("no end known", "notice given", "preview")
            assert "No end known on 30 Nov 2026" in said(scene, None, state, n, None)
        elif lives.ending[n] == Ending.EXACT:
            later = hover.phase(scene, n, int(lives.end_high[n]), TODAY)
            future = int(lives.end_high[n]) > TODAY
            assert later == "will have ended" if future else later in ("ended", "was due to end, not confirmed")
            assert hover.phase(scene, n, end - 1, TODAY) in ("on offer", "preview", "notice given")


def test_a_passed_plan_is_not_said_to_have_happened(scene: Scene, state: AppState) -> None:
    """Today moves, facts do not."""
    n = life_of(scene, "claude-opus-4-5", "anthropic-api")
    later = replace(state, today=day(2027, 6, 1))
    lines = said(scene, None, later, n, later.today)
    assert lines[1] == "1 Jun 2027: was due to end, not confirmed"
    assert any(line.startswith("Was due 22 Jan 2027") for line in lines)


def test_a_model_says_each_surface(scene: Scene, state: AppState, bundled_store: Path) -> None:
    row = scene.snapshot.entities.row["gpt-5-1"]
    text = hover.tip(scene, bundled_store, state, at("model", row, "GPT-5.1\nAzure: later"), float(TODAY))
    lines = text.splitlines()
    assert lines[0] == "GPT-5.1 · 30 Nov 2026"
    assert "GitHub Copilot: ended" in lines
    assert any(line.startswith("Next end: OpenAI API, 1 Apr 2027, in 122 days") for line in lines)
    assert any(line.startswith("Source: ") for line in lines)


def test_an_arrow_keeps_what_it_means(scene: Scene, state: AppState) -> None:
    frame = drawing.frame(scene, replace(state, selected="o3"), 1600, 900)
    arrow = next(t for t in frame.targets if "not shown" in t.tip or "names" in t.tip)
    text = hover.tip(scene, None, state, arrow, float(TODAY))
    assert text.startswith(f"{arrow.tip}\n\n{scene.snapshot.name(arrow.ref)}")


@pytest.mark.parametrize("kind", [Kind.DEAL, Kind.SCORE, Kind.MEASUREMENT, Kind.CLAIM, Kind.RETIREMENT])
def test_an_event_says_what_when_and_from_whom(scene: Scene, state: AppState, bundled_store: Path, kind: Kind) -> None:
    for row in np.flatnonzero(scene.snapshot.events.of(kind))[::60].tolist():
        event = lookup.one_event(bundled_store, int(scene.snapshot.events.id[row])).events[0]
        lines = hover.tip(scene, bundled_store, state, at("event", row), None).splitlines()
        assert scene.words.when(event.when) in lines[1]
        assert any(line.startswith("Source: ") for line in lines) == bool(event.sources)
        assert len(set(lines)) == len(lines), "nothing is said twice"


def test_an_event_of_a_store_that_is_gone(scene: Scene, state: AppState, tmp_path: Path) -> None:
    rows = np.flatnonzero(scene.snapshot.events.of(Kind.DEAL))
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no store")
    for path in (None, tmp_path / "gone.sqlite", broken):
        text = hover.tip(scene, path, state, at("event", int(rows[0])), None)
        assert text.splitlines()[0] == scene.snapshot.titles[rows[0]]
        assert "Source" not in text
        assert said(scene, path, state, 0, 0.0)


def test_the_store_is_read_once_for_one_thing(
    scene: Scene, state: AppState, bundled_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    whole = lookup.one_event

    def counting(path: Path, number: int) -> lookup.Details:
        read.append(number)
        return whole(path, number)

    monkeypatch.setattr(lookup, "one_event", counting)
    target = at("event", int(np.flatnonzero(scene.snapshot.events.of(Kind.DEAL))[0]))
    assert hover.tip(scene, bundled_store, state, target, None) == hover.tip(scene, bundled_store, state, target, 5.0)
    assert len(read) == 1
    for row in range(hover.KEPT + 10):
        hover.details(scene, bundled_store, row)
    assert len(scene.memo["hovered"][1]) == hover.KEPT


def test_markers_ranges_groups_and_tracks(scene: Scene, state: AppState) -> None:
    state = replace(state, markers=(Marker(TODAY, TODAY + 1, "Go live"),), ranges=((TODAY, TODAY + 92.0),))
    assert hover.tip(scene, None, state, at("marker", 0), None) == "Go live\n30 Nov 2026"
    assert hover.tip(scene, None, state, at("marker", 0, "three of them"), None) == "three of them"
    stretch = hover.tip(scene, None, state, at("range", 0), None).splitlines()
    assert stretch[0] == "30 Nov 2026 – 1 Mar 2027"
    assert stretch[1].startswith("92 days · ")
    groups = scene.header(state).lanes.groups
    place = next(n for n, group in enumerate(groups) if group.key == "openai")
    group = hover.tip(scene, None, state, at("group", place, "OpenAI"), None).splitlines()
    assert group[0] == "OpenAI"
    assert "models on offer" in group[1]
    assert "Next end: 1 Dec 2026, in 1 day" in group
    track = hover.tip(scene, None, state, at("track", list(Track).index(Track.DEALS)), None)
    assert "events in this track" in track
    assert hover.tip(scene, None, state, at("section", 2, "Fold or unfold"), 1.0) == "Fold or unfold"


def test_what_is_not_there_any_more_is_no_error(scene: Scene, state: AppState) -> None:
    for kind in ("life", "event", "marker", "range", "group", "track", "model"):
        assert hover.tip(scene, None, state, at(kind, 10**6, "as drawn"), 1.0) in ("as drawn", "")
