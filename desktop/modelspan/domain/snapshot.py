"""Snapshot: one store as read-only columns, the seam between data and drawing.

Columns are numpy arrays of equal length per table. Days are int32 with `OPEN_START` and `OPEN_END` for the open
sides of a half-open span, so that comparisons need no special case.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from modelspan.domain.dates import Precision, Qualifier
from modelspan.domain.records import Confidence, EntityKind, Evidence, Kind, Role, Status

OPEN_START = np.int32(-(2**31))
OPEN_END = np.int32(2**31 - 1)

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Codes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

KINDS = tuple(Kind)
ENTITY_KINDS = tuple(EntityKind)
PRECISIONS = tuple(Precision)
QUALIFIERS = tuple(Qualifier)
STATUSES = tuple(Status)
EVIDENCES = tuple(Evidence)
CONFIDENCES = tuple(Confidence)
ROLES = tuple(Role)


def code(value: Kind | EntityKind | Precision | Qualifier | Status | Evidence | Confidence | Role) -> int:
    """The number an enum member has in a column."""
    return list(type(value)).index(value)


@dataclass(frozen=True)
class Entities:
    """Everything with a name; other tables refer to its rows by index, -1 for none."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    kind: Codes
    organisation: Ints
    parent: Ints
    open_weights: NDArray[np.int8]  # -1 not known, 0 no, 1 yes
    context_tokens: Longs  # -1 not known

    @cached_property
    def row(self) -> dict[str, int]:
        """Id -> row."""
        return {name: index for index, name in enumerate(self.ids)}

    @cached_property
    def models(self) -> Ints:
        """Rows that are models."""
        return np.flatnonzero(self.kind == code(EntityKind.MODEL)).astype(np.int32)


@dataclass(frozen=True)
class Aliases:
    """Every text an entity is found by, folded for comparing; names are among them."""

    entity: Ints
    texts: tuple[str, ...]
    folded: tuple[str, ...]


@dataclass(frozen=True)
class Events:
    """One row per current statement, rivals included (`shown` is False there)."""

    id: Longs
    kind: Codes
    subject: Ints
    surface: Ints
    scope: Ints  # index into Snapshot.scopes; 0 is the whole model
    start: Ints
    end: Ints
    start_s: Longs  # UTC seconds, -1 where no instant is known
    precision: Codes
    qualifier: Codes
    status: Codes
    evidence: Codes
    confidence: Codes
    shown: Flags
    slot: Ints  # equal numbers: statements about one thing
    known_start: Ints
    known_end: Ints
    says_start: Ints
    says_end: Ints
    was_start: Ints
    was_end: Ints
    vintage: Ints  # publication day of the newest source that states it, OPEN_START where none has one
    amends: Ints  # row of the deal that a deal changes, extends or delivers on; -1 for none

    def __len__(self) -> int:
        return len(self.id)

    def of(self, *kinds: Kind) -> Flags:
        """Mask of shown rows of some kinds."""
        return np.isin(self.kind, [code(kind) for kind in kinds]) & self.shown


@dataclass(frozen=True)
class Parties:
    """Who takes part, sorted by event row."""

    event: Ints
    entity: Ints
    role: Codes
    words: tuple[str, ...]


@dataclass(frozen=True)
class Quantities:
    """Values, sorted by event row. `metric`, `unit` and `comparator` index the tuples of the snapshot."""

    event: Ints
    metric: Ints
    unit: Ints
    comparator: Ints
    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True)
class Scores:
    """What the scores were measured under, sorted by event row; the codes index the tuples of words.

    Only what shares benchmark, version, harness, effort, budget and variant is compared.
    """

    event: Ints
    benchmark: Ints  # entity row, -1
    version: Ints
    harness: Ints
    effort: Ints
    variant: Ints
    budget: Floats  # minutes, NaN where none was stated
    self_reported: NDArray[np.int8]  # -1 not known, 0 no, 1 yes
    flag: Ints  # 0 is none
    versions: tuple[str, ...] = ("",)
    harnesses: tuple[str, ...] = ("",)
    efforts: tuple[str, ...] = ("",)
    variants: tuple[str, ...] = ("",)
    flags: tuple[str, ...] = ("",)


def no_scores() -> Scores:
    """The table of a store without scores."""
    none = np.zeros(0, np.int32)
    return Scores(none, none, none, none, none, none, np.zeros(0), np.zeros(0, np.int8), none)


@dataclass(frozen=True)
class Snapshot:
    """All of a store that drawing, searching and listing need; details of one selection are read when asked for."""

    schema: int
    version: str  # of the bundled dataset, an ISO day
    as_of: int  # day number of the facts
    entities: Entities
    aliases: Aliases
    events: Events
    titles: tuple[str, ...]
    parties: Parties
    quantities: Quantities
    scopes: tuple[str, ...] = ("",)
    metrics: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    comparators: tuple[str, ...] = ()
    attribution: tuple[str, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)  # sources, datasets, rivals
    scores: Scores = field(default_factory=no_scores)

    def name(self, row: int) -> str:
        """The name of an entity row, empty for -1."""
        return self.entities.names[row] if row >= 0 else ""


def locate(column: Ints, values: Any, side: Literal["left", "right"] = "left") -> Any:
    """Where days or rows belong in a sorted int32 column; every value below all of it, above all of it or between.

    As numpy's searchsorted, which however converts the whole column first when the values have another type.
    """
    keys = np.ceil(values) if side == "left" else np.floor(values)
    return np.searchsorted(column, np.minimum(np.maximum(keys, OPEN_START), OPEN_END).astype(np.int32), side)


def freeze(table: Entities | Events | Parties | Quantities | Aliases | Scores) -> None:
    """Make every array of a table read-only."""
    for part in fields(table):
        value = getattr(table, part.name)
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
