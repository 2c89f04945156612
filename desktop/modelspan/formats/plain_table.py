"""Any table with a header: what its columns mean is guessed, shown and can be corrected.

`guess` proposes a `Mapping`; `read` takes the corrected one. A mapping is kept by `fingerprint` of the header.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modelspan.domain.dates import DateError
from modelspan.domain.drafts import Reading, Tally
from modelspan.domain.records import Dataset
from modelspan.domain.spellings import folded, parse
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart
from modelspan.formats.file import DAY, HEAD, File
from modelspan.formats.kind_words import kind_of
from modelspan.formats.life_rows import Rows
from modelspan.formats.row_meanings import DAYS, LIFE_DAYS, Means, dated_meaning, meaning, other_meaning, telling_first
from modelspan.formats.row_meanings import folded as plain_name
from modelspan.formats.vintage import vintage_of

NAME = "plain_table"
TITLE = "Table (CSV, TSV)"
SAMPLE = 200  # rows a guess looks at
TRUST = 10

# Columns, folded, of tables that other readers know, or that are about no lives of models.
FOREIGN = frozenset({
    "publicationdate", "trainingcomputeflop", "hardwarename", "h100equivalents", "datacenter", "modelversion",
    "constructionstatus", "versionreleasedate", "eciscore", "benchmarkid", "task", "scoreor", "bestscoreacrossscorers",
    "firstoperationaldate", "stderr", "tdpw",
})  # fmt: skip
FLAGS = frozenset({"true", "false", "yes", "no", "0", "1", "y", "n"})
NO_TABLE = ("{", "[", "BEGIN:", "---", "<", "- ")  # JSON, calendars, YAML, pages
CONTROL = re.compile(r"[\x01-\x08\x0e-\x1f]")  # of files that are no text; some exports pad cells with zeros
TOO_WIDE = "It has {} cells and the header {}, so that nobody knows which belong where; beyond the last stand {}."
NUMBERS = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})")


@dataclass(frozen=True, slots=True)
class Mapping:
    """What each column means. `provider` is what rows without one belong to; `month_first` how 5/6/2026 is read."""

    columns: tuple[tuple[str, Means], ...]
    month_first: bool | None = None
    provider: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As JSON or TOML can hold it."""
        found: dict[str, Any] = {"columns": {name: means.value for name, means in self.columns}}
        if self.month_first is not None:
            found["month_first"] = self.month_first
        if self.provider:
            found["provider"] = self.provider
        return found

    @classmethod
    def from_dict(cls, raw: dict[str, Any]) -> Mapping:
        """What `to_dict` wrote; what is not known there is left out."""
        known = {means.value: means for means in Means}
        columns = raw.get("columns")
        pairs = columns.items() if isinstance(columns, dict) else ()
        order, provider = raw.get("month_first"), raw.get("provider")
        return cls(
            tuple((str(name), known.get(means, Means.IGNORED)) for name, means in pairs if isinstance(means, str)),
            order if isinstance(order, bool) else None,
            provider if isinstance(provider, str) else "",
        )

    @property
    def enough(self) -> bool:
        """Whether events can be read by it: a model with days, or days with words."""
        taken = {means for _, means in self.columns}
        model = bool(taken & {Means.MODEL, Means.NAME}) and bool(taken & set(LIFE_DAYS))
        return model or (Means.WHEN in taken and bool(taken & {Means.KIND, Means.TITLE}))

    def corrected(self, column: str, means: Means) -> Mapping:
        """The same with another meaning for one column; a column that had that meaning loses it, as each has one."""
        if column not in dict(self.columns):
            raise ValueError(f"There is no column {column!r}.")
        return replace(
            self,
            columns=tuple(
                (name, means if name == column else Means.IGNORED if old is means else old)
                for name, old in self.columns
            ),
        )


def fingerprint(header: Iterable[str]) -> str:
    """What a mapping is remembered by: the names of the columns in any order."""
    return hashlib.sha256("\n".join(sorted(folded(name) for name in header)).encode()).hexdigest()[:16]


def guess(header: Sequence[str], rows: Sequence[dict[str, str]]) -> Mapping:
    """What the columns seem to mean: by their names, and where those are new by a part of them and the cells."""
    cells = {name: [row.get(name, "") for row in rows[:SAMPLE]] for name in header}
    found: dict[str, Means] = {}
    for name in telling_first(header):
        means = meaning(name)
        if means not in DAYS or not is_flag(cells[name]):
            take(found, name, means)
    for name in header:
        if name not in found:
            take(found, name, dated_meaning(name) if dated(cells[name]) else other_meaning(name))
    columns = tuple((name, found.get(name, Means.IGNORED)) for name in header)
    return Mapping(columns, month_order(row.get(name, "") for name, means in columns if means in DAYS for row in rows))


def proposed(file: File) -> Mapping:
    """The mapping to show and to correct for a file; its `enough` says whether it can be read by it."""
    return guess(file.header, file.rows)


def is_flag(cells: Sequence[str]) -> bool:
    """Whether all cells that say something are a yes or a no: deprecated, and not since when."""
    said = {cell.casefold() for cell in cells if cell}
    return bool(said) and said <= FLAGS


def take(found: dict[str, Means], name: str, means: Means | None) -> None:
    """Let a column have its meaning, unless one before it has the same."""
    if means is not None and means not in found.values():
        found[name] = means


def dated(cells: Sequence[str]) -> bool:
    """Whether most cells that say something are dates."""
    outcomes = [outcome for cell in cells if (outcome := is_date(cell)) is not None]
    return bool(outcomes) and 2 * sum(outcomes) > len(outcomes)


def is_date(cell: str) -> bool | None:
    """Whether a cell is a date; None where it says that there is none."""
    try:
        return True if parse(cell, month_first=True) else None
    except DateError:
        return False


def month_order(cells: Iterable[str]) -> bool | None:
    """Whether the month stands first in dates of numbers; None where none decides it or two disagree."""
    firsts, seconds = False, False
    for cell in cells:
        if found := NUMBERS.fullmatch(cell.strip()):
            firsts |= int(found[1]) > 12 and len(found[3]) == 4  # of two digits the year could stand first
            seconds |= int(found[2]) > 12
    return None if firsts == seconds else seconds


def is_table(file: File) -> bool:
    """A text that can be shown as a table, whatever its columns mean."""
    head = file.text[:HEAD].lstrip()
    return not head.startswith(NO_TABLE) and CONTROL.search(head) is None and len(file.header) > 1


def sniff(file: File) -> bool:
    """A table with a model and a day in it that no other reader knows."""
    if not is_table(file) or not FOREIGN.isdisjoint(map(plain_name, file.header)):
        return False
    rows = file.first_rows(SAMPLE)
    mapping = guess(file.header, rows)
    if not mapping.enough or not rows:
        return mapping.enough
    column = {means: name for name, means in mapping.columns}
    if any(is_date(row[column[means]]) for row in rows for means in LIFE_DAYS if means in column):
        return bool({Means.MODEL, Means.NAME} & column.keys())
    return Means.WHEN in column and tells_kinds([row for row in rows if is_date(row[column[Means.WHEN]])], column)


def tells_kinds(rows: Sequence[dict[str, str]], column: dict[Means, str]) -> bool:
    """Whether most rows with a day speak of lives of models: a list of pages has days and titles too."""
    words = column.get(Means.KIND) or column[Means.TITLE]
    return 2 * sum(kind_of(row[words].replace("_", " ")) is not None for row in rows) > len(rows)


def read(file: File, mapping: Mapping | None = None) -> Reading:
    """Read a table by a mapping, else by the guessed one. Raises UserError where it is no table throughout."""
    chosen = mapping or proposed(file)
    known = vintage_of(file)
    dataset = Dataset(id=named("table", file), title=file.name, version=known.as_of, trust=TRUST)
    rows = Rows(Tally(file.name), Cited(dataset), known, provider=chosen.provider, month_first=chosen.month_first)
    width = len(file.header)
    for number, row in file.numbered:
        record = f"row {number}"
        if len(row) > width:
            rows.problem(record, TOO_WIDE.format(len(row), width, ", ".join(list(row.values())[width:])[:60]))
            rows.tally.outcome(0)
            continue
        cells: dict[Means, tuple[str, Any]] = {}
        for name, means in chosen.columns:
            if means is not Means.IGNORED and row.get(name):
                cells.setdefault(means, (name, row[name]))
        rows.take(cells, record)
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=known.as_of,
        tally=rows.tally,
        drafts=apart(rows.drafts),
        sources=rows.sources(described(chosen.columns)),
        alone=tuple(dict.fromkeys(rows.alone)),
    )


def named(kind: str, file: File) -> str:
    """The id of the dataset of a file that says none: its name without a day, so that its next vintage has the same."""
    stem = re.sub(r"[^a-z0-9]+", "-", DAY.sub("", file.name.rpartition(".")[0] or file.name).casefold()).strip("-")
    return f"{kind}-{stem}" if stem else kind


def described(columns: Iterable[tuple[str, Means]]) -> str:
    """Which columns were read as what, and which were not, in words for people."""
    pairs = list(columns)
    read_as = ", ".join(f"{name} as {means}" for name, means in pairs if means is not Means.IGNORED)
    unread = ", ".join(name for name, means in pairs if means is Means.IGNORED)
    return f"Read: {read_as or 'nothing'}. Not read: {unread or 'nothing'}."
