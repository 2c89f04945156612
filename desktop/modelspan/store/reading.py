"""Read an event store through the standard library's sqlite3: the window opens without waiting for SQLAlchemy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from modelspan.domain.catalogue import SINGLE_VALUED
from modelspan.domain.dates import DateError, nominal, parse_edtf
from modelspan.domain.problems import UserError
from modelspan.domain.records import (
    Alias, AliasRole, Announcement, Body, Check, Citation, Claim, Comparator, Confidence, DateBasis, DateChange, Deal, Deprecation, Entity,
    EntityKind, Event, Evidence, HardwareFacts, HardwareRelease, Kind, KnownBasis, Legacy, Measurement, ModelFacts, Note, Party, Preview, Price,
    Quantity, Question, Release, Retirement, Role, Score, Source, Status, Tier, Verdict,
)  # fmt: skip
from modelspan.domain.snapshot import (
    CONFIDENCES, ENTITY_KINDS, EVIDENCES, KINDS, OPEN_END, OPEN_START, PRECISIONS, QUALIFIERS, ROLES, STATUSES, Aliases,
    Entities, Events, Parties, Quantities, Snapshot, freeze,
)  # fmt: skip
from modelspan.store.layout import APPLICATION_ID, BUSY_MS, EVENT_COLUMNS, SCHEMA

HEADER = b"SQLite format 3\x00"
Row = dict[str, Any]


@contextmanager
def connect(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to a file that is an event store of our schema. Raises UserError otherwise."""
    look(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            identify(connection, path)
            yield connection
    except sqlite3.DatabaseError as error:
        raise UserError(explain(error, path)) from error


def look(path: Path) -> None:
    """Refuse what cannot be a store, from the outside of the file."""
    try:
        if path.is_dir():
            raise UserError(f"{path} is a folder, not an event store; give the .sqlite file in it.")
        if not path.exists():
            raise UserError(f"There is no event store at {path}; check the path, or leave it out to open the bundled catalogue.")
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(100)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its permissions.") from error
    if size == 0:
        raise UserError(f"{path} is an empty file, not an event store; choose another file.")
    if not start.startswith(HEADER):
        raise UserError(f"{path} is not an event store: it is no SQLite database; choose another file.")
    page = int.from_bytes(start[16:18], "big")
    page = 65536 if page == 1 else page
    pages = int.from_bytes(start[28:32], "big")
    if len(start) < 100 or pages * page > size:
        raise UserError(f"{path} is damaged: it is shorter than its own header says; restore it from a backup.")


def identify(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse databases of other programs and of newer versions."""
    found = connection.execute("PRAGMA application_id").fetchone()[0]
    if found != APPLICATION_ID:
        raise UserError(f"{path} is a database of another program, not a Modelspan event store; choose another file.")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA:
        raise UserError(
            f"{path} was written by a newer Modelspan (schema {version}, this one reads {SCHEMA}); update Modelspan to open it."
        )


def explain(error: sqlite3.DatabaseError, path: Path) -> str:
    """One plain sentence for what SQLite says."""
    text = str(error)
    if "locked" in text or "busy" in text:
        return f"{path} is in use by another program; close it there and try again."
    if "readonly" in text:
        return f"{path} cannot be written; check its permissions."
    if "no such" in text:
        return f"{path} lacks a part of an event store ({text}); restore it from a backup."
    if "unable to open" in text:
        return f"{path} cannot be opened; check its permissions."
    return f"{path} is damaged ({text}); restore it from a backup."


def read(path: Path) -> Snapshot:
    """The whole store as columns. Raises UserError when the file is not a readable event store."""
    with connect(path) as connection:
        try:
            return columns(connection)
        except (ValueError, TypeError, KeyError, OverflowError, DateError) as error:
            raise UserError(f"{path} holds a value that no event store has ({error}); restore it from a backup.") from error


def columns(connection: sqlite3.Connection) -> Snapshot:
    """The columns of the current rows."""
    entities = read_entities(connection)
    lookup = entities.row
    aliases = read_aliases(connection, lookup, entities)
    names = "id, kind, subject_id, surface_id, scope, start_day, end_day, start_s, precision, qualifier, status, evidence, confidence, shown, slot, known_start, known_end, says_start, says_end, was_start, was_end, title, when_text"
    rows = connection.execute(
        f"SELECT {names} FROM event WHERE dropped IS NULL AND withdrawn = 0 ORDER BY coalesce(start_day, end_day), id"
    ).fetchall()
    part = list(zip(*rows, strict=True)) if rows else [()] * 23
    row_of = {event_id: index for index, event_id in enumerate(part[0])}
    scopes: dict[str, int] = {"": 0}
    slots: dict[str, int] = {}
    events = Events(
        id=np.array(part[0], np.int64),
        kind=codes(part[1], KINDS),
        subject=index(part[2], lookup),
        surface=index(part[3], lookup),
        scope=np.array([scopes.setdefault(text, len(scopes)) for text in part[4]], np.int32),
        start=days(part[5], OPEN_START),
        end=days(part[6], OPEN_END),
        start_s=np.array([-1 if value is None else value for value in part[7]], np.int64),
        precision=codes(part[8], PRECISIONS),
        qualifier=codes(part[9], QUALIFIERS),
        status=codes(part[10], STATUSES),
        evidence=codes(part[11], EVIDENCES),
        confidence=codes(part[12], CONFIDENCES),
        shown=np.array(part[13], bool),
        slot=np.array([slots.setdefault(text, len(slots)) for text in part[14]], np.int32),
        known_start=days(part[15], OPEN_START),
        known_end=days(part[16], OPEN_END),
        says_start=days(part[17], OPEN_START),
        says_end=days(part[18], OPEN_END),
        was_start=days(part[19], OPEN_START),
        was_end=days(part[20], OPEN_END),
        vintage=read_vintage(connection, row_of),
    )
    parties = read_parties(connection, row_of, lookup)
    quantities, metrics, units, comparators = read_quantities(connection, row_of)
    for table in (entities, aliases, events, parties, quantities):
        freeze(table)
    datasets = connection.execute("SELECT id, attribution, version, trust FROM dataset ORDER BY trust DESC, id").fetchall()
    bundled = next((row for row in datasets if row[0] == "modelspan"), datasets[0] if datasets else None)
    version = bundled[2] if bundled else ""
    return Snapshot(
        schema=connection.execute("PRAGMA user_version").fetchone()[0],
        version=version,
        as_of=as_of_day(version),
        entities=entities,
        aliases=aliases,
        events=events,
        titles=tuple(part[21]),
        parties=parties,
        quantities=quantities,
        scopes=tuple(scopes),
        metrics=metrics,
        units=units,
        comparators=comparators,
        attribution=tuple(line for row in datasets for line in row[1].splitlines()),
        counts={
            "sources": connection.execute("SELECT count(*) FROM source WHERE dropped IS NULL").fetchone()[0],
            "datasets": len(datasets),
            "rivals": count_rivals(connection),
        },
    )


def last_state(path: Path, dataset_id: str) -> tuple[str, str]:
    """Version and content hash of a dataset at its last revision, both empty when the store does not have it."""
    with connect(path) as connection:
        row = connection.execute(
            "SELECT d.version, r.content_sha256 FROM dataset d JOIN revision r ON r.dataset_id = d.id"
            " WHERE d.id = ? ORDER BY r.id DESC LIMIT 1",
            (dataset_id,),
        ).fetchone()
    return (str(row[0]), str(row[1])) if row else ("", "")


def as_of_day(version: str) -> int:
    """The day a dataset's version names; the epoch for versions that are no date."""
    try:
        return parse_edtf(version).start or 0
    except DateError:
        return 0


def codes(texts: tuple[str, ...], known: tuple[str, ...]) -> Any:
    """Words of a closed list as their numbers."""
    number = {word: place for place, word in enumerate(known)}
    return np.array([number[text] for text in texts], np.uint8)


def index(ids: tuple[str, ...], lookup: dict[str, int]) -> Any:
    """Ids as entity rows, -1 for none or unknown."""
    return np.array([lookup.get(text, -1) for text in ids], np.int32)


def days(values: tuple[int | None, ...], absent: np.int32) -> Any:
    """Day numbers with a value for the open side."""
    return np.array([absent if value is None else value for value in values], np.int32)


def read_entities(connection: sqlite3.Connection) -> Entities:
    rows = connection.execute(
        "SELECT e.id, e.name, e.kind, e.organisation_id, e.parent_id, m.open_weights, m.context_tokens FROM entity e"
        " LEFT JOIN model m ON m.entity_id = e.id AND m.added = e.added WHERE e.dropped IS NULL ORDER BY e.added, e.rowid"
    ).fetchall()
    ids, names, kinds, organisations, parents, weights, context = zip(*rows, strict=True) if rows else [()] * 7
    lookup = {text: place for place, text in enumerate(ids)}
    return Entities(
        ids=ids,
        names=names,
        kind=codes(kinds, ENTITY_KINDS),
        organisation=index(organisations, lookup),
        parent=index(parents, lookup),
        open_weights=np.array([-1 if value is None else value for value in weights], np.int8),
        context_tokens=np.array([-1 if value is None else value for value in context], np.int64),
    )


def read_aliases(connection: sqlite3.Connection, lookup: dict[str, int], entities: Entities) -> Aliases:
    rows = connection.execute("SELECT entity_id, text, folded FROM alias WHERE dropped IS NULL ORDER BY rowid").fetchall()
    kept = [row for row in rows if row[0] in lookup]
    return Aliases(
        entity=np.array([lookup[row[0]] for row in kept], np.int32),
        texts=tuple(row[1] for row in kept),
        folded=tuple(row[2] for row in kept),
    )


def read_vintage(connection: sqlite3.Connection, row_of: dict[int, int]) -> Any:
    found = np.full(len(row_of), OPEN_START, np.int32)
    rows = connection.execute(
        "SELECT s.event_id, max(r.published) FROM event_source s JOIN source r ON r.id = s.source_id AND r.dropped IS NULL"
        " WHERE r.published != '' GROUP BY s.event_id"
    ).fetchall()
    for event_id, published in rows:
        if event_id in row_of:
            try:
                found[row_of[event_id]] = nominal(parse_edtf(published[:10]))
            except DateError:
                continue  # a source with a free-text date has no vintage to compare
    return found


def read_parties(connection: sqlite3.Connection, row_of: dict[int, int], lookup: dict[str, int]) -> Parties:
    rows = connection.execute("SELECT event_id, entity_id, role, words FROM event_party ORDER BY event_id, seq").fetchall()
    kept = sorted(((row_of[row[0]], *row[1:]) for row in rows if row[0] in row_of), key=lambda row: row[0])
    event, entity, role, words = zip(*kept, strict=True) if kept else [()] * 4
    return Parties(np.array(event, np.int32), index(entity, lookup), codes(role, ROLES), words)


def read_quantities(
    connection: sqlite3.Connection, row_of: dict[int, int]
) -> tuple[Quantities, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    rows = connection.execute(
        "SELECT event_id, metric, unit, comparator, value, low, high FROM quantity ORDER BY event_id, seq"
    ).fetchall()
    kept = sorted(((row_of[row[0]], *row[1:]) for row in rows if row[0] in row_of), key=lambda row: row[0])
    event, metric, unit, comparator, value, low, high = zip(*kept, strict=True) if kept else [()] * 7
    numbers: list[dict[str, int]] = [{}, {}, {}]
    texts = [[seen.setdefault(t, len(seen)) for t in part] for seen, part in zip(numbers, (metric, unit, comparator), strict=True)]
    words = [np.array(part, np.int32) for part in texts]
    amounts = [np.array(part, np.float64) for part in (value, low, high)]
    table = Quantities(np.array(event, np.int32), words[0], words[1], words[2], amounts[0], amounts[1], amounts[2])
    return table, tuple(numbers[0]), tuple(numbers[1]), tuple(numbers[2])


def count_rivals(connection: sqlite3.Connection) -> int:
    """Slots of single-valued kinds with two or more differing values."""
    kinds = ", ".join(f"'{kind.value}'" for kind in sorted(SINGLE_VALUED))
    return int(
        connection.execute(
            "SELECT count(*) FROM (SELECT e.slot FROM event e LEFT JOIN quantity q ON q.event_id = e.id AND q.seq = 0"
            f" WHERE e.dropped IS NULL AND e.withdrawn = 0 AND e.kind IN ({kinds}) GROUP BY e.slot"
            " HAVING count(DISTINCT CASE e.kind WHEN 'score' THEN q.published ELSE e.when_text END) > 1)"
        ).fetchone()[0]
    )


@dataclass(frozen=True, slots=True)
class Details:
    """Everything the store says about one entity: its events and those that name it, with their sources."""

    entity: Entity
    events: tuple[Event, ...]
    sources: dict[str, Source]


def read_events(connection: sqlite3.Connection, where: str, values: tuple[Any, ...]) -> list[tuple[Row, Event]]:
    """Whole records of the current rows that meet a condition, with their raw columns."""
    names = ("id", *EVENT_COLUMNS)
    wanted = f"SELECT {', '.join(names)} FROM event WHERE dropped IS NULL AND ({where})"
    rows = [dict(zip(names, row, strict=True)) for row in connection.execute(f"{wanted} ORDER BY id", values)]
    ids = f"SELECT id FROM event WHERE dropped IS NULL AND ({where})"
    more: dict[str, dict[int, list[tuple[Any, ...]]]] = {}
    for table, select in (
        ("event_text", "name, text"),
        ("event_tag", "tag"),
        ("event_party", "entity_id, role, words"),
        ("event_source", "source_id, locator"),
        ("quantity", "metric, value, low, high, comparator, unit, published, spread, baseline, conditions"),
        ("score", "benchmark_id, version, harness, effort, budget_min, variant, self_reported, date_basis, flag, series"),
    ):
        order = ", seq" if table in ("event_party", "event_source", "quantity") else ", rowid"
        found = connection.execute(
            f"SELECT event_id, {select} FROM {table} WHERE event_id IN ({ids}) ORDER BY event_id{order}", values
        )
        for event_id, *rest in found:
            more.setdefault(table, {}).setdefault(event_id, []).append(tuple(rest))
    key_of_slot = {row["slot"]: row["key"] for row in rows if row["shown"]}
    return [(row, record(row, {table: part.get(row["id"], []) for table, part in more.items()}, key_of_slot)) for row in rows]


def record(row: Row, more: dict[str, list[tuple[Any, ...]]], key_of_slot: dict[str, str]) -> Event:
    """The record a row and its side tables hold."""
    texts = dict(more.get("event_text", []))
    amounts = [
        Quantity(
            metric=q[0], value=q[1], low=q[2], high=q[3], comparator=Comparator(q[4]), unit=q[5], published=q[6],
            spread=q[7], baseline=q[8], conditions=q[9],
        )  # fmt: skip
        for q in more.get("quantity", [])
    ]
    return Event(
        key=row["key"],
        body=body(row, texts, more.get("score", [])),
        when=parse_edtf(row["when_text"]),
        title=row["title"],
        subject_id=row["subject_id"],
        surface_id=row["surface_id"],
        scope=row["scope"],
        ids=tuple(row["ids"].split()),
        words=row["words"],
        anchor_key=row["anchor_key"],
        known=parse_edtf(row["known_text"]) if row["known_text"] else None,
        known_basis=KnownBasis(row["known_basis"]),
        status=Status(row["status"]),
        rival_of="" if row["shown"] else texts.get("rival_of", key_of_slot.get(row["slot"], "")),
        parties=tuple(Party(entity_id=p[0], role=Role(p[1]), words=p[2]) for p in more.get("event_party", [])),
        quantities=tuple(amounts),
        sources=tuple(Citation(source_id=s[0], locator=s[1]) for s in more.get("event_source", [])),
        by_id=row["by_id"],
        evidence=Evidence(row["evidence"]),
        confidence=Confidence(row["confidence"]),
        licence=row["licence"],
        note=row["note"],
        tags=tuple(tag[0] for tag in more.get("event_tag", [])),
    )


def body(row: Row, texts: dict[str, str], scores: list[tuple[Any, ...]]) -> Body:
    """The closed record of the row's kind."""
    match Kind(row["kind"]):
        case Kind.ANNOUNCEMENT:
            return Announcement()
        case Kind.PREVIEW:
            return Preview(audience=texts.get("audience", ""))
        case Kind.RELEASE:
            return Release(subtype=row["subtype"])
        case Kind.LEGACY:
            return Legacy()
        case Kind.DEPRECATION:
            return Deprecation(says=parse_edtf(row["says_text"]) if row["says_text"] else None)
        case Kind.RETIREMENT:
            return Retirement()
        case Kind.DATE_CHANGE:
            was, says = (parse_edtf(row[name]) if row[name] else None for name in ("was_text", "says_text"))
            return DateChange(was=was, says=says)
        case Kind.HARDWARE_RELEASE:
            return HardwareRelease()
        case Kind.DEAL:
            return Deal(subtype=row["subtype"], amends=row["ref_key"], term=texts.get("term", ""))
        case Kind.SCORE:
            s = scores[0]
            return Score(
                benchmark_id=s[0], version=s[1], harness=s[2], effort=s[3], budget_min=s[4], variant=s[5],
                self_reported=None if s[6] is None else bool(s[6]), date_basis=DateBasis(s[7]), flag=s[8], series=s[9],
            )  # fmt: skip
        case Kind.MEASUREMENT:
            return Measurement(offering=texts.get("offering", ""), stance=texts.get("stance", ""))
        case Kind.TIER:
            return Tier(subtype=row["subtype"])
        case Kind.PRICE:
            return Price()
        case Kind.CLAIM:
            return Claim(measurement=row["ref_key"])
        case Kind.CHECK:
            own, answers = texts.get("own") == "yes", Question(texts.get("answers", Question.HOLDS))
            method = texts.get("method", "")
            return Check(claim=row["ref_key"], verdict=Verdict(row["subtype"]), answers=answers, own=own, method=method)
        case Kind.NOTE:
            mood, disputed = texts.get("sentiment", ""), texts.get("disputed", "")
            return Note(subtype=row["subtype"], sentiment=mood, disputed=disputed)


def read_whole_entities(connection: sqlite3.Connection, dataset_id: str = "", entity_id: str = "") -> list[Entity]:
    """Current entities with aliases and facts: those of a dataset, or one."""
    where, value = ("dataset_id", dataset_id) if dataset_id else ("id", entity_id)
    rows = connection.execute(
        f"SELECT id, added, kind, name, organisation_id, parent_id, confidence, note FROM entity WHERE dropped IS NULL AND {where} = ?",
        (value,),
    ).fetchall()
    ids = f"SELECT id FROM entity WHERE dropped IS NULL AND {where} = ?"
    aliases: dict[str, list[Alias]] = {}
    for owner, text, role, surface, lang in connection.execute(
        f"SELECT entity_id, text, role, surface_id, lang FROM alias WHERE dropped IS NULL AND entity_id IN ({ids}) ORDER BY rowid",
        (value,),
    ):
        aliases.setdefault(owner, []).append(Alias(text=text, role=AliasRole(role), surface_id=surface, lang=lang))
    facts: dict[tuple[str, int], ModelFacts | HardwareFacts] = {}
    for owner, added, tokens, modalities, weights in connection.execute(
        f"SELECT entity_id, added, context_tokens, modalities, open_weights FROM model WHERE entity_id IN ({ids})", (value,)
    ):
        known = None if weights is None else bool(weights)
        facts[owner, added] = ModelFacts(context_tokens=tokens, modalities=modalities, open_weights=known)
    names = ("node_nm", "memory_gb", "memory_type", "peak_flops", "peak_basis", "power_w")
    for owner, added, *values in connection.execute(
        f"SELECT entity_id, added, {', '.join(names)} FROM hardware WHERE entity_id IN ({ids})", (value,)
    ):
        facts[owner, added] = HardwareFacts(**dict(zip(names, values, strict=True)))
    return [
        Entity(
            id=row[0], kind=EntityKind(row[2]), name=row[3], organisation_id=row[4], parent_id=row[5],
            confidence=Confidence(row[6]) if row[6] else None, note=row[7], facts=facts.get((row[0], row[1])),
            aliases=tuple(alias for alias in aliases.get(row[0], []) if alias != Alias(text=row[3])),
        )
        for row in rows
    ]  # fmt: skip


def read_sources(connection: sqlite3.Connection, ids: set[str]) -> dict[str, Source]:
    """Current sources by id."""
    names = ("id", "title", "publisher", "published", "accessed", "url", "licence", "note")
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(f"SELECT {', '.join(names)} FROM source WHERE dropped IS NULL AND id IN ({marks})", tuple(ids))
    return {row[0]: Source(**dict(zip(names, row, strict=True))) for row in rows}


def details(path: Path, entity_id: str) -> Details:
    """What the store says about one entity. Raises UserError when the file cannot be read any more."""
    with connect(path) as connection:
        found = read_whole_entities(connection, entity_id=entity_id)
        if not found:
            raise UserError(f"{entity_id} is not in the store any more; reload it with F5.")
        named = "id IN (SELECT event_id FROM event_party WHERE entity_id = ?)"
        where = f"withdrawn = 0 AND (subject_id = ? OR {named} OR ref_key IN (SELECT key FROM event WHERE {named} AND kind = 'claim'))"
        events = [event for _, event in read_events(connection, where, (entity_id, entity_id, entity_id))]
        wanted = {citation.source_id for event in events for citation in event.sources}
        return Details(found[0], tuple(events), read_sources(connection, wanted))


def one_event(path: Path, number: int) -> Details:
    """One event by its row number, as the details of what it is about. Raises UserError when it is gone."""
    with connect(path) as connection:
        found = read_events(connection, "id = ? OR ref_key = (SELECT key FROM event WHERE id = ?)", (number, number))
        first = [event for row, event in found if row["id"] == number]
        if not first:
            raise UserError("This event is not in the store any more; reload it with F5.")
        events = (first[0], *(event for row, event in found if row["id"] != number))
        wanted = {citation.source_id for event in events for citation in event.sources}
        owner = Entity(id=first[0].subject_id, kind=EntityKind.TOPIC, name=first[0].title)
        return Details(owner, events, read_sources(connection, wanted))


def series(path: Path, names: set[str]) -> tuple[Event, ...]:
    """The scores of some series, of all models. Raises UserError when the file cannot be read any more."""
    with connect(path) as connection:
        marks = ", ".join("?" * len(names))
        where = f"withdrawn = 0 AND id IN (SELECT event_id FROM score WHERE series IN ({marks}))"
        return tuple(event for _, event in read_events(connection, where, tuple(sorted(names))))
