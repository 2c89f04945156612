"""The pinned strip under the lanes: its tracks with their headers."""

from __future__ import annotations

import numpy as np

from modelspan.app.layout import Layout, shown_tracks, track_height
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.engine import tracks
from modelspan.engine.frame import Area, Layer, Shape, Sheet
from modelspan.engine.tracks import CLOSED_H, Track


def draw(scene: Scene, sheet: Sheet, state: AppState, place: Layout) -> None:
    """The pinned strip."""
    y, words = place.tracks.y, scene.words
    related = scene.related(state)
    for track in shown_tracks(state):
        is_open = track in state.tracks
        height = track_height(state, track, place.tracks.h)
        if y + height > place.tracks.bottom:
            break
        sheet.rect(Layer.GRID, "line", 0, y, place.tracks.right, 1)
        area = Area(place.header, y + 1, place.tracks.right - place.header, height - 1)
        at = tracks.Place(area, state.window, state.today, words, related)
        found = scene.points_of(state, track)
        name, note = track_words(scene, track, is_open, found)
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
            tracks.draw_closed(sheet, at, scene.snapshot, track, found)
        elif track is Track.CLAIMS:
            tracks.draw_claims(sheet, at, scene.snapshot, found)
        elif track is Track.SCORES:
            closed = tracks.Place(Area(area.x, y + 1, area.w, height - 1), state.window, state.today, words)
            tracks.draw_closed(sheet, closed, scene.snapshot, track, found)
        else:
            deals = track is Track.DEALS
            ticks = (100.0, 1000.0, 10000.0) if deals else (10.0, 100.0, 1000.0, 2000.0)
            labels = ("100 MW", "1 GW", "10 GW") if deals else ("10", "100", "1,000", "")
            tracks.draw_values(sheet, at, scene.snapshot, track, found, ticks)
            draw_scale(
                sheet, area, place.header, ticks, labels, words.tr("size not stated" if deals else "other measures")
            )
        y += height
    sheet.rect(Layer.GRID, "line", 0, place.tracks.bottom - 1, place.tracks.right, 1)


def draw_scale(
    sheet: Sheet, area: Area, header: int, ticks: tuple[float, ...], labels: tuple[str, ...], rail_name: str
) -> None:
    """Labels of a log axis, right-aligned in the header."""
    scale = tracks.Scale(area, ticks)
    for tick, label in zip(ticks, labels, strict=True):
        sheet.text(label, header - 70, scale.y(tick) - 7, 62, 14, paint="faint", size=11, align=1)
    sheet.text(rail_name, header - 110, scale.rail - 7, 102, 14, paint="faint", size=10, align=1)


def track_words(scene: Scene, track: Track, is_open: bool, found: tracks.Points) -> tuple[str, str]:
    """Name and note of a track's header."""
    words, number = scene.words, len(found.row)
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
