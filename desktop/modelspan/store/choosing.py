"""Which of several values for one thing is shown, where datasets meet.

What the user decided comes first, then what the user wrote, then the dataset of higher trust, then the later one.
Within a dataset its own rows say which is shown. Only kinds of which one value is expected are chosen from.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from modelspan.domain.catalogue import SINGLE_VALUED
from modelspan.domain.dates import DateError, parse_edtf
from modelspan.domain.records import Event
from modelspan.domain.snapshot import Codes, Flags, Ints, Longs, code
from modelspan.store import revisions
from modelspan.store.layout import MINE
from modelspan.store.values import check

NAMES = ("id", "attribution", "version", "trust")


@dataclass(frozen=True, slots=True)
class Dataset:
    """What choosing needs of a dataset, and what a snapshot tells of it."""

    id: str
    attribution: str
    version: str
    trust: int


def read_datasets(connection: sqlite3.Connection) -> list[Dataset]:
    """The datasets of a store, the most trusted first, without those that were taken back."""
    rows = connection.execute(f"SELECT {', '.join(NAMES)} FROM dataset ORDER BY trust DESC, id").fetchall()
    check("dataset", NAMES, list(zip(*rows, strict=True)) if rows else [()] * len(NAMES))
    absent = revisions.course(revisions.read(connection)).absent if len(rows) > 1 else frozenset()
    return [Dataset(*row) for row in rows if row[0] not in absent]


def day_of(version: str) -> int:
    """The day a dataset's version names; the epoch for versions that are no date."""
    try:
        return parse_edtf(version).start or 0
    except DateError:
        return 0


def ranks(datasets: Sequence[Dataset]) -> dict[str, int]:
    """Datasets by how far they are preferred; the highest number is shown."""
    order = sorted(datasets, key=lambda each: (each.id == MINE, each.trust, day_of(each.version), each.id))
    return {each.id: place for place, each in enumerate(order)}


def decided(connection: sqlite3.Connection) -> dict[str, int]:
    """Slot -> number of the event that the user wants to see there, where it is still stated."""
    rows = connection.execute("SELECT key, value FROM decision WHERE kind = 'shown' AND dropped IS NULL").fetchall()
    found: dict[str, int] = {}
    for slot, value in rows:
        dataset, _, key = value.partition("/")
        row = connection.execute(
            "SELECT id FROM event WHERE dataset_id = ? AND key = ? AND slot = ? AND dropped IS NULL AND withdrawn = 0",
            (dataset, key, slot),
        ).fetchone()
        if row:
            found[slot] = row[0]
    return found


def choose(shown: Flags, kind: Codes, slot: Ints, rank: Ints, wanted: Longs) -> Flags:
    """Which rows are shown, of all events: in each slot those of the first dataset, or the `wanted` row alone."""
    single = np.isin(kind, [code(each) for each in SINGLE_VALUED])
    asked = np.flatnonzero(single & shown)
    best = np.full(int(slot.max(initial=-1)) + 1, -1, np.int32)
    np.maximum.at(best, slot[asked], rank[asked])
    found: Flags = shown & (~single | (rank == best[slot]))
    found[np.isin(slot, slot[wanted])] = False
    found[wanted] = True
    return found


def rivals(connection: sqlite3.Connection, found: Sequence[tuple[dict[str, Any], Event]]) -> dict[int, str]:
    """Number of an event -> what it is a rival of, empty for one that is shown; of those that datasets meet in."""
    datasets = read_datasets(connection)
    wanted = decided(connection)
    if len(datasets) < 2 and not wanted:
        return {}
    rank = ranks(datasets)
    told: dict[int, str] = {}
    for slot in {row["slot"] for row, event in found if event.kind in SINGLE_VALUED}:
        rows = connection.execute(
            "SELECT id, key, dataset_id, shown FROM event WHERE dropped IS NULL AND withdrawn = 0 AND slot = ?"
            " ORDER BY id",
            (slot,),
        ).fetchall()
        best = max((rank.get(row[2], -1) for row in rows if row[3]), default=None)
        first = [row for row in rows if (row[0] == wanted[slot] if slot in wanted else is_best(row, rank, best))]
        if first and (slot in wanted or len({row[2] for row in rows}) > 1):
            shown = {row[0] for row in first}
            told |= {row[0]: "" if row[0] in shown else first[0][1] for row in rows}
    return told


def is_best(row: Sequence[Any], rank: dict[str, int], best: int | None) -> bool:
    """Whether a row is one its own dataset shows, and that dataset is the preferred one."""
    return bool(row[3]) and rank.get(row[2], -1) == best
