"""Tracks: deals, scores, speeds and claims on the same time axis, in the pinned strip under the lanes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

import numpy as np

from modelspan.domain.records import Kind, Role
from modelspan.domain.snapshot import Snapshot, code, locate
from modelspan.domain.words import SIGNS, Words
from modelspan.engine.frame import SMALL, Area, Layer, Shape, Sheet
from modelspan.engine.lives import nominal
from modelspan.engine.window import Window, to_px

CLOSED_H = 20
LABEL_W = 230  # px a label on a track may take before it is elided
LINE_H = 16
PILL = 24  # px within which the claims of several days share a pill
DENSE = 400  # events in view from which a track shows how many there are, and only the largest one by one
LARGEST = 12
CELL = 3  # px of a mark among many


class Track(StrEnum):
    """The tracks, top to bottom."""

    DEALS = "deals"
    SCORES = "scores"
    SPEEDS = "speeds"
    CLAIMS = "claims"


OPEN_H = {Track.DEALS: 68, Track.SCORES: 68, Track.SPEEDS: 84, Track.CLAIMS: 60}
KINDS_OF = {
    Track.DEALS: (Kind.DEAL,),
    Track.SCORES: (Kind.SCORE,),
    Track.SPEEDS: (Kind.MEASUREMENT, Kind.TIER),
    Track.CLAIMS: (Kind.CLAIM,),
}
TRACK_KINDS = frozenset(kind for kinds in KINDS_OF.values() for kind in kinds)
SPEED = "output_speed"
CAPACITY = "capacity"


@dataclass(frozen=True)
class Points:
    """The events of one track, sorted by day. `value` is NaN where no size was stated."""

    row: Any
    day: Any
    value: Any
    comparator: Any
    owner: Any  # organisation's entity row
    subject: Any


def points(snapshot: Snapshot, track: Track) -> Points:
    """The shown events of a track with the value its axis is about."""
    events, quantities = snapshot.events, snapshot.quantities
    row = np.flatnonzero(events.of(*KINDS_OF[track]))
    day = nominal(events.start[row], events.end[row])
    value, comparator = np.full(len(events), np.nan), np.zeros(len(events), np.int32)
    metric = CAPACITY if track is Track.DEALS else SPEED
    if metric in snapshot.metrics:
        own = np.flatnonzero(quantities.metric == snapshot.metrics.index(metric))[::-1]
        amount = np.where(np.isnan(quantities.value), (quantities.low + quantities.high) / 2, quantities.value)
        value[quantities.event[own]] = amount[own]
        comparator[quantities.event[own]] = quantities.comparator[own]
    owner = np.full(len(events), -1, np.int32)
    parties = snapshot.parties
    for role in (Role.PARTNER, Role.SUPPLIER, Role.SUBJECT, Role.BUYER):
        named = (parties.role == code(role)) & (parties.entity >= 0)
        entity = parties.entity[named]
        organisation = snapshot.entities.organisation[entity]
        owner[parties.event[named]] = np.where(organisation >= 0, organisation, entity)
    subject = events.subject[row]
    own_subject = (subject >= 0) & (snapshot.entities.organisation[subject] >= 0)
    owner = np.where(own_subject, snapshot.entities.organisation[subject], owner[row])
    order = np.argsort(day, kind="stable")
    return Points(row[order], day[order], value[row][order], comparator[row][order], owner[order], subject[order])


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how a track is drawn."""

    area: Area
    window: Window
    today: int
    words: Words
    selected: frozenset[int] = frozenset()  # event rows to label and ring

    def px(self, days: Any) -> Any:
        """Days as px on the canvas."""
        return to_px(self.window, days, self.area.w) + self.area.x


def visible(found: Points, window: Window) -> slice:
    """The slice of a track in the window."""
    low, high = locate(found.day, [window.start, window.end])
    return slice(int(low), int(high))


def draw_closed(sheet: Sheet, place: Place, snapshot: Snapshot, track: Track, found: Points) -> None:
    """A track as one line: density for scores, marks for the others, counts per day for claims."""
    part, area = visible(found, place.window), place.area
    x = np.floor(place.px(found.day[part] + 0.5)).astype(np.int32)
    middle = area.y + area.h // 2
    if track is Track.CLAIMS:
        counts(sheet, place, snapshot, found, middle)
    elif track is Track.SCORES or len(x) > DENSE:
        count = np.bincount(x // 3)
        bins = np.flatnonzero(count)
        count, bins = count[bins], bins * 3
        high = np.clip(np.ceil(np.log2(count + 1) * 2), 1, area.h - 6)
        boxes = area.clip(bins, area.bottom - 3 - high, bins + 1, np.full(len(bins), area.bottom - 3))
        sheet.add(Layer.BAR, "rects", "density", boxes)
    else:
        for at, row, owner in zip(x.tolist(), found.row[part].tolist(), found.owner[part].tolist(), strict=True):
            sheet.glyph(Layer.MARK, paint(snapshot, owner), Shape.DIAMOND_FULL, 8, (at, middle))
            sheet.target(at - 4, middle - 4, 8, 8, "event", row, label(snapshot, row))


def paint(snapshot: Snapshot, organisation: int) -> str:
    """The paint of an organisation; `other` for none."""
    return snapshot.entities.ids[organisation] if organisation >= 0 else "other"


def counts(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points, middle: int) -> list[tuple[int, int, int]]:
    """Claims folded per day: a pill with the number. Returns (day, left, right) of each."""
    part = visible(found, place.window)
    every = found.day[part]
    heads = np.flatnonzero(np.diff(every, prepend=every[:1] - 1))
    days, count = every[heads], np.diff(heads, append=len(every))
    at = np.floor(place.px(days + 0.5)).astype(np.int64)
    bounds = [0, *(np.flatnonzero(np.diff(at) >= PILL) + 1).tolist(), len(days)]  # of the days under one pill
    placed: list[tuple[int, int, int]] = []
    for first, last in pairwise(bounds):
        if first == last:
            continue
        own = count[first:last]
        number = int(own.sum())
        x = int((at[first:last] * own).sum()) // number
        width = 16 + 7 * (len(str(number)) - 1)
        best = int(days[first + int(own.argmax())])
        tip = place.words.count(number, "%1 claim", "%1 claims")
        if number == 1:
            sheet.glyph(Layer.MARK, "ink", Shape.CIRCLE, 7, (x, middle))
        else:
            sheet.add(Layer.MARK, "pill", "ink", (x - width // 2, middle - 7, width, 15))
            sheet.text(str(number), x - width // 2, middle - 7, width, 15, paint="ink", size=10, bold=True, align=0)
        placed.append((best, x - width // 2, x - width // 2 + width))
        sheet.target(x - width // 2, middle - 7, width, 15, "day", best, tip)
    return placed


@dataclass(frozen=True, slots=True)
class Scale:
    """A log axis between its first and its last tick, over a rail for what has no value."""

    area: Area
    ticks: tuple[float, ...]

    @property
    def rail(self) -> int:
        """Where the rail is."""
        return self.area.bottom - 9

    def y(self, value: Any) -> Any:
        """Where values stand."""
        low, high = np.log10(self.ticks[0]), np.log10(self.ticks[-1])
        top = self.area.y + 8
        return top + (self.rail - 10 - top) * (1 - (np.log10(value) - low) / (high - low))


def draw_values(
    sheet: Sheet, place: Place, snapshot: Snapshot, track: Track, found: Points, ticks: tuple[float, ...]
) -> None:
    """Lollipops on a log axis with a rail for what has no stated size, then labels where they fit."""
    area, part = place.area, visible(found, place.window)
    scale = Scale(area, ticks)
    rail = scale.rail
    for tick in ticks:
        sheet.rect(Layer.GRID, "grid", area.x, scale.y(tick), area.w, 1)
    x = np.floor(place.px(found.day[part] + 0.5)).astype(np.int32)
    value = found.value[part]
    sized = ~np.isnan(value)
    y = np.where(sized, np.clip(np.round(scale.y(np.where(sized, value, 1.0))), area.y + 4, rail - 8), rail).astype(
        np.int32
    )
    taken: list[tuple[int, int, int, int]] = []
    rows = found.row[part]
    alone = list(range(len(rows)))
    if len(rows) > DENSE:
        cells(sheet, snapshot, x, y, found.owner[part])
        alone = np.union1d(
            np.argpartition(np.where(sized, -value, 0.0), LARGEST)[:LARGEST],
            np.flatnonzero(np.isin(rows, list(place.selected))),
        ).tolist()
    comparator = found.comparator[part]
    for n in alone:
        who = paint(snapshot, int(found.owner[part][n]))
        at, height = int(x[n]), int(y[n])
        if sized[n]:
            if track is Track.DEALS:
                sheet.rect(Layer.BAR, who + ".pale", at, height, 1, rail - 6 - height)
            full = Shape.CIRCLE_FULL if track is Track.DEALS else Shape.DIAMOND_FULL
            hollow = Shape.CIRCLE if track is Track.DEALS else Shape.DIAMOND
            sheet.glyph(
                Layer.MARK, who, full if snapshot.comparators[comparator[n]] == "=" else hollow, 8, (at, height)
            )
        else:
            sheet.glyph(Layer.MARK, who, Shape.SQUARE, 6, (at, rail))
        row = int(rows[n])
        sheet.target(at - 4, height - 4, 8, 8, "event", row, label(snapshot, row))
        taken.append((at - 6, height - 6, 12, 12))
        if row in place.selected:
            sheet.glyph(Layer.TOP, "ink", Shape.CIRCLE, 14, (at, height))
    horizon(sheet, place, found, taken, track)
    ranked = sorted(alone, key=lambda n: (int(rows[n]) not in place.selected, -value[n] if sized[n] else 0.0))
    for n in ranked[: 40 if track is Track.SPEEDS else 12]:
        if not sized[n] and (track is Track.SPEEDS or int(rows[n]) not in place.selected):
            continue
        title = label(snapshot, int(rows[n]))
        width = min(int(len(title) * SMALL) + 6, LABEL_W)
        for left in (int(x[n]) + 8, int(x[n]) - 8 - width):
            box = (left, int(y[n]) - 7, width, 14)
            if left >= area.x and left + width < area.right and not any(overlap(box, other) for other in taken):
                sheet.part(float(place.px(place.today + 0.5)), box)
                sheet.text(title, *box, size=11)
                taken.append(box)
                break


def cells(sheet: Sheet, snapshot: Snapshot, x: Any, y: Any, owner: Any) -> None:
    """Very many marks: a small box for every place that has one."""
    column, row = x // CELL, y // CELL
    wide, high = int(column.max()) + 1, int(row.max()) + 1
    seen = np.zeros(int(owner.max()) + 2, bool)
    seen[owner] = True  # -1 is the last
    for organisation in np.flatnonzero(seen).tolist():
        organisation = organisation if organisation < len(seen) - 1 else -1
        own = owner == organisation
        grid = np.zeros(wide * high, bool)
        grid[column[own] * high + row[own]] = True
        left, top = np.divmod(np.flatnonzero(grid), high)
        size = np.full(len(left), CELL - 1)
        boxes = np.stack([left * CELL, top * CELL, size, size], axis=-1)
        sheet.add(Layer.BAR, "rects", paint(snapshot, organisation), boxes)


def horizon(sheet: Sheet, place: Place, found: Points, taken: list[tuple[int, int, int, int]], track: Track) -> None:
    """Say where the data of a track ends, past its last event."""
    past = found.day[: int(locate(found.day, place.today, "right"))]
    if not len(past):
        return
    said = "no deal after %1 in the catalogue" if track is Track.DEALS else "nothing after %1 in the catalogue"
    text = place.words.fill(said, place.words.full_day(int(past[-1])))
    width = int(len(text) * SMALL) + 8
    left = max(int(place.px(place.today + 1)) + 8, place.area.x)
    box = (left, place.area.y + place.area.h // 2 - 7, width, 14)
    if left + width < place.area.right and not any(overlap(box, other) for other in taken):
        sheet.text(text, *box, paint="faint", size=11)
        taken.append(box)


def draw_claims(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points) -> None:
    """Counts per day on the first line, the titles of the best claims of a day beside and under them."""
    area = place.area
    middle = area.y + 14
    placed = counts(sheet, place, snapshot, found, middle)
    rows_high = max((area.h - 8) // LINE_H, 1)
    free = [area.x] * rows_high  # right edge of each line
    limits = [left for _, left, _ in placed] + [area.right]
    for (day, left, right), limit in zip(placed, limits[1:], strict=True):
        rows = found.row[slice(*locate(found.day, [day, day + 1]))].tolist()
        if len(rows) > DENSE:
            rows = rows[:LARGEST]
        rows.sort(key=lambda row: (row not in place.selected, not has_value(snapshot, row), len(label(snapshot, row))))
        for line, row in enumerate(rows[:rows_high]):
            start = right + 4 if line == 0 else left
            end = limit if line == 0 else area.right
            title = f"“{snapshot.titles[row]}”"  # a claim, not a fact
            width = int(len(title) * SMALL) + 6
            if start >= free[line] and start + width <= end and area.y + 8 + line * LINE_H + 14 <= area.bottom:
                box = (start, area.y + 7 + line * LINE_H, width, 14)
                sheet.part(float(place.px(place.today + 0.5)), box)
                sheet.text(title, *box, size=11)
                sheet.target(*box, "event", row, title)
                free[line] = start + width + 8


def label(snapshot: Snapshot, row: int) -> str:
    """The title of an event; for a measurement what was measured and the number."""
    title = snapshot.titles[row]
    quantities = snapshot.quantities
    first = int(locate(quantities.event, row))
    if title or first >= len(quantities.event) or int(quantities.event[first]) != row:
        return title or snapshot.name(int(snapshot.events.subject[row]))
    value, low, high = (float(column[first]) for column in (quantities.value, quantities.low, quantities.high))
    number = f"{low:,.15g}–{high:,.15g}" if np.isnan(value) else f"{value:,.15g}"
    sign = SIGNS.get(snapshot.comparators[quantities.comparator[first]], "")
    name = snapshot.name(int(snapshot.events.subject[row]))
    return f"{name} {sign}{number} {snapshot.units[quantities.unit[first]]}".strip()


def has_value(snapshot: Snapshot, row: int) -> bool:
    """Whether an event carries a number."""
    place = int(locate(snapshot.quantities.event, row))
    return place < len(snapshot.quantities.event) and int(snapshot.quantities.event[place]) == row


def overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """Whether two boxes share a pixel."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
