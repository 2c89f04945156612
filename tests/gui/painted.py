"""What is seen of a frame: where its texts have their ink, and how all of it stands out from what lies behind it.

The frame is painted batch by batch, so that the ground of each text and mark is known as it really is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from modelspan.engine.frame import Batch, Dots, Frame, Frames, Glyphs, Hatches, Lines, Outlines, Rects, Text
from modelspan.ui import painter as painting
from modelspan.ui.painter import elided, metrics
from modelspan.ui.theme import Theme

TEXT_RATIO, MARK_RATIO = 4.5, 3.0
MARGIN = 24  # px about the canvas that must stay as they were
OUTSIDE = np.array([255, 0, 255, 255], np.uint8)  # a colour no theme has
SPOILT = 0.04  # of a text's ink that may lie on something: a hairline, not a bar
LEAST_TARGET = 8
# Grounds, areas and hairlines: what they say is said by an edge, a text or another mark too.
GROUNDS = frozenset(
    {
        "ground", "panel", "heading", "selection", "future", "hair", "grid", "line", "window", "chip", "on_ink",
        "marker", "marker.band", "density.pale",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Ink:
    """The pixels a text covers, as the painter sets it."""

    text: str
    box: QRectF

    def __str__(self) -> str:
        x, y, w, h = (round(value) for value in self.box.getRect())
        return f"{self.text[:60]!r} at {x},{y} {w}x{h}"


def ink(text: Text) -> Ink:
    """Where a text is set."""
    said = elided(text.text, text.size, text.bold, text.w)
    measure = metrics(text.size, text.bold)
    free = text.w - measure.horizontalAdvance(said)
    x = text.x + (0 if text.align < 0 else free if text.align > 0 else free / 2)
    baseline = text.y + (text.h + measure.ascent() - measure.descent()) / 2
    return Ink(said, QRectF(measure.tightBoundingRect(said)).translated(round(x), round(baseline)))


def texts(frame: Frame) -> list[Text]:
    """All texts of a frame."""
    return [batch for batch in frame.batches if isinstance(batch, Text)]


def offenders(frame: Frame) -> list[str]:
    """Texts that touch another one or the edge, in words."""
    all_ink = [ink(text) for text in texts(frame)]
    whole = QRectF(-0.5, -0.5, frame.width + 1, frame.height + 1)
    found = [f"{one} leaves {frame.width}x{frame.height}" for one in all_ink if not whole.contains(one.box)]
    for one, other in combinations(all_ink, 2):
        shared = one.box & other.box
        if shared.width() > 0.5 and shared.height() > 0.5:
            found.append(f"{one} on {other}")
    return found


def cut(frame: Frame) -> list[str]:
    """Texts that are cut without an ellipsis, or of which nothing but the ellipsis is left."""
    found = []
    for text in texts(frame):
        flat, one = " ".join(text.text.split()), ink(text)
        if one.text != flat and "…" not in (one.text[:1], one.text[-1:]):
            found.append(f"{one} is cut without an ellipsis")
        if one.text != flat and len(one.text.replace("…", "").strip()) < 1:
            found.append(f"{one} says nothing of {flat[:60]!r}")
        loose = 1.5 + text.w / 100  # the sum of what single letters measure is a little off
        if one.box.left() < text.x - loose or one.box.right() > text.x + text.w + loose:
            found.append(f"{one} leaves its box of {text.w} px at {text.x}")
    return found


def small_targets(frame: Frame) -> list[str]:
    """Places that answer the pointer and cannot be hit: too small, or too little of them on the canvas."""
    found = []
    for one in frame.targets:
        wide = min(one.x + one.w, frame.width) - max(one.x, 0)
        high = min(one.y + one.h, frame.height) - max(one.y, 0)
        if min(one.w, one.h) < LEAST_TARGET or min(wide, high) < LEAST_TARGET / 2:
            found.append(f"{one.kind} {one.ref} at {one.x},{one.y} {one.w}x{one.h}")
    return found


def across(frame: Frame, header: int, top: int, bottom: int) -> list[str]:
    """Texts and marks between `top` and `bottom` that stand half in the header, half on the time axis.

    Headings of sections run over both, and so do grounds and hairlines that begin at the left edge.
    """
    headings = [(one.y, one.y + one.h) for one in frame.targets if one.kind == "section"]
    found = []
    for batch in frame.batches:
        for x, y, w, h in boxes(batch):
            heading = isinstance(batch, Text) and any(low <= y + h / 2 < high for low, high in headings)
            inside = x > 2 and y >= top and y + h <= bottom and not heading
            if inside and x < header - 1 and x + w > header + 1:
                found.append(f"{name(batch)} at {x},{y} {w}x{h} across {header}")
    return found


def boxes(batch: Batch) -> list[tuple[int, int, int, int]]:
    """The boxes of the parts of a batch."""
    match batch:
        case Text():
            left, top, wide, high = ink(batch).box.getRect()
            return [(round(left), round(top), round(wide), round(high))]
        case Glyphs(points=points, size=size):
            half = size // 2
            return [(x - half, y - half, size + 1, size + 1) for x, y in points.tolist()]
        case Dots(segments=segments) | Lines(segments=segments):
            return [(min(a, c), min(b, d), abs(c - a) + 1, abs(d - b) + 1) for a, b, c, d in segments.tolist()]
        case Rects(boxes=found) | Outlines(boxes=found) | Hatches(boxes=found) | Frames(boxes=found):
            return [(x, y, w, h) for x, y, w, h in found.tolist()]


def name(batch: Batch) -> str:
    """What a batch is, in words."""
    if isinstance(batch, Text):
        return f"text {batch.text[:60]!r} in {batch.paint}"
    shape = f"{batch.shape.name.lower()} " if isinstance(batch, Glyphs) else ""
    return f"{type(batch).__name__.lower()} {shape}in {batch.paint}"


# colours


def luminance(color: QColor) -> float:
    """WCAG 2.2: relative luminance."""
    channels = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in color.getRgbF()[:3]
    ]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(one: QColor, other: QColor) -> float:
    """WCAG 2.2: from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


STEPS = np.arange(256) / 255
LINEAR = np.where(STEPS <= 0.04045, STEPS / 12.92, ((STEPS + 0.055) / 1.055) ** 2.4)


def ratios(color: QColor, pixels: Any) -> Any:
    """The contrast of a colour to each of some pixels of an image."""
    blue, green, red = (LINEAR[pixels[..., n]] for n in range(3))
    other = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    own = luminance(color)
    return (np.maximum(own, other) + 0.05) / (np.minimum(own, other) + 0.05)


@dataclass(frozen=True)
class Seen:
    """A text as it was painted: where, which pixels it changed, and to what."""

    text: str
    box: tuple[slice, slice]
    changed: Any
    after: Any


class Easel:
    """Paints a frame batch by batch and notes what cannot be seen."""

    def __init__(self, frame: Frame, theme: Theme, ground: str = "ground") -> None:
        self.frame, self.theme = frame, theme
        wide, high = frame.width + 2 * MARGIN, frame.height + 2 * MARGIN
        self.pixels = np.empty((high, wide, 4), np.uint8)
        self.pixels[:] = OUTSIDE
        self.image = QImage(self.pixels.data, wide, high, 4 * wide, QImage.Format.Format_RGB32)
        self.weak: list[str] = []
        self.seen: list[Seen] = []
        painter = QPainter(self.image)
        try:
            painter.translate(MARGIN, MARGIN)
            painting.paint(painter, replace(frame, batches=()), theme, ground)
            for batch in frame.batches:
                self.add(painter, batch)
        finally:
            painter.end()

    def add(self, painter: QPainter, batch: Batch) -> None:
        """Paint one more batch and compare it with what was there."""
        one = Frame(0, 0, (batch,), ())
        if isinstance(batch, Text):
            part = self.part(boxes(batch)[0], 1)
            before = self.pixels[part].copy()
            painting.paint(painter, one, self.theme)
            self.look(batch, part, before)
            return
        if self.is_mark(batch):
            self.weak += self.faint(batch)
        painting.paint(painter, one, self.theme)

    def part(self, box: tuple[int, int, int, int], more: int) -> tuple[slice, slice]:
        """A box of the canvas, so much larger, as a part of the pixels."""
        x, y, w, h = box
        return (
            slice(max(y + MARGIN - more, 0), max(y + h + MARGIN + more, 0)),
            slice(max(x + MARGIN - more, 0), max(x + w + MARGIN + more, 0)),
        )

    def look(self, text: Text, part: tuple[slice, slice], before: Any) -> None:
        """The ground under the ink of a text that has just been painted."""
        after = self.pixels[part].copy()
        inked = self.inked(text, part)
        changed = (after != before).any(axis=-1) & inked
        if not inked.any():
            return
        found = ratios(self.theme.color(text.paint), before[inked])
        share = np.count_nonzero(found < TEXT_RATIO) / len(found)
        if share > SPOILT:
            worst = float(np.quantile(found, SPOILT))
            self.weak.append(f"{ink(text)} in {text.paint}: {worst:.2f} on {share:.0%} of its ink")
        if changed.any():
            self.seen.append(Seen(str(ink(text)), part, changed, after))

    def inked(self, text: Text, part: tuple[slice, slice]) -> Any:
        """The pixels of a part that the letters of a text cover, painted alone to know them on any ground."""
        rows, columns = part
        wide, high = columns.stop - columns.start, rows.stop - rows.start
        alone = np.empty((max(high, 1), max(wide, 1), 4), np.uint8)
        alone[:] = OUTSIDE
        image = QImage(alone.data, alone.shape[1], alone.shape[0], 4 * alone.shape[1], QImage.Format.Format_RGB32)
        painter = QPainter(image)
        try:
            painter.translate(MARGIN - columns.start, MARGIN - rows.start)
            painting.paint(painter, Frame(0, 0, (text,), ()), self.theme)
        finally:
            painter.end()
        found: Any = (alone != OUTSIDE).any(axis=-1)
        return found[: max(self.pixels.shape[0] - rows.start, 0), : max(self.pixels.shape[1] - columns.start, 0)]

    def is_mark(self, batch: Batch) -> bool:
        """Whether a batch says something by standing out: not a ground, not a tone of one."""
        assert not isinstance(batch, Text)
        if batch.paint in GROUNDS or batch.paint.endswith(".ground"):
            return False
        return not (isinstance(batch, Rects) and batch.paint.rpartition(".")[2] in self.theme.tones)

    def faint(self, batch: Batch) -> Iterator[str]:
        """The parts of a batch that neither what lies behind them nor what lies about them sets off."""
        assert not isinstance(batch, Text)
        color = self.theme.color(batch.paint)
        for box in boxes(batch):
            behind = self.pixels[self.part(box, 1)].reshape(-1, 4)
            behind = behind[(behind != OUTSIDE).any(axis=-1)]
            found = ratios(color, behind)
            if len(found) and np.count_nonzero(found >= MARK_RATIO) < len(found) / 4:
                yield f"{name(batch)} at {box[0]},{box[1]} {box[2]}x{box[3]}: {float(np.median(found)):.2f}"

    def covered(self) -> list[str]:
        """Texts over which something was painted later."""
        found = []
        for one in self.seen:
            lost = (self.pixels[one.box] != one.after).any(axis=-1) & one.changed
            share = np.count_nonzero(lost) / np.count_nonzero(one.changed)
            if share > SPOILT:
                found.append(f"{one.text} is painted over by {share:.0%}")
        return found

    def spilt(self) -> list[str]:
        """The sides of the canvas on which something was painted outside it."""
        margin = (self.pixels != OUTSIDE).any(axis=-1)
        sides = (
            ("left", margin[:, :MARGIN]),
            ("right", margin[:, -MARGIN:]),
            ("top", margin[:MARGIN]),
            ("bottom", margin[-MARGIN:]),
        )
        found = []
        for side, part in sides:
            if part.any():
                y, x = (int(values[0]) for values in np.nonzero(part))
                found.append(f"{np.count_nonzero(part)} px outside on the {side}, first at {x},{y} of it")
        return found
