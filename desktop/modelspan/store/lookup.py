"""Read whole records from an event store: one entity, one event, or all events that meet a condition."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from modelspan.domain.dates import parse_edtf
from modelspan.domain.problems import UserError
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Announcement,
    Body,
    Check,
    Citation,
    Claim,
    Comparator,
    Confidence,
    DateBasis,
    DateChange,
    Deal,
    Deprecation,
    Entity,
    EntityKind,
    Event,
    Evidence,
    HardwareFacts,
    HardwareRelease,
    Kind,
    KnownBasis,
    Legacy,
    Measurement,
    ModelFacts,
    Note,
    Party,
    Preview,
    Price,
    Quantity,
    Question,
    Release,
    Retirement,
    Role,
    Score,
    Source,
    Status,
    Tier,
    Verdict,
)  # fmt: skip
from modelspan.store import choosing
from modelspan.store.layout import EVENT_COLUMNS
from modelspan.store.opening import SAID, DamagedError, connect
from modelspan.store.texts import LONGEST, LONGEST_NOTE, clean
from modelspan.store.values import check

Row = dict[str, Any]
MOST_NAMES = 1000  # of one entity, read to be shown; the search knows all


@contextmanager
def plain(path: Path) -> Iterator[None]:
    """Tell rows that no record can be made of in one sentence."""
    try:
        yield
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise DamagedError(
            f"{path} holds a row that no event store has ({error}); restore it from a backup."
        ) from error


@contextmanager
def shown(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection whose rows are safe to show; the diff of an update reads without it, to compare as written."""
    with connect(path) as connection, plain(path):
        connection.text_factory = clean_bytes
        connection.row_factory = clean_row
        yield connection


def clean_bytes(text: bytes) -> str:
    """A text of a row, without what must not be shown, and no longer than anybody reads."""
    found = clean(text.decode())
    return found if len(found) <= LONGEST_NOTE else f"{found[: LONGEST_NOTE - 1]}…"


def clean_row(_: sqlite3.Cursor, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row without endless numbers."""
    return tuple(None if isinstance(value, float) and not math.isfinite(value) else value for value in row)


def checked(table: str, names: Sequence[str], rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Rows whose columns hold what they must."""
    if rows:
        check(table, names, list(zip(*rows, strict=True)))
    return rows


def short(event: Event) -> Event:
    """An event with a title of bearable length."""
    title = clean(event.title, LONGEST)
    return event if title == event.title else replace(event, title=title)


def chosen(connection: sqlite3.Connection, found: list[tuple[Row, Event]]) -> list[Event]:
    """Events to be shown, with the same rivals among them as in a snapshot."""
    told = choosing.rivals(connection, found)
    return [short(replace(event, rival_of=told.get(row["id"], event.rival_of))) for row, event in found]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an event stands in the store: its row, its slot, its dataset, and whether the user chose it there."""

    number: int
    slot: str
    dataset: str
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Details:
    """Everything the store says about one entity: its events and those that name it, with their sources.

    `places` has one for each event, in the same order.
    """

    entity: Entity
    events: tuple[Event, ...]
    sources: dict[str, Source]
    places: tuple[Place, ...] = ()


def places(connection: sqlite3.Connection, found: list[tuple[Row, Event]]) -> tuple[Place, ...]:
    """Where some events stand."""
    decided = set(choosing.decided(connection).values())
    return tuple(Place(row["id"], row["slot"], row["dataset_id"], row["id"] in decided) for row, _ in found)


def alive(at: int | None = None) -> str:
    """The condition for row versions that are current, or were after a revision."""
    return "dropped IS NULL" if at is None else f"added <= {at:d} AND (dropped IS NULL OR dropped > {at:d})"


def read_events(
    connection: sqlite3.Connection, where: str, values: tuple[Any, ...], at: int | None = None
) -> list[tuple[Row, Event]]:
    """Whole records of the rows that meet a condition, now or after a revision, with their raw columns."""
    names = ("id", *EVENT_COLUMNS)
    wanted = f"SELECT {', '.join(names)} FROM event WHERE {alive(at)} AND ({where})"
    versions = connection.execute(f"{wanted} ORDER BY id", values).fetchall()
    rows = [dict(zip(names, row, strict=True)) for row in checked("event", names, versions)]
    ids = f"SELECT id FROM event WHERE {alive(at)} AND ({where})"
    more: dict[str, dict[int, list[tuple[Any, ...]]]] = {}
    for table, select in (
        ("event_text", "name, text"),
        ("event_tag", "tag"),
        ("event_party", "entity_id, role, words"),
        ("event_source", "source_id, locator"),
        ("quantity", "metric, value, low, high, comparator, unit, published, spread, baseline, conditions"),
        (
            "score",
            "benchmark_id, version, harness, effort, budget_min, variant, self_reported, date_basis, flag, series",
        ),
    ):
        order = ", seq" if table in ("event_party", "event_source", "quantity") else ", rowid"
        found = connection.execute(
            f"SELECT event_id, {select} FROM {table} WHERE event_id IN ({ids}) ORDER BY event_id{order}", values
        )
        for event_id, *rest in checked(table, ("event_id", *select.split(", ")), found.fetchall()):
            more.setdefault(table, {}).setdefault(event_id, []).append(tuple(rest))
    key_of_slot = {row["slot"]: row["key"] for row in rows if row["shown"]}
    return [
        (row, named(row, {table: part.get(row["id"], []) for table, part in more.items()}, key_of_slot)) for row in rows
    ]


def named(row: Row, more: dict[str, list[tuple[Any, ...]]], key_of_slot: dict[str, str]) -> Event:
    """The record of a row. Raises ValueError that says which row it is none for."""
    try:
        return record(row, more, key_of_slot)
    except ValueError as error:
        raise ValueError(f"event {row['id']}: {clean(str(error), SAID).rstrip('.')}") from error


def record(row: Row, more: dict[str, list[tuple[Any, ...]]], key_of_slot: dict[str, str]) -> Event:
    """The record a row and its side tables hold."""
    texts = dict(more.get("event_text", []))
    amounts = [
        Quantity(
            metric=q[0],
            value=q[1],
            low=q[2],
            high=q[3],
            comparator=Comparator(q[4]),
            unit=q[5],
            published=q[6],
            spread=q[7],
            baseline=q[8],
            conditions=q[9],
        )
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
            if not scores:
                raise ValueError("a score without its row in the table score")
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


def read_whole_entities(
    connection: sqlite3.Connection, dataset_id: str = "", entity_id: str = "", at: int | None = None
) -> list[Entity]:
    """Entities with aliases and facts, now or after a revision: all those of a dataset, or one with its first names."""
    where, value = ("dataset_id", dataset_id) if dataset_id else ("id", entity_id)
    columns: tuple[str, ...] = ("id", "added", "kind", "name", "organisation_id", "parent_id", "confidence", "note")
    wanted = f"SELECT {', '.join(columns)} FROM entity WHERE {alive(at)} AND {where} = ?"
    rows = checked("entity", columns, connection.execute(wanted, (value,)).fetchall())
    ids = f"SELECT id FROM entity WHERE {alive(at)} AND {where} = ?"
    aliases: dict[str, list[Alias]] = {}
    columns = ("entity_id", "text", "role", "surface_id", "lang")
    wanted = f"SELECT {', '.join(columns)} FROM alias WHERE {alive(at)} AND entity_id IN ({ids}) ORDER BY rowid LIMIT ?"
    most = -1 if dataset_id else MOST_NAMES
    for owner, text, role, surface, lang in checked(
        "alias", columns, connection.execute(wanted, (value, most)).fetchall()
    ):
        aliases.setdefault(owner, []).append(Alias(text=text, role=AliasRole(role), surface_id=surface, lang=lang))
    facts: dict[tuple[str, int], ModelFacts | HardwareFacts] = {}
    columns = ("entity_id", "added", "context_tokens", "modalities", "open_weights")
    wanted = f"SELECT {', '.join(columns)} FROM model WHERE entity_id IN ({ids})"
    for owner, added, tokens, modalities, weights in checked(
        "model", columns, connection.execute(wanted, (value,)).fetchall()
    ):
        known = None if weights is None else bool(weights)
        facts[owner, added] = ModelFacts(context_tokens=tokens, modalities=modalities, open_weights=known)
    names = ("node_nm", "memory_gb", "memory_type", "peak_flops", "peak_basis", "power_w")
    columns = ("entity_id", "added", *names)
    wanted = f"SELECT {', '.join(columns)} FROM hardware WHERE entity_id IN ({ids})"
    for owner, added, *values in checked("hardware", columns, connection.execute(wanted, (value,)).fetchall()):
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
    rows = connection.execute(
        f"SELECT {', '.join(names)} FROM source WHERE dropped IS NULL AND id IN ({marks})", tuple(ids)
    ).fetchall()
    return {row[0]: Source(**dict(zip(names, row, strict=True))) for row in checked("source", names, rows)}


def details(path: Path, entity_id: str) -> Details:
    """What the store says about one entity. Raises UserError when the file cannot be read any more."""
    with shown(path) as connection:
        found = read_whole_entities(connection, entity_id=entity_id)
        if not found:
            raise UserError(f"{entity_id} is not in the store any more; reload it with F5.")
        named = "id IN (SELECT event_id FROM event_party WHERE entity_id = ?)"
        claims = f"SELECT key FROM event WHERE {named} AND kind = 'claim'"
        where = f"withdrawn = 0 AND (subject_id = ? OR {named} OR ref_key IN ({claims}))"
        rows = read_events(connection, where, (entity_id, entity_id, entity_id))
        events = chosen(connection, rows)
        wanted = {citation.source_id for event in events for citation in event.sources}
        return Details(
            replace(found[0], name=clean(found[0].name, LONGEST)),
            tuple(events),
            read_sources(connection, wanted),
            places(connection, rows),
        )


def one_event(path: Path, number: int) -> Details:
    """One event by its row number, as the details of what it is about. Raises UserError when it is gone."""
    with shown(path) as connection:
        found = read_events(connection, "id = ? OR ref_key = (SELECT key FROM event WHERE id = ?)", (number, number))
        found.sort(key=lambda each: each[0]["id"] != number)
        if not found or found[0][0]["id"] != number:
            raise UserError("This event is not in the store any more; reload it with F5.")
        events = tuple(chosen(connection, found))
        wanted = {citation.source_id for event in events for citation in event.sources}
        owner = Entity(id=events[0].subject_id, kind=EntityKind.TOPIC, name=events[0].title)
        return Details(owner, events, read_sources(connection, wanted), places(connection, found))


def series(path: Path, names: set[str]) -> tuple[Event, ...]:
    """The scores of some series, of all models. Raises UserError when the file cannot be read any more."""
    with shown(path) as connection:
        marks = ", ".join("?" * len(names))
        there = "subject_id IN (SELECT id FROM entity WHERE dropped IS NULL)"
        where = f"withdrawn = 0 AND {there} AND id IN (SELECT event_id FROM score WHERE series IN ({marks}))"
        return tuple(short(event) for _, event in read_events(connection, where, tuple(sorted(names))))
