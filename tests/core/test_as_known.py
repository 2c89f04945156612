"""What was known on an earlier day: the founding story, and the rule on made-up rows."""

from dataclasses import replace

import numpy as np
import pytest

from modelspan.domain.as_known import as_known
from modelspan.domain.dates import day
from modelspan.domain.records import Kind, Status
from modelspan.domain.snapshot import QUALIFIERS, STATUSES, Snapshot, code


def ends(snapshot: Snapshot, model: str, surface: str) -> list[tuple[int, int, str, str]]:
    events, row = snapshot.events, snapshot.entities.row
    own = (events.subject == row[model]) & (events.surface == row[surface]) & (events.scope == 0)
    rows = np.flatnonzero(own & events.of(Kind.RETIREMENT))
    return [
        (int(events.start[n]), int(events.end[n]), QUALIFIERS[events.qualifier[n]], STATUSES[events.status[n]])
        for n in rows.tolist()
    ]


def test_the_founding_story_as_it_was_told(snapshot: Snapshot) -> None:
    spark, codex = "gpt-5-3-codex-spark", "chatgpt-codex"
    assert ends(as_known(snapshot, day(2026, 5, 26)).snapshot, "gpt-5-2", codex) == []
    june = as_known(snapshot, day(2026, 6, 1)).snapshot
    assert ends(june, "gpt-5-2", codex) == [(day(2026, 6, 2), day(2026, 6, 3), "exact", "scheduled")]
    before = as_known(snapshot, day(2026, 9, 10)).snapshot
    assert ends(before, spark, codex) == [], "two days before its end nothing was public"
    on_the_day = as_known(snapshot, day(2026, 9, 11)).snapshot
    assert len(ends(on_the_day, spark, codex)) == 1
    after = as_known(snapshot, day(2026, 11, 1)).snapshot
    assert ends(after, spark, codex) == ends(snapshot, spark, codex)


def test_nothing_of_later_is_left(snapshot: Snapshot) -> None:
    for when in (day(2025, 1, 1), day(2026, 2, 12), day(2026, 9, 10)):
        events = as_known(snapshot, when).snapshot.events
        told = np.where(
            events.known_start == np.int32(-(2**31)), events.known_end.astype(np.int64) - 1, events.known_start
        )
        stated = (events.known_start != np.int32(-(2**31))) | (events.known_end != np.int32(2**31 - 1))
        shown = events.shown & ~events.of(Kind.RETIREMENT)
        assert (told[stated & shown] <= when).all()
        happened = events.of(Kind.RELEASE, Kind.DEAL, Kind.SCORE, Kind.CLAIM) & ~stated
        assert (events.start[happened] <= when).all()
        ahead = events.of(Kind.RETIREMENT) & (events.start > when)
        assert (events.status[ahead] != code(Status.OCCURRED)).all(), "what lies ahead is a plan"


def test_the_parts_still_belong_together(snapshot: Snapshot) -> None:
    found = as_known(snapshot, day(2026, 4, 1)).snapshot
    ids = {int(number): row for row, number in enumerate(snapshot.events.id)}
    assert len(found.titles) == len(found.events) < len(snapshot.events)
    for row, number in list(enumerate(found.events.id))[::37]:
        assert found.titles[row] == snapshot.titles[ids[int(number)]]
    for part in (found.parties, found.quantities, found.scores):
        assert (np.diff(part.event) >= 0).all()
        assert part.event.max(initial=0) < len(found.events)
    pairs = {
        (int(found.events.id[e]), int(who)) for e, who in zip(found.parties.event, found.parties.entity, strict=True)
    }
    whole = {
        (int(snapshot.events.id[e]), int(who))
        for e, who in zip(snapshot.parties.event, snapshot.parties.entity, strict=True)
    }
    kept = {int(number) for number in found.events.id}
    assert pairs == {pair for pair in whole if pair[0] in kept}


def test_on_the_day_of_the_facts_all_is_known(snapshot: Snapshot) -> None:
    assert as_known(snapshot, snapshot.as_of).snapshot is snapshot
    assert as_known(snapshot, snapshot.as_of).undated == 0


def test_what_cannot_be_dated_is_counted(snapshot: Snapshot) -> None:
    counts = [as_known(snapshot, day(2026, month, 1)).undated for month in (1, 6, 11)]
    assert all(counts), "most ends do not say since when they are public"


@pytest.mark.parametrize("known", [None, day(2026, 3, 1)])
def test_a_change_of_date_tells_what_was_believed_before(snapshot: Snapshot, known: int | None) -> None:
    """A change with a stated day is believed from that day on; before it, what it says was there."""
    events = snapshot.events
    change = np.flatnonzero(events.of(Kind.DATE_CHANGE) & (events.scope == 0) & (events.was_start > 0))
    change = change[[bool(len(ends_of(snapshot, int(n)))) for n in change]]
    row = int(change[0])
    end = int(ends_of(snapshot, row)[0])
    start, stop = events.known_start.copy(), events.known_end.copy()
    start[[row, end]], stop[[row, end]] = day(2026, 3, 1), day(2026, 3, 2)
    told = replace(snapshot, events=replace(events, known_start=start, known_end=stop))
    if known is None:
        found = as_known(told, day(2026, 2, 1)).snapshot.events
        expected = int(events.was_start[row])
    else:
        found = as_known(told, known).snapshot.events
        expected = int(events.start[end])
    place = np.flatnonzero(found.id == events.id[end])
    assert len(place) == 1
    assert int(found.start[place[0]]) == expected


def ends_of(snapshot: Snapshot, row: int) -> list[int]:
    events = snapshot.events
    own = (events.subject == events.subject[row]) & (events.surface == events.surface[row]) & (events.scope == 0)
    later = events.start > day(2026, 3, 5)
    return np.flatnonzero(own & later & events.of(Kind.RETIREMENT)).tolist()
