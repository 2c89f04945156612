"""deprecations.info: notices that a robot reads from the pages of providers (JSON, JSON Feed, the copy in llm-sunset).

`deprecation_date` is the day of a notice where it lies before the end; else the address of its section may say it.
`announcement_date` is a day on which the robot saw the notice, or that of the notice itself in early files: it was
given not after that. Where the robot came only after the end, nothing is known of the notice. What is no model is left
out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from modelspan.domain.dates import Precision, Qualifier, When, nominal
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Citation,
    Confidence,
    Dataset,
    Deprecation,
    Event,
    Evidence,
    KnownBasis,
    Party,
    Retirement,
    Role,
    Status,
)
from modelspan.domain.spellings import NO_DATE, folded
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart, key
from modelspan.formats.fields import Fields, day_of, shortened
from modelspan.formats.file import File
from modelspan.formats.model_ids import take_apart
from modelspan.formats.places import Provider, maker_at, provider_of
from modelspan.formats.read_pages import ReadPages, day_or, exact_day
from modelspan.formats.run_together import ids_in, seems_several
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "deprecations_info"
TITLE = "deprecations.info"

MARKS = frozenset({"announcement_date", "content_hash", "scraped_at", "first_observed", "last_observed"})
SNIFFED = 200  # rows
LISTS = ("items", "deprecations")
FEED = "_deprecation"
FEED_NAMES = {"url": "url", "deprecation_context": "content_text", "scraped_at": "date_published"}
REPLACEMENTS = ("replacement_models", "replacement_model")  # the second in early files

# Words of a heading, a product or an endpoint. Ids have no spaces, so only what has some is looked at.
NO_MODEL = re.compile(
    r"\b(?:platform|builder|prompts?|apis?|endpoints?|models|snapshots|updates|fine-tun\w*|tools?|apps?|beta)\b",
    re.IGNORECASE,
)
SECTION = re.compile(r"#(\d{4}-\d\d-\d\d)(?!\d)")
HEADED = frozenset({"openai-api", "anthropic-api"})  # their pages have a section for each notice, by its day
INSTANT = re.compile(r"\d{4}-\d\d-\d\d(?=T)")
COMMAS = re.compile(r"\s*[,;\n]\s*")
MAKERS = {"azure openai": "openai", "fireworks": ""}  # of Azure's lists; the others are called like their makers
# What stands before the id of a model where the days are those of a part of it: served by Fireworks, fine-tuned.
PARTS = {"azure": "FW-", "openai-api": "ft-"}
LONGEST = 400  # characters of a page's own text in a note

NOT_A_MODEL = "a product, an endpoint or a heading, and no model"
NO_DAY = "no day given"
SEEN = "The day on which the list saw the notice first: it was given by then."
SEEN_LATE = "The list saw this only after the end, so it says nothing of the notice."


def sniff(file: File) -> bool:
    """Rows of a provider and a model's id with a day of shutdown, as this list and its feed call them."""
    for raw in rows_of(file.json)[:SNIFFED]:
        row = raw.get(FEED, raw) if isinstance(raw, dict) else None
        if isinstance(row, dict) and row.keys() >= {"provider", "model_id"} and MARKS & row.keys():
            return "earliest" not in row
    return False


def rows_of(whole: Any) -> list[Any]:
    """The rows: the whole list, or that of the feed."""
    if isinstance(whole, dict):
        whole = next((whole[name] for name in LISTS if isinstance(whole.get(name), list)), None)
    return whole if isinstance(whole, list) else []


def read(file: File) -> Reading:
    """Every notice is one record."""
    rows = [flat(raw) for raw in rows_of(file.json)]
    vintage = vintage_of(file)
    if not vintage.as_of:
        vintage = Vintage(max((newest(row) for row in rows), default=""))
    dataset = Dataset(
        id="deprecations-info",
        title=TITLE,
        publisher="deprecations/deprecations-rss",
        url="https://deprecations.info",
        licence="MIT",
        attribution=("deprecations.info (deprecations/deprecations-rss), https://deprecations.info, MIT.",),
        version=vintage.as_of,
        trust=15,
    )
    reader = Reader(Tally(file.name), ReadPages(Cited(dataset)), vintage, known_ids(rows))
    for number, raw in enumerate(rows, start=1):
        reader.row(raw, f"row {number}")
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=vintage.as_of,
        tally=reader.tally,
        drafts=apart(reader.drafts),
        sources=reader.pages.sources,
    )


def flat(raw: Any) -> Any:
    """A row of the list; an item of the feed has most of it one level below."""
    if not isinstance(raw, dict) or not isinstance(inner := raw.get(FEED), dict):
        return raw
    return {**{name: raw[there] for name, there in FEED_NAMES.items() if there in raw}, **inner}


def newest(row: Any) -> str:
    """The ISO day on which a row was last seen; empty where it says none."""
    text = row.get("last_observed") or row.get("scraped_at") if isinstance(row, dict) else None
    return exact_day(day_of(text[:10])[0]) if isinstance(text, str) else ""


def known_ids(rows: list[Any]) -> frozenset[str]:
    """The ids that stand by themselves somewhere in the file, to tell those that were run together by."""
    found: set[str] = set()
    for row in rows:
        if isinstance(row, dict):
            values = [row.get("model_id"), *(row.get(name) for name in REPLACEMENTS)]
            listed = [part for value in values for part in (value if isinstance(value, list) else [value])]
            found.update(part for text in listed if isinstance(text, str) for part in COMMAS.split(text.strip()))
    return frozenset(id_ for id_ in found if id_ and " " not in id_ and not seems_several(id_))


@dataclass(slots=True)
class Reader:
    """A file being read."""

    tally: Tally
    pages: ReadPages
    vintage: Vintage
    known: frozenset[str]
    drafts: list[Draft] = field(default_factory=list)

    def row(self, raw: object, place: str) -> None:
        """One notice with its outcome."""
        if not isinstance(raw, dict):
            self.tally.problem(place, "The entry is not a table.")
            self.tally.outcome(0)
            return
        before = len(self.tally.problems)
        fields = Fields(raw, place, self.tally)
        provider, model = fields.text("provider"), fields.text("model_id")
        if not provider or not model:
            if len(self.tally.problems) == before:
                fields.problem("model_id" if provider else "provider", "There is none.")
            self.tally.outcome(0)
            return
        if " " in model and NO_MODEL.search(model) and "," not in model:
            self.tally.outcome(0, reason=NOT_A_MODEL)
            return
        fields = Fields(raw, f"{provider}/{model}", self.tally)
        found = list(Row(self, fields, provider_of(provider), provider).drafts(self.models(fields, model)))
        self.drafts += found
        self.tally.outcome(len(found), reason=NO_DAY if len(self.tally.problems) == before else "")

    def models(self, fields: Fields, text: str) -> list[str]:
        """The ids of a row: one, or in early files several with commas between them."""
        found: list[str] = []
        for part in COMMAS.split(text):
            ids = ids_in(part, self.known) if part else ()
            if part and not ids:
                fields.problem("model_id", f"{shortened(part)} seems to be several ids run together.")
            found += ids
        return found


@dataclass(slots=True)
class Row:
    """One notice being read."""

    reader: Reader
    fields: Fields
    place: Provider
    provider: str
    scraped: When | None = field(init=False)
    last: Vintage = field(init=False)  # the day on which the list saw it change for the last time

    def __post_init__(self) -> None:
        self.scraped = self.day_scraped()
        self.last = day_or(self.fields.when("last_observed") or self.scraped, self.reader.vintage)

    def drafts(self, models: list[str]) -> Iterator[Draft]:
        """The notice and the end of each model of the row."""
        end, given = self.fields.when("shutdown_date"), self.fields.when("deprecation_date")
        heading, seen = self.heading(), self.seen()
        if end and heading and heading.start == end.start:
            self.fields.problem("shutdown_date", f"{heading} is the day of the notice, says the address, and no end.")
            end, given = None, None
        of_notice = self.given(given, end, seen) if given or not heading else self.given(heading, end, None)
        notice = of_notice or self.observed(end, seen)
        if not models or not (notice or end):
            return
        late = notice is None and seen is not None and end is not None
        ids, words = self.replacements()
        shared: dict[str, Any] = {"sources": self.citations(), "parties": words}
        for model in models:
            parties = tuple((Role.SUCCESSOR, self.successor(id_)) for id_ in self.others(ids, model))
            about: dict[str, Any] = {"subject": self.named(model), "surface": self.place.surface, "parties": parties}
            shared |= {"scope": self.scope(model), "ids": (model,)}
            if notice:
                event = Event(key=self.key("deprecation", model), body=Deprecation(says=end), **(notice | shared))
                yield Draft(event=event, **about)
            if end:
                ends: dict[str, Any] = self.announced(notice, end) | shared
                note = joined(SEEN_LATE if late else "", "" if notice else self.quoted())
                event = Event(key=self.key("retirement", model), body=Retirement(), when=end, note=note, **ends)
                yield Draft(event=event, **about)

    def key(self, kind: str, model: str) -> str:
        """The key of an event of the row."""
        return key(kind, self.surface or self.provider, model)

    @property
    def surface(self) -> str:
        """The surface where it is one of the bundled catalogue."""
        return self.place.surface if isinstance(self.place.surface, str) else ""

    def heading(self) -> When | None:
        """The day of a notice, where the page has a section for each and the address is that of one."""
        found = SECTION.search(self.fields.text("url")) if self.surface in HEADED else None
        return day_of(found[1])[0] if found else None

    def day_scraped(self) -> When | None:
        """The day on which the robot read the page."""
        text = self.fields.text("scraped_at")
        found = INSTANT.match(text)
        when, wrong = day_of(found[0] if found else text)
        if wrong:
            self.fields.problem("scraped_at", wrong)
        return when

    def seen(self) -> tuple[str, When] | None:
        """The first day on which the notice is known to have been there, with the name of its field."""
        days = [(name, self.fields.when(name)) for name in ("announcement_date", "first_observed")]
        days += [("scraped_at", self.scraped), ("last_observed", self.last.known)]
        exact = [(name, when) for name, when in days if when and exact_day(when) and self.fields.text(name)]
        return min(exact, key=lambda pair: nominal(pair[1])) if exact else None

    def given(self, given: When | None, end: When | None, seen: tuple[str, When] | None) -> dict[str, Any] | None:
        """The notice on its day; None where that is a day of scraping, the end, or behind it."""
        if given is None or (seen is not None and given.start == seen[1].start):
            return None
        if end is not None and nominal(given) >= nominal(end):
            if nominal(given) > nominal(end):
                self.fields.problem("deprecation_date", f"{given} lies behind the end and is no day of its notice.")
            return None
        text = self.fields.text("deprecation_date")
        words = f"deprecation_date: {text}" if text else f"#{given}"
        ahead = self.last.ahead(given)
        return {
            "when": given, "words": words, "evidence": Evidence.SECONDARY,
            "status": Status.SCHEDULED if ahead else Status.OCCURRED, "known": self.last.known if ahead else None,
            "known_basis": KnownBasis.SOURCE_VINTAGE if ahead else KnownBasis.OCCURRENCE, "note": self.quoted(),
        }  # fmt: skip

    def observed(self, end: When | None, seen: tuple[str, When] | None) -> dict[str, Any] | None:
        """The notice by the day on which the list saw it; None where that was only after the end."""
        if seen is None or (end is not None and nominal(seen[1]) > nominal(end)):
            return None
        name, day = seen
        return {
            "when": When(None, day.end, Precision.DAY, Qualifier.NOT_AFTER),
            "words": f"{name}: {self.fields.text(name)}",
            "known": self.last.known or day, "known_basis": KnownBasis.SOURCE_VINTAGE, "evidence": Evidence.OBSERVED,
            "confidence": Confidence.LOW, "note": joined(SEEN, self.quoted()),
        }  # fmt: skip

    def announced(self, notice: dict[str, Any] | None, end: When) -> dict[str, Any]:
        """What is said of an end: known since its notice, else since the list last saw it change."""
        day = notice["when"] if notice else None
        stated = day is not None and day.qualifier is Qualifier.EXACT
        known, basis = (day, KnownBasis.STATED) if stated else (self.last.known, KnownBasis.SOURCE_VINTAGE)
        to_come = self.last.known is None or self.last.ahead(end)
        return {
            "words": f"shutdown_date: {self.fields.text('shutdown_date')}", "known": known,
            "known_basis": basis if known else KnownBasis.UNKNOWN, "evidence": Evidence.SECONDARY,
            "status": Status.SCHEDULED if to_come else Status.OCCURRED,
        }  # fmt: skip

    def named(self, model: str) -> Named:
        """A model as the list names it; Azure's lists say whose it is in place of a text."""
        if " " in model:
            return Named(name=model, maker=self.place.maker)
        ident = take_apart(model.removeprefix(PARTS.get(self.surface, "")), self.surface)
        maker = maker_at(self.place, ident.id) or ident.maker
        context = self.fields.text("deprecation_context")
        if self.surface == "azure" and context and not self.quoted():
            maker = MAKERS.get(context.casefold(), context)
        aliases = () if ident.id == model else (Alias(text=model, role=AliasRole.API_ID, surface_id=self.surface),)
        return Named(id=ident.id, maker=maker, aliases=aliases)

    def scope(self, model: str) -> str:
        """What the days are limited to: a region, or the id of a part."""
        part = PARTS.get(self.surface)
        return model if part and model.startswith(part) else take_apart(model, self.surface).region or self.place.region

    def quoted(self) -> str:
        """What the page says, where it is a text and not the name of a list."""
        text = " ".join(self.fields.text("deprecation_context").split())
        if len(text.split()) < 5:
            return ""
        return f"On the page: {text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}"

    def citations(self) -> tuple[Citation, ...]:
        """The section of the provider's page, and the place in the file."""
        here = self.reader.pages.cited.file(self.fields.record)
        url = self.fields.text("url")
        page = self.reader.pages.page(url, day=exact_day(self.scraped)) if url else None
        if url and page is None:
            self.fields.problem("url", f"{shortened(url)} is no address of the web.")
        return (page, here) if page else (here,)

    def replacements(self) -> tuple[list[str], tuple[Party, ...]]:
        """What comes after: ids, and the words of what is none."""
        ids: list[str] = []
        words: list[str] = []
        for text in self.replacement_texts():
            parts = () if " " in text else ids_in(text, self.reader.known)
            ids += parts
            words += [] if parts else [text]
            if not parts and " " not in text:
                self.fields.problem(REPLACEMENTS[0], f"{shortened(text)} seems to be several ids run together.")
        parties = (Party(role=Role.SUCCESSOR, words=text) for text in dict.fromkeys(words))
        return list(dict.fromkeys(ids)), tuple(parties)

    def others(self, ids: list[str], model: str) -> Iterator[str]:
        """The ids that are not the model itself."""
        for id_ in ids:
            if id_.casefold() == model.casefold():
                self.fields.problem(REPLACEMENTS[0], f"{id_!r} is given as its own replacement.")
            else:
                yield id_

    def successor(self, id_: str) -> Named:
        """A model that comes after another."""
        ident = take_apart(id_, self.surface)
        return Named(id=ident.id, maker=maker_at(self.place, ident.id) or ident.maker)

    def replacement_texts(self) -> Iterator[str]:
        """The texts of the replacements, with dashes and the like left out."""
        for name in REPLACEMENTS:
            value = self.fields.raw.get(name)
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, str):
                    prose = part.rstrip().endswith(".")
                    for text in [part.strip()] if prose else COMMAS.split(part.strip()):
                        if not NO_DATE.fullmatch(folded(text)):
                            yield text.strip("`")
                elif part is not None:
                    self.fields.problem(name, f"{shortened(part)} is not a text.")


def joined(*parts: str) -> str:
    """Sentences, one after another."""
    return " ".join(part for part in parts if part)
