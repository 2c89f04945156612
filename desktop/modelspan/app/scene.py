"""Scene: state and snapshot in, one Frame out. Slow steps are kept until what they depend on changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelspan.app.layout import (
    layout,
    only_tracks,
    scroll_limit,
)
from modelspan.app.state import AppState
from modelspan.domain.dates import calendar
from modelspan.domain.query import model_mask
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import Flags, Ints, Snapshot
from modelspan.domain.words import ENGLISH, Words
from modelspan.engine import lanes, lives, overview, strips, tracks
from modelspan.engine.header import Header
from modelspan.engine.lanes import Lanes, Wish
from modelspan.engine.lives import nominal
from modelspan.engine.tracks import Track


def words_of_empty(words: Words) -> str:
    """What an empty store says."""
    return words.tr("This store holds no model yet. Open another one, or drop one here.")


class Scene:
    """Everything derived from one snapshot, and the frame of a state."""

    def __init__(self, snapshot: Snapshot, words: Words = ENGLISH) -> None:
        self.snapshot, self.words = snapshot, words
        self.lives, self.ends = lives.build(snapshot)
        self.hosted = lanes.hosted(self.lives, len(snapshot.entities.ids))
        self.points = {track: tracks.points(snapshot, track) for track in Track}
        shown = np.flatnonzero(snapshot.events.shown)
        self.days = np.sort(nominal(snapshot.events.start[shown], snapshot.events.end[shown]))
        self.range = overview.whole(self.days)
        self.memo: dict[str, tuple[Any, Any]] = {}

    def keep(self, name: str, key: Any, make: Any) -> Any:
        """A derived value, made again only when its key differs."""
        found = self.memo.get(name)
        if found is None or found[0] != key:
            found = (key, make())
            self.memo[name] = found
        return found[1]

    def rows(self, ids: Any) -> list[int]:
        """Entity rows of ids that exist."""
        lookup = self.snapshot.entities.row
        return [lookup[name] for name in ids if name in lookup]

    def surface_mask(self, state: AppState) -> Flags | None:
        """Per entity row: a surface that passes the filter; None when all do."""
        if not state.filter.surfaces:
            return None
        mask = np.zeros(len(self.snapshot.entities.ids), bool)
        mask[self.rows(state.filter.surfaces)] = True
        return mask

    def mask(self, state: AppState) -> Flags:
        """Models that pass the filter."""
        wanted = state.filter

        def make() -> Flags:
            if only_tracks(state):
                return np.zeros(len(self.snapshot.entities.ids), bool)  # only what tracks show was asked for
            hosted = None if wanted.open_weights or wanted.text else self.hosted
            found = model_mask(self.snapshot, wanted.text, wanted.organisations, hosted)
            surfaces = self.surface_mask(state)
            if surfaces is not None:
                there = np.zeros(len(found), bool)
                there[self.lives.model[surfaces[self.lives.surface]]] = True
                found &= there
            return found

        result: Flags = self.keep("mask", wanted, make)
        return result

    def wanted(self, state: AppState) -> Flags:
        """Per event row: shown, and let through by the filter."""

        def make() -> Flags:
            events, wanted = self.snapshot.events, state.filter
            keep: Flags = events.of(*(Kind(word) for word in wanted.kinds)) if wanted.kinds else events.shown
            if wanted.text or wanted.organisations or wanted.surfaces:
                keep = keep & (events.subject >= 0) & self.mask(state)[events.subject]
            surfaces = self.surface_mask(state)
            return keep if surfaces is None else keep & surfaces[events.surface] & (events.surface >= 0)

        found: Flags = self.keep("wanted", state.filter, make)
        return found

    def event_days(self, state: AppState) -> Ints:
        """The sorted days of the events the filter lets through."""

        def make() -> Ints:
            rows, events = np.flatnonzero(self.wanted(state)), self.snapshot.events
            return np.sort(nominal(events.start[rows], events.end[rows]))

        found: Ints = self.days if not state.filter.narrows else self.keep("days", state.filter, make)
        return found

    def points_of(self, state: AppState, track: Track) -> tracks.Points:
        """The events of a track the filter lets through; what is about no one model stays with its owner."""
        wanted, whole = state.filter, self.points[track]
        if not (wanted.text or wanted.organisations or wanted.surfaces):
            return whole

        def make() -> tracks.Points:
            about = whole.subject >= 0
            keep = ~about | self.mask(state)[whole.subject]
            if wanted.organisations:
                keep &= np.isin(whole.owner, self.rows(wanted.organisations))
            parts = (whole.row, whole.day, whole.value, whole.comparator, whole.owner, whole.subject)
            return tracks.Points(*(part[keep] for part in parts))

        found: tracks.Points = self.keep(f"points {track}", wanted, make)
        return found

    def lanes(self, state: AppState) -> Lanes:
        """The lanes of a state."""
        return self.header(state).lanes

    def lanes_key(self, state: AppState) -> tuple[Any, ...]:
        """All that lanes and their headers depend on, apart from where they stand."""
        return (
            state.filter, state.today, state.opened, state.kin, state.expanded, state.folded, state.followed,
            self.words,
        )  # fmt: skip

    def header(self, state: AppState) -> Header:
        """The lanes of a state with what is said beside them."""

        def make() -> Header:
            row = self.snapshot.entities.row
            followed = tuple((row[model], row.get(place, -1)) for model, place in state.followed if model in row)
            kin = self.rows(state.kin)
            wish = Wish(
                today=state.today,
                models=self.mask(state),
                narrowed=state.filter.narrows,
                followed=followed,
                opened=frozenset(self.rows(state.opened)),
                kin=tuple(kin),
                expanded=frozenset(self.rows(state.expanded)),
                folded=state.folded,
                roomy=bool(kin),
                surfaces=self.surface_mask(state),
            )
            found = lanes.build(self.snapshot, self.lives, self.ends, wish)
            return Header(self.snapshot, self.lives, self.ends, found, state.today, self.words)

        result: Header = self.keep("header", self.lanes_key(state), make)
        return result

    def strips(self, state: AppState) -> dict[int, strips.Strip]:
        """Organisation strips of the models that pass the filter."""
        result: dict[int, strips.Strip] = self.keep(
            "strips", state.filter, lambda: strips.build(self.snapshot, self.lives, self.ends, self.mask(state))
        )
        return result

    def kin(self, model: int) -> tuple[str, ...]:
        """What one compares a model with: those it follows, those that follow it, its family; by first day."""
        own = self.lives.model
        after = self.lives.successor[(own == model) & (self.lives.successor >= 0)]
        before = own[self.lives.successor == model]
        entities = self.snapshot.entities
        family = entities.parent[model]
        siblings = np.flatnonzero((entities.parent == family) & self.hosted) if family >= 0 else np.zeros(0, np.int32)
        near = [model, *after.tolist(), *before.tolist(), *siblings.tolist()]
        begin = {row: int(self.lives.begin[own == row].min(initial=2**31 - 1)) for row in dict.fromkeys(near)}
        first = list(dict.fromkeys(near))[:12]
        return tuple(entities.ids[row] for row in sorted(first, key=lambda row: (begin[row], row)))

    def max_scroll(self, state: AppState, width: int, height: int) -> int:
        """How far the lanes can be scrolled."""
        return scroll_limit(self.lanes(state), layout(state, width, height))

    def year(self, state: AppState) -> int:
        """The year dates are said without."""
        return calendar(state.today).year

    def related(self, state: AppState) -> frozenset[int]:
        """Event rows that name the selected entity, and the selected event."""

        def make() -> frozenset[int]:
            row = self.snapshot.entities.row.get(state.selected, -1)
            found = {state.event} if state.event >= 0 else set()
            if row >= 0:
                parties = self.snapshot.parties
                found |= set(parties.event[parties.entity == row].tolist())
                found |= set(np.flatnonzero(self.snapshot.events.subject == row).tolist())
            return frozenset(found)

        result: frozenset[int] = self.keep("related", (state.selected, state.event), make)
        return result
