"""The pinned strip under the lanes: its tracks with their headers."""

from __future__ import annotations

from dataclasses import replace

from modelspan.app.layout import MORE_H, Layout, Row, track_rows
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.engine import track_claims, track_marks, track_scores, track_values
from modelspan.engine.frame import SMALL, Area, Layer, Shape, Sheet
from modelspan.engine.track_scores import PINS
from modelspan.engine.tracks import CLOSED_H, FLAG, Place, Points, Track

MOST_TIPS = 20_000  # kept from one frame to the next
EDGE_H = 8  # px of the border that resizes
BOLD = 8.2  # mean width in px of a character of a track's name
NAMES = {
    Track.DEALS: "Hardware deals",
    Track.SCORES: "Scores",
    Track.SPEEDS: "Speeds",
    Track.PRICES: "Tiers and prices",
    Track.CLAIMS: "Claims",
    Track.HARDWARE: "Hardware",
}
COUNTS = {
    Track.DEALS: ("%1 deal", "%1 deals"),
    Track.SCORES: ("%1 score", "%1 scores"),
    Track.SPEEDS: ("%1 measurement", "%1 measurements"),
    Track.PRICES: ("%1 tier or price", "%1 tiers and prices"),
    Track.CLAIMS: ("%1 claim", "%1 claims"),
    Track.HARDWARE: ("%1 release", "%1 releases"),
}


def draw(scene: Scene, sheet: Sheet, state: AppState, place: Layout) -> None:
    """The pinned strip; the tracks a low window has no room for are counted."""
    strip, words = place.tracks, scene.words
    if not strip.h:
        return
    rows, hidden = track_rows(state, strip)
    tips = scene.keep("tips", words, dict)
    if len(tips) > MOST_TIPS:
        tips.clear()
    for row in rows:
        sheet.rect(Layer.GRID, "line", 0, row.y, strip.right, 1)
        area = Area(place.header, row.y + 1, strip.right - place.header, row.h - 1)
        at = Place(area, state.window, state.today, words, scene.related(state), tips)
        draw_track(scene, sheet, state, at, row)
    for row in rows:
        if row.track in state.tracks:
            edge(sheet, row, strip)
    if hidden:
        y = strip.bottom - MORE_H
        text = words.count(hidden, "%1 more track: make the window higher", "%1 more tracks: make the window higher")
        sheet.text(f"▾ {text}", 28, y, max(place.header, 300) - 36, MORE_H, paint="faint", size=11)
    sheet.rect(Layer.GRID, "line", 0, strip.bottom - 1, strip.right, 1)


def edge(sheet: Sheet, row: Row, strip: Area) -> None:
    """The lower border of an open track, which resizes it; on the last one it stays inside the strip."""
    bottom = row.y + row.h
    sheet.rect(Layer.GRID, "line", 0, min(bottom, strip.bottom - 1) - 1, strip.right, 2)
    top = min(bottom - EDGE_H // 2, strip.bottom - EDGE_H)
    sheet.target(0, top, strip.right, EDGE_H, "track_edge", list(Track).index(row.track))


def draw_track(scene: Scene, sheet: Sheet, state: AppState, place: Place, row: Row) -> None:
    """One track, open or closed, with its header."""
    snapshot, track = scene.snapshot, row.track
    found, whole = scene.points_of(state, track), scene.whole_points(state, track)
    unnamed = 0
    if track not in state.tracks:
        taken = track_marks.Taken(place.area)
        if track is Track.CLAIMS:
            for _, left, right in track_claims.counts(sheet, place, snapshot, found, row.y + row.h // 2):
                taken.add((left, row.y, right - left, row.h))
        else:
            track_marks.draw_closed(sheet, place, snapshot, track, found)
        track_marks.horizon(sheet, place, whole, track, taken)
    elif track is Track.CLAIMS:
        track_claims.draw_claims(sheet, place, snapshot, found, whole)
    elif track is Track.SCORES:
        draw_scores(scene, sheet, state, place, found, whole)
    elif track is Track.HARDWARE:
        taken = track_marks.Taken(place.area)
        unnamed = track_marks.names(sheet, place, snapshot, found, taken, False)
        track_marks.horizon(sheet, place, whole, track, taken)
    elif track is Track.PRICES:
        unnamed = track_values.draw_prices(sheet, place, snapshot, found, whole)
    else:
        track_values.draw_values(sheet, place, snapshot, track, found, whole, state.dollars)
    axis = track in (Track.DEALS, Track.SPEEDS) or (track is Track.PRICES and bool((found.series != FLAG).any()))
    draw_header(sheet, state, place, row, note(scene, state, track, found, unnamed), axis)


def draw_header(sheet: Sheet, state: AppState, place: Place, row: Row, said: str, axis: bool) -> None:
    """Chevron, name and note of a track; what can be pinned is asked for here."""
    track, words, header, y = row.track, place.words, place.area.x, row.y
    is_open = track in state.tracks
    name = words.tr(NAMES[track])
    chevron = Shape.CHEVRON_DOWN if is_open else Shape.CHEVRON_RIGHT
    sheet.glyph(Layer.MARK, "faint", chevron, 7, (16, y + 11))
    sheet.text(name, 28, y + 2, header - 36, 18, paint="strong", bold=True)
    sheet.target(0, y, header, CLOSED_H, "track", list(Track).index(track))
    start = 36 + len(name) * BOLD
    banded = track is Track.SCORES and bool(state.pinned)
    if is_open and track is Track.SCORES and len(state.pinned) < PINS:
        text = words.tr("pin another benchmark" if banded else "pin a benchmark")
        width = min(len(text) * SMALL + 4, header - start - 8)
        sheet.text(text, start, y + 2, width, 18, paint="link", size=11)
        sheet.target(start - 4, y + 2, width + 8, 17, "pick", 0, words.tr("choose a benchmark to show"))
    if not is_open:
        sheet.text(said, start, y + 2, header - start - 8, 18, paint="faint", size=11)
    elif not banded:
        for line, text in enumerate(said.split("\n")):
            sheet.text(text, 28, y + 18 + 14 * line, header - 28 - (82 if axis else 8), 14, paint="faint", size=11)


def draw_scores(scene: Scene, sheet: Sheet, state: AppState, place: Place, found: Points, whole: Points) -> None:
    """How many scores lie where; under it the pinned benchmarks, each in a band of its own."""
    area, pinned = place.area, state.pinned[:PINS]
    high = CLOSED_H - 1 if pinned else area.h
    upper = replace(place, area=Area(area.x, area.y, area.w, high))
    track_marks.draw_closed(sheet, upper, scene.snapshot, Track.SCORES, found)
    track_marks.horizon(sheet, upper, whole, Track.SCORES, track_marks.Taken(upper.area))
    top = area.y + high
    for index, key in enumerate(pinned):
        bottom = area.y + high + (area.h - high) * (index + 1) // len(pinned)
        own = replace(place, area=Area(area.x, top, area.w, bottom - top))
        track_scores.draw_band(sheet, own, scene.snapshot, scene.band(state, key), index)
        top = bottom


def note(scene: Scene, state: AppState, track: Track, found: Points, unnamed: int) -> str:
    """What a header says beside the name: the unit of the axis when it is open, else how many there are."""
    words, is_open = scene.words, track in state.tracks
    number = len(found)
    if track is Track.PRICES and number:
        number = len(set(found.row.tolist()))
    count = words.count(number, *COUNTS[track])
    match track:
        case Track.DEALS if is_open:
            return words.tr("US$ as announced, log" if state.dollars else "MW as announced, log")
        case Track.SPEEDS if is_open:
            return words.tr("output tokens/s, log")
        case Track.PRICES if is_open and bool((found.series != FLAG).any()):
            return f"{words.tr('US$ per M tokens, log')}\n{words.tr('input hollow, output filled')}"
        case Track.SCORES if not state.pinned:
            return words.fill("%1, no benchmark pinned", count)
        case Track.SCORES:
            pinned = words.count(len(state.pinned[:PINS]), "%1 benchmark pinned", "%1 benchmarks pinned")
            return f"{count}, {pinned}"
        case Track.CLAIMS if len(found) > 1 and bool((found.day[1:] == found.day[:-1]).any()):
            return words.fill("%1, folded by day", count)
        case _ if unnamed:
            return f"{count} · " + words.count(unnamed, "%1 name has no room", "%1 names have no room")
    return count
