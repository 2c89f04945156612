"""Scene: state and snapshot in, one Frame out. Slow steps are kept until what they depend on changes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from modelspan.app.layout import (
    layout,
    only_tracks,
    scroll_limit,
)
from modelspan.app.matching import Matching
from modelspan.app.state import AppState
from modelspan.domain.as_known import as_known
from modelspan.domain.dates import calendar
from modelspan.domain.records import EntityKind
from modelspan.domain.snapshot import Codes, Flags, Ints, Snapshot, code
from modelspan.domain.words import ENGLISH, Words
from modelspan.engine import groups, lanes, lives, overview, strips, track_scores, tracks
from modelspan.engine.header import Header
from modelspan.engine.lanes import Lane, Lanes, Order, Wish
from modelspan.engine.lives import nominal
from modelspan.engine.tracks import Track


def words_of_empty(words: Words) -> str:
    """What an empty store says."""
    return words.tr("This store holds no model yet. Open another one, or drop one here.")


class Scene:
    """Everything derived from one snapshot, and the frame of a state."""

    def __init__(self, snapshot: Snapshot, words: Words = ENGLISH, known: int | None = None, undated: int = 0) -> None:
        """`known` is the day as of which a snapshot tells, None for all that is in the store; see `as_known_on`."""
        self.snapshot, self.words, self.known, self.undated = snapshot, words, known, undated
        self.lives, self.ends = lives.build(snapshot)
        self.hosted = lanes.hosted(self.lives, len(snapshot.entities.ids))
        owner = tracks.owners(snapshot)
        self.points = {track: tracks.points(snapshot, track, owner) for track in Track}
        self.dollars = tracks.points(snapshot, Track.DEALS, owner, dollars=True)
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

    def models(self, ids: Iterable[str]) -> list[str]:
        """The ids that are models of this store."""
        entities = self.snapshot.entities
        own = code(EntityKind.MODEL)
        return [name for name in ids if name in entities.row and entities.kind[entities.row[name]] == own]

    @cached_property
    def day_of_event(self) -> Ints:
        """The one day each event is drawn at."""
        return nominal(self.snapshot.events.start, self.snapshot.events.end)

    def what_lane_shows(self, found: Lanes, lane: int) -> tuple[str, str]:
        """The ids of the model and, for the lane of one surface, of the surface."""
        ids, ref = self.snapshot.entities.ids, int(found.ref[lane])
        if found.kind[lane] == Lane.SURFACE:
            return ids[self.lives.model[ref]], ids[self.lives.surface[ref]]
        return ids[ref], ""

    def matching(self, state: AppState) -> Matching:
        """What the filter lets through."""
        result: Matching = self.keep(
            "matching",
            (state.filter, state.today),
            lambda: Matching(self.snapshot, self.lives, self.hosted, self.standing(state), state.filter),
        )
        return result

    def standing(self, state: AppState) -> Codes:
        """Per entity row: where a model stands today, as a place in STANDINGS."""
        size = len(self.snapshot.entities.ids)
        result: Codes = self.keep(
            "standing", state.today, lambda: lives.standing(self.lives, self.snapshot.events, state.today, size)
        )
        return result

    def surface_mask(self, state: AppState) -> Flags | None:
        """Per entity row: a surface that passes the filter; None when all do."""
        return self.matching(state).surfaces

    def mask(self, state: AppState) -> Flags:
        """Models that pass the filter; none when only what tracks show was asked for."""

        def make() -> Flags:
            return np.zeros(len(self.hosted), bool) if only_tracks(state) else self.matching(state).models()

        result: Flags = self.keep("mask", (state.filter, state.today), make)
        return result

    def wanted(self, state: AppState) -> Flags:
        """Per event row: shown, and let through by the filter."""
        return self.matching(state).events

    def event_days(self, state: AppState) -> Ints:
        """The sorted days of the events the filter lets through."""

        def make() -> Ints:
            rows, events = np.flatnonzero(self.wanted(state)), self.snapshot.events
            return np.sort(nominal(events.start[rows], events.end[rows]))

        found: Ints = self.days if not state.filter.narrows else self.keep("days", (state.filter, state.today), make)
        return found

    def whole_points(self, state: AppState, track: Track) -> tracks.Points:
        """All events of a track, deals by the size the reader chose."""
        return self.dollars if track is Track.DEALS and state.dollars else self.points[track]

    def points_of(self, state: AppState, track: Track) -> tracks.Points:
        """The events of a track the filter lets through; what is about no one model stays with its owner."""
        whole, matching = self.whole_points(state, track), self.matching(state)
        wanted = matching.wanted
        if not matching.about_models and wanted.start is None and wanted.end is None:
            return whole

        def make() -> tracks.Points:
            keep: Flags = matching.dated[whole.row]
            if not matching.about_models:
                return whole.only(keep)
            entities = self.snapshot.entities
            about = np.append(entities.kind == code(EntityKind.MODEL), False)[whole.subject]  # not of a chip, or nobody
            keep = keep & (~about | np.append(matching.base(), False)[whole.subject])
            if wanted.organisations:
                keep &= np.isin(whole.owner, self.rows(wanted.organisations))
            if wanted.only:
                keep &= np.isin(whole.owner, entities.organisation[self.rows(wanted.only)])
            return whole.only(keep)

        found: tracks.Points = self.keep(f"points {track} {state.dollars}", (wanted, state.today), make)
        return found

    def band(self, state: AppState, key: str) -> track_scores.Band:
        """The scores of a pinned benchmark."""
        found: track_scores.Band = self.keep(
            f"band {key}",
            (state.filter, state.today),
            lambda: track_scores.band(self.snapshot, self.points_of(state, Track.SCORES), key),
        )
        return found

    def lanes(self, state: AppState) -> Lanes:
        """The lanes of a state."""
        return self.header(state).lanes

    def lanes_key(self, state: AppState) -> tuple[Any, ...]:
        """All that lanes and their headers depend on, apart from where they stand."""
        return (
            state.filter, state.today, state.opened, state.kin, state.expanded, state.closed, state.folded,
            state.followed, state.grouping, state.order, state.lane_size, self.words,
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
                expanded=state.expanded,
                closed=state.closed,
                folded=state.folded,
                roomy=bool(kin),
                surfaces=self.surface_mask(state),
                grouping=state.grouping,
                order=state.order,
                size=state.lane_size,
                standing=self.standing(state),
                ranks=self.name_ranks if state.order is Order.NAME else None,
            )
            found = lanes.build(self.snapshot, self.lives, self.ends, wish, self.words)
            return Header(self.snapshot, self.lives, self.ends, found, state.today, self.words)

        result: Header = self.keep("header", self.lanes_key(state), make)
        return result

    @cached_property
    def name_ranks(self) -> Ints:
        """Per entity row: the place of a model among all by name."""
        return groups.name_ranks(self.snapshot.entities)

    def strips(self, state: AppState) -> strips.Strips:
        """The strips of the groups the lanes stand in."""

        def make() -> strips.Strips:
            return strips.build(self.snapshot, self.lives, self.ends, self.lanes(state))

        result: strips.Strips = self.keep("strips", (state.filter, state.today, state.grouping, state.order), make)
        return result

    def models_of_group(self, state: AppState, group: int) -> list[int]:
        """The entity rows of the models in a group of the lanes."""
        found = self.lanes(state).grouped
        models: list[int] = found.model[found.members(group)].tolist()
        return models

    def group_of(self, state: AppState, model: str) -> str | None:
        """The key of the first group a model stands in; None when it stands in none."""
        found, row = self.lanes(state).grouped, self.snapshot.entities.row.get(model, -1)
        own = np.flatnonzero(found.model == row)
        if not len(own) or not found.groups:
            return None
        return found.groups[int(np.searchsorted(found.start, own[0], "right")) - 1].key

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


def as_known_on(snapshot: Snapshot, words: Words, known: int | None) -> Scene:
    """The scene of what was known on a day; of all that is in the store for None."""
    if known is None:
        return Scene(snapshot, words)
    found = as_known(snapshot, known)
    return Scene(found.snapshot, words, known, found.undated)
