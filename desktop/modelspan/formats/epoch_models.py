"""Epoch AI's tables of models, notable, large-scale, frontier or all: when each was published, by whom, how large."""

from __future__ import annotations

import re

from modelspan.domain.drafts import Draft, Named, Reading
from modelspan.domain.records import EntityKind, Event, Evidence, ModelFacts, Quantity, Release, Role, Status
from modelspan.formats.epoch import (
    Row,
    Sheet,
    SkippedError,
    clean,
    columns,
    dataset,
    how_sure,
    lowered,
    organisations,
    several,
    unquoted,
)
from modelspan.formats.file import File

NAME = "epoch-models"
TITLE = "Epoch AI, models"

NAMES = ("model", "system")  # older tables say "System"
TELLING = frozenset({
    "parameters", "training compute (flop)", "training compute notes", "model accessibility", "organization",
    "training dataset", "notability criteria", "domain",
})  # fmt: skip
COST = re.compile(r"training compute cost \((\d{4}) usd\)")
# Part of the file's name -> id, title and page. The same table under another name is told by its columns.
TABLES = {
    "notable": ("epoch-notable-models", "Notable AI models", "data/notable-ai-models"),
    "large": ("epoch-large-scale-models", "Large-scale AI models", "data/large-scale-ai-models"),
    "frontier": ("epoch-frontier-models", "Frontier AI models", "data/ai-models"),
    "all": ("epoch-all-models", "AI models", "data/ai-models"),
}
OPEN = "open weights"


def sniff(file: File) -> bool:
    """A table of models with the day of publication and some of what only Epoch records."""
    names = columns(file)
    return "publication date" in names and not names.isdisjoint(NAMES) and len(names & TELLING) >= 3


def read(file: File) -> Reading:
    """Each row is a release: of the weights where they are open, else of the publication."""
    identity, title, page = TABLES[which(file, lowered(file))]
    table = Table(file, dataset(identity, title, page, file.vintage), file.vintage)
    table.read(table.name, table.release, table.keys(table.parts))
    return table.reading(NAME)


def which(file: File, rows: list[Row]) -> str:
    """Which of the like-shaped tables this is: they are datasets of their own, or each would withdraw the others'."""
    words = set(re.findall(r"[a-z]+", file.name.casefold()))
    for word in TABLES:
        if word in words:
            return word
    if rows and all(row.get("notability criteria") for row in rows):
        return "notable"
    if rows and all(row.get("frontier model", "").casefold() == "true" for row in rows):
        return "frontier"
    return "all"


class Table(Sheet):
    """A table of models while it is read."""

    @property
    def name(self) -> str:
        """The column of the models' names."""
        return next((name for name in NAMES if any(name in row for row in self.rows[:1])), NAMES[0])

    def parts(self, row: Row) -> tuple[str, ...]:
        return unquoted(clean(row.get(self.name, ""))), clean(row.get("organization", ""))

    def release(self, row: Row, key: str) -> list[Draft]:
        name = unquoted(self.need(row, self.name))
        key = self.told_apart(key)
        text = row.get("publication date", "")
        when = self.when(row, "publication date")
        makers = several(row.get("organization", ""))
        access = clean(row.get("model accessibility", ""))
        weights = access.casefold().startswith(OPEN) if access else None
        subject = Named(name=name, maker=makers[0] if makers else "", facts=ModelFacts(open_weights=weights))
        if when is None:
            self.alone.append(subject)
            raise SkippedError("no publication date")
        confidence, doubt = how_sure(when)
        event = Event(
            key=f"release|{key}",
            body=Release(),
            when=when,
            status=Status.SCHEDULED if self.later(when) else Status.OCCURRED,
            quantities=self.quantities(row),
            sources=self.cite((row.get("link", ""), row.get("reference", ""))),
            evidence=Evidence.SECONDARY,
            confidence=confidence,
            note=" ".join(part for part in (doubt, f"Access: {access}." if access else "") if part),
        )
        chips = (Named(kind=EntityKind.CHIP, name=chip) for chip in several(row.get("training hardware", "")))
        parties = (
            *((Role.PARTNER, other) for other in organisations(makers[1:])),
            *((Role.HARDWARE, chip) for chip in chips),
        )
        surface = "open-weights" if weights else "publication"
        return [Draft(event=self.dated(event, text), subject=subject, surface=surface, parties=parties)]

    def quantities(self, row: Row) -> tuple[Quantity, ...]:
        """Size and training. The confidence a row states is of these numbers, by Epoch's own words, not of its day."""
        word = clean(row.get("confidence", ""))
        sure = f"confidence: {word.casefold()}" if word else ""
        about = word.casefold() not in ("", "confident")
        found = self.quantity(row, "parameters", "parameters", "parameters", about=about, conditions=sure)
        for column, metric in (
            ("training compute (flop)", "training_compute"), ("finetune compute (flop)", "finetune_compute"),
        ):  # fmt: skip
            found += self.quantity(row, metric, "FLOP", column, about=about, conditions=sure)
        for column in row:
            if year := COST.fullmatch(column):
                dollars = f"{year[1]} US dollars"
                found += self.quantity(row, "training_cost", "USD", column, about=True, conditions=dollars)
        return found
