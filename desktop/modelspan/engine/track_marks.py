"""What the tracks share: marks on one line, very many marks, where labels still fit, and where the data ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from modelspan.domain.snapshot import Snapshot
from modelspan.engine.frame import SMALL, Area, Layer, Shape, Sheet
from modelspan.engine.gaps import Box, free
from modelspan.engine.tracks import Place, Points, Track, paint, visible

LABEL_W = 230  # px a label on a track may take before it is elided
LEAST_LABEL_W = 80  # px below which a name is not begun
DENSE = 400  # events in view from which a track shows how many there are, and only the largest one by one
LARGEST = 12
CELL = 3  # px of a mark among many

HORIZONS = {
    Track.DEALS: ("no deal after %1 in the catalogue", "no deal in the catalogue"),
    Track.SCORES: ("no score after %1 in the catalogue", "no score in the catalogue"),
    Track.SPEEDS: ("no measurement after %1 in the catalogue", "no measurement in the catalogue"),
    Track.PRICES: ("no tier or price after %1 in the catalogue", "no tier or price in the catalogue"),
    Track.CLAIMS: ("no claim after %1 in the catalogue", "no claim in the catalogue"),
    Track.HARDWARE: ("no hardware after %1 in the catalogue", "no hardware in the catalogue"),
}


@dataclass(slots=True)
class Taken:
    """The boxes of an area that are used; a label goes where none is."""

    area: Area
    boxes: list[Box] = field(default_factory=list)

    def free(self, box: Box) -> bool:
        """Whether a box lies in the area and on nothing."""
        left, top, width, height = box
        area = self.area
        if left < area.x or left + width > area.right or top < area.y or top + height > area.bottom:
            return False
        return free(box, self.boxes)

    def add(self, box: Box) -> None:
        """Use a box."""
        self.boxes.append(box)


def width_of(text: str) -> int:
    """About the px a label takes."""
    return min(int(len(text) * SMALL) + 10, LABEL_W)


def write(sheet: Sheet, place: Place, taken: Taken, text: str, box: Box, **look: Any) -> bool:
    """A label in a box, with the today line parted, when the box is free."""
    if not taken.free(box):
        return False
    sheet.part(place.now, box)
    sheet.text(text, *box, **{"size": 11} | look)
    taken.add(box)
    return True


def clear(sheet: Sheet, place: Place, box: Box) -> None:
    """Take the lines away that run behind a label; what lies ahead of today has a ground of its own."""
    left, top, width, height = box
    ahead = min(max(round(float(place.px(place.today + 1))), left), left + width)
    sheet.rect(Layer.COVER, "ground", left, top, ahead - left, height)
    sheet.rect(Layer.COVER, "future", ahead, top, left + width - ahead, height)


def draw_closed(sheet: Sheet, place: Place, snapshot: Snapshot, track: Track, found: Points) -> None:
    """A track as one line: density for scores and for very many, marks for the others."""
    part, area = visible(found, place.window), place.area
    x = place.column(found.day[part])
    middle = area.y + area.h // 2
    if track is Track.SCORES or len(x) > DENSE:
        density(sheet, area, x)
        return
    for at, row, owner in zip(x.tolist(), found.row[part].tolist(), found.owner[part].tolist(), strict=True):
        sheet.glyph(Layer.MARK, paint(snapshot, owner), Shape.DIAMOND_FULL, 8, (at, middle))
        sheet.target(at - 4, middle - 4, 8, 8, "event", row, place.tip(snapshot, row))


def density(sheet: Sheet, area: Area, x: Any) -> None:
    """How many events stand where, log."""
    count = np.bincount(x // 3)
    bins = np.flatnonzero(count)
    count, bins = count[bins], bins * 3
    high = np.clip(np.ceil(np.log2(count + 1) * 2), 1, area.h - 6)
    boxes = area.clip(bins, area.bottom - 3 - high, bins + 1, np.full(len(bins), area.bottom - 3))
    sheet.add(Layer.BAR, "rects", "density", boxes)


def cells(sheet: Sheet, snapshot: Snapshot, x: Any, y: Any, owner: Any) -> None:
    """Very many marks: a small box for every place that has one."""
    if not len(x):
        return
    column, row = x // CELL, y // CELL
    wide, high = int(column.max()) + 1, int(row.max()) + 1
    number = np.zeros(int(owner.max()) + 2, np.int64)
    number[owner] = 1  # -1 is the last
    owners = np.flatnonzero(number)
    number[owners] = np.arange(len(owners))
    grid = np.zeros(len(owners) * wide * high, bool)
    grid[(number[owner] * wide + column) * high + row] = True
    place, top = np.divmod(np.flatnonzero(grid), high)
    which, left = np.divmod(place, wide)
    size = np.full(len(left), CELL - 1)
    inside = np.minimum(size, int(x.max()) + 1 - left * CELL)  # never past the edge of the canvas
    boxes = np.stack([left * CELL, top * CELL, inside, size], axis=-1)
    bounds = np.searchsorted(which, np.arange(len(owners) + 1)).tolist()
    for n, organisation in enumerate(owners.tolist()):
        who = paint(snapshot, organisation if organisation < len(number) - 1 else -1)
        sheet.add(Layer.BAR, "rects", who, boxes[bounds[n] : bounds[n + 1]])


def horizon(sheet: Sheet, place: Place, whole: Points, track: Track, taken: Taken) -> None:
    """Say where the data of a track ends, filter or not, right of today and of its last event."""
    after, never = HORIZONS[track]
    last = place.today
    if len(whole):
        newest = int(whole.day[-1])
        last = max(last, newest)
        text = place.words.fill(after, place.words.full_day(newest))
    else:
        text = place.words.tr(never)
    width = int(len(text) * SMALL) + 8
    first = max(int(place.px(last + 1)) + 8, place.area.x)
    middle = place.area.y + place.area.h // 2 - 7
    for top in (middle, *range(place.area.bottom - 16, place.area.y, -3)):
        beside = [x + w + 8 for x, y, w, h in taken.boxes if y < top + 14 and top < y + h]
        left = max(first, *beside) if beside else first
        if write(sheet, place, taken, text, (left, top, width, 14), paint="faint"):
            return


def names(sheet: Sheet, place: Place, snapshot: Snapshot, found: Points, taken: Taken, flags: bool) -> int:
    """Each event with its name, in rows as high as a line; returns how many names had no room.

    An event stays in its row whatever the window shows: the next one stands in the next row, so that names have
    the width of several marks. A name ends where its row goes on.
    """
    area, part = place.area, visible(found, place.window)
    x = place.column(found.day[part])
    if len(x) > DENSE:
        density(sheet, area, x)
        return len(x)
    rows = max((area.h - 4) // 15, 1)
    step = min((area.h - 4) // rows, 20)
    unnamed = 0
    for n, at in enumerate(x.tolist()):
        row = int(found.row[part][n])
        top = area.y + 2 + (part.start + n) % rows * step
        who = paint(snapshot, int(found.owner[part][n]))
        if flags:
            sheet.rect(Layer.MARK, who, at, top + 1, 1, 13)
            sheet.rect(Layer.MARK, who, at + 1, top + 1, min(7, area.right - at - 1), 6)
        else:
            sheet.glyph(Layer.MARK, who, Shape.DIAMOND_FULL, 8, (at, top + 7))
        text, tip = snapshot.titles[row] or snapshot.name(int(snapshot.events.subject[row])), place.tip(snapshot, row)
        sheet.target(at - 4, top + 3, 8, 8, "event", row, tip)
        taken.add((at - 5, top, 10, 14))
        if row in place.selected:
            sheet.glyph(Layer.TOP, "ink", Shape.CIRCLE, 14, (at, top + 7))
        limit = int(x[n + rows]) - 8 if n + rows < len(x) else area.right - 2
        left, width = at + (11 if flags else 7), width_of(text)
        choices: tuple[tuple[Box, int], ...] = (
            ((left, top, width, 14), -1),
            ((at - 6 - width, top, width, 14), 1),
            ((left, top, limit - left, 14), -1),
        )
        for box, side in choices:
            room = box[0] + box[2] <= limit and box[2] >= min(width, LEAST_LABEL_W)
            if room and write(sheet, place, taken, text, box, align=side):
                sheet.target(*box, "event", row, tip)
                break
        else:
            unnamed += 1
    return unnamed
