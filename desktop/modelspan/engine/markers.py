"""Markers and marked ranges: flags and chips on the axis, and what of them crosses lanes and tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from modelspan.engine.frame import SMALL, Area, Layer, Sheet
from modelspan.engine.gaps import Box, free, hairline, touches
from modelspan.engine.window import Window, to_px

LONGEST = 150  # px a flag may take before its text is elided
SHORTEST = 40  # px under which a flag says nothing
COUNT_W = 22  # px of "+3"


@dataclass(frozen=True, slots=True)
class Note:
    """What stands over the lanes: half-open days, the words on the axis from long to short, what hovering says."""

    start: float
    end: float
    texts: tuple[str, ...]
    tip: str
    spans: bool = False  # two edges and a band, not one line


@dataclass(frozen=True, slots=True)
class Placed:
    """A note's place: the px of its edges; its words and their box on the axis, None when others count it."""

    note: int
    left: int
    right: int
    text: str = ""
    box: Box | None = None
    hidden: tuple[int, ...] = ()  # notes that found no room and are counted here


def wide(text: str) -> int:
    """About the px of some words with air on both sides."""
    return round(len(text) * SMALL) + 12


def in_view(area: Area, window: Window, notes: Sequence[Note]) -> list[Placed]:
    """The notes that touch a window, from left to right, without their words."""
    found = []
    for index, note in enumerate(notes):
        if note.start < window.end and note.end > window.start:
            left, right = (round(float(x)) + area.x for x in to_px(window, [note.start, note.end], area.w))
            found.append(Placed(index, left, right if note.spans else left))
    return sorted(found, key=lambda placed: (placed.left, placed.right, placed.note))


def flags(area: Area, window: Window, notes: Sequence[Note], taken: list[Box]) -> list[Placed]:
    """Words right of each note's first edge, or left of it where there is no room; in one row, none over another.

    A flag steps aside for what is `taken` there, today and the years, but not for other flags: it is counted instead.
    """
    found: list[Placed] = []
    waiting: list[int] = []
    busy = list(taken)
    shown = in_view(area, window, notes)
    for number, placed in enumerate(shown):
        x = max(placed.left, area.x)
        text = notes[placed.note].texts[0]
        width = min(wide(text), LONGEST)
        next_x = shown[number + 1].left - 2 if number + 1 < len(shown) else area.right
        if SHORTEST + COUNT_W <= next_x - x < width:
            width = next_x - x  # leaves the next one its place
        own = (x, area.y, 1, area.h)
        aside = [at for b in taken if touches(own, b) for at in (b[0] + b[2] + 2, b[0] - width - 2)]
        boxes = [(left, area.y, width, area.h) for left in (x, x - width, *aside)]
        box = next((b for b in boxes if b[0] >= area.x and b[0] + width <= area.right and free(b, busy)), None)
        if box is None:
            waiting.append(placed.note)
            found.append(placed)
        else:
            busy.append(box)
            found.append(replace(placed, text=text, box=box))
        waiting = count(found, waiting)
    return found


def chips(area: Area, window: Window, notes: Sequence[Note]) -> list[Placed]:
    """Words in the middle of each note's stretch, shorter ones where they would meet those of another."""
    found: list[Placed] = []
    waiting: list[int] = []
    busy: list[Box] = []
    for placed in in_view(area, window, notes):
        middle = (max(placed.left, area.x) + min(placed.right, area.right)) // 2
        box, said = None, ""
        for text in notes[placed.note].texts:
            width = wide(text)
            after = max((b[0] + b[2] + 4 for b in busy), default=area.x)
            lefts = [min(max(left, area.x), area.right - width) for left in (middle - width // 2, after)]
            boxes = [(left, area.y, width, area.h) for left in lefts if left >= area.x]
            box, said = next((b for b in boxes if free(b, busy)), None), text
            if box:
                break
        if box is None:
            waiting.append(placed.note)
            found.append(placed)
        else:
            busy.append(box)
            found.append(replace(placed, text=said, box=box))
        waiting = count(found, waiting)
    return found


def count(found: list[Placed], waiting: list[int]) -> list[int]:
    """Give notes without room to the last one that has some; returns those still without."""
    place = next((n for n in range(len(found) - 1, -1, -1) if found[n].box), -1)
    if place < 0 or not waiting:
        return waiting
    found[place] = replace(found[place], hidden=(*found[place].hidden, *waiting))
    return []


@dataclass(frozen=True, slots=True)
class Look:
    """The paints of one kind of note, and what its targets are called."""

    kind: str
    fill: str
    text: str
    edge: str
    band: str


MARKER = Look("marker", "marker", "text", "marker.edge", "marker.band")
RANGE = Look("range", "window.edge", "ground", "window.edge", "window")


def bands(sheet: Sheet, look: Look, area: Area, placed: Sequence[Placed]) -> None:
    """The tinted ground of stretches; before the lanes are drawn, so that headings stay as they are."""
    for one in placed:
        if one.right > one.left:
            sheet.add(Layer.GROUND, "rects", look.band, area.clip([one.left], area.y, [one.right], area.bottom))


def draw(
    sheet: Sheet, look: Look, area: Area, notes: Sequence[Note], placed: Sequence[Placed], boxes: list[Box]
) -> None:
    """Edges down `area` that part for `boxes`, and the words on the axis with the count of those left out."""
    for one in placed:
        note = notes[one.note]
        for x in dict.fromkeys((one.left, one.right)):
            if not area.x <= x < area.right:
                continue
            top = area.y - 5 if one.box is None else one.box[1] + one.box[3]
            hairline(sheet, look.edge, x, top, area.bottom, boxes)
            if one.box is None:
                sheet.target(x - 4, area.y - 8, 8, 8, look.kind, one.note, note.tip)
        if one.box is None:
            continue
        x, y, w, h = one.box
        hidden = [notes[n] for n in one.hidden]
        tip = "\n".join([note.tip, *(other.tip for other in hidden)])
        sheet.add(Layer.TOP, "chip", look.fill, one.box)
        room = w - (COUNT_W if hidden else 0)
        said = room >= min(SHORTEST, wide(one.text))
        if said:
            align = 0 if look is RANGE and not hidden else -1
            sheet.text(one.text, x + 5, y, room - 9, h, Layer.TOP_TEXT, paint=look.text, size=11, align=align)
        if hidden:
            more = f"+{len(hidden) + (0 if said else 1)}"
            sheet.text(more, x + 2, y, w - 6, h, Layer.TOP_TEXT, paint=look.text, size=11, bold=True, align=1)
        if look is MARKER and area.x <= one.left < area.right and x <= one.left <= x + w:
            sheet.rect(Layer.TOP_TEXT, look.edge, one.left, y, 2, h)
        sheet.target(*one.box, look.kind, one.note, tip)
