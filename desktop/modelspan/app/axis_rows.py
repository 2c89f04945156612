"""The axis of the canvas: two rows of the calendar, its grid, and the today line."""

from __future__ import annotations

from collections.abc import Sequence

from modelspan.app.layout import AXIS_H, BAND, Layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.engine.frame import BOLD, Area, Layer, Sheet
from modelspan.engine.gaps import Box, free
from modelspan.engine.header import NARROW
from modelspan.engine.ticks import axis
from modelspan.engine.window import to_px


def draw(scene: Scene, sheet: Sheet, state: AppState, place: Layout, taken: Sequence[Box] = ()) -> None:
    """Two rows of the calendar with grid lines down to the tracks; the year stays visible at the left edge.

    The labels of the lower row make way for the boxes that are `taken` there.
    """
    time, words = place.time, scene.words
    area = Area(time.x, 0, time.w, AXIS_H)
    ticks = axis(state.window, time.w, words)
    bottom = place.tracks.bottom if place.tracks.h else place.lanes.bottom
    sheet.rect(Layer.GROUND, "panel", 0, 0, area.right, AXIS_H)
    now = float(to_px(state.window, state.today + 1, time.w)) + time.x
    sheet.rect(Layer.GROUND, "future", max(now, time.x), AXIS_H, area.right - max(now, time.x), bottom - AXIS_H)
    pill = today_pill(scene, state, place)
    begin, per_day = state.window.start, time.w / state.window.span  # plain numbers: numpy costs more for one tick
    boxes = list(taken)
    for row, y, bold in ((ticks.upper, 1, True), (ticks.lower, 20, False)):
        for tick in row:
            left, right = ((day - begin) * per_day + time.x for day in (tick.start, tick.end))
            if right <= area.x:
                continue
            if left >= area.x:
                paint = "line" if tick.strong else "grid"
                top = 20 if row is ticks.lower and not tick.strong else 0
                sheet.rect(Layer.GRID, paint, left, top, 1, bottom - top)
            start = max(left, area.x) + 5
            width = len(tick.label) * BOLD
            if row is ticks.upper and pill and pill[0] - width - 4 < start < pill[0] + pill[1]:
                start = pill[0] + pill[1] + 5  # the year steps aside for today
            room = min(right, area.right) - start
            if row is ticks.lower and room < min(len(tick.label) * 6, right - left - 6):
                continue
            strong = bold or (not ticks.upper and tick.strong)
            each = BOLD if strong else 6
            label = tick.label if room >= len(tick.label) * each or not tick.short else tick.short
            if room < len(label) * each and (row is ticks.lower or room <= 33):
                continue
            box = (round(start), y, round(len(label) * each) + 5, 19)
            if row is ticks.lower and not free(box, boxes):
                continue
            paint, size = ("strong", 12) if strong else ("faint", 11)
            sheet.text(label, start, y, min(room + 4, area.right - start), 19, paint=paint, bold=strong, size=size)
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


def today_line(scene: Scene, sheet: Sheet, state: AppState, place: Layout) -> None:
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
    pill = today_pill(scene, state, place)
    if pill:
        left, width = pill
        text = today_words(scene, state)
        sheet.add(Layer.TOP, "chip", "ink", (left, 2, width, 17))
        sheet.text(text, left, 2, width, 17, Layer.TOP_TEXT, paint="on_ink", size=11, bold=True, align=0)


def today_pill(scene: Scene, state: AppState, place: Layout) -> tuple[int, int] | None:
    """Left edge and width of the today label, when today is in view."""
    time = place.time
    x = float(to_px(state.window, state.today + 0.5, time.w)) + time.x
    if not time.x <= x < time.right:
        return None
    width = round(len(today_words(scene, state)) * 7.3 + 12)
    return round(min(max(x - width / 2, time.x), time.right - width)), width


def today_words(scene: Scene, state: AppState) -> str:
    """What stands at the today line: the day, or as of which day all of this was known."""
    if scene.known is not None:
        return scene.words.fill("known %1", scene.words.full_day(scene.known))
    return scene.words.fill("today %1", scene.words.day(state.today, scene.year(state)))
