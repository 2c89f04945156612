"""Tracks: what the pinned strip under the lanes can show on the same time axis, and the events each is about."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

import numpy as np

from modelspan.domain.dates import Qualifier, When
from modelspan.domain.records import Kind, Role
from modelspan.domain.snapshot import (
    OPEN_END,
    OPEN_START,
    PRECISIONS,
    QUALIFIERS,
    Flags,
    Floats,
    Ints,
    Snapshot,
    code,
    locate,
)
from modelspan.domain.words import SIGNS, Words
from modelspan.engine.frame import Area
from modelspan.engine.lives import nominal
from modelspan.engine.window import Window, to_px

CLOSED_H = 20
LEAST_H = 44  # px of an open track at its lowest
BAND_H = 76  # px of a pinned benchmark
LEAST_BAND_H = 40


class Track(StrEnum):
    """The tracks, top to bottom."""

    DEALS = "deals"
    SCORES = "scores"
    SPEEDS = "speeds"
    PRICES = "prices"
    CLAIMS = "claims"
    HARDWARE = "hardware"


OPEN_H = {
    Track.DEALS: 68, Track.SCORES: 44, Track.SPEEDS: 84, Track.PRICES: 60, Track.CLAIMS: 60, Track.HARDWARE: 68,
}  # fmt: skip
KINDS_OF = {
    Track.DEALS: (Kind.DEAL,),
    Track.SCORES: (Kind.SCORE,),
    Track.SPEEDS: (Kind.MEASUREMENT,),
    Track.PRICES: (Kind.TIER, Kind.PRICE),
    Track.CLAIMS: (Kind.CLAIM,),
    Track.HARDWARE: (Kind.HARDWARE_RELEASE,),
}
TRACK_KINDS = frozenset(kind for kinds in KINDS_OF.values() for kind in kinds)
CAPACITY, VALUE, SPEED, INPUT, OUTPUT = "capacity", "value", "output_speed", "input_price", "output_price"
PER_MILLION = {"USD/Mtok": 1.0, "USD/1M tokens": 1.0, "USD per million tokens": 1.0}
# What one of a unit is on the axis of a metric; what has another unit is on no axis.
UNITS = {
    CAPACITY: {"MW": 1.0, "kW": 1e-3, "GW": 1e3},
    VALUE: {"USD": 1.0},
    SPEED: {"tok/s": 1.0, "tokens/s": 1.0},
    INPUT: PER_MILLION,
    OUTPUT: PER_MILLION,
}
FLAG, IN, OUT, UNPRICED = 0, 1, 2, 3  # series of the tiers and prices


@dataclass(frozen=True)
class Points:
    """The events of one track, sorted by day. `value` is NaN where no size was stated."""

    row: Ints
    day: Ints
    value: Floats
    comparator: Ints
    owner: Ints  # organisation's entity row
    subject: Ints
    series: Ints
    amends: Ints  # place in these columns of the deal it amends, -1

    def __len__(self) -> int:
        return len(self.row)

    def only(self, keep: Flags) -> Points:
        """Some of them."""
        moved = np.append(np.where(keep, np.cumsum(keep) - 1, -1), -1)
        kept = {part.name: getattr(self, part.name)[keep] for part in fields(self)}
        return Points(**kept | {"amends": moved[kept["amends"]].astype(np.int32)})


def owners(snapshot: Snapshot) -> Ints:
    """Per event row: the organisation it is coloured by, of those who take part; -1 for none."""
    found = np.full(len(snapshot.events), -1, np.int32)
    parties = snapshot.parties
    for role in (Role.PARTNER, Role.SUPPLIER, Role.SUBJECT, Role.BUYER):
        named = (parties.role == code(role)) & (parties.entity >= 0)
        entity = parties.entity[named]
        organisation = snapshot.entities.organisation[entity]
        found[parties.event[named]] = np.where(organisation >= 0, organisation, entity)
    return found


def points(snapshot: Snapshot, track: Track, owner: Ints, dollars: bool = False) -> Points:
    """The shown events of a track with the value its axis is about; a price counts for input and for output."""
    events = snapshot.events
    row = np.flatnonzero(events.of(*KINDS_OF[track])).astype(np.int32)
    series = np.zeros(len(row), np.int32)
    if track is Track.PRICES:
        row, series, value, comparator = prices(snapshot, row)
    else:
        metric = {Track.DEALS: VALUE if dollars else CAPACITY, Track.SPEEDS: SPEED}.get(track, "")
        value, comparator = amounts(snapshot, metric, row)
    day, subject = nominal(events.start[row], events.end[row]), events.subject[row]
    organisation = np.where(subject >= 0, snapshot.entities.organisation[subject], -1) if len(row) else subject
    who = np.where(organisation >= 0, organisation, owner[row])
    order = np.argsort(day, kind="stable")
    place = np.full(len(events) + 1, -1, np.int32)
    place[row[order]] = np.arange(len(row))
    return Points(
        row[order],
        day[order],
        value[order],
        comparator[order],
        who[order].astype(np.int32),
        subject[order],
        series[order],
        place[events.amends[row[order]]],
    )


def amounts(snapshot: Snapshot, metric: str, row: Ints) -> tuple[Floats, Ints]:
    """What events state for a metric, in the unit of its axis, with the comparator; NaN where they state nothing."""
    quantities, size = snapshot.quantities, len(snapshot.events)
    value, comparator = np.full(size, np.nan), np.zeros(size, np.int32)
    if metric in snapshot.metrics:
        own = np.flatnonzero(quantities.metric == snapshot.metrics.index(metric))[::-1]  # the first one stays
        factor = np.array([UNITS[metric].get(unit, np.nan) for unit in snapshot.units])
        amount = np.where(np.isnan(quantities.value), (quantities.low + quantities.high) / 2, quantities.value)[own]
        value[quantities.event[own]] = np.where(amount > 0, amount, np.nan) * factor[quantities.unit[own]]
        comparator[quantities.event[own]] = quantities.comparator[own]
    return value[row], comparator[row]


def prices(snapshot: Snapshot, row: Ints) -> tuple[Ints, Ints, Floats, Ints]:
    """Rows, series, values and comparators of tiers and prices, one for each of the sides a price states."""
    tier = snapshot.events.kind[row] == code(Kind.TIER)
    ins, outs = amounts(snapshot, INPUT, row), amounts(snapshot, OUTPUT, row)
    none = np.isnan(ins[0]) & np.isnan(outs[0])
    parts = (
        (tier, FLAG, ins),
        (~tier & ~np.isnan(ins[0]), IN, ins),
        (~tier & ~np.isnan(outs[0]), OUT, outs),
        (~tier & none, UNPRICED, ins),
    )
    series = np.concatenate([np.full(np.count_nonzero(own), number, np.int32) for own, number, _ in parts])
    value = np.concatenate([amount[own] for own, _, (amount, _) in parts])
    value[series == FLAG] = np.nan
    comparator = np.concatenate([sign[own] for own, _, (_, sign) in parts])
    return np.concatenate([row[own] for own, _, _ in parts]), series, value, comparator


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how a track is drawn. The header, with the labels of an axis, is left of the area."""

    area: Area
    window: Window
    today: int
    words: Words
    selected: frozenset[int] = frozenset()  # event rows to label and ring
    tips: dict[int, str] = field(default_factory=dict)  # kept from one frame to the next

    def px(self, days: Any) -> Any:
        """Days as px on the canvas."""
        return to_px(self.window, days, self.area.w) + self.area.x

    def column(self, days: Any) -> Ints:
        """The pixels marks of some days stand on."""
        found: Ints = np.floor(self.px(days + 0.5)).astype(np.int32)
        return found

    @property
    def now(self) -> float:
        """Where the today line is."""
        return float(self.px(self.today + 0.5))

    def tip(self, snapshot: Snapshot, row: int) -> str:
        """What an event says under the pointer: title, values, day and who."""
        found = self.tips.get(row)
        if found is None:
            found = self.tips[row] = tip(snapshot, self.words, row)
        return found


def visible(found: Points, window: Window) -> slice:
    """The slice of a track in the window."""
    low, high = locate(found.day, [window.start, window.end])
    return slice(int(low), int(high))


def paint(snapshot: Snapshot, organisation: int) -> str:
    """The paint of an organisation; `other` for none."""
    return snapshot.entities.ids[organisation] if organisation >= 0 else "other"


def money(value: float) -> str:
    """`$20 bn`, `$830 M`."""
    for size, name in ((1e12, " tn"), (1e9, " bn"), (1e6, " M")):
        if value >= size:
            return f"${value / size:,.6g}{name}"
    return f"${value:,.6g}"


def amount_words(snapshot: Snapshot, place: int) -> str:
    """One row of the quantities with sign and unit: `> 1,000 tok/s`, `≈ $20 bn`; empty without a number."""
    quantities = snapshot.quantities
    value, low, high = (float(column[place]) for column in (quantities.value, quantities.low, quantities.high))
    numbers = [low, high] if np.isnan(value) else [value]
    if np.isnan(numbers).any():
        return ""
    sign, unit = (
        SIGNS.get(snapshot.comparators[quantities.comparator[place]], ""),
        snapshot.units[quantities.unit[place]],
    )
    if unit == "USD":
        return sign + "–".join(money(number) for number in numbers)
    after = {"percent": " %", "x": "×"}.get(unit, f" {unit}" if unit else "")
    return sign + "–".join(f"{number:,.15g}" for number in numbers) + after


def label(snapshot: Snapshot, row: int) -> str:
    """The title of an event; for a measurement what was measured and the number."""
    title = snapshot.titles[row]
    if title:
        return title
    name = snapshot.name(int(snapshot.events.subject[row]))
    first = int(locate(snapshot.quantities.event, row))
    said = amount_words(snapshot, first) if has_value(snapshot, row) else ""
    return f"{name} {said}".strip()


def day_words(snapshot: Snapshot, words: Words, row: int) -> str:
    """The day of an event, no finer than it was published."""
    events = snapshot.events
    start, end, instant = int(events.start[row]), int(events.end[row]), int(events.start_s[row])
    return words.when(
        When(
            None if start == OPEN_START else start,
            None if end == OPEN_END else end,
            PRECISIONS[events.precision[row]],
            Qualifier(QUALIFIERS[events.qualifier[row]]),
            None if instant < 0 else instant,
        )
    )


def tip(snapshot: Snapshot, words: Words, row: int) -> str:
    """Title, values with unit and sign, then day and organisation."""
    quantities, events = snapshot.quantities, snapshot.events
    first, last = (int(place) for place in locate(quantities.event, [row, row + 1]))
    said = [
        f"{snapshot.metrics[quantities.metric[place]].replace('_', ' ')} {amount_words(snapshot, place)}"
        for place in range(first, min(last, first + 4))
        if amount_words(snapshot, place)
    ]
    subject = int(events.subject[row])
    organisation = int(snapshot.entities.organisation[subject]) if subject >= 0 else -1
    who = [snapshot.name(organisation)] if organisation >= 0 else parties_words(snapshot, row)
    lines = [
        snapshot.titles[row] or snapshot.name(subject),
        ", ".join(said),
        " · ".join((day_words(snapshot, words, row), *who)),
    ]
    return "\n".join(line for line in lines if line)


def parties_words(snapshot: Snapshot, row: int) -> list[str]:
    """The names of those who take part in an event, three at most."""
    parties = snapshot.parties
    first, last = (int(place) for place in locate(parties.event, [row, row + 1]))
    return [snapshot.name(int(parties.entity[n])) or parties.words[n] for n in range(first, min(last, first + 3))]


def has_value(snapshot: Snapshot, row: int) -> bool:
    """Whether an event carries a number."""
    place = int(locate(snapshot.quantities.event, row))
    return place < len(snapshot.quantities.event) and int(snapshot.quantities.event[place]) == row
