"""Epoch AI's timelines of data centres: what was seen on each site, and what is projected for it.

Both stand in one table, and only prose and the day tell them apart. Like a cluster, a milestone is a note, no deal.
"""

from __future__ import annotations

import re
from functools import cached_property

from modelspan.domain.dates import When
from modelspan.domain.drafts import Draft, Named, Reading
from modelspan.domain.records import EntityKind, Event, Evidence, Note, Quantity, Status
from modelspan.formats.epoch import (
    Row,
    Sheet,
    SkippedError,
    clean,
    columns,
    dataset,
    decimal,
    how_sure,
    shortened,
    unquoted,
    without_links,
)
from modelspan.formats.file import File

NAME = "epoch-data-centers"
TITLE = "Epoch AI, data centre timelines"

SITE, DATE, PROSE, BUILDINGS = "data center", "date", "construction status", "buildings operational"
ESTIMATE = re.compile(
    r"\bestimat\w*|\bproject(?:ed|ion)\b|\bexpect(?:s|ed|ing)?\b|\bassum(?:ing|es?)\b|\bwill be\b", re.IGNORECASE
)
SENTENCE = re.compile(r"(?<=[a-z0-9)\"”]{2}[.!?])\s+(?=[A-Z0-9\"“(])|\n+")
# Start of a column -> metric. In the header stands which year's dollars they are, and that they are billions.
COSTS = {
    "total capital cost": "capital_cost",
    "compute cost": "compute_cost",
    "construction cost": "construction_cost",
    "annual operating cost": "annual_operating_cost",
}
DOLLARS = re.compile(r"(?P<what>[a-z ]+?) \((?P<year>\d{4} )?usd(?P<billions> billions?)?\)")


def sniff(file: File) -> bool:
    """A table of sites, days and the state of construction."""
    return {SITE, DATE, PROSE} <= columns(file)


def read(file: File) -> Reading:
    """Each row is a milestone of a site, seen or projected."""
    made = dataset("epoch-data-centers", "Frontier Data Centers", "data/data-centers", file.vintage)
    sites = Sites(file, made, file.vintage)
    sites.read(SITE, sites.milestone, sites.keys(sites.parts))
    return sites.reading(NAME)


class Sites(Sheet):
    """The table while it is read."""

    @cached_property
    def firsts(self) -> dict[tuple[str, str], str]:
        """The first day of each site with each number of buildings."""
        return first_with(self.rows)

    def parts(self, row: Row) -> tuple[str, ...]:
        """A milestone is what it brings, where it is the first day with so many buildings; else its day.

        So a projection that moves, and one that comes true, stay the same milestone.
        """
        site, date, buildings = unquoted(clean(row.get(SITE, ""))), row.get(DATE, ""), row.get(BUILDINGS, "")
        if self.firsts.get((site, buildings)) == date:
            return f"{site}|{plain_count(buildings)} buildings", date, clean(row.get(PROSE, ""))[:40]
        return f"{site}|{date}", buildings, clean(row.get(PROSE, ""))[:40]

    def milestone(self, row: Row, key: str) -> list[Draft]:
        site = unquoted(self.need(row, SITE))
        key = self.told_apart(key)
        text = row.get(DATE, "")
        if (when := self.when(row, DATE)) is None:
            raise SkippedError("no date")
        prose = row.get(PROSE, "")
        said = without_links(prose)
        projected = self.projected(when, said)
        estimated = projected or ESTIMATE.search(said) is not None
        confidence, doubt = how_sure(when)
        event = Event(
            key=f"data_center|{key}",
            body=Note(subtype="data_center"),
            when=when,
            title=shortened(f"{site}: {clean(SENTENCE.split(said)[0])}" if said else site),
            words=said,
            status=Status.SCHEDULED if projected else Status.OCCURRED,
            quantities=self.quantities(row),
            sources=self.cite((prose, "")),
            evidence=Evidence.DERIVED if estimated else Evidence.OBSERVED,
            confidence=confidence,
            note=doubt,
        )
        subject = Named(kind=EntityKind.SYSTEM, name=site)
        return [Draft(event=self.dated(event, text), subject=subject)]

    def projected(self, when: When, said: str) -> bool:
        """After the day of the file nothing was seen; on days that may be before or after it, the prose decides."""
        if self.later(when):
            return True
        start = self.vintage.start if self.vintage else None
        settled = start is not None and when.end is not None and when.end <= start
        return not settled and ESTIMATE.search(said) is not None

    def quantities(self, row: Row) -> tuple[Quantity, ...]:
        """What the site holds from then on, all of it: power, computing and cost, which Epoch estimates."""
        found = self.quantity(row, "capacity", "MW", "power (mw)", about=True, conditions="whole facility")
        found += self.quantity(row, "it_capacity", "MW", "it power (mw)", about=True)
        found += self.quantity(row, "h100_equivalents", "H100", "h100 equivalents", about=True)
        found += self.quantity(row, "buildings", "buildings", BUILDINGS)
        for column in row:
            if (parts := DOLLARS.fullmatch(column)) and parts["what"] in COSTS:
                times = 1_000_000_000 if parts["billions"] else 1
                year = f"{parts['year'].strip()} US dollars" if parts["year"] else ""
                metric = COSTS[parts["what"]]
                found += self.quantity(row, metric, "USD", column, about=True, times=times, conditions=year)
        return found


def first_with(rows: list[Row]) -> dict[tuple[str, str], str]:
    """(site, number of buildings) -> the first day with so many, where there were fewer on every day before."""
    found: dict[tuple[str, str], str] = {}
    most: dict[str, float] = {}
    for row in sorted(rows, key=by_day):
        site, buildings = unquoted(clean(row.get(SITE, ""))), row.get(BUILDINGS, "")
        number = decimal(buildings)
        if number is not None and number > most.get(site, 0):
            most[site] = float(number)
            found[site, buildings] = row.get(DATE, "")
    return found


def by_day(row: Row) -> tuple[str, float]:
    """Where a row stands in time: ISO days sort as text."""
    return row.get(DATE, ""), float(decimal(row.get(BUILDINGS, "")) or 0)


def plain_count(buildings: str) -> str:
    """`8.0` as `8`."""
    return buildings.removesuffix(".0")
