"""The key strip: what the forms on the timeline mean."""

from __future__ import annotations

from collections.abc import Collection

from modelspan.domain.words import Words
from modelspan.engine.frame import Area, Layer, Shape, Sheet

EXTRA = ("path", "dead", "marker", "range")
MORE_W = 34  # px of the count of what does not fit


def draw(sheet: Sheet, area: Area, words: Words, present: Collection[str] = ()) -> None:
    """As many forms as fit, each with a sample, and how many do not; those of `EXTRA` only where they are present."""
    tr = words.tr
    y = area.y + area.h // 2
    sheet.rect(Layer.GROUND, "panel", 0, area.y, area.w, area.h)
    sheet.text(tr("Key (K)"), 14, area.y, 70, area.h, paint="faint", size=11)
    items = (
        ("solid", tr("on offer")), ("preview", tr("preview")), ("notice", tr("notice given")), ("end", tr("ends")),
        ("path", tr("successor")), ("dead", tr("dead end")), ("marker", tr("marker")), ("range", tr("range")),
        ("not_before", tr("not before")), ("between", tr("between")), ("open", tr("no end known")),
        ("unknown", tr("start unknown")), ("stripes", tr("one stripe per surface")), ("rival", tr("other date")),
        ("moved", tr("earlier date, moved")),
    )  # fmt: skip
    shown = [(form, label) for form, label in items if form not in EXTRA or form in present]
    x = 100
    for place, (form, label) in enumerate(shown):
        width = 30 + len(label) * 6 + 16
        rest = shown[place:]
        if x + width + (MORE_W if len(rest) > 1 else 0) > area.right:
            names = "\n".join(label for _, label in rest)
            sheet.text(f"+{len(rest)}", x, area.y, MORE_W, area.h, paint="faint", size=11)
            sheet.target(x, area.y, MORE_W - 4, area.h, "key", len(rest), names)
            break
        key_sample(sheet, form, x, y)
        sheet.text(label, x + 30, area.y, width - 30, area.h, paint="faint", size=11)
        x += width


def key_sample(sheet: Sheet, form: str, x: int, y: int) -> None:
    """One 22 px wide example of a form, in a hue of its own."""
    who, top = "openai", y - 5
    box = (x, top, 22, 10)
    match form:
        case "solid":
            sheet.rect(Layer.BAR, who, *box)
        case "preview":
            sheet.add(Layer.BAR, "outlines", who, box)
        case "notice":
            sheet.add(Layer.BAR, "hatches", who, box)
        case "end":
            sheet.rect(Layer.BAR, who, x, top, 20, 10)
            sheet.rect(Layer.MARK, "ink", x + 20, top - 1, 2, 12)
        case "path" | "dead":
            for line in ((x, y - 4, x + 6, y - 4), (x + 6, y - 4, x + 6, y + 3), (x + 6, y + 3, x + 17, y + 3)):
                sheet.add(Layer.MARK, "lines", "ink", line)
            shape = Shape.CHEVRON_RIGHT if form == "path" else Shape.CROSS
            sheet.glyph(Layer.MARK, "ink", shape, 7, (x + 18, y + 3))
        case "marker":
            sheet.add(Layer.MARK, "chip", "marker", (x + 4, top - 2, 16, 8))
            sheet.rect(Layer.MARK, "marker.edge", x + 4, top - 2, 1, 14)
        case "range":
            sheet.rect(Layer.BAR, "window", x + 2, top - 1, 18, 12)
            for at in (2, 20):
                sheet.rect(Layer.MARK, "window.edge", x + at, top - 1, 1, 12)
        case "not_before":
            sheet.rect(Layer.BAR, who, x, top, 14, 10)
            sheet.glyph(Layer.MARK, who, Shape.ARROW, 7, (x + 18, y))
        case "between":
            sheet.rect(Layer.BAR, who, x, top, 10, 10)
            for at in (13, 16, 18):
                sheet.rect(Layer.BAR, who, x + at, top, 1, 10)
            for at in (10, 20):
                sheet.rect(Layer.MARK, "ink", x + at, top - 1, 2, 12)
        case "open":
            sheet.rect(Layer.BAR, who, x, top, 10, 10)
            sheet.add(Layer.BAR, "dots", who, (x + 11, y, x + 22, y))
        case "unknown":
            for at, width in ((0, 1), (3, 2), (7, 3), (13, 9)):
                sheet.rect(Layer.BAR, who, x + at, top, width, 10)
        case "stripes":
            for at, width in ((0, 22), (4, 16), (8, 9)):
                sheet.rect(Layer.BAR, who, x, top + at, width, 3)
        case "rival":
            sheet.glyph(Layer.MARK, "ink", Shape.DIAMOND, 9, (x + 14, y))
        case "moved":
            sheet.add(Layer.MARK, "dots", "ink", (x + 14, top - 2, x + 14, top + 12))
