"""Write an event store through SQLAlchemy Core: build a new file whole, or apply a catalogue as a diff.

Rows are never changed in place: a new version is added and the old one gets its `dropped` revision. What a newer
catalogue no longer states stays as a withdrawn version.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, insert, select, text, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from modelspan.domain.catalogue import Catalogue, fold, slots
from modelspan.domain.dates import When
from modelspan.domain.problems import UserError
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Check,
    Claim,
    DateChange,
    Deal,
    Deprecation,
    Entity,
    Event,
    HardwareFacts,
    Measurement,
    ModelFacts,
    Note,
    Preview,
    Release,
    Score,
    Source,
    Tier,
)  # fmt: skip
from modelspan.store import lookup, opening, schema
from modelspan.store.layout import APPLICATION_ID, BUSY_MS, SCHEMA

Values = dict[str, Any]
CHUNK = 500  # values per IN list; SQLite allows 999 and more


@dataclass(frozen=True, slots=True)
class Change:
    """What applying a catalogue did, in records."""

    added: int = 0
    changed: int = 0
    withdrawn: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.withdrawn)


def build(catalogue: Catalogue, path: Path, sha256: str) -> Change:
    """Write a new store: a temporary file beside it, synced, swapped in whole. An existing file is replaced."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise UserError(f"{path.parent} cannot be written: {error.strerror}; choose another folder.") from error
    temporary = Path(name)
    try:
        with session(temporary) as connection:
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
            connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))
            schema.metadata.create_all(connection)
            change = apply_in(connection, catalogue, sha256, "build")
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise UserError(
            f"{path} cannot be written: {error.strerror}; free some space or choose another folder."
        ) from error
    finally:
        temporary.unlink(missing_ok=True)
    return change


def apply(catalogue: Catalogue, path: Path, sha256: str) -> Change:
    """Bring one dataset of an existing store up to a catalogue, in one transaction."""
    with opening.connect(path):
        pass  # refuse foreign and damaged files in one sentence before SQLAlchemy touches them
    try:
        with session(path) as connection:
            return apply_in(connection, catalogue, sha256, "update")
    except DatabaseError as error:
        cause = error.orig if isinstance(error.orig, sqlite3.DatabaseError) else sqlite3.DatabaseError(str(error))
        raise opening.refusal(cause, path) from error


def back_up(path: Path) -> Path:
    """Copy a store beside itself, to be called before any change of schema."""
    copy = path.with_name(f"{path.name}.bak")
    shutil.copy2(path, copy)
    return copy


class session:  # noqa: N801  # reads as a word: with session(path) as connection
    """One connection and one explicit transaction; the driver's own transaction handling leaves DDL behind."""

    def __init__(self, path: Path) -> None:
        address = URL.create("sqlite", database=str(path))  # as text, a ? in the path would end it
        self.engine = create_engine(address, poolclass=NullPool)
        event.listen(self.engine, "connect", prepare)
        event.listen(self.engine, "begin", begin)

    def __enter__(self) -> Connection:
        self.context = self.engine.begin()
        return self.context.__enter__()

    def __exit__(self, *error: Any) -> None:
        try:
            self.context.__exit__(*error)
        finally:
            self.engine.dispose()


def prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Manual transactions, foreign keys on, wait for other writers."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")


def begin(connection: Connection) -> None:
    """Take the write lock at once, so that a diff is computed against what it changes."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def sync_folder(folder: Path) -> None:
    """Make a rename durable where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def apply_in(connection: Connection, catalogue: Catalogue, sha256: str, action: str) -> Change:
    """The diff between what the store holds of the dataset and what the catalogue states."""
    made = catalogue.dataset
    row: Values = {
        "id": made.id, "title": made.title, "publisher": made.publisher, "url": made.url, "licence": made.licence,
        "attribution": "\n".join(made.attribution), "version": made.version, "trust": made.trust,
    }  # fmt: skip
    if connection.execute(select(schema.dataset.c.id).where(schema.dataset.c.id == made.id)).first():
        connection.execute(update(schema.dataset).where(schema.dataset.c.id == made.id).values(row))
    else:
        connection.execute(insert(schema.dataset).values(row))
    stamp: Values = {"recorded_at": catalogue.as_of, "dataset_id": made.id, "action": action, "content_sha256": sha256}
    number = connection.execute(insert(schema.revision).values(stamp)).inserted_primary_key
    assert number is not None
    revision = int(number[0])
    parts = [
        write_sources(connection, catalogue, revision),
        write_entities(connection, catalogue, revision),
        write_events(connection, catalogue, revision),
    ]
    return Change(*(sum(values) for values in zip(*((p.added, p.changed, p.withdrawn) for p in parts), strict=True)))


def raw(connection: Connection) -> sqlite3.Connection:
    """The driver's connection, for the reading functions."""
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def file_of(connection: Connection) -> Path:
    """The file a connection writes to, for messages."""
    return Path(connection.engine.url.database or "")


def drop(connection: Connection, table: Any, column: Any, ids: Iterable[Any], revision: int) -> None:
    """Mark the current versions of some rows as dropped."""
    rest = list(ids)
    for place in range(0, len(rest), CHUNK):
        part = rest[place : place + CHUNK]
        connection.execute(update(table).where(column.in_(part), table.c.dropped.is_(None)).values(dropped=revision))


def add(connection: Connection, table: Any, rows: list[Values]) -> None:
    """Insert rows, if there are any."""
    if rows:
        connection.execute(insert(table), rows)


def write_sources(connection: Connection, catalogue: Catalogue, revision: int) -> Change:
    columns = schema.source.c
    names = ("id", "title", "publisher", "published", "accessed", "url", "licence", "note")
    wanted = select(*(columns[name] for name in names)).where(
        columns.dropped.is_(None), columns.dataset_id == catalogue.dataset.id
    )
    old = {row[0]: Source(**dict(zip(names, row, strict=True))) for row in connection.execute(wanted)}
    new = {source.id: source for source in catalogue.sources}
    fresh = [source for source in new.values() if old.get(source.id) != source]
    gone = [name for name in old if name not in new]
    drop(connection, schema.source, columns.id, [source.id for source in fresh if source.id in old] + gone, revision)
    shared = {"dataset_id": catalogue.dataset.id, "added": revision}
    add(connection, schema.source, [{name: getattr(source, name) for name in names} | shared for source in fresh])
    changed = sum(source.id in old for source in fresh)
    return Change(len(fresh) - changed, changed, len(gone))


def stored_entities(connection: Connection, dataset_id: str) -> dict[str, Entity]:
    """The current entities of a dataset, whole."""
    with lookup.plain(file_of(connection)):
        return {entity.id: entity for entity in lookup.read_whole_entities(raw(connection), dataset_id)}


def write_entities(connection: Connection, catalogue: Catalogue, revision: int) -> Change:
    old = stored_entities(connection, catalogue.dataset.id)
    new = {entity.id: entity for entity in catalogue.entities}
    fresh = [entity for entity in new.values() if old.get(entity.id) != entity]
    gone = [name for name in old if name not in new]
    leaving = [entity.id for entity in fresh if entity.id in old] + gone
    drop(connection, schema.entity, schema.entity.c.id, leaving, revision)
    drop(connection, schema.alias, schema.alias.c.entity_id, leaving, revision)
    rows: dict[str, list[Values]] = {"entity": [], "alias": [], "model": [], "hardware": []}
    for entity in fresh:
        rows["entity"].append(
            {
                "id": entity.id,
                "added": revision,
                "dataset_id": catalogue.dataset.id,
                "kind": entity.kind.value,
                "name": entity.name,
                "parent_id": entity.parent_id,
                "organisation_id": entity.organisation_id,
                "confidence": entity.confidence.value if entity.confidence else None,
                "note": entity.note,
            }
        )
        rows["alias"] += alias_rows(entity, revision)
        facts = entity.facts
        key: Values = {"entity_id": entity.id, "added": revision}
        if isinstance(facts, ModelFacts):
            weights = None if facts.open_weights is None else int(facts.open_weights)
            row = {"context_tokens": facts.context_tokens, "modalities": facts.modalities, "open_weights": weights}
            rows["model"].append(key | row)
        elif isinstance(facts, HardwareFacts):
            names = ("node_nm", "memory_gb", "memory_type", "peak_flops", "peak_basis", "power_w")
            rows["hardware"].append(key | {name: getattr(facts, name) for name in names})
    for name, part in rows.items():
        add(connection, schema.metadata.tables[name], part)
    changed = sum(entity.id in old for entity in fresh)
    return Change(len(fresh) - changed, changed, len(gone))


def alias_rows(entity: Entity, revision: int) -> list[Values]:
    """The aliases of an entity, its own name first so that search needs one table."""
    seen: dict[tuple[str, str], Values] = {}
    for alias in (Alias(text=entity.name), *entity.aliases):
        row: Values = {"entity_id": entity.id, "text": alias.text, "folded": fold(alias.text), "role": alias.role.value}
        row |= {"surface_id": alias.surface_id, "lang": alias.lang, "added": revision}
        seen.setdefault((alias.text, AliasRole(alias.role).value), row)
    return list(seen.values())


def write_events(connection: Connection, catalogue: Catalogue, revision: int) -> Change:
    dataset = catalogue.dataset.id
    with lookup.plain(file_of(connection)):
        stored = lookup.read_events(raw(connection), "dataset_id = ?", (dataset,))
    old = {event.key: (row, event) for row, event in stored}
    new = {event.key: event for event in catalogue.events}
    place = slots(catalogue.events)
    fresh = [e for e in new.values() if e.key not in old or old[e.key][1] != e or old[e.key][0]["withdrawn"]]
    gone = [pair for key, pair in old.items() if key not in new and not pair[0]["withdrawn"]]
    leaving = [old[e.key][0]["id"] for e in fresh if e.key in old] + [row["id"] for row, _ in gone]
    drop(connection, schema.event, schema.event.c.id, leaving, revision)
    next_id = int(connection.execute(text("SELECT coalesce(max(id), 0) FROM event")).scalar_one()) + 1
    tables: dict[str, list[Values]] = {}
    for number, (event_, hidden) in enumerate([(e, False) for e in fresh] + [(e, True) for _, e in gone], next_id):
        row = event_row(event_, place.get(event_.key, ""))
        if hidden:
            row["slot"] = old[event_.key][0]["slot"]
        row |= {"id": number, "dataset_id": dataset, "withdrawn": int(hidden), "added": revision}
        tables.setdefault("event", []).append(row)
        for name, rows in side_rows(event_).items():
            tables.setdefault(name, []).extend({"event_id": number} | part for part in rows)
    for table in ("event", "event_text", "event_tag", "event_party", "event_source", "quantity", "score"):
        add(connection, schema.metadata.tables[table], tables.get(table, []))
    changed = sum(e.key in old for e in fresh)
    return Change(len(fresh) - changed, changed, len(gone))


def edges(prefix: str, when: When | None) -> Values:
    """A date as its text and its half-open days."""
    if when is None:
        return {f"{prefix}_text": "", f"{prefix}_start": None, f"{prefix}_end": None}
    return {f"{prefix}_text": str(when), f"{prefix}_start": when.start, f"{prefix}_end": when.end}


def event_row(event: Event, slot: str) -> Values:
    """The plain columns of an event."""
    body = event.body
    subtype, reference = "", ""
    says: When | None = None
    was: When | None = None
    match body:
        case Release(subtype=subtype) | Tier(subtype=subtype) | Note(subtype=subtype):
            pass
        case Deal(subtype=subtype, amends=reference):
            pass
        case Claim(measurement=reference):
            pass
        case Check(claim=reference, verdict=subtype):
            pass
        case Deprecation(says=says):
            pass
        case DateChange(was=was, says=says):
            pass
        case _:
            pass
    row = {
        "key": event.key, "slot": slot, "kind": event.kind.value, "subtype": str(subtype),
        "subject_id": event.subject_id, "surface_id": event.surface_id, "scope": event.scope,
        "ids": " ".join(event.ids), "title": event.title, "when_text": str(event.when), "start_day": event.when.start,
        "end_day": event.when.end, "start_s": event.when.start_s, "end_s": event.when.end_s,
        "precision": event.when.precision.value, "qualifier": event.when.qualifier.value, "words": event.words,
        "anchor_key": event.anchor_key,
        "known_basis": event.known_basis.value, "status": event.status.value, "ref_key": reference,
        "by_id": event.by_id, "evidence": event.evidence.value, "confidence": event.confidence.value,
        "licence": event.licence, "shown": int(event.shown), "note": event.note,
    }  # fmt: skip
    return row | edges("known", event.known) | edges("says", says) | edges("was", was)


def side_rows(event: Event) -> dict[str, list[Values]]:
    """The rows of the side tables, without the event's number."""
    texts: dict[str, str] = {"rival_of": event.rival_of}
    body = event.body
    match body:
        case Preview(audience=audience):
            texts["audience"] = audience
        case Deal(term=term):
            texts["term"] = term
        case Measurement(offering=offering, stance=stance):
            texts |= {"offering": offering, "stance": stance}
        case Check():
            texts |= {"answers": body.answers.value, "own": "yes" if body.own else "", "method": body.method}
        case Note(sentiment=sentiment, disputed=disputed):
            texts |= {"sentiment": sentiment, "disputed": disputed}
        case _:
            pass
    amounts = ("metric", "value", "low", "high", "unit", "published", "spread", "baseline", "conditions")
    rows: dict[str, list[Values]] = {
        "event_text": [{"name": name, "text": value} for name, value in texts.items() if value],
        "event_tag": [{"tag": tag} for tag in event.tags],
        "event_party": [
            {"seq": n, "entity_id": p.entity_id, "role": p.role.value, "words": p.words}
            for n, p in enumerate(event.parties)
        ],
        "event_source": [
            {"seq": n, "source_id": c.source_id, "locator": c.locator, "stance": "states"}
            for n, c in enumerate(event.sources)
        ],
        "quantity": [
            {"seq": n, "comparator": q.comparator.value} | {name: getattr(q, name) for name in amounts}
            for n, q in enumerate(event.quantities)
        ],
    }
    if isinstance(body, Score):
        names = ("benchmark_id", "version", "harness", "effort", "budget_min", "variant", "flag", "series")
        said = None if body.self_reported is None else int(body.self_reported)
        values = {name: getattr(body, name) for name in names}
        rows["score"] = [values | {"self_reported": said, "date_basis": body.date_basis.value}]
    return rows
