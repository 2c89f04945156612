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


@dataclass(frozen=True)
class Row:
    """A strip in a lane of some top and height, and its paint."""

    strip: Strip
    top: int
    height: int
    paint: str


@lru_cache(maxsize=4)
def edges(window: Window, width: int) -> Ints:
    """The first day that begins past each column; the same for all strips of a frame."""
    step = window.span / width
    past = to_day(window, 0, width) + np.arange(width) * step + step
    found: Ints = np.clip(np.ceil(past), -OPEN_END, OPEN_END).astype(np.int32)
    return found


def levels(row: Row, columns: Ints) -> Ints:
    """The height of a strip in px at each column."""
    after = np.r_[0, row.strip.counts]
    high = np.ceil(after * (row.height - 8) / max(row.strip.peak, 1))
    high = np.where(after > 0, np.maximum(high, 1), 0).astype(np.int32)
    found: Ints = high[np.searchsorted(row.strip.days, columns)]
    return found


def draw(sheet: Sheet, area: Area, window: Window, today: int, rows: list[Row]) -> None:
    """Strips in their lanes, all at once; paler past today, where only known ends are counted."""
    if not rows:
        return
    high = np.stack([levels(row, edges(window, area.w)) for row in rows])
    heads = np.ones(high.shape, bool)
    heads[:, 1:] = high[:, 1:] != high[:, :-1]
    at = np.flatnonzero(heads)
    own = at // area.w
    start, until = at - own * area.w, np.r_[at[1:], high.size] - own * area.w
    high = high.ravel()[at]
    top = np.array([row.top for row in rows])
    base = np.array([row.top + row.height - 4 for row in rows])
    now = float(to_px(window, today, area.w))
    for left, right, tone in ((0.0, now, ".area"), (now, float(area.w), ".future")):
        a, b = np.minimum(np.maximum(start, left), right), np.minimum(np.maximum(until, left), right)
        keep = (b > a) & (high > 0)
        lane = own[keep]
        x, x2, y = a[keep] + area.x, b[keep] + area.x, base[lane] - high[keep]
        boxes, kept = area.clipped(x, y, x2, base[lane])
        split(sheet, Layer.BAR, "rects", boxes, lane[kept], [row.paint + tone for row in rows])
        inside = (y > area.y) & (y < area.bottom)
        lane = lane[inside]
        line = np.stack([x, y, x2, y], axis=-1)[inside].astype(np.int32)
        if tone == ".area":
            line, kept = area.clipped(line[:, 0], line[:, 1], line[:, 2], line[:, 1] + 1)
            lane = lane[kept]
        split(sheet, Layer.BAR, "dots" if tone == ".future" else "rects", line, lane, [row.paint for row in rows])
    releases = ticks(area, window, [row.strip.releases for row in rows], top + 1)
    split(sheet, Layer.MARK, "rects", *releases, [row.paint for row in rows])
    ends, _ = ticks(area, window, [row.strip.ends for row in rows], base)
    sheet.add(Layer.MARK, "rects", "ink", ends)


def ticks(area: Area, window: Window, days: list[Ints], top: Any) -> tuple[Any, Any]:
    """Short vertical ticks at the days of each strip, one a pixel, and the strip of each."""
    found = [part[slice(*locate(part, [window.start, window.end]))] for part in days]
    lane = np.repeat(np.arange(len(found)), [len(part) for part in found])
    x = np.floor(to_px(window, np.concatenate(found), area.w)).astype(np.int32) + area.x
    first = np.ones(len(x), bool)
    first[1:] = (x[1:] != x[:-1]) | (lane[1:] != lane[:-1])
    x, lane = x[first], lane[first]
    boxes, kept = area.clipped(x, top[lane], x + 1, top[lane] + 3)
    return boxes, lane[kept]


def split(sheet: Sheet, layer: Layer, form: str, boxes: Any, lane: Any, paints: list[str]) -> None:
    """Put boxes on a sheet, each in the paint of its strip; `lane` is sorted."""
    bounds = np.searchsorted(lane, np.arange(len(paints) + 1)).tolist()
    for place, paint in enumerate(paints):
        sheet.add(layer, form, paint, boxes[bounds[place] : bounds[place + 1]])
