"""What a filter lets through, condition by condition, so that a facet can be counted without its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from modelspan.app.state import Filter
from modelspan.domain.query import text_mask
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import OPEN_END, Codes, Flags, Snapshot
from modelspan.engine.lives import STANDINGS, Lives, nominal

LIFECYCLE = (
    Kind.ANNOUNCEMENT, Kind.PREVIEW, Kind.RELEASE, Kind.LEGACY, Kind.DEPRECATION, Kind.RETIREMENT, Kind.DATE_CHANGE,
)  # fmt: skip
FACETS = ("kinds", "organisations", "surfaces", "statuses")


@dataclass(frozen=True)
class Matching:
    """One filter over one snapshot on one day."""

    snapshot: Snapshot
    lives: Lives
    hosted: Flags  # per entity row
    standing: Codes  # per entity row
    wanted: Filter

    def entities(self, ids: frozenset[str]) -> Flags:
        """Per entity row: one of some ids. Ids that this store lacks are passed over."""
        row = self.snapshot.entities.row
        found = np.zeros(len(self.snapshot.entities.ids), bool)
        found[[row[name] for name in ids if name in row]] = True
        return found

    @cached_property
    def surfaces(self) -> Flags | None:
        """Per entity row: a surface that passes; None when all do."""
        return self.entities(self.wanted.surfaces) if self.wanted.surfaces else None

    @cached_property
    def text(self) -> Flags | None:
        """Per entity row: found by the search text."""
        return text_mask(self.snapshot, self.wanted.text) if self.wanted.text else None

    @cached_property
    def dated(self) -> Flags:
        """Per event row: shown, and touching the range. An open side of a date reaches no further than it is drawn."""
        events, wanted = self.snapshot.events, self.wanted
        keep, day = events.shown, nominal(events.start, events.end)
        if wanted.start is not None:
            keep = keep & (np.where(events.end == OPEN_END, day, events.end - 1) >= wanted.start)
        if wanted.end is not None:
            keep = keep & (day < wanted.end)
        return keep

    @cached_property
    def of_kind(self) -> Flags:
        """Per event row: of a wanted kind, of any when all are."""
        events = self.snapshot.events
        return events.of(*(kind for kind in Kind if kind in self.wanted.kinds)) if self.wanted.kinds else events.shown

    @cached_property
    def there(self) -> Flags:
        """Per event row: on a surface that passes."""
        surface = self.snapshot.events.surface
        return np.ones(len(surface), bool) if self.surfaces is None else self.surfaces[surface] & (surface >= 0)

    @cached_property
    def telling(self) -> Flags:
        """Per event row: of a kind by which a filter of kinds or of a range chooses models."""
        return self.of_kind if self.wanted.kinds else self.snapshot.events.of(*LIFECYCLE)

    @property
    def eventful(self) -> bool:
        """Whether models are chosen by their events."""
        return bool(self.wanted.kinds) or self.wanted.start is not None or self.wanted.end is not None

    def subjects(self, rows: Flags) -> Flags:
        """Per entity row: something some events are about."""
        subject = self.snapshot.events.subject[rows]
        found = np.zeros(len(self.snapshot.entities.ids), bool)
        found[subject[subject >= 0]] = True
        return found

    def owners(self, rows: Flags) -> Flags:
        """Per entity row: a model with some lives."""
        found = np.zeros(len(self.snapshot.entities.ids), bool)
        found[self.lives.model[rows]] = True
        return found

    def base(self, *without: str) -> Flags:
        """Models that pass what is not about events, without some facets."""
        entities, wanted = self.snapshot.entities, self.wanted
        keep = np.zeros(len(entities.ids), bool)
        keep[entities.models] = True
        if not (wanted.open_weights or wanted.text or wanted.only or wanted.statuses or "statuses" in without):
            keep &= self.hosted
        if wanted.only:
            keep &= self.entities(wanted.only)
        if self.text is not None:
            keep &= self.text
        if wanted.organisations and "organisations" not in without:
            owner = entities.organisation
            keep &= self.entities(wanted.organisations)[owner] & (owner >= 0)
        if wanted.statuses and "statuses" not in without:
            codes = [place for place, value in enumerate(STANDINGS) if value in wanted.statuses]
            keep &= np.isin(self.standing, codes)
        if self.surfaces is not None and "surfaces" not in without:
            keep &= self.owners(self.surfaces[self.lives.surface])
        return keep

    def models(self, *without: str) -> Flags:
        """Models that pass, without some of the facets "organisations" and "statuses"."""
        keep = self.base(*without)
        return keep & self.subjects(self.telling & self.dated & self.there) if self.eventful else keep

    @cached_property
    def about_models(self) -> bool:
        """Whether it asks for models, so that what is about none does not pass."""
        wanted = self.wanted
        return bool(wanted.text or wanted.organisations or wanted.surfaces or wanted.statuses or wanted.only)

    @cached_property
    def events(self) -> Flags:
        """Per event row: of a wanted kind, in the range, on a wanted surface, about a model that passes."""
        subject = self.snapshot.events.subject
        keep = self.of_kind & self.dated & self.there
        return keep & (subject >= 0) & self.base()[subject] if self.about_models else keep

    def counts(self, facet: str) -> Any:
        """Models each choice of a facet would leave, by entity row, place in STANDINGS or name of a kind."""
        entities, events = self.snapshot.entities, self.snapshot.events
        size = len(entities.ids)
        match facet:
            case "organisations":
                owner = entities.organisation[self.models("organisations")]
                return np.bincount(owner[owner >= 0], minlength=size)
            case "statuses":
                return np.bincount(self.standing[self.models("statuses")], minlength=len(STANDINGS))
            case "surfaces":
                base = self.base("surfaces")
                pair = self.lives.model.astype(np.int64) * size + self.lives.surface
                if self.eventful:
                    rows = np.flatnonzero(self.telling & self.dated & (events.subject >= 0) & (events.surface >= 0))
                    pair = np.intersect1d(pair, events.subject[rows].astype(np.int64) * size + events.surface[rows])
                return np.bincount(pair[base[pair // size]] % size, minlength=size)
            case _:
                rows = np.flatnonzero(self.dated & self.there & (events.subject >= 0))
                rows = rows[self.base()[events.subject[rows]]]
                pair = np.unique(events.kind[rows].astype(np.int64) * size + events.subject[rows])
                return np.bincount(pair // size, minlength=len(Kind))
