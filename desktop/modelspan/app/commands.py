"""The one registry's actions, in menu order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from modelspan.app import arranging, marking, moving, picking
from modelspan.app.actions import Action, Context, Registry
from modelspan.app.settings import MOTIONS, RECENT, THEMES, WHEELS
from modelspan.engine.lanes import Grouping, Order
from modelspan.engine.tracks import Track

FILE, EDIT, VIEW, SHOW, GO, MODEL, DATA, HELP = "File", "Edit", "View", "Show", "Go", "Model", "Data", "Help"

GROUPINGS = {
    Grouping.ORGANISATION: "Organisation",
    Grouping.FAMILY: "Family",
    Grouping.SURFACE: "Surface",
    Grouping.STATUS: "Status",
    Grouping.NONE: "Not grouped",
}
ORDERS = {
    Order.NEXT_END: "Next end",
    Order.RELEASE: "Release, newest first",
    Order.LIFESPAN: "Lifespan, longest first",
    Order.NAME: "Name",
}
PREFERENCES = {  # setting -> menu, its choices and what they are called
    "theme": ("Theme", dict(zip(THEMES, ("As the system", "Light", "Dark"), strict=True))),
    "wheel": ("Wheel", dict(zip(WHEELS, ("Scrolls, with Ctrl zooms", "Zooms, with Ctrl scrolls"), strict=True))),
    "motion": ("Motion", dict(zip(MOTIONS, ("Eased, unless the system says otherwise", "None"), strict=True))),
}


def shell(name: str, *values: object) -> Callable[[Context], object]:
    """A command that only asks the window for something."""

    def run(context: Context) -> None:
        getattr(context.shell, name)(*values)

    return run


def is_set(**wanted: object) -> Callable[[Context], bool]:
    """Whether fields of the state have some values."""

    def on(context: Context) -> bool:
        return all(getattr(context.store.state, name) == value for name, value in wanted.items())

    return on


def preference(name: str, value: str) -> Action:
    """A choice among the preferences."""
    group, choices = PREFERENCES[name]

    def run(context: Context) -> None:
        context.shell.change(**{name: value})

    def on(context: Context) -> bool:
        return bool(getattr(context.shell.preferences(), name) == value)

    return Action(f"{name}_{value or 'system'}", VIEW, choices[value], run, group=group, on=on)


def recent(index: int) -> Action:
    """One of the stores that were opened last."""

    def label(context: Context) -> str:
        names = context.shell.preferences().recent
        return str(Path(names[index])) if index < len(names) else ""

    return Action(f"recent_{index + 1}", FILE, f"Recent store {index + 1}", shell("open_recent", index),
                  group="Open recent", label=label)  # fmt: skip


def of_track(track: Track, name: str) -> list[Action]:
    """What can be done with a track."""

    def is_open(context: Context) -> bool:
        state = context.store.state
        return track in state.tracks and track in state.track_order

    def is_shown(context: Context) -> bool:
        return track in context.store.state.track_order

    group = f"Tracks/{name}"
    return [
        Action(f"open_{track}", SHOW, "Open", arranging.open_track(track), group=group, on=is_open),
        Action(f"show_{track}", SHOW, "In the strip", arranging.hide_track(track), group=group, on=is_shown),
        Action(f"up_{track}", SHOW, "Up", arranging.move_track(track, -1), group=group),
        Action(f"down_{track}", SHOW, "Down", arranging.move_track(track, 1), group=group),
        Action(f"higher_{track}", SHOW, "Higher", arranging.size_track(track, 16), group=group),
        Action(f"lower_{track}", SHOW, "Lower", arranging.size_track(track, -16), group=group),
    ]


TRACK_NAMES = {
    "deals": "Hardware deals",
    "scores": "Scores",
    "speeds": "Speeds",
    "prices": "Tiers and prices",
    "claims": "Claims",
    "hardware": "Hardware releases",
}


def files() -> list[Action]:
    """Stores and pictures."""
    return [
        Action("open", FILE, "Open store…", shell("ask_open"), ("Ctrl+O",)),
        *(recent(index) for index in range(RECENT)),
        Action("import", FILE, "Import…", shell("ask_import"), ("Ctrl+I",)),
        Action("reload", FILE, "Reload", shell("reload"), ("F5",)),
        Action("export", FILE, "Export snapshot…", shell("ask_export"), ("Ctrl+Shift+S",)),
        Action("copy", FILE, "Copy snapshot", shell("copy_picture"), ("Ctrl+C",)),
        Action("paste", FILE, "Follow pasted ids", shell("paste_ids"), ("Ctrl+Shift+V",)),
        Action("quit", FILE, "Quit", shell("close_window"), ("Ctrl+Q",)),
    ]


def step(forward: bool) -> Callable[[Context], str]:
    """What undo or redo would do now."""

    def label(context: Context) -> str:
        return context.shell.step_label(forward)

    return label


def edits() -> list[Action]:
    """What changes the store."""
    return [
        Action("undo", EDIT, "Undo", shell("undo"), ("Ctrl+Z",), label=step(False)),
        Action("redo", EDIT, "Redo", shell("redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), label=step(True)),
        Action("new_entry", EDIT, "New event…", shell("enter", "new"), ("Ctrl+N",)),
        Action("edit_entry", EDIT, "Edit own event…", shell("enter", "edit"), ("Ctrl+E",)),
        Action("duplicate_entry", EDIT, "Duplicate event…", shell("enter", "duplicate")),
        Action("withdraw_entry", EDIT, "Withdraw own event", shell("enter", "withdraw")),
    ]


def views() -> list[Action]:
    """Time, and how the window looks."""
    return [
        Action("zoom_in", VIEW, "Zoom in", moving.zoom_in, ("W", "+", "=")),
        Action("zoom_out", VIEW, "Zoom out", moving.zoom_out, ("S", "-")),
        Action("pan_left", VIEW, "Earlier", moving.pan_left, ("A", "Ctrl+Left")),
        Action("pan_right", VIEW, "Later", moving.pan_right, ("D", "Ctrl+Right")),
        Action("page_up", VIEW, "Page up", moving.page_up, ("PgUp",)),
        Action("page_down", VIEW, "Page down", moving.page_down, ("PgDown",)),
        Action("three_months", VIEW, "Three months", moving.three_months, ("3",)),
        Action("one_year", VIEW, "One year", moving.one_year, ("1",)),
        Action("two_years", VIEW, "Two years", moving.two_years, ("2",)),
        Action("fit_all", VIEW, "Fit the whole range", moving.fit_all, ("0",)),
        Action("every_life", VIEW, "Every hosted life", moving.every_life, ("Shift+A",), on=is_set(fitted=True)),
        Action("first_view", VIEW, "First view", moving.first_view, ("Shift+Home",)),
        Action("higher_lanes", VIEW, "Higher lanes", arranging.higher_lanes, ("Alt++", "Alt+=")),
        Action("lower_lanes", VIEW, "Lower lanes", arranging.lower_lanes, ("Alt+-",)),
        Action("key", VIEW, "Key strip", arranging.toggle_key, ("K",), on=is_set(key=True)),
        Action("pane", VIEW, "Side pane", shell("toggle_pane"), ("F9",)),
        Action("table", VIEW, "Events table", shell("toggle_table"), ("F10", "Ctrl+4")),
        *(preference(name, value) for name, (_, choices) in PREFERENCES.items() for value in choices),
    ]


def shown() -> list[Action]:
    """Groups, order, filter, tracks."""
    groupings = [
        Action(f"group_{one}", SHOW, title, arranging.group_by(one), group="Group by", on=is_set(grouping=one))
        for one, title in GROUPINGS.items()
    ]
    orders = [
        Action(f"sort_{one}", SHOW, title, arranging.sort_by(one), group="Sort by", on=is_set(order=one))
        for one, title in ORDERS.items()
    ]
    return [
        *groupings,
        *orders,
        Action("expand_all", SHOW, "Expand or collapse groups", arranging.expand_all, ("E",)),
        Action("filter", SHOW, "Filter…", shell("show_filter"), ("Ctrl+L",)),
        Action("only_hits", SHOW, "Only what the search finds", arranging.only_hits, ("Ctrl+Return",), on=has("text")),
        Action("only_selected", SHOW, "Only the selected", arranging.only_selected, ("O",), on=has("only")),
        Action("open_weights", SHOW, "Models no one hosts", arranging.toggle_open_weights, ("Shift+W",),
               on=has("open_weights")),
        Action("clear_filter", SHOW, "Clear the filter", arranging.clear_filter, ("Ctrl+Shift+L",)),
        Action("as_known", SHOW, "As known on…", shell("ask_known"), ("Ctrl+D",), on=looks_back),
        Action("latest", SHOW, "As known now", shell("know", None), ("Ctrl+Shift+D",)),
        Action("benchmark", SHOW, "Pin a benchmark…", shell("pick_benchmark"), ("B",)),
        Action("dollars", SHOW, "Deals by US dollars", arranging.toggle_dollars, ("Shift+D",), on=is_set(dollars=True)),
        *(action for track in Track for action in of_track(track, TRACK_NAMES[track])),
        Action("range_of", SHOW, "Mark the life of the selection", marking.range_of_selection, ("R",)),
        Action("fit_range", SHOW, "Zoom to what is marked", marking.fit_range, ("Z",)),
        Action("clear_ranges", SHOW, "Mark nothing", marking.clear_ranges),
        Action("mark", SHOW, "Set a marker", marking.mark, ("M",)),
        Action("mark_span", SHOW, "Set a marker over the selection", marking.mark_selection, ("Shift+M",)),
        Action("name_marker", SHOW, "Name the nearest marker…", marking.name_nearest, ("F2",)),
        Action("remove_marker", SHOW, "Remove the nearest marker", marking.remove_nearest, ("Del",)),
        Action("remove_markers", SHOW, "Remove all markers", marking.remove_all),
    ]  # fmt: skip


def looks_back(context: Context) -> bool:
    """Whether the window shows what was known on an earlier day."""
    return context.scene.known is not None


def has(name: str) -> Callable[[Context], bool]:
    """Whether a part of the filter is set."""

    def on(context: Context) -> bool:
        return bool(getattr(context.store.state.filter, name))

    return on


def ways() -> list[Action]:
    """Getting somewhere."""
    return [
        Action("search", GO, "Search", shell("focus_search"), ("/", "Ctrl+F")),
        Action("next_hit", GO, "Next result", shell("search_step", 1), ("F3",)),
        Action("previous_hit", GO, "Previous result", shell("search_step", -1), ("Shift+F3",)),
        Action("today", GO, "Today", moving.go_today, ("T",)),
        Action("first_event", GO, "First event", moving.first_event, ("Home",)),
        Action("last_event", GO, "Last event", moving.last_event, ("End",)),
        Action("back", GO, "Back", moving.back, ("Alt+Left", "Backspace")),
        Action("forward", GO, "Forward", moving.forward, ("Alt+Right",)),
        Action("ends", GO, "Ends next", shell("show_tab", 0), ("Ctrl+1",)),
        Action("detail", GO, "Detail", shell("show_tab", 1), ("Ctrl+2",)),
        Action("changes", GO, "Changes", shell("show_tab", 2), ("Ctrl+3",)),
    ]


def registry() -> Registry:
    """All actions, in menu order."""
    made = Registry()
    models = [
        Action("next_event", MODEL, "Next event", picking.next_event, ("Right", ".")),
        Action("previous_event", MODEL, "Previous event", picking.previous_event, ("Left", ",")),
        Action("next_lane", MODEL, "Lane below", picking.next_lane, ("Down",)),
        Action("previous_lane", MODEL, "Lane above", picking.previous_lane, ("Up",)),
        Action("open_model", MODEL, "Open into surfaces", arranging.open_selected, ("Return",)),
        Action("follow", MODEL, "Follow", picking.follow, ("P",)),
        Action("fit", MODEL, "Centre, then fit to its life", moving.focus, ("F",)),
        Action("predecessor", MODEL, "Predecessor", picking.predecessor, ("[",)),
        Action("successor", MODEL, "Successor", picking.successor, ("]",)),
    ]
    data = [Action("web", DATA, "Update from the web…", shell("update_from_web"))]
    help_ = [
        Action("keys", HELP, "Keys", shell("show_keys"), ("?", "F1")),
        Action("about", HELP, "About Modelspan", shell("show_about")),
        Action("leave", HELP, "Leave selection or search", shell("leave"), ("Esc",)),
    ]
    for action in (*files(), *edits(), *views(), *shown(), *ways(), *models, *data, *help_):
        made.add(action)
    return made
