"""Rows that say when models begin and end, as drafts: what lists in JSON and tables of any header have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from modelspan.domain.dates import DateError, Qualifier, When, nominal
from modelspan.domain.drafts import Draft, Named, Tally
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Announcement,
    Body,
    Citation,
    Confidence,
    Deprecation,
    EntityKind,
    Event,
    Evidence,
    KnownBasis,
    Legacy,
    Note,
    Party,
    Preview,
    Release,
    Retirement,
    Role,
    Source,
    Status,
)
from modelspan.domain.spellings import NO_DATE, folded, parse
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import key
from modelspan.formats.kind_words import kind_of
from modelspan.formats.model_ids import take_apart
from modelspan.formats.places import maker_of, surface_of
from modelspan.formats.row_meanings import Means
from modelspan.formats.vintage import Vintage

NO_DAY = "it gives no day"
BODIES: tuple[tuple[Means, Body], ...] = (
    (Means.ANNOUNCED, Announcement()), (Means.PREVIEW, Preview()), (Means.RELEASED, Release()),
    (Means.LISTED, Release()), (Means.LEGACY, Legacy()), (Means.DEPRECATED, Deprecation()),
    (Means.ENDS, Retirement()), (Means.ENDS_EARLIEST, Retirement()),
)  # fmt: skip
WEAKER = {Means.ENDS: Means.ENDS_EARLIEST, Means.RELEASED: Means.LISTED}  # what gives way to what where both are given
LISTED_NOTE = "The day on which it was listed, which need not be that of its release."
BARE_NOTE = "The list says deprecated and no end; some lists mean the end by it."
PARTS = re.compile(r"\s*(?:[,;\n]|\s(?:or|and)\s)\s*")
PROSE = 6  # words; a replacement of more is a sentence and no name


@dataclass(slots=True)
class Rows:
    """What is read of the rows of one file; `provider` is what rows without one belong to."""

    tally: Tally
    cited: Cited
    vintage: Vintage
    provider: str = ""
    month_first: bool | None = None
    drafts: list[Draft] = field(default_factory=list)
    alone: list[Named] = field(default_factory=list)

    def sources(self, note: str) -> tuple[Source, ...]:
        """The pages and the file, which says what was read of it."""
        own = self.cited.file("").source_id
        return tuple(replace(one, note=note) if one.id == own else one for one in self.cited.sources)

    def problem(self, record: str, text: str) -> None:
        """Something that could not be read, on one line whatever the cells are like."""
        self.tally.problem(" ".join(record.split()), " ".join(text.split()))

    def take(self, cells: dict[Means, tuple[str, Any]], record: str) -> None:
        """Read one row: meaning -> the name of its column or key, and what stands there."""
        before = len(self.tally.problems)
        row = Row(self, cells, record)
        drafts = row.drafts()
        if not drafts and len(self.tally.problems) == before:
            self.alone += [named] if (named := row.named) else []
            self.tally.outcome(0, reason=NO_DAY)
            return
        self.drafts += drafts
        self.tally.outcome(len(drafts))


@dataclass(frozen=True)
class Row:
    """One row being read. What is asked for several times is found once, and its problems told once."""

    rows: Rows
    cells: dict[Means, tuple[str, Any]]
    record: str
    heard: dict[Means, list[str]] = field(default_factory=dict)

    def drafts(self) -> list[Draft]:
        """All that the row states with a day."""
        named = self.named
        single = self.single(named) if Means.WHEN in self.cells else None
        if named is None:
            if single is None:
                self.rows.problem(self.record, "It names no model.")
            return [single] if single else []
        days = {means: when for means, _ in BODIES if (when := self.when(means)) is not None}
        if Means.ENDS in days:
            if self.flag(Means.EARLIEST) and days[Means.ENDS].qualifier is Qualifier.EXACT:
                days[Means.ENDS] = not_before(days[Means.ENDS])
        elif (earliest := days.get(Means.ENDS_EARLIEST)) and earliest.qualifier is Qualifier.EXACT:
            days[Means.ENDS_EARLIEST] = not_before(earliest)
        for stronger, weaker in WEAKER.items():
            if stronger in days:
                days.pop(weaker, None)
        found = [self.draft(named, means, body, days) for means, body in BODIES if means in days]
        return [*found, single] if single else found

    def draft(self, named: Named, means: Means, body: Body, days: dict[Means, When]) -> Draft:
        """One day of a model's life."""
        when = days[means]
        end = days.get(Means.ENDS) or days.get(Means.ENDS_EARLIEST)
        known, basis = self.known(when, days.get(Means.DEPRECATED), isinstance(body, Retirement))
        if isinstance(body, Deprecation):
            body = Deprecation(says=end)
        listed = means is Means.LISTED
        doubt = LISTED_NOTE if listed else BARE_NOTE if means is Means.DEPRECATED and end is None else ""
        parties, words = self.replacements if isinstance(body, Retirement | Deprecation) else ((), ())
        event = Event(
            key=self.key(named, body, Means.LISTED.value if listed else ""),
            body=body,
            when=when,
            scope=self.text(Means.SCOPE),
            ids=(named.id,) if named.id else (),
            words="; ".join(f"{column}: {text}" for column, text in self.said(means)),
            known=known,
            known_basis=basis,
            status=status(when, body, self.rows.vintage),
            evidence=Evidence.OBSERVED if listed else Evidence.SECONDARY,
            confidence=Confidence.LOW if doubt else Confidence.MEDIUM,
            parties=words,
            sources=self.citations,
            note=" ".join(filter(None, (doubt, self.text(Means.NOTE)))),
        )
        return Draft(event=event, subject=named, surface=self.surface, parties=parties)

    def said(self, means: Means) -> list[tuple[str, Any]]:
        """The column of a day with its words, and that of the weaker day that it stands for as well."""
        cells = [self.cells[one] for one in (means, WEAKER.get(means)) if one is not None and one in self.cells]
        return [cell for place, cell in enumerate(cells) if place == 0 or cell[1] not in (None, "", True, False)]

    def single(self, named: Named | None) -> Draft | None:
        """A row that is one event with a day, a kind and words of its own."""
        when = self.when(Means.WHEN)
        kind, title = self.text(Means.KIND), self.text(Means.TITLE)
        if when is None:
            return None
        if not (kind or title):
            self.problem(Means.WHEN, "It is the day of nothing: the row says no kind and no title.")
            return None
        said = kind_of(kind.replace("_", " ")) if kind else kind_of(title)
        body = said[0] if said else Note(subtype=kind)
        known, basis = self.known(when, None, isinstance(body, Retirement))
        parties, words = self.replacements if named else ((), ())
        event = Event(
            key=self.key(named, body, title if named is None or isinstance(body, Note) else ""),
            body=body,
            when=when,
            title=title,
            scope=self.text(Means.SCOPE),
            ids=(named.id,) if named and named.id else (),
            words=": ".join(filter(None, (kind, str(self.cells[Means.WHEN][1])))),
            known=known,
            known_basis=basis,
            status=status(when, body, self.rows.vintage),
            evidence=Evidence.SECONDARY,
            parties=words,
            sources=self.citations,
            note=self.text(Means.NOTE),
        )
        return Draft(event=event, subject=named, surface=self.surface, parties=parties)

    def key(self, named: Named | None, body: Body, more: str = "") -> str:
        """What the statement is about: kind, place, model."""
        about = (named.id or named.name) if named else ""
        surface = self.surface
        place = surface if isinstance(surface, str) else surface.id
        parts = (type(body).__name__.lower(), place, about, self.text(Means.SCOPE), more)
        return key(*(part for part in parts if part))

    @cached_property
    def named(self) -> Named | None:
        """The model of the row; None where no cell names one."""
        model, name = self.text(Means.MODEL), self.text(Means.NAME)
        if not model and not name:
            return None
        bare, maker = self.called(model)
        spoken = " " in bare
        aliases = tuple(Alias(text=text, role=AliasRole.API_ID) for text in self.texts(Means.ALIASES))
        return Named(
            kind=EntityKind.MODEL,
            id="" if spoken else bare,
            name=name or (bare if spoken else ""),
            maker=self.text(Means.MAKER) or maker,
            aliases=aliases,
        )

    def called(self, model: str) -> tuple[str, str]:
        """An id or a name without what a provider puts before it, and whose it is."""
        surface = self.surface
        apart = take_apart(model, surface if isinstance(surface, str) else "")
        return apart.id, apart.maker or maker_of(self.provider)

    @cached_property
    def provider(self) -> str:
        """Who offers it, as the row or the file says."""
        return self.text(Means.PROVIDER) or self.rows.provider

    @cached_property
    def surface(self) -> str | Named:
        """Where that is; empty where nothing says it."""
        provider = self.provider
        return surface_of(provider) if provider else ""

    @cached_property
    def replacements(self) -> tuple[tuple[tuple[Role, Named], ...], tuple[Party, ...]]:
        """What comes after: names, and the words of what is a sentence."""
        found: list[tuple[Role, Named]] = []
        words: list[Party] = []
        own = {self.named.id.casefold(), self.named.name.casefold()} if self.named else set()
        for text in self.texts(Means.REPLACEMENT):
            if len(text.split()) > PROSE or text.endswith("."):
                words.append(Party(role=Role.SUCCESSOR, words=text))
                continue
            for part in PARTS.split(text):
                bare, maker = self.called(part.strip("` "))
                if is_absent(bare):
                    continue
                if bare.casefold() in own:
                    self.problem(Means.REPLACEMENT, f"{bare!r} is given as its own replacement.")
                    continue
                spoken = " " in bare
                found.append(
                    (Role.SUCCESSOR, Named(id="" if spoken else bare, name=bare if spoken else "", maker=maker))
                )
        return tuple(dict.fromkeys(found)), tuple(words)

    def known(self, when: When, notice: When | None, end: bool) -> tuple[When | None, KnownBasis]:
        """Since when it was public: an end since its notice or by the day of the file, the rest by happening."""
        if not end:
            return None, KnownBasis.OCCURRENCE
        if notice is not None and notice.qualifier is Qualifier.EXACT and nominal(notice) <= nominal(when):
            return notice, KnownBasis.STATED
        known = self.rows.vintage.known
        return known, KnownBasis.SOURCE_VINTAGE if known else KnownBasis.UNKNOWN

    def when(self, means: Means) -> When | None:
        """A day; None where none is given, where a flag says only that there is one, and where it is a problem."""
        if means not in self.cells:
            return None
        value = self.cells[means][1]
        if value is None or isinstance(value, bool):
            return None
        if not isinstance(value, str | int):
            self.problem(means, f"{str(value)[:40]!r} is not a date.")
            return None
        when, wrong = day_of(str(value), self.rows.month_first)
        if wrong:
            self.problem(means, wrong)
        return when

    def flag(self, means: Means) -> bool:
        """Whether it is said to be so."""
        value = self.cells.get(means, ("", None))[1]
        return value is True or (isinstance(value, str) and value.strip().casefold() in ("true", "yes", "1"))

    def text(self, means: Means) -> str:
        """The words of a cell; empty where there are none, and of a list the first."""
        return next(iter(self.texts(means)), "")

    def texts(self, means: Means) -> list[str]:
        """All words of a cell: of a text itself, of a list each, of a table its model, id, name or address."""
        if means not in self.cells:
            return []
        if means not in self.heard:
            self.heard[means] = self.read_texts(means, self.cells[means][1])
        return self.heard[means]

    def read_texts(self, means: Means, value: Any) -> list[str]:
        """The words, with a problem for each part that has none."""
        found = []
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                part = next((part[name] for name in ("model", "id", "name", "url") if part.get(name)), None)
            if isinstance(part, str):
                found += [] if is_absent(part) else [part.strip()]
            elif part is not None and not isinstance(part, bool):
                self.problem(means, f"{str(part)[:40]!r} is not a text.")
        return found

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """The addresses of the row, else its place in the file: by name, since rows move."""
        pages = [page for text in self.texts(Means.SOURCE) if (page := self.rows.cited.page(text)) is not None]
        return tuple(dict.fromkeys(pages)) or (
            self.rows.cited.file(self.text(Means.MODEL) or self.text(Means.NAME) or self.text(Means.TITLE)),
        )

    def problem(self, means: Means, text: str) -> None:
        """Something of a cell could not be read."""
        self.rows.problem(self.record, f"{self.cells[means][0]}: {text}")


@lru_cache(maxsize=16_384)  # the same days, places and successors stand in many rows
def day_of(text: str, month_first: bool | None) -> tuple[When | None, str]:
    """A date, or what is wrong with it."""
    try:
        return parse(text, month_first=month_first), ""
    except DateError as error:
        return None, str(error)


@lru_cache(maxsize=16_384)
def is_absent(text: str) -> bool:
    """Whether a cell says that there is nothing."""
    return NO_DATE.fullmatch(folded(text)) is not None


def status(when: When, body: Body, vintage: Vintage) -> Status:
    """Scheduled where the file is older than the day, and an end also where nothing says that the file is not."""
    if isinstance(body, Retirement):
        file = vintage.known
        if file is None or file.end is None or when.end is None or when.end > file.end:
            return Status.SCHEDULED
    return Status.SCHEDULED if vintage.ahead(when) else Status.OCCURRED


def not_before(when: When) -> When:
    """The same day as the earliest one."""
    return replace(when, end=None, end_s=None, qualifier=Qualifier.NOT_BEFORE)
