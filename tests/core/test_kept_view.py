"""The view a window was closed with: to the settings file and back, and what of a spoilt file is passed over."""

import tomllib
from dataclasses import fields, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from modelspan.app import settings
from modelspan.app.kept_view import restored, table_of
from modelspan.app.settings import Settings
from modelspan.app.state import AppState, Filter, Marker, first_window
from modelspan.domain.dates import MAX_DAY, MIN_DAY, day
from modelspan.engine.lanes import LEAST_SIZE, MOST_SIZE, Grouping, Order, Section
from modelspan.engine.tracks import Track
from modelspan.engine.window import Window

TODAY = day(2026, 11, 30)
FIRST = AppState(window=first_window(TODAY), today=TODAY)
FULL = replace(
    FIRST,
    window=Window(TODAY - 100.25, TODAY + 30.5),
    filter=Filter(
        text="mini",
        kinds=frozenset({"release", "deal"}),
        organisations=frozenset({"openai"}),
        surfaces=frozenset({"azure", "bedrock"}),
        statuses=frozenset({"retired"}),
        start=day(2026, 1, 1),
        end=day(2027, 1, 1),
        only=frozenset({"gpt-5-4"}),
        open_weights=True,
    ),
    opened=frozenset({"gpt-5-4"}),
    kin=("gpt-5-4", "gpt-5-5"),
    grouping=Grouping.STATUS,
    order=Order.NAME,
    expanded=frozenset({"openai", "retired"}),
    closed=frozenset({"mistral"}),
    folded=frozenset({int(Section.ALL)}),
    tracks=frozenset({Track.SCORES, Track.CLAIMS}),
    track_order=(Track.CLAIMS, Track.SCORES, Track.HARDWARE),
    track_sizes=((Track.SCORES, 222),),
    pinned=("swe-bench-pro", "gpqa"),
    dollars=True,
    lane_size=3,
    key=False,
    fitted=True,
)
OF_THE_MOMENT = {"today", "scroll", "selected", "surface", "section", "event", "also", "followed", "markers", "ranges"}


def through_a_file(state: AppState, tmp_path: Path) -> dict[str, Any]:
    """What the next start finds."""
    settings.save(Settings(view=table_of(state)), tmp_path / "kept.toml")
    return settings.load(tmp_path / "kept.toml").view


def test_a_view_comes_back_as_it_was(tmp_path: Path) -> None:
    assert restored(FIRST, through_a_file(FULL, tmp_path)) == FULL


def test_the_first_view_comes_back_too(tmp_path: Path) -> None:
    assert restored(FIRST, through_a_file(FIRST, tmp_path)) == FIRST


def test_every_part_of_the_state_is_kept_or_named_as_of_the_moment() -> None:
    """A new field has to be put into one of the two."""
    differ = {one.name for one in fields(AppState) if getattr(FULL, one.name) != getattr(FIRST, one.name)}
    assert differ | OF_THE_MOMENT == {one.name for one in fields(AppState)}
    assert not differ & OF_THE_MOMENT


def test_no_selection_is_kept(tmp_path: Path) -> None:
    chosen = replace(FULL, selected="gpt-5-4", event=7, also=("gpt-5-5",), ranges=((1.0, 2.0),), scroll=99)
    assert restored(FIRST, through_a_file(chosen, tmp_path)) == FULL


def test_a_window_about_today_moves_along_with_it(tmp_path: Path) -> None:
    later = replace(FIRST, today=TODAY + 9, window=first_window(TODAY + 9))
    found = restored(later, through_a_file(FULL, tmp_path)).window
    assert (found.start, found.end) == (FULL.window.start + 9, FULL.window.end + 9)


def test_a_window_elsewhere_stays_where_it_is(tmp_path: Path) -> None:
    past = replace(FULL, window=Window(1000.0, 1200.0))
    later = replace(FIRST, today=TODAY + 9)
    assert restored(later, through_a_file(past, tmp_path)).window == past.window


GARBAGE: list[Any] = [
    True, -1, 0, 10**400, -(10**30), 1.5, float("inf"), float("nan"), "", "no such thing", "<b>", [], [1], ["x", 2],
    [[]], [True], {}, {"scores": True}, {"x": 1}, {"start": "x"}, date(1, 1, 1), date(9999, 12, 31),
    datetime(2026, 1, 1, 12),
]  # fmt: skip


@pytest.mark.parametrize("bad", GARBAGE, ids=repr)
def test_garbage_in_every_field_is_no_harm(bad: Any) -> None:
    kept = table_of(FULL)
    whole = restored(FIRST, {name: bad for name in kept})
    assert isinstance(whole.window, Window)
    assert whole.grouping is FIRST.grouping
    assert whole.order is FIRST.order
    for name in kept:
        found = restored(FIRST, {**kept, name: bad})
        assert set(found.tracks) <= set(Track)
        assert LEAST_SIZE <= found.lane_size <= MOST_SIZE
        assert MIN_DAY <= found.window.start < found.window.end <= MAX_DAY + 1
        assert len(found.pinned) <= 3
        assert all(type(px) is int for _, px in found.track_sizes)
        assert type(found.lane_size) is int
        assert restored(FIRST, table_of(found)) == found, "and what comes of it is kept like any other view"


@pytest.mark.parametrize("bad", GARBAGE, ids=repr)
def test_garbage_in_the_filter_lets_everything_through(bad: Any) -> None:
    kept = table_of(FULL)["filter"]
    for name in kept:
        found = restored(FIRST, {"filter": {name: bad}}).filter
        values = getattr(found, name)
        if name in ("start", "end"):
            assert values is None or isinstance(bad, date)
        elif name == "text":
            assert values == (bad if isinstance(bad, str) else "")
        elif name == "open_weights":
            assert values is (bad is True)
        else:
            assert all(isinstance(value, str) for value in values)


@pytest.mark.parametrize(
    ("start", "end"), [(5, 1), (1, 1), (-1e9, 0), (0, 1e300), (float("nan"), 5), (None, 5), (1e6, None)]
)
def test_a_window_that_is_none_is_the_first_one(start: Any, end: Any) -> None:
    assert restored(FIRST, {"start": start, "end": end}).window == FIRST.window


def test_an_old_file_without_a_view_is_the_first_view() -> None:
    assert restored(FIRST, {}) == FIRST


# the file


@pytest.mark.parametrize("bad", [one for one in GARBAGE if one is not GARBAGE[3]], ids=repr)
def test_a_settings_file_with_garbage_in_every_field_loads(bad: Any, tmp_path: Path) -> None:
    file = tmp_path / "modelspan.toml"
    names = ("theme", "wheel", "motion", "followed", "marker", "recent", "view", "table")
    file.write_text(tomli_w.dumps({name: bad for name in names}), "utf-8")
    found = settings.load(file)
    assert (found.theme, found.wheel, found.motion) == ("", "scroll", "")
    assert found.followed == ()
    assert found.markers == ()
    assert restored(FIRST, found.view).window == FIRST.window
    settings.save(found, file)
    assert settings.load(file) == found


@pytest.mark.parametrize("bad", [one for one in GARBAGE if one is not GARBAGE[3]], ids=repr)
def test_garbage_in_the_rows_of_the_file_is_passed_over(bad: Any, tmp_path: Path) -> None:
    file = tmp_path / "modelspan.toml"
    rows = {
        "followed": [{"model": "gpt-5-4", "surface": ""}, {"model": bad, "surface": bad}],
        "marker": [{"day": date(2026, 5, 1), "last": date(2026, 5, 2), "text": "ours"}, {"day": bad, "last": bad}],
        "table": {"shown": bad, "height": bad, "widths": bad, "more": bad},
    }
    file.write_text(tomli_w.dumps(rows), "utf-8")
    found = settings.load(file)
    assert ("gpt-5-4", "") in found.followed
    assert Marker(day(2026, 5, 1), day(2026, 5, 3), "ours") in found.markers
    assert all(isinstance(part, str) for pair in found.followed for part in pair)
    widths = found.table.get("widths", [])
    assert isinstance(widths, list)
    assert all(type(width) is int for width in widths)
    assert type(found.table.get("shown", True)) is bool
    settings.save(found, file)
    assert settings.load(file) == found


def test_a_file_that_is_no_toml_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "modelspan.toml"
    file.write_text("theme = [", "utf-8")
    assert settings.load(file) == Settings()
    assert (tmp_path / "modelspan.broken.toml").read_text("utf-8") == "theme = ["


def test_a_path_that_is_no_unicode_does_not_stop_the_rest_from_being_kept(tmp_path: Path) -> None:
    file = tmp_path / "modelspan.toml"
    settings.save(Settings(theme="dark", recent=("/home/\udcff.sqlite",)), file)
    assert tomllib.loads(file.read_text("utf-8"))["theme"] == "dark"
    assert [one.name for one in tmp_path.iterdir()] == ["modelspan.toml"]
