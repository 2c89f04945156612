"""The scrolling lanes of the canvas: bars for all in view at once, then headers and labels."""

from __future__ import annotations

import numpy as np

from modelspan.app.layout import MORE_H, Layout, scroll_limit
from modelspan.app.scene import Scene, words_of_empty
from modelspan.app.state import AppState
from modelspan.engine import spans, strips
from modelspan.engine.frame import Area, Layer, Sheet
from modelspan.engine.header_rows import HeaderRows, Look
from modelspan.engine.labels import Labels
from modelspan.engine.lanes import Lane
from modelspan.engine.window import to_px


def draw(scene: Scene, sheet: Sheet, state: AppState, place: Layout) -> None:
    """The visible lanes: bars for all of them at once, then headers and labels one by one."""
    header = scene.header(state)
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
    rows = HeaderRows(header)
    drawn = rows.bars(first, last, -shift)
    right = spans.draw(sheet, time, state.window, state.today, scene.snapshot.as_of, scene.lives, drawn)
    own_strips = scene.strips(state)
    look = Look(place.header, frozenset(scene.rows((state.selected, *state.also))), state)
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
            rows.lane(made, lane, box, look)
        return made

    key = (scene.lanes_key(state), first, last, scroll, place, look.selected, state.selected, state.surface)
    sheet.put(scene.keep("heads", key, heads))
    own_rows = []
    for lane, box in boxes.items():
        group = int(found.ref[lane])
        strip = own_strips.of(group) if found.kind[lane] == Lane.GROUP else None
        if strip is not None:
            own_rows.append(strips.Row(strip, box.y, box.h, found.groups[group].paint))
    strips.draw(sheet, time, state.window, state.today, own_rows)
    now = float(to_px(state.window, state.today + 0.5, time.w)) + time.x
    for lane, box in boxes.items():
        if found.kind[lane] == Lane.SECTION and now >= time.x:
            sheet.rect(Layer.COVER, "heading", now - 1, box.y, 4, box.h)  # no line through a heading
    if not len(scene.snapshot.entities.models):
        text = words_of_empty(scene.words)
        sheet.text(text, time.x + 12, place.lanes.y + place.lanes.h // 2, time.w - 24, 20, paint="faint")
    Labels(header).draw(sheet, time, state.window, scroll - pinned, drawn, right)
    if last < len(found):
        below = int(np.count_nonzero(found.kind[last:] != Lane.SECTION))
        y = int(found.top[last]) + shift
        text = scene.words.count(below, "%1 more row below", "%1 more rows below")
        sheet.text(f"▾ {text}", 28, y, place.header - 40, place.lanes.bottom - y, paint="faint", size=11)
