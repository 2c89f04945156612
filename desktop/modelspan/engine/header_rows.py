"""The rows beside and on the lanes: sections, groups, names, next ends, days left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from modelspan.domain.dates import calendar
from modelspan.domain.snapshot import OPEN_END
from modelspan.engine import spans
from modelspan.engine.frame import BOLD, SMALL, Area, Layer, Shape, Sheet
from modelspan.engine.groups import Grouping
from modelspan.engine.header import NARROW, Header, isolated, width_of
from modelspan.engine.lanes import Lane, Lanes, Section
from modelspan.engine.lives import Lives
from modelspan.engine.spans import Placed

NAME_X = 44
LEAST_NAME = 56  # px a name keeps beside a long phrase
INDENT = 14
SUM_RIGHT = 190  # px where the sums of groups end
LOW = 15  # px of a lane under which its name is set smaller


@dataclass(frozen=True)
class Look:
    """What the headers of a frame have in common: their width, the selected models, the state."""

    width: int
    selected: frozenset[int]
    state: Any


@dataclass(frozen=True)
class HeaderRows:
    """Draws what a header says."""

    header: Header

    @property
    def lanes(self) -> Lanes:
        """The lanes it stands beside."""
        return self.header.lanes

    @property
    def lives(self) -> Lives:
        """All lives."""
        return self.header.lives

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
                rows = self.header.stripes(ref)
                size, step = spans.stack(len(rows), height)
                room = height - 2
                used = min(step * (len(rows) - 1) + size, room) if rows else 0
                start = y + (height - used) // 2
                for place, row in enumerate(rows):
                    life.append(row)
                    # More than there are pixels share them, and none leaves its lane.
                    top.append(start + (place * step if len(rows) <= room else place * room // len(rows)))
                    thick.append(size)
            elif kind == Lane.SURFACE:
                air = 6 if height > 18 else height // 4
                life.append(ref)
                top.append(y + air)
                thick.append(height - 2 * air)
        rows_ = np.array(life, np.int32)
        entities = self.header.snapshot.entities
        owner = entities.organisation[self.lives.model[rows_]] if len(rows_) else rows_
        names, paint = np.unique(owner, return_inverse=True)
        paints = tuple(entities.ids[row] if row >= 0 else "other" for row in names.tolist())
        return Placed(rows_, np.array(top, np.int32), np.array(thick, np.int32), paint, paints)

    def who(self, model: int) -> str:
        """The paint of the organisation of a model."""
        entities = self.header.snapshot.entities
        owner = int(entities.organisation[model])
        return entities.ids[owner] if owner >= 0 else "other"

    def lane(self, sheet: Sheet, lane: int, box: Area, look: Look) -> None:
        """Ground, name and columns of one lane."""
        kind, ref = Lane(int(self.lanes.kind[lane])), int(self.lanes.ref[lane])
        if box.y < 40:
            return
        if kind is Lane.SECTION:
            self.section(sheet, Section(ref), box, look.state)
            return
        sheet.rect(Layer.GRID, "hair", 0, box.bottom - 1, box.w, 1)
        if kind is Lane.GROUP:
            self.group(sheet, ref, box, look)
        elif kind is Lane.MODEL:
            self.model(sheet, ref, box, look)
        elif self.lanes.by_model(lane):
            self.place(sheet, ref, box, look)
        else:
            self.surface(sheet, ref, box, look, followed=self.alone(lane))

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
        words = self.header.words
        folded = section in state.folded
        chevron = Shape.CHEVRON_RIGHT if folded else Shape.CHEVRON_DOWN
        name, note = self.header.keep(section, lambda: self.header.section_words(section, state))
        shape = Shape.STAR if section is Section.FOLLOWED else chevron
        sheet.glyph(Layer.MARK, "ink", shape, 9 if shape is Shape.STAR else 7, (18, box.y + box.h // 2))
        width = min(width_of(name, BOLD) + 6, box.w - 42)
        sheet.text(name, 28, box.y, width, box.h, paint="strong", bold=True)
        sheet.text(note, 28 + width + 10, box.y, box.w - width - 60, box.h, paint="faint", size=11)
        sheet.target(0, box.y, box.w, box.h, "section", int(section), words.tr("Fold or unfold"))

    def group(self, sheet: Sheet, place: int, box: Area, look: Look) -> None:
        """Swatch, name, models on offer of all, next end, how many ends."""
        group, width = self.lanes.groups[place], look.width
        is_open = group.key not in look.state.closed if look.state.filter.narrows else group.key in look.state.expanded
        middle, left = box.y + box.h // 2, NAME_X
        sheet.glyph(Layer.MARK, "faint", Shape.CHEVRON_DOWN if is_open else Shape.CHEVRON_RIGHT, 6, (16, middle))
        if self.lanes.grouped.grouping is Grouping.STATUS:
            left = 29  # a status has no colour
        else:
            sheet.rect(Layer.MARK, group.paint, 29, middle - 4, 8, 8)
        right = self.sums(sheet, place, box, left, width)
        size = 11 if box.h < LOW else 12
        sheet.text(group.name, left, box.y, right - left, box.h, paint="strong", bold=True, size=size)
        sheet.target(0, box.y, width, box.h, "group", place, group.name)

    def sums(self, sheet: Sheet, place: int, box: Area, left: int, width: int) -> int:
        """The columns of a group from right to left: ends, the next one, models on offer; what is left for its name."""
        words, found = self.header.words, self.header.summary
        models, offered, first, ends = (
            int(column[place]) for column in (found.models, found.offered, found.first, found.ends)
        )
        wide, right = width >= NARROW, width - 8

        def column(text: str, least: int, edge: int, paint: str = "faint") -> int:
            room = max(width_of(text, SMALL) + 2, least)
            sheet.text(text, edge - room, box.y, room, box.h, paint=paint, size=11, align=1)
            return edge - room

        if first != OPEN_END:
            if wide:
                right = column(words.count(ends, "%1 end", "%1 ends"), 48, right) - 4
            right = column(words.month_or_day(first, calendar(self.header.today).year), 0, right, "text") - 6
        elif wide:
            right = column(words.tr("no end known"), 0, right) - 6
        if wide:
            # A model or two stand in a family, and surfaces have long names: there the sums are set close.
            close = self.lanes.grouped.grouping in (Grouping.FAMILY, Grouping.SURFACE)
            share = words.fill("%1/%2" if close else "%1 of %2", f"{offered:,}", f"{models:,}")
            name_w = width_of(self.lanes.groups[place].name, BOLD) + 8 + width_of(share, SMALL)
            right = column(share, 0, min(max(SUM_RIGHT, left + name_w), right)) - 6  # a long name pushes them
        return right

    def select(self, sheet: Sheet, box: Area) -> None:
        """The ground of a selected lane."""
        sheet.rect(Layer.GROUND, "selection", 0, box.y, box.w, box.h)
        sheet.rect(Layer.MARK, "ink", 0, box.y, 3, box.h)

    def model(self, sheet: Sheet, row: int, box: Area, look: Look) -> None:
        """Name, next end, days left."""
        entities, state, header = self.header.snapshot.entities, look.state, look.width
        middle = box.y + box.h // 2
        is_open = entities.ids[row] in state.opened
        if row in look.selected:
            self.select(sheet, box)
        if any(model == entities.ids[row] for model, _ in state.followed):
            sheet.glyph(Layer.MARK, "ink", Shape.STAR, 8, (9, middle))
        if is_open or len(self.header.own_lives(row)) > 1:
            shape = Shape.CHEVRON_DOWN if is_open else Shape.CHEVRON_RIGHT
            sheet.glyph(Layer.MARK, "faint", shape, 5, (20, middle))
        sheet.rect(Layer.MARK, self.who(row), 29, middle - 4, 8, 8)
        text, left, paint = self.header.keep(("next", row), lambda: self.header.next_end(row))
        wide = not left
        phrase = min(width_of(text, SMALL) + 8, header - NAME_X - LEAST_NAME - 8)
        narrow = header < NARROW
        room = header - NAME_X - (phrase + 8 if wide else 86 if narrow else 136)
        size = 11 if box.h < LOW else 12
        sheet.text(entities.names[row], NAME_X, box.y, room, box.h, bold=row in look.selected, size=size)
        if wide:
            sheet.text(text, header - 8 - phrase, box.y, phrase, box.h, paint="faint", size=11, align=1)
        elif narrow:
            sheet.text(text, header - 86, box.y, 78, box.h, size=11, bold=paint == "soon", align=1)
        else:
            sheet.text(text, header - 134, box.y, 78, box.h, size=11, align=1)
            sheet.text(left, header - 56, box.y, 48, box.h, size=11, bold=paint == "soon", align=1)
        sheet.target(24, box.y, header - 24, box.h, "model", row, entities.names[row])
        sheet.target(12, box.y, 14, box.h, "open", row)
        tip = self.header.keep(("tip", row), lambda: self.header.life_tip(row))
        sheet.target(header, box.y, box.w - header, box.h, "model", row, tip)

    def place(self, sheet: Sheet, life: int, box: Area, look: Look) -> None:
        """A model under a surface: its name and its end there."""
        snapshot, model = self.header.snapshot, int(self.lives.model[life])
        ids, surface = snapshot.entities.ids, int(self.lives.surface[life])
        middle = box.y + box.h // 2
        chosen = model in look.selected and (
            look.state.surface in ("", ids[surface]) or ids[model] != look.state.selected
        )
        if chosen:
            self.select(sheet, box)
        if (ids[model], ids[surface]) in look.state.followed or (ids[model], "") in look.state.followed:
            sheet.glyph(Layer.MARK, "ink", Shape.STAR, 8, (9, middle))
        sheet.rect(Layer.MARK, self.who(model), 29, middle - 4, 8, 8)
        self.name_and_end(sheet, life, snapshot.name(model), NAME_X, box, look, bold=chosen)

    def surface(self, sheet: Sheet, life: int, box: Area, look: Look, *, followed: bool) -> None:
        """A surface of an opened model, or one followed by itself: its name and its end."""
        snapshot, model = self.header.snapshot, int(self.lives.model[life])
        ids, surface = snapshot.entities.ids, int(self.lives.surface[life])
        name = snapshot.name(surface)
        left, middle = NAME_X + INDENT, box.y + box.h // 2
        if followed:
            name = f"{isolated(snapshot.name(model))} · {isolated(name)}"
            sheet.rect(Layer.MARK, self.who(model), 29, middle - 4, 8, 8)
            left = NAME_X
        else:
            sheet.rect(Layer.GRID, "line", 42, box.y, 1, box.h)
        pair = (ids[model], ids[surface])
        if pair == (look.state.selected, look.state.surface):
            sheet.rect(Layer.GROUND, "selection", 0, box.y, box.w, box.h)
        if pair in look.state.followed:
            sheet.glyph(Layer.MARK, "ink", Shape.STAR, 8, (9 if followed else 34, middle))
        self.name_and_end(sheet, life, name, left, box, look)

    def name_and_end(
        self, sheet: Sheet, life: int, name: str, left: int, box: Area, look: Look, *, bold: bool = False
    ) -> None:
        """The two columns of a life."""
        end = self.header.keep(("surface", life), lambda: self.header.surface_end(life))
        if look.width < NARROW:
            end = end.partition(" · ")[0]
        phrase = min(width_of(end, SMALL) + 4, look.width - left - LEAST_NAME - 12)
        size = 11 if box.h < LOW else 12
        sheet.text(name, left, box.y, look.width - left - phrase - 12, box.h, bold=bold, size=size)
        sheet.text(end, look.width - phrase - 8, box.y, phrase, box.h, paint="faint", size=11, align=1)
        snapshot = self.header.snapshot
        both = (snapshot.name(int(row[life])) for row in (self.lives.model, self.lives.surface))
        sheet.target(0, box.y, box.w, box.h, "life", life, f"{' · '.join(map(isolated, both))}\n{end}")
