"""Epoch AI's table of GPU clusters: when each first ran, how large it is, when it was switched off.

A cluster that runs is no contract, so it is a dated note with quantities and not a deal: the track of deals stays true.
"""

from __future__ import annotations

import re

from modelspan.domain.dates import DateError, When, nominal
from modelspan.domain.drafts import Draft, Named, Reading
from modelspan.domain.records import Citation, Confidence, EntityKind, Event, Evidence, Note, Quantity, Role, Status
from modelspan.domain.spellings import parse
from modelspan.formats.epoch import (
    Row,
    Sheet,
    SkippedError,
    UnreadError,
    clean,
    columns,
    dataset,
    how_sure,
    organisations,
    several,
    unquoted,
)
from modelspan.formats.file import File

NAME = "epoch-clusters"
TITLE = "Epoch AI, GPU clusters"

FIRST, SAID = "first operational date", "first operational date note"
ENDED = ("decommissioned date (if applicable)", "decommissioned date")
PLANNED = re.compile(r"planned(?: for)?", re.IGNORECASE)  # alone: a plan without a date
END_OF = re.compile(r"(?:planned for |planned |by )?(?:the )?end of (\d{4})", re.IGNORECASE)
STATUSES = {"existing": Status.OCCURRED, "decommissioned": Status.OCCURRED, "planned": Status.SCHEDULED}
NOBODY = frozenset({"unknown", "anonymized", "other", "various"})
ANONYMOUS = "anonymi"


def sniff(file: File) -> bool:
    """A table of clusters with the day they first ran and their power or chips."""
    names = columns(file)
    sized = {"power capacity (mw)", "h100 equivalents", "chip quantity (primary)", "chip type (primary)"}
    return {"name", FIRST} <= names and len(names & sized) >= 2


def read(file: File) -> Reading:
    """Each row is a cluster that ran, or is to run, from a day on; some have a day on which they were switched off."""
    made = dataset("epoch-gpu-clusters", "GPU Clusters", "data/gpu-clusters", file.vintage)
    clusters = Clusters(file, made, file.vintage)
    clusters.read("name", clusters.lives, clusters.keys(clusters.parts))
    return clusters.reading(NAME)


class Clusters(Sheet):
    """The table while it is read."""

    def parts(self, row: Row) -> tuple[str, ...]:
        owner, place = clean(row.get("owner", "")), clean(row.get("location", "")) or clean(row.get("country", ""))
        return unquoted(clean(row.get("name", ""))), owner, place

    def lives(self, row: Row, key: str) -> list[Draft]:
        name = unquoted(self.need(row, "name"))
        if name.casefold().startswith(ANONYMOUS):
            raise SkippedError("anonymised: nothing tells it from the others")
        if row.get("possible duplicate of"):
            raise SkippedError("possible duplicate of another cluster, by its publisher")
        key = self.told_apart(key)
        owners = several(row.get("owner", ""))
        cluster = Named(kind=EntityKind.SYSTEM, name=name, maker=owners[0] if owners else "")
        status = self.status(row)
        began, ended = self.began(row), self.ended(row)
        parties = self.parties(row, owners)
        drafts = []
        if began is not None:
            when, words = began
            planned = status is Status.SCHEDULED or self.later(when)
            event = Event(
                key=f"cluster|{key}",
                body=Note(subtype="cluster"),
                when=when,
                title=f"{name} to run" if planned else f"{name} first ran",
                status=Status.SCHEDULED if planned else Status.OCCURRED,
                quantities=self.quantities(row),
                sources=self.sources(row),
                evidence=Evidence.SECONDARY,
                confidence=self.confidence(row, when),
                note=self.remarks(row, when),
            )
            drafts.append(Draft(event=self.dated(event, words), subject=cluster, parties=parties))
        if ended is not None:
            when, words = ended
            later = self.later(when)
            event = Event(
                key=f"decommissioned|{key}",
                body=Note(subtype="cluster_decommissioned"),
                when=when,
                title=f"{name} to be switched off" if later else f"{name} switched off",
                status=Status.SCHEDULED if later else Status.OCCURRED,
                sources=self.sources(row),
                evidence=Evidence.SECONDARY,
            )
            drafts.append(Draft(event=self.dated(event, words), subject=cluster))
        if not drafts:
            self.alone.append(cluster)
            raise SkippedError("no day on which it first ran or was switched off")
        return drafts

    def status(self, row: Row) -> Status | None:
        """What the row says of the cluster; None where it says nothing and the day alone tells."""
        word = clean(row.get("status", "")).casefold()
        if word and word not in STATUSES:
            raise UnreadError(f"status: {word[:40]!r} is none of existing, planned and decommissioned.")
        return STATUSES.get(word)

    def began(self, row: Row) -> tuple[When, str] | None:
        """The first day and the words for it.

        The date is a computed day; the note beside it has what was published, often no more than a month or a year.
        """
        date, words = self.when(row, FIRST), row.get(SAID, "")
        try:
            said = note_date(words)
        except DateError as error:
            if date is None:
                raise UnreadError(f"{SAID}: {error}") from None
            said = None
        if said is not None and (date is None or within(date, said)):
            return said, words
        return None if date is None else (date, words or row.get(FIRST, ""))

    def ended(self, row: Row) -> tuple[When, str] | None:
        """The day on which it was switched off, and the words for it."""
        for column in ENDED:
            if (when := self.when(row, column)) is not None:
                return when, row[column]
        return None

    def parties(self, row: Row, owners: tuple[str, ...]) -> tuple[tuple[Role, Named], ...]:
        """Further owners, its chips, and who supplied them."""
        chips = dict.fromkeys(clean(row.get(f"chip type ({which})", "")) for which in ("primary", "secondary"))
        makers = dict.fromkeys(clean(row.get(f"gpu supplier ({which})", "")) for which in ("primary", "secondary"))
        return (
            *((Role.PARTNER, owner) for owner in organisations(owners[1:])),
            *((Role.HARDWARE, Named(kind=EntityKind.CHIP, name=chip)) for chip in chips if chip),
            *(
                (Role.CHIP_SUPPLIER, maker)
                for maker in organisations(name for name in makers if name and name.casefold() not in NOBODY)
            ),
        )

    def quantities(self, row: Row) -> tuple[Quantity, ...]:
        """Power, chips and cost: as reported, else as Epoch computes them, which is about right."""
        found: tuple[Quantity, ...] = ()
        for metric, unit, reported, computed in (
            ("capacity", "MW", "reported power capacity (mw)", "power capacity (mw)"),
            ("cost", "USD", "reported cost", "hardware cost"),
        ):
            found += self.quantity(row, metric, unit, reported) or self.quantity(
                row, metric, unit, computed, about=True, conditions="computed by Epoch AI"
            )
        found += self.quantity(row, "chips", "chips", "total number of ai chips", "chip quantity (primary)", about=True)
        return found + self.quantity(row, "h100_equivalents", "H100", "h100 equivalents", about=True)

    def sources(self, row: Row) -> tuple[Citation, ...]:
        return self.cite(*((cell, "") for column, cell in row.items() if re.fullmatch(r"source \d+", column)))

    def confidence(self, row: Row, when: When) -> Confidence:
        """Low where Epoch is not sure that there is such a cluster of its own."""
        sure = clean(row.get("certainty", "")).casefold() in ("", "confirmed")
        doubled = row.get("possible duplicate", "").casefold() == "true"
        return how_sure(when)[0] if sure and not doubled else Confidence.LOW

    def remarks(self, row: Row, when: When) -> str:
        """Where it stands, who uses it, and how sure Epoch is."""
        certainty = clean(row.get("certainty", ""))
        doubled = row.get("possible duplicate", "").casefold() == "true"
        said = (
            how_sure(when)[1],
            f"Certainty: {certainty.casefold()}." if certainty else "",
            "Possibly the same as another cluster." if doubled else "",
            f"Users: {', '.join(users)}." if (users := several(row.get("users", ""))) else "",
            f"Place: {place}." if (place := clean(row.get("location", "")) or clean(row.get("country", ""))) else "",
        )
        return " ".join(part for part in said if part)


def note_date(words: str) -> When | None:
    """The date in a note such as "Planned H2 2026", "2024-06" or "Q4 2024"; None where it has none."""
    text = clean(words)
    if PLANNED.fullmatch(text):
        return None
    if found := END_OF.fullmatch(text):
        return parse(f"Planned {found[1]}")  # how late in the year nobody says
    return parse(text, month_first=True)


def within(date: When, said: When) -> bool:
    """Whether a day lies in the span that was published."""
    day = nominal(date)
    return (said.start is None or said.start <= day) and (said.end is None or day < said.end)
