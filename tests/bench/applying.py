"""How fast a catalogue is written into a store, beside a bare `executemany` of the very same rows.

python tests/bench/applying.py            100,000 events
"""

from __future__ import annotations

import random
import resource
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import When, day
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Citation,
    Comparator,
    Confidence,
    Dataset,
    Entity,
    EntityKind,
    Event,
    ModelFacts,
    Party,
    Quantity,
    Release,
    Retirement,
    Role,
    Score,
    Source,
)  # fmt: skip
from modelspan.store import rows, schema, writing

EVENTS, ROUNDS = 100_000, 3
LIMIT = 3.0
FIRST = day(2020)


def made(events: int) -> Catalogue:
    """A catalogue of lives and scores in the shares of the datasets there are: a model for ten events."""
    chance = random.Random(20261130)
    models = [
        Entity(
            id=f"model-{n}",
            kind=EntityKind.MODEL,
            name=f"Model {n}",
            aliases=(Alias(text=f"model-{n}-preview", role=AliasRole.API_ID), Alias(text=f"m{n}")),
            facts=ModelFacts(context_tokens=128_000),
        )
        for n in range(max(1, events // 10))
    ]
    return Catalogue(
        dataset=Dataset(id="bench", title="Bench", version="2026-11-30", trust=20),
        as_of="2026-11-30",
        sources=(Source(id="page", title="A page", published="2026-11-01"),),
        entities=tuple(models),
        events=tuple(one(n, models[n % len(models)].id, chance) for n in range(events)),
    )


def one(number: int, subject: str, chance: random.Random) -> Event:
    """One statement: of ten a release, two ends with a successor, the rest scores."""
    start = FIRST + chance.randrange(2500)
    place = number % 10
    body = Release() if place == 0 else Retirement()
    parties: tuple[Party, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    if place in (1, 2):
        parties = (Party(entity_id=f"model-{chance.randrange(1000)}", role=Role.SUCCESSOR),)
    if place > 2:
        body_ = Score(benchmark_id=f"bench-{place}", version="1", effort=str(number))
        value = f"{chance.random() * 100:.1f}"
        quantities = (
            Quantity(
                metric="accuracy", value=float(value), unit="percent", published=value, comparator=Comparator.EQUAL
            ),
        )
        return event(number, subject, body_, start, parties, quantities)
    return event(number, subject, body, start, parties, quantities)


def event(
    number: int,
    subject: str,
    body: Release | Retirement | Score,
    start: int,
    parties: tuple[Party, ...],
    quantities: tuple[Quantity, ...],
) -> Event:
    """A statement with what all of them have."""
    return Event(
        key=f"{subject}/{number}",
        body=body,
        when=When(start, start + 1),
        subject_id=subject,
        surface_id=f"surface-{number % 7}",
        parties=parties,
        quantities=quantities,
        sources=(Citation(source_id="page"),),
        confidence=Confidence.MEDIUM,
    )


def tables(path: Path) -> rows.Rows:
    """All rows of a store, as tuples."""
    with sqlite3.connect(path) as connection:
        found = {}
        for table in ("revision", "dataset", *rows.COLUMNS):
            found[table] = connection.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall()
    connection.close()
    return found


def bare(path: Path, parts: rows.Rows, statements: list[str]) -> float:
    """Seconds that the driver alone takes for some rows: the same tables and indexes, one transaction."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    start = time.perf_counter()
    connection.execute("BEGIN IMMEDIATE")
    for table, part in parts.items():
        if part:
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(part[0]))})", part)
    connection.execute("COMMIT")
    seconds = time.perf_counter() - start
    connection.close()
    return seconds


def applied(path: Path, catalogue: Catalogue) -> float:
    """Seconds of applying a catalogue to a store that knows nothing of it."""
    nothing = Catalogue(dataset=Dataset(id="modelspan", title="None"), as_of="2026-11-30")
    writing.build(nothing, path, "")
    start = time.perf_counter()
    writing.apply(catalogue, path, "1")
    return time.perf_counter() - start


def applying(events: int = EVENTS) -> dict[str, float]:
    """Seconds of both, median of some rounds in turn, their ratio, and the memory that applying took."""
    from sqlalchemy import create_engine, text

    catalogue = made(events)
    before = peak_mb()
    times: dict[str, list[float]] = {"apply": [], "bare": []}
    memory = 0.0
    for number in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            store = Path(folder) / "store.sqlite"
            times["apply"].append(applied(store, catalogue))
            memory = memory or peak_mb() - before
            engine = create_engine(f"sqlite:///{folder}/ddl.sqlite")
            schema.metadata.create_all(engine)
            with engine.connect() as connection:
                found = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"))
                statements = [row[0] for row in found]
            engine.dispose()
            times["bare"].append(bare(Path(folder) / f"bare-{number}.sqlite", tables(store), statements))
    apply_s, bare_s = median(times["apply"]), median(times["bare"])
    return {
        "apply_s": round(apply_s, 3),
        "bare_s": round(bare_s, 3),
        "apply / executemany": round(apply_s / bare_s, 2),
        "apply_mb": round(memory, 1),
    }


def peak_mb() -> float:
    """The most memory this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    measured = applying(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
    print(measured)
    sys.exit(measured["apply / executemany"] > LIMIT)
