"""What a reader of an outside file hands on: statements in the file's own names, before anyone decides which models
they are about.

Every record of a file has one outcome: mapped to one draft or more, a problem, or not applicable for a stated reason;
so that `records == mapped + failed + sum(skipped)` holds for every file of every vintage.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from modelspan.domain.problems import Problem
from modelspan.domain.records import Alias, Dataset, EntityKind, Event, HardwareFacts, ModelFacts, Role, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Something as a file calls it. `id` is what programs use there, without the provider's prefix; `name` what people
    read; `maker` the organisation as the file calls it, empty where it does not say. One of `id` and `name` is there.
    """

    kind: EntityKind = EntityKind.MODEL
    id: str = ""
    name: str = ""
    maker: str = ""
    family: str = ""
    aliases: tuple[Alias, ...] = ()
    facts: ModelFacts | HardwareFacts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One event without the ids of a store: `subject`, `surface` and `parties` are named, the event's own are empty.

    `event.key` is unique in the dataset and the same whenever the same thing is read again, whatever its value.
    `surface` is an id of the bundled catalogue where the place is known there (see formats/places.py), else Named.
    """

    event: Event
    subject: Named | None = None
    surface: str | Named = ""
    parties: tuple[tuple[Role, Named], ...] = ()
    benchmark: Named | None = None  # of a score, whose body has no benchmark id yet


@dataclass(slots=True)
class Tally:
    """Counts the outcomes of a file's records while it is read; problems name file, row and field."""

    file: str
    records: int = 0
    mapped: int = 0
    failed: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    note: str = ""  # a sentence about the file as a whole

    def problem(self, record: str, text: str) -> None:
        """Something of a record that could not be read. It does not decide the record's outcome."""
        self.problems.append(Problem(self.file, record, text))

    def outcome(self, drafts: int, *, reason: str = "") -> None:
        """One record is done: mapped when it gave drafts, else not applicable for a reason, else a problem."""
        self.records += 1
        if drafts:
            self.mapped += 1
        elif reason:
            self.skipped[reason] += 1
        else:
            self.failed += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A file, read: what it states, in its own names, with the outcome of every record.

    `as_of` is the ISO day of the file's facts: what the file or its name says, else empty and asked of whoever imports.
    `alone` are things the file describes without stating any event of them. `settled` says that its events are those
    of a catalogue of our own, where nothing is left to put together.
    """

    format: str
    dataset: Dataset
    as_of: str
    tally: Tally
    drafts: tuple[Draft, ...] = ()
    sources: tuple[Source, ...] = ()
    alone: tuple[Named, ...] = ()
    settled: bool = False
