"""What is shown and how it is arranged: groups, sections, filters, tracks, the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from modelspan.app.actions import Context
from modelspan.app.layout import track_sizes_with
from modelspan.app.moving import reveal
from modelspan.app.state import Filter
from modelspan.engine.lanes import LEAST_SIZE, MOST_SIZE, Grouping, Lane, Order, Section
from modelspan.engine.tracks import OPEN_H, Track


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


def toggle_group(context: Context, key: str) -> None:
    """Expand or collapse a group of models."""
    state = context.store.state
    if state.filter.narrows:  # opens groups by itself
        context.store.update(closed=state.closed ^ {key})
    else:
        context.store.update(expanded=state.expanded ^ {key})


def toggle_section(context: Context, section: int) -> None:
    """Fold or unfold a section."""
    state = context.store.state
    if section == Section.OPENED:
        context.store.update(kin=(), opened=frozenset())
        return
    context.store.update(folded=state.folded ^ {section})


def expand_all(context: Context) -> None:
    """Every group expanded, or all collapsed."""
    state, scene = context.store.state, context.scene
    every = frozenset(group.key for group in scene.lanes(state).groups)
    if state.filter.narrows:
        context.store.update(closed=frozenset() if state.closed else every)
    else:
        context.store.update(expanded=frozenset() if state.expanded else every)


def group_by(grouping: Grouping) -> Callable[[Context], None]:
    """A command that groups the models."""

    def run(context: Context) -> None:
        context.store.settle()
        context.store.update(grouping=grouping, scroll=0, fitted=False)

    return run


def sort_by(order: Order) -> Callable[[Context], None]:
    """A command that sorts the models."""

    def run(context: Context) -> None:
        context.store.settle()
        context.store.update(order=order, scroll=0, fitted=False)

    return run


def set_filter(context: Context, wanted: Filter) -> None:
    """Another filter, from the top; the stretch of time stays."""
    context.store.settle()
    context.store.update(filter=wanted, closed=frozenset(), scroll=0)


def clear_filter(context: Context) -> None:
    """Let everything through that is hosted, as at first."""
    set_filter(context, Filter(open_weights=context.store.state.filter.open_weights))


def only_selected(context: Context) -> None:
    """Show nothing but the selected models, or everything again."""
    state = context.store.state
    if state.filter.only:
        set_filter(context, replace(state.filter, only=frozenset()))
        return
    models = context.scene.models((state.selected, *state.also))
    if models:
        set_filter(context, replace(state.filter, only=frozenset(models)))


def only_hits(context: Context) -> None:
    """Show nothing but what the search finds, or everything again."""
    wanted, text = context.store.state.filter, context.shell.search_text().strip()
    set_filter(context, replace(wanted, text="" if wanted.text == text else text))


def toggle_open_weights(context: Context) -> None:
    """Show or hide models no one hosts."""
    wanted = context.store.state.filter
    context.store.update(filter=replace(wanted, open_weights=not wanted.open_weights))


def toggle_key(context: Context) -> None:
    """Show or hide the key strip."""
    context.store.update(key=not context.store.state.key)


def size_lanes(context: Context, steps: int) -> None:
    """Lanes so many steps higher or lower."""
    size = context.store.state.lane_size + steps
    context.store.update(lane_size=min(max(size, LEAST_SIZE), MOST_SIZE))


def higher_lanes(context: Context) -> None:
    """Higher lanes."""
    size_lanes(context, 1)


def lower_lanes(context: Context) -> None:
    """Lower lanes."""
    size_lanes(context, -1)


def toggle_track(context: Context, track: Track) -> None:
    """Open or close a track."""
    context.store.update(tracks=context.store.state.tracks ^ {track})


def open_track(track: Track) -> Callable[[Context], None]:
    """A command that opens or closes a track; one that is not in the strip is put there first."""

    def run(context: Context) -> None:
        state = context.store.state
        if track in state.track_order:
            toggle_track(context, track)
        else:
            context.store.update(track_order=(*state.track_order, track), tracks=state.tracks | {track})

    return run


def hide_track(track: Track) -> Callable[[Context], None]:
    """A command that takes a track out of the strip, or puts it back at its end."""

    def run(context: Context) -> None:
        order = context.store.state.track_order
        rest = tuple(other for other in order if other is not track)
        context.store.update(track_order=rest if track in order else (*order, track))

    return run


def move_track(track: Track, steps: int) -> Callable[[Context], None]:
    """A command that moves a track up or down in the strip."""

    def run(context: Context) -> None:
        order = list(context.store.state.track_order)
        if track in order:
            place = order.index(track)
            order.insert(min(max(place + steps, 0), len(order) - 1), order.pop(place))
            context.store.update(track_order=tuple(order))

    return run


def size_track(track: Track, px: int) -> Callable[[Context], None]:
    """A command that makes a track so much higher."""

    def run(context: Context) -> None:
        state = context.store.state
        have = dict(state.track_sizes).get(track, OPEN_H[track])
        context.store.update(track_sizes=track_sizes_with(state, track, have + px), tracks=state.tracks | {track})

    return run


def toggle_dollars(context: Context) -> None:
    """Deals by US dollars, or by megawatts."""
    context.store.update(dollars=not context.store.state.dollars)


def pin(context: Context, benchmark: str) -> None:
    """Pin a benchmark to the score track, or take it off; the oldest of three gives way."""
    state = context.store.state
    rest = tuple(other for other in state.pinned if other != benchmark)
    pinned = rest if benchmark in state.pinned else (*rest, benchmark)[-3:]
    order = state.track_order if Track.SCORES in state.track_order else (*state.track_order, Track.SCORES)
    context.store.update(pinned=pinned, tracks=state.tracks | {Track.SCORES}, track_order=order)
