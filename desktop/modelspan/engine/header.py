"""What lanes say: next ends, days left, the notes of sections, the sums of groups."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from modelspan.domain.dates import calendar
from modelspan.domain.records import Status
from modelspan.domain.snapshot import OPEN_END, Flags, Ints, Snapshot, code
from modelspan.domain.words import Words
from modelspan.engine.groups import Grouping, Order
from modelspan.engine.lanes import Lanes, Section
from modelspan.engine.lives import STANDING_WORDS, STANDINGS, Ending, Ends, Lives, ended, on_offer

SIGNS = {int(Ending.NOT_BEFORE): "≥ ", int(Ending.NOT_AFTER): "≤ ", int(Ending.CIRCA): "≈ "}
NARROW = 280  # px of header under which the days left give way to the name
STRIPES, FEW_STRIPES = 9, 5  # most in one lane; of more than that, so many that they can be told apart
KEPT = 4096  # sayings remembered: some screens of lanes
GROUPS_SAID = {
    Grouping.ORGANISATION: ("%1 organisation", "%1 organisations"),
    Grouping.FAMILY: ("%1 family", "%1 families"),
    Grouping.SURFACE: ("%1 surface", "%1 surfaces"),
    Grouping.STATUS: ("%1 status", "%1 statuses"),
}
ORDER_SAID = {
    Order.NEXT_END: "next end first",
    Order.RELEASE: "newest first",
    Order.LIFESPAN: "longest life first",
    Order.NAME: "by name",
}
Kept = TypeVar("Kept")


def isolated(name: str) -> str:
    """A name that keeps to itself in a sentence: one written right to left would turn its neighbours around."""
    if name.isascii() or not any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name):
        return name
    return f"\u2068{name}\u2069"


def width_of(text: str, mean: float) -> int:
    """About how wide a text is in px: `mean` for a letter, twice that for a wide sign."""
    wide = 0 if text.isascii() else sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return int((len(text) + wide) * mean)


@dataclass(frozen=True)
class Summary:
    """What the lanes of groups say, one value for each."""

    models: Ints
    offered: Ints
    first: Ints  # the next end of any member
    ends: Ints


@dataclass(frozen=True)
class Header:
    """Reads one snapshot for the lanes of one state. What does not depend on the window is worked out once."""

    snapshot: Snapshot
    lives: Lives
    ends: Ends
    lanes: Lanes
    today: int
    words: Words
    kept: dict[Any, Any] = field(default_factory=dict, compare=False)

    def keep(self, key: Any, make: Callable[[], Kept]) -> Kept:
        """A saying worked out at its first use."""
        found: Kept | None = self.kept.get(key)
        if found is None:
            if len(self.kept) >= KEPT:
                self.kept.clear()
            found = self.kept[key] = make()
        return found

    @cached_property
    def over(self) -> Flags:
        """Which lives have ended."""
        return ended(self.lives, self.snapshot.events, self.today)

    @cached_property
    def chosen(self) -> Flags:
        """Per entity row: a model that passes the filter."""
        mask = np.zeros(len(self.snapshot.entities.ids), bool)
        mask[self.lanes.chosen] = True
        return mask

    @cached_property
    def summary(self) -> Summary:
        """All groups at once."""
        found, size = self.lanes.grouped, len(self.lanes.groups)
        on = np.flatnonzero(on_offer(self.lives, self.snapshot.events, self.today) & self.lanes.shown)
        on = on[self.chosen[self.lives.model[on]]] if size else on[:0]
        group = found.of(self.lives.model[on], self.lives.surface[on])
        pair = np.unique(group.astype(np.int64) * (len(self.chosen) + 1) + self.lives.model[on])
        ahead = self.coming(None) if size else on
        ends = found.of(self.ends.model[ahead], self.ends.surface[ahead])
        first = np.full(size, OPEN_END, np.int32)
        np.minimum.at(first, ends, self.ends.low[ahead])
        return Summary(
            np.diff(found.start).astype(np.int32)[:size],
            np.bincount(pair // (len(self.chosen) + 1), minlength=size).astype(np.int32),
            first,
            np.bincount(ends, minlength=size).astype(np.int32),
        )

    def own_lives(self, model: int) -> list[int]:
        """Rows of Lives that stand for a model."""
        return [row for row in self.lives.of(model) if self.lanes.shown[row]]

    def stripes(self, model: int) -> list[int]:
        """The lives drawn in the lane of a model, in their order: all of them, or where a thin lane holds no more
        those that end or may end first, then those that are offered longest; the opened model shows the others.
        """
        rows = self.own_lives(model)
        if len(rows) <= STRIPES:
            return rows
        lives = self.lives

        def rank(row: int) -> tuple[bool, int]:
            endless = int(lives.ending[row]) == Ending.NONE and lives.notice[row] == OPEN_END
            return endless, int(lives.begin[row] if endless else lives.end_low[row])

        return self.keep(("stripes", model), lambda: sorted(sorted(rows, key=rank)[:FEW_STRIPES]))

    def section_words(self, section: Section, state: Any) -> tuple[str, str]:
        """Name and note of a section."""
        words = self.words
        if section is Section.FOLLOWED:
            if state.followed:
                models = len({model for model, _ in state.followed})
                return words.tr("Followed"), words.count(models, "%1 model", "%1 models")
            hint = "nothing yet: press P on a model, paste the ids you call (Ctrl+Shift+V), or drop a lock file here"
            return words.tr("Followed"), words.tr(hint)
        if section is Section.OPENED:
            names = [
                self.snapshot.name(self.snapshot.entities.row[m])
                for m in sorted(state.opened)
                if m in self.snapshot.entities.row
            ]
            text = words.fill("%1 and its kin", ", ".join(names)) if names else words.tr("Chosen models")
            count = words.count(len(state.kin), "%1 model", "%1 models")
            return text, words.fill("%1: what it follows, what follows it, its family", count)
        if section is Section.ENDING:
            ahead = self.coming(30)
            count = words.count(len(np.unique(self.ends.model[ahead])), "%1 model", "%1 models")
            note = words.fill(
                "%1, %2 on %3 · %4 in 90 days · %5 in a year",
                count,
                words.count(len(ahead), "%1 end", "%1 ends"),
                words.count(len(np.unique(self.ends.surface[ahead])), "%1 surface", "%1 surfaces"),
                words.count(len(np.unique(self.ends.model[self.coming(90)])), "%1 model", "%1 models"),
                len(np.unique(self.ends.model[self.coming(365)])),
            )
            return words.tr("Ending in the next 30 days"), note
        total = len(self.snapshot.entities.models)
        shown, hidden = len(self.lanes.chosen), total - len(self.lanes.chosen)
        count = words.count(shown, "%1 model", "%1 models")
        grouping = self.lanes.grouped.grouping
        if grouping is not Grouping.NONE:
            count = words.fill("%1 in %2", count, words.count(len(self.lanes.groups), *GROUPS_SAID[grouping]))
        if state.order is not Order.NEXT_END:
            count += words.tr(", ") + words.tr(ORDER_SAID[state.order])
        if state.filter.narrows:
            return words.tr("Found"), words.fill("%1 · %2 do not match", count, f"{hidden:,}")
        note = count
        if grouping is not Grouping.NONE:
            note = words.fill("%1. Area: models on offer · ticks above: releases · ticks below: ends", count)
        if hidden:
            note += " · " + words.fill("%1: hidden", self.hidden_words())
        return words.tr("All models"), note

    def hidden_words(self) -> str:
        """The models no one hosts, by why: weights to take, or only ever shown."""
        entities = self.snapshot.entities
        offered = np.zeros(len(entities.ids), bool)
        offered[self.lives.model[self.lives.placed]] = True
        taken = np.zeros(len(entities.ids), bool)
        taken[self.lives.model[self.lives.surface == entities.row.get("open-weights", -2)]] = True
        models = entities.models[~offered[entities.models]]
        weights = int(np.count_nonzero(taken[models]))
        words = self.words
        parts = [words.fill("%1 with open weights only", weights)] if weights else []
        if len(models) > weights:
            parts.append(words.fill("%1 never offered", len(models) - weights))
        return words.tr(", ").join(parts)

    def coming(self, days: int | None) -> Any:
        """Rows of Ends within some days, or of all that are ahead, of chosen models."""
        keep = (self.ends.low >= self.today) & self.shown_ends
        return np.flatnonzero(keep if days is None else keep & (self.ends.low < self.today + days))

    @cached_property
    def shown_ends(self) -> Flags:
        """Per row of Ends: of a life that is shown, of a model that passes the filter."""
        shown: Flags = self.chosen[self.ends.model] & self.lanes.shown[self.ends.life]
        return shown

    def next_end(self, model: int) -> tuple[str, str, str]:
        """Next end, days left, and whether that is soon; or one phrase alone."""
        words, coming = self.words, self.lanes.next_end
        day = int(coming.day[model])
        year = calendar(self.today).year
        if day != OPEN_END:
            end = int(coming.end[model])
            sign = SIGNS.get(int(self.ends.ending[end]), "")
            left = day - self.today
            text = words.tr("today") if left == 0 else words.fill("%1 d", left)
            between = self.ends.ending[end] == Ending.BETWEEN
            said = self.end_text(end) if between else sign + words.day(day, year)
            return said, text, "soon" if left <= 30 else ""
        rows = self.own_lives(model)
        over = self.over[rows] if rows else np.zeros(0, bool)
        last = int(coming.last_end[model])
        if len(rows) and over.all() and last >= 0:
            said = words.fill("ended %1", self.end_text(last))
            return said, "", ""
        if last >= 0:
            passed = [
                n for n in rows if self.lives.ending[n] == Ending.NOT_BEFORE and self.lives.end_low[n] < self.today
            ]
            if passed and len(passed) + int(over.sum()) == len(rows):
                return words.tr("earliest day passed"), "", ""
            event = int(self.ends.row[last])
            if (
                self.snapshot.events.status[event] == code(Status.SCHEDULED)
                and self.ends.ending[last] != Ending.NOT_BEFORE
            ):
                return words.tr("was due, not confirmed"), "", ""
        begin = int(self.lives.begin[rows].min(initial=OPEN_END)) if rows else int(OPEN_END)
        if begin != OPEN_END and begin > self.today:
            return words.fill("from %1", words.day(begin, year)), "", ""
        return words.tr("no end known") if rows else words.tr("not offered"), "", ""

    def end_text(self, end: int) -> str:
        """The day or days of a row of Ends, short."""
        year = calendar(self.today).year
        low, high = int(self.ends.low[end]), int(self.ends.high[end] - 1)
        if self.ends.ending[end] == Ending.BETWEEN:
            a, b = calendar(low), calendar(high)
            if (a.year, a.month) == (b.year, b.month):
                return f"{a.day}–{self.words.day(high, year)}"
            return f"{self.words.day(low, a.year)}–{self.words.day(high, year)}"
        return self.words.day(low, year)

    def surface_end(self, life: int) -> str:
        """The end of one life in few words."""
        words, year = self.words, calendar(self.today).year
        ending = int(self.lives.ending[life])
        low = int(self.lives.end_low[life])
        if ending == Ending.NONE:
            return words.tr("no end known")
        if ending == Ending.NOT_BEFORE:
            return words.tr("earliest day passed") if low < self.today else words.fill("≥ %1", words.day(low, year))
        event = int(self.lives.end_row[life])
        status = int(self.snapshot.events.status[event])
        if int(self.lives.end_high[life]) <= self.today:
            if status == code(Status.DISPUTED):
                return words.tr("ended, disputed")
            if status == code(Status.SCHEDULED):
                return words.tr("was due, not confirmed")
            return words.fill("ended %1", words.day(low, year))
        left = low - self.today
        days = words.tr("today") if left == 0 else words.fill("%1 d", left)
        return f"{SIGNS.get(ending, '')}{words.day(low, year)} · {days}"

    def life_tip(self, model: int) -> str:
        """What hovering says: each surface with its end."""
        standing = self.words.tr(STANDING_WORDS[STANDINGS[self.lanes.standing[model]]])
        lines = [f"{isolated(self.snapshot.name(model))} · {standing}"]
        for row in self.own_lives(model):
            lines.append(f"{self.snapshot.name(int(self.lives.surface[row]))}: {self.surface_end(row)}")
        return "\n".join(lines)
