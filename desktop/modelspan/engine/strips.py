"""The strips of groups: how many models are on offer over time, releases above, ends below."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from modelspan.domain.records import Kind
from modelspan.domain.snapshot import OPEN_END, Ints, Snapshot, locate
from modelspan.engine.frame import Area, Layer, Sheet
from modelspan.engine.groups import Grouping
from modelspan.engine.lanes import Lanes
from modelspan.engine.lives import Ending, Ends, Lives, nominal
from modelspan.engine.window import Window, to_day, to_px


@dataclass(frozen=True)
class Strip:
    """One group: days where the number on offer changes and the number after each; release and end days."""

    days: Ints
    counts: Ints
    releases: Ints
    ends: Ints
    peak: int


@dataclass(frozen=True)
class Strips:
    """What the strips of all groups are made of, each column sorted by group; a strip is made at its first use."""

    spans: tuple[Ints, Ints, Ints]  # group, first and last day of each member that was ever on offer
    releases: tuple[Ints, Ints]  # group and day
    ends: tuple[Ints, Ints]
    made: dict[int, Strip] = field(default_factory=dict, compare=False)

    def of(self, group: int) -> Strip | None:
        """The strip of a group, None for one that never offered anything."""
        low, high = (int(place) for place in locate(self.spans[0], [group, group + 1]))
        if low == high:
            return None
        if group not in self.made:
            first, last = self.spans[1][low:high], self.spans[2][low:high]
            gone = last[last != OPEN_END]
            days, place = np.unique(np.r_[first, gone], return_inverse=True)
            change = np.bincount(place, np.r_[np.ones(len(first)), -np.ones(len(gone))], len(days))
            counts = np.cumsum(change).astype(np.int32)
            own = [column[1][slice(*locate(column[0], [group, group + 1]))] for column in (self.releases, self.ends)]
            self.made[group] = Strip(days, counts, own[0], own[1], int(counts.max(initial=1)))
        return self.made[group]


def by_group(group: Ints, *columns: Ints) -> tuple[Ints, ...]:
    """Columns sorted by group, then by the first of them; without what belongs to no group."""
    kept = np.flatnonzero(group >= 0)
    order = kept[np.lexsort((columns[0][kept], group[kept]))]
    return (group[order], *(column[order] for column in columns))


def build(snapshot: Snapshot, lives: Lives, ends: Ends, found: Lanes) -> Strips:
    """Strips of the groups of lanes. A model is on offer from its first shown life to its last end."""
    size, events = len(snapshot.entities.ids), snapshot.events
    chosen = np.zeros(size, bool)
    chosen[found.chosen] = True
    kept = np.flatnonzero(lives.placed & found.shown & chosen[lives.model])
    open_ended = (lives.ending[kept] == Ending.NONE) | (lives.ending[kept] == Ending.NOT_BEFORE)
    model, first = lives.model[kept], lives.begin[kept]
    last = np.where(open_ended, OPEN_END, lives.end_high[kept]).astype(np.int32)
    group = found.grouped.of(model, lives.surface[kept])
    if found.grouped.grouping is not Grouping.SURFACE:
        whole_first, whole_last = np.full(size, OPEN_END, np.int32), np.full(size, -OPEN_END, np.int32)
        np.minimum.at(whole_first, model, first)
        np.maximum.at(whole_last, model, last)
        model = np.unique(model)
        group, first, last = found.grouped.home[model], whole_first[model], whole_last[model]
    release = np.flatnonzero(events.of(Kind.RELEASE, Kind.PREVIEW) & (events.subject >= 0))
    release = release[chosen[events.subject[release]]]
    if found.surfaces is not None:
        release = release[found.surfaces[events.surface[release]] & (events.surface[release] >= 0)]
    end = np.flatnonzero(chosen[ends.model] & found.shown[ends.life])
    spans = by_group(group, first, last)
    releases = by_group(
        found.grouped.of(events.subject[release], events.surface[release]),
        nominal(events.start[release], events.end[release]),
    )
    gone = by_group(found.grouped.of(ends.model[end], ends.surface[end]), ends.low[end])
    return Strips((spans[0], spans[1], spans[2]), (releases[0], releases[1]), (gone[0], gone[1]))


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
        line = np.stack([x, y, x2 - (tone == ".future"), y], axis=-1)[inside].astype(np.int32)  # dots end on a pixel
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
