"""Rows of the events table: which events, in which order, and what stands in each cell.

Everything that is asked of all events at once is an array kept by the scene; a sentence is made for one row when it is
shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from modelspan.app.event_cells import STANDINGS, Column, about, kind_words, measure, metric_words, standings
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.catalogue import fold
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import EVIDENCES, KINDS, OPEN_END, OPEN_START, Flags, Ints, Longs, code, locate
from modelspan.engine.lives import nominal

BLANK = 2**62  # the key of an empty cell: last in both directions
PART = 2**58  # apart from one another stand the keys of titles, successors, values and days in one column
PLAIN = bytes(
    n if n > 127 or n == 10 else ord(chr(n).lower()) if chr(n).isalnum() or chr(n) in ".+" else 32 for n in range(256)
)  # `fold` for ASCII, as a table of bytes


class Reach(StrEnum):
    """Which events are listed."""

    VIEW = "view"  # of the timeline's window, as far as the filter lets them through
    FILTER = "filter"  # all that the filter lets through
    ALL = "all"  # everything, rivals too


@dataclass(frozen=True, slots=True)
class Wish:
    """What is listed, and in which order."""

    reach: Reach = Reach.VIEW
    text: str = ""
    column: Column = Column.DATE
    descending: bool = False


@dataclass(frozen=True)
class Texts:
    """Many folded texts in one blob, so that all of them are searched at once."""

    blob: bytes
    starts: Longs
    size: int

    def having(self, word: str) -> Flags:
        """Which texts hold a word; one more at the end, False, for row -1."""
        needle, found = word.encode(), np.zeros(self.size + 1, bool)
        marked = self.blob.replace(needle, b"\xff" + needle[1:])  # a byte that no UTF-8 text has
        if marked != self.blob:
            places = np.flatnonzero(np.frombuffer(marked, np.uint8) == 255)
            found[np.searchsorted(self.starts, places, "right") - 1] = True
        return found


def texts_of(texts: Iterable[str]) -> Texts:
    """Fold and join texts; those in ASCII all at once, which is most of the work."""
    pieces = [text if text.isascii() and "\n" not in text else fold(text) for text in texts]
    blob = "\n".join(pieces).encode().translate(PLAIN)
    starts = np.r_[0, np.flatnonzero(np.frombuffer(blob, np.uint8) == 10) + 1]
    return Texts(blob, starts, len(pieces))


def ranks(texts: Sequence[str]) -> Longs:
    """The place of each text among them all without regard to case; BLANK for empty ones and, at the end, row -1."""
    place = {text: n for n, text in enumerate(sorted({text.casefold() for text in texts}))}
    return np.array([*(place[text.casefold()] if text else BLANK for text in texts), BLANK], np.int64)


def days(scene: Scene) -> Ints:
    """The one day each event is sorted by."""
    events = scene.snapshot.events
    found: Ints = scene.keep("table days", None, lambda: nominal(events.start, events.end))
    return found


def titles(scene: Scene) -> tuple[tuple[str, ...], Ints]:
    """The different titles, and which of them each event has."""

    def make() -> tuple[tuple[str, ...], Ints]:
        place = {title: n for n, title in enumerate(dict.fromkeys(scene.snapshot.titles))}
        codes = np.fromiter(map(place.__getitem__, scene.snapshot.titles), np.int32, len(scene.snapshot.titles))
        return tuple(place), codes

    found: tuple[tuple[str, ...], Ints] = scene.keep("table titles", None, make)
    return found


# which rows


def rows(scene: Scene, state: AppState, wish: Wish) -> Ints:
    """The event rows that are listed, in their order."""
    keep = matching(scene, wish.text)
    if wish.reach is not Reach.ALL:
        keep = keep & scene.wanted(state)
    if wish.reach is Reach.VIEW:
        first, stop = (math.ceil(day) for day in (state.window.start, state.window.end))
        keep = keep & (days(scene) >= first) & (days(scene) < stop)
    sequence = order(scene, state.today, wish.column, wish.descending)
    found: Ints = sequence[keep[sequence]]
    return found


def matching(scene: Scene, text: str) -> Flags:
    """Per event row: model, surface, organisation, benchmark, title and kind together hold every word."""

    def make() -> Flags:
        snapshot, found = scene.snapshot, np.ones(len(scene.snapshot.events), bool)
        words = fold(text).split()
        if not words:
            return found
        different, title = titles(scene)
        names: Texts = scene.keep("table names", None, lambda: texts_of(snapshot.entities.names))
        called: Texts = scene.keep("table title texts", None, lambda: texts_of(different))
        kinds = texts_of([kind_words(scene.words, kind) for kind in KINDS])
        of, test = about(scene), np.full(len(found), -1, np.int32)
        test[snapshot.scores.event] = snapshot.scores.benchmark
        for word in words:
            named = names.having(word)
            hit = named[of.thing] | named[snapshot.events.surface] | named[of.owner] | named[test]
            found &= hit | kinds.having(word)[snapshot.events.kind] | called.having(word)[title]
        return found

    result: Flags = scene.keep("table matching", (text, scene.words), make)
    return result


def related(scene: Scene, state: AppState) -> Flags:
    """Per event row: it is about a selected model or thing, or names it."""

    def make() -> Flags:
        snapshot, chosen = scene.snapshot, scene.rows((state.selected, *state.also))
        found: Flags = np.isin(snapshot.events.subject, chosen)
        found[snapshot.parties.event[np.isin(snapshot.parties.entity, chosen)]] = True
        return found

    result: Flags = scene.keep("table related", (state.selected, state.also), make)
    return result


def near_today(scene: Scene, today: int, listed: Ints, wish: Wish) -> int:
    """The place in the list to open at: the first event from today on where it is sorted by date, else the top."""
    if wish.column is not Column.DATE or not len(listed):
        return 0
    day = days(scene)[listed]
    place = len(listed) - int(locate(day[::-1], today)) - 1 if wish.descending else int(locate(day, today))
    return min(max(place, 0), len(listed) - 1)


def count_words(scene: Scene, wish: Wish, listed: Ints) -> str:
    """`412 of 3,033 events; 218 rivals not listed`."""
    words, events = scene.words, scene.snapshot.events
    rivals, total = len(events) - len(scene.days), len(scene.days)
    if wish.reach is Reach.ALL:
        total, rivals = len(events), int(np.count_nonzero(~events.shown[listed]))
    said = words.fill("%1 of %2 events", f"{len(listed):,}", f"{total:,}")
    if not rivals:
        return said
    if wish.reach is Reach.ALL:
        return f"{said}; {words.count(rivals, '%1 rival among them', '%1 rivals among them')}"
    return f"{said}; {words.count(rivals, '%1 rival not listed', '%1 rivals not listed')}"


# in which order


def order(scene: Scene, today: int, column: Column, descending: bool) -> Ints:
    """All event rows sorted by a column, equal ones as the store has them (by date), empty cells last."""

    def make() -> Ints:
        key = keys(scene, today, column)
        if descending:
            key = np.where(key == BLANK, BLANK, -key)
        return np.argsort(key, kind="stable").astype(np.int32)

    key = today if column is Column.STATUS else None, scene.words
    found: Ints = scene.keep(f"table order {column} {descending}", key, make)
    return found


def keys(scene: Scene, today: int, column: Column) -> Longs:
    """A number per event row that sorts as the cells of a column."""
    snapshot, words = scene.snapshot, scene.words
    events = snapshot.events
    names: Longs = scene.keep("table ranks", None, lambda: ranks(snapshot.entities.names))
    match column:
        case Column.DATE:
            return days(scene).astype(np.int64)
        case Column.KIND:
            return ranks([kind_words(words, kind) for kind in KINDS])[events.kind]
        case Column.THING:
            return names[about(scene).thing]
        case Column.SURFACE:
            name, scope = names[events.surface], ranks(snapshot.scopes)[events.scope]
            within = np.where(scope == BLANK, 0, scope + 1)  # the whole model before what is limited
            return np.where(name == BLANK, BLANK, name * (len(snapshot.scopes) + 1) + within)
        case Column.ORGANISATION:
            return names[about(scene).owner]
        case Column.WHAT:
            return what_keys(scene)
        case Column.STATUS:
            return ranks([words.tr(text) for text in STANDINGS])[standings(scene, today)]
        case Column.KNOWN:
            known = nominal(events.known_start, events.known_end).astype(np.int64)
            return np.where(dated(events.known_start, events.known_end), known, BLANK)
        case Column.BASIS:
            return ranks([words.tr(text) for text in EVIDENCES])[events.evidence] * 8 + events.confidence


def number_keys(scene: Scene) -> Longs:
    """Per event row: its place by benchmark, metric and number; 0 for what has none of them."""
    snapshot, words = scene.snapshot, scene.words
    quantities, scores = snapshot.quantities, snapshot.scores
    test, metric, number = (np.zeros(len(snapshot.events), np.int64) for _ in range(3))
    if len(scores.event):
        _, first, which = np.unique(
            scores.benchmark.astype(np.int64) * len(scores.versions) + scores.version,
            return_index=True, return_inverse=True,
        )  # fmt: skip
        rank = ranks([measure(scene, place) for place in first.tolist()])[:-1]
        test[scores.event] = np.where(rank == BLANK, 0, rank + 1)[which]
    first = np.flatnonzero(np.r_[True, quantities.event[1:] != quantities.event[:-1]]) if len(quantities.event) else []
    low, high, value = quantities.low[first], quantities.high[first], quantities.value[first]
    middle = np.where(np.isnan(low), high, np.where(np.isnan(high), low, (low + high) / 2))
    value = np.where(np.isnan(value), middle, value)
    there = ~np.isnan(value)
    rows = quantities.event[first][there]
    different, which = np.unique(value[there], return_inverse=True)
    number[rows] = which + 1
    rank = ranks([metric_words(words, name) for name in snapshot.metrics])
    metric[rows] = np.where(rank == BLANK, 0, rank + 1)[quantities.metric[first][there]]
    return (test * (len(snapshot.metrics) + 1) + metric) * (len(different) + 1) + number


def what_keys(scene: Scene) -> Longs:
    """Titles by letter, then successors by name, values by metric and number, told ends by day; see `what`."""
    events, of, numbers = scene.snapshot.events, about(scene), number_keys(scene)
    found = np.where(numbers > 0, 2 * PART + numbers, BLANK)
    says = nominal(events.says_start, events.says_end).astype(np.int64)
    was = nominal(events.was_start, events.was_end).astype(np.int64)
    told, moved = dated(events.says_start, events.says_end), dated(events.was_start, events.was_end)
    notice = told & (events.kind == code(Kind.DEPRECATION))
    found[notice] = 3 * PART + says[notice]
    change = (told | moved) & (events.kind == code(Kind.DATE_CHANGE))
    found[change] = 4 * PART + np.where(told, says, was)[change]
    names: Longs = scene.keep("table ranks", None, lambda: ranks(scene.snapshot.entities.names))
    followed = (of.successor >= 0) & (events.kind == code(Kind.RETIREMENT))
    found[followed] = PART + names[of.successor[followed]]
    different_titles, title = titles(scene)
    rank = ranks(different_titles)[title]
    return np.where(rank == BLANK, found, rank)


def dated(start: Any, end: Any) -> Any:
    """Where a half-open span of days names any day."""
    return (start != OPEN_START) | (end != OPEN_END)
