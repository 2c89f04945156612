"""As known on a day: the snapshot of a store without what became public later.

The rule (docs/adr/0006): what a notice or a change of date said by that day is the end; else what a later change says
it was before; else the row itself, where the day it became known is stated or has come. What cannot be dated is left
out, and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from modelspan.domain.dates import Precision, Qualifier
from modelspan.domain.records import Kind, Status
from modelspan.domain.snapshot import (
    OPEN_END,
    OPEN_START,
    Events,
    Flags,
    Ints,
    Longs,
    Parties,
    Quantities,
    Scores,
    Snapshot,
    code,
)

NEVER = int(OPEN_END)


@dataclass(frozen=True, slots=True)
class AsKnown:
    """A snapshot of an earlier day; `undated` counts ends left out that may have been public: that day is not known."""

    snapshot: Snapshot
    undated: int


def first_days(start: Ints, end: Ints) -> Longs:
    """The first day of half-open spans, or the last one when only that is known."""
    return np.where(start == OPEN_START, end.astype(np.int64) - 1, start.astype(np.int64))


def known_days(events: Events) -> Longs:
    """The day each row became public: what is stated, else the day it happened; `NEVER` where neither is known.

    The public day of an end is not the end itself, which was announced before. Where that day is not stated it was
    public at the latest when its newest source was.
    """
    stated = (events.known_start != OPEN_START) | (events.known_end != OPEN_END)
    known = first_days(events.known_start, events.known_end)
    day = first_days(events.start, events.end)
    moved = np.isin(events.kind, [code(Kind.RETIREMENT), code(Kind.DATE_CHANGE)])
    vintage = np.where(events.vintage == OPEN_START, NEVER, events.vintage.astype(np.int64))
    return np.where(stated, known, np.where(moved, vintage, day))


def as_known(snapshot: Snapshot, day: int) -> AsKnown:
    """What was known of a store on a day. Rivals count from the day their source was published."""
    events = snapshot.events
    if day >= snapshot.as_of:
        return AsKnown(snapshot, 0)  # all of it was known when it was written down
    known = known_days(events)
    ends = events.kind == code(Kind.RETIREMENT)
    rival = ~events.shown
    vintage = np.where(events.vintage == OPEN_START, NEVER, events.vintage.astype(np.int64))
    keep = np.where(rival, np.minimum(vintage, known) <= day, known <= day)
    happened = ends & ~rival & (first_days(events.start, events.end) <= day)
    said = np.where(happened, -1, promises(events, known, day))
    keep |= happened | (said >= 0)
    stated = (events.known_start != OPEN_START) | (events.known_end != OPEN_END)
    there = np.isin(events.subject, events.subject[keep & (events.subject >= 0)])
    undated = ends & ~rival & ~keep & ~stated & there  # may have been known, of a thing that was
    changed = put(events, np.flatnonzero(keep & (said >= 0)), said)
    return AsKnown(taken(replace(snapshot, events=changed, as_of=min(snapshot.as_of, day)), keep, day), count(undated))


def count(mask: Flags) -> int:
    """How many are set."""
    return int(np.count_nonzero(mask))


def promises(events: Events, known: Longs, day: int) -> Longs:
    """Per row: for an end the row that said by that day when it would be, as `row`; as `-2 - row` where a later change
    says what it was before; -1 for what has neither, and for everything but shown ends."""
    found = np.full(len(events), -1, np.int64)
    ends = np.flatnonzero((events.kind == code(Kind.RETIREMENT)) & events.shown)
    tells = np.isin(events.kind, [code(Kind.DEPRECATION), code(Kind.DATE_CHANGE)]) & events.shown
    says = tells & ((events.says_start != OPEN_START) | (events.says_end != OPEN_END))
    was = (events.kind == code(Kind.DATE_CHANGE)) & events.shown
    was &= (events.was_start != OPEN_START) | (events.was_end != OPEN_END)
    place = places(events)
    by_place = dict(zip(place[ends].tolist(), ends.tolist(), strict=True))
    before, after = np.flatnonzero(says & (known <= day)), np.flatnonzero(was & (known > day) & (known != NEVER))
    for row in after[np.argsort(-known[after], kind="stable")].tolist():  # the earliest later change has the last word
        end = by_place.get(int(place[row]))
        if end is not None:
            found[end] = -2 - row
    for row in before[np.argsort(known[before], kind="stable")].tolist():  # and the newest earlier one before it
        end = by_place.get(int(place[row]))
        if end is not None:
            found[end] = row
    found[(known <= day) & (found < -1)] = -1  # the row itself was known by then
    newest = found >= 0
    stated = newest & (known != NEVER) & (known <= day)
    found[stated & (known >= known[np.maximum(found, 0)])] = -1  # no older than the last notice
    return found


def places(events: Events) -> Longs:
    """One number per model, surface and scope."""
    wide = int(events.surface.max(initial=0)) + 2
    scopes = int(events.scope.max(initial=0)) + 1
    pair = (events.subject.astype(np.int64) + 1) * wide + events.surface.astype(np.int64) + 1
    found: Longs = pair * scopes + events.scope
    return found


def put(events: Events, rows: Longs, said: Longs) -> Events:
    """Ends with the days that were said of them."""
    start, end = events.start.copy(), events.end.copy()
    qualifier, precision = events.qualifier.copy(), events.precision.copy()
    seconds = events.start_s.copy()
    for row in rows.tolist():
        teller = int(said[row])
        before = teller < -1
        teller = -2 - teller if before else teller
        low, high = (
            (events.was_start[teller], events.was_end[teller])
            if before
            else (events.says_start[teller], events.says_end[teller])
        )
        if (low, high) == (start[row], end[row]):
            continue
        start[row], end[row], seconds[row] = low, high, -1
        precision[row] = code(Precision.DAY)
        qualifier[row] = code(qualifier_of(int(low), int(high)))
    return replace(events, start=start, end=end, qualifier=qualifier, precision=precision, start_s=seconds)


def qualifier_of(low: int, high: int) -> Qualifier:
    """What the sides of a span promise: one day is exact, an open side a bound, anything wider lies between."""
    if high == OPEN_END:
        return Qualifier.NOT_BEFORE
    if low == OPEN_START:
        return Qualifier.NOT_AFTER
    return Qualifier.EXACT if high - low == 1 else Qualifier.BETWEEN


def taken(snapshot: Snapshot, keep: Flags, day: int) -> Snapshot:
    """Some rows of the events, and what belongs to them. What lies ahead of the day is a plan."""
    rows = np.flatnonzero(keep)
    number = np.full(len(keep) + 1, -1, np.int32)
    number[rows] = np.arange(len(rows))
    parts = {one.name: getattr(snapshot.events, one.name)[rows] for one in fields(Events)}
    ahead = (first_days(parts["start"], parts["end"]) > day) & (parts["status"] == code(Status.OCCURRED))
    parts["status"] = np.where(ahead, np.uint8(code(Status.SCHEDULED)), parts["status"])
    parts["amends"] = number[parts["amends"]]  # -1 finds the last place, which is -1
    titles = tuple(snapshot.titles[row] for row in rows.tolist())
    parties, quantities, scores = snapshot.parties, snapshot.quantities, snapshot.scores
    who = keep[parties.event]
    amount = keep[quantities.event]
    scored = keep[scores.event]
    words = tuple(word for word, kept in zip(parties.words, who.tolist(), strict=True) if kept)
    return replace(
        snapshot,
        events=Events(**parts),
        titles=titles,
        parties=Parties(number[parties.event[who]], parties.entity[who], parties.role[who], words),
        quantities=Quantities(
            number[quantities.event[amount]],
            *(getattr(quantities, one.name)[amount] for one in fields(Quantities)[1:]),
        ),
        scores=replace(
            scores,
            event=number[scores.event[scored]],
            **{one.name: getattr(scores, one.name)[scored] for one in fields(Scores)[1:9]},
        ),
    )
