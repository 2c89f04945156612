"""What stands beside and on the lanes: sections, organisations, names, next ends, days left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from modelspan.domain.dates import calendar
from modelspan.domain.records import Status
from modelspan.domain.snapshot import OPEN_END, Flags, Ints, Snapshot, code
from modelspan.domain.words import Words
from modelspan.engine import spans
from modelspan.engine.frame import BOLD, SMALL, Area, Layer, Shape, Sheet
from modelspan.engine.lanes import Lane, Lanes, Section
from modelspan.engine.lives import Ending, Ends, Lives, ended, on_offer
from modelspan.engine.spans import Placed

SIGNS = {int(Ending.NOT_BEFORE): "≥ ", int(Ending.NOT_AFTER): "≤ ", int(Ending.CIRCA): "≈ "}
NAME_X = 44
NARROW = 280  # px of header under which the days left give way to the name
INDENT = 14
KEPT = 4096  # sayings remembered: some screens of lanes
Kept = TypeVar("Kept")


@dataclass(frozen=True)
class Summary:
    """What the lanes of organisations say; index 0 is no organisation, then entity rows."""

    models: Ints
    offered: Ints
    first: Ints  # the next end of any model
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
        """All organisations at once."""
        owner, size = self.snapshot.entities.organisation + 1, len(self.snapshot.entities.ids) + 1
        on = np.zeros(len(self.chosen), bool)
        on[self.lives.model[on_offer(self.lives, self.snapshot.events, self.today)]] = True
        first = np.full(size, OPEN_END, np.int32)
        np.minimum.at(first, owner[self.lanes.chosen], self.lanes.next_end.day[self.lanes.chosen])
        ahead = self.ends.model[(self.ends.low >= self.today) & self.shown_ends]
        models, offered, ends = (
            np.bincount(owner[rows], minlength=size).astype(np.int32)
            for rows in (self.lanes.chosen, np.flatnonzero(on & self.chosen), ahead)
        )
        return Summary(models, offered, first, ends)

    def own_lives(self, model: int) -> list[int]:
        """Rows of Lives of a model, without what no one hosts unless there is nothing else."""
        rows = list(self.lives.of(model))
        if self.lanes.surfaces is not None:
            rows = [row for row in rows if self.lanes.surfaces[self.lives.surface[row]]]
        return [row for row in rows if self.lives.placed[row]] or rows

    def bars(self, first: int, last: int, shift: int) -> Placed:
        """The lives of the lanes in view with their tops."""
        life: list[int] = []
        top: list[int] = []
        thick: list[int] = []
        for lane in range(first, last):
            y = int(self.lanes.top[lane]) - shift
            height = int(self.lanes.top[lane + 1] - self.lanes.top[lane])
            kind, ref = int(self.lanes.kind[lane]), int(self.lanes.ref[lane])
            if kind == Lane.MODEL:
                rows = self.own_lives(ref)
                size, step = spans.stack(len(rows), height)
                used = step * (len(rows) - 1) + size if rows else 0
                start = y + (height - used) // 2
                for place, row in enumerate(rows):
                    life.append(row)
                    top.append(start + place * step)
                    thick.append(size)
            elif kind == Lane.SURFACE:
                life.append(ref)
                top.append(y + 6)
                thick.append(height - 12)
        rows_ = np.array(life, np.int32)
        owner = self.snapshot.entities.organisation[self.lives.model[rows_]] if len(rows_) else rows_
        names, paint = np.unique(owner, return_inverse=True)
        paints = tuple(self.snapshot.entities.ids[row] if row >= 0 else "other" for row in names.tolist())
        return Placed(rows_, np.array(top, np.int32), np.array(thick, np.int32), paint, paints)

    def lane(self, sheet: Sheet, lane: int, box: Area, header: int, selected: int, state: Any) -> None:
        """Ground, name and columns of one lane."""
        kind, ref = Lane(int(self.lanes.kind[lane])), int(self.lanes.ref[lane])
        if box.y < 40:
            return
        if kind is Lane.SECTION:
            self.section(sheet, Section(ref), box, state)
            return
        sheet.rect(Layer.GRID, "hair", 0, box.bottom - 1, box.w, 1)
        if kind is Lane.ORGANISATION:
            self.organisation(sheet, ref, box, header, state)
        elif kind is Lane.MODEL:
            self.model(sheet, ref, box, header, selected, state)
        else:
            self.surface(sheet, ref, box, header, state, followed=self.alone(lane))

    def alone(self, lane: int) -> bool:
        """Whether a surface is followed by itself: its model does not stand above it."""
        model = self.lives.model[self.lanes.ref[lane]]
        while lane > 0 and self.lanes.kind[lane - 1] == Lane.SURFACE:
            if self.lives.model[self.lanes.ref[lane - 1]] != model:
                return True
            lane -= 1
        return lane == 0 or self.lanes.kind[lane - 1] != Lane.MODEL or self.lanes.ref[lane - 1] != model

    def section(self, sheet: Sheet, section: Section, box: Area, state: Any) -> None:
        """A heading with what it holds, in one line."""
        sheet.rect(Layer.GROUND, "heading", 0, box.y, box.w, box.h)
        words = self.words
        folded = section in state.folded
        chevron = Shape.CHEVRON_RIGHT if folded else Shape.CHEVRON_DOWN
        name, note = self.keep(section, lambda: self.section_words(section, state))
        shape = Shape.STAR if section is Section.FOLLOWED else chevron
        sheet.glyph(Layer.MARK, "ink", shape, 9 if shape is Shape.STAR else 7, (18, box.y + box.h // 2))
        width = int(len(name) * BOLD) + 6
        sheet.text(name, 28, box.y, width, box.h, paint="strong", bold=True)
        sheet.text(note, 28 + width + 10, box.y, box.w - width - 60, box.h, paint="faint", size=11)
        sheet.target(0, box.y, box.w, box.h, "section", int(section), words.tr("Fold or unfold"))

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
        owners = len(np.unique(self.snapshot.entities.organisation[self.lanes.chosen]))
        total = len(self.snapshot.entities.models)
        shown, hidden = len(self.lanes.chosen), total - len(self.lanes.chosen)
        count = words.fill(
            "%1 in %2",
            words.count(shown, "%1 model", "%1 models"),
            words.count(owners, "%1 organisation", "%1 organisations"),
        )
        if state.filter.narrows:
            return words.tr("Found"), words.fill("%1 · %2 do not match", count, f"{hidden:,}")
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

    def coming(self, days: int) -> Any:
        """Rows of Ends within some days, of chosen models."""
        keep = (self.ends.low >= self.today) & (self.ends.low < self.today + days)
        return np.flatnonzero(keep & self.shown_ends)

    @cached_property
    def shown_ends(self) -> Flags:
        """Per row of Ends: of a model and on a surface that pass the filter."""
        shown: Flags = self.chosen[self.ends.model]
        return shown if self.lanes.surfaces is None else shown & self.lanes.surfaces[self.ends.surface]

    def organisation(self, sheet: Sheet, row: int, box: Area, header: int, state: Any) -> None:
        """Swatch, name, models on offer of all, next end, how many ends."""
        entities, words = self.snapshot.entities, self.words
        name = self.snapshot.name(row) or words.tr("No organisation")
        who = entities.ids[row] if row >= 0 else "other"
        is_open = who in state.expanded or (state.filter.narrows and row not in state.folded)
        middle = box.y + box.h // 2
        sheet.glyph(Layer.MARK, "faint", Shape.CHEVRON_DOWN if is_open else Shape.CHEVRON_RIGHT, 6, (16, middle))
        sheet.rect(Layer.MARK, who, 29, middle - 4, 8, 8)
        sheet.text(name, NAME_X, box.y, 92, box.h, paint="strong", bold=True)
        found = self.summary
        models, count, first, ends = (
            int(column[row + 1]) for column in (found.models, found.offered, found.first, found.ends)
        )
        if header >= NARROW:
            sheet.text(words.fill("%1 of %2", count, models), 134, box.y, 56, box.h, paint="faint", size=11, align=1)
        if first == OPEN_END:
            sheet.text(words.tr("no end known"), header - 108, box.y, 98, box.h, paint="faint", size=11, align=1)
        else:
            text = words.month_or_day(first, calendar(self.today).year)
            sheet.text(text, header - (60 if header < NARROW else 108), box.y, 52, box.h, size=11, align=1)
            if header >= NARROW:
                sheet.text(
                    words.count(ends, "%1 end", "%1 ends"),
                    header - 56,
                    box.y,
                    48,
                    box.h,
                    paint="faint",
                    size=11,
                    align=1,
                )
        sheet.target(0, box.y, header, box.h, "organisation", row, name)

    def model(self, sheet: Sheet, row: int, box: Area, header: int, selected: int, state: Any) -> None:
        """Name, next end, days left."""
        entities = self.snapshot.entities
        owner = int(entities.organisation[row])
        who = entities.ids[owner] if owner >= 0 else "other"
        middle = box.y + box.h // 2
        is_open = entities.ids[row] in state.opened
        if row == selected:
            sheet.rect(Layer.GROUND, "selection", 0, box.y, box.w, box.h)
            sheet.rect(Layer.MARK, "ink", 0, box.y, 3, box.h)
        if any(model == entities.ids[row] for model, _ in state.followed):
            sheet.glyph(Layer.MARK, "ink", Shape.STAR, 8, (9, middle))
        if len(self.own_lives(row)) > 1 or is_open:
            shape = Shape.CHEVRON_DOWN if is_open else Shape.CHEVRON_RIGHT
            sheet.glyph(Layer.MARK, "faint", shape, 5, (20, middle))
        sheet.rect(Layer.MARK, who, 29, middle - 4, 8, 8)
        text, left, paint = self.keep(("next", row), lambda: self.next_end(row))
        wide = not left
        phrase = int(len(text) * SMALL) + 8
        narrow = header < NARROW
        room = header - NAME_X - (phrase + 8 if wide else 86 if narrow else 136)
        sheet.text(entities.names[row], NAME_X, box.y, room, box.h, bold=row == selected)
        if wide:
            sheet.text(text, header - 8 - phrase, box.y, phrase, box.h, paint="faint", size=11, align=1)
        elif narrow:
            sheet.text(text, header - 86, box.y, 78, box.h, size=11, bold=paint == "soon", align=1)
        else:
            sheet.text(text, header - 134, box.y, 78, box.h, size=11, align=1)
            sheet.text(left, header - 56, box.y, 48, box.h, size=11, bold=paint == "soon", align=1)
        sheet.target(24, box.y, header - 24, box.h, "model", row, entities.names[row])
        sheet.target(12, box.y, 14, box.h, "open", row)
        sheet.target(
            header, box.y, box.w - header, box.h, "model", row, self.keep(("tip", row), lambda: self.life_tip(row))
        )

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

    def surface(self, sheet: Sheet, life: int, box: Area, header: int, state: Any, *, followed: bool) -> None:
        """A surface of an opened model, or one followed by itself: its name and its end."""
        name = self.snapshot.name(int(self.lives.surface[life]))
        left, middle = NAME_X + INDENT, box.y + box.h // 2
        if followed:
            name = f"{self.snapshot.name(int(self.lives.model[life]))} · {name}"
            owner = int(self.snapshot.entities.organisation[self.lives.model[life]])
            swatch = self.snapshot.entities.ids[owner] if owner >= 0 else "other"
            sheet.rect(Layer.MARK, swatch, 29, middle - 4, 8, 8)
            left = NAME_X
        else:
            sheet.rect(Layer.GRID, "line", 42, box.y, 1, box.h)
        ids = self.snapshot.entities.ids
        pair = (ids[self.lives.model[life]], ids[self.lives.surface[life]])
        if pair == (state.selected, state.surface):
            sheet.rect(Layer.GROUND, "selection", 0, box.y, box.w, box.h)
        if pair in state.followed:
            sheet.glyph(Layer.MARK, "ink", Shape.STAR, 8, (9 if followed else 34, middle))
        end = self.surface_end(life) if header >= NARROW else self.surface_end(life).partition(" · ")[0]
        phrase = int(len(end) * SMALL) + 4
        sheet.text(name, left, box.y, header - left - phrase - 12, box.h)
        sheet.text(end, header - phrase - 8, box.y, phrase, box.h, paint="faint", size=11, align=1)
        sheet.target(0, box.y, box.w, box.h, "life", life, self.snapshot.name(int(self.lives.surface[life])))

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
        lines = [self.snapshot.name(model)]
        for row in self.own_lives(model):
            lines.append(f"{self.snapshot.name(int(self.lives.surface[row]))}: {self.surface_end(row)}")
        return "\n".join(lines)
