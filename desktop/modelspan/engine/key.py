"""The key strip: what the forms on the timeline mean."""

from __future__ import annotations

from modelspan.domain.words import Words
from modelspan.engine.frame import Area, Layer, Shape, Sheet


def draw(sheet: Sheet, area: Area, words: Words) -> None:
    """As many forms as fit, each with a sample."""
    tr = words.tr
    y = area.y + area.h // 2
    sheet.rect(Layer.GROUND, "panel", 0, area.y, area.w, area.h)
    sheet.text(tr("Key (K)"), 14, area.y, 70, area.h, paint="faint", size=11)
    items = (
        ("solid", tr("on offer")), ("preview", tr("preview")), ("notice", tr("notice given")), ("end", tr("ends")),
        ("not_before", tr("not before")), ("between", tr("between")), ("open", tr("no end known")),
        ("unknown", tr("start unknown")), ("stripes", tr("one stripe per surface")), ("rival", tr("other date")),
        ("moved", tr("earlier date, moved")),
    )  # fmt: skip
    x = 100
    for form, label in items:
        width = 30 + len(label) * 6 + 16
        if x + width > area.right:
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
