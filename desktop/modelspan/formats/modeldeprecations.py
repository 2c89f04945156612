"""modeldeprecations.dev: when models came to the APIs of their makers, when their end was announced, and when it is.

"deprecated" means here that the end is announced and the model still works. `earliest_shutdown_on` is no promise of an
end: not before it. What a row states without a day, it states as of the day on which it was last verified. A row that
is active and has no day states nothing: the list records as active what it does not find announced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from modelspan.domain.dates import DateError, Qualifier, When, parse_edtf
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
    Release,
    Retirement,
    Role,
    Status,
)
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart, key
from modelspan.formats.fields import Fields, day_of, shortened
from modelspan.formats.file import File
from modelspan.formats.model_ids import ModelId, take_apart
from modelspan.formats.places import Provider, maker_at, provider_of
from modelspan.formats.read_pages import ReadPages, day_or, exact_day
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "modeldeprecations"
TITLE = "modeldeprecations.dev"

MARKS = frozenset({"last_verified", "shutdown_on", "earliest_shutdown_on"})
SNIFFED = 200  # rows
ENDING = ("deprecated", "retired")
STATUSES = ("active", *ENDING)
CALLED = {"amazon": "bedrock"}  # the list calls it one or the other, and lists Amazon's own models alone
OWN = {"bedrock": "amazon", "vertex": "google", "xiaomi": "xiaomi"}  # whose models the list has of these

NOTHING_SAID = "active, and no day given"
NO_DAY = "deprecated or retired without a day, in a file without a day"
ANNOUNCED_BY = "The list says that the end is announced and gives no day for that: it was by the day of verifying."
GONE_BY = "The list says that it is retired and gives no day: it was by the day of verifying."
ONE_DAY = "The list gives one day for the notice and for the end."
EARLIEST = "The earliest day of an end, and no promise of one."


def sniff(file: File) -> bool:
    """Rows of a provider and a model, with the days as this list calls them."""
    return any(
        "provider" in row and "model" in row and MARKS & row.keys()
        for row in rows_of(file.json)[:SNIFFED]
        if isinstance(row, dict)
    )


def rows_of(whole: Any) -> list[Any]:
    """The rows: the whole list, the part of the API's answer, or the one model it answers with."""
    if isinstance(whole, dict):
        models = whole.get("models")
        whole = [whole] if "model" in whole and models is None else models
    return whole if isinstance(whole, list) else []


def read(file: File) -> Reading:
    """Every model is one record."""
    rows = rows_of(file.json)
    vintage = stated(file.json) or vintage_of(file)
    if not vintage.as_of:
        vintage = Vintage(max((verified(row) for row in rows), default=""))
    dataset = Dataset(
        id="modeldeprecations-dev",
        title=TITLE,
        publisher="mnfst/modeldeprecations.dev",
        url="https://modeldeprecations.dev",
        licence="MIT",
        attribution=("modeldeprecations.dev (mnfst), https://modeldeprecations.dev, MIT.",),
        version=vintage.as_of,
        trust=25,
    )
    reader = Reader(Tally(file.name), ReadPages(Cited(dataset)), vintage)
    for number, raw in enumerate(rows, start=1):
        reader.row(raw, f"row {number}")
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=vintage.as_of,
        tally=reader.tally,
        drafts=apart(reader.drafts),
        sources=reader.pages.sources,
        alone=tuple(reader.alone),
    )


def stated(whole: Any) -> Vintage | None:
    """The day the API's answer gives for itself."""
    day = whole.get("asOf") if isinstance(whole, dict) else None
    try:
        return Vintage(day) if isinstance(day, str) and exact_day(parse_edtf(day)) else None
    except DateError:
        return None


def verified(row: Any) -> str:
    """The ISO day on which a row was last verified; empty without one."""
    text = row.get("last_verified") if isinstance(row, dict) else None
    return exact_day(day_of(text)[0]) if isinstance(text, str) else ""


@dataclass(slots=True)
class Reader:
    """A file being read."""

    tally: Tally
    pages: ReadPages
    vintage: Vintage
    drafts: list[Draft] = field(default_factory=list)
    alone: list[Named] = field(default_factory=list)

    def row(self, raw: object, place: str) -> None:
        """One model with its outcome."""
        if not isinstance(raw, dict):
            self.tally.problem(place, "The entry is not a table.")
            self.tally.outcome(0)
            return
        provider, model = (required(Fields(raw, place, self.tally), name) for name in ("provider", "model"))
        if not provider or not model:
            self.tally.outcome(0)
            return
        problems = len(self.tally.problems)
        record = f"{provider}/{model}"
        row = Row(self, Fields(raw, record, self.tally), provider, model)
        found = list(row.drafts())
        here = row.citations() if found else ()
        self.drafts += [replace(draft, event=replace(draft.event, sources=here)) for draft in found]
        silent = not found and len(self.tally.problems) == problems
        if silent:
            self.alone.append(row.named)
        self.tally.outcome(
            len(found), reason=(NO_DAY if row.status in STATUSES[1:] else NOTHING_SAID) if silent else ""
        )


@dataclass(slots=True)
class Row:
    """One model being read."""

    reader: Reader
    fields: Fields
    provider: str
    model: str
    place: Provider = field(init=False)
    named: Named = field(init=False)
    seen: Vintage = field(init=False)
    status: str = field(init=False)

    def __post_init__(self) -> None:
        self.place = place_of(self.provider)
        self.seen = day_or(self.fields.when("last_verified"), self.reader.vintage)
        self.status = self.fields.text("status").casefold()
        if self.status and self.status not in STATUSES:
            self.fields.wrong("status", "a status known here")
        ident, maker = called(self.place, self.model)
        at = self.surface
        self.named = Named(
            id=ident.id,
            name=self.fields.text("name"),
            maker=maker,
            aliases=tuple(
                Alias(text=text, role=AliasRole.API_ID, surface_id=at)
                for text in dict.fromkeys([self.model, *self.texts("aliases")])
                if text != ident.id
            ),
        )

    @property
    def surface(self) -> str:
        """The surface where it is one of the bundled catalogue."""
        return self.place.surface if isinstance(self.place.surface, str) else ""

    def drafts(self) -> Iterator[Draft]:
        """All that the row states."""
        released, notice = self.fields.when("released_on"), self.fields.when("deprecated_on")
        end, ending = self.end()
        parties, suggested = self.replacements()
        if released:
            ends = notice or end or self.status in ENDING
            after = joined(*(f"The provider names {named.id} to come after it." for _, named in parties))
            said = self.said("released_on", released) | {"note": "" if ends else joined(after, suggested)}
            yield self.draft("release", Event(key="", body=Release(), when=released, **said))
        if notice:
            one_day = end is not None and end.qualifier is Qualifier.EXACT and notice.start == end.start
            said = self.said("deprecated_on", notice) | {
                "note": joined(ONE_DAY if one_day else "", suggested),
                "confidence": Confidence.LOW if one_day else Confidence.MEDIUM,
            }
            yield self.draft("deprecation", Event(key="", body=Deprecation(says=end), when=notice, **said), parties)
        elif self.status == "deprecated" and self.seen.observed:
            said = self.observed("status", joined(ANNOUNCED_BY, suggested))
            event = Event(key="", body=Deprecation(says=end), when=self.seen.observed, **said)
            yield self.draft("deprecation", event, parties)
        if end:
            note = joined(EARLIEST if end.qualifier is Qualifier.NOT_BEFORE else "", suggested)
            said = self.said(ending, end) | self.announced(notice, end) | {"note": note, "status": self.come(end)}
            yield self.draft("retirement", Event(key="", body=Retirement(), when=end, **said), parties)
        elif self.status == "retired" and self.seen.observed:
            said = self.observed("status", joined(GONE_BY, suggested))
            yield self.draft("retirement", Event(key="", body=Retirement(), when=self.seen.observed, **said), parties)

    def draft(self, kind: str, event: Event, parties: tuple[tuple[Role, Named], ...] = ()) -> Draft:
        """An event with what all events of the row share."""
        place = self.surface or self.provider
        event = replace(
            event,
            key=key(kind, place, self.model),
            scope=self.place.region,
            ids=(self.model,),
        )
        return Draft(event=event, subject=self.named, surface=self.place.surface, parties=parties)

    def end(self) -> tuple[When | None, str]:
        """The end and the field that gives it. The firm day counts where both are there, which should not be."""
        firm, earliest = self.fields.when("shutdown_on"), self.fields.when("earliest_shutdown_on")
        if firm:
            if earliest:
                self.fields.problem("earliest_shutdown_on", "There is a firm day beside it, which is taken.")
            return firm, "shutdown_on"
        if earliest and earliest.qualifier is Qualifier.EXACT:
            earliest = replace(earliest, end=None, end_s=None, qualifier=Qualifier.NOT_BEFORE)
        return earliest, "earliest_shutdown_on"

    def said(self, name: str, when: When) -> dict[str, Any]:
        """A day as the row gives it: known since it came, or, where it lies ahead, since the row was verified."""
        ahead = self.seen.ahead(when)
        return {
            "words": f"{name}: {self.fields.text(name)}", "evidence": Evidence.SECONDARY,
            "status": Status.SCHEDULED if ahead else Status.OCCURRED,
            "known": self.seen.known if ahead else None,
            "known_basis": KnownBasis.SOURCE_VINTAGE if ahead else KnownBasis.OCCURRENCE,
        }  # fmt: skip

    def announced(self, notice: When | None, end: When) -> dict[str, Any]:
        """Since when an end was known: since its notice, else since the row was verified at the latest."""
        first = end.start
        if notice and notice.qualifier is Qualifier.EXACT and notice.end and first is not None and notice.end <= first:
            return {"known": notice, "known_basis": KnownBasis.STATED}
        known = self.seen.known
        return {"known": known, "known_basis": KnownBasis.SOURCE_VINTAGE if known else KnownBasis.UNKNOWN}

    def come(self, end: When) -> Status:
        """Whether the end has come by the day of verifying; an earliest day that has passed is no end."""
        soft = end.qualifier is Qualifier.NOT_BEFORE or self.seen.known is None
        return Status.SCHEDULED if (soft and self.status != "retired") or self.seen.ahead(end) else Status.OCCURRED

    def observed(self, name: str, note: str) -> dict[str, Any]:
        """What the row states without a day."""
        return {
            "words": f"{name}: {self.fields.text(name)}", "known": self.seen.known,
            "known_basis": KnownBasis.SOURCE_VINTAGE, "evidence": Evidence.OBSERVED, "confidence": Confidence.LOW,
            "note": note,
        }  # fmt: skip

    def replacements(self) -> tuple[tuple[tuple[Role, Named], ...], str]:
        """The successors the provider names; and in words what the list says of them and suggests by itself."""
        named: list[tuple[Role, Named]] = []
        notes: list[str] = []
        for number, raw in enumerate(self.fields.listed("replacements"), start=1):
            if not isinstance(raw, dict):
                self.fields.problem("replacements", f"Number {number} is not a table.")
                continue
            inner = Fields(raw, self.fields.record, self.fields.tally)
            provider, model = inner.text("provider") or self.provider, inner.text("model")
            if not model:
                self.fields.problem("replacements", f"Number {number} names no model.")
            elif (provider, model) == (self.provider, self.model):
                self.fields.problem("replacements", f"{model!r} is given as its own replacement.")
            elif inner.flag("recommended"):
                ident, maker = called(place_of(provider), model)
                named.append((Role.SUCCESSOR, Named(id=ident.id, maker=maker)))
                notes.append(inner.text("note"))
            else:
                notes += [f"The list suggests {model}; the provider does not name it.", inner.text("note")]
        return tuple(dict.fromkeys(named)), joined(*notes)

    def citations(self) -> tuple[Citation, ...]:
        """The pages the row names, and its place in the file."""
        found: list[Citation] = []
        for number, raw in enumerate(self.fields.listed("sources"), start=1):
            inner = Fields(raw, self.fields.record, self.fields.tally) if isinstance(raw, dict) else None
            url = raw.get("url") if isinstance(raw, dict) else None
            page = None
            if inner and isinstance(url, str):
                page = self.reader.pages.page(url.strip(), inner.text("title"), exact_day(inner.when("accessed")))
            if page is None:
                self.fields.problem("sources", f"Number {number} has no address of the web: {shortened(url)}.")
            elif page not in found:
                found.append(page)
        return (*found, self.reader.pages.cited.file(self.fields.record))

    def texts(self, name: str) -> list[str]:
        """The texts of a list; what is none is a problem."""
        found = []
        for part in self.fields.listed(name):
            if isinstance(part, str) and part.strip():
                found.append(part.strip())
            else:
                self.fields.problem(name, f"{shortened(part)} is not a text.")
        return found


def required(fields: Fields, name: str) -> str:
    """A text that has to be there; empty, with a problem, where it is not."""
    before = len(fields.tally.problems)
    text = fields.text(name)
    if not text and len(fields.tally.problems) == before:
        fields.problem(name, "There is none.")
    return text


def place_of(provider: str) -> Provider:
    """A provider as this list calls it."""
    id_ = CALLED.get(provider.casefold(), provider)
    place = provider_of(id_)
    return replace(place, maker=OWN.get(id_.casefold(), place.maker))


def called(place: Provider, model: str) -> tuple[ModelId, str]:
    """A model's id without what a provider puts before it, and its maker."""
    ident = take_apart(model, place.surface if isinstance(place.surface, str) else "")
    return ident, maker_at(place, ident.id) or ident.maker


def joined(*parts: str) -> str:
    """Sentences, one after another."""
    return " ".join(part for part in parts if part)
