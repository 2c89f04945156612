"""The overview: how many events lie where, over the whole range, with the window on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelspan.domain.dates import calendar, day
from modelspan.domain.snapshot import locate
from modelspan.engine.frame import Area, Layer, Sheet
from modelspan.engine.window import Window, to_px

BIN = 5  # px
SPAN_SHARE = 0.998  # the few earliest events do not stretch the strip


def whole(days: Any) -> Window:
    """The years that hold nearly all events; `days` is sorted."""
    if not len(days):
        return Window(0.0, 365.0)
    first = int(days[int(len(days) * (1 - SPAN_SHARE))])
    last = int(days[-1])
    return Window(float(day(calendar(first).year)), float(day(min(calendar(last).year + 1, 9999))))


def draw(sheet: Sheet, area: Area, range_: Window, window: Window, today: int, days: Any) -> None:
    """Bars of event density (square root, so that single events stay visible) and the window's frame."""
    bins = max(area.w // BIN, 1)
    edges = range_.start + np.arange(bins + 1) * (range_.span / bins)
    count = np.diff(locate(days, edges)).astype(float)
    base = area.bottom - 13
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
    left, right = np.clip(to_px(range_, [window.start, window.end], area.w), 0, area.w)
    frame = (round(area.x + left), area.y + 1, max(round(right - left), 4), base - area.y)
    sheet.add(Layer.GRID, "rects", "window", frame)
    sheet.add(Layer.MARK, "frame", "window.edge", frame)
