"""The built-in actions, as small functions taking a Context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from modelspan.app import views
from modelspan.app.actions import Action, Context, Registry
from modelspan.app.layout import layout
from modelspan.app.state import range_of
from modelspan.engine import window as windows
from modelspan.engine.lanes import SECTION_H, Lane, Section
from modelspan.engine.tracks import Track

PAN = 0.1  # of the window
STEP = windows.NOTCH**2


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


def fit_selection(context: Context) -> None:
    """The life of the selection; the whole range when nothing is selected."""
    state, scene = context.store.state, context.scene
    row = scene.snapshot.entities.row.get(state.selected, -1)
    rows = np.flatnonzero(scene.lives.model == row)
    if row < 0 or not len(rows):
        fit_all(context)
        return
    context.store.settle()
    ends = scene.lives.end_low[rows]
    known = ends[ends < 2**31 - 1]
    last = max(int(known.max(initial=state.today)), state.today)
    context.store.update(window=windows.around(int(scene.lives.begin[rows].min()), last))


def go_today(context: Context) -> None:
    """Today in the middle, at the same zoom."""
    state = context.store.state
    half = state.window.span / 2
    context.store.update(window=windows.clamp(windows.Window(state.today - half, state.today + half)))


def first_view(context: Context) -> None:
    """One year back, one year ahead, nothing opened, no filter."""
    context.store.settle()
    state = context.store.state
    first = views.first_state(context.scene, state.today)
    context.store.put(replace(first, followed=state.followed, key=state.key))


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


def open_selected(context: Context) -> None:
    """Open the selected model into its surfaces, or close it."""
    state = context.store.state
    if state.selected:
        toggle_model(context, state.selected)


def toggle_model(context: Context, model: str) -> None:
    """Open or close one model where it stands."""
    state, scene = context.store.state, context.scene
    context.store.update(opened=state.opened ^ {model})
    row = scene.snapshot.entities.row.get(model, -1)
    if model in context.store.state.opened and row >= 0:
        found = scene.lanes(context.store.state)
        lane = found.find(Lane.MODEL, row)
        if lane >= 0:
            last = lane
            while last + 1 < len(found) and found.kind[last + 1] == Lane.SURFACE:
                last += 1
            reveal(context, last)
            reveal(context, lane)


def toggle_organisation(context: Context, row: int) -> None:
    """Expand or collapse an organisation."""
    state = context.store.state
    name = context.scene.snapshot.entities.ids[row]
    context.store.update(expanded=state.expanded ^ {name})


def toggle_section(context: Context, section: int) -> None:
    """Fold or unfold a section."""
    state = context.store.state
    if section == Section.OPENED:
        context.store.update(kin=(), opened=frozenset())
        return
    context.store.update(folded=state.folded ^ {section})


def toggle_track(context: Context, track: Track) -> None:
    """Open or close a track."""
    state = context.store.state
    context.store.update(tracks=state.tracks ^ {track})


def expand_all(context: Context) -> None:
    """Every organisation expanded, or all collapsed."""
    state, scene = context.store.state, context.scene
    if state.expanded:
        context.store.update(expanded=frozenset())
        return
    owners = scene.snapshot.entities.organisation[scene.lanes(state).chosen]
    names = frozenset(scene.snapshot.entities.ids[row] for row in set(owners.tolist()) if row >= 0)
    context.store.update(expanded=names)


def toggle_key(context: Context) -> None:
    """Show or hide the key strip."""
    context.store.update(key=not context.store.state.key)


def toggle_open_weights(context: Context) -> None:
    """Show or hide models no one hosts."""
    wanted = context.store.state.filter
    context.store.update(filter=replace(wanted, open_weights=not wanted.open_weights))


def step_lane(context: Context, step: int) -> None:
    """Select the model in the next or previous lane and bring it into view."""
    state, scene = context.store.state, context.scene
    found = scene.lanes(state)
    lanes = np.flatnonzero(found.kind == Lane.MODEL)
    if not len(lanes):
        return
    row = scene.snapshot.entities.row.get(state.selected, -1)
    own = np.flatnonzero(found.ref[lanes] == row)
    place = int(own[0]) + step if len(own) else (0 if step > 0 else len(lanes) - 1)
    lane = int(lanes[min(max(place, 0), len(lanes) - 1)])
    model = scene.snapshot.entities.ids[int(found.ref[lane])]
    context.store.update(selected=model, surface="", event=-1)
    reveal(context, lane)


def next_lane(context: Context) -> None:
    """The model below."""
    step_lane(context, 1)


def previous_lane(context: Context) -> None:
    """The model above."""
    step_lane(context, -1)


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


def show_model(context: Context, model: str) -> None:
    """Select a model and bring its lane into view, expanding its organisation when it is not shown."""
    state, scene = context.store.state, context.scene
    row = scene.snapshot.entities.row.get(model, -1)
    if row < 0:
        return
    context.store.update(selected=model, surface="", event=-1)
    if row not in scene.snapshot.entities.models:
        return
    lane = scene.lanes(context.store.state).find(Lane.MODEL, row)
    if lane < 0:
        owner = int(scene.snapshot.entities.organisation[row])
        name = scene.snapshot.entities.ids[owner] if owner >= 0 else ""
        context.store.update(expanded=state.expanded | {name}, folded=state.folded - {int(Section.ALL)}, fitted=False)
        lane = scene.lanes(context.store.state).find(Lane.MODEL, row)
    if lane < 0 and not state.filter.open_weights:
        context.store.update(filter=replace(state.filter, open_weights=True))
        lane = scene.lanes(context.store.state).find(Lane.MODEL, row)
    if lane >= 0:
        reveal(context, lane)
    rows = np.flatnonzero(scene.lives.model == row)
    if len(rows):
        begin, window = int(scene.lives.begin[rows].min()), context.store.state.window
        ends = scene.lives.end_low[rows]
        last = int(np.where(ends == 2**31 - 1, state.today, ends).max())
        if last < window.start or begin > window.end:
            context.store.update(window=windows.around(begin, last))


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


def back(context: Context) -> None:
    """The settled view before."""
    context.store.back()


def forward(context: Context) -> None:
    """The settled view after."""
    context.store.forward()


def shell(name: str, *values: object) -> Callable[[Context], object]:
    """A command that only asks the window for something."""

    def run(context: Context) -> None:
        getattr(context.shell, name)(*values)

    return run


def registry() -> Registry:
    """All actions, in menu order."""
    made = Registry()
    file, view, go, model, help_ = "File", "View", "Go", "Model", "Help"
    for action in (
        Action("open", file, "Open store…", shell("ask_open"), ("Ctrl+O",)),
        Action("reload", file, "Reload", shell("reload"), ("F5",)),
        Action("export", file, "Export snapshot…", shell("ask_export"), ("Ctrl+Shift+S",)),
        Action("copy", file, "Copy snapshot", shell("copy_picture"), ("Ctrl+C",)),
        Action("paste", file, "Follow pasted ids", shell("paste_ids"), ("Ctrl+Shift+V",)),
        Action("quit", file, "Quit", shell("close_window"), ("Ctrl+Q",)),
        Action("zoom_in", view, "Zoom in", zoom_in, ("W", "+", "=")),
        Action("zoom_out", view, "Zoom out", zoom_out, ("S", "-")),
        Action("pan_left", view, "Earlier", pan_left, ("A", "Left", "Ctrl+Left")),
        Action("pan_right", view, "Later", pan_right, ("D", "Right", "Ctrl+Right")),
        Action("page_up", view, "Page up", page_up, ("PgUp",)),
        Action("page_down", view, "Page down", page_down, ("PgDown",)),
        Action("three_months", view, "Three months", three_months, ("3",)),
        Action("one_year", view, "One year", one_year, ("1",)),
        Action("two_years", view, "Two years", two_years, ("2",)),
        Action("fit_all", view, "Fit the whole range", fit_all, ("0",)),
        Action("every_life", view, "Every hosted life", every_life, ("Shift+A",)),
        Action("first_view", view, "First view", first_view, ("Home",)),
        Action("expand_all", view, "Expand or collapse organisations", expand_all, ("E",)),
        Action("open_weights", view, "Show models no one hosts", toggle_open_weights, ("Shift+W",)),
        Action("key", view, "Key strip", toggle_key, ("K",)),
        Action("pane", view, "Side pane", shell("toggle_pane"), ("F9",)),
        Action("light", view, "Light theme", shell("set_theme", "light")),
        Action("dark", view, "Dark theme", shell("set_theme", "dark")),
        Action("system", view, "Theme of the system", shell("set_theme", "")),
        Action("search", go, "Search", shell("focus_search"), ("/", "Ctrl+F")),
        Action("next_hit", go, "Next result", shell("search_step", 1), ("F3",)),
        Action("previous_hit", go, "Previous result", shell("search_step", -1), ("Shift+F3",)),
        Action("today", go, "Today", go_today, ("T",)),
        Action("back", go, "Back", back, ("Alt+Left", "Backspace")),
        Action("forward", go, "Forward", forward, ("Alt+Right",)),
        Action("ends", go, "Ends next", shell("show_tab", 0), ("Ctrl+1",)),
        Action("detail", go, "Detail", shell("show_tab", 1), ("Ctrl+2",)),
        Action("changes", go, "Changes", shell("show_tab", 2), ("Ctrl+3",)),
        Action("next_lane", model, "Model below", next_lane, ("Down",)),
        Action("previous_lane", model, "Model above", previous_lane, ("Up",)),
        Action("open_model", model, "Open into surfaces", open_selected, ("Return",)),
        Action("follow", model, "Follow", follow, ("P",)),
        Action("fit", model, "Fit to its life", fit_selection, ("F",)),
        Action("predecessor", model, "Predecessor", predecessor, ("[",)),
        Action("successor", model, "Successor", successor, ("]",)),
        Action("keys", help_, "Keys", shell("show_keys"), ("?", "F1")),
        Action("about", help_, "About Modelspan", shell("show_about")),
        Action("leave", help_, "Leave search or selection", shell("leave"), ("Esc",)),
    ):
        made.add(action)
    return made
