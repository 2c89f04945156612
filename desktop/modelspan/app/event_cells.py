"""What stands in the cells of the events table: one row at a time, in words, and what each event is about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from modelspan.app.saying import amount
from modelspan.app.scene import Scene
from modelspan.domain.dates import When
from modelspan.domain.records import Comparator, EntityKind, Kind, Quantity, Role, Status
from modelspan.domain.snapshot import (
    CONFIDENCES,
    EVIDENCES,
    KINDS,
    OPEN_END,
    OPEN_START,
    PRECISIONS,
    QUALIFIERS,
    STATUSES,
    Ints,
    code,
    locate,
)  # fmt: skip
from modelspan.domain.words import Words
from modelspan.engine.header import SIGNS
from modelspan.engine.lives import ENDING_CODES, successors

ABOUT = (Role.TIER, Role.HARDWARE, Role.SUBJECT)  # whom an event without a subject is about, the last one first
OWNERS = (Role.PARTNER, Role.SUPPLIER, Role.SUBJECT, Role.BUYER)  # whose it is then, as on the tracks
STANDINGS: tuple[str, ...] = (*STATUSES, "was due, not confirmed", "rival")
OVERDUE, RIVAL = len(STATUSES), len(STATUSES) + 1


class Column(StrEnum):
    """The columns, left to right."""

    DATE = "Date"
    KIND = "Kind"
    THING = "Model or thing"
    SURFACE = "Surface"
    ORGANISATION = "Organisation"
    WHAT = "What"
    STATUS = "Status"
    KNOWN = "Known since"
    BASIS = "Evidence"


COLUMNS = tuple(Column)


@dataclass(frozen=True)
class About:
    """Per event row: the entity it is about, whose that is, and the successor it names; -1 for none."""

    thing: Ints
    owner: Ints
    successor: Ints


def about(scene: Scene) -> About:
    """What every event is about."""

    def make() -> About:
        snapshot = scene.snapshot
        events, parties, entities = snapshot.events, snapshot.parties, snapshot.entities

        def named(roles: tuple[Role, ...]) -> Ints:
            found = np.full(len(events), -1, np.int32)
            for role in roles:
                rows = np.flatnonzero((parties.role == code(role)) & (parties.entity >= 0))[::-1]
                found[parties.event[rows]] = parties.entity[rows]
            return found

        def owners(things: Ints) -> Ints:
            """Their organisations; an organisation stands for itself."""
            itself = np.where(entities.kind == code(EntityKind.ORGANISATION), np.arange(len(entities.ids)), -1)
            own = np.where(entities.organisation >= 0, entities.organisation, itself)
            return np.append(own, -1)[things].astype(np.int32)

        thing = np.where(events.subject >= 0, events.subject, named(ABOUT)).astype(np.int32)
        party = named(OWNERS)
        owner = owners(np.where((events.subject >= 0) | (party < 0), thing, party))
        return About(thing, owner, successors(snapshot)[:-1])

    found: About = scene.keep("table about", None, make)
    return found


def standings(scene: Scene, today: int) -> Ints:
    """Which of STANDINGS each event has on a day: what was only planned is not said to have happened."""
    events = scene.snapshot.events
    late = (events.status == code(Status.SCHEDULED)) & (events.end <= today)
    return np.where(~events.shown, RIVAL, np.where(late, OVERDUE, events.status)).astype(np.int32)


def standing(scene: Scene, today: int, row: int) -> int:
    """The same for one event."""
    events = scene.snapshot.events
    late = events.status[row] == code(Status.SCHEDULED) and events.end[row] <= today
    return RIVAL if not events.shown[row] else OVERDUE if late else int(events.status[row])


def cell(scene: Scene, today: int, row: int, column: Column) -> str:
    """One cell, on one line."""
    snapshot, words, events = scene.snapshot, scene.words, scene.snapshot.events
    match column:
        case Column.DATE:
            text = when_words(scene, row)
        case Column.KIND:
            text = kind_words(words, KINDS[events.kind[row]])
        case Column.THING:
            text = snapshot.name(int(about(scene).thing[row]))
        case Column.SURFACE:
            text, scope = snapshot.name(int(events.surface[row])), snapshot.scopes[events.scope[row]]
            text = words.fill("%1, only %2", text, scope) if scope else text
        case Column.ORGANISATION:
            text = snapshot.name(int(about(scene).owner[row]))
        case Column.WHAT:
            text = what(scene, row)
        case Column.STATUS:
            place = standing(scene, today, row)
            text = f"◇ {words.tr(STANDINGS[place])}" if place == RIVAL else words.tr(STANDINGS[place])
        case Column.KNOWN:
            text = span_words(words, int(events.known_start[row]), int(events.known_end[row]))
        case Column.BASIS:
            parts = EVIDENCES[events.evidence[row]], CONFIDENCES[events.confidence[row]]
            text = ", ".join(words.tr(part.value) for part in parts)
    return " ".join(text.split())


def kind_words(words: Words, kind: Kind) -> str:
    """`date change`."""
    return words.tr(kind.value.replace("_", " "))


def metric_words(words: Words, metric: str) -> str:
    """`output speed`."""
    return words.tr(metric.replace("_", " "))


def when_words(scene: Scene, row: int) -> str:
    """`12–16 Sep 2026`, `≥ 8 Jun 2027`, `Feb 2026`: no finer than it was published."""
    events, words = scene.snapshot.events, scene.words
    start, end, second = (int(part[row]) for part in (events.start, events.end, events.start_s))
    when = When(
        None if start == OPEN_START else start, None if end == OPEN_END else end, PRECISIONS[events.precision[row]],
        QUALIFIERS[events.qualifier[row]], None if second < 0 else second,
    )  # fmt: skip
    sign = SIGNS.get(int(ENDING_CODES[events.qualifier[row]]), "")
    return sign + words.point(end - 1 if when.start is None else start, when) if sign else words.when(when)


def span_words(words: Words, start: int, end: int) -> str:
    """Half-open days of which either side may be open: `≥ 8 Jun 2027`; empty when both are."""
    if start == OPEN_START:
        return f"≤ {words.full_day(end - 1)}" if end != OPEN_END else ""
    return f"≥ {words.full_day(start)}" if end == OPEN_END else words.span(start, end - 1)


def what(scene: Scene, row: int) -> str:
    """Title, else successor, told end, move, or values."""
    snapshot, words, events = scene.snapshot, scene.words, scene.snapshot.events
    if snapshot.titles[row]:
        return snapshot.titles[row]
    says = span_words(words, int(events.says_start[row]), int(events.says_end[row]))
    was = span_words(words, int(events.was_start[row]), int(events.was_end[row]))
    match KINDS[events.kind[row]]:
        case Kind.RETIREMENT if about(scene).successor[row] >= 0:
            return f"→ {snapshot.name(int(about(scene).successor[row]))}"
        case Kind.DEPRECATION if says:
            return words.fill("ends %1", says)
        case Kind.DATE_CHANGE if was and says:
            return words.fill("was %1, now %2", was, says)
        case Kind.DATE_CHANGE if was or says:
            return words.fill("now %1", says) if says else words.fill("was %1", was)
        case _:
            place = score_at(scene, row)
            return values(scene, row) if place < 0 else score_words(scene, row, place)


def score_at(scene: Scene, row: int) -> int:
    """The row of the scores that an event is, -1 for other events."""
    scores = scene.snapshot.scores.event
    place = int(locate(scores, row))
    return place if place < len(scores) and scores[place] == row else -1


def measure(scene: Scene, place: int) -> str:
    """`GPQA Diamond`: the benchmark of a row of the scores, and its version."""
    scores = scene.snapshot.scores
    return f"{scene.snapshot.name(int(scores.benchmark[place]))} {scores.versions[scores.version[place]]}".strip()


def score_words(scene: Scene, row: int, place: int) -> str:
    """`74.4 % · GPQA Diamond · accuracy · effort 32K`: the number first, the rest may be cut."""
    snapshot, words = scene.snapshot, scene.words
    quantities, scores = snapshot.quantities, snapshot.scores
    first, effort = int(locate(quantities.event, row)), scores.efforts[scores.effort[place]]
    number = values(scene, row, named=False)
    metric = metric_words(words, snapshot.metrics[quantities.metric[first]]) if number else ""
    parts = (number, measure(scene, place), metric, words.fill("effort %1", effort) if effort else "")
    return " · ".join(part for part in parts if part)


def values(scene: Scene, row: int, named: bool = True) -> str:
    """`output speed > 1,000 tok/s`: what was measured, sign, number and unit of every value."""
    snapshot = scene.snapshot
    table = snapshot.quantities
    first, stop = (int(place) for place in locate(table.event, [row, row + 1]))
    parts = []
    for n in range(first, stop):
        value, low, high = (
            None if math.isnan(number) else number
            for number in (float(table.value[n]), float(table.low[n]), float(table.high[n]))
        )
        comparator = Comparator(snapshot.comparators[table.comparator[n]])
        if value is None and (low is None) != (high is None):
            value, comparator = (high, Comparator.UP_TO) if low is None else (low, Comparator.AT_LEAST)
        metric, unit = snapshot.metrics[table.metric[n]], snapshot.units[table.unit[n]]
        number = amount([Quantity(metric=metric, value=value, low=low, high=high, comparator=comparator, unit=unit)])
        if number:
            parts.append(f"{metric_words(scene.words, metric)} {number}" if named else number)
    return ", ".join(parts)


def tabbed(scene: Scene, today: int, listed: Iterable[int], columns: Sequence[Column]) -> str:
    """Rows as tab-separated text under a header, for a spreadsheet: no cell of it is a formula there."""
    lines = ["\t".join(scene.words.tr(column.value) for column in columns)]
    for row in listed:
        cells = (cell(scene, today, row, column) for column in columns)
        lines.append("\t".join(f"'{text}" if text.startswith(("=", "+", "-", "@")) else text for text in cells))
    return "\n".join(lines) + "\n"
