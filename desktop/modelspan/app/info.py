"""What a store holds, in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

import numpy as np

from modelspan.domain.dates import iso
from modelspan.domain.records import EntityKind
from modelspan.domain.snapshot import KINDS, OPEN_END, OPEN_START, Snapshot, code


class Info(TypedDict):
    """The counts of a store; events are the shown ones, `first` and `last` the ISO days they reach.

    `dangling` counts references to what the store does not hold; `modelspan check --store` lists them.
    """

    store: str
    schema: int
    catalogue: str
    models: int
    organisations: int
    surfaces: int
    benchmarks: int
    hardware: int
    sources: int
    datasets: int
    rivals: int
    dangling: int
    first: str | None
    last: str | None
    events: dict[str, int]


def info(path: Path, snapshot: Snapshot) -> Info:
    """Count a store. Organisations are those that have models; hardware is chips and systems."""
    entities, events = snapshot.entities, snapshot.events

    def count(*kinds: EntityKind) -> int:
        return int(np.isin(entities.kind, [code(kind) for kind in kinds]).sum())

    makers = np.unique(entities.organisation[entities.models])
    makers = makers[makers >= 0]
    organisations = int((entities.kind[makers] == code(EntityKind.ORGANISATION)).sum())
    start, end = events.start[events.shown], events.end[events.shown]
    days = np.concatenate([start[start != OPEN_START], end[end != OPEN_END] - 1])
    shown = np.bincount(events.kind[events.shown], minlength=len(KINDS))
    return Info(
        store=str(path),
        schema=snapshot.schema,
        catalogue=snapshot.version,
        models=len(entities.models),
        organisations=organisations,
        surfaces=count(EntityKind.SURFACE),
        benchmarks=count(EntityKind.BENCHMARK),
        hardware=count(EntityKind.CHIP, EntityKind.SYSTEM),
        sources=snapshot.counts["sources"],
        datasets=snapshot.counts["datasets"],
        rivals=snapshot.counts["rivals"],
        dangling=snapshot.counts.get("dangling", 0),
        first=iso(int(days.min())) if len(days) else None,
        last=iso(int(days.max())) if len(days) else None,
        events={kind.value: int(number) for kind, number in zip(KINDS, shown, strict=True)},
    )


def lines(found: Info, age: int) -> list[str]:
    """The same for reading; `age` is the days from the facts to today."""
    numbers = {
        "models": found["models"],
        "organisations": found["organisations"],
        "surfaces": found["surfaces"],
        "benchmarks": found["benchmarks"],
        "hardware": found["hardware"],
        "sources": found["sources"],
        "datasets": found["datasets"],
        "rivals": found["rivals"],
    } | ({"dangling": found["dangling"]} if found["dangling"] else {})
    width = max(len(name) for name in (*numbers, *found["events"]))
    behind = f", {age:,} {'day' if age == 1 else 'days'} ago" if age > 0 else ""
    as_of = found["catalogue"] or "an unknown day"
    return [
        f"{found['store']} (schema {found['schema']})",
        f"Facts as of {as_of}{behind}; events from {found['first']} to {found['last']}",
        "",
        *(f"{name:{width}} {number:>7,}" for name, number in numbers.items()),
        "",
        *(f"{kind:{width}} {number:>7,}" for kind, number in found["events"].items()),
    ]
