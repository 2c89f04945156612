"""Lanes: what stands under what, as flat arrays with tops and heights, so that any number of them costs the same.

A lane is a section heading, an organisation strip, a collapsed model or one surface of an opened model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modelspan.domain.snapshot import OPEN_END, Flags, Ints, Snapshot
from modelspan.engine.lives import Ending, Ends, Lives

SECTION_H = 22
MODEL_H = 18
SURFACE_H = 22
ROOMY_H = 22  # a model lane when few are shown


class Lane(IntEnum):
    """What a lane is."""

    SECTION = 0
    ORGANISATION = 1
    MODEL = 2
    SURFACE = 3
    HINT = 4


class Grouping(StrEnum):
    """What models stand under."""

    ORGANISATION = "organisation"
    FAMILY = "family"
    SURFACE = "surface"
    STATUS = "status"
    NONE = "none"


class Order(StrEnum):
    """What models are sorted by, inside their group."""

    NEXT_END = "next_end"
    RELEASE = "release"
    LIFESPAN = "lifespan"
    NAME = "name"


class Section(IntEnum):
    """The parts of the first view."""

    FOLLOWED = 0
    OPENED = 1
    ENDING = 2
    ALL = 3


@dataclass(frozen=True)
class Lanes:
    """`ref` is the section, the organisation's or model's entity row, or the row of Lives for a surface."""

    kind: NDArray[np.uint8]
    ref: Ints
    section: NDArray[np.uint8]
    top: NDArray[np.int64]  # one more than lanes: the last is the whole height
    next_end: NextEnds
    chosen: Ints  # entity rows of models that pass the filter
    ending: Ints  # models in the Ending section
    surfaces: Flags | None = None  # per entity row: surfaces that pass the filter; None when all do

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def height(self) -> int:
        """Pixels of all lanes together."""
        return int(self.top[-1])

    def visible(self, scroll: int, height: int) -> tuple[int, int]:
        """First and last-but-one lane that touch a stretch of pixels."""
        first = int(np.searchsorted(self.top, scroll, "right")) - 1
        last = int(np.searchsorted(self.top, scroll + height, "left"))
        return max(first, 0), min(last, len(self))

    def snap(self, scroll: int) -> int:
        """The next top of a lane: lanes are shown whole."""
        return int(self.top[min(int(np.searchsorted(self.top, scroll, "left")), len(self))])

    @cached_property
    def headings(self) -> NDArray[np.int64]:
        """Lanes that head others."""
        return np.flatnonzero((self.kind == Lane.SECTION) | (self.kind == Lane.ORGANISATION))

    def heading(self, lane: int) -> int:
        """The lane that heads a model or a surface, -1 for lanes that are headings themselves."""
        if lane >= len(self) or self.kind[lane] in (Lane.SECTION, Lane.ORGANISATION):
            return -1
        place = int(np.searchsorted(self.headings, lane)) - 1
        return int(self.headings[place]) if place >= 0 else -1

    def find(self, kind: Lane, ref: int) -> int:
        """The first lane of a thing, -1 when it is not shown."""
        found = np.flatnonzero((self.kind == kind) & (self.ref == ref))
        return int(found[0]) if len(found) else -1


@dataclass(frozen=True)
class NextEnds:
    """Per entity row: a model's next end from a day on (`OPEN_END` for none), its row of Ends, its last past end."""

    day: Ints
    end: Ints
    last: Ints
    last_end: Ints


@dataclass(frozen=True)
class Wish:
    """What the user wants to see: filter, grouping and what is opened. All are entity rows."""

    today: int
    models: Flags  # per entity row: passes the filter
    narrowed: bool = False  # a filter is on: organisations open by themselves
    followed: tuple[tuple[int, int], ...] = ()  # model, and surface or -1 for all
    opened: frozenset[int] = frozenset()
    kin: tuple[int, ...] = ()  # models to show beside an opened one
    expanded: frozenset[int] = frozenset()  # organisations
    folded: frozenset[int] = frozenset()  # sections
    ending_days: int = 30
    roomy: bool = False
    surfaces: Flags | None = field(default=None)


def next_ends(ends: Ends, size: int, today: int, surfaces: Flags | None = None) -> NextEnds:
    """The next and last end of every model. A lower bound counts from its first day; a passed one is no next end."""
    keep = np.ones(len(ends.row), bool) if surfaces is None else surfaces[ends.surface]
    ahead = keep & np.where(ends.ending == Ending.BETWEEN, ends.high > today, ends.low >= today)
    day, end = np.full(size, OPEN_END, np.int32), np.full(size, -1, np.int32)
    last, last_end = np.full(size, -OPEN_END, np.int32), np.full(size, -1, np.int32)
    rows = np.flatnonzero(ahead)[::-1]
    day[ends.model[rows]], end[ends.model[rows]] = ends.low[rows], rows
    past = np.flatnonzero(keep & ~ahead)
    last[ends.model[past]], last_end[ends.model[past]] = ends.low[past], past
    return NextEnds(day, end, last, last_end)


def hosted(lives: Lives, size: int) -> Flags:
    """Which entity rows are models someone offers, and so can end."""
    found = np.zeros(size, bool)
    found[lives.model[lives.placed]] = True
    return found


def build(snapshot: Snapshot, lives: Lives, ends: Ends, wish: Wish) -> Lanes:
    """The flat lanes for a wish."""
    size = len(snapshot.entities.ids)
    coming = next_ends(ends, size, wish.today, wish.surfaces)
    writer = Writer(lives, wish)
    models = np.flatnonzero(wish.models)
    going = np.zeros(size, bool)
    going[lives.model[(lives.ending == Ending.NONE) | (lives.end_high > wish.today)]] = True
    begin = np.full(size, OPEN_END, np.int64)
    np.minimum.at(begin, lives.model, lives.begin)
    by_end = models[np.lexsort((-begin[models], ~going[models], coming.day[models]))]
    writer.section(Section.FOLLOWED)
    if Section.FOLLOWED not in wish.folded:
        for _, model, life in sorted(follows(lives, coming, wish), key=lambda entry: entry[0]):
            if life >= 0:
                writer.lane(Lane.SURFACE, life, Section.FOLLOWED, SURFACE_H)
            else:
                writer.models(Section.FOLLOWED, [model])
    if wish.kin:
        writer.section(Section.OPENED)
        writer.models(Section.OPENED, wish.kin)
    soon = by_end[coming.day[by_end] < wish.today + wish.ending_days]
    writer.section(Section.ENDING)
    if Section.ENDING not in wish.folded:
        writer.models(Section.ENDING, soon)
    writer.section(Section.ALL)
    if Section.ALL not in wish.folded:
        organisation = snapshot.entities.organisation[by_end]
        _, first = np.unique(organisation, return_index=True)
        for row in organisation[np.sort(first)].tolist():
            own = by_end[organisation == row]
            writer.lane(Lane.ORGANISATION, row, Section.ALL, MODEL_H)
            if row in wish.expanded or (wish.narrowed and row not in wish.folded):
                writer.models(Section.ALL, own)
    return writer.done(coming, models.astype(np.int32), soon.astype(np.int32))


def follows(lives: Lives, coming: NextEnds, wish: Wish) -> list[tuple[int, int, int]]:
    """(next end, model, row of Lives or -1 for all its surfaces) of what is followed."""
    found = []
    for model, surface in wish.followed:
        own = [n for n in lives.of(model) if lives.surface[n] == surface]
        if own:
            end = int(lives.end_low[own[0]])
            found.append((end if end >= wish.today else int(OPEN_END), model, own[0]))
        elif surface < 0 or model not in [entry[1] for entry in found]:
            found.append((int(coming.day[model]), model, -1))
    return found


class Writer:
    """Collects lanes; many models at once stay arrays."""

    def __init__(self, lives: Lives, wish: Wish) -> None:
        self.lives, self.wish = lives, wish
        self.parts: list[tuple[Any, Any, Any, Any]] = []  # kind, ref, section, height

    def lane(self, kind: Lane, ref: int, section: Section, height: int) -> None:
        self.parts.append(([kind], [ref], [section], [height]))

    def section(self, section: Section) -> None:
        self.lane(Lane.SECTION, section, section, SECTION_H)

    def models(self, section: Section, models: Iterable[int]) -> None:
        """Model lanes; opened ones are followed by their surfaces."""
        rows = np.asarray(list(models) if not isinstance(models, np.ndarray) else models, np.int32)
        height = ROOMY_H if self.wish.roomy else MODEL_H
        opened = np.flatnonzero(np.isin(rows, list(self.wish.opened))) if self.wish.opened else np.zeros(0, np.int64)
        start = 0
        for place in sorted({*opened.tolist(), len(rows) - 1}):
            count = place + 1 - start
            if count > 0:
                fixed = (
                    np.full(count, Lane.MODEL),
                    rows[start : place + 1],
                    np.full(count, section),
                    np.full(count, height),
                )
                self.parts.append(fixed)
            if place in opened:
                kept = [
                    n
                    for n in self.lives.of(int(rows[place]))
                    if self.wish.surfaces is None or self.wish.surfaces[self.lives.surface[n]]
                ]
                self.parts.append(([Lane.SURFACE] * len(kept), kept, [section] * len(kept), [SURFACE_H] * len(kept)))
            start = place + 1

    def done(self, coming: NextEnds, chosen: Ints, ending: Ints) -> Lanes:
        kind, ref, section, height = (np.concatenate([np.asarray(part[n]) for part in self.parts]) for n in range(4))
        top = np.r_[0, np.cumsum(height, dtype=np.int64)]
        return Lanes(
            kind.astype(np.uint8),
            ref.astype(np.int32),
            section.astype(np.uint8),
            top,
            coming,
            chosen,
            ending,
            self.wish.surfaces,
        )
