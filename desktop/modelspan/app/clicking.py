"""What a click and a double-click do, by what lies under the pointer."""

from __future__ import annotations

import numpy as np

from modelspan.app import arranging, marking, moving, picking
from modelspan.app.actions import Context
from modelspan.app.layout import layout, scroll_limit
from modelspan.domain.snapshot import OPEN_END
from modelspan.engine import window as windows
from modelspan.engine.frame import Target
from modelspan.engine.ticks import axis
from modelspan.engine.tracks import Track

DAYS_ABOUT = 30.0  # on both sides of an event that is zoomed to
CLOSER = 0.25  # of the window: a fold opens after a few steps


def section_at(context: Context, y: float) -> int:
    """The section of the lane at a height of the canvas; -1 outside the lanes."""
    state, scene = context.store.state, context.scene
    found, place = scene.lanes(state), layout(state, *context.shell.canvas_size())
    if state.fitted or not len(found) or not place.lanes.y <= y < place.lanes.bottom:
        return -1
    scroll = found.snap(min(state.scroll, scroll_limit(found, place)))
    stuck = found.heading(found.visible(scroll, 1)[0])
    pinned = int(found.top[stuck + 1] - found.top[stuck]) if stuck >= 0 else 0
    at = max(y - place.lanes.y - pinned, 0) + scroll
    lane = int(np.searchsorted(found.top, at, "right")) - 1
    return int(found.section[min(max(lane, 0), len(found) - 1)])


def click(context: Context, target: Target | None, y: float, *, more: bool = False) -> None:
    """Select what is there, or let go of the selection on empty ground. `more` adds a model to what is selected."""
    store, scene = context.store, context.scene
    ids = scene.snapshot.entities.ids
    if target is None:
        store.update(selected="", surface="", event=-1, also=(), ranges=())
        return
    ref = target.ref
    match target.kind:
        case "section":
            arranging.toggle_section(context, ref)
        case "group":
            arranging.toggle_group(context, scene.lanes(store.state).groups[ref].key)
        case "open":
            arranging.toggle_model(context, ids[ref])
        case "track":
            arranging.toggle_track(context, list(Track)[ref])
        case "pick":
            context.shell.pick_benchmark()
        case "unpin":
            arranging.pin(context, store.state.pinned[ref])
        case "model" if more:
            picking.select_also(context, ids[ref])
        case "model":
            store.update(selected=ids[ref], surface="", event=-1, also=(), section=section_at(context, y))
        case "life":
            model, place = ids[scene.lives.model[ref]], ids[scene.lives.surface[ref]]
            store.update(selected=model, surface=place, event=-1, also=(), section=section_at(context, y))
        case "event":
            subject = int(scene.snapshot.events.subject[ref])
            store.update(event=ref, selected=ids[subject] if subject >= 0 else "", surface="", also=())
        case "day":
            moving.centre(context, ref)
            store.update(tracks=store.state.tracks | {Track.CLAIMS})
            closer(context, ref)
        case "marker":
            marker = store.state.markers[ref]
            store.update(ranges=((float(marker.start), float(marker.end)),))


def closer(context: Context, day: int) -> None:
    """So near that what happened on one day stands alone."""
    window = context.store.state.window
    half = min(window.span / 2, DAYS_ABOUT)
    context.store.update(window=windows.clamp(windows.Window(day + 0.5 - half, day + 0.5 + half)))


def zoom_to(context: Context, target: Target | None) -> None:
    """Zoom to a life, to all lives of a group, to an event, into a fold until it opens; name a marker."""
    store, scene = context.store, context.scene
    ids = scene.snapshot.entities.ids
    if target is None:
        return
    ref = target.ref
    match target.kind:
        case "model" | "life":
            model = ref if target.kind == "model" else int(scene.lives.model[ref])
            store.update(selected=ids[model], event=-1, also=())
            moving.fit_selection(context)
        case "group":
            grouped = scene.lanes(store.state).grouped
            store.settle()
            store.update(expanded=store.state.expanded | {grouped.groups[ref].key})
            fit_models(context, grouped.model[grouped.members(ref)].tolist())
        case "event":
            store.settle()
            closer(context, int(scene.day_of_event[ref]))
        case "day":
            store.settle()
            store.update(window=windows.zoom(store.state.window, 1 / CLOSER, ref + 0.5))
        case "marker":
            marking.name_marker(context, store.state.markers[ref])


def fit_models(context: Context, models: list[int]) -> None:
    """The lives of some models, given as entity rows."""
    lives = context.scene.lives
    rows = np.flatnonzero(np.isin(lives.model, models))
    if len(rows):
        ends = lives.end_low[rows]
        last = max(int(ends[ends < OPEN_END].max(initial=context.store.state.today)), context.store.state.today)
        context.store.update(window=windows.around(int(lives.begin[rows].min()), last))


def fit_cell(context: Context, day: float, width: int, *, upper: bool) -> None:
    """Fit the month, the year or whatever cell of the axis a day lies in."""
    state = context.store.state
    ticks = axis(state.window, width, context.scene.words)
    row = ticks.upper if upper and ticks.upper else ticks.lower
    cell = next((tick for tick in row if tick.start <= day < tick.end), None)
    if cell:
        context.store.settle()
        context.store.update(window=windows.clamp(windows.Window(float(cell.start), float(cell.end))))
