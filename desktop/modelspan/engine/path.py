"""The successor path of a model: who follows it, who follows that, who it follows itself, and where that ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

import numpy as np

from modelspan.domain.snapshot import Flags
from modelspan.engine import spans
from modelspan.engine.frame import SMALL, Area, Layer, Shape, Sheet
from modelspan.engine.gaps import Box, Segment, free, parted, touches
from modelspan.engine.header import Header, width_of
from modelspan.engine.lanes import Lane
from modelspan.engine.lives import Ending, Lives
from modelspan.engine.window import Window, to_px

OUT = 3  # px from the end of a bar to where its arrow turns: less than to the label
IN = 12  # px before the begin of a bar where an arrow turns into its lane
FADE = 12  # px a bar of unknown start begins earlier
BEND = 3  # px of a corner
FURTHEST = 64  # steps; no vendor's list goes on for that long
CHIP = 16  # px of height


class Refuge(StrEnum):
    """What a successor is worth."""

    GOOD = "good"
    ENDED = "ended"  # it has itself ended
    THERE = "there"  # it has ended where it is needed, and goes on elsewhere
    SOONER = "sooner"  # it ends no later
    NONE = "none"  # none is named


@dataclass(frozen=True, slots=True)
class Link:
    """One step of the path: the row of Lives whose end names it, and the entity rows of both models."""

    life: int
    model: int
    successor: int  # -1 when none is named
    step: int  # 1 and up from the selection on, 0 for those that name it
    refuge: Refuge


def refuge(lives: Lives, over: Flags, life: int, successor: int) -> Refuge:
    """Whether a successor outlives an end: where that end is, or anywhere when it is not offered there."""
    if successor < 0:
        return Refuge.NONE
    theirs = [n for n in lives.of(successor) if lives.placed[n]]
    if theirs and all(over[n] for n in theirs):
        return Refuge.ENDED
    same = [n for n in theirs if lives.surface[n] == lives.surface[life]]
    if same and all(over[n] for n in same):
        return Refuge.THERE
    known = [n for n in same or theirs if lives.ending[n] in (Ending.EXACT, Ending.BETWEEN)]
    sooner = known if same else known if len(known) == len(theirs) else []
    if sooner and all(lives.end_low[n] <= lives.end_low[life] for n in sooner):
        return Refuge.SOONER
    return Refuge.GOOD


def naming(lives: Lives, rows: list[int], today: int) -> dict[int, int]:
    """Successor -> the life that names it: the one that ends next, else the one that ended last."""
    found: dict[int, int] = {}
    ahead = sorted((n for n in rows if lives.end_low[n] >= today), key=lambda n: int(lives.end_low[n]))
    past = sorted((n for n in rows if lives.end_low[n] < today), key=lambda n: -int(lives.end_low[n]))
    for n in (*ahead, *past):
        if lives.successor[n] >= 0:
            found.setdefault(int(lives.successor[n]), n)
    return found


def onward(lives: Lives, model: int, surface: int, today: int) -> dict[int, int]:
    """Successor -> the life that names it, for who comes to a model on a surface; -1 where an end names none.

    From the selection itself (no surface) all that its ends name; further on only what holds where one came from.
    """
    there = [n for n in lives.of(model) if lives.surface[n] == surface]
    rows = [n for n in there or lives.of(model) if lives.ending[n] != Ending.NONE]
    if not rows:
        return {}
    named = naming(lives, rows, today)
    if not named:
        return {-1: max(rows, key=lambda n: int(lives.end_low[n]))}
    return named if surface < 0 else dict(list(named.items())[:1])


def chain(lives: Lives, over: Flags, model: int, today: int) -> list[Link]:
    """The whole path forwards from a model, each step once even where names go in a circle, and one step back."""
    found: dict[tuple[int, int], Link] = {}
    queue = [(model, -1, 1)]
    seen = {(model, -1)}
    for now, surface, step in queue:
        if step > FURTHEST:
            break
        for successor, life in onward(lives, now, surface, today).items():
            found.setdefault((now, successor), Link(life, now, successor, step, refuge(lives, over, life, successor)))
            place = (successor, int(lives.surface[life]))
            if successor >= 0 and successor != model and place not in seen:
                seen.add(place)
                queue.append((*place, step + 1))
    before = np.flatnonzero(lives.successor == model)
    for other in dict.fromkeys(lives.model[before].tolist()):
        own = [int(n) for n in before if lives.model[n] == other]
        life = naming(lives, own, today)[model]
        found.setdefault((other, model), Link(life, other, model, 0, refuge(lives, over, life, model)))
    return list(found.values())


@dataclass(frozen=True)
class Shown:
    """The lanes in view: boxes of model lanes by entity row and of surface lanes by row of Lives; the scroll."""

    models: dict[int, list[Area]]
    lives: dict[int, list[Area]]
    scroll: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A bar in a lane: the lane's box and the middle of the bar."""

    box: Area
    y: int


@dataclass
class Pen:
    """Draws one path. Lines are put down last, so that they part for the words placed along them."""

    sheet: Sheet
    header: Header
    area: Area  # right of the header, below what heads the lanes
    window: Window
    shown: Shown
    taken: list[Box]  # texts and headings
    segments: list[Segment] = field(default_factory=list)
    chips: list[Box] = field(default_factory=list)
    tops: dict[int, int] = field(default_factory=dict)  # model -> px of its first lane, in view or not
    edges: dict[tuple[int, int], int] = field(default_factory=dict)  # side and model -> px of its chip at the edge

    def draw(self, links: list[Link]) -> None:
        """All steps whose one end at least is in view."""
        self.tops = tops(self.header, {model for link in links for model in (link.model, link.successor)})
        back: dict[int, list[Link]] = {}
        for link in links:
            start, stop = self.spots(link.model, link.life), self.stops(link)
            if link.successor < 0:
                for spot in start[:1]:
                    self.stub(link, spot)
            elif start and stop:
                a, b = min(((a, b) for a in start for b in stop), key=lambda pair: abs(pair[0].y - pair[1].y))
                self.arrow(link, a, b)
            elif start:
                self.leave(link, start[0])
            elif stop and (side := self.side(link.model)):
                back.setdefault(side, []).append(link)
        for side, part in back.items():
            self.arrive(part, side)
        for segment in dict.fromkeys(self.segments):
            for piece in parted(segment, self.taken):
                self.sheet.add(Layer.MARK, "lines", "ink", piece)

    def spots(self, model: int, life: int) -> list[Spot]:
        """Where a life is in view: lanes of its own, else its stripe in lanes of the model."""
        own = self.shown.lives.get(life)
        if own:
            return [Spot(box, box.y + box.h // 2) for box in own]
        return [Spot(box, self.stripe(model, life, box)) for box in self.shown.models.get(model, ())]

    def stripe(self, model: int, life: int, box: Area) -> int:
        """The middle of a life's stripe in the lane of its model."""
        rows = self.header.stripes(model)
        if life not in rows:
            return box.y + box.h // 2
        size, step = spans.stack(len(rows), box.h)
        used = step * (len(rows) - 1) + size
        return box.y + (box.h - used) // 2 + rows.index(life) * step + size // 2

    def target_life(self, link: Link) -> int:
        """The successor's life an arrow leads to: on the same surface when that is in view, else its first."""
        lives = self.header.lives
        rows = self.header.own_lives(link.successor)
        same = [n for n in rows if lives.surface[n] == lives.surface[link.life] and n in self.shown.lives]
        return (same or sorted(rows, key=lambda n: int(lives.begin[n])) or [-1])[0]

    def stops(self, link: Link) -> list[Spot]:
        """Where the successor is in view: arrows enter a lane in its middle, whatever stripes it has."""
        found = self.spots(link.successor, self.target_life(link)) if link.successor >= 0 else []
        return [Spot(spot.box, spot.box.y + spot.box.h // 2) for spot in found]

    def side(self, model: int) -> int:
        """Whether the lanes of a model are scrolled out above (-1) or below (1); 0 when it has none."""
        top = self.tops.get(model)
        return 0 if top is None else -1 if top < self.shown.scroll else 1

    def x(self, day: float) -> float:
        """A day in px."""
        return float(to_px(self.window, day, self.area.w)) + self.area.x

    def end(self, life: int) -> int:
        """Where the arrow of a life begins to turn: just past its end, inside the area."""
        lives = self.header.lives
        ending, low, high = int(lives.ending[life]), int(lives.end_low[life]), int(lives.end_high[life])
        x = self.x(high - 1 if ending == Ending.NOT_AFTER else low)
        if ending == Ending.BETWEEN:
            x = max(self.x(high - 1), x + 6)
        if ending == Ending.NOT_BEFORE:
            x += 8
        return round(min(max(x + OUT, self.area.x + 2), self.area.right - 3))

    def begin(self, life: int) -> int:
        """Where an arrow meets the begin of a life, inside the area."""
        lives = self.header.lives
        x = self.x(int(lives.begin[life])) - (0 if lives.begin_known[life] else FADE) if life >= 0 else self.area.x
        return round(min(max(x - 1, self.area.x + IN + 2), self.area.right - 3))

    def line(self, *points: tuple[int, int]) -> None:
        """A line through some points with small corners."""
        kept = [here for here, after in pairwise(points) if here != after]
        self.segments += bent([*kept, points[-1]])

    def arrow(self, link: Link, a: Spot, b: Spot) -> None:
        """From the end of one bar to the begin of another, along the gaps between lanes."""
        start, tip = self.end(link.life), self.begin(self.target_life(link))
        from_bar = (start - OUT, a.y)
        if tip - IN >= start:
            self.line(from_bar, (start, a.y), (start, b.y), (tip, b.y))
        else:
            edge = b.box.y if b.y > a.y else b.box.bottom - 1
            self.line(from_bar, (start, a.y), (start, edge), (tip - IN, edge), (tip - IN, b.y), (tip, b.y))
        self.head(link, b, tip, a)

    def head(self, link: Link, spot: Spot, tip: int, start: Spot | None = None) -> None:
        """The point of an arrow, or a cross and words where it leads to a dead end.

        The words stand before the cross, or after the label at the arrow's start where that names the successor.
        """
        words, name = self.header.words, self.header.snapshot.name
        tell = words.fill("%1 names %2 as its successor", name(link.model), name(link.successor))
        dead = {
            Refuge.ENDED: words.tr("has ended"),
            Refuge.THERE: words.tr("has ended there"),
            Refuge.SOONER: words.tr("ends no later"),
        }
        said = dead.get(link.refuge, "")
        if said:
            tell += f": {said}"
            self.sheet.glyph(Layer.MARK, "ink", Shape.CROSS, 7, (tip - 4, spot.y))
            width = int(len(said) * SMALL) + 4
            places = [(tip - IN - 4 - width, spot)]
            if start and self.told(start, f"→ {name(link.successor)}"):
                places.append((self.after(start, self.end(link.life)) + 6, start))
            for left, beside in places:
                box = (left, beside.box.y + (beside.box.h - 14) // 2, width, 14)
                inside = left > self.area.x and left + width < self.area.right
                if inside and free(box, self.taken):
                    self.sheet.text(said, *box, paint="warning", size=11)
                    self.taken.append(box)
                    break
        else:
            self.sheet.glyph(Layer.MARK, "ink", Shape.CHEVRON_RIGHT, 7, (tip - 2, spot.y))
        self.sheet.target(tip - 8, spot.y - 4, 10, 8, "model", link.successor, tell)

    def after(self, spot: Spot, x: int) -> int:
        """The first px right of the texts of a lane that begin right of a px."""
        lane = (x, spot.box.y + 2, self.area.right - x, spot.box.h - 4)
        return max((box[0] + box[2] for box in self.taken if touches(box, lane)), default=x)

    def stub(self, link: Link, spot: Spot) -> None:
        """The open end where no successor is named."""
        if not self.window.start <= int(self.header.lives.end_low[link.life]) < self.window.end:
            return
        x = self.end(link.life)
        low = spot.box.bottom - 2
        self.line((x - OUT, spot.y), (x, spot.y), (x, low))
        self.sheet.glyph(Layer.MARK, "ink", Shape.CIRCLE, 4, (x, low))
        text = self.header.words.tr("no successor named")
        right = self.after(spot, x)
        width = int(len(text) * SMALL) + 4
        if self.told(spot, text):
            return
        for left in (x + 6, right + 10):
            box = (left, spot.box.y + (spot.box.h - 14) // 2, width, 14)
            if left + width < self.area.right and free(box, self.taken):
                self.sheet.text(text, *box, paint="faint", size=11)
                self.taken.append(box)
                return

    def leave(self, link: Link, spot: Spot) -> None:
        """Towards a successor that is scrolled out of view, or has no lane."""
        name, words = self.header.snapshot.name(link.successor), self.header.words
        x, side = self.end(link.life), self.side(link.successor)
        if side:
            edge = self.area.bottom - 2 if side > 0 else self.area.y + 1
            known = self.edges.get((side, link.successor))
            self.line((x - OUT, spot.y), (x, spot.y), (x, edge), *([] if known is None else [(known, edge)]))
            if known is None:  # further arrows to the same model run along the edge to its chip
                self.edges[side, link.successor] = x
                self.chip(f"{'▾' if side > 0 else '▴'} {name}", x, side, link.successor)
            return
        right, low = self.after(spot, x), spot.box.bottom - 2
        self.line((x - OUT, spot.y), (x, spot.y), (x, low), (x + 9, low))
        self.sheet.glyph(Layer.MARK, "ink", Shape.CHEVRON_RIGHT, 5, (x + 9, low))
        whole = words.fill("→ %1, not shown", name)
        self.sheet.target(x - 2, low - 6, 12, 8, "model", link.successor, whole)
        for text in (words.tr("not shown"),) if self.told(spot, name) else (whole, f"→ {name}"):
            width = self.chip_width(text)
            fits = right > x and right + 8 + width < self.area.right
            left = right + 8 if fits else self.area.right - width - 4  # without a label there, bars go on to the right
            box = (left, spot.box.y + (spot.box.h - CHIP) // 2, width, CHIP)
            if free(box, self.chips + self.taken):
                self.put_chip(text, box, link.successor)
                return

    def told(self, spot: Spot, what: str) -> bool:
        """Whether a label in a lane says something already."""
        inside, texts = range(spot.box.y - 2, spot.box.bottom), self.sheet.texts.get(Layer.TEXT, ())
        return any(what in one.text and one.y in inside and one.x >= self.area.x for one in texts)

    def arrive(self, links: list[Link], side: int) -> None:
        """From those that name the model and are scrolled out of view: one line for all of them."""
        life = self.target_life(links[0])
        spot = self.stops(links[0])[0]
        tip = self.begin(life)
        edge = self.area.bottom - 2 if side > 0 else self.area.y + 1
        self.line((tip - IN, edge), (tip - IN, spot.y), (tip, spot.y))
        worst = next((link for link in links if link.refuge is not Refuge.GOOD), links[0])
        self.head(worst, spot, tip)
        name, words = self.header.snapshot.name(links[0].model), self.header.words
        if len(links) > 1:
            name = words.count(len(links), "%1 model names it", "%1 models name it")
        self.chip(f"{'▾' if side > 0 else '▴'} {name}", tip - IN, side, links[0].model)

    def chip(self, text: str, x: int, side: int, model: int) -> None:
        """A name at the upper or lower edge, where no text stands if it can be helped."""
        width = self.chip_width(text)
        y = self.area.bottom - CHIP - 1 if side > 0 else self.area.y + 1
        places = [x - width // 2, x + 6, x - width - 6, *(box[0] + box[2] + 4 for box in self.chips)]
        places = [min(max(left, self.area.x), self.area.right - width) for left in places]
        boxes = [(left, y, width, CHIP) for left in places]
        clear = [box for box in boxes if free(box, [*self.chips, *self.taken])]
        clear = clear or [box for box in boxes if free(box, self.chips)] or boxes
        self.put_chip(text, clear[0], model)

    def chip_width(self, text: str) -> int:
        """The px of a chip; a long name is cut, so that chips find room beside each other."""
        return min(width_of(text, SMALL) + 12, self.area.w // 3)

    def put_chip(self, text: str, box: Box, model: int) -> None:
        """One chip that answers the pointer with its model."""
        self.chips.append(box)
        self.sheet.add(Layer.TOP, "chip", "chip", box)
        self.sheet.text(text, *box, Layer.TOP_TEXT, size=11, align=0)
        self.sheet.target(*box, "model", model, self.header.snapshot.name(model))


def tops(header: Header, models: set[int]) -> dict[int, int]:
    """The px of the first lane of each model that has any."""
    lanes, wanted = header.lanes, np.zeros(len(header.snapshot.entities.ids) + 1, bool)
    wanted[list(models)] = True
    wanted[-1] = False
    ref = np.where(lanes.kind == Lane.SURFACE, header.lives.model[lanes.ref % max(len(header.lives), 1)], lanes.ref)
    found = np.flatnonzero(((lanes.kind == Lane.MODEL) | (lanes.kind == Lane.SURFACE)) & wanted[ref])[::-1]
    return dict(zip(ref[found].tolist(), lanes.top[found].tolist(), strict=True))


def bent(points: list[tuple[int, int]]) -> Iterator[Segment]:
    """The segments of a line of upright and level parts, its corners cut."""
    last = points[0]
    for place in range(1, len(points)):
        here = points[place]
        if place + 1 == len(points):
            yield (*last, *here)
            return
        before, after = toward(here, last), toward(here, points[place + 1])
        if before != last:
            yield (*last, *before)
        yield (*before, *after)
        last = after


def toward(corner: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The point of a line where a corner begins: `BEND` px from it, at most half way."""
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    long = max(abs(dx), abs(dy))
    cut = min(BEND, long // 2)
    return corner[0] + (dx * cut // long if long else 0), corner[1] + (dy * cut // long if long else 0)
