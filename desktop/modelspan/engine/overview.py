"""The overview: how many events lie where, over the whole range, with the window on it."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from modelspan.domain.dates import calendar, day
from modelspan.domain.snapshot import locate
from modelspan.engine.frame import Area, Layer, Shape, Sheet
from modelspan.engine.window import Window, clamp, to_px

BIN = 5  # px
YEARS_H = 13  # px of the years under the bars
GRIP_OUT, GRIP_IN = 4, 8  # px of a handle outside and inside the window's edge
NARROWEST = 2 * GRIP_IN + 8  # px of a window whose middle can still be grabbed; handles of narrower ones stand off
LEAST = 1.0  # days a window keeps when it is made smaller here
SPAN_SHARE = 0.998  # the few earliest events do not stretch the strip


def whole(days: Any) -> Window:
    """The years that hold nearly all events; `days` is sorted."""
    if not len(days):
        return Window(0.0, 365.0)
    first = int(days[int(len(days) * (1 - SPAN_SHARE))])
    last = int(days[-1])
    return Window(float(day(calendar(first).year)), float(day(min(calendar(last).year + 1, 9999))))


def draw_density(sheet: Sheet, area: Area, range_: Window, today: int, days: Any) -> None:
    """Bars of event density (square root, so that single events stay visible) and the years."""
    bins = max(area.w // BIN, 1)
    edges = range_.start + np.arange(bins + 1) * (range_.span / bins)
    count = np.diff(locate(days, edges)).astype(float)
    base = area.bottom - YEARS_H
    high = np.where(count > 0, np.maximum(np.sqrt(count / max(count.max(initial=1), 1)) * (base - area.y - 3), 2), 0)
    x = area.x + np.arange(bins) * area.w / bins
    past = edges[1:] <= today + range_.span / bins
    for mask, paint in ((past, "density"), (~past, "density.pale")):
        boxes = area.clip(x[mask], (base - high)[mask], x[mask] + BIN - 1, np.full(int(mask.sum()), base))
        sheet.add(Layer.BAR, "rects", paint, boxes[boxes[:, 3] > 0])
    first_year, last_year = calendar(int(range_.start)).year, calendar(int(range_.end) - 1).year
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100, 500) if (last_year - first_year) / s * 60 <= area.w), 1000)
    for year in range(first_year // step * step + step, last_year + 1, step):
        at = float(to_px(range_, day(year), area.w)) + area.x
        if area.x + 12 < at < area.right - 16:
            sheet.text(str(year), at - 20, base, 40, 13, paint="faint", size=10, align=0)


def draw_window(sheet: Sheet, area: Area, range_: Window, window: Window) -> None:
    """The window's frame with its two handles."""
    base = area.bottom - YEARS_H
    left, right = seen(area, range_, window)
    frame = (round(left), area.y + 1, max(round(right - left), 4), base - area.y)
    sheet.add(Layer.GRID, "rects", "window", frame)
    sheet.add(Layer.MARK, "frame", "window.edge", frame)
    middle = area.y + 1 + (base - area.y) // 2
    outside = window.end <= range_.start or window.start >= range_.end
    if outside:  # a mark at the edge says on which side it lies
        before = window.end <= range_.start
        point = (area.x + 4 if before else area.right - 5, middle)
        sheet.glyph(Layer.TEXT, "window.edge", Shape.CHEVRON_LEFT if before else Shape.CHEVRON_RIGHT, 8, point)
        return
    for grip in grips(area, range_, window):
        at = min(max(round(grip), area.x + 2), area.right - 3)
        # A rim sets it off from a time full of events.
        sheet.rect(Layer.COVER, "ground", at - 3, middle - 9, min(7, area.right - at + 3), 18)
        sheet.add(Layer.COVER, "chip", "window.edge", (at - 2, middle - 8, 5, 16))
        sheet.rect(Layer.TEXT, "ground", at, middle - 4, 1, 8)


Zone = Literal["left", "right", "inside", "outside"]


def seen(area: Area, range_: Window, window: Window) -> tuple[float, float]:
    """The edges of the window in px, as far as they lie in the overview."""
    left, right = np.clip(to_px(range_, [window.start, window.end], area.w), 0, area.w) + area.x
    return float(left), float(right)


def grips(area: Area, range_: Window, window: Window) -> tuple[float, float]:
    """Where the handles stand: at the edges, apart where these are too close together to be told apart."""
    left, right = seen(area, range_, window)
    half = max((right - left) / 2, NARROWEST / 2)
    middle = min(max((left + right) / 2, area.x + half), area.right - half)
    return middle - half, middle + half


def zone(area: Area, range_: Window, window: Window, x: float) -> Zone:
    """What of the window a pixel of the overview takes hold of."""
    left, right = grips(area, range_, window)
    if left - GRIP_OUT <= x < left + GRIP_IN:
        return "left"
    if right - GRIP_IN <= x < right + GRIP_OUT:
        return "right"
    return "inside" if left <= x < right else "outside"


def dragged(range_: Window, window: Window, zone: Zone, from_day: float, to_day: float) -> Window:
    """The window after a drag that began at one day of the overview and is at another now.

    A handle moves the edge that is seen, so one outside the range starts from where its mark stands. `window` is the
    one the drag began with. Outside of it the window jumps under the pointer first.
    """
    moved = to_day - from_day
    if zone == "outside":
        return clamp(Window(to_day - window.span / 2, to_day + window.span / 2))
    if zone == "inside" or not moved:
        return clamp(Window(window.start + moved, window.end + moved))
    least = min(LEAST, window.span)
    if zone == "left":
        start = min(max(window.start, range_.start), range_.end) + moved
        return clamp(Window(min(start, window.end - least), window.end))
    end = min(max(window.end, range_.start), range_.end) + moved
    return clamp(Window(window.start, max(end, window.start + least)))
