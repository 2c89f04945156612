"""What the CSVs of Epoch AI share: a sheet that counts outcomes, cells of several values, dates, numbers, sources."""

from __future__ import annotations

import csv
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import cached_property
from urllib.parse import urlsplit

from modelspan.domain.dates import DateError, When, calendar, parse_edtf
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.records import (
    Citation,
    Comparator,
    Confidence,
    Dataset,
    EntityKind,
    Event,
    KnownBasis,
    Quantity,
    Source,
    Status,
)
from modelspan.domain.spellings import parse
from modelspan.formats.file import DAY, File

PUBLISHER = "Epoch AI"
LICENCE = "CC-BY-4.0"
TRUST = 30  # below the bundled catalogue's 50: those rows were looked at one by one
ABSENT = frozenset({"nan", "none", "null", "n/a", "na", "nat", "#n/a"})
URL = re.compile(r"https?://[^\s<>\"\]]+")
BARE = re.compile(r"(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:org|com|net|edu|gov|ai|io)/\S+", re.IGNORECASE)
LINK = re.compile(r"\[([^\]]*)\]\([^)\s]*\)")  # of Markdown
LONGEST_TITLE = 120

Row = dict[str, str]  # column in lower case -> cell


class SkippedError(Exception):
    """A record that is not applicable; the message is the reason, the same for all alike."""


class UnreadError(Exception):
    """A record that cannot be read; the message is a plain sentence that names the field."""


def columns(file: File) -> frozenset[str]:
    """The names of a table's columns in lower case: between vintages some change their capitals."""
    return frozenset(name.casefold() for name in file.header)


def lowered(file: File) -> list[Row]:
    """The rows by column in lower case; cells that say "no value" are blank."""
    names = {name: name.casefold() for row in file.rows for name in row}
    return [{names[name]: "" if cell.casefold() in ABSENT else cell for name, cell in row.items()} for row in file.rows]


def clean(text: str) -> str:
    """One line without characters that are not seen: names hold newlines, tabs and now and then worse."""
    text = text.replace("-\n", "-")
    return " ".join("".join(c for c in text if c.isspace() or unicodedata.category(c) != "Cc").split())


def several(cell: str) -> tuple[str, ...]:
    """The values of a cell: joined by commas, in quotes where one holds a comma itself."""
    try:
        parts = next(csv.reader([cell.replace("\n", " ")], skipinitialspace=True), [])
    except csv.Error:
        parts = cell.split(",")
    return tuple(dict.fromkeys(name for part in parts if (name := clean(part))))


def unquoted(name: str) -> str:
    """A name without the quotes that were put around it for the comma in it."""
    whole = len(name) > 1 and name[0] == name[-1] == '"' and '"' not in name[1:-1]
    return name[1:-1].strip() if whole else name


def decimal(text: str) -> Decimal | None:
    """A finite number, None for no number."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and -400 < number.adjusted() < 300 else None


def plain(number: Decimal) -> str:
    """A computed number as decimal text without an exponent and without idle zeros."""
    return f"{number.normalize():f}" if number else "0"


def urls(cell: str) -> tuple[str, ...]:
    """The web addresses in a cell, in the order they stand there."""
    found = URL.findall(cell) or [f"https://{bare}" for bare in BARE.findall(cell) if cell.startswith(bare)]
    return tuple(dict.fromkeys(url for text in found if (url := address(text))))


def address(text: str) -> str:
    """An address without the punctuation of its sentence; empty where it is none."""
    text = text.rstrip(".,;:'")
    while text.endswith(")") and text.count(")") > text.count("("):
        text = text[:-1].rstrip(".,;:'")
    text = "".join(c for c in text if unicodedata.category(c)[0] != "C")
    try:
        return text if urlsplit(text).hostname else ""
    except ValueError:
        return ""


def without_links(text: str) -> str:
    """Prose with the words of its links and without their addresses."""
    return LINK.sub(r"\1", text).strip()


def shortened(text: str) -> str:
    """A title no longer than a line."""
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1].rstrip() + "…"


def organisations(names: Iterable[str]) -> tuple[Named, ...]:
    """Organisations by name."""
    return tuple(Named(kind=EntityKind.ORGANISATION, name=name) for name in names)


def dataset(name: str, title: str, page: str, version: str) -> Dataset:
    """A dataset of Epoch AI, with the attribution its licence asks for."""
    url = f"https://epoch.ai/{page}"
    said = f"{PUBLISHER}, {title}, {url}, {LICENCE}; changed: columns mapped to events, some left out."
    return Dataset(
        id=name, title=f"{PUBLISHER}: {title}", publisher=PUBLISHER, url=url, licence=LICENCE, attribution=(said,),
        version=version, trust=TRUST,
    )  # fmt: skip


class Sheet:
    """One file while it is read."""

    def __init__(self, file: File, made: Dataset, as_of: str) -> None:
        self.file = file
        self.dataset = made
        self.as_of = as_of
        self.tally = Tally(file.name)
        self.drafts: list[Draft] = []
        self.alone: list[Named] = []
        self.record = ""  # the one being read, as problems name it
        self.titles: dict[str, set[str]] = {}  # address -> what rows call it

    @cached_property
    def rows(self) -> list[Row]:
        """The rows, read once."""
        return lowered(self.file)

    @cached_property
    def vintage(self) -> When | None:
        """The span the file's facts are of."""
        try:
            return parse_edtf(self.as_of) if self.as_of else None
        except DateError:
            return None

    def read(self, name: str, draft: Callable[[Row, str], list[Draft]], keys: list[str]) -> None:
        """Turn each row, with its key, into drafts; `name` is the column that problems name a row by."""
        for number, row in enumerate(self.rows, 1):
            called = clean(row.get(name, ""))[:60]
            self.record = f"row {number} ({called})" if called else f"row {number}"
            try:
                if not any(row.values()):
                    raise SkippedError("no value in any field")
                drafts = draft(row, keys[number - 1])
            except SkippedError as reason:
                self.tally.outcome(0, reason=str(reason))
            except (UnreadError, DateError) as error:
                self.tally.problem(self.record, str(error))
                self.tally.outcome(0)
            else:
                self.drafts += drafts
                self.tally.outcome(len(drafts))

    def keys(self, parts: Callable[[Row], tuple[str, ...]]) -> list[str]:
        """Per row what tells it from all others, as few parts as do; `=` marks a repetition, `?` a tie of unequal rows.

        The order of the rows has no say, so a row keeps its key when the file is sorted anew.
        """
        named = [parts(row) for row in self.rows]
        depth = max(map(len, named), default=0)
        texts = [["|".join(part[: n + 1]) for n in range(depth)] for part in named]
        counts = [Counter(text[n] for text in texts) for n in range(depth)]
        tied: dict[str, list[Row]] = {}
        for text, row in zip(texts, self.rows, strict=True):
            tied.setdefault(text[-1], []).append(row)
        equal = {text for text, rows in tied.items() if all(row == rows[0] for row in rows)}
        found = []
        for text, row in zip(texts, self.rows, strict=True):
            key = next((text[n] for n in range(depth) if counts[n][text[n]] == 1), "")
            repeated = "=" if tied[text[-1]][0] is not row else text[-1]
            found.append(key or (repeated if text[-1] in equal else "?"))
        return found

    @staticmethod
    def told_apart(key: str) -> str:
        """The key of a row, where it has one of its own."""
        if key == "=":
            raise SkippedError("repeats another row word for word")
        if key == "?":
            raise UnreadError("Other rows have the same name and differ; nothing tells which is which.")
        return key

    def need(self, row: Row, column: str) -> str:
        """The one-line text of a field that a record cannot do without."""
        if not (text := clean(row.get(column, ""))):
            raise UnreadError(f"{column} is empty.")
        return text

    def when(self, row: Row, column: str) -> When | None:
        """The date of a field, None for none. Epoch writes ISO days, and the month first where it writes slashes."""
        text = row.get(column, "")
        try:
            return parse(text, month_first=True)
        except DateError as error:
            raise UnreadError(f"{column}: {error}") from None

    def number(self, row: Row, *names: str) -> tuple[str, Decimal] | None:
        """The first of these fields that is filled, as printed and as a number; one that is no number is a problem."""
        for column in names:
            if text := clean(row.get(column, "")):
                if (value := decimal(text)) is not None:
                    return text, value
                self.tally.problem(self.record, f"{column}: {text[:40]!r} is not a number; it is left out.")
                return None
        return None

    def quantity(
        self, row: Row, metric: str, unit: str, *names: str, about: bool = False, times: int = 1, conditions: str = ""
    ) -> tuple[Quantity, ...]:
        """A quantity as printed, or computed exactly where the file counts in a multiple of our unit; none if blank."""
        if (found := self.number(row, *names)) is None:
            return ()
        text, value = found
        sign = Comparator.ABOUT if about else Comparator.EQUAL
        made = Quantity(metric=metric, value=float(value * times), unit=unit, comparator=sign, conditions=conditions)
        return (replace(made, published=text if times == 1 else plain(value * times)),)

    def cite(self, *cells: tuple[str, str]) -> tuple[Citation, ...]:
        """The addresses in (cell, title) pairs, then the file itself."""
        found: dict[str, None] = {}
        for cell, title in cells:
            for url in urls(cell):
                self.titles.setdefault(url, set()).add(shortened(clean(title)) or urlsplit(url).hostname or url)
                found[source_id(self.dataset.id, url)] = None
        return (*(Citation(source_id=name) for name in found), Citation(source_id=self.dataset.id))

    def later(self, when: When) -> bool:
        """Whether a date lies after the file's own."""
        end = self.vintage.end if self.vintage else None
        return end is not None and when.start is not None and when.start >= end

    def dated(self, event: Event, text: str) -> Event:
        """An event with the words of its date where they say more, and the day from which it was public."""
        scheduled = event.status is Status.SCHEDULED
        known, basis = (self.vintage, KnownBasis.SOURCE_VINTAGE) if scheduled else (None, KnownBasis.OCCURRENCE)
        if scheduled and known is None:
            basis = KnownBasis.UNKNOWN
        words = event.words or ("" if text.strip() == str(event.when) else text.strip())
        return replace(event, words=words, known=known, known_basis=basis, licence=LICENCE)

    def reading(self, format_: str) -> Reading:
        """The whole, once all rows are in."""
        own = Source(
            id=self.dataset.id, title=self.dataset.title, publisher=PUBLISHER, published=self.as_of,
            url=self.dataset.url, licence=LICENCE,
        )  # fmt: skip
        cited = (
            Source(id=source_id(self.dataset.id, url), title=min(names), url=url)
            for url, names in sorted(self.titles.items())
        )
        return Reading(
            format=format_, dataset=self.dataset, as_of=self.as_of, tally=self.tally, drafts=tuple(self.drafts),
            sources=(own, *cited), alone=tuple(self.alone),
        )  # fmt: skip


def source_id(dataset_id: str, url: str) -> str:
    """An id for an address: stable, and without the signs an id of a source must not have."""
    return f"{dataset_id}-{hashlib.sha256(url.encode('utf-8', 'replace')).hexdigest()[:12]}"


def new_year(when: When) -> bool:
    """Whether a day is 1 January: in Epoch's tables that is often a year of which no more is known."""
    if when.start is None or when.end is None or when.end - when.start != 1:
        return False
    date = calendar(when.start)
    return (date.month, date.day) == (1, 1)


def how_sure(when: When) -> tuple[Confidence, str]:
    """How far a day of these tables can be trusted, and why not further."""
    if new_year(when):
        return Confidence.LOW, "The source writes 1 January, which may stand for the year alone."
    return Confidence.MEDIUM, ""


def last_day(rows: Iterable[Row], column: str) -> str:
    """The newest ISO day of a column; empty where it has none."""
    return max(iso_days(rows, column), default="")


def iso_days(rows: Iterable[Row], column: str) -> Iterator[str]:
    for row in rows:
        if found := DAY.match(row.get(column, "")):
            day = "-".join(part for part in found.groups() if part)
            try:
                parse_edtf(day)
            except DateError:
                continue
            yield day
