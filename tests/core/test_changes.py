"""What the tab Changes says of the bundled catalogue on its own day."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from modelspan.app import changes, views
from modelspan.app.lines import Style
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter
from modelspan.domain.dates import day
from modelspan.store import reading


@pytest.fixture(scope="module")
def scene(bundled_store: Path) -> Scene:
    return Scene(reading.read(bundled_store))


@pytest.fixture
def state(scene: Scene) -> AppState:
    return views.first_state(scene, day(2026, 11, 30))


def said(scene: Scene, state: AppState, days: int) -> dict[str, list[str]]:
    """Heading -> its lines."""
    found: dict[str, list[str]] = {}
    for line in changes.lines(scene, state, days):
        if line.style is Style.HEADING:
            found[line.text] = []
        else:
            found[list(found)[-1]].append(f"{line.text}: {line.right}")
    return found


def test_the_two_dates_that_moved_in_november(scene: Scene, state: AppState) -> None:
    moved = said(scene, state, 30)["Dates moved"]
    assert "Gemini 3.6 Flash · Vertex: 19 Nov ’26 → 28 Jan ’27 +70 d" in moved
    assert "Claude Opus 4.5 · Anthropic API: 24 Nov ’26 → 22 Jan ’27 +59 d" in moved


def test_what_has_no_known_day_is_counted(scene: Scene, state: AppState) -> None:
    assert said(scene, state, 30)["Dates moved"][-1].startswith("33 more moved on days not known")


def test_notices_releases_and_ends_of_the_month(scene: Scene, state: AppState) -> None:
    found = said(scene, state, 30)
    assert "Claude Opus 4.5 · Anthropic API: 23 Nov ’26 · ends 22 Jan ’27" in found["Notices given"]
    assert "GPT-6.2 Sol · ChatGPT / Codex: 17 Nov ’26" in found["Released or in preview"]
    assert "o3 · Azure: 19 Nov ’26" in found["Ended"]
    assert not [line for line in found["Ended"] if "Claude Sonnet 4.5" in line], "what ends today has not ended"


def test_more_days_say_more_and_a_filter_less(scene: Scene, state: AppState) -> None:
    month, quarter = said(scene, state, 30), said(scene, state, 90)
    assert len(quarter["Ended"]) > len(month["Ended"])
    narrow = replace(state, filter=Filter(organisations=frozenset({"google"})))
    assert said(scene, narrow, 30)["Released or in preview"] == [
        "Gemini 4 Hydrogen · Gemini API: 12 Nov ’26",
        "Gemini 4 Carbon · Gemini API: 10 Nov ’26",
    ]
