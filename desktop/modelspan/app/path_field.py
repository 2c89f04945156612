"""The successor path of the selected model, over the lanes in view."""

from __future__ import annotations

from dataclasses import replace

from modelspan.app.layout import Layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.engine import gaps, path
from modelspan.engine.frame import Area, Sheet


def lanes_shown(sheet: Sheet, state: AppState, place: Layout) -> path.Shown:
    """The lanes on a sheet. Where they answer the pointer is where they stand, so nothing is laid out twice."""
    models: dict[int, list[Area]] = {}
    lives: dict[int, list[Area]] = {}
    for one in sheet.targets:
        box = Area(place.header, one.y, place.time.w, one.h)
        if one.kind == "model" and one.x == place.header and one.w == place.time.w:
            models.setdefault(one.ref, []).append(box)
        elif one.kind == "life":
            lives.setdefault(one.ref, []).append(box)
    return path.Shown(models, lives, state.scroll)


def draw(scene: Scene, sheet: Sheet, state: AppState, place: Layout) -> None:
    """Arrows from ends to successors: the whole chain forwards and one step back."""
    row = scene.snapshot.entities.row.get(state.selected, -1)
    if row < 0 or state.fitted or not place.lanes.h:
        return
    shown = lanes_shown(sheet, state, place)
    boxes = [box for part in (*shown.models.values(), *shown.lives.values()) for box in part]
    if not boxes:
        return
    header = scene.header(state)
    links = scene.keep("path", (row, state.today), lambda: path.chain(scene.lives, header.over, row, state.today))
    top = min(box.y for box in boxes)
    area = replace(place.time, y=top, h=place.lanes.bottom - top)
    taken = [*gaps.texts(sheet, area), *gaps.headings(sheet)]
    path.Pen(sheet, header, area, state.window, shown, taken).draw(links)
