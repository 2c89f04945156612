"""How well, and how fast, names are told apart: 300 labelled pairs, and many thousand made-up names.

    python -m tests.bench.identity

The pairs are matched as an import does it: all names of all pairs by one resolver, against the bundled catalogue, and
again where no model is known, so that every name is new and only how it is written can tell.
"""

from __future__ import annotations

import random
import sys
import time
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from modelspan import assets
from modelspan.domain.drafts import Named
from modelspan.domain.identity import Resolver
from modelspan.domain.records import Entity, EntityKind
from modelspan.domain.snapshot import Snapshot
from modelspan.formats import catalogue_toml

PAIRS = Path(__file__).parents[1] / "samples" / "identity_pairs.toml"
MANY = 20_000
PRECISION, RECALL = 0.99, 0.97


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names, and whether they mean one model; `by` says what the label rests on."""

    one: str
    other: str
    same: bool
    by: str
    found_in: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the pairs: right and wrong merges, and the pairs the code got wrong."""

    hits: int
    false: tuple[Pair, ...]
    missed: tuple[Pair, ...]

    @property
    def precision(self) -> float:
        """Of the pairs that were merged, the share that is one model."""
        return self.hits / (self.hits + len(self.false))

    @property
    def recall(self) -> float:
        """Of the pairs that are one model, the share that was merged."""
        return self.hits / (self.hits + len(self.missed))


def pairs() -> list[Pair]:
    """The labelled pairs."""
    rows = tomllib.loads(PAIRS.read_text("utf-8"))["pair"]
    return [
        Pair(row["one"], row["other"], row["same"], row["by"], (tuple(row["found_in"][0]), tuple(row["found_in"][1])))
        for row in rows
    ]


def judge(resolver: Resolver, asked: Iterable[Pair]) -> Verdict:
    """Match all names in the order they come, then see which pairs ended in one lane."""
    asked = list(asked)
    lane = {name: resolver.match(named(name)).entity for pair in asked for name in (pair.one, pair.other)}
    merged = [pair for pair in asked if lane[pair.one] == lane[pair.other]]
    return Verdict(
        sum(pair.same for pair in merged),
        tuple(pair for pair in merged if not pair.same),
        tuple(pair for pair in asked if pair.same and pair not in merged),
    )


def named(text: str) -> Named:
    """A text as a file gives it: with spaces it is a name, else an id."""
    return Named(name=text) if " " in text else Named(id=text)


def many(count: int, seed: int = 1) -> list[str]:
    """Names made up of those of the pairs: other providers, versions and dates, each one once."""
    chance = random.Random(seed)
    words = [name for pair in pairs() for name in (pair.one, pair.other)]
    found: dict[str, None] = {}
    while len(found) < count:
        text = chance.choice(words)
        if chance.random() < 0.5:
            text = f"host-{chance.randrange(40)}/{text}"
        if chance.random() < 0.5:
            text = f"{text}-{chance.randrange(2020, 2027)}{chance.randrange(1, 13):02}{chance.randrange(1, 29):02}"
        if chance.random() < 0.4:
            text = text.replace("-", f"-v{chance.randrange(1, 60)}-", 1)
        found[text] = None
    return list(found)


def known() -> tuple[Entity, ...]:
    """The entities of the bundled catalogue."""
    return catalogue_toml.read(assets.data())[0].entities


def no_models(entities: Iterable[Entity]) -> list[Entity]:
    """The makers alone."""
    return [entity for entity in entities if entity.kind is not EntityKind.MODEL]


def speed(entities: Iterable[Entity] | Snapshot, count: int = MANY) -> tuple[float, float]:
    """Seconds to match many names for the first time, and again."""
    resolver, names = Resolver(entities), [Named(id=text) for text in many(count)]
    start = time.perf_counter()
    resolver.learn((name, "") for name in names)
    first = time.perf_counter()
    for name in names:
        resolver.match(name)
    return first - start, time.perf_counter() - first


def measured() -> dict[str, float]:
    """All figures, for the table of the benchmarks."""
    asked, entities = pairs(), known()
    found = judge(Resolver(entities), asked)
    new = judge(Resolver(no_models(entities)), [pair for pair in asked if pair.by == "naming"])
    first, again = speed(entities)
    return {
        "pairs": float(len(asked)),
        "precision": found.precision,
        "recall": found.recall,
        "precision, no model known": new.precision,
        "recall, no model known": new.recall,
        f"ms for {MANY:,} names": first * 1000,
        f"ms for {MANY:,} names again": again * 1000,
    }


def main() -> int:
    """Print the figures and every miss."""
    asked, entities = pairs(), known()
    for what, resolver, some in (
        ("bundled catalogue", Resolver(entities), asked),
        ("no model known", Resolver(no_models(entities)), [pair for pair in asked if pair.by == "naming"]),
    ):
        found = judge(resolver, some)
        print(
            f"{what}: {len(some)} pairs, {sum(pair.same for pair in some)} of them one model,"
            f" precision {found.precision:.3f}, recall {found.recall:.3f}"
        )
        for pair in found.false:
            print(f"  wrongly one: {pair.one} | {pair.other}")
        for pair in found.missed:
            print(f"  wrongly two: {pair.one} | {pair.other}")
    for name, value in measured().items():
        print(f"{name:>32} {value:,.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
