"""Records as the rows of their tables: tuples in the order of the columns, built once and handed over in bulk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from modelspan.domain.catalogue import fold
from modelspan.domain.dates import When
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
from modelspan.store import lookup
from modelspan.store.layout import EVENT_COLUMNS

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]

SOURCE_NAMES = ("id", "title", "publisher", "published", "accessed", "url", "licence", "note")
HARDWARE_NAMES = ("node_nm", "memory_gb", "memory_type", "peak_flops", "peak_basis", "power_w")

# The columns of every table that is written in bulk, in the order of the tuples below.
COLUMNS: dict[str, tuple[str, ...]] = {
    "source": (*SOURCE_NAMES, "dataset_id", "added"),
    "entity": (
        "id", "added", "dataset_id", "kind", "name", "parent_id", "organisation_id", "confidence", "note",
    ),
    "alias": ("entity_id", "text", "folded", "role", "surface_id", "lang", "added"),
    "model": ("entity_id", "added", "context_tokens", "modalities", "open_weights"),
    "hardware": ("entity_id", "added", *HARDWARE_NAMES),
    "event": ("id", *EVENT_COLUMNS, "added"),
    "event_text": ("event_id", "name", "text"),
    "event_tag": ("event_id", "tag"),
    "event_party": ("event_id", "seq", "entity_id", "role", "words"),
    "event_source": ("event_id", "seq", "source_id", "locator", "stance"),
    "quantity": (
        "event_id", "seq", "metric", "value", "low", "high", "comparator", "unit", "published", "spread", "baseline",
        "conditions",
    ),
    "score": (
        "event_id", "benchmark_id", "version", "harness", "effort", "budget_min", "variant", "self_reported",
        "date_basis", "flag", "series",
    ),
    "decision": ("kind", "key", "value", "note", "added"),
}  # fmt: skip
NO_DATE = ("", None, None)
UNREAD = ("event_id", "seq", "stance")  # what a record does not hold


EVENT_TABLES = ("event", "event_text", "event_tag", "event_party", "event_source", "quantity", "score")


def empty() -> Rows:
    """No rows of the tables of events, in the order they may be written."""
    return {table: [] for table in EVENT_TABLES}


def source_rows(sources: Iterable[Source], dataset: str, revision: int) -> list[Row]:
    """Sources as new versions."""
    return [(*(getattr(source, name) for name in SOURCE_NAMES), dataset, revision) for source in sources]


def entity_rows(entities: Iterable[Entity], dataset: str, revision: int) -> Rows:
    """Entities as new versions, with their aliases and facts."""
    rows: Rows = {"entity": [], "alias": [], "model": [], "hardware": []}
    for e in entities:
        confidence = e.confidence.value if e.confidence else None
        rows["entity"].append(
            (e.id, revision, dataset, e.kind.value, e.name, e.parent_id, e.organisation_id, confidence, e.note)
        )
        rows["alias"] += alias_rows(e, revision)
        facts = e.facts
        if isinstance(facts, ModelFacts):
            weights = None if facts.open_weights is None else int(facts.open_weights)
            rows["model"].append((e.id, revision, facts.context_tokens, facts.modalities, weights))
        elif isinstance(facts, HardwareFacts):
            rows["hardware"].append((e.id, revision, *(getattr(facts, name) for name in HARDWARE_NAMES)))
    return rows


def alias_rows(entity: Entity, revision: int) -> list[Row]:
    """The aliases of an entity, its own name first so that search needs one table."""
    seen: dict[tuple[str, str], Row] = {}
    for alias in (Alias(text=entity.name), *entity.aliases):
        role = alias.role.value
        row = (entity.id, alias.text, fold(alias.text), role, alias.surface_id, alias.lang, revision)
        seen.setdefault((alias.text, role), row)
    return list(seen.values())


@lru_cache(8192)
def edtf(when: When) -> str:
    """The text of a date; a file says the same few thousand days again and again."""
    return str(when)


def edges(when: When | None) -> Row:
    """A date as its text and its half-open days."""
    return NO_DATE if when is None else (edtf(when), when.start, when.end)


def add_event(rows: Rows, event: Event, number: int, dataset: str, slot: str, withdrawn: bool, revision: int) -> None:
    """An event as a new version, into the rows of its table and those beside it."""
    body, when = event.body, event.when
    subtype = reference = ""
    says: When | None = None
    was: When | None = None
    texts = [("rival_of", event.rival_of)] if event.rival_of else []
    match body:
        case Release(subtype=subtype) | Tier(subtype=subtype):
            pass
        case Score():
            rows["score"].append(score_row(body, number))
        case Note(subtype=subtype):
            texts += (("sentiment", body.sentiment), ("disputed", body.disputed))
        case Deal(subtype=subtype, amends=reference):
            texts.append(("term", body.term))
        case Claim(measurement=reference):
            pass
        case Check(claim=reference):
            subtype = body.verdict.value
            texts += (
                ("answers", body.answers.value), ("own", "yes" if body.own else ""), ("method", body.method),
            )  # fmt: skip
        case Deprecation(says=says):
            pass
        case DateChange(was=was, says=says):
            pass
        case Preview():
            texts.append(("audience", body.audience))
        case Measurement():
            texts += (("offering", body.offering), ("stance", body.stance))
        case _:
            pass
    rows["event"].append(
        (
            number, event.key, dataset, slot, event.kind.value, subtype, event.subject_id, event.surface_id,
            event.scope, " ".join(event.ids), event.title, edtf(when), when.start, when.end, when.start_s, when.end_s,
            when.precision.value, when.qualifier.value, event.words, event.anchor_key, *edges(event.known),
            event.known_basis.value, event.status.value, *edges(says), *edges(was), reference, event.by_id,
            event.evidence.value, event.confidence.value, event.licence, int(event.shown), int(withdrawn), event.note,
            revision,
        )
    )  # fmt: skip
    if texts:
        rows["event_text"] += [(number, name, text) for name, text in texts if text]
    if event.tags:
        rows["event_tag"] += [(number, tag) for tag in dict.fromkeys(event.tags)]
    if event.parties:
        rows["event_party"] += [(number, n, p.entity_id, p.role.value, p.words) for n, p in enumerate(event.parties)]
    if event.sources:
        rows["event_source"] += [(number, n, c.source_id, c.locator, "states") for n, c in enumerate(event.sources)]
    if event.quantities:
        rows["quantity"] += [
            (
                number, n, q.metric, q.value, q.low, q.high, q.comparator.value, q.unit, q.published, q.spread,
                q.baseline, q.conditions,
            )
            for n, q in enumerate(event.quantities)
        ]  # fmt: skip


def score_row(body: Score, number: int) -> Row:
    """What only scores have."""
    said = None if body.self_reported is None else int(body.self_reported)
    return (
        number, body.benchmark_id, body.version, body.harness, body.effort, body.budget_min, body.variant, said,
        body.date_basis.value, body.flag, body.series,
    )  # fmt: skip


def as_written(record: object) -> object:
    """A record as it will be read again: the tables hold each name and each number of a statement once."""
    if isinstance(record, Entity):
        return entity_as_written(record)
    return event_as_written(record) if isinstance(record, Event) else record


def entity_as_written(entity: Entity) -> Entity:
    """An entity with each of its names once, and its own not among them."""
    own = Alias(text=entity.name)
    seen: dict[tuple[str, AliasRole], Alias] = {}
    for alias in (own, *entity.aliases):
        seen.setdefault((alias.text, alias.role), alias)
    return replace(entity, aliases=tuple(alias for alias in seen.values() if alias != own))


def event_as_written(event: Event) -> Event:
    """The event that its rows make."""
    rows = empty()
    add_event(rows, event, 0, "", "", withdrawn=False, revision=0)
    columns = dict(zip(COLUMNS["event"], rows.pop("event")[0], strict=True))
    parts = {table: [read_part(table, row) for row in part] for table, part in rows.items()}
    return lookup.record(columns, parts, {})


def read_part(table: str, row: Row) -> Row:
    """What a record holds of a row beside it."""
    return tuple(value for name, value in zip(COLUMNS[table], row, strict=True) if name not in UNREAD)
