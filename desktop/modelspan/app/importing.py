"""An import as a plan: what files state, about which models, and what that changes in a store.

Nothing is written before the plans are applied; each is one step that can be undone.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from modelspan.app import session
from modelspan.app.statements import Doubt, Writer, first_known, kept, learn, snapshots_of
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.changes_of import Change, Diff
from modelspan.domain.drafts import Reading, Tally
from modelspan.domain.identity import Resolver
from modelspan.domain.problems import UserError
from modelspan.domain.records import Kind
from modelspan.formats import registry
from modelspan.formats.file import File, unpacked

SQLITE = b"SQLite format 3\0"
IDENTITY = "identity"  # decisions about which names are one model
ENTRIES = "mine"  # what the user of a store entered
MOST_FILES = 500  # of one folder


class CancelledError(Exception):
    """Whoever waits has had enough."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far an import has come: files done of all, and what is being done."""

    done: int
    all: int
    file: str
    what: str  # read, compare or write


Progress = Callable[[Step], None]  # may raise CancelledError


@dataclass(frozen=True, slots=True)
class Plan:
    """One file, understood: the catalogue it makes, what that changes, and what is left to decide."""

    file: str
    sha256: str
    reading: Reading
    catalogue: Catalogue
    doubts: tuple[Doubt, ...]
    diff: Diff

    @property
    def counts(self) -> dict[str, int]:
        """Events by kind, in the order of the kinds."""
        found = Counter(event.kind for event in self.catalogue.events)
        return {kind.value: found[kind] for kind in Kind if found[kind]}


@dataclass(frozen=True, slots=True)
class Plans:
    """All plans of one import, in order, and the files that could not be read: one sentence each."""

    store: Path
    plans: tuple[Plan, ...] = ()
    refused: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # of everything they speak of, by id
    decisions: Mapping[str, str] = field(default_factory=dict)  # taken now, on top of those in the store

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What a person may decide, each name once."""
        return tuple({doubt.key: doubt for plan in self.plans for doubt in plan.doubts}.values())

    def __bool__(self) -> bool:
        return bool(self.decisions) or any(bool(plan.diff) for plan in self.plans)


def no_progress(_step: Step) -> None:
    """Nobody waits."""


# What is to be read.

Item = Path | File  # a file, the folder of a text catalogue, or what is in memory already


def items(paths: Iterable[Path]) -> Iterator[Item]:
    """What some paths lead to: the files of a folder one by one. Raises UserError for a folder that is of no use."""
    for path in paths:
        if not path.is_dir() or (path / "catalogue.toml").exists():
            yield path
            continue
        files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
        if not files:
            raise UserError(f"{path} holds no files; name the files, or the folder of a text catalogue.")
        if len(files) > MOST_FILES:
            raise UserError(f"{path} holds {len(files):,} files; name those to import.")
        yield from files


def read(item: Item) -> list[tuple[Reading, str]]:
    """What an item states, with the hash of what it was read from. Raises UserError."""
    if isinstance(item, File):
        return [read_file(item)]
    return [read_folder(item)] if item.is_dir() else read_path(item)


def read_path(path: Path) -> list[tuple[Reading, str]]:
    """What a file states: one reading, or of an event store one for each dataset in it. Raises UserError."""
    if path.exists() and not path.is_file():
        raise UserError(f"{path} is no file; give the file itself, or a folder.")
    try:
        with path.open("rb") as stream:
            if stream.read(len(SQLITE)) == SQLITE:
                return read_store(path)
            stream.seek(0)
            data = stream.read()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error
    return [read_file(unpacked(path.name, data))]


def read_file(file: File) -> tuple[Reading, str]:
    """What a file states, and its hash. Raises UserError."""
    return registry.read(file), hashlib.sha256(file.data).hexdigest()


def read_folder(folder: Path) -> tuple[Reading, str]:
    """What a text catalogue states. Raises UserError."""
    from modelspan.formats import catalogue_json, catalogue_toml

    catalogue, problems, _ = catalogue_toml.read(folder)
    tally = Tally(folder.name, problems=problems)
    count = len(catalogue.events) + len(catalogue.entities) + len(catalogue.sources)
    failed = len({(problem.where, problem.record) for problem in problems})
    tally.records, tally.mapped, tally.failed = count + failed, count, failed
    return catalogue_json.stated(catalogue, tally, "catalogue_toml"), session.bundled_sha256(folder)


def read_store(path: Path) -> list[tuple[Reading, str]]:
    """What another event store states, by dataset; what this app carries itself is left out. Raises UserError."""
    from modelspan.formats import catalogue_json
    from modelspan.store import diffing, known

    found = []
    for name in known.datasets(path):
        if name == session.BUNDLED:
            continue
        catalogue = diffing.catalogue_of(path, name)
        if name == ENTRIES:  # someone else's, or this user's of another day: never over the own ones
            title = f"Entries of {path.stem}"
            catalogue = replace(catalogue, dataset=replace(catalogue.dataset, id=f"entries-{path.stem}", title=title))
        count = len(catalogue.events) + len(catalogue.entities) + len(catalogue.sources)
        tally = Tally(path.name, records=count, mapped=count)
        found.append(
            (catalogue_json.stated(catalogue, tally, "event_store"), hashlib.sha256(path.read_bytes()).hexdigest())
        )
    if not found:
        raise UserError(f"{path} holds nothing but the catalogue that Modelspan brings; there is nothing to import.")
    return found


def is_data(path: Path) -> bool:
    """Whether a file is of a format that can be imported; a text that merely names models is not."""
    try:
        return registry.knows(unpacked(path.name, path.read_bytes()))
    except (OSError, UserError):
        return False


# What it changes.


def plan(
    paths: Sequence[Path],
    store: Path,
    today: str,
    *,
    files: Sequence[File] = (),
    decisions: Mapping[str, str] | None = None,
    progress: Progress = no_progress,
) -> Plans:
    """What importing some paths, and files that are at hand already, would change in a store.

    A file that cannot be read stops none of the others. Raises UserError where no file is left, or the store is
    unreadable.
    """
    from modelspan.store import deciding, diffing, known, opening

    opening.ready(store)
    todo: list[Item] = [*items(paths), *files]
    readings: list[tuple[str, Reading, str]] = []
    refused: list[str] = []
    for number, item in enumerate(todo):
        progress(Step(number, len(todo), item.name, "read"))
        try:
            readings += [(item.name, *found) for found in read(item)]
        except UserError as error:
            refused.append(str(error))
    readings = latest(readings)
    versions = known.datasets(store)
    for row in [row for row in readings if older(row[1], versions)]:
        readings.remove(row)
        refused.append(
            f"{row[0]} is of {row[1].as_of} and the store holds {row[1].dataset.title} of"
            f" {versions[row[1].dataset.id]} already; undo that import first to go back."
        )
    if not readings:
        raise UserError(refused[0] if len(refused) == 1 else f"None of {len(refused)} files can be read: {refused[0]}")
    decided = {key: decision.value for key, decision in deciding.decisions(store, IDENTITY).items()}
    taken = dict(decisions or {})
    own = frozenset(reading.dataset.id for _, reading, _ in readings)
    there = known.entities_but(store, own)
    resolver = Resolver(there, decided | taken)
    learn([reading for _, reading, _ in readings], resolver)
    fresh = {entity.id: entity for entity in resolver.new_entities()}
    snapshots = snapshots_of((*there, *fresh.values()))
    stored = {entity.id: entity for entity in known.entities_of(store, own)}
    names = {entity.id: entity.name for entity in there}
    described: set[str] = set()
    plans = []
    for number, (name, reading, sha256) in enumerate(readings):
        progress(Step(number, len(readings), name, "compare"))
        as_of = reading.as_of or today
        writer = Writer(reading, resolver, known.keys(store, reading.dataset.id), snapshots)
        before = {event.key: event for event in diffing.catalogue_of(store, reading.dataset.id).events}
        events = tuple(first_known(event, before.get(event.key)) for event in writer.events())
        entities = tuple(kept(entity, stored) for entity in writer.entities(fresh, described))
        described |= {entity.id for entity in entities}
        names |= {entity.id: entity.name for entity in entities}
        catalogue = Catalogue(
            dataset=replace(reading.dataset, version=as_of),
            as_of=as_of,
            sources=reading.sources,
            entities=entities,
            events=events,
        )
        doubts = tuple(writer.doubts.values())
        sha256 = with_decisions(sha256, decided | taken)
        same = opening.last_state(store, reading.dataset.id) == (as_of, sha256)
        found = Diff(dataset=catalogue.dataset) if same else diffing.diff(catalogue, store)
        plans.append(Plan(name, sha256, reading, catalogue, doubts, found))
    return Plans(store, tuple(plans), tuple(refused), names, taken)


def with_decisions(sha256: str, decisions: Mapping[str, str]) -> str:
    """The hash that an import is known by: of the file, and of what was decided about names when it was read."""
    said = "\n".join(f"{key}={value}" for key, value in sorted(decisions.items()))
    return hashlib.sha256(f"{sha256}\n{said}".encode()).hexdigest() if said else sha256


def older(reading: Reading, versions: Mapping[str, str]) -> bool:
    """Whether the store holds a later state of what a file states: putting that back is what undo is for."""
    held = versions.get(reading.dataset.id, "")
    return bool(held and reading.as_of) and reading.as_of < held[: len(reading.as_of)]


def latest(readings: list[tuple[str, Reading, str]]) -> list[tuple[str, Reading, str]]:
    """Two vintages of one dataset in the order of their days, so that the later one is the one that stays."""
    place = {reading.dataset.id: number for number, (_, reading, _) in reversed(list(enumerate(readings)))}
    return sorted(readings, key=lambda row: (place[row[1].dataset.id], row[1].as_of))


# Doing it.


def apply(plans: Plans, progress: Progress = no_progress) -> Change:
    """Write all plans, each in one transaction. A cancel takes back what was written of them. Raises UserError."""
    from modelspan.store import deciding, history, writing

    whole = Change()
    before = history.next_undo(plans.store)
    try:
        for key, value in plans.decisions.items():
            name = key.rpartition("|")[2]
            deciding.decide(plans.store, IDENTITY, key, value, f"{name} is {plans.names.get(value, value)}")
        for number, each in enumerate(plans.plans):
            progress(Step(number, len(plans.plans), each.file, "write"))
            if not each.diff:  # read again, the same file may name a few things by what other files have taught since
                continue
            change = writing.apply(each.catalogue, plans.store, each.sha256, action="import", note=each.file)
            whole += change
    except CancelledError:
        while history.next_undo(plans.store) != before:
            history.undo(plans.store)
        raise
    return whole


# Telling it.


def totals(plan: Plan) -> dict[str, object]:
    """The outcome of every record and what changes, for programs: records = mapped + failed + not applicable."""
    tally = plan.reading.tally
    diff = plan.diff
    return {
        "file": plan.file,
        "format": plan.reading.format,
        "dataset": plan.reading.dataset.id,
        "licence": plan.reading.dataset.licence,
        "as_of": plan.catalogue.as_of,
        "records": tally.records,
        "mapped": tally.mapped,
        "failed": tally.failed,
        "not_applicable": dict(sorted(tally.skipped.items())),
        "problems": [str(problem) for problem in tally.problems],
        "events": plan.counts,
        "new": len(diff.events.new),
        "changed": len(diff.events.changed),
        "withdrawn": len(diff.events.withdrawn),
        "rivals": sum(rivals.differs for rivals in diff.rivals),
        "new_names": len(diff.entities.new),
        "doubtful": [
            {"name": doubt.named.name or doubt.named.id, "may_be": list(doubt.match.candidates)}
            for doubt in plan.doubts
        ],
    }
