"""Groups: which models stand together, in which order; the lives of a surface where models are grouped by surface."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modelspan.domain.snapshot import OPEN_END, Codes, Entities, Flags, Ints
from modelspan.domain.words import Words
from modelspan.engine.lives import STANDING_WORDS, STANDINGS, Ending, Lives

DIGITS = re.compile(r"([0-9]+)")


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


@dataclass(frozen=True, slots=True)
class Group:
    """What some models stand under: an entity's id or a Standing as key, empty for those that belong to none."""

    key: str
    name: str
    paint: str


@dataclass(frozen=True)
class Grouped:
    """Models, or lives where they are grouped by surface, group after group, each group in the order wished for."""

    grouping: Grouping
    groups: tuple[Group, ...]
    model: Ints  # entity row of each member
    life: Ints  # its row of Lives, -1 for a model as a whole
    start: NDArray[np.int64]  # where the members of each group begin, and the number of all
    home: Ints  # per entity row: the group of a model, or of a surface where grouped by surface; -1 for none

    def members(self, group: int) -> slice:
        """The members of a group."""
        return slice(int(self.start[group]), int(self.start[group + 1]))

    def of(self, model: Any, surface: Any) -> Ints:
        """The groups of some events or lives; -1 for none."""
        rows = surface if self.grouping is Grouping.SURFACE else model
        found: Ints = np.where(rows >= 0, self.home[rows], np.int32(-1))
        return found


@dataclass(frozen=True)
class Sorting:
    """What members are sorted by, one value for each."""

    model: Ints
    begin: Any  # OPEN_END where nothing is known of it
    stop: Any
    due: Any  # next end, OPEN_END for none
    going: Any  # no end, or one ahead

    def order(self, order: Order, ranks: Ints | None) -> NDArray[np.int64]:
        """The members' places in an order; equal ones stay as they are."""
        begin = self.begin.astype(np.int64)
        keys: tuple[Any, ...]
        match order:
            case Order.NEXT_END:
                keys = (-begin, ~self.going, self.due)
            case Order.RELEASE:
                keys = (-begin, begin == OPEN_END)
            case Order.LIFESPAN:
                keys = (np.where(begin == OPEN_END, 1, begin - self.stop),)
            case Order.NAME:
                assert ranks is not None
                keys = (ranks[self.model],)
        return np.lexsort(keys)


def natural(name: str) -> tuple[object, ...]:
    """A key that sorts names as people do: without case, numbers by their value, so that 5.10 comes after 5.9."""
    parts = DIGITS.split(name.casefold())
    return tuple((len(part.lstrip("0")), part.lstrip("0")) if n % 2 else part for n, part in enumerate(parts))


def name_ranks(entities: Entities) -> Ints:
    """Per entity row: the place of a model among all by name."""
    found = np.zeros(len(entities.ids), np.int32)
    rows = sorted(entities.models.tolist(), key=lambda row: natural(entities.names[row]))
    found[rows] = np.arange(len(rows))
    return found


def drawn(lives: Lives, size: int, surfaces: Flags | None) -> Flags:
    """Which lives a model shows: on wanted surfaces, and what no one hosts only when there is nothing else."""
    keep = np.ones(len(lives), bool) if surfaces is None else surfaces[lives.surface]
    hosted = np.zeros(size, bool)
    hosted[lives.model[lives.placed & keep]] = True
    return keep & (lives.placed | ~hosted[lives.model])


def last_days(lives: Lives, today: int) -> Any:
    """The last day of each life: its end as far as one is known, else today."""
    endless = (lives.ending == Ending.NONE) | (lives.ending == Ending.NOT_BEFORE)
    return np.where(endless, np.maximum(lives.begin, today), lives.end_low)


def of_models(models: Ints, lives: Lives, shown: Flags, due: Ints, today: int) -> Sorting:
    """Whole models, by what their shown lives have in common."""
    rows = np.flatnonzero(shown)
    owner = lives.model[rows]
    begin, stop = np.full(len(due), OPEN_END, np.int64), np.full(len(due), -OPEN_END, np.int64)
    going = np.zeros(len(due), bool)
    np.minimum.at(begin, owner, lives.begin[rows])
    np.maximum.at(stop, owner, last_days(lives, today)[rows])
    going[owner[(lives.ending[rows] == Ending.NONE) | (lives.end_high[rows] > today)]] = True
    return Sorting(models, begin[models], stop[models], due[models], going[models])


def of_lives(rows: Any, lives: Lives, today: int) -> Sorting:
    """Lives one by one, by their own end on their surface."""
    low, high, ending = lives.end_low[rows], lives.end_high[rows], lives.ending[rows]
    ahead = (ending != Ending.NONE) & np.where(ending == Ending.BETWEEN, high > today, low >= today)
    return Sorting(
        lives.model[rows],
        lives.begin[rows],
        last_days(lives, today)[rows],
        np.where(ahead, low, OPEN_END),
        (ending == Ending.NONE) | (high > today),
    )


def named(entities: Entities, grouping: Grouping, row: int, words: Words) -> Group:
    """The group of an entity row, of a place in STANDINGS, or of -1."""
    if grouping is Grouping.STATUS:
        value = STANDINGS[row]
        text = words.tr(STANDING_WORDS[value])
        return Group(value.value, text[:1].upper() + text[1:], "other")
    if row < 0:
        nothing = {
            Grouping.ORGANISATION: "No organisation",
            Grouping.FAMILY: "No family",
            Grouping.SURFACE: "No known surface",
        }
        return Group("", words.tr(nothing[grouping]), "other")
    owner = row if grouping is Grouping.ORGANISATION else int(entities.organisation[row])
    return Group(entities.ids[row], entities.names[row], entities.ids[owner] if owner >= 0 else "other")


def grouped(
    entities: Entities,
    lives: Lives,
    shown: Flags,
    sorting: Sorting,
    grouping: Grouping,
    order: Order,
    today: int,
    standing: Codes,
    ranks: Ints | None,
    words: Words,
) -> Grouped:
    """The models of a sorting in their groups; a group stands where its first member would."""
    size = len(entities.ids)
    model, home = sorting.model, np.full(size, -1, np.int32)
    if grouping is Grouping.SURFACE:
        chosen = np.zeros(size, bool)
        chosen[model] = True
        rows = np.flatnonzero(shown & chosen[lives.model])
        own = of_lives(rows, lives, today)
        alive = np.zeros(size, bool)
        alive[own.model] = True
        rest = model[~alive[model]]  # of which no one knows where they are
        place = own.order(order, ranks)
        life = np.r_[rows[place], np.full(len(rest), -1)].astype(np.int32)
        model = np.r_[own.model[place], rest].astype(np.int32)
        label = np.where(life >= 0, lives.surface[np.maximum(life, 0)] if len(lives) else -1, -1)
    else:
        model = model[sorting.order(order, ranks)]
        life = np.full(len(model), -1, np.int32)
        label = {
            Grouping.ORGANISATION: entities.organisation,
            Grouping.FAMILY: entities.parent,
            Grouping.STATUS: standing.astype(np.int32),
            Grouping.NONE: home,
        }[grouping][model]
    names, first, code = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(names), np.int64)
    rank[np.argsort(first)] = np.arange(len(names))
    code = rank[code]
    place = np.argsort(code, kind="stable")
    start = np.searchsorted(code[place], np.arange(len(names) + 1))
    groups: tuple[Group, ...] = ()
    if grouping is not Grouping.NONE:
        groups = tuple(named(entities, grouping, int(row), words) for row in names[np.argsort(first)])
        known = life >= 0 if grouping is Grouping.SURFACE else np.ones(len(model), bool)
        home[label[known] if grouping is Grouping.SURFACE else model] = code[known]
    return Grouped(grouping, groups, model[place].astype(np.int32), life[place], start, home)
