"""endoflife.date: when the models of one vendor came, were deprecated and end; its pages, its API and its own data.

The site takes "not sooner than" off the days it reads from vendors' pages, so the end of a model that its vendor still
offers to all looks firm and is not. What is not about AI models is refused, or skipped where a file is about all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from modelspan.domain.dates import Qualifier, When, nominal
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.problems import UserError
from modelspan.domain.records import (
    Body,
    Citation,
    Confidence,
    Dataset,
    Deprecation,
    Event,
    Evidence,
    KnownBasis,
    Legacy,
    Release,
    Retirement,
    Role,
    Status,
)  # fmt: skip
from modelspan.domain.spellings import NO_DATE
from modelspan.domain.spellings import folded as plain_text
from modelspan.formats.cited import Cited
from modelspan.formats.endoflife_product import Product, known, products
from modelspan.formats.event_keys import apart, key
from modelspan.formats.fields import Fields, shortened
from modelspan.formats.file import File
from modelspan.formats.places import FAMILIES, LETTERS, MAKERS, Provider, maker_at, provider_of
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "endoflife"
TITLE = "endoflife.date"
SITE = "https://endoflife.date"

TAGS = frozenset({"llm", "ai", "ai-model", "large-language-model"})
ENOUGH = 4  # one of so many releases of a product has a name that makers of models use, and it is about models
NOT_ABOUT_AI = "a release of a product that is no AI model"
NO_DAY = "it gives no day"
UNDATED = "it ended on no day given, in a file without a day"
CYCLE, LABEL = ("releaseCycle", "name"), ("releaseLabel", "label")
CYCLE_MARK = "__RELEASE_CYCLE__"
REPLACEMENT = ("recommendedReplacement", "replacement", "successor")
SEVERAL = re.compile(r"\s*(?:[,;\n]|\s(?:or|and)\s)\s*")
OCCURRENCE = KnownBasis.OCCURRENCE
SURENESS = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)
UNSURE = re.compile(
    r"unknown|unclear|unsure|no exact|not exact|approx|about|around|estimat|guess|roughly|\?", re.IGNORECASE
)
OUT_OF_SUPPORT = "endoflife.date calls this the end of active support; for models it is the day the vendor deprecates."
HEDGED = (
    'endoflife.date takes "not sooner than" off the days it reads from the vendor\'s page; this model is not '
    "deprecated there, so its day is taken for the earliest one."
)
UNTOLD = (
    'endoflife.date takes "not sooner than" off the days it reads from some vendors\' pages, and this file does not '
    "tell of which; this model is not deprecated in it, so its day is taken for the earliest one."
)
CLOSED = "endoflife.date calls discontinued what new customers can no longer get."
ENDED = "endoflife.date says that this has ended, and gives no day."
RELEASE, LEGACY, END = Release(), Legacy(), Retirement()
ROOM = 400  # characters of a remark that are kept


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn in a release's life: the fields that may give its day, and the one that says only that it has come."""

    days: tuple[str, ...]
    flag: str


OUT = Turn(("eoas", "eoasFrom", "support"), "isEoas")
GONE = Turn(("eol", "eolFrom"), "isEol")
STOPPED = Turn(("discontinued", "discontinuedFrom"), "isDiscontinued")
EXTENDED = Turn(("eoes", "eoesFrom", "extendedSupport"), "isEoes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What is said of a turn: its day, whether it has come, the words, and the remark beside them."""

    when: When | None = None
    come: bool | None = None
    words: str = ""
    remark: str = ""


def sniff(file: File) -> bool:
    """A page of the site, an answer of its API, or its own data."""
    return known(file)


def read(file: File) -> Reading:
    """Every release is one record. Raises UserError for a file that is about other things than AI models alone."""
    found = list(products(file))
    about = [product for product in found if is_ai(product) or (product.errors and not product.rows)]
    if found and not about:
        what = found[0].title if len(found) == 1 else "products"
        raise UserError(
            f"{file.name} tells when {what} ends, by endoflife.date, and that is no AI model; Modelspan reads what the "
            "site has on those."
        )
    vintage = day_of(file)
    dataset = dataset_of(found, vintage)
    reader = Reader(Tally(file.name), Cited(dataset), vintage)
    for product in found:
        if product in about:
            reader.product(product)
        else:
            for _ in product.rows:
                reader.tally.outcome(0, reason=NOT_ABOUT_AI)
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


def dataset_of(found: list[Product], vintage: Vintage) -> Dataset:
    """The dataset: one for each product, since importing one must not withdraw what another states; and one for all."""
    one = found[0] if len(found) == 1 else None
    data = "-release-data" if one and one.data else ""
    return Dataset(
        id=f"endoflife{data}-{one.name}" if one else "endoflife",
        title=f"{TITLE}, {one.title}" if one else TITLE,
        publisher=TITLE,
        url=f"{SITE}/{one.name}" if one and not one.data else SITE,
        licence="MIT",
        attribution=("endoflife.date, https://endoflife.date, MIT.",),
        version=vintage.as_of,
        trust=20,
    )


def day_of(file: File) -> Vintage:
    """The day of a file: as the API says it, else as its name does."""
    whole = file.json if isinstance(file.json, dict) else {}
    made = whole.get("generated_at")
    said = vintage_of(File(made, b"")) if isinstance(made, str) else Vintage()
    return said if said.as_of else vintage_of(file)


def cycle_of(raw: dict[str, Any]) -> str:
    """The name of a release."""
    return next((raw[name].strip() for name in CYCLE if isinstance(raw.get(name), str) and raw[name].strip()), "")


def makers(product: Product) -> Counter[str]:
    """Whose models a product's releases are called like."""
    return Counter(
        maker
        for row in product.rows
        if row.raw and (start := LETTERS.match(cycle_of(row.raw).casefold())) and (maker := FAMILIES.get(start[0]))
    )


def is_ai(product: Product) -> bool:
    """Whether a product is about AI models: by its tags, else by the names of its releases."""
    return bool(product.tags & TAGS) or makers(product).total() * ENOUGH >= max(len(product.rows), 1)


def provider_of_product(product: Product) -> Provider:
    """Where the models of a product are offered: by its names, else by whose models most are."""
    for name in (product.name, *product.called, product.title):
        found = provider_of(name)
        if isinstance(found.surface, str):
            return found
    for maker, _ in makers(product).most_common(1):
        for surface, owner in MAKERS.items():
            if owner == maker and surface.endswith(("-api", "-studio")):
                return Provider(surface=surface, maker=maker)
    return provider_of(product.name, product.title)


@dataclass(slots=True)
class Reader:
    """A file being read."""

    tally: Tally
    cited: Cited
    vintage: Vintage
    drafts: list[Draft] = field(default_factory=list)
    alone: list[Named] = field(default_factory=list)
    undated: int = 0
    extended: int = 0

    def product(self, product: Product) -> None:
        """The releases of a product."""
        for error in product.errors:
            self.tally.problem(product.name, error)
        if product.errors and not product.rows:
            self.tally.outcome(0)
        place = provider_of_product(product)
        for row in product.rows:
            if row.reason:
                self.tally.outcome(0, reason=row.reason)
            elif row.raw is None:
                self.tally.problem(row.record, row.error)
                self.tally.outcome(0)
            else:
                self.release(Fields(row.raw, row.record, self.tally), product, place)

    def release(self, fields: Fields, product: Product, place: Provider) -> None:
        """One release."""
        cycle = cycle_of(fields.raw)
        if not cycle:
            fields.problem(CYCLE[0], "The release has no name.")
            self.tally.outcome(0)
            return
        label = next((text for name in LABEL if (text := fields.text(name))), "").replace(CYCLE_MARK, cycle)
        named = Named(id=cycle, name=label, maker=maker_at(place, cycle))
        before, problems, undated = len(self.drafts), len(self.tally.problems), self.undated
        after = tuple((Role.SUCCESSOR, one) for one in self.replacements(fields, cycle, place))
        stem = key(product.name, cycle)
        for event in self.events(fields, product, stem, bool(after)):
            ends = isinstance(event.body, Deprecation | Retirement)
            self.drafts.append(
                Draft(
                    event=replace(event, ids=(cycle,)),
                    subject=named,
                    surface=place.surface,
                    parties=after if ends else (),
                )
            )
        made = self.drafts[before:]
        if after and not any(draft.parties for draft in made):
            fields.problem(REPLACEMENT[0], "A replacement is named, and no day of the end to state it with.")
        nothing = not made and len(self.tally.problems) == problems
        if nothing:
            self.alone.append(named)
        self.tally.outcome(len(made), reason=(UNDATED if self.undated > undated else NO_DAY) if nothing else "")

    def events(self, fields: Fields, product: Product, stem: str, replaced: bool) -> Iterator[Event]:
        """What is said of a release."""
        here = self.cited.file(fields.record)
        policy = self.cited.page(product.policy)
        cited = (policy, here) if policy else (here,)
        began = self.said(fields, Turn(("releaseDate",), ""))
        out, gone, stopped = self.said(fields, OUT), self.said(fields, GONE), self.said(fields, STOPPED)
        self.extended += self.said(fields, EXTENDED).when is not None
        if stopped.when and not gone.when and not gone.come:
            gone, stopped = stopped, Said()
        end, confidence, note = self.end(gone, product, active=not (replaced or out.when or out.come))
        known = out.when if out.when and end and nominal(out.when) <= nominal(end) else None
        if began.when:
            page = self.link(fields)
            yield self.event(RELEASE, stem, began, (page, here) if page else (here,))
        if out.when or out.come:
            yield from self.turn(Deprecation(says=end), stem, out, cited, OUT_OF_SUPPORT)
        if stopped.when or stopped.come:
            yield from self.turn(LEGACY, stem, stopped, cited, CLOSED)
        if end:
            event = self.event(END, stem, replace(gone, when=end), cited, note)
            event = replace(event, confidence=min(confidence, event.confidence, key=SURENESS.index))
            yield replace(event, known=known, known_basis=KnownBasis.STATED) if known else event
        elif gone.come:
            yield from self.turn(END, stem, gone, cited, "")

    def end(self, gone: Said, product: Product, active: bool) -> tuple[When | None, Confidence, str]:
        """The day of an end with what it promises: the site writes the earliest one like a firm one."""
        when = gone.when
        if when is None or when.qualifier is not Qualifier.EXACT or not active or product.hedged is False:
            return when, Confidence.MEDIUM, ""
        if product.hedged is None and self.vintage.known and not self.vintage.ahead(when):
            return when, Confidence.MEDIUM, ""
        earliest = replace(when, end=None, end_s=None, qualifier=Qualifier.NOT_BEFORE)
        return earliest, Confidence.LOW, HEDGED if product.hedged else UNTOLD

    def turn(self, body: Body, stem: str, said: Said, cited: tuple[Citation, ...], note: str) -> Iterator[Event]:
        """A turn on its day, or by the day of the file where it has come and no day is given."""
        if said.when:
            yield self.event(body, stem, said, cited, note)
        elif self.vintage.observed:
            event = self.event(body, stem, replace(said, when=self.vintage.observed), cited, f"{note} {ENDED}".strip())
            known, basis = self.vintage.known, KnownBasis.SOURCE_VINTAGE
            yield replace(event, known=known, known_basis=basis, evidence=Evidence.OBSERVED, confidence=Confidence.LOW)
        else:
            self.undated += 1

    def event(self, body: Body, stem: str, said: Said, cited: tuple[Citation, ...], note: str = "") -> Event:
        """A turn on its day. One that lies ahead of the file was known on the file's day."""
        assert said.when
        unsure = UNSURE.search(said.remark) is not None
        exact = said.when.qualifier is Qualifier.EXACT
        ahead = self.vintage.ahead(said.when)
        lasting = KnownBasis.UNKNOWN if isinstance(body, Retirement) and not self.vintage.known else OCCURRENCE
        return Event(
            key=f"{type(body).__name__.lower()}|{stem}",
            body=body,
            when=replace(said.when, qualifier=Qualifier.CIRCA) if unsure and exact else said.when,
            words=said.words,
            known=self.vintage.known if ahead else None,
            known_basis=KnownBasis.SOURCE_VINTAGE if ahead else lasting,
            status=Status.SCHEDULED if ahead else Status.OCCURRED,
            sources=cited,
            evidence=Evidence.SECONDARY,
            confidence=Confidence.LOW if unsure else Confidence.MEDIUM,
            note=" ".join([one for one in (note, said.remark) if one]),
        )

    def said(self, fields: Fields, turn: Turn) -> Said:
        """What a release says of a turn; false is that it has not come and no day is announced."""
        come = fields.flag(turn.flag)
        for name in turn.days:
            value = fields.raw.get(name)
            if isinstance(value, bool):
                come, words = value, f"{name}: {str(value).lower()}"
                return Said(come=come, words=words)
            if when := fields.when(name):
                remark = fields.raw.get(f"#{name}")
                words = f"{name}: {fields.text(name)}"
                return Said(when=when, come=come, words=words, remark=str(remark or "")[:ROOM])
        return Said(come=come, words=f"{turn.flag}: true" if come else "")

    def link(self, fields: Fields) -> Citation | None:
        """The page that a release names."""
        latest = fields.raw.get("latest")
        row = Fields(latest, fields.record, self.tally) if isinstance(latest, dict) else fields
        if not (url := row.text("link")):
            return None
        page = self.cited.page(url)
        if page is None:
            fields.problem("link", f"{shortened(url)} is no address of the web.")
        return page

    def replacements(self, fields: Fields, cycle: str, place: Provider) -> list[Named]:
        """What comes after a release."""
        custom = fields.raw.get("custom")
        rows = (Fields(custom, fields.record, self.tally), fields) if isinstance(custom, dict) else (fields,)
        name, words = next(((name, text) for row in rows for name in REPLACEMENT if (text := row.text(name))), ("", ""))
        found: dict[str, Named] = {}
        for part in SEVERAL.split(words):
            if not part or NO_DATE.fullmatch(plain_text(part)):
                continue
            if part.casefold() == cycle.casefold():
                fields.problem(name, f"{shortened(part)} is given as its own replacement.")
                continue
            found[part] = Named(id=part, maker=maker_at(place, part))
        return list(found.values())

    def say_undated(self) -> None:
        """One problem for all that has no day because the file has none, and a sentence on what is not taken."""
        if self.undated:
            self.tally.problem(
                "",
                f"Neither the file nor its name says its day, so {self.undated:,} ends without a day of their own are "
                "left out; put the day into the name, as in claude_2026-08-22.md.",
            )
        if self.extended:
            self.tally.note = f"Left out: the days on which extended support ends, of {self.extended:,} releases."
