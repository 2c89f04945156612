"""models.dev: what each provider offers, with prices (`api.json`), and the models themselves (`models.json`).

What the list calls the release date of a provider's model is often the day on which the provider listed it, so it is
said of the provider's surface, and with little confidence unless the provider made the model. "deprecated" means here
that the provider serves the model no more; where no day is given, it ended not after the day of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from modelspan.domain.dates import Qualifier, When
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
    Preview,
    Price,
    Release,
    Retirement,
    Status,
)  # fmt: skip
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart, key
from modelspan.formats.fields import Fields
from modelspan.formats.file import File
from modelspan.formats.model_ids import take_apart
from modelspan.formats.models_dev_prices import prices
from modelspan.formats.models_dev_scores import scores
from modelspan.formats.places import Provider, maker_at, provider_of
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "models_dev"
TITLE = "models.dev"

LISTED = "The list's release date; providers often enter the day on which they listed the model."
NO_LONGER_SERVED = "The list marks what a provider no longer serves as deprecated and gives no day."
SERVED_UNTIL = "The list calls deprecated what a provider no longer serves, so this is taken for the end."
ONLY_DESCRIBED = "no release date, price, status or score"
MODEL_MARKS = ("release_date", "modalities", "limit")
EARLY = ("alpha", "beta")
NO_DAY = When(None, 0, qualifier=Qualifier.NOT_AFTER)  # stands until the day is decided
# Bodies without anything of their own, and what most events share.
RELEASE, PRICE, PREVIEWS = Release(), Price(), {stage: Preview(audience=stage) for stage in EARLY}
OCCURRED: dict[str, Any] = {"known_basis": KnownBasis.OCCURRENCE}


def sniff(file: File) -> bool:
    """Providers that hold models by id, or models by id, with the fields of models.dev."""
    if not isinstance(file.json, dict):
        return False
    providers, models = parts(file.json)
    offered = (model for provider in providers.values() for model in tables(provider.get("models")))
    return any(sum(mark in model for mark in MODEL_MARKS) >= 2 for model in chain(offered, tables(models)))


def parts(whole: dict[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """The providers and the models of a file, each by id; catalog.json has both."""
    providers, models = whole.get("providers"), whole.get("models")
    if isinstance(providers, dict):
        return held(providers), models if isinstance(models, dict) else {}
    if any(isinstance(value, dict) and "models" in value for value in whole.values()):
        return held(whole), {}
    return {}, whole


def held(providers: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Providers by id; one that is no table holds nothing."""
    return {id_: value if isinstance(value, dict) else {} for id_, value in providers.items()}


def tables(value: object) -> Iterator[dict[str, Any]]:
    """The tables among the values of a table."""
    if isinstance(value, dict):
        yield from (part for part in value.values() if isinstance(part, dict))


def read(file: File) -> Reading:
    """Every model of every provider, and every model that stands by itself, is one record."""
    vintage = vintage_of(file)
    providers, models = parts(file.json if isinstance(file.json, dict) else {})
    # Each file of the source is a dataset, or importing the one would withdraw what the other states.
    about = "-catalog" if providers and models else "-models" if models else ""
    dataset = Dataset(
        id=f"models-dev{about}",
        title=TITLE if not about else f"{TITLE}, {about[1:]}.json",
        publisher="anomalyco/models.dev",
        url="https://models.dev",
        licence="MIT",
        attribution=("models.dev (anomalyco/models.dev), https://models.dev, MIT.",),
        version=vintage.as_of,
        trust=20,
    )
    reader = Reader(Tally(file.name), Cited(dataset), vintage)
    if isinstance(file.json, dict) and isinstance(file.json.get("models"), list):
        reader.tally.problem("models", "This is a list and not a table of models by id.")
        reader.tally.outcome(0)
    for id_, provider in providers.items():
        reader.provider(id_, provider)
    for id_, raw in models.items():
        reader.canonical(id_, raw)
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


@dataclass(slots=True)
class Reader:
    """A file being read."""

    tally: Tally
    cited: Cited
    vintage: Vintage
    drafts: list[Draft] = field(default_factory=list)
    alone: list[Named] = field(default_factory=list)
    undated: int = 0

    def provider(self, id_: str, raw: dict[str, Any]) -> None:
        """A provider's models."""
        models = raw.get("models")
        if not isinstance(models, dict):
            self.tally.problem(id_, "models: There is no table of models.")
            self.tally.outcome(0)
            return
        provider = provider_of(id_, Fields(raw, id_, self.tally).text("name"))
        for model_id, model in models.items():
            record = f"{id_}/{model_id}"
            if not isinstance(model, dict):
                self.tally.problem(record, "models: The entry is not a table.")
                self.tally.outcome(0)
                continue
            self.offering(Fields(model, record, self.tally), provider, key(id_, model_id), model_id)

    def offering(self, fields: Fields, provider: Provider, stem: str, model_id: str) -> None:
        """A model as one provider offers it; `stem` is what the keys of its events end in."""
        surface = provider.surface
        place = surface if isinstance(surface, str) else ""
        ident = take_apart(model_id, place)
        own = maker_at(provider, ident.id)
        named = named_model(fields, model_id, ident.id, own or ident.maker, place)
        before, problems, undated = len(self.drafts), len(self.tally.problems), self.undated
        here = (self.cited.file(fields.record),)
        ids, scope = (model_id,), ident.region or provider.region
        for event in self.events(fields, stem, bool(own), ids, scope, here):
            self.drafts.append(Draft(event=event, subject=named, surface=surface))
        self.done(named, before, problems, self.undated > undated)

    def events(
        self, fields: Fields, stem: str, own: bool, ids: tuple[str, ...], scope: str, here: tuple[Citation, ...]
    ) -> Iterator[Event]:
        """What is said of an offering. `own` tells a maker's release from a day of listing."""
        status = fields.text("status").casefold()
        if when := fields.when("release_date"):
            early = status in EARLY
            yield Event(
                key=f"{'preview' if early else 'release'}|{stem}",
                body=PREVIEWS[status] if early else RELEASE,
                when=when,
                scope=scope,
                ids=ids,
                words=" ".join([fields.text("release_date"), status]) if early else fields.text("release_date"),
                sources=here,
                evidence=Evidence.SECONDARY,
                confidence=Confidence.MEDIUM if own else Confidence.LOW,
                note="" if own else LISTED,
                **self.basis(when),
            )
        ended = fields.when("deprecation_date")
        if ended or status == "deprecated":
            yield from self.end(fields, ended, stem, ids, scope, here)
        elif status and status not in EARLY:
            fields.wrong("status", "a status known here")
        if amounts := tuple(prices(fields)):
            if self.vintage.observed is None:
                self.undated += 1
                return
            yield Event(
                key=f"price|{stem}",
                body=PRICE,
                when=self.vintage.observed,
                scope=scope,
                ids=ids,
                quantities=amounts,
                sources=here,
                known=self.vintage.known,
                known_basis=KnownBasis.SOURCE_VINTAGE,
                evidence=Evidence.OBSERVED,
            )

    def end(
        self,
        fields: Fields,
        ended: When | None,
        stem: str,
        ids: tuple[str, ...],
        scope: str,
        here: tuple[Citation, ...],
    ) -> Iterator[Event]:
        """The end of an offering: on the day the list gives, else by the day of the file."""
        event = Event(
            key=f"retirement|{stem}",
            body=Retirement(),
            when=ended or NO_DAY,
            scope=scope,
            ids=ids,
            words=" ".join(["deprecated", fields.text("deprecation_date") if ended else ""]).strip(),
            sources=here,
            confidence=Confidence.LOW,
        )
        if ended:
            yield replace(event, evidence=Evidence.SECONDARY, note=SERVED_UNTIL, **self.basis(ended))
        elif self.vintage.observed:
            yield replace(
                event,
                when=self.vintage.observed,
                known=self.vintage.known,
                known_basis=KnownBasis.SOURCE_VINTAGE,
                evidence=Evidence.OBSERVED,
                note=NO_LONGER_SERVED,
            )
        else:
            self.undated += 1

    def basis(self, when: When) -> dict[str, Any]:
        """Since when a day was known: since it came, or, where it lies ahead of the file, since the day of the file."""
        if not self.vintage.ahead(when):
            return OCCURRED
        known = self.vintage.known
        return {"status": Status.SCHEDULED, "known": known, "known_basis": KnownBasis.SOURCE_VINTAGE}

    def canonical(self, id_: str, raw: object) -> None:
        """A model by itself, whoever offers it."""
        if not isinstance(raw, dict):
            self.tally.problem(id_, "The entry is not a table.")
            self.tally.outcome(0)
            return
        fields = Fields(raw, id_, self.tally)
        ident = take_apart(id_)
        named = named_model(fields, id_, ident.id, ident.maker, "")
        before, problems = len(self.drafts), len(self.tally.problems)
        when = fields.when("release_date")
        here = self.cited.file(id_)
        if when:
            event = Event(
                key=key("release", "", id_),
                body=RELEASE,
                when=when,
                words=fields.text("release_date"),
                ids=(id_,),
                sources=(*self.announcements(fields), here),
                evidence=Evidence.SECONDARY,
                **self.basis(when),
            )
            self.drafts.append(Draft(event=event, subject=named))
        self.drafts += scores(fields, named, when, self.cited, here)
        self.done(named, before, problems, False)

    def announcements(self, fields: Fields) -> Iterator[Citation]:
        """The pages that a model's links call its announcement or its maker's post."""
        for number, link in enumerate(fields.listed("links"), start=1):
            if not isinstance(link, dict) or not isinstance(link.get("url"), str):
                fields.problem("links", f"Number {number} has no address.")
            elif link.get("type") in ("announcement", "blog"):
                title = link.get("label")
                if page := self.cited.page(link["url"].strip(), title if isinstance(title, str) else ""):
                    yield page
                else:
                    fields.problem("links", f"Number {number} is no address of the web.")

    def done(self, named: Named, before: int, problems: int, undated: bool) -> None:
        """The outcome of a record."""
        drafts = len(self.drafts) - before
        described = not drafts and len(self.tally.problems) == problems
        if described:
            self.alone.append(named)
        reason = "a price or status without a day, in a file without a day" if undated else ONLY_DESCRIBED
        self.tally.outcome(drafts, reason=reason if described else "")

    def say_undated(self) -> None:
        """One problem for all that has no day because the file has none."""
        if self.undated:
            self.tally.problem(
                "",
                f"Neither the file nor its name says its day, so {self.undated:,} prices and statuses without a day of "
                "their own are left out; put the day into the name, as in api_2026-05-21.json.",
            )


def named_model(fields: Fields, model_id: str, bare: str, maker: str, place: str) -> Named:
    """A model as the list names it. Later lists say which of their own models an offering is."""
    limit = Fields(fields.table("limit"), fields.record, fields.tally)
    modalities = Fields(fields.table("modalities"), fields.record, fields.tally)
    into, out = joined(modalities.listed("input")), joined(modalities.listed("output"))
    aliases = [] if bare == model_id else [Alias(text=model_id, role=AliasRole.API_ID, surface_id=place)]
    if canonical := fields.text("canonical_model_id") or fields.text("canonical_id"):
        known = take_apart(canonical)
        maker = maker or known.maker
        if known.id not in (bare, model_id):
            aliases.append(Alias(text=known.id, role=AliasRole.API_ID))
    return Named(
        id=bare,
        name=fields.text("name"),
        maker=maker,
        family=fields.text("family"),
        aliases=tuple(aliases),
        facts=ModelFacts(
            context_tokens=limit.whole("context"),
            modalities=f"{into}->{out}" if into and out else "",
            open_weights=fields.flag("open_weights"),
        ),
    )


def joined(parts: list[Any]) -> str:
    """The texts of a list, in one."""
    return "+".join([part for part in parts if isinstance(part, str)])
