"""Where texts stand, so that lines drawn over the lanes part for them instead of crossing them."""

from __future__ import annotations

from modelspan.engine.frame import BOLD, SMALL, Area, Layer, Sheet, Text

Box = tuple[int, int, int, int]  # x, y, width, height
Segment = tuple[int, int, int, int]  # x1, y1, x2, y2
AIR = 2  # px left free around a text


def extent(text: Text) -> Box:
    """About where the letters of a text stand in its box."""
    each = (BOLD if text.bold else SMALL) * (text.size / (12 if text.bold else 11))
    width = min(round(len(text.text) * each), text.w)
    left = {-1: text.x, 0: text.x + (text.w - width) // 2, 1: text.x + text.w - width}[text.align]
    return left, text.y, width, text.h


def texts(sheet: Sheet, area: Area) -> list[Box]:
    """The boxes of the texts on a sheet that touch an area."""
    found = (extent(text) for layer in (Layer.TEXT, Layer.TOP_TEXT) for text in sheet.texts.get(layer, ()))
    return [box for box in found if touches(box, (area.x, area.y, area.w, area.h))]


def headings(sheet: Sheet) -> list[Box]:
    """The boxes of section headings on a sheet: no line goes through them."""
    return [(one.x, one.y, one.w, one.h) for one in sheet.targets if one.kind == "section"]


def touches(a: Box, b: Box) -> bool:
    """Whether two boxes share a pixel."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def free(box: Box, others: list[Box]) -> bool:
    """Whether a box touches none of some others."""
    return not any(touches(box, other) for other in others)


def parted(segment: Segment, boxes: list[Box]) -> list[Segment]:
    """What is left of an upright or level segment outside some boxes; a slanted one stays whole or goes."""
    x1, y1, x2, y2 = segment
    if x1 != x2 and y1 != y2:
        return [segment] if free((min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)), boxes) else []
    upright = x1 == x2
    at = x1 if upright else y1
    low, high = sorted((y1, y2) if upright else (x1, x2))
    cuts = []
    for x, y, w, h in boxes:
        across, along, thick, long = (x, y, w, h) if upright else (y, x, h, w)
        air = AIR if upright else 0  # a level line may run close under a text, it runs between lanes
        if across - air <= at < across + thick + air:
            cuts.append((along - (0 if upright else AIR), along + long + (0 if upright else AIR)))
    kept: list[tuple[int, int]] = []
    for start, end in sorted(cuts):
        if start > low:
            kept.append((low, min(start, high)))
        low = max(low, end)
        if low >= high:
            break
    if low < high:
        kept.append((low, high))
    kept = [(start, end) for start, end in kept if end > start]
    return [(at, start, at, end) if upright else (start, at, end, at) for start, end in kept]


def hairline(sheet: Sheet, paint: str, x: int, top: int, bottom: int, boxes: list[Box]) -> None:
    """An upright line of one pixel that parts for some boxes."""
    for _, start, _, end in parted((x, top, x, bottom), boxes):
        sheet.rect(Layer.MARK, paint, x, start, 1, end - start)
