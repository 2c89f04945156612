"""LiteLLM's map of models, by id: what each costs at a provider, and the day on which it ends there.

The map calls "deprecation date" the day from which a provider serves a model no more. It gives no days of release: one
in an id is a snapshot's name. Its prices have no day either; they held by the day of the file, which only its name can
tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from modelspan.domain.dates import When
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Citation,
    Confidence,
    Dataset,
    Event,
    Evidence,
    KnownBasis,
    ModelFacts,
    Note,
    Price,
    Retirement,
    Role,
    Status,
)  # fmt: skip
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart, key
from modelspan.formats.fields import Fields, shortened
from modelspan.formats.file import File
from modelspan.formats.litellm_ids import Offer, offer
from modelspan.formats.litellm_prices import prices
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "litellm"
TITLE = "LiteLLM model map"

SAMPLE = "sample_spec"
MARK = "litellm_provider"
A_SAMPLE = "a sample of the fields and no model"
RULES = "rules for ids and no model"
SERVICE = "a service such as a search and no model"
PRICE_CLASS = "a price for all models of a size and no model"
AN_ALIAS = "another name of an entry, without a day or price of its own"
ONLY_DESCRIBED = "no end, price or successor"
NO_DAY = "a price without a day, in a file without a day"
SERVED_UNTIL = "LiteLLM calls deprecation date the day from which a provider serves a model no more."
NO_PAGE = "It names no page that says so."
NO_END = "LiteLLM names a successor and no end."
SERVICES = frozenset({"search", "vector_store", "guardrail"})
CLASSES = re.compile(r"(?:fireworks|together)-ai-(?:[^/]*\d[bm]|default)")
PRICE, END = Price(), Retirement()
SUCCESSOR = Note(subtype="successor")


def sniff(file: File) -> bool:
    """Entries by id that say which of LiteLLM's providers they belong to."""
    if not isinstance(file.json, dict):
        return False
    return any(isinstance(entry, dict) and MARK in entry for entry in file.json.values())


def read(file: File) -> Reading:
    """Every entry is one record."""
    vintage = vintage_of(file)
    dataset = Dataset(
        id="litellm",
        title=TITLE,
        publisher="BerriAI/litellm",
        url="https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json",
        licence="MIT",
        attribution=("LiteLLM model map (BerriAI/litellm), MIT.",),
        version=vintage.as_of,
        trust=20,
    )
    entries = file.json if isinstance(file.json, dict) else {}
    reader = Reader(Tally(file.name), Cited(dataset), vintage, entries)
    for id_, raw in entries.items():
        reader.entry(id_, raw)
    reader.say_undated()
    reader.say_left_out()
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=vintage.as_of,
        tally=reader.tally,
        drafts=apart(reader.drafts),
        sources=reader.cited.sources,
        alone=tuple(reader.alone),
    )


@dataclass(slots=True)
class Reader:
    """A file being read."""

    tally: Tally
    cited: Cited
    vintage: Vintage
    entries: dict[str, Any]
    drafts: list[Draft] = field(default_factory=list)
    alone: list[Named] = field(default_factory=list)
    undated: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    offers: dict[tuple[str, str], Offer] = field(default_factory=dict)
    by_then: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        """What all has in common that has no day of its own."""
        observed, known = self.vintage.observed, self.vintage.known
        basis, evidence = KnownBasis.SOURCE_VINTAGE, Evidence.OBSERVED
        self.by_then = {"when": observed, "known": known, "known_basis": basis, "evidence": evidence} if known else {}

    def entry(self, id_: str, raw: object) -> None:
        """One entry: no model, another name, or a model at a provider."""
        if not isinstance(raw, dict):
            self.tally.problem(id_, "The entry is not a table.")
            self.tally.outcome(0)
            return
        if not id_.strip(" /"):
            self.tally.problem(id_, "The entry has no id.")
            self.tally.outcome(0)
            return
        if reason := no_model(id_, raw):
            self.tally.outcome(0, reason=reason)
            return
        fields = Fields(raw, id_, self.tally)
        problems, undated = len(self.tally.problems), self.undated
        provider, target = fields.text(MARK), fields.text("alias_of")
        if not provider and not target:
            if len(self.tally.problems) == problems:
                fields.problem(MARK, "The entry does not say whose offer it is.")
            self.tally.outcome(0)
            return
        at = self.called(id_, provider, target)
        named = model(at, described(fields))
        before = len(self.drafts)
        for event, after in self.events(fields, at):
            parties = () if after is None else ((Role.SUCCESSOR, after),)
            self.drafts.append(Draft(event=event, subject=named, surface=at.provider.surface, parties=parties))
        drafts = len(self.drafts) - before
        nothing = not drafts and len(self.tally.problems) == problems
        if nothing:
            self.alone.append(named)
        reason = NO_DAY if self.undated > undated else AN_ALIAS if target else ONLY_DESCRIBED
        self.tally.outcome(drafts, reason=reason if nothing else "")

    def called(self, id_: str, provider: str, target: str = "") -> Offer:
        """What an id of the map means; `target` is the entry that it is another name of."""
        if target:
            mine = provider or id_.partition("/")[0]
            return replace(self.other(target, mine), also=offer(id_, mine).api_id)
        found = self.offers.get((id_, provider))
        if found is None:
            found = self.offers[id_, provider] = offer(id_, provider)
        return found

    def other(self, id_: str, provider: str) -> Offer:
        """What the id of another entry means, which may be none of the map: `provider` is whose it is then."""
        entry = self.entries.get(id_)
        own = entry.get(MARK) if isinstance(entry, dict) else None
        return self.called(id_, own.strip() if isinstance(own, str) and own.strip() else provider)

    def events(self, fields: Fields, at: Offer) -> Iterator[tuple[Event, Named | None]]:
        """What is said of an offer, each with what comes after it."""
        here = self.cited.file(fields.record)
        shared: dict[str, Any] = {"scope": at.scope, "ids": (at.api_id,)}
        after = self.successor(fields, at) if "successor_model" in fields.raw else None
        if ended := fields.when("deprecation_date"):
            yield self.end(fields, ended, here, shared), after
        elif after is not None and self.dated():
            yield (
                Event(
                    key=key("note", fields.record),
                    body=SUCCESSOR,
                    title="A successor is named",
                    words=f"successor_model: {fields.text('successor_model')}",
                    sources=(here,),
                    confidence=Confidence.LOW,
                    note=NO_END,
                    **shared,
                    **self.by_then,
                ),
                after,
            )
        amounts = prices(fields, at.conditions, self.left_out)
        if amounts and self.dated():
            said = fields.text("source")
            page = self.cited.page(said)
            yield (
                Event(
                    key=f"price|{fields.record.replace('|', '/')}",
                    body=PRICE,
                    quantities=amounts,
                    sources=(page, here) if page else (here,),
                    note="" if page else said,
                    **shared,
                    **self.by_then,
                ),
                None,
            )

    def dated(self) -> bool:
        """Whether the day of the file is known, by which that which it states without a day was so."""
        self.undated += not self.by_then
        return bool(self.by_then)

    def end(self, fields: Fields, when: When, here: Citation, shared: dict[str, Any]) -> Event:
        """The end of an offer."""
        said = fields.text("deprecation_source")
        page = self.cited.page(said)
        if said and page is None:
            fields.problem("deprecation_source", f"{shortened(said)} is no address of the web.")
        ahead, known = self.vintage.ahead(when), self.vintage.known
        occurred = KnownBasis.OCCURRENCE if known else KnownBasis.UNKNOWN
        return Event(
            key=key("retirement", fields.record),
            body=END,
            when=when,
            words=f"deprecation_date: {fields.text('deprecation_date')}",
            known=known if ahead else None,
            known_basis=KnownBasis.SOURCE_VINTAGE if ahead else occurred,
            status=Status.SCHEDULED if ahead else Status.OCCURRED,
            sources=(page, here) if page else (here,),
            evidence=Evidence.SECONDARY,
            confidence=Confidence.MEDIUM if page else Confidence.LOW,
            note=SERVED_UNTIL if page else f"{SERVED_UNTIL} {NO_PAGE}",
            **shared,
        )

    def successor(self, fields: Fields, at: Offer) -> Named | None:
        """What the map says comes after an offer, whether or not it is in the map, or ends before it."""
        if not (text := fields.text("successor_model")):
            return None
        after = self.other(text, fields.text(MARK))
        if (after.id, after.provider) == (at.id, at.provider):
            fields.problem("successor_model", f"{shortened(text)} is given as its own successor.")
            return None
        return model(after)

    def say_undated(self) -> None:
        """One problem for all that has no day because the file has none."""
        if self.undated:
            self.tally.problem(
                "",
                f"Neither the file nor its name says its day, so {self.undated:,} prices and successors without a day "
                "of their own are left out; put the day into the name, as in model_prices_2026-11-20.json.",
            )

    def say_left_out(self) -> None:
        """A sentence on the fields that are about money and no price in dollars."""
        if self.left_out:
            each = ", ".join(f"{name} ({number:,})" for name, number in sorted(self.left_out.items()))
            self.tally.note = f"Left out, since they are factors or no prices in dollars: {each}."


def no_model(id_: str, raw: dict[str, Any]) -> str:
    """Why an entry is no model; empty where it may be one."""
    if id_ == SAMPLE:
        return A_SAMPLE
    if MARK not in raw and isinstance(raw.get("rules"), list):
        return RULES
    if CLASSES.match(id_):
        return PRICE_CLASS
    mode = raw.get("mode")
    if (isinstance(mode, str) and mode in SERVICES) or id_.endswith("/container") or "/preset/" in id_:
        return SERVICE
    return ""


def model(at: Offer, facts: ModelFacts | None = None) -> Named:
    """The model of an offer, with the ids it has there."""
    surface = at.provider.surface
    place = surface if isinstance(surface, str) else ""
    aliases = tuple(
        Alias(text=text, role=AliasRole.API_ID, surface_id=place)
        for text in dict.fromkeys((at.api_id, at.also))
        if text and text != at.id
    )
    return Named(id=at.id, maker=at.maker, aliases=aliases, facts=facts)


def described(fields: Fields) -> ModelFacts:
    """What a model takes and gives."""
    ways = ""
    if "supported_modalities" in fields.raw:
        into, out = texts(fields, "supported_modalities"), texts(fields, "supported_output_modalities")
        ways = f"{into}->{out}" if into and out else ""
    return ModelFacts(context_tokens=fields.whole("max_input_tokens"), modalities=ways)


def texts(fields: Fields, name: str) -> str:
    """The texts of a list, in one."""
    return "+".join([part for part in fields.listed(name) if isinstance(part, str)])
