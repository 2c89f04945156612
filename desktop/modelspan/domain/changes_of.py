"""What changes of a dataset: between two catalogues, between a file and the store, from revision to revision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from modelspan.domain.catalogue import value_text
from modelspan.domain.dates import DateError, Qualifier, When, parse_edtf
from modelspan.domain.records import (
    Dataset,
    DateChange,
    Deprecation,
    Entity,
    Event,
    Evidence,
    KnownBasis,
    Note,
    Source,
)  # fmt: skip

Record = TypeVar("Record")
NO_LONGER_LISTED = "no_longer_listed"  # the subtype of the note that a dropped statement leaves, and of its key


@dataclass(frozen=True, slots=True)
class Change:
    """How many records came, changed and went; `about` is whether the dataset itself did, such as its version."""

    added: int = 0
    changed: int = 0
    withdrawn: int = 0
    about: bool = field(default=False, compare=False)

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.withdrawn or self.about)

    def __add__(self, other: Change) -> Change:
        return Change(
            self.added + other.added,
            self.changed + other.changed,
            self.withdrawn + other.withdrawn,
            self.about or other.about,
        )


@dataclass(frozen=True, slots=True)
class Part(Generic[Record]):
    """The records of one table that came, changed (old and new) and are not stated any more."""

    new: tuple[Record, ...] = ()
    changed: tuple[tuple[Record, Record], ...] = ()
    withdrawn: tuple[Record, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.changed or self.withdrawn)

    @property
    def fresh(self) -> tuple[Record, ...]:
        """What is stated now and was not before."""
        return (*self.new, *(new for _, new in self.changed))

    @property
    def change(self) -> Change:
        """The numbers of it."""
        return Change(len(self.new), len(self.changed), len(self.withdrawn))


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """What another dataset says in a slot."""

    dataset: str
    title: str  # of the dataset
    key: str
    value: str


def agree(one: str, other: str) -> bool:
    """Whether two values say the same, though one of two dates may be finer: a day in a month, an hour in a day."""
    if one == other:
        return True
    try:
        first, second = parse_edtf(one), parse_edtf(other)
    except DateError:
        return False
    if first.qualifier is not Qualifier.EXACT or second.qualifier is not Qualifier.EXACT:
        return False
    if first.start_s is not None and second.start_s is not None:
        return first.start_s == second.start_s
    ends = [(when.start or 0, when.end or 0) for when in (first, second)]  # exact dates have both
    return (max(start for start, _ in ends), min(end for _, end in ends)) in ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """A value of a diff, beside what other datasets say in the same slot; some of them may agree."""

    slot: str
    key: str
    value: str
    others: tuple[Saying, ...]

    @property
    def differs(self) -> bool:
        """Whether any of them says something else."""
        return any(not agree(other.value, self.value) for other in self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """What a catalogue changes of its dataset. `since` and `until` are the days of the facts, old and new."""

    dataset: Dataset
    since: str = ""
    until: str = ""
    sources: Part[Source] = field(default_factory=Part)
    entities: Part[Entity] = field(default_factory=Part)
    events: Part[Event] = field(default_factory=Part)
    rivals: tuple[Rivals, ...] = ()
    about: bool = False  # whether the dataset itself is new, or described otherwise than before

    def __bool__(self) -> bool:
        return bool(self.sources or self.entities or self.events or self.about)

    @property
    def change(self) -> Change:
        """The numbers of all of it."""
        return self.sources.change + self.entities.change + self.events.change + Change(about=self.about)

    @property
    def moved(self) -> tuple[tuple[Event, Event], ...]:
        """The changed events whose day, or the end they give, is another one."""
        return tuple((old, new) for old, new in self.events.changed if dates(old) != dates(new))


def dates(event: Event) -> tuple[When | None, ...]:
    """The day of an event and those it speaks of."""
    match event.body:
        case Deprecation(says=says):
            return event.when, says
        case DateChange(was=was, says=says):
            return event.when, was, says
        case _:
            return (event.when,)


def vintage(text: str) -> When | None:
    """The day, month or year of a version; None for versions that are no date."""
    try:
        return parse_edtf(text)
    except DateError:
        return None


def dropped_on(since: str, until: str) -> When | None:
    """When a statement was dropped that the facts of `since` have and those of `until` do not.

    None where nobody can say: the newer facts have no day, or they are the older ones.
    """
    old, new = vintage(since), vintage(until)
    if new is None or new.end is None:
        return None
    if old is None or old.start is None:
        return When(None, new.end, qualifier=Qualifier.NOT_AFTER)
    if new.end <= old.start:
        return None
    first = min(old.start + 1, new.end - 1)  # two texts of one day: on that day
    return When(first, new.end, qualifier=Qualifier.EXACT if new.end - first == 1 else Qualifier.BETWEEN)


def note_key(key: str) -> str:
    """The key of the note that says a statement is no longer listed."""
    return f"{key}/{NO_LONGER_LISTED}"


def is_note_of_drop(event: Event) -> bool:
    """Whether an event is such a note."""
    return isinstance(event.body, Note) and event.body.subtype == NO_LONGER_LISTED


def no_longer_listed(event: Event, when: When, until: str) -> Event:
    """The event that a statement is no longer listed, about the same thing and by the same sources."""
    what = event.title or event.kind.value.replace("_", " ")
    return Event(
        key=note_key(event.key),
        body=Note(subtype=NO_LONGER_LISTED),
        when=when,
        title=f"No longer listed: {what}, {value_text(event)}",
        subject_id=event.subject_id,
        surface_id=event.surface_id,
        scope=event.scope,
        ids=event.ids,
        known=vintage(until),
        known_basis=KnownBasis.SOURCE_VINTAGE,
        sources=event.sources,
        evidence=Evidence.OBSERVED,
        licence=event.licence,
    )
