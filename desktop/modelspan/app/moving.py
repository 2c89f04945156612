"""Moving through time and lanes: zoom, pan, scroll, fit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from modelspan.app import views
from modelspan.app.actions import Context
from modelspan.app.layout import layout
from modelspan.app.state import range_of
from modelspan.domain.snapshot import OPEN_END
from modelspan.engine import window as windows
from modelspan.engine.lanes import SECTION_H

PAN = 0.1  # of the window
STEP = windows.NOTCH**2
CENTRED = 0.01  # of the window


def zoom(context: Context, factor: float) -> None:
    """Zoom about the pointer, or about today or the middle when it is elsewhere."""
    state = context.store.state
    about = context.shell.pointer_day()
    if about is None:
        inside = state.window.start <= state.today <= state.window.end
        about = state.today + 0.5 if inside else (state.window.start + state.window.end) / 2
    context.store.update(window=windows.zoom(state.window, factor, about))


def zoom_in(context: Context) -> None:
    """Show less time."""
    zoom(context, STEP)


def zoom_out(context: Context) -> None:
    """Show more time."""
    zoom(context, 1 / STEP)


def pan(context: Context, share: float) -> None:
    """Move the window by a share of its length."""
    state = context.store.state
    context.store.update(window=windows.pan(state.window, share * state.window.span))


def pan_left(context: Context) -> None:
    """Earlier."""
    pan(context, -PAN)


def pan_right(context: Context) -> None:
    """Later."""
    pan(context, PAN)


def scroll(context: Context, px: int) -> None:
    """Scroll the lanes."""
    state = context.store.state
    limit = context.scene.max_scroll(state, *context.shell.canvas_size())
    context.store.update(scroll=min(max(state.scroll + px, 0), limit))


def page_down(context: Context) -> None:
    """A page of lanes down."""
    scroll(context, context.shell.canvas_size()[1] // 2)


def page_up(context: Context) -> None:
    """A page of lanes up."""
    scroll(context, -context.shell.canvas_size()[1] // 2)


def fit_all(context: Context) -> None:
    """The whole range."""
    context.store.settle()
    whole = context.scene.range
    context.store.update(window=windows.around(whole.start, whole.end, 0.01))


def life_of_selection(context: Context) -> tuple[int, int] | None:
    """First day and last known end, or today, of the selected models; the day of a selected event; None for nothing."""
    state, scene = context.store.state, context.scene
    rows = scene.rows((state.selected, *state.also))
    lives = np.flatnonzero(np.isin(scene.lives.model, rows))
    if state.event >= 0 and not len(lives):
        day = int(scene.day_of_event[state.event])
        return day, day + 1
    if not len(lives):
        return None
    ends = scene.lives.end_low[lives]
    last = max(int(ends[ends < OPEN_END].max(initial=state.today)), state.today)
    return int(scene.lives.begin[lives].min()), last


def fit_selection(context: Context) -> None:
    """The life of the selection; the whole range when nothing is selected."""
    life = life_of_selection(context)
    if life is None:
        fit_all(context)
        return
    context.store.settle()
    context.store.update(window=windows.around(*life))


def focus(context: Context) -> None:
    """The selection in the middle at the same zoom; when it is there already, fitted."""
    life, window = life_of_selection(context), context.store.state.window
    off = 0.0 if life is None else (life[0] + life[1] - window.start - window.end) / 2
    if abs(off) <= window.span * CENTRED:
        fit_selection(context)
        return
    context.store.settle()
    context.store.update(window=windows.pan(window, off))


def to_event(context: Context, place: int) -> None:
    """The first (0) or last (-1) event that the filter lets through, in the middle at the same zoom."""
    days = context.scene.event_days(context.store.state)
    if len(days):
        context.store.settle()
        centre(context, int(days[place]))


def first_event(context: Context) -> None:
    """The first event."""
    to_event(context, 0)


def last_event(context: Context) -> None:
    """The last event."""
    to_event(context, -1)


def centre(context: Context, day: int) -> None:
    """A day in the middle, at the same zoom."""
    half = context.store.state.window.span / 2
    context.store.update(window=windows.clamp(windows.Window(day + 0.5 - half, day + 0.5 + half)))


def go_today(context: Context) -> None:
    """Today in the middle, at the same zoom."""
    state = context.store.state
    half = state.window.span / 2
    context.store.update(window=windows.clamp(windows.Window(state.today - half, state.today + half)))


def first_view(context: Context) -> None:
    """One year back, one year ahead, nothing opened, no filter. What is the user's own stays."""
    context.store.settle()
    state = context.store.state
    first = views.first_state(context.scene, state.today)
    context.store.put(replace(first, followed=state.followed, markers=state.markers, key=state.key))


def months(context: Context, count: int) -> None:
    """So many months about today."""
    context.store.settle()
    state = context.store.state
    context.store.update(window=range_of(count, state.today), fitted=False)


def three_months(context: Context) -> None:
    """Three months about today."""
    months(context, 3)


def one_year(context: Context) -> None:
    """A year about today."""
    months(context, 12)


def two_years(context: Context) -> None:
    """Two years about today."""
    months(context, 24)


def every_life(context: Context) -> None:
    """All hosted lives fitted to the height, or back."""
    context.store.settle()
    state = context.store.state
    if state.fitted:
        context.store.update(fitted=False, window=range_of(24, state.today))
        return
    context.store.update(fitted=True, window=views.whole_field(context.scene, state), scroll=0)


def reveal(context: Context, lane: int) -> None:
    """Scroll so that a lane is whole in view."""
    state, scene = context.store.state, context.scene
    width, height = context.shell.canvas_size()
    room = layout(state, width, height).lanes.h - SECTION_H - 20  # a heading above, a count below
    found = scene.lanes(state)
    top, bottom = int(found.top[lane]), int(found.top[lane + 1])
    place = state.scroll if top >= state.scroll else top
    place = place if bottom <= place + room else bottom - room
    context.store.update(scroll=min(max(place, 0), scene.max_scroll(state, width, height)))


def keep_own(context: Context) -> None:
    """What one follows and notes is no view: going back to an earlier one takes none of it away."""
    store = context.store
    for states in (store.past, store.future):
        states[:] = [replace(one, followed=store.state.followed, markers=store.state.markers) for one in states]


def back(context: Context) -> None:
    """The settled view before."""
    keep_own(context)
    context.store.back()


def forward(context: Context) -> None:
    """The settled view after."""
    keep_own(context)
    context.store.forward()
