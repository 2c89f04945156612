"""The frame of a state: every part of the canvas drawn onto one sheet."""

from __future__ import annotations

from modelspan.app import axis_rows, lane_field, path_field, track_strip
from modelspan.app.axis_notes import axis_notes
from modelspan.app.layout import Layout, layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.dates import calendar
from modelspan.engine import fitted, key, overview
from modelspan.engine.frame import Area, Frame, Layer, Shape, Sheet


def frame(scene: Scene, state: AppState, width: int, height: int) -> Frame:
    """The picture of a state at a size in logical pixels."""
    sheet, place = Sheet(), layout(state, width, height)
    notes = axis_notes(scene, state, place)
    axis_rows.draw(scene, sheet, state, place, notes.boxes)
    notes.bands(sheet, state)
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
            path_field.draw(scene, sheet, state, place)
        track_strip.draw(scene, sheet, state, place)
    axis_rows.today_line(scene, sheet, state, place)
    pill = axis_rows.today_pill(scene, state, place)
    notes.draw(sheet, state, (pill[0], 2, pill[1], 17) if pill else None)
    if place.key.h:
        key.draw(sheet, place.key, scene.words, forms(sheet, state))
    if place.overview.h:
        draw_overview(scene, sheet, state, place)
    return sheet.frame(width, height)


def forms(sheet: Sheet, state: AppState) -> set[str]:
    """The forms of the key that are not always on the canvas."""
    found = {"marker"} if state.markers else set()
    found |= {"range"} if state.ranges else set()
    for _, form, _, shape, _ in sheet.parts:
        found |= {"path"} if form == "lines" else {"dead"} if form == "glyphs" and shape == Shape.CROSS else set()
    return found


def overview_strip(place: Layout) -> Area:
    """The part of the overview with the density and the window on it."""
    return Area(place.header, place.overview.y + 2, place.overview.right - place.header, place.overview.h - 2)


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
    strip = overview_strip(place)

    def density() -> Sheet:
        made = Sheet()
        overview.draw_density(made, strip, scene.range, state.today, days)
        return made

    sheet.put(scene.keep("density", (state.filter, state.today, strip), density))
    overview.draw_window(sheet, strip, scene.range, state.window)
