"""Modelspan's own JSON: a whole catalogue, written and read without loss.

The records stand as they are in domain/records.py: a field that holds its default is left out, dates are EDTF, and an
event says its kind beside the fields of its body.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import DateError, When, parse_edtf
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.problems import UserError
from modelspan.domain.records import (
    BODY_OF,
    AliasRole,
    Body,
    Dataset,
    Entity,
    EntityKind,
    Event,
    HardwareFacts,
    Kind,
    ModelFacts,
    Role,
    Score,
    Source,
)
from modelspan.formats.file import File

NAME = "catalogue_json"
TITLE = "Modelspan catalogue (JSON)"
MARK, VERSION = "modelspan-catalogue", 1
FACTS = {"model": ModelFacts, "hardware": HardwareFacts}
HALVES = re.compile("[\ud800-\udfff]")
Record = TypeVar("Record")


class UnreadableError(ValueError):
    """A record that is not one; the message is a plain sentence."""


def write(catalogue: Catalogue) -> str:
    """A catalogue as JSON, one record a line."""
    head = {"format": MARK, "version": VERSION, "as_of": catalogue.as_of, "dataset": encoded(catalogue.dataset)}
    lists = {
        "sources": [encoded(source) for source in catalogue.sources],
        "entities": [encoded(entity) for entity in catalogue.entities],
        "events": [encoded(event) for event in catalogue.events],
    }
    parts = [f"{text(name)}: {text(value)}" for name, value in head.items()]
    for name, rows in lists.items():
        inner = ",\n".join(text(row) for row in rows)
        parts.append(f"{text(name)}: [\n{inner}\n]" if rows else f"{text(name)}: []")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def text(value: Any) -> str:
    """One JSON value. Halves of characters, which no encoding writes, are escaped."""
    return HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", json.dumps(value, ensure_ascii=False, allow_nan=False))


def load(file: File) -> tuple[Catalogue, Tally]:
    """The catalogue of a file and the outcome of its records. Raises UserError where it is none."""
    raw = file.json
    if not is_ours(raw):
        raise UserError(f"{file.name} is no catalogue of Modelspan; its first key is format: {MARK}.")
    if raw.get("version") != VERSION:
        raise UserError(
            f"{file.name} is of version {raw.get('version')!r} of its format and this Modelspan reads {VERSION}; "
            "update Modelspan."
        )
    try:
        dataset = decoded(Dataset, raw.get("dataset"))
    except UnreadableError as error:
        raise UserError(f"{file.name} does not say which dataset it holds: {error}") from error
    tally = Tally(file.name)
    as_of = raw.get("as_of")
    catalogue = Catalogue(
        dataset=dataset,
        as_of=as_of if isinstance(as_of, str) else dataset.version,
        sources=listed(Source, raw, "sources", "id", tally),
        entities=listed(Entity, raw, "entities", "id", tally),
        events=listed(Event, raw, "events", "key", tally),
    )
    return catalogue, tally


def is_ours(raw: Any) -> bool:
    """Whether a JSON value says that it is a catalogue."""
    return isinstance(raw, dict) and raw.get("format") == MARK


def listed(kind: type[Record], raw: dict[str, Any], name: str, id_: str, tally: Tally) -> tuple[Record, ...]:
    """The records of one list; those that are none, or one a second time, are problems."""
    rows = raw.get(name, [])
    if not isinstance(rows, list):
        tally.problem(name, f"{name} must be a list.")
        return ()
    found: dict[str, Record] = {}
    for number, row in enumerate(rows, start=1):
        label = row.get(id_) if isinstance(row, dict) else None
        record = f"{name}/{label}" if isinstance(label, str) else f"{name} {number}"
        try:
            one = decoded(kind, row)
            own = getattr(one, id_)
            if own in found:
                raise UnreadableError(f"{id_} {own!r} stands there twice; the first one counts.")
            found[own] = one
        except UnreadableError as error:
            tally.problem(record, str(error))
            tally.outcome(0)
        else:
            tally.outcome(1)
    return tuple(found.values())


def encoded(value: Any) -> Any:
    """A record, or a value in one, as JSON can hold it."""
    match value:
        case When():
            return edtf_or_parts(value)
        case StrEnum():
            return value.value
        case tuple():
            return [encoded(part) for part in value]
        case Event():
            return {"kind": value.kind.value, **own_fields(value, leave=("body",)), "body": own_fields(value.body)}
        case ModelFacts() | HardwareFacts():
            name = "model" if isinstance(value, ModelFacts) else "hardware"
            return {"of": name, **own_fields(value)}
        case _ if is_dataclass(value):
            return own_fields(value)
    return value


def own_fields(record: Any, leave: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields that do not hold their default."""
    return {
        field.name: encoded(getattr(record, field.name))
        for field in fields(record)
        if field.name not in leave and (field.default is MISSING or getattr(record, field.name) != field.default)
    }


def edtf_or_parts(when: When) -> Any:
    """EDTF, and the parts of a date that EDTF cannot say."""
    try:
        written = str(when)
        if parse_edtf(written) == when:
            return written
    except (DateError, ValueError, AssertionError):
        pass  # the parts say it
    return own_fields(when)


@cache
def shape(kind: Any) -> tuple[dict[str, Any], tuple[Field[Any], ...]]:
    """The types and the fields of a record."""
    return get_type_hints(kind), fields(kind)


def decoded(kind: type[Record], raw: Any) -> Record:
    """A record of one kind. Raises UnreadableError."""
    if not isinstance(raw, dict):
        raise UnreadableError(f"{str(raw)[:40]!r} is not a record.")
    hints, parts = shape(cast(Any, kind))
    rest = dict(raw)
    made: dict[str, Any] = {}
    if kind is Event:
        made["body"] = body(rest.pop("kind", None), rest.pop("body", {}))
    for field in parts:
        if field.name in rest:
            made[field.name] = value_as(hints[field.name], rest.pop(field.name), field.name)
        elif field.default is MISSING and field.name not in made:
            raise UnreadableError(f"{field.name} is missing.")
    if rest:
        raise UnreadableError(f"{next(iter(rest))} is not a field known here.")
    return kind(**made)


def body(kind: Any, raw: Any) -> Body:
    """The body of an event of a kind."""
    if not isinstance(kind, str) or kind not in set(Kind):
        raise UnreadableError(f"kind is {kind!r}; it must be one of {', '.join(Kind)}.")
    found: Body = decoded(BODY_OF[Kind(kind)], raw)
    return found


def value_as(kind: Any, raw: Any, name: str) -> Any:
    """A value of the type a field has."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return optional(get_args(kind), raw, name)
    if origin is tuple:
        if not isinstance(raw, list):
            raise UnreadableError(f"{name} must be a list.")
        return tuple(value_as(get_args(kind)[0], part, name) for part in raw)
    if kind is When:
        return when(raw, name)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        if not isinstance(raw, str) or raw not in set(kind):
            raise UnreadableError(f"{name} is {str(raw)[:40]!r}; it must be one of {', '.join(kind)}.")
        return kind(raw)
    if isinstance(kind, type) and is_dataclass(kind):
        return decoded(kind, raw)
    if kind is float:
        return number(raw, name)
    if not isinstance(raw, kind) or (kind is int and isinstance(raw, bool)):
        raise UnreadableError(f"{name} is {str(raw)[:40]!r}, which is of the wrong type.")
    return raw


def optional(kinds: tuple[Any, ...], raw: Any, name: str) -> Any:
    """A value that may be absent, or the facts of a model or of hardware."""
    if raw is None and NoneType in kinds:
        return None
    if ModelFacts in kinds:
        of = raw.get("of") if isinstance(raw, dict) else None
        if not isinstance(of, str) or of not in FACTS:
            raise UnreadableError(f"{name} must say whether they are of a model or of hardware.")
        return decoded(FACTS[of], {key: value for key, value in raw.items() if key != "of"})
    return value_as(next(kind for kind in kinds if kind is not NoneType), raw, name)


def number(raw: Any, name: str) -> float:
    """A number; files are read with decimals as text."""
    if isinstance(raw, str | int | float) and not isinstance(raw, bool):
        try:
            found = float(raw)
        except (ValueError, OverflowError):
            found = math.nan
        if math.isfinite(found):
            return found
    raise UnreadableError(f"{name} is {str(raw)[:40]!r} and not a number.")


def when(raw: Any, name: str) -> When:
    """A date in EDTF or in parts."""
    if isinstance(raw, dict):
        return decoded(When, raw)
    try:
        return parse_edtf(raw) if isinstance(raw, str) else decoded(When, raw)
    except DateError as error:
        raise UnreadableError(f"{name}: {error}") from error


def sniff(file: File) -> bool:
    """What says of itself that it is a catalogue."""
    return MARK in file.text[:200] and is_ours(file.json)


def read(file: File) -> Reading:
    """A catalogue as statements."""
    return stated(*load(file))


def stated(catalogue: Catalogue, tally: Tally, format_: str = NAME) -> Reading:
    """A catalogue as statements in its own names, so that they meet those of a store that has other ids."""
    titles = {entity.id: entity.name for entity in catalogue.entities}
    names = {entity.id: named(entity, titles) for entity in catalogue.entities}
    drafts = tuple(draft(event, names) for event in catalogue.events)
    used = {event.subject_id for event in catalogue.events}
    return Reading(
        format=format_,
        dataset=catalogue.dataset,
        as_of=catalogue.as_of,
        tally=tally,
        drafts=drafts,
        sources=catalogue.sources,
        alone=tuple(name for id_, name in names.items() if id_ not in used),
        settled=True,
    )


def named(entity: Entity, titles: dict[str, str]) -> Named:
    """An entity as others would name it: by its API id, else by its name."""
    ids = [alias.text for alias in entity.aliases if alias.role is AliasRole.API_ID]
    return Named(
        kind=entity.kind,
        id=next(iter(ids), ""),
        name=entity.name,
        maker=titles.get(entity.organisation_id, entity.organisation_id),
        family=titles.get(entity.parent_id, entity.parent_id),
        aliases=entity.aliases,
        facts=entity.facts,
    )


def draft(event: Event, names: dict[str, Named]) -> Draft:
    """An event with names in place of ids; what the catalogue has no entity of keeps the id as its name."""
    body, benchmark = event.body, None
    if isinstance(body, Score):
        benchmark = names.get(body.benchmark_id) or Named(kind=EntityKind.BENCHMARK, id=body.benchmark_id)
        body = replace(body, benchmark_id="")
    subject = names.get(event.subject_id) or (Named(id=event.subject_id) if event.subject_id else None)
    parties: list[tuple[Role, Named]] = []
    kept = []
    for party in event.parties:
        if party.entity_id and (other := names.get(party.entity_id)):
            parties.append((party.role, other))
        else:
            kept.append(party)
    return Draft(
        event=replace(event, body=body, subject_id="", surface_id="", parties=tuple(kept)),
        subject=subject,
        surface=names.get(event.surface_id) or event.surface_id,
        parties=tuple(parties),
        benchmark=benchmark,
    )
