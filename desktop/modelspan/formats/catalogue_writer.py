"""Write a catalogue as canonical TOML: one fact a line, fields in one order, defaults left out.

No TOML library keeps long inline tables on one line each, which is what makes a change of one fact a one-line diff.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Announcement,
    Check,
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
)  # fmt: skip
from modelspan.formats.catalogue_toml import KNOWN_BY_OCCURRENCE, NAMED

Fields = list[tuple[str, Any]]
LIFECYCLE = (Preview, Release, Legacy, Deprecation, Retirement, DateChange)
PARTY_LISTS = {Role.SUBJECT: "about", Role.HARDWARE: "hardware", Role.TIER: "tiers"}


def texts(catalogue: Catalogue) -> dict[str, str]:
    """Relative file name -> content."""
    files: dict[str, list[str]] = {"catalogue.toml": [head(catalogue)]}
    for source in catalogue.sources:
        files.setdefault("sources.toml", []).append(block("source", source_fields(source)))
    by_subject: dict[str, list[Event]] = {}
    checks: dict[str, list[Event]] = {}
    others: list[Event] = []
    for event in catalogue.events:
        if isinstance(event.body, Check):
            checks.setdefault(event.body.claim, []).append(event)
        elif event.subject_id and isinstance(event.body, (*LIFECYCLE, Announcement, HardwareRelease)):
            by_subject.setdefault(event.subject_id, []).append(event)
        else:
            others.append(event)
    for entity in catalogue.entities:
        if entity.kind in NAMED:
            files.setdefault("names.toml", []).append(block(entity.kind.value, entity_fields(entity)))
        elif entity.kind is EntityKind.MODEL:
            name = f"models/{entity.organisation_id or 'unknown'}.toml"
            files.setdefault(name, []).append(model_block(entity, by_subject.pop(entity.id, [])))
        else:
            files.setdefault("hardware.toml", []).append(hardware_block(entity, by_subject.pop(entity.id, [])))
    series: dict[tuple[str, ...], list[Event]] = {}
    for event in [*others, *(event for rest in by_subject.values() for event in rest)]:
        match event.body:
            case Score() as score:
                amount = event.quantities[0]
                same = (score.benchmark_id, score.version, amount.metric, amount.unit, amount.spread, score.series)
                series.setdefault(same, []).append(event)
            case Deal() as deal:
                extra: Fields = [("amends", deal.amends), ("term", deal.term)]
                files.setdefault("deals.toml", []).append(event_block("deal", event, [("kind", deal.subtype)], extra))
            case Measurement() as made:
                extra = [("offering", made.offering), ("stance", made.stance)]
                files.setdefault("measurements.toml", []).append(event_block("measurement", event, extra))
            case Note() as note:
                extra = [("kind", note.subtype), ("sentiment", note.sentiment), ("disputed", note.disputed)]
                files.setdefault("notes.toml", []).append(event_block("note", event, extra))
            case Claim() as claim:
                extra = [("measurement", claim.measurement)]
                rows = [inline(check_fields(check)) for check in checks.get(event.key, [])]
                text = event_block("claim", event, extra) + listing("checks", rows)
                files.setdefault("claims.toml", []).append(text)
            case _:
                start: Fields = [("kind", event.kind.value)]
                files.setdefault("events.toml", []).append(event_block("event", event, start, kind_fields(event)))
    for (benchmark, version, metric, unit, spread, name), events in series.items():
        top: Fields = [("id", name), ("benchmark", benchmark), ("version", version), ("metric", metric), ("unit", unit)]
        text = block("scores", [*top, ("spread", spread)]) + listing("rows", [inline(score_fields(e)) for e in events])
        files.setdefault(f"scores/{benchmark}.toml", []).append(text)
    return {name: "\n".join(parts) for name, parts in files.items()}


def write(catalogue: Catalogue, folder: Path) -> None:
    """Write the canonical files into a folder."""
    for name, text in texts(catalogue).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def scalar(value: Any) -> str:
    """One TOML value; a JSON string is a valid TOML basic string once DEL is escaped."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            text = f"{value:.12g}" if float(f"{value:.12g}") == value else repr(value)
            return text if set(text) & set(".en") else f"{text}.0"
        case tuple() | list():
            return f"[{', '.join(part if isinstance(part, Inline) else scalar(part) for part in value)}]"
        case _:
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


class Inline(str):
    """TOML text that is already written."""


def kept(fields: Fields) -> Fields:
    """Fields that say something."""
    return [(name, value) for name, value in fields if value is not None and value != "" and value != ()]


def inline(fields: Fields) -> Inline:
    """An inline table on one line."""
    return Inline("{ " + ", ".join(f"{name} = {scalar(value)}" for name, value in kept(fields)) + " }")


def block(kind: str, fields: Fields) -> str:
    """An array table with one field a line."""
    return f"[[{kind}]]\n" + "".join(f"{name} = {scalar(value)}\n" for name, value in kept(fields))


def listing(name: str, rows: Sequence[str]) -> str:
    """A list with one row a line."""
    return f"{name} = [\n" + "".join(f"  {row},\n" for row in rows) + "]\n" if rows else ""


def head(catalogue: Catalogue) -> str:
    made = catalogue.dataset
    fields: Fields = [("id", made.id), ("title", made.title), ("publisher", made.publisher), ("url", made.url)]
    fields += [("licence", made.licence), ("version", made.version), ("trust", made.trust or None)]
    lines = "".join(f"{name} = {scalar(value)}\n" for name, value in kept(fields))
    return f"[catalogue]\n{lines}" + listing("attribution", [scalar(text) for text in made.attribution])


def source_fields(source: Source) -> Fields:
    names = ("id", "title", "publisher", "published", "accessed", "url", "licence", "note")
    return [(name, getattr(source, name)) for name in names]


def alias_list(aliases: Iterable[Alias]) -> tuple[str, ...]:
    """Plain names as texts, the others as tables."""
    found: list[str] = []
    for alias in aliases:
        if alias.role is AliasRole.NAME and not alias.surface_id and not alias.lang:
            found.append(alias.text)
        else:
            role = "" if alias.role is AliasRole.NAME else alias.role.value
            found.append(
                inline([("text", alias.text), ("role", role), ("surface", alias.surface_id), ("lang", alias.lang)])
            )
    return tuple(found)


def entity_fields(entity: Entity) -> Fields:
    parent = "family" if entity.kind is EntityKind.MODEL else "parent"
    return [
        ("id", entity.id),
        ("name", entity.name),
        ("organisation", entity.organisation_id),
        (parent, entity.parent_id),
        ("aliases", alias_list(entity.aliases)),
        ("confidence", entity.confidence),
        ("note", entity.note),
    ]


def model_block(model: Entity, events: Sequence[Event]) -> str:
    fields = entity_fields(model)
    if isinstance(model.facts, ModelFacts):
        made = model.facts
        fields += [
            ("context_tokens", made.context_tokens),
            ("modalities", made.modalities),
            ("open_weights", made.open_weights),
        ]
    rows = [inline(lifecycle_fields(event, model.id)) for event in events]
    return block("model", fields) + listing("lifecycle", rows)


def hardware_block(chip: Entity, events: Sequence[Event]) -> str:
    fields = entity_fields(chip)
    fields.insert(1, ("kind", chip.kind))
    if isinstance(chip.facts, HardwareFacts):
        names = ("node_nm", "memory_gb", "memory_type", "peak_flops", "peak_basis", "power_w")
        fields += [(name, getattr(chip.facts, name)) for name in names]
    for event in events:
        fields.append(("announced" if isinstance(event.body, Announcement) else "released", event.when))
    if events:
        fields += tail_fields(events[0])
    return block("hardware", list(dict(reversed(fields)).items())[::-1])


def kind_fields(event: Event) -> Fields:
    """What only the kind has."""
    match event.body:
        case Preview(audience=audience):
            return [("audience", audience)]
        case Release(subtype=subtype) | Tier(subtype=subtype):
            return [("subtype", subtype)]
        case Deprecation(says=says):
            return [("says", says)]
        case DateChange(was=was, says=says):
            return [("was", was), ("says", says)]
        case Legacy() | Retirement() | Announcement() | HardwareRelease() | Price() | Claim() | Check() | Score():
            return []
        case Deal() | Measurement() | Note():
            return []


def lifecycle_fields(event: Event, model_id: str) -> Fields:
    prefix = f"{model_id}/"
    rival = event.rival_of.removeprefix(prefix)
    fields: Fields = [("key", event.key.removeprefix(prefix)), ("rival_of", rival)]
    fields += [("surface", event.surface_id), ("kind", "" if rival else event.kind.value), ("when", event.when)]
    fields += kind_fields(event)
    return [*fields, *place_fields(event), *quantities_field(event), *tail_fields(event)]


def place_fields(event: Event) -> Fields:
    basis = KnownBasis.STATED if event.known else None
    if basis is None:
        basis = KnownBasis.OCCURRENCE if event.kind in KNOWN_BY_OCCURRENCE else KnownBasis.UNKNOWN
    return [
        ("title", event.title),
        ("scope", event.scope),
        ("ids", event.ids),
        ("known", event.known),
        ("known_basis", "" if event.known_basis is basis else event.known_basis.value),
        ("status", "" if event.status is Status.OCCURRED else event.status.value),
        ("words", event.words),
        ("anchor", event.anchor_key),
        *party_fields(event.parties),
    ]


def party_fields(parties: Sequence[Party]) -> Fields:
    fields: Fields = []
    successors = [p for p in parties if p.role is Role.SUCCESSOR]
    fields.append(("successors", tuple(inline([("id", p.entity_id), ("words", p.words)]) for p in successors)))
    for role, name in PARTY_LISTS.items():
        fields.append((name, tuple(p.entity_id for p in parties if p.role is role)))
    rest = [p for p in parties if p.role is not Role.SUCCESSOR and p.role not in PARTY_LISTS]
    rows = tuple(inline([("id", p.entity_id), ("role", p.role.value), ("words", p.words)]) for p in rest)
    return [*fields, ("parties", rows)]


def tail_fields(event: Event) -> Fields:
    """Who says so, and how sure it is."""
    return [
        ("by", event.by_id),
        ("sources", tuple(f"{c.source_id}:{c.locator}" if c.locator else c.source_id for c in event.sources)),
        ("evidence", "" if event.evidence is Evidence.PUBLISHED else event.evidence.value),
        ("confidence", "" if event.confidence is Confidence.MEDIUM else event.confidence.value),
        ("licence", event.licence),
        ("facts", event.tags),
        ("note", event.note),
    ]


def quantity_fields(amount: Quantity, *, shared: bool = False) -> Fields:
    printed = f"{amount.value:.12g}" if amount.value is not None else ""
    value = amount.published if amount.value is not None and amount.value == number(amount.published) else printed
    fields: Fields = [] if shared else [("metric", amount.metric)]
    fields += [("cmp", "" if amount.comparator is Comparator.EQUAL else amount.comparator.value), ("value", value)]
    fields += [("published", "" if amount.published == value else amount.published)]
    fields += [("low", amount.low), ("high", amount.high)]
    if not shared:
        fields += [("unit", amount.unit), ("spread", amount.spread)]
    return [*fields, ("baseline", amount.baseline), ("conditions", amount.conditions)]


def number(text: str) -> float | None:
    """The number a text is, if it is one."""
    try:
        return float(text)
    except ValueError:
        return None


def quantities_field(event: Event) -> Fields:
    return [("quantities", tuple(inline(quantity_fields(amount)) for amount in event.quantities))]


def event_block(kind: str, event: Event, start: Fields, more: Fields | None = None) -> str:
    """An event that is a table of its own."""
    fields: Fields = [("id", event.key), *start, ("subject", event.subject_id), ("surface", event.surface_id)]
    fields += [("when", event.when), ("rival_of", event.rival_of), *place_fields(event), *(more or [])]
    return block(kind, [*fields, *quantities_field(event), *tail_fields(event)])


def check_fields(event: Event) -> Fields:
    check = event.body
    assert isinstance(check, Check)
    fields: Fields = [
        ("key", event.key.removeprefix(f"{check.claim}/")),
        ("when", event.when),
        ("verdict", check.verdict.value),
    ]
    fields += [("answers", "" if check.answers is Question.HOLDS else check.answers.value), ("own", check.own or None)]
    fields += [("method", check.method), *place_fields(event), *quantities_field(event), *tail_fields(event)]
    return fields


def score_fields(event: Event) -> Fields:
    score = event.body
    assert isinstance(score, Score)
    basis = "" if score.date_basis is DateBasis.MODEL_RELEASE else score.date_basis.value
    return [
        ("key", event.key),
        ("model", event.subject_id),
        ("surface", event.surface_id),
        *quantity_fields(event.quantities[0], shared=True),
        ("harness", score.harness),
        ("effort", score.effort),
        ("minutes", score.budget_min),
        ("variant", score.variant),
        ("self_reported", score.self_reported),
        ("when", event.when),
        ("basis", basis),
        ("flag", score.flag),
        ("rival_of", event.rival_of),
        *place_fields(event),
        *tail_fields(event),
    ]
