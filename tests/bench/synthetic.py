"""Snapshots of any size for the speed measurements: made in numpy from a fixed seed, without files or a store.

A tenth of the events are models. Each model lives on two surfaces, and around the lives stand the other kinds in
about the shares of the bundled catalogue, deals and claims rather more often than there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from modelspan.domain.dates import Precision, Qualifier, day
from modelspan.domain.records import Confidence, EntityKind, Evidence, Kind, Role, Status
from modelspan.domain.snapshot import (
    OPEN_END,
    OPEN_START,
    Aliases,
    Entities,
    Events,
    Parties,
    Quantities,
    Snapshot,
    code,
    freeze,
)

SEED = 20261130
ORGANISATIONS = 40
SURFACES = ("Own API", "Bedrock", "Vertex", "Foundry", "Copilot", "Chat", "Router", "Edge", "open-weights")
BENCHMARKS = 24
FIRST, TODAY, LAST = day(2017), day(2026, 11, 30), day(2029)
# Events per model beside its two releases; the rest of the ten are scores.
SHARES = {
    Kind.PREVIEW: 0.5, Kind.RETIREMENT: 1.7, Kind.DEPRECATION: 1.0, Kind.DATE_CHANGE: 0.2, Kind.CLAIM: 0.5,
    Kind.MEASUREMENT: 0.5, Kind.DEAL: 0.2, Kind.ANNOUNCEMENT: 0.3,
}  # fmt: skip
RIVALS = 0.08  # share of retirements with another source's date beside them


@dataclass
class Draft:
    """Columns of one kind of events, joined in `snapshot`."""

    kind: Kind
    start: Any
    subject: Any
    surface: Any = None
    status: Status = Status.OCCURRED
    qualifier: Qualifier = Qualifier.EXACT
    shown: bool = True
    slot: Any = None
    was: Any = None
    successor: Any = None
    partner: Any = None
    metric: int = -1
    value: Any = None
    title: str = ""
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.start)


def entities(models: int, random: np.random.Generator) -> Entities:
    """Organisations, surfaces, benchmarks, then models, which come more often from the first organisations."""
    ids = [f"org-{n}" for n in range(ORGANISATIONS)]
    kinds = [EntityKind.ORGANISATION] * ORGANISATIONS
    ids += [name if name == "open-weights" else f"surface-{n}" for n, name in enumerate(SURFACES)]
    kinds += [EntityKind.SURFACE] * len(SURFACES)
    ids += [f"benchmark-{n}" for n in range(BENCHMARKS)]
    kinds += [EntityKind.BENCHMARK] * BENCHMARKS
    before = len(ids)
    ids += [f"model-{n}" for n in range(models)]
    kinds += [EntityKind.MODEL] * models
    names = [f"Organisation {n}" for n in range(ORGANISATIONS)] + list(SURFACES)
    names += [f"Benchmark {n}" for n in range(BENCHMARKS)] + [f"Model {n:,}" for n in range(models)]
    owner = np.full(len(ids), -1, np.int32)
    owner[before:] = np.minimum(random.random(models) ** 1.6 * ORGANISATIONS, ORGANISATIONS - 1)
    return Entities(
        ids=tuple(ids),
        names=tuple(names),
        kind=np.array([code(kind) for kind in kinds], np.uint8),
        organisation=owner,
        parent=np.full(len(ids), -1, np.int32),
        open_weights=np.full(len(ids), -1, np.int8),
        context_tokens=np.full(len(ids), -1, np.int64),
    )


def drafts(events: int, found: Entities, random: np.random.Generator) -> list[Draft]:
    """All events, by kind."""
    models = found.models
    count = len(models)
    surface = np.stack([random.permutation(len(SURFACES))[:2] for _ in range(64)])[random.integers(0, 64, count)]
    surface = (surface + ORGANISATIONS).astype(np.int32)
    born = (FIRST + (LAST - 100 - FIRST) * random.random(count) ** 0.5).astype(np.int32)
    begin = np.stack([born, born + random.integers(0, 120, count).astype(np.int32)], axis=1)
    end = begin + np.exp(random.normal(6.2, 0.6, (count, 2))).astype(np.int32) + 30
    parts = [Draft(Kind.RELEASE, begin[:, n], models, surface[:, n]) for n in (0, 1)]

    def some(share: float) -> Any:
        return np.sort(random.permutation(count)[: round(share * count)])

    for place, part in ((0, 1.0), (1, SHARES[Kind.RETIREMENT] - 1.0)):
        own = some(part)
        last = end[own, place]
        successor = models[np.minimum(own + random.integers(1, 40, len(own)), count - 1)]
        ahead, slot = last >= TODAY, own * 2 + place
        for mask, status in ((~ahead, Status.OCCURRED), (ahead, Status.SCHEDULED)):
            parts.append(
                Draft(
                    Kind.RETIREMENT, last[mask], models[own[mask]], surface[own[mask], place], status=status,
                    slot=slot[mask], successor=successor[mask],
                )
            )  # fmt: skip
        other = own[random.random(len(own)) < RIVALS]
        day_ = end[other, place] - random.integers(5, 90, len(other)).astype(np.int32)
        slots = other * 2 + place
        parts.append(Draft(Kind.RETIREMENT, day_, models[other], surface[other, place], shown=False, slot=slots))
    for kind, share in SHARES.items():
        if kind is Kind.RETIREMENT:
            continue
        own = some(share)
        subject = models[own]
        match kind:
            case Kind.PREVIEW:
                parts.append(Draft(kind, begin[own, 0] - 30, subject, surface[own, 0]))
            case Kind.DEPRECATION:
                parts.append(Draft(kind, end[own, 0] - 120, subject, surface[own, 0]))
            case Kind.DATE_CHANGE:
                parts.append(Draft(kind, end[own, 0] - 60, subject, surface[own, 0], was=end[own, 0] - 20))
            case Kind.DEAL:
                who = random.integers(0, ORGANISATIONS, len(own)).astype(np.int32)
                size = np.exp(random.normal(6.5, 1.0, len(own)))
                parts.append(
                    Draft(
                        kind, begin[own, 0] + 3, np.full(len(own), -1), partner=who, metric=0, value=size, title="Deal"
                    )
                )
            case Kind.MEASUREMENT:
                speed = np.exp(random.normal(4.5, 0.8, len(own)))
                parts.append(Draft(kind, begin[own, 0] + 9, subject, surface[own, 0], metric=1, value=speed))
            case Kind.CLAIM:
                parts.append(Draft(kind, begin[own, 0] + 1, subject, title="Claim about a model"))
            case _:
                parts.append(Draft(kind, begin[own, 0] - 2, subject, title="Announced"))
    rest = events - sum(part.size for part in parts)
    own = random.integers(0, count, rest)
    parts.append(Draft(Kind.SCORE, begin[own, 0] + 20, models[own], metric=2, value=random.random(rest) * 100))
    return parts


def snapshot(events: int) -> Snapshot:
    """A snapshot of that many events; 0 gives one that knows organisations and surfaces and nothing else."""
    random = np.random.default_rng(SEED)
    found = entities(events // 10, random)
    parts = drafts(events, found, random) if events else []
    size = sum(part.size for part in parts)

    def column(value: Any, dtype: Any) -> Any:
        """One column: `value` gives an array or a number for each part."""
        made = [np.broadcast_to(np.asarray(value(part), dtype), part.size) for part in parts]
        return np.concatenate(made) if made else np.zeros(0, dtype)

    def given(name: str, absent: int, dtype: Any = np.int32) -> Any:
        return column(lambda part: absent if getattr(part, name) is None else getattr(part, name), dtype)

    start = column(lambda part: part.start, np.int32)
    order = np.argsort(start, kind="stable")
    slot = given("slot", -1)
    own = slot < 0
    slot[own] = np.arange(np.count_nonzero(own)) + len(found.ids) * 2
    was = given("was", int(OPEN_START))[order]
    start = start[order]
    shown = column(lambda part: part.shown, bool)[order]
    exact = np.zeros(size, np.uint8)
    table = Events(
        id=np.arange(size, dtype=np.int64),
        kind=column(lambda part: code(part.kind), np.uint8)[order],
        subject=column(lambda part: part.subject, np.int32)[order],
        surface=given("surface", -1)[order],
        scope=np.zeros(size, np.int32),
        start=start,
        end=(start + 1).astype(np.int32),
        start_s=np.full(size, -1, np.int64),
        precision=exact + code(Precision.DAY),
        qualifier=exact + code(Qualifier.EXACT),
        status=column(lambda part: code(part.status), np.uint8)[order],
        evidence=exact + code(Evidence.PUBLISHED),
        confidence=exact + code(Confidence.MEDIUM),
        shown=shown,
        slot=slot[order],
        known_start=start,
        known_end=start + 1,
        says_start=np.full(size, OPEN_START, np.int32),
        says_end=np.full(size, OPEN_END, np.int32),
        was_start=was,
        was_end=np.where(was == OPEN_START, OPEN_END, was + 1).astype(np.int32),
        vintage=np.where(shown, start - 1, start - 200).astype(np.int32),
        amends=np.full(size, -1, np.int32),
    )
    successor, partner = given("successor", -1)[order], given("partner", -1)[order]
    party = np.where(successor >= 0, successor, partner)
    named = np.flatnonzero(party >= 0)
    role = np.where(successor[named] >= 0, code(Role.SUCCESSOR), code(Role.PARTNER)).astype(np.uint8)
    parties = Parties(named.astype(np.int32), party[named], role, ("",) * len(named))
    metric = column(lambda part: part.metric, np.int32)[order]
    value = given("value", 0, np.float64)[order]
    valued = np.flatnonzero(metric >= 0)
    zeros, nothing = np.zeros(len(valued), np.int32), np.full(len(valued), np.nan)
    quantities = Quantities(
        valued.astype(np.int32), metric[valued], metric[valued], zeros, value[valued], nothing, nothing
    )
    titles = np.array([part.title for part in parts], object)
    title = titles[np.repeat(np.arange(len(parts)), [part.size for part in parts])][order].tolist() if parts else []
    rows = np.arange(len(found.ids), dtype=np.int32)
    aliases = Aliases(rows, found.names, tuple(name.casefold().replace(",", "") for name in found.names))
    for columns in (found, aliases, table, parties, quantities):
        freeze(columns)
    return Snapshot(
        schema=1,
        version="2026-11-30",
        as_of=TODAY,
        entities=found,
        aliases=aliases,
        events=table,
        titles=tuple(title),
        parties=parties,
        quantities=quantities,
        metrics=("capacity", "output_speed", "score"),
        units=("MW", "tokens/s", "%"),
        comparators=("=",),
        attribution=(),
        counts={"sources": 0, "datasets": 1, "rivals": int(np.count_nonzero(~shown))},
    )
