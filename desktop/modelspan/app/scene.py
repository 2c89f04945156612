"""Scene: state and snapshot in, one Frame out. Slow steps are kept until what they depend on changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelspan.app.layout import (
    AXIS_H,
    BAND,
    MORE_H,
    Layout,
    layout,
    only_tracks,
    scroll_limit,
    shown_tracks,
    track_height,
)
from modelspan.app.state import AppState
from modelspan.domain.dates import calendar
from modelspan.domain.query import model_mask
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import Flags, Ints, Snapshot
from modelspan.domain.words import ENGLISH, Words
from modelspan.engine import fitted, key, lanes, lives, overview, spans, strips, tracks
from modelspan.engine.frame import BOLD, Area, Frame, Layer, Shape, Sheet
from modelspan.engine.header import NARROW, Header
from modelspan.engine.labels import Labels
from modelspan.engine.lanes import Lane, Lanes, Wish
from modelspan.engine.lives import nominal
from modelspan.engine.ticks import axis
from modelspan.engine.tracks import CLOSED_H, Track
from modelspan.engine.window import to_px


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

    def frame(self, state: AppState, width: int, height: int) -> Frame:
        """The picture of a state at a size in logical pixels."""
        sheet, place = Sheet(), layout(state, width, height)
        self.draw_axis(sheet, state, place)
        if state.fitted:
            fitted.draw(
                sheet,
                place.time,
                place.lanes,
                state.window,
                state.today,
                self.snapshot,
                self.lives,
                self.mask(state),
                self.words,
            )
        else:
            if place.lanes.h:
                self.draw_lanes(sheet, state, place)
            self.draw_tracks(sheet, state, place)
        self.draw_today(sheet, state, place)
        if place.key.h:
            key.draw(sheet, place.key, self.words)
        if place.overview.h:
            self.draw_overview(sheet, state, place)
        return sheet.frame(width, height)

    def draw_axis(self, sheet: Sheet, state: AppState, place: Layout) -> None:
        """Two rows of the calendar with grid lines down to the tracks; the year stays visible at the left edge."""
        time, words = place.time, self.words
        area = Area(time.x, 0, time.w, AXIS_H)
        ticks = axis(state.window, time.w, words)
        bottom = place.tracks.bottom if place.tracks.h else place.lanes.bottom
        sheet.rect(Layer.GROUND, "panel", 0, 0, area.right, AXIS_H)
        now = float(to_px(state.window, state.today + 1, time.w)) + time.x
        sheet.rect(Layer.GROUND, "future", max(now, time.x), AXIS_H, area.right - max(now, time.x), bottom - AXIS_H)
        pill = self.today_pill(state, place)
        for row, y, bold in ((ticks.upper, 1, True), (ticks.lower, 20, False)):
            for tick in row:
                left, right = to_px(state.window, [tick.start, tick.end], time.w) + time.x
                if right <= area.x:
                    continue
                if left >= area.x:
                    paint = "line" if tick.strong else "grid"
                    sheet.rect(Layer.GRID, paint, left, 20 if row is ticks.lower and not tick.strong else 0, 1, bottom)
                start = max(float(left), area.x) + 5
                width = len(tick.label) * BOLD
                if row is ticks.upper and pill and pill[0] - width - 4 < start < pill[0] + pill[1]:
                    start = pill[0] + pill[1] + 5  # the year steps aside for today
                room = min(float(right), area.right) - start
                if row is ticks.lower and room < min(len(tick.label) * 6, right - left - 6):
                    continue
                strong = bold or (not ticks.upper and tick.strong)
                if room >= len(tick.label) * (BOLD if strong else 6) or (row is ticks.upper and room > 33):
                    paint, size = ("strong", 12) if strong else ("faint", 11)
                    sheet.text(
                        tick.label, start, y, min(room + 4, area.right - start), 19, paint=paint, bold=strong, size=size
                    )
        sheet.rect(Layer.GRID, "line", 0, AXIS_H - 1, area.right, 1)
        narrow = place.header < NARROW
        tr = words.tr
        if state.fitted or not place.lanes.h:
            return
        sheet.text(tr("Model or surface") if state.opened else tr("Model"), 14, 20, 120, 19, paint="faint", size=11)
        column = place.header - (80 if narrow else 130)
        sheet.text(tr("next end"), column, 20, 72, 19, paint="faint", size=11, align=1)
        if not narrow:
            sheet.text(tr("in"), place.header - 56, 20, 48, 19, paint="faint", size=11, align=1)

    def draw_today(self, sheet: Sheet, state: AppState, place: Layout) -> None:
        """The ink line and its pill; zoomed in, the whole day as a band."""
        time = place.time
        day = Area(time.x, AXIS_H, time.w, place.lanes.h)
        left, right = to_px(state.window, [state.today, state.today + 1], time.w) + time.x
        if right - left >= BAND:
            sheet.add(Layer.GROUND, "rects", "selection", day.clip(left, day.y, right, day.bottom))
        x = float(to_px(state.window, state.today + 0.5, time.w)) + time.x
        if not time.x <= x < time.right:
            return
        bottom = place.tracks.bottom if place.tracks.h else place.lanes.bottom
        sheet.rect(Layer.MARK, "ink", x, AXIS_H - 22, 1.6, bottom - AXIS_H + 22)
        pill = self.today_pill(state, place)
        if pill:
            left, width = pill
            text = self.words.fill("today %1", self.words.day(state.today, self.year(state)))
            sheet.add(Layer.TOP, "chip", "ink", (left, 2, width, 17))
            sheet.text(text, left, 2, width, 17, Layer.TOP_TEXT, paint="on_ink", size=11, bold=True, align=0)

    def today_pill(self, state: AppState, place: Layout) -> tuple[int, int] | None:
        """Left edge and width of the today label, when today is in view."""
        time = place.time
        x = float(to_px(state.window, state.today + 0.5, time.w)) + time.x
        if not time.x <= x < time.right:
            return None
        width = round(len(self.words.fill("today %1", self.words.day(state.today, self.year(state)))) * 7.3 + 12)
        return round(min(max(x - width / 2, time.x), time.right - width)), width

    def year(self, state: AppState) -> int:
        """The year dates are said without."""
        return calendar(state.today).year

    def draw_lanes(self, sheet: Sheet, state: AppState, place: Layout) -> None:
        """The visible lanes: bars for all of them at once, then headers and labels one by one."""
        header = self.header(state)
        found = header.lanes
        scroll = found.snap(min(state.scroll, scroll_limit(found, place)))
        stuck = found.heading(found.visible(scroll, 1)[0])  # the heading of what stands first stays in view
        pinned = int(found.top[stuck + 1] - found.top[stuck]) if stuck >= 0 else 0
        room, shift = place.lanes.h - pinned, place.lanes.y + pinned - scroll
        first, last = found.visible(scroll, room)
        while last > first + 1 and int(found.top[last]) - scroll > room:
            last -= 1  # a lane is shown whole or counted
        if last < len(found) and room - (int(found.top[last]) - scroll) < MORE_H and last > first + 1:
            last -= 1
        time = place.time
        drawn = header.bars(first, last, -shift)
        right = spans.draw(sheet, time, state.window, state.today, self.snapshot.as_of, self.lives, drawn)
        own_strips = self.strips(state)
        selected = self.snapshot.entities.row.get(state.selected, -1)
        boxes = {
            lane: Area(
                0,
                int(found.top[lane]) + shift,
                place.lanes.right,
                int(found.top[lane + 1] - found.top[lane]),
            )
            for lane in range(first, last)
        }
        if stuck >= 0:
            boxes[stuck] = Area(0, place.lanes.y, place.lanes.right, pinned)

        def heads() -> Sheet:
            made = Sheet()
            for lane, box in boxes.items():
                header.lane(made, lane, box, place.header, selected, state)
            return made

        sheet.put(
            self.keep("heads", (self.lanes_key(state), first, last, scroll, place, selected, state.surface), heads)
        )
        rows = []
        for lane, box in boxes.items():
            row = int(found.ref[lane])
            if found.kind[lane] == Lane.ORGANISATION and row in own_strips:
                who = self.snapshot.entities.ids[row] if row >= 0 else "other"
                rows.append(strips.Row(own_strips[row], box.y, box.h, who))
        strips.draw(sheet, time, state.window, state.today, rows)
        now = float(to_px(state.window, state.today + 0.5, time.w)) + time.x
        for lane, box in boxes.items():
            if found.kind[lane] == Lane.SECTION and now >= time.x:
                sheet.rect(Layer.COVER, "heading", now - 1, box.y, 4, box.h)  # no line through a heading
        if not len(self.snapshot.entities.models):
            text = words_of_empty(self.words)
            sheet.text(text, time.x + 12, place.lanes.y + place.lanes.h // 2, time.w - 24, 20, paint="faint")
        Labels(header).draw(sheet, time, state.window, scroll - pinned, drawn, right)
        if last < len(found):
            below = int(np.count_nonzero(found.kind[last:] != Lane.SECTION))
            y = int(found.top[last]) + shift
            text = self.words.count(below, "%1 more row below", "%1 more rows below")
            sheet.text(f"▾ {text}", 28, y, place.header - 40, place.lanes.bottom - y, paint="faint", size=11)

    def draw_tracks(self, sheet: Sheet, state: AppState, place: Layout) -> None:
        """The pinned strip."""
        y, words = place.tracks.y, self.words
        related = self.related(state)
        for track in shown_tracks(state):
            is_open = track in state.tracks
            height = track_height(state, track, place.tracks.h)
            if y + height > place.tracks.bottom:
                break
            sheet.rect(Layer.GRID, "line", 0, y, place.tracks.right, 1)
            area = Area(place.header, y + 1, place.tracks.right - place.header, height - 1)
            at = tracks.Place(area, state.window, state.today, words, related)
            found = self.points_of(state, track)
            name, note = self.track_words(track, is_open, found)
            chevron = Shape.CHEVRON_DOWN if is_open else Shape.CHEVRON_RIGHT
            sheet.glyph(Layer.MARK, "faint", chevron, 7, (16, y + 11))
            sheet.text(name, 28, y + 2, 120, 18, paint="strong", bold=True)
            sheet.target(0, y, place.header, CLOSED_H, "track", list(Track).index(track))
            if is_open:
                sheet.text(note, 28, y + 18, place.header - 110, 14, paint="faint", size=11)
            else:
                start = 36 + len(name) * 7.2
                sheet.text(note, start, y + 2, place.header - start - 8, 18, paint="faint", size=11)
            if not is_open:
                tracks.draw_closed(sheet, at, self.snapshot, track, found)
            elif track is Track.CLAIMS:
                tracks.draw_claims(sheet, at, self.snapshot, found)
            elif track is Track.SCORES:
                closed = tracks.Place(Area(area.x, y + 1, area.w, height - 1), state.window, state.today, words)
                tracks.draw_closed(sheet, closed, self.snapshot, track, found)
            else:
                deals = track is Track.DEALS
                ticks = (100.0, 1000.0, 10000.0) if deals else (10.0, 100.0, 1000.0, 2000.0)
                labels = ("100 MW", "1 GW", "10 GW") if deals else ("10", "100", "1,000", "")
                tracks.draw_values(sheet, at, self.snapshot, track, found, ticks)
                self.draw_scale(
                    sheet, area, place.header, ticks, labels, words.tr("size not stated" if deals else "other measures")
                )
            y += height
        sheet.rect(Layer.GRID, "line", 0, place.tracks.bottom - 1, place.tracks.right, 1)

    def draw_scale(
        self, sheet: Sheet, area: Area, header: int, ticks: tuple[float, ...], labels: tuple[str, ...], rail_name: str
    ) -> None:
        """Labels of a log axis, right-aligned in the header."""
        scale = tracks.Scale(area, ticks)
        for tick, label in zip(ticks, labels, strict=True):
            sheet.text(label, header - 70, scale.y(tick) - 7, 62, 14, paint="faint", size=11, align=1)
        sheet.text(rail_name, header - 110, scale.rail - 7, 102, 14, paint="faint", size=10, align=1)

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

    def track_words(self, track: Track, is_open: bool, found: tracks.Points) -> tuple[str, str]:
        """Name and note of a track's header."""
        words, number = self.words, len(found.row)
        match track:
            case Track.DEALS:
                note = words.tr("MW as announced, log") if is_open else words.count(number, "%1 deal", "%1 deals")
                return words.tr("Hardware deals"), note
            case Track.SCORES:
                return words.tr("Scores"), words.count(
                    number, "%1 score, no benchmark pinned", "%1 scores, no benchmark pinned"
                )
            case Track.SPEEDS:
                note = (
                    words.tr("output tokens/s, log")
                    if is_open
                    else words.count(number, "%1 measurement", "%1 measurements")
                )
                return words.tr("Speeds and tiers"), note
            case Track.CLAIMS:
                days = 1 + int(np.count_nonzero(np.diff(found.day)))
                text = words.fill("%1, folded by day", words.count(number, "%1 claim", "%1 claims"))
                return words.tr("Claims"), text if days != number else words.count(number, "%1 claim", "%1 claims")

    def draw_overview(self, sheet: Sheet, state: AppState, place: Layout) -> None:
        """The density strip with the window on it."""
        area, words = place.overview, self.words
        sheet.rect(Layer.GROUND, "panel", 0, area.y, area.w, area.h)
        sheet.rect(Layer.GRID, "line", 0, area.y, area.w, 1)
        sheet.text(words.tr("Overview"), 14, area.y + 4, 200, 16, paint="faint", size=11)
        first, last = (calendar(int(day)).year for day in (self.range.start, self.range.end - 1))
        if not len(self.days):
            sheet.text(words.tr("no event"), 14, area.y + 20, place.header - 20, 16, paint="faint", size=11)
            return
        days = self.event_days(state)
        events = words.count(len(days), "%1 event", "%1 events")
        sheet.text(f"{first} – {last} · {events}", 14, area.y + 20, place.header - 20, 16, paint="faint", size=11)
        strip = Area(place.header, area.y + 2, area.right - place.header, area.h - 2)
        overview.draw(sheet, strip, self.range, state.window, state.today, days)
