"""Events that a person states: from a form to records and back, and into the catalogue of one's own entries."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from modelspan.app.entry_fields import YES, Ask, Field, fields_of
from modelspan.app.entry_form import Form, Remark, Trouble
from modelspan.app.entry_names import Known, slug
from modelspan.app.entry_reading import Reading
from modelspan.app.entry_rivals import rivals
from modelspan.app.entry_statement import printed, statement
from modelspan.domain.catalogue import SINGLE_VALUED, Catalogue, slot
from modelspan.domain.dates import DateError, Precision, Qualifier, When, iso
from modelspan.domain.records import (
    Check,
    Citation,
    Dataset,
    DateChange,
    Deal,
    Deprecation,
    Entity,
    Event,
    Evidence,
    Kind,
    KnownBasis,
    Preview,
    Release,
    Role,
    Score,
    Source,
)  # fmt: skip
from modelspan.domain.spellings import parse
from modelspan.domain.status_ids import author, posted
from modelspan.store.layout import MINE

MINE_TITLE = "My entries"
Record = TypeVar("Record", Source, Entity)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event with the sources and entities that come with it, stated on `day`; `replaces` is the key it had."""

    event: Event
    sources: tuple[Source, ...] = ()
    entities: tuple[Entity, ...] = ()
    day: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a form: an entry, or what is wrong; and how it was understood."""

    troubles: tuple[Trouble, ...]
    remarks: tuple[Remark, ...]
    entry: Entry | None


def read(form: Form, known: Known, today: int) -> Answer:
    """Read a form whole."""
    reading = Reading(form, known, today)
    event = statement(reading)
    if event is None:
        return Answer(tuple(reading.troubles), tuple(reading.remarks), None)
    said = rivals(form, event, known)
    entry = with_source(reading, event)
    return Answer((), (*reading.remarks, *said), entry)


def check(form: Form, known: Known, today: int) -> tuple[Trouble, ...]:
    """What is wrong with a form; nothing when it can be accepted."""
    return read(form, known, today).troubles


def made(form: Form, known: Known, today: int) -> Entry:
    """The entry a form states. Raises ValueError for one that `check` finds trouble with."""
    answer = read(form, known, today)
    if answer.entry is None:
        raise ValueError("; ".join(trouble.text for trouble in answer.troubles))
    return answer.entry


def with_source(reading: Reading, event: Event) -> Entry:
    """The event citing its source, which is one's own: another dataset's may go away with it."""
    form = reading.form
    base = form.base if form.base is not None else None
    cited = {source.id: source for source in form.sources}
    kept = [each for each in (base.sources if base else ()) if each.source_id in cited]
    sources: dict[str, Source] = {}
    citations: list[Citation] = []
    if not reading.unsourced:
        first = cited.get(kept[0].source_id) if kept else None
        own = own_source(reading, first)
        sources[own.id] = own
        citations.append(Citation(source_id=own.id, locator=kept[0].locator if kept and same(own, first) else ""))
        for each in kept[1:]:
            other = renamed(cited[each.source_id])
            sources[other.id] = other
            citations.append(replace(each, source_id=other.id))
    event = replace(event, sources=tuple(dict.fromkeys(citations)), key=form.key or key_for(event))
    return Entry(
        event=event, sources=tuple(sources.values()), entities=tuple(reading.fresh.values()), day=iso(reading.today),
        replaces=form.key,
    )  # fmt: skip


def own_source(reading: Reading, old: Source | None) -> Source:
    """The source as the form tells it; what it does not ask is kept of the old one."""
    published, accessed = reading.published, reading.accessed
    title = reading.title if not reading.url else short_address(reading.url)
    publisher, post = reading.text("publisher"), posted(reading.url)
    if post is not None:
        title = f"Post of {str(post).replace('T', ' ')[:16]} UTC"
        publisher = publisher or (f"@{author(reading.url)} on X" if author(reading.url) not in ("", "i") else "X")
    made = Source(
        id="",
        title=title,
        publisher=publisher,
        published="" if published is None else day_text(published),
        accessed="" if accessed is None else day_text(accessed),
        url=reading.url,
    )
    if old is not None and (old.url or old.title) == (made.url or made.title):
        made = replace(made, title=old.title, licence=old.licence, note=old.note)
    return renamed(made)


def same(new: Source, old: Source | None) -> bool:
    """Whether both are the same page."""
    return old is not None and (new.url, new.title) == (old.url, old.title)


def renamed(source: Source) -> Source:
    """A source under an id made of all it says, so that equal ones are one and no other dataset has it."""
    text = "\n".join((source.title, source.publisher, source.published, source.accessed, source.url, source.licence,
                      source.note))  # fmt: skip
    name = f"{MINE}-{slug(source.publisher or source.title)[:40]}"
    return replace(source, id=f"{name}-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:8]}")


def day_text(when: When) -> str:
    """The day, month or year of a source; a moment as its day."""
    day = replace(when, precision=Precision.DAY, start_s=None, end_s=None)
    return str(day if when.precision is Precision.INSTANT else when)


def short_address(url: str) -> str:
    """An address as a title."""
    plain = url.split("://", 1)[-1].removeprefix("www.").rstrip("/")
    return plain if len(plain) <= 100 else f"{plain[:99]}…"


def key_for(event: Event) -> str:
    """A key that says what the event is."""
    body = event.body
    parts = [event.subject_id, event.surface_id, event.scope, event.kind.value]
    match body:
        case Score(benchmark_id=benchmark, version=version):
            parts = [event.subject_id, benchmark, version, event.kind.value]
        case Check(claim=claim):
            parts = [claim, event.kind.value]
        case _ if not event.subject_id:
            parts = [event.title, event.kind.value]
    return "/".join([MINE, *(slug(part) for part in parts if part)])


# from records to a form


def form_of(event: Event, known: Known, sources: Mapping[str, Source], *, replaces: bool) -> Form:
    """A form that states an event again: to change it (`replaces`), or to make another one of it."""
    texts: dict[str, str] = {}
    cited = tuple(sources[each.source_id] for each in event.sources if each.source_id in sources)
    anchor = source_texts(event, cited, texts)
    for field in fields_of(event.kind):
        if field.id not in texts:
            texts[field.id] = text_of(field, event, known, anchor)
    return Form(
        kind=event.kind, texts=tuple((name, text) for name, text in texts.items() if text),
        key=event.key if replaces else "", base=event, sources=cited,
    )  # fmt: skip


def source_texts(event: Event, cited: tuple[Source, ...], texts: dict[str, str]) -> int | None:
    """Fill in the fields of the source; the day from which relative words are counted."""
    first = cited[0] if cited else None
    texts["source"] = (first.url or first.title) if first else ""
    texts["published"] = first.published[:10] if first else ""
    texts["accessed"] = first.accessed[:10] if first else ""
    texts["publisher"] = first.publisher if first else ""
    texts["unsourced"] = "" if first else YES
    evidence = event.evidence
    texts["evidence"] = evidence.value if evidence not in (Evidence.MEMORY, Evidence.ARITHMETIC) else ""
    texts["note"] = event.note
    if not texts["published"] and event.known is not None and event.known_basis is KnownBasis.STATED:
        texts["published"] = day_text(event.known) if event.known.qualifier is Qualifier.EXACT else ""
    try:
        when = parse(texts["published"]) if texts["published"] else None
    except DateError:
        texts["published"] = ""  # a free text of somebody else
        return None
    return when.start if when is not None and when.precision in (Precision.DAY, Precision.INSTANT) else None


def date_text(when: When | None, words: str, anchor: int | None) -> str:
    """A date in its own words, where they still mean it, else as it is written here."""
    if when is None:
        return ""
    try:
        if words and parse(words, day=anchor) == when:
            return words
    except DateError:
        pass
    return str(when)


def text_of(field: Field, event: Event, known: Known, anchor: int | None) -> str:
    """What a field holds for an event."""
    body = event.body
    first = event.quantities[0] if event.quantities else None
    if field.ask is Ask.DATE:
        when = event.when if field.id == "when" else getattr(body, field.id, None)
        return date_text(when, event.words, anchor)
    if field.ask is Ask.NAMES:
        parties = [party for party in event.parties if party.role is field.role]
        names = [known.label_of(p.entity_id, field.entities) if p.entity_id else p.words for p in parties]
        return "; ".join(names) + (";" if len(names) == 1 and "," in names[0] and not parties[0].entity_id else "")
    if field.metric:
        return next((printed(amount) for amount in event.quantities if amount.metric == field.metric), "")
    match field.id:
        case "subject":
            return known.label_of(event.subject_id, field.entities)
        case "surface":
            return known.label_of(event.surface_id, field.entities)
        case "by":
            spoken = next((p.words for p in event.parties if p.role is Role.SPEAKER and not p.entity_id), "")
            return known.label_of(event.by_id, field.entities) if event.by_id else spoken
        case "title" | "scope" | "note":
            return str(getattr(event, field.id))
        case "value":
            return printed(first) if first else ""
        case "metric":
            return first.metric.replace("_", " ") if first else ""
        case "unit" | "baseline" | "conditions":
            return str(getattr(first, field.id)) if first else ""
        case _:
            return text_of_body(field, event, known)


def text_of_body(field: Field, event: Event, known: Known) -> str:
    """What a field holds that only one kind has."""
    match event.body:
        case Release(subtype=subtype):
            return YES if subtype else ""
        case Preview(audience=audience):
            return audience
        case Deal(amends=key) if field.id == "amends":
            return known.label_of_event(key, Kind.DEAL) or key
        case Check(claim=key) if field.id == "claim":
            return known.label_of_event(key, Kind.CLAIM) or key
        case Score() as score:
            told = {None: "", True: YES, False: "no"}[score.self_reported]
            values = {
                "benchmark": known.label_of(score.benchmark_id, field.entities), "self_reported": told,
                "budget": "" if score.budget_min is None else f"{score.budget_min:g}",
            }  # fmt: skip
            return values.get(field.id, str(getattr(score, field.id, "")))
        case Deprecation() | DateChange():
            return ""
        case body:
            return str(getattr(body, field.id, ""))


# the catalogue of one's own entries


def written(catalogue: Catalogue, entry: Entry, replaces: str = "") -> Catalogue:
    """The catalogue with an entry added, or in the place of the one with the key `replaces`.

    Of two own entries about one thing the newer one is shown; the older one stays as its rival.
    """
    replaces = replaces or entry.replaces
    taken = {event.key for event in catalogue.events} - {replaces}
    key = replaces or entry.event.key
    number, plain = 1, key
    while key in taken:
        number += 1
        key = f"{plain}-{number}"
    new = replace(entry.event, key=key)
    there = any(event.key == replaces for event in catalogue.events)
    events = [settled(new if event.key == replaces else event, new) for event in catalogue.events]
    return tidy(replace(
        catalogue,
        dataset=Dataset(id=MINE, title=catalogue.dataset.title or MINE_TITLE, trust=catalogue.dataset.trust),
        as_of=entry.day or catalogue.as_of,
        sources=together(catalogue.sources, entry.sources),
        entities=together(catalogue.entities, entry.entities),
        events=tuple(events if there else (*events, new)),
    ))  # fmt: skip


def settled(event: Event, new: Event) -> Event:
    """An own entry beside a newer one: its rival where both are about one thing."""
    if event.key == new.key or event.kind not in SINGLE_VALUED:
        return event
    if slot(event) == slot(new):
        return replace(event, rival_of=new.key)
    return replace(event, rival_of="") if event.rival_of == new.key else event


def without(catalogue: Catalogue, key: str, day: str = "") -> Catalogue:
    """The catalogue without an entry; what was its rival stands for itself again."""
    events = [event for event in catalogue.events if event.key != key]
    free = [event for event in events if event.rival_of == key]
    if free:
        first = free[-1]  # the newest one is shown again, the others are its rivals
        events = [
            replace(event, rival_of="" if event is first else first.key) if event.rival_of == key else event
            for event in events
        ]
    return tidy(replace(catalogue, as_of=day or catalogue.as_of, events=tuple(events)))


def together(old: Iterable[Record], new: Iterable[Record]) -> tuple[Record, ...]:
    """Both, each id once; the newer one counts."""
    found = {each.id: each for each in old}
    found |= {each.id: each for each in new}
    return tuple(found.values())


def tidy(catalogue: Catalogue) -> Catalogue:
    """The catalogue without sources and entities that no entry needs any more."""
    cited = {each.source_id for event in catalogue.events for each in event.sources}
    named: set[str] = set()
    for event in catalogue.events:
        named |= {event.subject_id, event.surface_id, event.by_id, *(party.entity_id for party in event.parties)}
        if isinstance(event.body, Score):
            named.add(event.body.benchmark_id)
    owners = {entity.id: (entity.organisation_id, entity.parent_id) for entity in catalogue.entities}
    waiting = list(named)
    while waiting:
        for owner in owners.get(waiting.pop(), ()):
            if owner not in named:
                named.add(owner)
                waiting.append(owner)
    return replace(
        catalogue,
        sources=tuple(source for source in catalogue.sources if source.id in cited),
        entities=tuple(entity for entity in catalogue.entities if entity.id in named),
    )
