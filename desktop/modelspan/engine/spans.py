"""Lifecycle lanes: bars, hatches, caps and marks of many lives at once.

Rules of drawing (product.md): preview outlined, available solid, notice hatched (paler where a stripe is too thin),
ended with a cap, no end known dotted past today, an unknown start faded, a lower bound an open arrow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modelspan.domain.snapshot import OPEN_END, Ints
from modelspan.engine.frame import Area, Layer, Shape, Sheet
from modelspan.engine.lives import Ending, Lives, Mark
from modelspan.engine.window import Window, to_px

TALL = 8  # px from which a bar can carry outline and hatch
FADE = 14  # px of a faded edge
SLICES = ((-13, 1), (-10, 2), (-6, 3))  # offset and width of what is left of a faded edge


@dataclass(frozen=True)
class Placed:
    """Lives to draw: rows of Lives with top and thickness in px, and the paint of each."""

    life: Ints
    top: Ints
    thick: Ints
    paint: NDArray[Any]  # index into paints
    paints: tuple[str, ...]


def draw(
    sheet: Sheet, area: Area, window: Window, today: int, as_of: int, lives: Lives, placed: Placed
) -> NDArray[np.float64]:
    """Put the lives on a sheet; returns the right edge of what was drawn for each, in px.

    What has no known end is solid only as far as the facts reach: to `today`, or to `as_of` when that is earlier.
    """
    if not len(placed.life):
        return np.zeros(0)
    n = placed.life
    far = window.end + 1.0

    def px(days: Any) -> NDArray[np.float64]:
        return to_px(window, days, area.w) + area.x

    ending = lives.ending[n]
    begin = lives.begin[n].astype(float)
    end = np.where(ending == Ending.NOT_AFTER, lives.end_high[n] - 1, lives.end_low[n]).astype(float)
    endless = ending == Ending.NONE
    passed = (ending == Ending.NOT_BEFORE) & (end < today)
    reach = (min(today, as_of) if as_of > 0 else today) + 1  # through the day itself
    stop = np.where(endless, np.maximum(reach, begin), end)
    notice = np.where(lives.notice[n] == OPEN_END, stop, np.minimum(lives.notice[n], stop)).astype(float)
    available = np.where(lives.available[n] == OPEN_END, stop, np.minimum(lives.available[n], stop)).astype(float)
    top, thick = placed.top.astype(float), placed.thick.astype(float)
    bottom = top + thick
    tall = placed.thick >= TALL
    x_begin, x_available, x_notice, x_stop = px(begin), px(np.minimum(available, notice)), px(notice), px(stop)
    right = x_stop.copy()

    def put(form: str, tone: str, mask: Any, left: Any, until: Any, layer: Layer = Layer.BAR) -> None:
        own = np.flatnonzero(mask & (until > left))
        if not len(own):
            return
        boxes, kept = area.clipped(left[own], top[own], until[own], bottom[own])
        paint = placed.paint[own[kept]]
        for index in np.unique(paint).tolist():
            sheet.add(layer, form, placed.paints[index] + tone, boxes[paint == index])

    every = np.ones(len(n), bool)
    put("outlines", "", every & tall, x_begin, x_available)
    put("rects", ".pale", every & ~tall, x_begin, x_available)
    put("rects", "", every, x_available, x_notice)
    put("hatches", "", every & tall, x_notice, x_stop)
    put("rects", ".pale", every & ~tall, x_notice, x_stop)

    dotted = endless | passed
    from_x = np.clip(np.where(passed, x_stop + 10, x_stop), area.x, area.right)
    middle = (top + thick / 2).astype(int)
    shown = dotted & (middle > area.y) & (middle < area.bottom) & (begin < far)
    for index in np.unique(placed.paint[shown]):
        own = shown & (placed.paint == index) & (from_x < area.right)
        line = np.stack([from_x, middle, np.full(len(n), area.right - 1), middle], axis=-1)[own]
        sheet.add(Layer.BAR, "dots", placed.paints[index], line.astype(np.int32))
    right[dotted] = area.right

    unknown = ~lives.begin_known[n]
    for offset, width in SLICES:
        put("rects", "", unknown, x_begin + offset, x_begin + offset + width)
    between = ending == Ending.BETWEEN
    x_high = px(lives.end_high[n].astype(float) - 1)
    x_high = np.where(between, np.maximum(x_high, x_stop + 6), x_stop)
    for share in (0.25, 0.5, 0.75):
        at = x_stop + (x_high - x_stop) * share
        put("rects", "", between, at, at + 1)
    soft = (ending == Ending.NOT_AFTER) | (ending == Ending.CIRCA)
    for offset in (4, 8, 11):
        put("rects", ".ground", soft, x_stop - offset, x_stop - offset + 2, Layer.MARK)
    capped = ~endless & (ending != Ending.NOT_BEFORE)
    caps(sheet, area, capped, x_stop, top, thick)
    caps(sheet, area, between, x_high, top, thick)
    right = np.maximum(right, np.where(between, x_high, right))
    arrow = (ending == Ending.NOT_BEFORE) & (x_stop >= area.x) & (x_stop < area.right - 6)
    arrow &= (middle > area.y + 3) & (middle < area.bottom - 3)
    for index in np.unique(placed.paint[arrow]):
        own = arrow & (placed.paint == index)
        points = np.stack([x_stop + 4, middle], axis=-1)[own]
        sheet.glyph(Layer.MARK, placed.paints[index], Shape.ARROW, 7, points)
    right = np.where(ending == Ending.NOT_BEFORE, np.maximum(right, x_stop + 10), right)
    return np.maximum(right, marks(sheet, area, window, lives, placed))


def caps(sheet: Sheet, area: Area, mask: Any, x: Any, top: Any, thick: Any) -> None:
    """Ink caps, two pixels wide, a pixel higher than the bar on both sides where there is room."""
    air = np.where(thick >= 5, 1, 0)
    inside = mask & (x >= area.x) & (x <= area.right)
    at = np.floor(x[inside])
    boxes = area.clip(at - 1, (top - air)[inside], at + 1, (top + thick + air)[inside])
    sheet.add(Layer.MARK, "rects", "ink", boxes)


def marks(sheet: Sheet, area: Area, window: Window, lives: Lives, placed: Placed) -> NDArray[np.float64]:
    """Slips, rivals, observed and partial ends; returns the right edge of the marks of each life."""
    right = np.zeros(len(placed.life))
    first = np.searchsorted(lives.mark_life, placed.life)
    last = np.searchsorted(lives.mark_life, placed.life, "right")
    some = np.flatnonzero(last > first)
    for place in some.tolist():
        for mark in range(int(first[place]), int(last[place])):
            x = float(to_px(window, lives.mark_day[mark], area.w)) + area.x
            top, thick = int(placed.top[place]), int(placed.thick[place])
            if not area.x <= x < area.right or top < area.y or top + thick > area.bottom:
                continue
            kind = Mark(int(lives.mark_type[mark]))
            if kind is Mark.MOVED and thick >= TALL:
                sheet.add(Layer.MARK, "dots", "ink", (round(x), top - 2, round(x), top + thick + 2))
            elif kind is Mark.PARTIAL:
                out = 2 if thick >= TALL else 0  # ink on a bar alone is too weak in the dark
                sheet.rect(Layer.MARK, "ink", x, top - out, 1, max(thick // 2, 2) + out)
            elif kind in (Mark.RIVAL, Mark.OBSERVED) and thick >= TALL:
                sheet.glyph(Layer.MARK, "ink", Shape.DIAMOND, 9, (round(x), top + thick // 2))
                right[place] = max(right[place], x + 6)
    return right


def stack(count: int, height: int) -> tuple[int, int]:
    """Thickness and step of `count` stripes in a lane of a height: as thick as fits, at least one pixel."""
    room = height - 6
    if count <= 1:
        return room, room
    gap = 1 if room // count >= 3 else 0
    thick = max((room - gap * (count - 1)) // count, 1)
    return thick, max(thick + gap, 1) if (thick + gap) * count <= room + gap else max(room // count, 1)
