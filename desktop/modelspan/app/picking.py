"""The selection: walking lanes, following, going to a model, its predecessor, its successor."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from modelspan.app.actions import Context
from modelspan.app.layout import layout
from modelspan.app.moving import centre, life_of_selection, reveal
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import KINDS, Ints, locate
from modelspan.engine import window as windows
from modelspan.engine.lanes import Lane, Section
from modelspan.engine.tracks import KINDS_OF, Track

# What is walked along a lane: what is drawn there.
LIFE = (Kind.ANNOUNCEMENT, Kind.PREVIEW, Kind.RELEASE, Kind.LEGACY, Kind.DEPRECATION, Kind.RETIREMENT, Kind.DATE_CHANGE)


def follow(context: Context) -> None:
    """Follow the selected model, or the selected surface of it; or stop following that."""
    state = context.store.state
    row = context.scene.snapshot.entities.row.get(state.selected, -1)
    if row < 0 or row not in context.scene.snapshot.entities.models:
        return
    pair = (state.selected, state.surface)
    if pair in state.followed or (not state.surface and any(model == state.selected for model, _ in state.followed)):
        rest = tuple(p for p in state.followed if p != pair and (state.surface or p[0] != state.selected))
        context.store.update(followed=rest)
    else:
        context.store.update(followed=(*state.followed, pair))


def step_lane(context: Context, step: int) -> None:
    """Select what stands in the next or previous lane and bring it into view.

    Where an event is selected, the nearest event of that lane becomes the selected one.
    """
    state, scene = context.store.state, context.scene
    found = scene.lanes(state)
    lanes = np.flatnonzero((found.kind == Lane.MODEL) | (found.kind == Lane.SURFACE))
    if not len(lanes):
        return
    own = lane_of_selection(context)
    if own >= 0:
        place = int(np.searchsorted(lanes, own)) + step
    else:  # the first step begins in view
        first, last = found.visible(state.scroll, layout(state, *context.shell.canvas_size()).lanes.h)
        place = int(np.searchsorted(lanes, first)) if step > 0 else int(np.searchsorted(lanes, last)) - 1
    lane = int(lanes[min(max(place, 0), len(lanes) - 1)])
    model, surface = scene.what_lane_shows(found, lane)
    day = int(scene.day_of_event[state.event]) if state.event >= 0 else None
    context.store.update(selected=model, surface=surface, section=int(found.section[lane]), event=-1, also=())
    if day is not None:
        rows = events_of_selection(context)
        if len(rows):
            days = scene.day_of_event[rows].astype(np.int64)
            context.store.update(event=int(rows[int(np.abs(days - day).argmin())]))
    reveal(context, lane)


def lane_of_selection(context: Context) -> int:
    """The lane of what is selected, in the section where it was selected if it still stands there; -1 for none."""
    state, scene = context.store.state, context.scene
    found, row = scene.lanes(state), scene.snapshot.entities.row.get(state.selected, -1)
    if row < 0:
        return -1
    own = (found.kind == Lane.MODEL) & (found.ref == row)
    lives = np.flatnonzero((scene.lives.model == row) & (scene.lives.surface == place_row(context)))
    if len(lives):
        narrow = (found.kind == Lane.SURFACE) & (found.ref == lives[0])
        own = narrow if narrow.any() else own
    lanes = np.flatnonzero(own)
    here = lanes[found.section[lanes] == state.section]
    return int(here[0]) if len(here) else int(lanes[0]) if len(lanes) else -1


def place_row(context: Context) -> int:
    """The entity row of the selected surface; -2, which no life has, for none."""
    return context.scene.snapshot.entities.row.get(context.store.state.surface, -2)


def next_lane(context: Context) -> None:
    """The model below."""
    step_lane(context, 1)


def previous_lane(context: Context) -> None:
    """The model above."""
    step_lane(context, -1)


def events_of_selection(context: Context) -> Ints:
    """The events one walks along, by day: those of the selected model on its lane, else those of the event's track."""
    state, scene = context.store.state, context.scene
    events = scene.snapshot.events
    row, place = scene.snapshot.entities.row.get(state.selected, -1), place_row(context)
    if state.event >= 0:
        track = next((t for t in Track if KINDS[events.kind[state.event]] in KINDS_OF[t]), None)
        if track is not None:
            points = scene.points_of(state, track).row
            _, first = np.unique(points, return_index=True)  # a price has a point for input and one for output
            once: Ints = points[np.sort(first)]
            return once
    if row < 0:
        return np.zeros(0, np.int32)
    keep = events.of(*LIFE) & (events.subject == row)
    if place >= 0:
        keep &= events.surface == place
    rows = np.flatnonzero(keep)
    order: Ints = rows[np.argsort(scene.day_of_event[rows], kind="stable")].astype(np.int32)
    return order


def step_event(context: Context, step: int) -> None:
    """Select the next or previous event of the lane or track; the first step starts from the middle of the view."""
    state, scene = context.store.state, context.scene
    if not state.selected and state.event < 0:
        step_lane(context, 1)
        state = context.store.state
    rows = events_of_selection(context)
    if not len(rows):
        return
    own = np.flatnonzero(rows == state.event)
    if len(own):
        place = int(own[0]) + step
    else:
        middle = (state.window.start + state.window.end) / 2
        place = int(locate(scene.day_of_event[rows], middle)) - (0 if step > 0 else 1)
    row = int(rows[min(max(place, 0), len(rows) - 1)])
    subject, ids = int(scene.snapshot.events.subject[row]), scene.snapshot.entities.ids
    model = ids[subject] if subject >= 0 else ""
    context.store.update(event=row, selected=model, surface=state.surface if model == state.selected else "")
    day = int(scene.day_of_event[row])
    if not state.window.start <= day < state.window.end:
        centre(context, day)


def next_event(context: Context) -> None:
    """The event after."""
    step_event(context, 1)


def previous_event(context: Context) -> None:
    """The event before."""
    step_event(context, -1)


def select_also(context: Context, model: str) -> None:
    """Select one more model, or let go of it."""
    state = context.store.state
    if model == state.selected:
        rest = state.also
        context.store.update(selected=rest[0] if rest else "", also=rest[1:], surface="", event=-1)
    elif model in state.also:
        context.store.update(also=tuple(other for other in state.also if other != model))
    elif state.selected:
        context.store.update(also=(*state.also, model))
    else:
        context.store.update(selected=model, surface="", event=-1)


def show_event(context: Context, row: int) -> None:
    """Select an event and bring it into view: its day, and the lane of its model where there is one."""
    scene = context.scene
    events, ids = scene.snapshot.events, scene.snapshot.entities.ids
    subject, place = int(events.subject[row]), int(events.surface[row])
    context.store.settle()
    if subject >= 0:
        show_model(context, ids[subject])
    context.store.update(event=row, surface=ids[place] if place >= 0 else "")
    day, window = int(scene.day_of_event[row]), context.store.state.window
    if not window.start <= day < window.end:
        centre(context, day)


def show_model(context: Context, model: str) -> None:
    """Select a model and bring its lane into view, expanding its group when it is not shown.

    What the filter hides stays hidden; its detail is shown all the same.
    """
    scene = context.scene
    row = scene.snapshot.entities.row.get(model, -1)
    if row < 0:
        return
    context.store.update(selected=model, surface="", event=-1, also=())
    if row not in scene.snapshot.entities.models:
        return
    lane = lane_of_model(context, row)
    if lane < 0 and not context.store.state.filter.open_weights and not scene.hosted[row]:
        context.store.update(filter=replace(context.store.state.filter, open_weights=True))
        lane = lane_of_model(context, row)
    if lane >= 0:
        reveal(context, lane)
    life = life_of_selection(context)
    window = context.store.state.window
    if life is not None and not (life[0] <= window.end and life[1] >= window.start):
        context.store.update(window=windows.around(*life))


def lane_of_model(context: Context, row: int) -> int:
    """The lane of a model, its group expanded where that is needed; -1 when the filter hides it."""
    scene, store = context.scene, context.store
    lane = scene.lanes(store.state).find_model(scene.lives, row)
    if lane < 0:
        grouped = scene.lanes(store.state).grouped
        places = np.flatnonzero(grouped.model == row)[:1] if grouped.groups else ()
        keys = {grouped.groups[int(np.searchsorted(grouped.start, place, "right")) - 1].key for place in places}
        folded = store.state.folded - {int(Section.ALL)}
        store.update(
            expanded=store.state.expanded | keys, closed=store.state.closed - keys, folded=folded, fitted=False
        )
        lane = scene.lanes(store.state).find_model(scene.lives, row)
    return lane


def successor(context: Context) -> None:
    """Go to the model named as successor of the selection."""
    scene, state = context.scene, context.store.state
    row = scene.snapshot.entities.row.get(state.selected, -1)
    named = scene.lives.successor[(scene.lives.model == row) & (scene.lives.successor >= 0)]
    if len(named):
        context.store.settle()
        show_model(context, scene.snapshot.entities.ids[int(named[0])])


def predecessor(context: Context) -> None:
    """Go to a model that names the selection as its successor."""
    scene, state = context.scene, context.store.state
    row = scene.snapshot.entities.row.get(state.selected, -1)
    before = scene.lives.model[scene.lives.successor == row]
    if row >= 0 and len(before):
        context.store.settle()
        show_model(context, scene.snapshot.entities.ids[int(before[0])])
