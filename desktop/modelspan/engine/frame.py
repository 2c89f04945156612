"""Frame: what to paint, as few batches of plain arrays and texts in logical pixels. The seam between engine and Qt.

A paint is a name the theme knows: a role such as `ink`, or an organisation's id with a tone such as `openai.pale`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

SMALL = 6.7  # mean width in px of a character of the 11 px type; the painter measures what survives
BOLD = 8.1  # of the 12 px bold type


class Layer(IntEnum):
    """Painting order."""

    GROUND = 0
    GRID = 1
    BAR = 2
    MARK = 3
    COVER = 4
    TEXT = 5
    TOP = 6
    TOP_TEXT = 7


class Shape(IntEnum):
    """Small marks with a point in the middle."""

    DIAMOND = 0  # hollow: another date
    DIAMOND_FULL = 1
    CIRCLE = 2  # hollow
    CIRCLE_FULL = 3
    SQUARE = 4  # hollow
    ARROW = 5  # open: not before
    TRIANGLE = 6  # hollow
    CHEVRON_RIGHT = 7
    CHEVRON_DOWN = 8
    STAR = 9
    CHEVRON_LEFT = 10
    CHEVRON_UP = 11
    CROSS = 12  # a dead end


@dataclass(frozen=True, slots=True)
class Rects:
    """Filled boxes: int32 (n, 4) of x, y, width, height."""

    paint: str
    boxes: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Outlines:
    """Boxes of one pixel's outline over the canvas ground."""

    paint: str
    boxes: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Frames:
    """Boxes in another style: `frame` is an empty outline, `pill` a round one on the ground, `chip` is filled."""

    paint: str
    boxes: NDArray[np.int32]
    style: str


@dataclass(frozen=True, slots=True)
class Hatches:
    """Boxes filled with diagonal lines and outlined."""

    paint: str
    boxes: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Dots:
    """Dotted segments: int32 (n, 4) of x1, y1, x2, y2."""

    paint: str
    segments: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Lines:
    """Solid segments a little thicker than a pixel: int32 (n, 4) of x1, y1, x2, y2."""

    paint: str
    segments: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Shapes of one size: int32 (n, 2) of their middles."""

    paint: str
    shape: Shape
    size: int
    points: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text in a box, elided there. `align` is -1 left, 0 middle, 1 right."""

    x: int
    y: int
    w: int
    h: int
    text: str
    paint: str = "text"
    size: int = 12
    bold: bool = False
    align: int = -1


Batch = Rects | Outlines | Frames | Hatches | Dots | Lines | Glyphs | Text


@dataclass(frozen=True, slots=True)
class Target:
    """A place that answers the pointer: `kind` says what `ref` is (an entity or event row, an Ends row, a day)."""

    x: int
    y: int
    w: int
    h: int
    kind: str
    ref: int
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: batches in painting order and the places that answer."""

    width: int
    height: int
    batches: tuple[Batch, ...]
    targets: tuple[Target, ...]

    def dump(self) -> str:
        """The frame as text, one batch a line, for tests that approve it."""
        return "\n".join(describe(batch) for batch in self.batches)


def describe(batch: Batch) -> str:
    """One batch as a line."""
    match batch:
        case Text():
            side = {-1: "<", 0: "=", 1: ">"}[batch.align]
            return f"text {batch.x},{batch.y} {batch.w}x{batch.h} {side} {batch.paint} {batch.text!r}"
        case Glyphs():
            return f"{batch.shape.name.lower()} {batch.paint} {batch.points.tolist()}"
        case Dots() | Lines():
            return f"{type(batch).__name__.lower()} {batch.paint} {batch.segments.tolist()}"
        case Rects() | Outlines() | Frames() | Hatches():
            return f"{type(batch).__name__.lower()} {batch.paint} {batch.boxes.tolist()}"


@dataclass(slots=True)
class Sheet:
    """Collects what is to be painted and joins it to one batch per layer, form and paint."""

    parts: dict[tuple[int, str, str, int, int], list[Any]] = field(default_factory=dict)  # of arrays and tuples
    texts: dict[int, list[Text]] = field(default_factory=dict)
    targets: list[Target] = field(default_factory=list)

    def add(self, layer: Layer, form: str, paint: str, values: Any, shape: int = 0, size: int = 0) -> None:
        """Some boxes, segments or points."""
        if len(values):
            self.parts.setdefault((layer, form, paint, shape, size), []).append(values)

    def rect(self, layer: Layer, paint: str, x: float, y: float, w: float, h: float) -> None:
        """One filled box."""
        if w > 0 and h > 0:
            self.add(layer, "rects", paint, (round(x), round(y), round(w), round(h)))

    def part(self, x: float, box: tuple[int, int, int, int]) -> None:
        """Part the today line at `x` where a text box lies across it: no line through a name."""
        left, top, width, height = box
        if left < x < left + width:
            self.rect(Layer.COVER, "ground", x - 1, top, 3, height)

    def glyph(self, layer: Layer, paint: str, shape: Shape, size: int, points: Any) -> None:
        """Marks of one shape and size."""
        self.add(layer, "glyphs", paint, points, shape, size)

    def text(self, text: str, x: float, y: float, w: float, h: float, layer: Layer = Layer.TEXT, **look: Any) -> None:
        """One line of text."""
        if text and w > 4:
            self.texts.setdefault(layer, []).append(Text(round(x), round(y), round(w), round(h), text, **look))

    def target(self, x: float, y: float, w: float, h: float, kind: str, ref: int, tip: str = "") -> None:
        """A place that answers the pointer, at least 8 px wide and high."""
        wide, high = max(round(w), 8), max(round(h), 8)
        self.targets.append(Target(round(x - (wide - w) / 2), round(y - (high - h) / 2), wide, high, kind, ref, tip))

    def put(self, other: Sheet) -> None:
        """Everything of another sheet, which stays as it is."""
        for key, values in other.parts.items():
            self.parts.setdefault(key, []).extend(values)
        for layer, texts in other.texts.items():
            self.texts.setdefault(layer, []).extend(texts)
        self.targets.extend(other.targets)

    def frame(self, width: int, height: int) -> Frame:
        """Everything, in order."""
        made: list[tuple[int, Batch]] = []
        for (layer, form, paint, shape, size), arrays in self.parts.items():
            joined = join(arrays)
            match form:
                case "rects":
                    made.append((layer, Rects(paint, joined)))
                case "outlines":
                    made.append((layer, Outlines(paint, joined)))
                case "frame" | "pill" | "chip":
                    made.append((layer, Frames(paint, joined, form)))
                case "hatches":
                    made.append((layer, Hatches(paint, joined)))
                case "dots":
                    made.append((layer, Dots(paint, joined)))
                case "lines":
                    made.append((layer, Lines(paint, joined)))
                case _:
                    made.append((layer, Glyphs(paint, Shape(shape), size, joined)))
        made += [(layer, text) for layer, texts in self.texts.items() for text in texts]
        made.sort(key=lambda pair: pair[0])
        return Frame(width, height, tuple(batch for _, batch in made), tuple(self.targets))


def join(parts: list[Any]) -> NDArray[np.int32]:
    """Tuples of one and arrays of many as one array. One conversion for all tuples costs far less than one each."""
    if all(type(part) is tuple for part in parts):
        return np.array(parts, np.int32)
    arrays = [np.asarray(part, np.int32) for part in parts]
    return np.concatenate([array if array.ndim == 2 else array[None] for array in arrays])


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the canvas that clips what is drawn in it."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First pixel outside on the right."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First pixel outside below."""
        return self.y + self.h

    def clip(self, x: Any, y: Any, x2: Any, y2: Any) -> NDArray[np.int32]:
        """Boxes inside, at least one pixel wide where they touch the area at all; float edges in, (n, 4) out."""
        return self.clipped(x, y, x2, y2)[0]

    def clipped(self, x: Any, y: Any, x2: Any, y2: Any) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """As `clip`, and which of the boxes are left."""
        left, right = np.asarray(x, float), np.asarray(x2, float)
        top, bottom = np.asarray(y, float), np.asarray(y2, float)
        keep = (right > self.x) & (left < self.right) & (bottom > self.y) & (top < self.bottom)
        if not keep.all():
            left, right, top, bottom = (
                edge[keep] if edge.shape == keep.shape else np.broadcast_to(edge, keep.shape)[keep]
                for edge in (left, right, top, bottom)
            )
        boxes = np.empty((np.count_nonzero(keep), 4), np.int32)
        if not len(boxes):
            return boxes, keep
        left = np.floor(np.minimum(np.maximum(left, self.x), self.right - 1))
        top = np.maximum(top, self.y)
        boxes[:, 0], boxes[:, 1] = left, top
        boxes[:, 2] = np.maximum(np.rint(np.minimum(np.maximum(right, self.x), self.right)), left + 1) - left
        boxes[:, 3] = np.minimum(bottom, self.bottom) - top
        return boxes, keep
