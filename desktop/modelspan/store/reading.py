"""Read an event store as columns, through the standard library's sqlite3: the window opens without SQLAlchemy."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import numpy as np

from modelspan.domain.catalogue import SINGLE_VALUED
from modelspan.domain.dates import DAY_S, MAX_DAY, MIN_DAY, DateError, Qualifier, nominal, parse_edtf
from modelspan.domain.records import Comparator
from modelspan.domain.snapshot import (
    CONFIDENCES,
    ENTITY_KINDS,
    EVIDENCES,
    KINDS,
    OPEN_END,
    OPEN_START,
    PRECISIONS,
    QUALIFIERS,
    ROLES,
    STATUSES,
    Aliases,
    Entities,
    Events,
    Parties,
    Quantities,
    Snapshot,
    code,
    freeze,
)  # fmt: skip
from modelspan.store.opening import DamagedError, connect
from modelspan.store.texts import LONGEST, clean

POSITIVE = ("capacity", "output_speed", "value")  # metrics drawn on a logarithmic axis
BIGGEST = 1e30  # beyond any size anybody states; keeps sums and decades finite


def read(path: Path) -> Snapshot:
    """The whole store as columns. Raises UserError when the file is not a readable event store."""
    with connect(path) as connection:
        try:
            return columns(connection)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
            raise DamagedError(
                f"{path} holds a value that no event store has ({error}); restore it from a backup."
            ) from error


def columns(connection: sqlite3.Connection) -> Snapshot:
    """The columns of the current rows."""
    entities = read_entities(connection)
    lookup = entities.row
    aliases = read_aliases(connection, lookup, entities)
    names = (
        "id, kind, subject_id, surface_id, scope, start_day, end_day, start_s, precision, qualifier, status, evidence,"
        " confidence, shown, slot, known_start, known_end, says_start, says_end, was_start, was_end, title, when_text"
    )
    rows = connection.execute(
        f"SELECT {names} FROM event WHERE dropped IS NULL AND withdrawn = 0 ORDER BY coalesce(start_day, end_day), id"
    ).fetchall()
    part = list(zip(*rows, strict=True)) if rows else [()] * 23
    if rows and not entities.ids:
        raise ValueError("events, but nothing they could be about")
    row_of = {event_id: index for index, event_id in enumerate(part[0])}
    texts(part[22])
    scopes: dict[str, int] = {"": 0}
    slots: dict[str, int] = {}
    events = Events(
        id=np.array(part[0], np.int64),
        kind=codes(part[1], KINDS),
        subject=index(texts(part[2]), lookup),
        surface=index(texts(part[3]), lookup),
        scope=np.array([scopes.setdefault(text, len(scopes)) for text in texts(part[4])], np.int32),
        start=days(part[5], OPEN_START),
        end=days(part[6], OPEN_END),
        start_s=seconds(part[7]),
        precision=codes(part[8], PRECISIONS),
        qualifier=codes(part[9], QUALIFIERS),
        status=codes(part[10], STATUSES),
        evidence=codes(part[11], EVIDENCES),
        confidence=codes(part[12], CONFIDENCES),
        shown=np.array(part[13], bool),
        slot=np.array([slots.setdefault(text, len(slots)) for text in texts(part[14])], np.int32),
        known_start=days(part[15], OPEN_START),
        known_end=days(part[16], OPEN_END),
        says_start=days(part[17], OPEN_START),
        says_end=days(part[18], OPEN_END),
        was_start=days(part[19], OPEN_START),
        was_end=days(part[20], OPEN_END),
        vintage=read_vintage(connection, row_of),
    )
    check_sides(events)
    parties = read_parties(connection, row_of, lookup)
    quantities, metrics, units, comparators = read_quantities(connection, row_of)
    for table in (entities, aliases, events, parties, quantities):
        freeze(table)
    datasets = connection.execute(
        "SELECT id, attribution, version, trust FROM dataset ORDER BY trust DESC, id"
    ).fetchall()
    texts(tuple(value for row in datasets for value in row[:3]))
    bundled = next((row for row in datasets if row[0] == "modelspan"), datasets[0] if datasets else None)
    version = bundled[2] if bundled else ""
    return Snapshot(
        schema=connection.execute("PRAGMA user_version").fetchone()[0],
        version=version,
        as_of=as_of_day(version),
        entities=entities,
        aliases=aliases,
        events=events,
        titles=tuple(clean(title, LONGEST) for title in texts(part[21])),
        parties=parties,
        quantities=quantities,
        scopes=tuple(scopes),
        metrics=metrics,
        units=units,
        comparators=comparators,
        attribution=tuple(clean(line, LONGEST) for row in datasets for line in row[1].splitlines()),
        counts={
            "sources": connection.execute("SELECT count(*) FROM source WHERE dropped IS NULL").fetchone()[0],
            "datasets": len(datasets),
            "rivals": count_rivals(connection),
        },
    )


def as_of_day(version: str) -> int:
    """The day a dataset's version names; the epoch for versions that are no date."""
    try:
        return parse_edtf(version).start or 0
    except DateError:
        return 0


def texts(values: tuple[Any, ...]) -> tuple[str, ...]:
    """Values that must all be texts; a file may hold bytes and numbers in any column."""
    if strange := set(map(type, values)) - {str}:
        raise ValueError(f"{strange.pop().__name__} in the place of a text")
    return values


def codes(words: tuple[str, ...], known: tuple[str, ...]) -> Any:
    """Words of a closed list as their numbers."""
    number = {word: place for place, word in enumerate(known)}
    return np.array([number[word] for word in words], np.uint8)


def index(ids: tuple[str, ...], lookup: dict[str, int]) -> Any:
    """Ids as entity rows, -1 for none or unknown."""
    return np.array([lookup.get(text, -1) for text in ids], np.int32)


def days(values: tuple[int | None, ...], absent: np.int32) -> Any:
    """Day numbers with a value for the open side. An end is half-open and may lie one past the last day."""
    found = np.array([absent if value is None else value for value in values], np.int64)
    if ((found != absent) & ((found < MIN_DAY) | (found > MAX_DAY + (absent == OPEN_END)))).any():
        raise ValueError("a day outside the years 1 to 9999")
    return found.astype(np.int32)


def seconds(values: tuple[int | None, ...]) -> Any:
    """UTC seconds, -1 where no instant is known."""
    found = np.array([-1 if value is None else value for value in values], np.int64)
    if ((found < MIN_DAY * DAY_S) | (found >= (MAX_DAY + 1) * DAY_S)).any():
        raise ValueError("a moment outside the years 1 to 9999")
    return found


def check_sides(events: Events) -> None:
    """A span has the sides its qualifier promises and does not end before it starts."""
    no_start, no_end = events.start == OPEN_START, events.end == OPEN_END
    wrong = no_start != (events.qualifier == code(Qualifier.NOT_AFTER))
    wrong |= no_end != (events.qualifier == code(Qualifier.NOT_BEFORE))
    if wrong.any():
        raise ValueError("a date without a side it promises")
    if (events.end <= events.start).any():
        raise ValueError("a date that ends before it starts")


def read_entities(connection: sqlite3.Connection) -> Entities:
    rows = connection.execute(
        "SELECT e.id, e.name, e.kind, e.organisation_id, e.parent_id, m.open_weights, m.context_tokens FROM entity e"
        " LEFT JOIN model m ON m.entity_id = e.id AND m.added = e.added WHERE e.dropped IS NULL"
        " ORDER BY e.added, e.rowid"
    ).fetchall()
    ids, names, kinds, organisations, parents, weights, context = zip(*rows, strict=True) if rows else [()] * 7
    lookup = {text: place for place, text in enumerate(ids)}
    return Entities(
        ids=texts(ids),
        names=tuple(clean(name, LONGEST) for name in texts(names)),
        kind=codes(kinds, ENTITY_KINDS),
        organisation=index(organisations, lookup),
        parent=index(parents, lookup),
        open_weights=np.array([-1 if value is None else value for value in weights], np.int8),
        context_tokens=np.array([-1 if value is None else value for value in context], np.int64),
    )


def read_aliases(connection: sqlite3.Connection, lookup: dict[str, int], entities: Entities) -> Aliases:
    rows = connection.execute(
        "SELECT entity_id, text, folded FROM alias WHERE dropped IS NULL ORDER BY rowid"
    ).fetchall()
    kept = [row for row in rows if row[0] in lookup]
    return Aliases(
        entity=np.array([lookup[row[0]] for row in kept], np.int32),
        texts=tuple(clean(text, LONGEST) for text in texts(tuple(row[1] for row in kept))),
        folded=texts(tuple(row[2] for row in kept)),
    )


def read_vintage(connection: sqlite3.Connection, row_of: dict[int, int]) -> Any:
    found = np.full(len(row_of), OPEN_START, np.int32)
    rows = connection.execute(
        "SELECT s.event_id, max(r.published) FROM event_source s"
        " JOIN source r ON r.id = s.source_id AND r.dropped IS NULL"
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
    rows = connection.execute(
        "SELECT event_id, entity_id, role, words FROM event_party ORDER BY event_id, seq"
    ).fetchall()
    kept = sorted(((row_of[row[0]], *row[1:]) for row in rows if row[0] in row_of), key=lambda row: row[0])
    event, entity, role, words = zip(*kept, strict=True) if kept else [()] * 4
    return Parties(
        np.array(event, np.int32), index(entity, lookup), codes(role, ROLES), tuple(map(clean, texts(words)))
    )


def read_quantities(
    connection: sqlite3.Connection, row_of: dict[int, int]
) -> tuple[Quantities, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    rows = connection.execute(
        "SELECT event_id, metric, unit, comparator, value, low, high FROM quantity ORDER BY event_id, seq"
    ).fetchall()
    kept = sorted(((row_of[row[0]], *row[1:]) for row in rows if row[0] in row_of), key=lambda row: row[0])
    event, metric, unit, comparator, value, low, high = zip(*kept, strict=True) if kept else [()] * 7
    for word in set(comparator):
        Comparator(word)
    numbers: list[dict[str, int]] = [{}, {}, {}]
    words = [
        np.array([seen.setdefault(clean(t), len(seen)) for t in texts(part)], np.int32)
        for seen, part in zip(numbers, (metric, unit, comparator), strict=True)
    ]
    positive = np.isin(words[0], [numbers[0].get(name, -1) for name in POSITIVE])
    amounts = [sizes(part, positive) for part in (value, low, high)]
    table = Quantities(np.array(event, np.int32), words[0], words[1], words[2], amounts[0], amounts[1], amounts[2])
    return table, tuple(numbers[0]), tuple(numbers[1]), tuple(numbers[2])


def sizes(values: tuple[float | None, ...], positive: Any) -> Any:
    """Numbers, NaN for those that cannot be drawn: endless ones, and what is not above nothing where it must be."""
    found = np.array(values, np.float64)
    return np.where((np.abs(found) <= BIGGEST) & (~positive | (found > 0)), found, np.nan)


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
