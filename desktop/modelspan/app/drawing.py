"""The frame of a state: every part of the canvas drawn onto one sheet."""

from __future__ import annotations

from modelspan.app import axis_rows, lane_field, track_strip
from modelspan.app.layout import Layout, layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.dates import calendar
from modelspan.engine import fitted, key, overview
from modelspan.engine.frame import Area, Frame, Layer, Sheet


def frame(scene: Scene, state: AppState, width: int, height: int) -> Frame:
    """The picture of a state at a size in logical pixels."""
    sheet, place = Sheet(), layout(state, width, height)
    axis_rows.draw(scene, sheet, state, place)
    if state.fitted:
        fitted.draw(
            sheet,
            place.time,
            place.lanes,
            state.window,
            state.today,
            scene.snapshot,
            scene.lives,
            scene.mask(state),
            scene.words,
        )
    else:
        if place.lanes.h:
            lane_field.draw(scene, sheet, state, place)
        track_strip.draw(scene, sheet, state, place)
    axis_rows.today_line(scene, sheet, state, place)
    if place.key.h:
        key.draw(sheet, place.key, scene.words)
    if place.overview.h:
        draw_overview(scene, sheet, state, place)
    return sheet.frame(width, height)


def draw_overview(scene: Scene, sheet: Sheet, state: AppState, place: Layout) -> None:
    """The density strip with the window on it."""
    area, words = place.overview, scene.words
    sheet.rect(Layer.GROUND, "panel", 0, area.y, area.w, area.h)
    sheet.rect(Layer.GRID, "line", 0, area.y, area.w, 1)
    sheet.text(words.tr("Overview"), 14, area.y + 4, 200, 16, paint="faint", size=11)
    first, last = (calendar(int(day)).year for day in (scene.range.start, scene.range.end - 1))
    if not len(scene.days):
        sheet.text(words.tr("no event"), 14, area.y + 20, place.header - 20, 16, paint="faint", size=11)
        return
    days = scene.event_days(state)
    events = words.count(len(days), "%1 event", "%1 events")
    sheet.text(f"{first} – {last} · {events}", 14, area.y + 20, place.header - 20, 16, paint="faint", size=11)
    strip = Area(place.header, area.y + 2, area.right - place.header, area.h - 2)
    overview.draw(sheet, strip, scene.range, state.window, state.today, days)
