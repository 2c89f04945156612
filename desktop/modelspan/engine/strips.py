"""Organisation strips: how many models are on offer over time, releases above, ends below."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from modelspan.domain.records import Kind
from modelspan.domain.snapshot import OPEN_END, Flags, Ints, Snapshot, locate
from modelspan.engine.frame import Area, Layer, Sheet
from modelspan.engine.lives import Ending, Ends, Lives, nominal
from modelspan.engine.window import Window, to_day, to_px


@dataclass(frozen=True)
class Strip:
    """One organisation: days where the number on offer changes and the number after each; release and end days."""

    days: Ints
    counts: Ints
    releases: Ints
    ends: Ints
    peak: int


def build(snapshot: Snapshot, lives: Lives, ends: Ends, chosen: Flags) -> dict[int, Strip]:
    """Organisation row -> strip, of chosen models. A model is on offer from its first placed life to its last end."""
    owner = snapshot.entities.organisation
    kept = np.flatnonzero(lives.placed & chosen[lives.model])
    size = len(snapshot.entities.ids)
    first, last = np.full(size, OPEN_END, np.int32), np.full(size, -OPEN_END, np.int32)
    np.minimum.at(first, lives.model[kept], lives.begin[kept])
    open_ended = (lives.ending[kept] == Ending.NONE) | (lives.ending[kept] == Ending.NOT_BEFORE)
    np.maximum.at(last, lives.model[kept], np.where(open_ended, OPEN_END, lives.end_high[kept]))
    models = np.unique(lives.model[kept])
    events = snapshot.events
    release = np.flatnonzero(events.of(Kind.RELEASE, Kind.PREVIEW) & (events.subject >= 0))
    release = release[chosen[events.subject[release]]]
    release_owner, release_day = owner[events.subject[release]], nominal(events.start[release], events.end[release])
    end_rows = np.flatnonzero(chosen[ends.model])
    end_owner, end_day = owner[ends.model[end_rows]], ends.low[end_rows]
    found = {}
    for row in np.unique(owner[models]).tolist():
        own = models[owner[models] == row]
        gone = last[own][last[own] != OPEN_END]
        days, place = np.unique(np.r_[first[own], gone], return_inverse=True)
        change = np.bincount(place, np.r_[np.ones(len(own)), -np.ones(len(gone))], len(days))
        counts = np.cumsum(change).astype(np.int32)
        found[row] = Strip(
            days,
            counts,
            np.sort(release_day[release_owner == row]),
            np.sort(end_day[end_owner == row]),
            int(counts.max(initial=1)),
        )
    return found


@lru_cache(maxsize=4)
def edges(window: Window, width: int) -> Any:
    """The day at the right edge of each column; the same for all strips of a frame."""
    step = window.span / width
    return to_day(window, 0, width) + np.arange(width) * step + step


def draw(sheet: Sheet, area: Area, top: int, height: int, window: Window, today: int, strip: Strip, paint: str) -> None:
    """One strip in a lane of the given top and height; paler past today, where only known ends are counted."""
    base, room = top + height - 4, height - 8
    after = np.r_[0, strip.counts]
    level = np.where(after > 0, np.maximum(np.ceil(after * room / max(strip.peak, 1)), 1), 0).astype(np.int32)
    high = level[locate(strip.days, edges(window, area.w))]
    change = np.r_[0, np.flatnonzero(high[1:] != high[:-1]) + 1]
    until = np.r_[change[1:], len(high)].astype(float)
    high = high[change]
    now = float(to_px(window, today, area.w))
    for left, right, tone in ((0.0, now, ".area"), (now, float(area.w), ".future")):
        a, b = np.minimum(np.maximum(change, left), right), np.minimum(np.maximum(until, left), right)
        keep = (b > a) & (high > 0)
        x, x2, y = a[keep] + area.x, b[keep] + area.x, base - high[keep]
        sheet.add(Layer.BAR, "rects", paint + tone, area.clip(x, y, x2, np.full(len(y), base)))
        line = np.empty((len(y), 4), np.int32)
        line[:, 0], line[:, 1], line[:, 2], line[:, 3] = x, y, x2, y
        line = line[(line[:, 1] > area.y) & (line[:, 1] < area.bottom)]
        if tone == ".future":
            sheet.add(Layer.BAR, "dots", paint, line)
        else:
            tops = area.clip(line[:, 0], line[:, 1], line[:, 2], line[:, 1] + 1)
            sheet.add(Layer.BAR, "rects", paint, tops)
    for days, at, tick in ((strip.releases, top + 1, paint), (strip.ends, top + height - 4, "ink")):
        low, up = locate(days, [window.start, window.end])
        column = np.floor(to_px(window, days[low:up], area.w)).astype(np.int32) + area.x
        column = column[np.diff(column, prepend=-1) != 0]
        sheet.add(Layer.MARK, "rects", tick, ticks(area, column, at))


def ticks(area: Area, x: Any, y: int) -> Any:
    """Short vertical ticks."""
    return area.clip(x, np.full(len(x), y), x + 1, np.full(len(x), y + 3))
