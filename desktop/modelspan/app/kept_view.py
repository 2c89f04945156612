"""The view a window was closed with, as plain values for the settings file, and back: tolerant of whatever is there."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import date
from typing import Any

from modelspan.app.state import AppState, Filter
from modelspan.domain.dates import calendar, day
from modelspan.engine.lanes import LEAST_SIZE, MOST_SIZE, Grouping, Order
from modelspan.engine.tracks import Track
from modelspan.engine.window import Window, clamp

SETS = ("opened", "expanded", "closed")
FLAGS = ("key", "fitted", "dollars")
FILTER_SETS = ("kinds", "organisations", "surfaces", "statuses", "only")


def table_of(state: AppState) -> dict[str, Any]:
    """What of a state is worth keeping: the stretch of time, the arrangement, the filter; no selection."""
    window, wanted = state.window, state.filter
    kept: dict[str, Any] = {
        "seen": calendar(state.today),
        "start": window.start,
        "end": window.end,
        "grouping": str(state.grouping),
        "order": str(state.order),
        "lane_size": state.lane_size,
        "kin": list(state.kin),
        "folded": sorted(state.folded),
        "tracks": sorted(state.tracks),
        "track_order": list(state.track_order),
        "track_sizes": {str(track): px for track, px in state.track_sizes},
        "pinned": list(state.pinned),
    }
    kept |= {name: sorted(getattr(state, name)) for name in SETS} | {name: getattr(state, name) for name in FLAGS}
    kept["filter"] = {name: sorted(getattr(wanted, name)) for name in FILTER_SETS} | {
        "text": wanted.text,
        "open_weights": wanted.open_weights,
    }
    for name, number in (("start", wanted.start), ("end", wanted.end)):
        if number is not None:
            kept["filter"][name] = calendar(number)
    return kept


def restored(first: AppState, kept: Mapping[str, Any]) -> AppState:
    """A first state with what was kept put back; what is missing or no longer makes sense stays as in `first`.

    A window that held the today of then moves along with today: who looks ahead a year looks ahead a year tomorrow.
    """
    found: dict[str, Any] = {}
    start, end, seen = number(kept.get("start")), number(kept.get("end")), day_of(kept.get("seen"))
    if -1e7 < start < end < 1e7:
        shift = first.today - seen if seen is not None and start <= seen < end else 0
        found["window"] = clamp(Window(start + shift, end + shift))
    for name, kind in (("grouping", Grouping), ("order", Order)):
        if kept.get(name) in list(kind):
            found[name] = kind(kept[name])
    found |= {name: kept[name] for name in FLAGS if isinstance(kept.get(name), bool)}
    found |= {name: frozenset(texts(kept.get(name))) for name in SETS if name in kept}
    found["kin"], found["pinned"] = tuple(texts(kept.get("kin"))), tuple(texts(kept.get("pinned")))[:3]
    if isinstance(kept.get("lane_size"), int):
        found["lane_size"] = min(max(int(kept["lane_size"]), LEAST_SIZE), MOST_SIZE)
    if isinstance(kept.get("folded"), list):
        found["folded"] = frozenset(value for value in kept["folded"] if isinstance(value, int))
    if "tracks" in kept:
        found["tracks"] = frozenset(tracks(kept.get("tracks")))
    if tracks(kept.get("track_order")):
        found["track_order"] = tuple(dict.fromkeys(tracks(kept["track_order"])))
    sizes = kept.get("track_sizes")
    if isinstance(sizes, dict):
        found["track_sizes"] = tuple((track, sizes[track]) for track in Track if type(sizes.get(track)) is int)
    return replace(first, **found, filter=filter_of(kept.get("filter")))


def filter_of(kept: object) -> Filter:
    """A filter; the empty one for what is none."""
    if not isinstance(kept, dict):
        return Filter()
    assert {*FILTER_SETS, "text", "open_weights", "start", "end"} == {one.name for one in fields(Filter)}
    text = kept.get("text")
    return Filter(
        text=text if isinstance(text, str) else "",
        open_weights=kept.get("open_weights") is True,
        start=day_of(kept.get("start")),
        end=day_of(kept.get("end")),
        **{name: frozenset(texts(kept.get(name))) for name in FILTER_SETS},
    )


def number(value: object) -> float:
    """A number, which True is not; NaN, which is in no order, for anything else."""
    whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
    return float(value) if whole or isinstance(value, float) else math.nan  # type: ignore[arg-type]


def day_of(value: object) -> int | None:
    """A day number of a TOML date."""
    return day(value.year, value.month, value.day) if isinstance(value, date) else None


def texts(value: object) -> list[str]:
    """The texts of a list."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def tracks(value: object) -> list[Track]:
    """The tracks of a list."""
    known: Callable[[str], bool] = list(Track).__contains__
    return [Track(one) for one in texts(value) if known(one)]
