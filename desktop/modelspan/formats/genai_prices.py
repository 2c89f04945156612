"""genai-prices (Pydantic): prices of models at providers, some of them in dated steps.

A step's day is the day the list gives it. Where many models share one day that has passed, that is the day on which the
list was refreshed, and the prices held by then: not after it. A price without a day held by the day of the file, or
ended when the first dated step began. "deprecated" means here that the provider still serves the model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from modelspan.domain.dates import Precision, Qualifier, When
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Citation,
    Dataset,
    Event,
    Evidence,
    KnownBasis,
    Legacy,
    ModelFacts,
    Price,
    Status,
)  # fmt: skip
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart, key
from modelspan.formats.fields import Fields, shortened
from modelspan.formats.file import File
from modelspan.formats.genai_price_steps import Step, priced, start_of, steps
from modelspan.formats.model_ids import take_apart
from modelspan.formats.places import Provider, maker_at, provider_of
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "genai_prices"
TITLE = "genai-prices"

REFRESH = 10  # models that share a day: vendors change a few prices at a time, whoever refreshes a list dozens
STEPPED = ("prices", "price_variants")
RULES = ("match", "matches")  # which ids a model goes by; the second in the first versions
GOOGLE, VERTEX = "gemini-api", "vertex"  # the list has both under one name, where only Vertex offers others' models
PRICE, LEGACY = Price(), Legacy()
URL = re.compile(r"https?://[^\s,;)\]}>\"']+")
NOT_PRICED = "no price given"
NO_DAY = "a price without a day, in a file without a day"
SAID: dict[str, Any] = {"known_basis": KnownBasis.OCCURRENCE, "evidence": Evidence.SECONDARY}
STILL_SERVED = "The list flags what a provider calls deprecated and still serves; it gives no day."


def sniff(file: File) -> bool:
    """A list of providers whose models have prices and a rule of which ids they match."""
    for provider in providers_of(file.json):
        models = provider.get("models") if isinstance(provider, dict) else None
        if isinstance(models, list) and "id" in provider:
            for model in models:
                if isinstance(model, dict) and "prices" in model and any(mark in model for mark in RULES):
                    return True
    return False


def providers_of(whole: Any) -> list[Any]:
    """The providers: the whole list, or the part of that name in later versions."""
    if isinstance(whole, dict):
        whole = whole.get("providers")
    return whole if isinstance(whole, list) else []


def read(file: File) -> Reading:
    """Every model of every provider is one record."""
    vintage = vintage_of(file)
    dataset = Dataset(
        id="genai-prices",
        title=TITLE,
        publisher="Pydantic",
        url="https://github.com/pydantic/genai-prices",
        licence="MIT",
        attribution=("genai-prices (Pydantic), MIT.",),
        version=vintage.as_of,
        trust=20,
    )
    providers = providers_of(file.json)
    reader = Reader(Tally(file.name), Cited(dataset), vintage, refreshes(providers))
    for number, provider in enumerate(providers, start=1):
        reader.provider(provider, number)
    reader.say_undated()
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=vintage.as_of,
        tally=reader.tally,
        drafts=apart(reader.drafts),
        sources=reader.cited.sources,
        alone=tuple(reader.alone),
    )


def refreshes(providers: list[Any]) -> Counter[str]:
    """Day -> how many models have a price from then on, for days that at least REFRESH models share."""
    shared: Counter[str] = Counter()
    for provider in providers:
        models = provider.get("models") if isinstance(provider, dict) else None
        for model in models if isinstance(models, list) else []:
            if isinstance(model, dict) and (days := set(map(start_of, raw_steps(model)))):
                shared.update(days - {""})
    return Counter({day: number for day, number in shared.items() if number >= REFRESH})


def raw_steps(model: dict[str, Any]) -> list[Any]:
    """The steps of a model as they stand in the file, those of its tiers too."""
    return [step for name in STEPPED if isinstance(value := model.get(name), list) for step in value]


@dataclass(slots=True)
class Reader:
    """A file being read."""

    tally: Tally
    cited: Cited
    vintage: Vintage
    refreshed: Counter[str]
    drafts: list[Draft] = field(default_factory=list)
    alone: list[Named] = field(default_factory=list)
    undated: int = 0

    def provider(self, raw: object, number: int) -> None:
        """A provider's models."""
        id_ = raw.get("id") if isinstance(raw, dict) else None
        record = id_.strip() if isinstance(id_, str) and id_.strip() else f"provider {number}"
        if not isinstance(raw, dict) or not isinstance(raw.get("models"), list):
            self.tally.problem(record, "models: There is no list of models.")
            self.tally.outcome(0)
            return
        provider = Fields(raw, record, self.tally)
        place = provider_of(record, provider.text("name"))
        page = self.price_page(provider)
        for at, model in enumerate(raw["models"], start=1):
            self.model(model, f"{record}/model {at}", record, place, page)

    def price_page(self, provider: Fields) -> Citation | None:
        """The first page on which a provider gives its prices; early versions name one alone."""
        pages = provider.listed("pricing_urls") or [provider.text("pricing_url")]
        first = pages[0]
        if not isinstance(first, str):
            provider.problem("pricing_urls", f"{shortened(first)} is not an address.")
            return None
        return self.cited.page(first.strip())

    def model(self, raw: object, record: str, provider: str, place: Provider, page: Citation | None) -> None:
        """A model at one provider."""
        if not isinstance(raw, dict):
            self.tally.problem(record, "The entry is not a table.")
            self.tally.outcome(0)
            return
        fields = Fields(raw, record, self.tally)
        model_id = fields.text("id")
        if not model_id:
            fields.problem("id", "The model has no id.")
            self.tally.outcome(0)
            return
        fields = Fields(raw, f"{provider}/{model_id}", self.tally)
        at = place.surface if isinstance(place.surface, str) else ""
        ident = take_apart(model_id, at)
        own = maker_at(place, ident.id)
        named = Named(
            id=ident.id,
            name=fields.text("name"),
            maker=own or ident.maker,
            aliases=() if ident.id == model_id else (Alias(text=model_id, role=AliasRole.API_ID, surface_id=at),),
            facts=ModelFacts(context_tokens=fields.whole("context_window") or fields.whole("max_tokens")),
        )
        before, problems, undated = len(self.drafts), len(self.tally.problems), self.undated
        surface = VERTEX if at == GOOGLE and not own else place.surface
        shared: dict[str, Any] = {"ids": (model_id,), "scope": ident.region or place.region}
        for event in self.events(fields, key(provider, model_id), page, shared):
            self.drafts.append(Draft(event=event, subject=named, surface=surface))
        drafts = len(self.drafts) - before
        described = not drafts and len(self.tally.problems) == problems
        if described:
            self.alone.append(named)
        reason = NO_DAY if self.undated > undated else NOT_PRICED
        self.tally.outcome(drafts, reason=reason if described else "")

    def events(self, fields: Fields, stem: str, page: Citation | None, shared: dict[str, Any]) -> Iterator[Event]:
        """One price event for each step that states a price, and the flag. `stem` is what the keys have in common."""
        comments = fields.text("price_comments")
        shared["sources"] = self.sources(comments, page, fields.record)
        found = list(steps(fields))
        for step in found:
            if not (amounts := tuple(priced(fields, step))):
                continue
            dated = self.dated(step, found, comments)
            if dated is None:
                self.undated += 1
                continue
            parts = (f"price|{stem}", step.printed, step.conditions.replace("|", "/"))
            name = "|".join([part for part in parts if part])
            yield Event(key=name, body=PRICE, words=step.printed, quantities=amounts, **shared, **dated)
        if fields.flag("deprecated"):
            if self.vintage.observed:
                observed = self.observed(STILL_SERVED)
                yield Event(key=f"legacy|{stem}", body=LEGACY, words="deprecated", **shared, **observed)
            else:
                self.undated += 1

    def sources(self, comments: str, page: Citation | None, record: str) -> tuple[Citation, ...]:
        """The pages a model's comment names, else the provider's price page; and the file."""
        here = self.cited.file(record)
        urls = [url.rstrip(".") for url in URL.findall(comments)] if comments else []
        if not urls:
            return (page, here) if page else (here,)
        return (*dict.fromkeys(said for url in urls if (said := self.cited.page(url))), here)

    def dated(self, step: Step, found: list[Step], note: str) -> dict[str, Any] | None:
        """When the price of a step began and how that is known; None where nothing says it."""
        if step.start is None:
            first, known = firsts(found, step.conditions), self.vintage.known
            if first is not None and (known is None or known.end is None or first < known.end):
                return {**SAID, "when": When(None, first, Precision.DAY, Qualifier.NOT_AFTER), "note": note}
            return self.observed(note) if self.vintage.observed else None
        if self.vintage.ahead(step.start):
            known, basis = self.vintage.known, KnownBasis.SOURCE_VINTAGE
            return {
                **SAID, "when": step.start, "status": Status.SCHEDULED, "known": known, "known_basis": basis,
                "note": note,
            }  # fmt: skip
        if shared := self.refreshed.get(step.printed, 0):
            by_then = replace(step.start, start=None, start_s=None, qualifier=Qualifier.NOT_AFTER)
            return {**SAID, "when": by_then, "evidence": Evidence.OBSERVED, "note": refresh_note(shared, note)}
        return {**SAID, "when": step.start, "note": note}

    def observed(self, note: str) -> dict[str, Any]:
        """What was so on the day of the file, and may have begun long before."""
        return {
            "when": self.vintage.observed, "known": self.vintage.known, "known_basis": KnownBasis.SOURCE_VINTAGE,
            "evidence": Evidence.OBSERVED, "note": note,
        }  # fmt: skip

    def say_undated(self) -> None:
        """One problem for all that has no day because the file has none."""
        if self.undated:
            self.tally.problem(
                "",
                f"Neither the file nor its name says its day, so {self.undated:,} prices and flags without a day of "
                "their own are left out; put the day into the name, as in data_2026-08-21.json.",
            )


def firsts(found: list[Step], conditions: str) -> int | None:
    """The first day on which a step of these conditions begins."""
    days = [step.start.start for step in found if step.start and step.conditions == conditions]
    return min((day for day in days if day is not None), default=None) if days else None


def refresh_note(shared: int, note: str) -> str:
    """What a day means that many models share, before what the list says itself."""
    said = f"{shared} models of the list share this day: it was refreshed then, and the price held by then."
    return f"{said} {note}".strip()
