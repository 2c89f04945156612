"""Tracks with a log axis: deals as lollipops, speeds, prices; what has no value on the axis stands on a rail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor, isnan, log10
from typing import Any

import numpy as np

from modelspan.domain.snapshot import Floats, Ints, Snapshot
from modelspan.engine.frame import Area, Layer, Shape, Sheet
from modelspan.engine.gaps import Box
from modelspan.engine.track_marks import DENSE, LARGEST, Taken, cells, clear, horizon, names, width_of, write
from modelspan.engine.tracks import FLAG, OUT, Place, Points, Track, label, money, paint, visible

TICK_ROOM = 12  # px between the labels of an axis
RAIL_H = 23  # px of the rail and the air above it
FLAGS_H = 19  # px of the line of tiers over the prices


@dataclass(frozen=True, slots=True)
class Scale:
    """A log axis between two values, over a rail for what has no value."""

    area: Area
    low: float
    high: float
    ticks: tuple[float, ...]
    below: int = RAIL_H  # px under the axis

    @property
    def rail(self) -> int:
        """Where the rail is."""
        return self.area.bottom - 9

    def y(self, value: Any) -> Any:
        """Where values stand; the rail for those that are NaN."""
        low, high = log10(self.low), log10(self.high)
        top, room = self.area.y + 8, self.area.h - 8 - self.below
        sized = ~np.isnan(value)
        at = np.log10(np.where(sized, value, self.low))
        found = np.round(top + room * (1 - (at - low) / (high - low)))
        return np.where(sized, found, self.rail).astype(np.int32)


def step(number: int) -> float:
    """The members of 1, 2, 5, 10, 20 ... by number; 0 is 1."""
    return float(f"{(1, 2, 5)[number % 3]}e{number // 3}")


def scale_of(area: Area, value: Floats) -> Scale:
    """The axis that holds some values, from one step of 1, 2, 5 to another, with as many ticks as have room."""
    values = value[~np.isnan(value)]
    below = RAIL_H if len(values) < len(value) else 8
    low, high = (float(values.min()), float(values.max())) if len(values) else (1.0, 10.0)
    first, last = floor(log10(low)) * 3, ceil(log10(high)) * 3
    while step(first + 1) <= low:
        first += 1
    while step(last - 1) >= high:
        last -= 1
    if first == last:
        first, last = first - 1, last + 1
    numbers = [n for n in range(first, last + 1) if n % 3 == 0]
    if len(numbers) < 2:
        numbers = list(range(first, last + 1))
    room = max((area.h - 8 - below) * (numbers[-1] - numbers[0]) // (last - first) // TICK_ROOM, 1)
    every = max(ceil((len(numbers) - 1) / room), 1)
    return Scale(area, step(first), step(last), tuple(step(n) for n in numbers[::every]), below)


def tick_words(track: Track, dollars: bool, value: float) -> str:
    """What stands at a line of an axis: `100 MW`, `$1 bn`, `1,000`."""
    if track is Track.PRICES or (track is Track.DEALS and dollars):
        return money(value)
    if track is not Track.DEALS:
        return f"{value:,.6g}"
    for size, unit in ((1e6, "TW"), (1e3, "GW"), (1.0, "MW"), (1e-3, "kW")):
        if value >= size:
            return f"{value / size:,.6g} {unit}"
    return f"{value * 1e6:,.6g} W"


def axis(sheet: Sheet, scale: Scale, said: list[str], rail: str) -> None:
    """Lines of an axis with their labels in the header, and the name of the rail."""
    area = scale.area
    for tick, text in zip(scale.ticks, said, strict=True):
        y = int(scale.y(np.array(tick)))
        sheet.rect(Layer.GRID, "grid", area.x, y, area.w, 1)
        sheet.text(text, area.x - 70, y - 7, 62, 14, paint="faint", size=11, align=1)
    if rail:
        sheet.text(rail, area.x - 110, scale.rail - 7, 102, 14, paint="faint", size=10, align=1)


def draw_values(
    sheet: Sheet, place: Place, snapshot: Snapshot, track: Track, found: Points, whole: Points, dollars: bool = False
) -> None:
    """Marks on an axis that holds all of the filter, whatever the window, then the horizon, then labels that fit."""
    scale = scale_of(place.area, found.value)
    bare = np.isnan(found.value)
    rails = {Track.DEALS: "size not stated", Track.SPEEDS: "other measures", Track.PRICES: "not per token"}
    shown = scale if not bare.all() else replace(scale, ticks=())
    said = [tick_words(track, dollars, tick) for tick in shown.ticks]
    axis(sheet, shown, said, place.words.tr(rails[track]) if bare.any() else "")
    part = visible(found, place.window)
    x, y = place.column(found.day[part]), scale.y(found.value[part])
    rows, value, owner = found.row[part], found.value[part], found.owner[part]
    alone = np.arange(len(rows))
    if len(rows) > DENSE:
        cells(sheet, snapshot, x, y, owner)
        size = np.where(np.isnan(value), -np.inf, value)
        alone = np.union1d(
            np.argpartition(-size, LARGEST)[:LARGEST], np.flatnonzero(np.isin(rows, list(place.selected)))
        )
    taken = Taken(place.area)
    if track is Track.DEALS:
        taken.boxes += ties(sheet, place, snapshot, found, scale, alone + part.start)
    elif track is Track.PRICES and len(rows) <= DENSE:
        taken.boxes += steps(sheet, place, snapshot, found, scale)
    marks = [
        column[alone].tolist() for column in (x, y, rows, owner, value, found.comparator[part], found.series[part])
    ]
    for at, height, row, organisation, amount, comparator, series in zip(*marks, strict=True):
        who, sized = paint(snapshot, organisation), not isnan(amount)
        if sized and track is Track.DEALS:
            sheet.rect(Layer.BAR, who + ".pale", at, height, 1, place.area.bottom - scale.below + 6 - height)
        equal = sized and snapshot.comparators[comparator] == "="
        shape, side = look(track, series, equal) if sized else (Shape.SQUARE, 6)
        sheet.glyph(Layer.MARK, who, shape, side, (at, height))
        sheet.target(at - 4, height - 4, 8, 8, "event", row, place.tip(snapshot, row))
        taken.add((at - 6, height - 6, 12, 12))
        if row in place.selected:
            sheet.glyph(Layer.TOP, "ink", Shape.CIRCLE, 14, (at, height))
    horizon(sheet, place, whole, track, taken)
    chosen = np.isin(rows[alone], list(place.selected))
    ranked = alone[np.lexsort((-np.nan_to_num(value[alone]), ~chosen))]
    for n in ranked[: 40 if track is Track.SPEEDS else 12].tolist():
        if np.isnan(value[n]) and (track is Track.SPEEDS or int(rows[n]) not in place.selected):
            continue
        text = label(snapshot, int(rows[n]))
        width = width_of(text)
        for left, side in ((int(x[n]) + 8, -1), (int(x[n]) - 8 - width, 1)):
            box = (left, int(y[n]) - 7, width, 14)
            if write(sheet, place, taken, text, box, align=side):
                clear(sheet, place, box)
                break


def look(track: Track, series: int, equal: bool) -> tuple[Shape, int]:
    """Shape and size of a mark on the axis: hollow for a bound, and for what goes in beside what comes out."""
    if track is Track.SPEEDS:
        return (Shape.DIAMOND_FULL if equal else Shape.DIAMOND), 8
    full = series == OUT if track is Track.PRICES else equal
    return (Shape.CIRCLE_FULL if full else Shape.CIRCLE), 8 if track is Track.DEALS else 6


def ties(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points, scale: Scale, drawn: Ints) -> list[Box]:
    """A thin line from a deal to what amends it: along the height of the earlier one, then to the later one."""
    area = place.area
    tied = np.flatnonzero(found.amends >= 0)
    base = found.amends[tied]
    if len(found) > DENSE:
        own = np.isin(tied, drawn) | np.isin(base, drawn)
        tied, base = tied[own], base[own]
    start, end = place.column(found.day[base]), place.column(found.day[tied])
    level, height = scale.y(found.value[base]), scale.y(found.value[tied])
    return elbows(sheet, area, snapshot, found.owner[tied], start, end, level, height)


def steps(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points, scale: Scale) -> list[Box]:
    """A price holds until the next one of the same model, surface and side."""
    area, events = place.area, snapshot.events
    own = np.flatnonzero(~np.isnan(found.value))
    keys = (found.subject[own], events.surface[found.row[own]], found.series[own])
    own = own[np.lexsort((own, *keys))]
    same = np.ones(max(len(own) - 1, 0), bool)
    for column in (found.subject, events.surface[found.row], found.series):
        same &= column[own[1:]] == column[own[:-1]]
    first, second = own[:-1][same], own[1:][same]
    x, x2 = place.column(found.day[first]), place.column(found.day[second])
    y, y2 = scale.y(found.value[first]), scale.y(found.value[second])
    return elbows(sheet, area, snapshot, found.owner[first], x, x2, y, y2)


def elbows(
    sheet: Sheet, area: Area, snapshot: Snapshot, owner: Ints, x: Ints, x2: Ints, y: Ints, y2: Ints
) -> list[Box]:
    """Thin lines that run level from one mark to the day of another and then to its height; returns the level parts."""
    flat, kept = area.clipped(np.minimum(x, x2), y, np.maximum(x, x2) + 1, y + 1)
    up, risen = area.clipped(x2, np.minimum(y, y2), x2 + 1, np.maximum(y, y2))
    for boxes, owners in ((flat, owner[kept]), (up, owner[risen])):
        for who in set(owners.tolist()):
            own = boxes[owners == who]
            sheet.add(Layer.BAR, "rects", paint(snapshot, who) + ".pale", own[own[:, 3] > 0])
    return [(left, top, wide, 1) for left, top, wide, _ in flat.tolist()]


def draw_prices(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points, whole: Points) -> int:
    """Tiers as named flags; prices, where there are any, on an axis under them. Returns how many have no name."""
    flags, prices = found.only(found.series == FLAG), found.only(found.series != FLAG)
    area = place.area
    if not len(prices):
        taken = Taken(area)
        unnamed = names(sheet, place, snapshot, flags, taken, True)
        horizon(sheet, place, whole, Track.PRICES, taken)
        return unnamed
    upper = Area(area.x, area.y, area.w, FLAGS_H if len(flags) else 0)
    lower = Area(area.x, upper.bottom, area.w, area.h - upper.h)
    unnamed = names(sheet, replace(place, area=upper), snapshot, flags, Taken(upper), True) if len(flags) else 0
    draw_values(sheet, replace(place, area=lower), snapshot, Track.PRICES, prices, whole)
    return unnamed
