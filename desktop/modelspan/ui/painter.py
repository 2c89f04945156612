"""Paint a Frame. The one painter of the screen, the pictures and the tests: one call per batch, no antialiased bars."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLine, QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF

from modelspan.engine.frame import Batch, Dots, Frame, Frames, Glyphs, Hatches, Lines, Outlines, Rects, Shape, Text
from modelspan.ui.theme import Theme

LINE = 1.5  # px of a solid line
FAMILIES = ["Inter", "Segoe UI", "SF Pro Text", "Helvetica Neue", "DejaVu Sans", "Noto Sans", "Noto Sans CJK SC"]


@lru_cache(maxsize=64)
def font(size: int, bold: bool) -> QFont:
    """The type of the canvas: sizes in px, so that a picture is the same on every machine."""
    made = QFont()
    made.setFamilies(FAMILIES)
    made.setPixelSize(size)
    made.setBold(bold)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


@lru_cache(maxsize=64)
def metrics(size: int, bold: bool) -> QFontMetrics:
    """Measures of a type."""
    return QFontMetrics(font(size, bold))


@lru_cache(maxsize=4096)
def elided(text: str, size: int, bold: bool, width: int) -> str:
    """A text cut with an ellipsis to fit. Line breaks and tabs become spaces: a label is one line."""
    flat = " ".join(text.split())
    return metrics(size, bold).elidedText(flat, Qt.TextElideMode.ElideRight, width)


def draw_rects(painter: QPainter, boxes: NDArray[np.int32]) -> None:
    """Draw int32 (n, 4) boxes of x, y, w, h in one call, straight from numpy's memory.

    QRect is four int32 (left, top, right, bottom, the last two inclusive); `edges` outlives the call.
    """
    edges = np.empty_like(boxes, order="C")
    edges[:, :2] = boxes[:, :2]
    edges[:, 2:] = boxes[:, :2] + boxes[:, 2:] - 1
    painter.drawRects(shiboken6.wrapInstance(edges.ctypes.data, QRect), len(edges))  # type: ignore[call-overload]


def grouped(batches: tuple[Batch, ...]) -> Iterator[Batch | list[Text]]:
    """The batches with neighbouring texts together."""
    for is_text, part in groupby(batches, lambda batch: isinstance(batch, Text)):
        if is_text:
            yield [batch for batch in part if isinstance(batch, Text)]
        else:
            yield from part


def paint(painter: QPainter, frame: Frame, theme: Theme, ground: str = "ground") -> None:
    """Paint a whole frame at the painter's origin."""
    painter.fillRect(0, 0, frame.width, frame.height, theme.color(ground))
    for batch in grouped(frame.batches):
        match batch:
            case list():
                texts(painter, batch, theme)
            case Rects(paint=name, boxes=boxes):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(name))
                draw_rects(painter, boxes)
            case Outlines(paint=name, boxes=boxes):
                outlines(painter, boxes, theme.color(name), QBrush(theme.color("ground")))
            case Hatches(paint=name, boxes=boxes):
                hatches(painter, boxes, theme.color(name), theme.color("ground"))
            case Dots(paint=name, segments=segments):
                pen = QPen(theme.color(name), 1)
                pen.setDashPattern([1, 2])
                painter.setPen(pen)
                painter.drawLines([QLine(*row) for row in segments.tolist()])
            case Lines(paint=name, segments=segments):
                lines(painter, segments, theme.color(name))
            case Frames(paint=name, boxes=boxes, style=style):
                frames(painter, boxes, style, theme.color(name), theme.color("ground"))
            case Glyphs():
                glyphs(painter, batch, theme)


def outlines(painter: QPainter, boxes: NDArray[np.int32], color: QColor, inside: QBrush) -> None:
    """A pixel of outline around a lighter inside, as two fills: exact at any scale."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    draw_rects(painter, boxes)
    inner = boxes + np.array([1, 1, -2, -2], np.int32)
    inner = np.ascontiguousarray(inner[(inner[:, 2] > 0) & (inner[:, 3] > 0)])
    if len(inner):
        painter.setBrush(inside)
        draw_rects(painter, inner)


def hatches(painter: QPainter, boxes: NDArray[np.int32], color: QColor, ground: QColor) -> None:
    """Diagonal lines 5 px apart inside an outline; phase is the canvas's, so that neighbours join."""
    outlines(painter, boxes, color, QBrush(ground))
    lines: list[QLineF] = []
    for x, y, w, h in boxes.tolist():
        bottom = y + h
        for start in range((x - h) // 5 * 5, x + w, 5):
            a, b = max(start, x), min(start + h, x + w)
            if b > a:
                lines.append(QLineF(a, bottom - (a - start), b, bottom - (b - start)))
    if lines:
        painter.setPen(QPen(color, 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.drawLines(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def frames(painter: QPainter, boxes: NDArray[np.int32], style: str, color: QColor, ground: QColor) -> None:
    """Boxes in another style than filled."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, style != "frame")
    for x, y, w, h in boxes.tolist():
        if style == "chip":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(x, y, w, h, 4, 4)
        else:
            painter.setPen(QPen(color, 1))
            painter.setBrush(ground if style == "pill" else Qt.BrushStyle.NoBrush)
            radius = h / 2 if style == "pill" else 2
            painter.drawRoundedRect(QRectF(x + 0.5, y + 0.5, w - 1, h - 1), radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def lines(painter: QPainter, segments: NDArray[np.int32], color: QColor) -> None:
    """Segments through the middles of their pixels, with round ends so that corners close."""
    pen = QPen(color, LINE)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.drawLines([QLineF(*row) for row in (segments + 0.5).tolist()])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def polygon(shape: Shape, size: float) -> list[tuple[float, float]]:
    """The corners of a shape about its middle."""
    r = size / 2
    match shape:
        case Shape.DIAMOND | Shape.DIAMOND_FULL:
            return [(0, -r), (r, 0), (0, r), (-r, 0)]
        case Shape.SQUARE:
            return [(-r, -r), (r, -r), (r, r), (-r, r)]
        case Shape.TRIANGLE:
            return [(0, -r), (r, r), (-r, r)]
        case Shape.CHEVRON_RIGHT:
            return [(-r / 2, -r), (r / 2, 0), (-r / 2, r)]
        case Shape.CHEVRON_DOWN:
            return [(-r, -r / 2), (0, r / 2), (r, -r / 2)]
        case Shape.CHEVRON_LEFT:
            return [(r / 2, -r), (-r / 2, 0), (r / 2, r)]
        case Shape.CHEVRON_UP:
            return [(-r, r / 2), (0, -r / 2), (r, r / 2)]
        case Shape.CROSS:
            return [(-r, -r), (r, r), (-r, r), (r, -r)]
        case Shape.ARROW:
            return [(-r, -r), (r / 2, 0), (-r, r)]
        case Shape.STAR:
            angles = np.arange(10) * np.pi / 5 - np.pi / 2
            radii = np.where(np.arange(10) % 2, r * 0.45, r)
            return list(zip((np.cos(angles) * radii).tolist(), (np.sin(angles) * radii).tolist(), strict=True))
        case _:
            return []


@lru_cache(maxsize=64)
def corners(shape: Shape, size: int) -> QPolygonF:
    """A shape about the middle of the pixel at 0, 0."""
    return QPolygonF([QPointF(0.5 + x, 0.5 + y) for x, y in polygon(shape, size)])


CHEVRONS = {Shape.CHEVRON_LEFT, Shape.CHEVRON_UP, Shape.CHEVRON_RIGHT, Shape.CHEVRON_DOWN}
FULL = {Shape.DIAMOND_FULL, Shape.CIRCLE_FULL, Shape.STAR} | CHEVRONS


def glyphs(painter: QPainter, batch: Glyphs, theme: Theme) -> None:
    """Shapes of one kind."""
    color, ground = theme.color(batch.paint), theme.color("ground")
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(color, {Shape.ARROW: 1.5, Shape.CROSS: 1.8}.get(batch.shape, 1.2)))
    inside: Any = color if batch.shape in FULL else ground
    if batch.shape is Shape.ARROW or batch.size >= 12:
        inside = Qt.BrushStyle.NoBrush
    painter.setBrush(inside)
    points = batch.points.tolist()
    if batch.shape in (Shape.CIRCLE, Shape.CIRCLE_FULL):
        for x, y in points:
            painter.drawEllipse(QPointF(x + 0.5, y + 0.5), batch.size / 2, batch.size / 2)
    else:
        about = corners(batch.shape, batch.size)
        for x, y in points:
            shape = about.translated(x, y)
            if batch.shape is Shape.ARROW:
                painter.drawPolyline(shape)
            elif batch.shape is Shape.CROSS:
                painter.drawLines(shape.toList())
            else:
                painter.drawPolygon(shape)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


@lru_cache(maxsize=4096)
def fitted(text: str, size: int, bold: bool, width: int, align: int) -> tuple[str, float]:
    """What is said in a box and how far right it begins."""
    said = elided(text, size, bold, width)
    if align < 0:
        return said, 0.0
    free = width - metrics(size, bold).horizontalAdvance(said)
    return said, free if align > 0 else free / 2


@lru_cache(maxsize=64)
def rise(size: int, bold: bool) -> int:
    """Twice the height of the baseline above the middle of a line."""
    measure = metrics(size, bold)
    return measure.ascent() - measure.descent()


def texts(painter: QPainter, batches: list[Text], theme: Theme) -> None:
    """Lines, each vertically in the middle of its box. Font and pen are set only where they differ."""
    look: tuple[int, bool] | None = None
    color = ""
    for batch in batches:
        size, bold = batch.size, batch.bold
        if look != (size, bold):
            look = (size, bold)
            painter.setFont(font(size, bold))
        if color != batch.paint:
            color = batch.paint
            painter.setPen(theme.color(color))
        said, right = fitted(batch.text, size, bold, batch.w, batch.align)
        painter.drawText(round(batch.x + right), round(batch.y + (batch.h + rise(size, bold)) / 2), said)
