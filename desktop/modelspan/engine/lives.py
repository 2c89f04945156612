"""Lives: what the store says, as one row per (model, surface) with its phases, its end and the marks beside it.

Built once per snapshot, all in numpy, so that a frame only slices. Rows are sorted by model, the vendor's own
surfaces first, then by begin.
Days are int32; `OPEN_END` means that no such day is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modelspan.domain.dates import Qualifier
from modelspan.domain.records import Evidence, Kind, Role, Status
from modelspan.domain.snapshot import OPEN_END, OPEN_START, Codes, Events, Flags, Ints, Snapshot, code, locate

UNPLACED = ("open-weights", "publication")  # shown or given away, not offered: no one can end them
UNKNOWN_LEAD = 180  # days drawn before a known end when nothing at all is known of the beginning


class Ending(IntEnum):
    """What is known of an end."""

    NONE = 0
    EXACT = 1
    BETWEEN = 2
    NOT_BEFORE = 3
    NOT_AFTER = 4
    CIRCA = 5


class Mark(IntEnum):
    """A mark beside a life."""

    MOVED = 0  # an end that was announced earlier
    RIVAL = 1  # a date another source gives for the same thing
    OBSERVED = 2  # what was seen to happen, where another day was published
    PARTIAL = 3  # some ids or a region ended, the surface goes on


class Standing(StrEnum):
    """Where a model stands on a day, over all places that offer it."""

    UPCOMING = "upcoming"
    PREVIEW = "preview"
    AVAILABLE = "available"
    NOTICE = "notice"  # an end is announced for some surface
    ENDED = "ended"  # on every surface
    UNHOSTED = "unhosted"  # no one offers it


STANDINGS = tuple(Standing)
STANDING_WORDS = {
    Standing.UPCOMING: "upcoming",
    Standing.PREVIEW: "in preview",
    Standing.AVAILABLE: "available",
    Standing.NOTICE: "notice given",
    Standing.ENDED: "ended",
    Standing.UNHOSTED: "no one hosts it",
}


ENDING_OF = {
    Qualifier.EXACT: Ending.EXACT,
    Qualifier.BETWEEN: Ending.BETWEEN,
    Qualifier.NOT_BEFORE: Ending.NOT_BEFORE,
    Qualifier.NOT_AFTER: Ending.NOT_AFTER,
    Qualifier.CIRCA: Ending.CIRCA,
}
ENDING_CODES = np.array([ENDING_OF[qualifier] for qualifier in Qualifier], np.uint8)


@dataclass(frozen=True)
class Lives:
    """One row per (model, surface). `begin` is a lower bound where `begin_known` is False."""

    model: Ints
    surface: Ints
    begin: Ints
    begin_known: Flags
    available: Ints  # first day outside a preview; OPEN_END while it is one
    notice: Ints
    end_low: Ints  # first day the end can lie on
    end_high: Ints  # day after the last one
    ending: Codes
    end_row: Ints  # event row of the end, -1
    placed: Flags  # offered by someone who can end it
    successor: Ints  # entity row, -1
    start_row: Ints
    mark_life: Ints  # marks, sorted by life
    mark_day: Ints
    mark_type: Codes
    mark_row: Ints

    def __len__(self) -> int:
        return len(self.model)

    def of(self, model: int) -> range:
        """The rows of a model."""
        return range(*(int(place) for place in locate(self.model, [model, model + 1])))

    def marks(self, life: int) -> range:
        """The marks of a row."""
        return range(*(int(place) for place in locate(self.mark_life, [life, life + 1])))


@dataclass(frozen=True)
class Ends:
    """Every end anyone announced or published, one row each, sorted by day: the list and the next-end columns."""

    row: Ints  # event row
    life: Ints  # row of Lives
    model: Ints
    surface: Ints
    scope: Ints
    low: Ints
    high: Ints
    ending: Codes


def nominal(start: Ints, end: Ints) -> Ints:
    """The one day to draw a span by: its first, or its last when only that is known."""
    return np.where(start == OPEN_START, end - 1, start).astype(np.int32)


def first_in_group(groups: Any, size: int, *order: Any) -> NDArray[np.int64]:
    """Index of the first element of each group under some keys (last key first, as in lexsort); -1 for empty groups."""
    found = np.full(size, -1, np.int64)
    sequence = np.lexsort((*order, groups))
    sorted_groups = groups[sequence]
    heads = (
        np.flatnonzero(np.r_[True, sorted_groups[1:] != sorted_groups[:-1]]) if len(sequence) else np.zeros(0, np.int64)
    )
    found[sorted_groups[heads]] = sequence[heads]
    return found


def minimum(groups: Any, values: Any, size: int) -> Ints:
    """Smallest value per group, OPEN_END for empty ones."""
    found = np.full(size, OPEN_END, np.int32)
    np.minimum.at(found, groups, values)
    return found


def build(snapshot: Snapshot) -> tuple[Lives, Ends]:
    """Lives and ends of a snapshot."""
    events, entities = snapshot.events, snapshot.entities
    surfaces = len(entities.ids) + 1
    kinds = (Kind.PREVIEW, Kind.RELEASE, Kind.DEPRECATION, Kind.RETIREMENT, Kind.LEGACY)
    wanted = events.of(*kinds) & (events.surface >= 0) & (events.subject >= 0)
    rows = np.flatnonzero(wanted)
    pair = events.subject[rows].astype(np.int64) * surfaces + events.surface[rows]
    names, group = np.unique(pair, return_inverse=True)
    size = len(names)
    model, surface = (names // surfaces).astype(np.int32), (names % surfaces).astype(np.int32)
    kind, day = events.kind[rows], nominal(events.start[rows], events.end[rows])

    def of(*which: Kind) -> Flags:
        return np.isin(kind, [code(k) for k in which])

    def earliest(mask: Flags) -> Ints:
        return minimum(group[mask], day[mask], size)

    preview, release = earliest(of(Kind.PREVIEW)), earliest(of(Kind.RELEASE))
    begin = np.minimum(preview, release)
    begin_known = begin != OPEN_END
    whole_end = of(Kind.RETIREMENT) & (events.scope[rows] == 0)
    ends = np.flatnonzero(whole_end)
    seen = events.evidence[rows[ends]] == code(Evidence.OBSERVED)
    chosen = first_in_group(group[ends], size, -day[ends].astype(np.int64), seen)
    end_row = (
        np.where(chosen >= 0, rows[ends[chosen]], -1).astype(np.int32) if len(ends) else np.full(size, -1, np.int32)
    )
    has_end = end_row >= 0
    safe = np.maximum(end_row, 0)
    ending = np.where(has_end, ENDING_CODES[events.qualifier[safe]] if len(events) else 0, 0).astype(np.uint8)
    end_low = np.where(has_end, nominal(events.start[safe], events.end[safe]), OPEN_END).astype(np.int32)
    end_high = np.where(
        has_end, np.where(events.end[safe] == OPEN_END, end_low + 1, events.end[safe]), OPEN_END
    ).astype(np.int32)
    notice = earliest(of(Kind.DEPRECATION) & (events.scope[rows] == 0))

    placed_codes = np.ones(surfaces, bool)
    placed_codes[[entities.row[name] for name in UNPLACED if name in entities.row]] = False
    first_of_model = minimum(model, begin, len(entities.ids) + 1)[model] if size else begin
    heard = np.minimum(np.minimum(notice, end_low), earliest(of(Kind.LEGACY))).astype(np.int64)  # it was there by then
    lower = np.where(first_of_model != OPEN_END, first_of_model, heard - UNKNOWN_LEAD)
    begin = np.where(begin_known, begin, np.minimum(lower, heard - 1)).astype(np.int32)
    available = np.where(release != OPEN_END, release, np.where(preview != OPEN_END, OPEN_END, begin)).astype(np.int32)

    start = np.flatnonzero(of(Kind.PREVIEW, Kind.RELEASE))
    start_index = first_in_group(group[start], size, day[start])
    start_row = (
        np.where(start_index >= 0, rows[start[start_index]], -1).astype(np.int32)
        if len(start)
        else np.full(size, -1, np.int32)
    )
    others = entities.organisation[surface] != entities.organisation[model]  # the vendor's own surfaces come first
    order = np.lexsort((surface, begin, others, ~placed_codes[surface], model))
    place = np.empty(size, np.int64)
    place[order] = np.arange(size)
    marks = build_marks(snapshot, end_row, rows, group, place)
    lives = Lives(
        model=model[order],
        surface=surface[order],
        begin=begin[order],
        begin_known=begin_known[order],
        available=available[order],
        notice=notice[order],
        end_low=end_low[order],
        end_high=end_high[order],
        ending=ending[order],
        end_row=end_row[order],
        placed=placed_codes[surface[order]],
        successor=successors(snapshot)[end_row[order]] if len(events) else np.full(size, -1, np.int32),
        start_row=start_row[order],
        **marks,
    )
    return lives, build_ends(events, rows, group, place)


def successors(snapshot: Snapshot) -> Ints:
    """The first successor of every event row; one row more, -1, so that row -1 finds none."""
    found = np.full(len(snapshot.events) + 1, -1, np.int32)
    named = (snapshot.parties.role == code(Role.SUCCESSOR)) & (snapshot.parties.entity >= 0)
    rows = snapshot.parties.event[named][::-1]  # written backwards, so that the first one stays
    found[rows] = snapshot.parties.entity[named][::-1]
    return found


def build_marks(snapshot: Snapshot, end_row: Ints, rows: Any, group: Any, place: Any) -> dict[str, Any]:
    """Slips, rivals, observed ends and partial ends of each life."""
    events = snapshot.events
    parts: list[tuple[Any, Any, Mark, Any]] = []  # life, day, type, event row
    if len(events):
        slot_end = np.full(int(events.slot.max()) + 1, -1, np.int64)
        own = end_row >= 0
        slot_end[events.slot[end_row[own]]] = end_row[own]
        slot_life = np.full(len(slot_end), -1, np.int64)
        slot_life[events.slot[end_row[own]]] = place[np.flatnonzero(own)]
        retirement = events.kind == code(Kind.RETIREMENT)
        life = slot_life[events.slot]
        other = retirement & (life >= 0) & (np.arange(len(events)) != slot_end[events.slot])
        day = nominal(events.start, events.end)
        rival = np.flatnonzero(other & ~events.shown)
        older = events.vintage[rival] < events.vintage[slot_end[events.slot[rival]]]
        known = events.vintage[rival] != OPEN_START
        foretold = events.vintage[rival] < day[rival]  # a source that tells of the past disagrees, it was not overtaken
        moved = older & known & foretold & (day[rival] != day[slot_end[events.slot[rival]]])
        parts.append((life[rival[moved]], day[rival[moved]], Mark.MOVED, rival[moved]))
        parts.append((life[rival[~moved]], day[rival[~moved]], Mark.RIVAL, rival[~moved]))
        seen = np.flatnonzero(other & events.shown & (events.evidence == code(Evidence.OBSERVED)))
        parts.append((life[seen], day[seen], Mark.OBSERVED, seen))
        pair = events.subject.astype(np.int64) * (len(snapshot.entities.ids) + 1) + events.surface
        life_of_pair = dict(zip(pair[rows].tolist(), place[group].tolist(), strict=True))
        slips = np.flatnonzero((events.kind == code(Kind.DATE_CHANGE)) & events.shown & (events.scope == 0))
        slip_life = np.array([life_of_pair.get(value, -1) for value in pair[slips].tolist()], np.int64)
        was = nominal(events.was_start[slips], events.was_end[slips])
        good = (slip_life >= 0) & ((events.was_start[slips] != OPEN_START) | (events.was_end[slips] != OPEN_END))
        parts.append((slip_life[good], was[good], Mark.MOVED, slips[good]))
        partial = np.flatnonzero((events.kind[rows] == code(Kind.RETIREMENT)) & (events.scope[rows] != 0))
        parts.append(
            (place[group[partial]], nominal(events.start, events.end)[rows[partial]], Mark.PARTIAL, rows[partial])
        )
    joined = [
        np.concatenate([np.asarray(part[n]) for part in parts]) if parts else np.zeros(0, np.int64) for n in (0, 1, 3)
    ]
    types = np.concatenate([np.full(len(part[0]), part[2]) for part in parts]) if parts else np.zeros(0)
    _, unique = np.unique(np.stack([joined[0], joined[1], types]), axis=1, return_index=True)
    order = unique[np.lexsort((joined[1][unique], joined[0][unique]))]
    return {
        "mark_life": joined[0][order].astype(np.int32),
        "mark_day": joined[1][order].astype(np.int32),
        "mark_type": types[order].astype(np.uint8),
        "mark_row": joined[2][order].astype(np.int32),
    }


def build_ends(events: Events, rows: Any, group: Any, place: Any) -> Ends:
    """Published ends; an observed one is a second mark of the same end and not counted again."""
    published = np.full(int(events.slot.max()) + 1 if len(events) else 0, False)
    retirement = events.of(Kind.RETIREMENT)
    seen = events.evidence == code(Evidence.OBSERVED)
    published[events.slot[retirement & ~seen]] = True
    keep = retirement[rows] & ~(seen[rows] & published[events.slot[rows]])
    index = rows[keep]
    low = nominal(events.start[index], events.end[index])
    order = np.argsort(low, kind="stable")
    index, low, life = index[order], low[order], place[group[keep]][order]
    high = np.where(events.end[index] == OPEN_END, low + 1, events.end[index])
    return Ends(
        row=index.astype(np.int32),
        life=life.astype(np.int32),
        model=events.subject[index],
        surface=events.surface[index],
        scope=events.scope[index],
        low=low,
        high=high.astype(np.int32),
        ending=ENDING_CODES[events.qualifier[index]],
    )


def ended(lives: Lives, events: Events, today: int) -> Flags:
    """Which lives are over on a day: an end has passed that is no mere lower bound and no unconfirmed plan."""
    passed = (lives.end_row >= 0) & (lives.end_high <= today)
    unconfirmed = events.status[np.maximum(lives.end_row, 0)] == code(Status.SCHEDULED) if len(events) else passed
    over: Flags = passed & (lives.ending != Ending.NOT_BEFORE) & ~unconfirmed
    return over


def on_offer(lives: Lives, events: Events, today: int) -> Flags:
    """Which lives can be used on a day, as far as is known."""
    return (lives.begin <= today) & ~ended(lives, events, today) & lives.placed


def standing(lives: Lives, events: Events, today: int, size: int) -> Codes:
    """Per entity row: where a model stands on a day, as a place in STANDINGS.

    A notice is a given one or any end that is more than a lower bound. What begins later counts only where nothing
    is on offer yet.
    """
    going = lives.placed & ~ended(lives, events, today)
    begun = going & (lives.begin <= today)
    bound = (lives.ending != Ending.NONE) & (lives.ending != Ending.NOT_BEFORE)

    def some(rows: Flags) -> Flags:
        found = np.zeros(size, bool)
        found[lives.model[rows]] = True
        return found

    rules = (
        (~some(lives.placed), Standing.UNHOSTED),
        (~some(going), Standing.ENDED),
        (~some(begun), Standing.UPCOMING),
        (some(going & (bound | (lives.notice <= today))), Standing.NOTICE),
        (~some(begun & (lives.available <= today)), Standing.PREVIEW),
    )
    codes = [STANDINGS.index(value) for _, value in rules]
    return np.select([mask for mask, _ in rules], codes, STANDINGS.index(Standing.AVAILABLE)).astype(np.uint8)
