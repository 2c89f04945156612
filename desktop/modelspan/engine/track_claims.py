"""The track of claims: one count per day and model folded, with the titles of the best of a day."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from modelspan.domain.snapshot import Snapshot, locate
from modelspan.engine.frame import SMALL, Layer, Shape, Sheet
from modelspan.engine.track_marks import DENSE, LARGEST, Taken, horizon, write
from modelspan.engine.tracks import Place, Points, Track, has_value, label, visible

LINE_H = 16
PILL = 24  # px within which the claims of several days share a pill


def counts(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points, middle: int) -> list[tuple[int, int, int]]:
    """Claims folded per day: a pill with the number. Returns (day, left, right) of each."""
    part = visible(found, place.window)
    every = found.day[part]
    heads = np.flatnonzero(np.diff(every, prepend=every[:1] - 1))
    days, count = every[heads], np.diff(heads, append=len(every))
    at = place.column(days).astype(np.int64)
    bounds = [0, *(np.flatnonzero(np.diff(at) >= PILL) + 1).tolist(), len(days)]  # of the days under one pill
    placed: list[tuple[int, int, int]] = []
    words, area = place.words, place.area
    for first, last in pairwise(bounds):
        if first == last:
            continue
        own = count[first:last]
        number = int(own.sum())
        x = int((at[first:last] * own).sum()) // number
        best = int(days[first + int(own.argmax())])
        if number == 1:
            x = min(max(x, area.x + 4), area.right - 4)
            sheet.glyph(Layer.MARK, "ink", Shape.CIRCLE, 7, (x, middle))
            row = int(found.row[part][heads[first]])
            sheet.target(x - 4, middle - 7, 8, 15, "event", row, place.tip(snapshot, row))
            placed.append((best, x - 4, x + 4))
            continue
        width = 16 + 7 * (len(str(number)) - 1)
        left = min(max(x - width // 2, area.x), area.right - width)
        sheet.add(Layer.MARK, "pill", "ink", (left, middle - 7, width, 15))
        sheet.text(str(number), left, middle - 7, width, 15, paint="ink", size=10, bold=True, align=0)
        span = words.span(int(days[first]), int(days[last - 1]))
        sheet.target(
            left, middle - 7, width, 15, "day", best, f"{words.count(number, '%1 claim', '%1 claims')}\n{span}"
        )
        placed.append((best, left, left + width))
    return placed


def draw_claims(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points, whole: Points) -> None:
    """Counts per day on the first line, the titles of the best claims of a day beside and under them."""
    area, taken = place.area, Taken(place.area)
    middle = area.y + 14
    placed = counts(sheet, place, snapshot, found, middle)
    for _, left, right in placed:
        taken.add((left - 2, middle - 7, right - left + 6, 15))
    lines = max((area.h - 8) // LINE_H, 1)
    limits = [left for _, left, _ in placed] + [area.right]
    for (day, left, right), limit in zip(placed, limits[1:], strict=True):
        rows = found.row[slice(*locate(found.day, [day, day + 1]))].tolist()
        if len(rows) > DENSE:
            rows = rows[:LARGEST]
        rows.sort(key=lambda row: (row not in place.selected, not has_value(snapshot, row), len(label(snapshot, row))))
        for line, row in enumerate(rows[:lines]):
            start = right + 4 if line == 0 else left
            end = limit if line == 0 else area.right
            title = f"“{label(snapshot, row)}”"  # a claim, not a fact
            box = (start, area.y + 7 + line * LINE_H, int(len(title) * SMALL) + 6, 14)
            if start + box[2] <= end and write(sheet, place, taken, title, box):
                sheet.target(*box, "event", row, place.tip(snapshot, row))
    horizon(sheet, place, whole, Track.CLAIMS, taken)
