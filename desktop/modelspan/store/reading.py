"""Read an event store as columns, through the standard library's sqlite3: the window opens without SQLAlchemy."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from modelspan.domain.catalogue import SINGLE_VALUED
from modelspan.domain.dates import DAY_S, MAX_DAY, MIN_DAY, DateError, Qualifier, nominal, parse_edtf
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
    Scores,
    Snapshot,
    code,
    freeze,
)  # fmt: skip
from modelspan.store import choosing
from modelspan.store.layout import BUNDLED
from modelspan.store.opening import DamagedError, connect
from modelspan.store.texts import LONGEST, clean
from modelspan.store.values import check, check_column, check_once, wrong

POSITIVE = ("capacity", "output_speed", "value", "input_price", "output_price")  # metrics drawn on a logarithmic axis
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
    entities, entities_unknown = read_entities(connection)
    lookup = entities.row
    aliases, homeless = read_aliases(connection, lookup)
    names = (
        "id, kind, subject_id, surface_id, scope, start_day, end_day, start_s, precision, qualifier, status, evidence,"
        " confidence, shown, slot, known_start, known_end, says_start, says_end, was_start, was_end, title, when_text"
    )
    datasets = choosing.read_datasets(connection)
    if len(datasets) > 1:
        names += ", dataset_id"
    rows = connection.execute(
        f"SELECT {names} FROM event WHERE dropped IS NULL AND withdrawn = 0 ORDER BY coalesce(start_day, end_day), id"
    ).fetchall()
    part = list(zip(*rows, strict=True)) if rows else [()] * (names.count(",") + 1)
    check("event", names.replace(",", " ").split(), part)
    check_once("event", part[0])
    check_life(connection)
    if rows and not entities.ids:
        raise ValueError("events, but nothing they could be about")
    row_of = {event_id: index for index, event_id in enumerate(part[0])}
    scopes: dict[str, int] = {"": 0}
    slots: dict[str, int] = {}
    events = Events(
        id=np.array(part[0], np.int64),
        kind=codes(part[1], KINDS),
        subject=index(part[2], lookup),
        surface=index(part[3], lookup),
        scope=np.array([scopes.setdefault(text, len(scopes)) for text in part[4]], np.int32),
        start=days(part, 5, "start_day", OPEN_START),
        end=days(part, 6, "end_day", OPEN_END),
        start_s=seconds(part),
        precision=codes(part[8], PRECISIONS),
        qualifier=codes(part[9], QUALIFIERS),
        status=codes(part[10], STATUSES),
        evidence=codes(part[11], EVIDENCES),
        confidence=codes(part[12], CONFIDENCES),
        shown=np.array(part[13], bool),
        slot=np.array([slots.setdefault(text, len(slots)) for text in part[14]], np.int32),
        known_start=days(part, 15, "known_start", OPEN_START),
        known_end=days(part, 16, "known_end", OPEN_END),
        says_start=days(part, 17, "says_start", OPEN_START),
        says_end=days(part, 18, "says_end", OPEN_END),
        was_start=days(part, 19, "was_start", OPEN_START),
        was_end=days(part, 20, "was_end", OPEN_END),
        vintage=read_vintage(connection, row_of),
        amends=read_amends(connection, row_of),
    )
    check_sides(part, events)
    events = choose(connection, events, part, datasets, row_of)
    parties, unnamed = read_parties(connection, row_of, lookup)
    quantities, metrics, units, comparators = read_quantities(connection, row_of)
    scores = read_scores(connection, row_of, lookup)
    for table in (entities, aliases, events, parties, quantities, scores):
        freeze(table)
    bundled = next((each for each in datasets if each.id == BUNDLED), datasets[0] if datasets else None)
    version = bundled.version if bundled else ""
    return Snapshot(
        schema=connection.execute("PRAGMA user_version").fetchone()[0],
        version=version,
        as_of=choosing.day_of(version),
        entities=entities,
        aliases=aliases,
        events=events,
        titles=tuple(clean(title, LONGEST) for title in part[21]),
        parties=parties,
        quantities=quantities,
        scopes=tuple(clean(text, LONGEST) for text in scopes),
        metrics=metrics,
        units=units,
        comparators=comparators,
        attribution=tuple(clean(line, LONGEST) for each in datasets for line in each.attribution.splitlines()),
        counts={
            "sources": connection.execute("SELECT count(*) FROM source WHERE dropped IS NULL").fetchone()[0],
            "datasets": len(datasets),
            "rivals": count_rivals(connection),
            # references to what the store does not hold: left out of what they would belong to, see findings.py
            "dangling": entities_unknown
            + homeless
            + unnamed
            + unknown(part[2], events.subject)
            + unknown(part[3], events.surface),
        },
        scores=scores,
    )


def choose(
    connection: sqlite3.Connection,
    events: Events,
    part: list[tuple[Any, ...]],
    datasets: list[choosing.Dataset],
    row_of: dict[int, int],
) -> Events:
    """The events with one value shown for each thing, where several datasets or the user have a say in it."""
    wanted = [row_of[number] for number in choosing.decided(connection).values()]
    if len(datasets) < 2 and not wanted:
        return events
    rank = choosing.ranks(datasets)
    own = part[23] if len(datasets) > 1 else (datasets[0].id if datasets else "",) * len(events)
    order = np.array([rank.get(name, -1) for name in own], np.int32)
    shown = choosing.choose(events.shown, events.kind, events.slot, order, np.array(wanted, np.int64))
    return replace(events, shown=shown)


def codes(words: tuple[str, ...], known: tuple[str, ...]) -> Any:
    """Words of a closed list as their numbers."""
    number = {word: place for place, word in enumerate(known)}
    return np.array([number[word] for word in words], np.uint8)


def index(ids: tuple[str, ...], lookup: dict[str, int]) -> Any:
    """Ids as entity rows, -1 for none or unknown."""
    return np.array([lookup.get(text, -1) for text in ids], np.int32)


def unknown(ids: tuple[str, ...], rows: Any) -> int:
    """How many ids were given, but stand for nothing in the store."""
    return int(np.count_nonzero(rows < 0)) - ids.count("")


def days(part: list[tuple[Any, ...]], column: int, name: str, absent: np.int32) -> Any:
    """Day numbers with a value for the open side. An end is half-open and may lie one past the last day."""
    found = np.array([absent if value is None else value for value in part[column]], np.int64)
    last = MAX_DAY + (absent == OPEN_END)
    refuse(part, (found != absent) & ((found < MIN_DAY) | (found > last)), name, "a day outside the years 1 to 9999")
    return found.astype(np.int32)


def seconds(part: list[tuple[Any, ...]]) -> Any:
    """UTC seconds, -1 where no instant is known."""
    found = np.array([-1 if value is None else value for value in part[7]], np.int64)
    outside = (found < MIN_DAY * DAY_S) | (found >= (MAX_DAY + 1) * DAY_S)
    refuse(part, outside, "start_s", "a moment outside the years 1 to 9999")
    return found


def check_sides(part: list[tuple[Any, ...]], events: Events) -> None:
    """A span has the sides its qualifier promises and does not end before it starts."""
    no_start, no_end = events.start == OPEN_START, events.end == OPEN_END
    sides = (no_start != (events.qualifier == code(Qualifier.NOT_AFTER))) | (
        no_end != (events.qualifier == code(Qualifier.NOT_BEFORE))
    )
    refuse(part, sides, "start_day", "a date without a side it promises")
    for name in ("", "known_", "says_", "was_"):
        turned = getattr(events, f"{name}end") <= getattr(events, f"{name}start")
        refuse(part, turned, f"{name or 'start_'}{'end' if name else 'day'}", "a date that ends before it starts")


def refuse(part: list[tuple[Any, ...]], mask: Any, name: str, text: str) -> None:
    """Refuse a store whose events have something wrong in a field; tells the first of them."""
    if mask.any():
        raise wrong("event", part[0][int(mask.argmax())], name, text)


def check_life(connection: sqlite3.Connection) -> None:
    """Refuse rows of which nobody can say whether they are current: they would silently be left out."""
    for table in ("entity", "alias", "source", "event"):
        withdrawn = " OR withdrawn IS NULL OR withdrawn NOT IN (0, 1)" if table == "event" else ""
        row = connection.execute(
            f"SELECT rowid FROM {table} WHERE typeof(dropped) NOT IN ('integer', 'null'){withdrawn} LIMIT 1"
        ).fetchone()
        if row:
            raise wrong(table, row[0], "dropped" + " or withdrawn" * bool(withdrawn), "no revision and no flag")


def read_entities(connection: sqlite3.Connection) -> tuple[Entities, int]:
    """What has a name, and how many of their owners and families are not there."""
    rows = connection.execute(
        "SELECT e.id, e.name, e.kind, e.organisation_id, e.parent_id, m.open_weights, m.context_tokens FROM entity e"
        " LEFT JOIN model m ON m.entity_id = e.id AND m.added = e.added WHERE e.dropped IS NULL"
        " ORDER BY e.added, e.rowid"
    ).fetchall()
    part = list(zip(*rows, strict=True)) if rows else [()] * 7
    ids, names, kinds, organisations, parents, weights, context = part
    check("entity", ("id", "name", "kind", "organisation_id", "parent_id"), part[:5])
    check_once("entity", ids)
    check_column("model", "open_weights", weights, ids)
    check_column("model", "context_tokens", context, ids)
    lookup = {text: place for place, text in enumerate(ids)}
    found = Entities(
        ids=ids,
        names=tuple(clean(name, LONGEST) for name in names),
        kind=codes(kinds, ENTITY_KINDS),
        organisation=index(organisations, lookup),
        parent=index(parents, lookup),
        open_weights=np.array([-1 if value is None else value for value in weights], np.int8),
        context_tokens=np.array([-1 if value is None else value for value in context], np.int64),
    )
    return found, unknown(organisations, found.organisation) + unknown(parents, found.parent)


def read_aliases(connection: sqlite3.Connection, lookup: dict[str, int]) -> tuple[Aliases, int]:
    """What things are called too, and how many names belong to nothing."""
    rows = connection.execute(
        "SELECT entity_id, text, folded FROM alias WHERE dropped IS NULL ORDER BY rowid"
    ).fetchall()
    check("alias", ("entity_id", "text", "folded"), list(zip(*rows, strict=True)) if rows else [()] * 3)
    kept = [row for row in rows if row[0] in lookup]
    found = Aliases(
        entity=np.array([lookup[row[0]] for row in kept], np.int32),
        texts=tuple(clean(row[1], LONGEST) for row in kept),
        folded=tuple(row[2] for row in kept),
    )
    return found, len(rows) - len(kept)


def read_vintage(connection: sqlite3.Connection, row_of: dict[int, int]) -> Any:
    found = np.full(len(row_of), OPEN_START, np.int32)
    rows = connection.execute(
        "SELECT s.event_id, max(r.published) FROM event_source s"
        " JOIN source r ON r.id = s.source_id AND r.dropped IS NULL"
        " WHERE r.published != '' GROUP BY s.event_id"
    ).fetchall()
    # The newest of several is one of them: what it is not, none is that could be read as a day.
    check_column("source", "published", tuple(row[1] for row in rows), tuple(row[0] for row in rows))
    for event_id, published in rows:
        if event_id in row_of:
            try:
                found[row_of[event_id]] = nominal(parse_edtf(published[:10]))
            except DateError:
                continue  # a source with a free-text date has no vintage to compare
    return found


def read_amends(connection: sqlite3.Connection, row_of: dict[int, int]) -> Any:
    """Event rows of the deals that deals amend; of those with one key the deal of the same dataset comes first."""
    found = np.full(len(row_of), -1, np.int32)
    deals = connection.execute(
        "SELECT id, dataset_id, key, ref_key FROM event WHERE kind = 'deal' AND dropped IS NULL AND withdrawn = 0"
        " ORDER BY id DESC"
    ).fetchall()
    by_key = {key: number for number, _, key, _ in deals}
    own = {(dataset, key): number for number, dataset, key, _ in deals}
    for number, dataset, key, wanted in deals:
        amended = own.get((dataset, wanted), by_key.get(wanted))
        if wanted and wanted != key and amended is not None:
            found[row_of[number]] = row_of[amended]
    return found


def read_scores(connection: sqlite3.Connection, row_of: dict[int, int], lookup: dict[str, int]) -> Scores:
    names = "event_id, benchmark_id, version, harness, effort, variant, flag, budget_min, self_reported"
    rows = connection.execute(f"SELECT {names} FROM score").fetchall()
    part = list(zip(*rows, strict=True)) if rows else [()] * 9
    check("score", names.split(", "), part)
    event = np.array([row_of.get(number, -1) for number in part[0]], np.int32)
    order = np.argsort(event, kind="stable")
    order = order[event[order] >= 0]
    numbers: list[dict[str, int]] = [{"": 0} for _ in range(5)]
    codes_ = [
        np.array([seen.setdefault(text, len(seen)) for text in column], np.int32)[order]
        for seen, column in zip(numbers, part[2:7], strict=True)
    ]
    versions, harnesses, efforts, variants, flags = (tuple(map(clean, seen)) for seen in numbers)
    said = np.array([-1 if value is None else value for value in part[8]], np.int8)
    return Scores(
        event=event[order],
        benchmark=index(part[1], lookup)[order],
        version=codes_[0],
        harness=codes_[1],
        effort=codes_[2],
        variant=codes_[3],
        budget=np.array(part[7], np.float64)[order],
        self_reported=said[order],
        flag=codes_[4],
        versions=versions,
        harnesses=harnesses,
        efforts=efforts,
        variants=variants,
        flags=flags,
    )


def read_parties(connection: sqlite3.Connection, row_of: dict[int, int], lookup: dict[str, int]) -> tuple[Parties, int]:
    """Who takes part, and how many of them are not there."""
    rows = connection.execute(
        "SELECT event_id, entity_id, role, words FROM event_party ORDER BY event_id, seq"
    ).fetchall()
    kept = sorted(((row_of[row[0]], *row[1:]) for row in rows if row[0] in row_of), key=lambda row: row[0])
    part = list(zip(*kept, strict=True)) if kept else [()] * 4
    event, entity, role, words = part
    check("event_party", ("event_id", "entity_id", "role", "words"), part)
    found = Parties(
        np.array(event, np.int32),
        index(entity, lookup),
        codes(role, ROLES),
        tuple(clean(text, LONGEST) for text in words),
    )
    return found, unknown(entity, found.entity)


def read_quantities(
    connection: sqlite3.Connection, row_of: dict[int, int]
) -> tuple[Quantities, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    rows = connection.execute(
        "SELECT event_id, metric, unit, comparator, value, low, high FROM quantity ORDER BY event_id, seq"
    ).fetchall()
    kept = sorted(((row_of[row[0]], *row[1:]) for row in rows if row[0] in row_of), key=lambda row: row[0])
    part = list(zip(*kept, strict=True)) if kept else [()] * 7
    check("quantity", ("event_id", "metric", "unit", "comparator", "value", "low", "high"), part)
    event, metric, unit, comparator, value, low, high = part
    numbers: list[dict[str, int]] = [{}, {}, {}]
    words = [
        np.array([seen.setdefault(clean(t, LONGEST), len(seen)) for t in texts], np.int32)
        for seen, texts in zip(numbers, (metric, unit, comparator), strict=True)
    ]
    positive = np.isin(words[0], [numbers[0].get(name, -1) for name in POSITIVE])
    amounts = [sizes(numbers_, positive) for numbers_ in (value, low, high)]
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
