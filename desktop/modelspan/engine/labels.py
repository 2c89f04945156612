"""Labels at the ends of bars: the successor, what the marks say, a chip for what lies past the edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from modelspan.domain.dates import calendar
from modelspan.engine.frame import SMALL, Area, Layer, Sheet
from modelspan.engine.header import Header, isolated, width_of
from modelspan.engine.lives import Ending, Mark
from modelspan.engine.spans import Placed
from modelspan.engine.window import Window, to_px

READABLE = 90  # px of a label below which what is left of it says nothing
SHORT = {"Anthropic API": "API", "OpenAI API": "API", "Gemini API": "API", "Mistral API": "API", "DeepSeek API": "API"}


@dataclass(frozen=True)
class Labels:
    """Says the ends of the lanes a header stands beside."""

    header: Header

    def draw(self, sheet: Sheet, area: Area, window: Window, scroll: int, placed: Placed, right: Any) -> None:
        """One label per lane: the successor at the end, or a chip where the end lies outside."""
        middle = placed.top + placed.thick // 2
        lane = np.searchsorted(self.header.lanes.top, middle - area.y + scroll, "right")
        groups: dict[int, list[int]] = {}
        for place, number in enumerate(lane.tolist()):
            groups.setdefault(number, []).append(place)
        tops = self.header.lanes.top
        for number, places in groups.items():
            self.label(sheet, area, window, placed, right, places, int(tops[number] - tops[number - 1]))

    def label(
        self, sheet: Sheet, area: Area, window: Window, placed: Placed, right: Any, places: list[int], lane_px: int
    ) -> None:
        """The label of one lane."""
        lives = [int(placed.life[place]) for place in places]
        top = min(int(placed.top[place]) for place in places)
        bottom = max(int(placed.top[place] + placed.thick[place]) for place in places)
        high = min(lane_px, 16)
        y = (top + bottom) // 2 - high // 2
        if y < area.y or y + high > area.bottom:
            return
        end_px = max(float(right[place]) for place in places)
        known = [life for life in lives if self.header.lives.ending[life] != Ending.NONE]
        outside = [life for life in known if self.header.lives.end_low[life] >= window.end]
        single = len(lives) == 1
        if (outside and single) or (outside and end_px >= area.right - 1):
            life = min(outside, key=lambda row: int(self.header.lives.end_low[row]))
            text = (
                self.header.keep(("outside", life), lambda: self.outside_text(life))
                if single
                else self.header.words.full_day(int(self.header.lives.end_low[life]))
            )
            if len(lives) > 1 and len(outside) < len(known):
                text = self.header.words.full_day(int(self.header.lives.end_low[life]))
            if self.header.lives.ending[life] == Ending.NOT_BEFORE:
                text = f"≥ {text}"
            width = min(width_of(text, SMALL) + 22, area.w)
            x, now = area.right - width, float(to_px(window, self.header.today + 0.5, area.w)) + area.x
            sheet.rect(Layer.COVER, "future" if now < x else "ground", x, y, width, high)
            sheet.text(f"{text} ▸", x, y, width - 4, high, Layer.TOP_TEXT, paint="faint", size=11, align=1)
            return
        if not known or end_px >= area.right - 40:
            return
        text = self.header.keep(("end", *lives), lambda: self.end_label(lives, known, single))
        width = width_of(text, SMALL) + 10
        start = max(end_px, area.x) + 6
        now = float(to_px(window, self.header.today + 0.5, area.w)) + area.x
        if start - 4 < now < start + width and now + width + 8 < area.right:
            start = now + 6  # never under the today line
        else:
            sheet.part(now, (round(start), y, width, high))  # let the text stand free where it cannot step aside
        if text and start + min(width, READABLE) < area.right:
            sheet.text(text, start, y, min(width, area.right - start - 2), high, paint="faint", size=11)

    def outside_text(self, life: int) -> str:
        """An end past the right edge, with how far it moved."""
        day = int(self.header.lives.end_low[life])
        text = self.header.words.full_day(day)
        moved = self.moved(life)
        if moved is not None:
            return self.header.words.fill(
                "%1, moved +%2 d from %3", text, day - moved, self.header.words.day(moved, calendar(moved).year)
            )
        return text

    def moved(self, life: int) -> int | None:
        """The newest earlier day of an end that moved later."""
        days = [
            int(self.header.lives.mark_day[n])
            for n in self.header.lives.marks(life)
            if self.header.lives.mark_type[n] == Mark.MOVED
            and self.header.lives.mark_day[n] < self.header.lives.end_low[life]
        ]
        return max(days) if days else None

    def end_label(self, lives: list[int], known: list[int], single: bool) -> str:
        """The successor of the end that matters: the next one, else the last."""
        words, year = self.header.words, calendar(self.header.today).year
        ahead = [life for life in known if self.header.lives.end_low[life] >= self.header.today]
        life = (
            min(ahead, key=lambda n: int(self.header.lives.end_low[n]))
            if ahead
            else max(known, key=lambda n: int(self.header.lives.end_low[n]))
        )
        ending, low = int(self.header.lives.ending[life]), int(self.header.lives.end_low[life])
        surface = self.header.snapshot.name(int(self.header.lives.surface[life]))
        short = SHORT.get(surface, surface)
        successor = int(self.header.lives.successor[life])
        goes_on = (
            len(lives) > 1
            and len({(int(self.header.lives.end_low[n]), int(self.header.lives.ending[n])) for n in lives}) > 1
        )
        if single:
            notes = self.mark_words(life)
            if ending == Ending.BETWEEN:
                event = int(self.header.lives.end_row[life])
                notes.insert(0, self.header.end_text(int(np.flatnonzero(self.header.ends.row == event)[0])))
            if notes:
                return " ".join(notes)
        if ending == Ending.NOT_BEFORE and low < self.header.today:
            return words.fill("%1 ≥ %2: passed, no notice", short, words.day(low, year))
        said = (
            f"→ {isolated(self.header.snapshot.name(successor))}" if successor >= 0 else words.tr("no successor named")
        )
        if not goes_on:
            return said
        return f"{short} {said}" if successor >= 0 else f"{short}: {said}"

    def mark_words(self, life: int) -> list[str]:
        """What the marks of one life say: observed and rival days, days moved."""
        words, year = self.header.words, calendar(self.header.today).year
        notes: list[str] = []
        for n in self.header.lives.marks(life):
            kind, day = Mark(int(self.header.lives.mark_type[n])), int(self.header.lives.mark_day[n])
            if kind is Mark.OBSERVED:
                notes.append(
                    words.fill(
                        "%1 published ◇ refused by %2",
                        words.day(int(self.header.lives.end_low[life]), year),
                        words.day(day, year),
                    )
                )
            elif kind is Mark.RIVAL and len(notes) < 2:
                notes.append(words.fill("◇ %1 in another source", words.day(day, year)))
        moved = self.moved(life)
        if moved is not None and not notes:
            notes.append(words.fill("+%1 d", int(self.header.lives.end_low[life]) - moved))
        return notes
