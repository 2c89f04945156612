"""Lanes: what stands under what, as flat arrays with tops and heights, so that any number of them costs the same.

A lane is a section heading, the strip of a group, a collapsed model or one surface of a model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modelspan.domain.snapshot import OPEN_END, Codes, Flags, Ints, Snapshot
from modelspan.domain.words import ENGLISH, Words
from modelspan.engine import groups
from modelspan.engine.groups import Group, Grouped
from modelspan.engine.groups import Grouping as Grouping  # what a state says of lanes comes from here
from modelspan.engine.groups import Order as Order
from modelspan.engine.lives import Ending, Ends, Lives

SECTION_H = 22
MODEL_H = 18
SURFACE_H = 22
ROOMY_H = 22  # a model lane when few are shown
STEP_H = 4  # px that one step makes a lane higher
LEAST_H, MOST_H = 12, 40  # the 11 px type fits the lowest lane
LEAST_SIZE, MOST_SIZE = -2, 6  # steps after which lanes change no more


class Lane(IntEnum):
    """What a lane is."""

    SECTION = 0
    GROUP = 1
    MODEL = 2
    SURFACE = 3
    HINT = 4


class Section(IntEnum):
    """The parts of the first view."""

    FOLLOWED = 0
    OPENED = 1
    ENDING = 2
    ALL = 3


@dataclass(frozen=True)
class Lanes:
    """`ref` is the section, the index of a group, a model's entity row, or the row of Lives for a surface."""

    kind: NDArray[np.uint8]
    ref: Ints
    section: NDArray[np.uint8]
    top: NDArray[np.int64]  # one more than lanes: the last is the whole height
    next_end: NextEnds
    chosen: Ints  # entity rows of models that pass the filter
    ending: Ints  # models in the Ending section
    grouped: Grouped
    shown: Flags  # per row of Lives: stands for its model
    standing: Codes  # per entity row: the place in STANDINGS
    surfaces: Flags | None = None  # per entity row: surfaces that pass the filter; None when all do

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def groups(self) -> tuple[Group, ...]:
        """What models stand under in the last section."""
        return self.grouped.groups

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
        return np.flatnonzero((self.kind == Lane.SECTION) | (self.kind == Lane.GROUP))

    def heading(self, lane: int) -> int:
        """The lane that heads a model or a surface, -1 for lanes that are headings themselves."""
        if lane >= len(self) or self.kind[lane] in (Lane.SECTION, Lane.GROUP):
            return -1
        place = int(np.searchsorted(self.headings, lane)) - 1
        return int(self.headings[place]) if place >= 0 else -1

    def find(self, kind: Lane, ref: int) -> int:
        """The first lane of a thing, -1 when it is not shown."""
        found = np.flatnonzero((self.kind == kind) & (self.ref == ref))
        return int(found[0]) if len(found) else -1

    def find_model(self, lives: Lives, model: int) -> int:
        """The first lane that stands for a model: its own, or one of its surfaces; -1 when there is none."""
        own = self.find(Lane.MODEL, model)
        if own >= 0 or not len(lives):
            return own
        found = np.flatnonzero(
            (self.kind == Lane.SURFACE) & (lives.model[np.minimum(self.ref, len(lives) - 1)] == model)
        )
        return int(found[0]) if len(found) else -1

    def by_model(self, lane: int) -> bool:
        """Whether a surface lane stands under its surface, and so is called by its model."""
        return self.grouped.grouping is Grouping.SURFACE and bool(self.section[lane] == Section.ALL)


@dataclass(frozen=True)
class NextEnds:
    """Per entity row: a model's next end from a day on (`OPEN_END` for none), its row of Ends, its last past end."""

    day: Ints
    end: Ints
    last: Ints
    last_end: Ints


@dataclass(frozen=True)
class Wish:
    """What the user wants to see: filter, grouping and what is opened. All but groups are entity rows."""

    today: int
    models: Flags  # per entity row: passes the filter
    narrowed: bool = False  # a filter is on: groups open by themselves
    followed: tuple[tuple[int, int], ...] = ()  # model, and surface or -1 for all
    opened: frozenset[int] = frozenset()
    kin: tuple[int, ...] = ()  # models to show beside an opened one
    expanded: frozenset[str] = frozenset()  # keys of groups
    closed: frozenset[str] = frozenset()  # keys of groups that a filter would open
    folded: frozenset[int] = frozenset()  # sections
    ending_days: int = 30
    roomy: bool = False
    surfaces: Flags | None = field(default=None)
    grouping: Grouping = Grouping.ORGANISATION
    order: Order = Order.NEXT_END
    size: int = 0  # steps that lanes are higher or lower
    standing: Codes = field(default_factory=lambda: np.zeros(0, np.uint8))  # of every entity row, for Grouping.STATUS
    ranks: Ints | None = None  # of every entity row, for Order.NAME

    def opens(self, group: str) -> bool:
        """Whether the members of a group are shown: with a filter all but the closed ones, else the expanded ones."""
        return group not in self.closed if self.narrowed else group in self.expanded

    def high(self, own: int) -> int:
        """The height of a lane that is `own` px high by itself."""
        return min(max(own + STEP_H * self.size, LEAST_H), MOST_H)


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


def build(snapshot: Snapshot, lives: Lives, ends: Ends, wish: Wish, words: Words = ENGLISH) -> Lanes:
    """The flat lanes for a wish."""
    size = len(snapshot.entities.ids)
    coming = next_ends(ends, size, wish.today, wish.surfaces)
    writer = Writer(lives, wish)
    models = np.flatnonzero(wish.models).astype(np.int32)
    shown = groups.drawn(lives, size, wish.surfaces)
    sorting = groups.of_models(models, lives, shown, coming.day, wish.today)
    found = groups.grouped(
        snapshot.entities,
        lives,
        shown,
        sorting,
        wish.grouping,
        wish.order,
        wish.today,
        wish.standing,
        wish.ranks,
        words,
    )
    writer.section(Section.FOLLOWED)
    if Section.FOLLOWED not in wish.folded:
        for _, model, life in sorted(follows(lives, coming, wish), key=lambda entry: entry[0]):
            if life >= 0:
                writer.lane(Lane.SURFACE, life, Section.FOLLOWED, wish.high(SURFACE_H))
            else:
                writer.models(Section.FOLLOWED, [model])
    if wish.kin:
        writer.section(Section.OPENED)
        writer.models(Section.OPENED, wish.kin)
    by_end = models[sorting.order(Order.NEXT_END, None)]
    soon = by_end[coming.day[by_end] < wish.today + wish.ending_days]
    writer.section(Section.ENDING)
    if Section.ENDING not in wish.folded:
        writer.models(Section.ENDING, soon)
    writer.section(Section.ALL)
    if Section.ALL not in wish.folded:
        writer.groups(Section.ALL, found)
    return writer.done(coming, models, soon, found, shown)


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

    def groups(self, section: Section, found: Grouped) -> None:
        """Every group with its strip, followed by its members where it is open; bare members without groups."""
        if not found.groups:
            self.models(section, found.model)
        for place, group in enumerate(found.groups):
            self.lane(Lane.GROUP, place, section, self.wish.high(MODEL_H))
            if self.wish.opens(group.key):
                own = found.members(place)
                alive = found.life[own] >= 0
                self.lanes(Lane.SURFACE, found.life[own][alive], section, self.wish.high(MODEL_H))
                self.models(section, found.model[own][~alive])

    def lanes(self, kind: Lane, refs: Ints, section: Section, height: int) -> None:
        """Many lanes of one kind."""
        if len(refs):
            count = len(refs)
            self.parts.append((np.full(count, kind), refs, np.full(count, section), np.full(count, height)))

    def models(self, section: Section, models: Iterable[int]) -> None:
        """Model lanes; opened ones are followed by their surfaces."""
        rows = np.asarray(list(models) if not isinstance(models, np.ndarray) else models, np.int32)
        height = self.wish.high(ROOMY_H if self.wish.roomy else MODEL_H)
        opened = np.flatnonzero(np.isin(rows, list(self.wish.opened))) if self.wish.opened else np.zeros(0, np.int64)
        start = 0
        for place in opened.tolist():
            self.lanes(Lane.MODEL, rows[start : place + 1], section, height)
            own = np.asarray(self.lives.of(int(rows[place])), np.int32)
            if self.wish.surfaces is not None:
                own = own[self.wish.surfaces[self.lives.surface[own]]]
            self.lanes(Lane.SURFACE, own, section, self.wish.high(SURFACE_H))
            start = place + 1
        self.lanes(Lane.MODEL, rows[start:], section, height)

    def done(self, coming: NextEnds, chosen: Ints, ending: Ints, found: Grouped, shown: Flags) -> Lanes:
        """All that was collected."""
        kind, ref, section, height = (np.concatenate([np.asarray(part[n]) for part in self.parts]) for n in range(4))
        top = np.r_[0, np.cumsum(height, dtype=np.int64)]
        return Lanes(
            kind=kind.astype(np.uint8),
            ref=ref.astype(np.int32),
            section=section.astype(np.uint8),
            top=top,
            next_end=coming,
            chosen=chosen,
            ending=ending,
            grouped=found,
            shown=shown,
            standing=self.wish.standing,
            surfaces=self.wish.surfaces,
        )
