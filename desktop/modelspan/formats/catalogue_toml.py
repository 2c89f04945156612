"""Read a text catalogue: a folder of TOML files, one fact a line where it can be.

The files may be split in any way; what a table is follows from its name (`[[model]]`, `[[deal]]` ...). Nothing stops
at the first problem. `catalogue_writer` writes the canonical form of the same thing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import When
from modelspan.domain.problems import Problem, UserError
from modelspan.domain.records import (
    BODY_OF,
    Alias,
    AliasRole,
    Announcement,
    Body,
    Check,
    Citation,
    Claim,
    Comparator,
    Confidence,
    Dataset,
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
from modelspan.formats.toml_table import Table

# Kinds that became public by happening. An end becomes public by a notice, so without one its day is unknown.
KNOWN_BY_OCCURRENCE = frozenset(set(Kind) - {Kind.RETIREMENT, Kind.DATE_CHANGE})
NAMED = tuple(kind for kind in EntityKind if kind not in (EntityKind.MODEL, EntityKind.CHIP, EntityKind.SYSTEM))


def read(folder: Path) -> tuple[Catalogue, list[Problem], dict[str, str]]:
    """Read every .toml file under a folder: the catalogue, what is wrong, and the file each id and key came from.

    Raises UserError when there is no catalogue at all.
    """
    files = sorted(folder.rglob("*.toml")) if folder.is_dir() else []
    if not files:
        raise UserError(f"{folder} holds no .toml file; a catalogue is a folder with catalogue.toml in it.")
    reading = Reading()
    for path in files:
        where = path.relative_to(folder).as_posix()
        try:
            reading.file(tomllib.loads(path.read_text("utf-8")), where)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            reading.problems.append(Problem(where, "", f"This file is not valid TOML: {error}."))
        except OSError as error:
            reading.problems.append(Problem(where, "", f"This file cannot be read: {error.strerror}."))
    return reading.catalogue(folder), reading.problems, reading.origin


class Reading:
    """What has been read so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.dataset: Dataset | None = None
        self.sources: list[Source] = []
        self.entities: list[Entity] = []
        self.events: list[Event] = []
        self.origin: dict[str, str] = {}

    def file(self, raw: dict[str, Any], where: str) -> None:
        """Take in one file."""
        if isinstance(raw.get("catalogue"), dict):
            self.head(Table(raw.pop("catalogue"), where, "catalogue", self.problems))
        readers: dict[str, Callable[[Table], None]] = {
            "source": self.source, "model": self.model, "hardware": self.hardware, "deal": self.deal,
            "scores": self.scores, "measurement": self.measurement, "claim": self.claim, "note": self.note,
            "event": self.event,
        }  # fmt: skip
        top = Table(raw, where, "", self.problems)
        for name in raw:
            if reader := readers.get(name):
                for table in top.tables(name, "id"):
                    reader(table)
                    table.finish()
            elif name in NAMED:
                for table in top.tables(name, "id"):
                    self.entity(table, EntityKind(name))
                    table.finish()
        top.finish()

    def catalogue(self, folder: Path) -> Catalogue:
        """The whole, once all files are in."""
        if self.dataset is None:
            self.problems.append(Problem("catalogue.toml", "catalogue", "The [catalogue] table is missing."))
            self.dataset = Dataset(id=folder.name, title=folder.name)
        return Catalogue(
            dataset=self.dataset,
            as_of=self.dataset.version,
            sources=tuple(self.sources),
            entities=tuple(self.entities),
            events=tuple(self.events),
        )

    def head(self, table: Table) -> None:
        self.dataset = Dataset(
            id=table.need("id"),
            title=table.need("title"),
            publisher=table.text("publisher"),
            url=table.text("url"),
            licence=table.text("licence"),
            attribution=table.texts("attribution"),
            version=table.need("version"),
            trust=table.whole("trust") or 0,
        )
        table.finish()

    def add(self, event: Event, table: Table) -> None:
        """Take an event in; `origin` remembers its file for the checks that come later."""
        self.origin[event.key] = table.where
        self.events.append(event)

    def source(self, table: Table) -> None:
        fields = ("publisher", "published", "accessed", "url", "licence", "note")
        more = {name: table.text(name) for name in fields}
        found = Source(id=table.need("id"), title=table.need("title"), **more)
        self.sources.append(found)
        self.origin[found.id] = table.where

    def entity(self, table: Table, kind: EntityKind, facts: ModelFacts | HardwareFacts | None = None) -> Entity:
        confidence = table.choice("confidence", Confidence, Confidence.MEDIUM) if "confidence" in table.raw else None
        found = Entity(
            id=table.need("id"),
            kind=kind,
            name=table.need("name"),
            organisation_id=table.text("organisation"),
            parent_id=table.text("family") or table.text("parent"),
            aliases=aliases(table),
            facts=facts,
            confidence=confidence,
            note=table.text("note"),
        )
        self.entities.append(found)
        self.origin[found.id] = table.where
        return found

    def model(self, table: Table) -> None:
        facts = ModelFacts(
            context_tokens=table.whole("context_tokens"),
            modalities=table.text("modalities"),
            open_weights=table.flag("open_weights"),
        )
        model = self.entity(table, EntityKind.MODEL, facts)
        for row in table.tables("lifecycle"):
            key = f"{model.id}/{row.need('key')}"
            rival = row.text("rival_of")
            kind = row.choice("kind", Kind, Kind.RELEASE) if not rival else self.kind_of(row, f"{model.id}/{rival}")
            event = self.common(row, key, body(row, kind), subject=model.id)
            if event and rival:
                event = replace(event, rival_of=f"{model.id}/{rival}")
            if event:
                self.add(event, row)
            row.finish()

    def kind_of(self, table: Table, key: str) -> Kind:
        """The kind of the row a rival contradicts; that row stands before it."""
        for event in reversed(self.events):
            if event.key == key:
                return event.kind
        table.problem(f"rival_of names {key}, which does not stand before it.")
        return Kind.RELEASE

    def hardware(self, table: Table) -> None:
        facts = HardwareFacts(
            node_nm=table.number("node_nm"),
            memory_gb=table.number("memory_gb"),
            memory_type=table.text("memory_type"),
            peak_flops=table.number("peak_flops"),
            peak_basis=table.text("peak_basis"),
            power_w=table.number("power_w"),
        )
        kind = table.choice("kind", EntityKind, EntityKind.CHIP)
        chip = self.entity(table, kind, facts)
        for name, made in (("announced", Announcement()), ("released", HardwareRelease())):
            if table.raw.get(name):
                event = self.common(table, f"{chip.id}/{name}", made, subject=chip.id, when=name)
                if event:
                    self.add(replace(event, note=""), table)
            else:
                table.seen.add(name)

    def deal(self, table: Table) -> None:
        made = Deal(subtype=table.need("kind"), amends=table.text("amends"), term=table.text("term"))
        self.simple(table, made)

    def measurement(self, table: Table) -> None:
        self.simple(table, Measurement(offering=table.text("offering"), stance=table.text("stance")))

    def note(self, table: Table) -> None:
        kind, mood, disputed = table.text("kind"), table.text("sentiment"), table.text("disputed")
        self.simple(table, Note(subtype=kind, sentiment=mood, disputed=disputed))

    def event(self, table: Table) -> None:
        self.simple(table, body(table, table.choice("kind", Kind, Kind.NOTE)))

    def simple(self, table: Table, made: Body) -> None:
        """An event that is a table of its own, named by `id`."""
        event = self.common(table, table.need("id"), made, subject=table.text("subject"))
        if event:
            self.add(event, table)

    def claim(self, table: Table) -> None:
        key = table.need("id")
        checks = table.tables("checks")
        event = self.common(table, key, Claim(measurement=table.text("measurement")), subject=table.text("subject"))
        if event:
            self.add(event, table)
        for row in checks:
            made = Check(
                claim=key,
                verdict=row.choice("verdict", Verdict, Verdict.UNVERIFIABLE),
                answers=row.choice("answers", Question, Question.HOLDS),
                own=bool(row.flag("own")),
                method=row.text("method"),
            )
            check = self.common(row, f"{key}/{row.need('key')}", made, subject=table.text("subject"))
            if check:
                self.add(check, row)
            row.finish()

    def scores(self, table: Table) -> None:
        shared = {name: table.text(name) for name in ("benchmark", "version", "harness", "metric", "unit", "spread")}
        series, when = table.text("id"), table.when("when")
        for row in table.tables("rows"):
            made = Score(
                benchmark_id=shared["benchmark"],
                version=shared["version"],
                harness=row.text("harness") or shared["harness"],
                effort=row.text("effort"),
                budget_min=row.number("minutes"),
                variant=row.text("variant"),
                self_reported=row.flag("self_reported"),
                date_basis=row.choice("basis", DateBasis, DateBasis.MODEL_RELEASE),
                flag=row.text("flag"),
                series=series,
            )
            amount = quantity(row, shared["metric"], shared["unit"], shared["spread"])
            event = self.common(row, row.need("key"), made, subject=row.need("model"), fallback=when)
            if event:
                self.add(replace(event, quantities=(amount,)), row)
            row.finish()

    def common(
        self, table: Table, key: str, made: Body, *, subject: str, when: str = "when", fallback: When | None = None
    ) -> Event | None:
        """What every event has; None, with a problem, when it has no date."""
        moment = table.when(when) or fallback
        if moment is None:
            if not table.text(when):
                table.problem(f"{when} is missing.")
            return None
        known = table.when("known")
        event = Event(key=key, body=made, when=moment)
        occurs = event.kind in KNOWN_BY_OCCURRENCE
        basis = KnownBasis.STATED if known else KnownBasis.OCCURRENCE if occurs else KnownBasis.UNKNOWN
        return replace(
            event,
            title=table.text("title"),
            subject_id=subject,
            surface_id=table.text("surface"),
            scope=table.text("scope"),
            ids=table.texts("ids"),
            words=table.text("words"),
            anchor_key=table.text("anchor"),
            known=known,
            known_basis=table.choice("known_basis", KnownBasis, basis),
            status=table.choice("status", Status, Status.OCCURRED),
            rival_of=table.text("rival_of"),
            parties=parties(table),
            quantities=tuple(quantity(part) for part in table.tables("quantities", "metric")),
            sources=citations(table),
            by_id=table.text("by"),
            evidence=table.choice("evidence", Evidence, Evidence.PUBLISHED),
            confidence=table.choice("confidence", Confidence, Confidence.MEDIUM),
            licence=table.text("licence"),
            note=table.text("note"),
            tags=table.texts("facts"),
        )


def aliases(table: Table) -> tuple[Alias, ...]:
    """Aliases are texts (other names) or tables with a role."""
    found = []
    parts = table.value("aliases") or []
    if not isinstance(parts, list) or not all(isinstance(part, str | dict) for part in parts):
        table.problem("aliases must be a list of texts and tables.")
        return ()
    for part in parts:
        if isinstance(part, str):
            found.append(Alias(text=part))
            continue
        row = Table(part, table.where, f"{table.record}/aliases", table.problems)
        role = row.choice("role", AliasRole, AliasRole.NAME)
        found.append(Alias(text=row.need("text"), role=role, surface_id=row.text("surface"), lang=row.text("lang")))
        row.finish()
    return tuple(found)


def citations(table: Table) -> tuple[Citation, ...]:
    """`id` or `id:locator`."""
    return tuple(
        Citation(source_id=text.partition(":")[0], locator=text.partition(":")[2]) for text in table.texts("sources")
    )


def parties(table: Table) -> tuple[Party, ...]:
    """The `parties`, and the short forms `successors`, `about` (subjects), `hardware` and `tiers` (lists of ids)."""
    found = []
    for row in table.tables("parties", "id"):
        found.append(
            Party(role=row.choice("role", Role, Role.PARTNER), entity_id=row.text("id"), words=row.text("words"))
        )
        row.finish()
    for row in table.tables("successors", "id"):
        found.append(Party(role=Role.SUCCESSOR, entity_id=row.text("id"), words=row.text("words")))
        row.finish()
    for name, role in (("about", Role.SUBJECT), ("hardware", Role.HARDWARE), ("tiers", Role.TIER)):
        found += [Party(role=role, entity_id=text) for text in table.texts(name)]
    return tuple(found)


def quantity(table: Table, metric: str = "", unit: str = "", spread: str = "") -> Quantity:
    """One value with its comparator, unit and baseline. `value` is the decimal text as printed."""
    own = table.text("metric") if "metric" in table.raw or not metric else metric
    found = Quantity(
        metric=own,
        value=table.number("value"),
        low=table.number("low"),
        high=table.number("high"),
        comparator=table.choice("cmp", Comparator, Comparator.EQUAL),
        unit=table.text("unit") or unit,
        published=table.text("published") or str(table.raw.get("value", "")),
        spread=table.text("spread") or spread,
        baseline=table.text("baseline"),
        conditions=table.text("conditions"),
    )
    if not metric:
        table.finish()
    return found


def body(table: Table, kind: Kind) -> Body:
    """The part of a lifecycle or free event that depends on its kind."""
    match kind:
        case Kind.PREVIEW:
            return Preview(audience=table.text("audience"))
        case Kind.RELEASE:
            return Release(subtype=table.text("subtype"))
        case Kind.LEGACY:
            return Legacy()
        case Kind.DEPRECATION:
            return Deprecation(says=table.when("says"))
        case Kind.RETIREMENT:
            return Retirement()
        case Kind.DATE_CHANGE:
            return DateChange(was=table.when("was"), says=table.when("says"))
        case Kind.TIER:
            return Tier(subtype=table.text("subtype"))
        case Kind.PRICE:
            return Price()
        case Kind.ANNOUNCEMENT:
            return Announcement()
        case Kind.NOTE:
            return Note(subtype=table.text("subtype"))
        case _:
            table.problem(f"kind is {kind}, which has a table of its own ({BODY_OF[kind].__name__.lower()}).")
            return Note()
