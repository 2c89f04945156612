"""Markers and marked ranges: notes of the user's own on the time axis, and stretches of it to measure."""

from __future__ import annotations

from dataclasses import replace

from modelspan.app.actions import Context
from modelspan.app.moving import life_of_selection
from modelspan.app.state import Marker
from modelspan.engine import window as windows


def put_markers(context: Context, markers: list[Marker]) -> None:
    """Other markers, by day."""
    context.store.update(markers=tuple(sorted(markers, key=lambda one: (one.start, one.end, one.text))))


def mark(context: Context) -> None:
    """A marker on the day under the pointer, else on the selected event's day, else on today."""
    state, day = context.store.state, context.shell.pointer_day()
    if day is None:
        day = int(context.scene.day_of_event[state.event]) if state.event >= 0 else state.today
    put_marker(context, Marker(int(day // 1), int(day // 1) + 1))


def mark_selection(context: Context) -> None:
    """A marker as long as the marked range, else as the life of the selection."""
    ranges = context.store.state.ranges
    life = (int(ranges[-1][0] // 1), int(-(-ranges[-1][1] // 1))) if ranges else life_of_selection(context)
    if life is not None:
        put_marker(context, Marker(life[0], max(life[1], life[0] + 1)))


def put_marker(context: Context, marker: Marker) -> None:
    """Set a marker and ask what it says; one that is there already is only asked about."""
    if marker not in context.store.state.markers:
        put_markers(context, [*context.store.state.markers, marker])
    name_marker(context, marker)


def name_marker(context: Context, marker: Marker) -> None:
    """Ask what a marker says."""

    def take(text: str) -> None:
        rest = [other for other in context.store.state.markers if other != marker]
        put_markers(context, [*rest, replace(marker, text=" ".join(text.split()))])

    context.shell.ask_text("What happens here?", marker.text, take)


def nearest(context: Context) -> Marker | None:
    """The marker nearest to the pointer, or to the middle of the view; None where none is in view."""
    state, day = context.store.state, context.shell.pointer_day()
    window = state.window
    at = (window.start + window.end) / 2 if day is None else day
    seen = [one for one in state.markers if one.start < window.end and one.end > window.start]
    return min(seen, key=lambda one: max(one.start - at, at - one.end, 0.0), default=None)


def name_nearest(context: Context) -> None:
    """Ask what the nearest marker says."""
    marker = nearest(context)
    if marker is not None:
        name_marker(context, marker)


def remove_nearest(context: Context) -> None:
    """Take the nearest marker away."""
    marker = nearest(context)
    if marker is not None:
        remove(context, marker)


def remove(context: Context, marker: Marker) -> None:
    """Take one marker away."""
    put_markers(context, [other for other in context.store.state.markers if other != marker])


def remove_all(context: Context) -> None:
    """Take all markers away."""
    put_markers(context, [])


def range_of_selection(context: Context) -> None:
    """Mark the life of the selection as a range, to see what lies in it."""
    life = life_of_selection(context)
    if life is not None:
        context.store.settle()
        context.store.update(ranges=((float(life[0]), float(life[1])),))


def fit_range(context: Context) -> None:
    """Zoom to the marked ranges."""
    ranges = context.store.state.ranges
    if ranges:
        context.store.settle()
        first, last = min(low for low, _ in ranges), max(high for _, high in ranges)
        context.store.update(window=windows.clamp(windows.Window(first, last)))


def clear_ranges(context: Context) -> None:
    """Mark nothing."""
    context.store.update(ranges=())
