"""Where the parts of the canvas stand: axis, lanes, tracks, key, overview; all in logical pixels."""

from __future__ import annotations

from dataclasses import dataclass

from modelspan.app.state import AppState
from modelspan.engine.frame import Area
from modelspan.engine.lanes import SECTION_H, Lanes
from modelspan.engine.track_scores import PINS
from modelspan.engine.tracks import (
    BAND_H,
    CLOSED_H,
    KINDS_OF,
    LEAST_BAND_H,
    LEAST_H,
    OPEN_H,
    TRACK_KINDS,
    Track,
)

HEADER_W = 300
AXIS_H = 40
KEY_H = 26
OVERVIEW_H = 44
MORE_H = 14  # px for the count of what does not fit
BAND = 12  # px of a day from which today is a band, not only a line
MINIMUM_LANES = 120  # px the lanes keep before tracks are closed
HIGHEST = 600  # px of a track at its highest


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of the canvas from top to bottom."""

    axis: Area
    lanes: Area
    tracks: Area
    key: Area
    overview: Area
    header: int

    @property
    def time(self) -> Area:
        """The lanes' part with the time axis, right of the header."""
        return Area(self.header, self.lanes.y, self.lanes.right - self.header, self.lanes.h)


@dataclass(frozen=True, slots=True)
class Row:
    """A track where it stands in the strip."""

    track: Track
    y: int
    h: int


def layout(state: AppState, width: int, height: int) -> Layout:
    """Where everything stands. Tracks give way first when the canvas is low, but their number is always said."""
    header = HEADER_W if width >= 820 else max(min(round(width * 0.34), HEADER_W), 150)
    key = KEY_H if state.key and height >= 400 else 0
    over = OVERVIEW_H if height >= 300 else 0
    wanted = sum(height_of(state, track) for track in shown_tracks(state))
    room = height - AXIS_H - key - over
    strip = 0
    if wanted and not state.fitted and room >= 2 * MORE_H:
        strip = room
        if not only_tracks(state):
            rows, hidden = track_rows(state, Area(0, 0, width, min(wanted, max(room - MINIMUM_LANES, MORE_H))))
            strip = sum(row.h for row in rows) + (MORE_H if hidden else 0)
    y = AXIS_H
    body = room - strip
    return Layout(
        axis=Area(0, 0, width, AXIS_H),
        lanes=Area(0, y, width, body),
        tracks=Area(0, y + body, width, strip),
        key=Area(0, y + body + strip, width, key),
        overview=Area(0, y + body + strip + key, width, over),
        header=header,
    )


def shown_tracks(state: AppState) -> list[Track]:
    """The tracks of the strip that a filter by kind leaves, top to bottom.

    A filter that asks only for what tracks show brings in hidden ones too: nothing else shows it.
    """
    kinds = state.filter.kinds
    order = tuple(dict.fromkeys((*state.track_order, *Track))) if only_tracks(state) else state.track_order
    return [track for track in order if not kinds or any(kind.value in kinds for kind in KINDS_OF[track])]


def scroll_limit(found: Lanes, place: Layout) -> int:
    """How far lanes scroll: to the last one, under a heading that stays in view."""
    return found.height - place.lanes.h + SECTION_H if found.height > place.lanes.h else 0


def only_tracks(state: AppState) -> bool:
    """Whether the filter leaves nothing that lanes show."""
    return bool(state.filter.kinds) and state.filter.kinds <= {kind.value for kind in TRACK_KINDS}


def pins(state: AppState) -> int:
    """How many benchmarks have a band."""
    return min(len(state.pinned), PINS)


def usual(state: AppState, track: Track) -> int:
    """The height of an open track nobody has resized."""
    return CLOSED_H + BAND_H * pins(state) if track is Track.SCORES and pins(state) else OPEN_H[track]


def least(state: AppState, track: Track) -> int:
    """The height below which an open track says nothing."""
    return CLOSED_H + LEAST_BAND_H * pins(state) if track is Track.SCORES and pins(state) else LEAST_H


def height_of(state: AppState, track: Track) -> int:
    """The height a track wants, whatever the window allows."""
    if track not in state.tracks:
        return CLOSED_H
    wanted = dict(state.track_sizes).get(track, usual(state, track))
    return min(max(wanted, least(state, track)), HIGHEST)


def track_rows(state: AppState, area: Area) -> tuple[tuple[Row, ...], int]:
    """The tracks that fit into the strip, and how many do not.

    When the strip is too low the open ones give up what they have above their least height; then those go for
    which even that is too much, beginning with the last.
    """
    shown = kept = shown_tracks(state)
    lowest = {track: least(state, track) if track in state.tracks else CLOSED_H for track in shown}
    room = area.h
    if sum(lowest.values()) > room:
        room -= MORE_H
        kept, free = [], room
        for track in shown:
            if lowest[track] <= free:
                kept.append(track)
                free -= lowest[track]
    heights = shared([height_of(state, track) for track in kept], [lowest[track] for track in kept], room)
    opened = [n for n, track in enumerate(kept) if track in state.tracks]
    if only_tracks(state) and opened:  # without lanes the open ones share what is left
        free = max(room - sum(heights), 0)
        for place, n in enumerate(opened):
            heights[n] += free * (place + 1) // len(opened) - free * place // len(opened)
    y, rows = area.y, []
    for track, height in zip(kept, heights, strict=True):
        rows.append(Row(track, y, height))
        y += height
    return tuple(rows), len(shown) - len(kept)


def shared(wanted: list[int], lowest: list[int], room: int) -> list[int]:
    """Heights that fit: what is too much is taken from each in the share of what it has above its least."""
    excess, spare = sum(wanted) - room, sum(wanted) - sum(lowest)
    if excess <= 0 or spare <= 0:
        return wanted
    found, taken, seen = [], 0, 0
    for height, low in zip(wanted, lowest, strict=True):
        seen += height - low
        upto = -(-seen * excess // spare)  # running sums leave no pixel over
        found.append(height - (upto - taken))
        taken = upto
    return found


def track_height(state: AppState, track: Track, room: int) -> int:
    """The height a track has in a strip that high."""
    rows, _ = track_rows(state, Area(0, 0, 0, room))
    return next((row.h for row in rows if row.track is track), height_of(state, track))


def track_at(state: AppState, place: Layout, y: float) -> Track | None:
    """The track at a height of the canvas."""
    rows, _ = track_rows(state, place.tracks)
    return next((row.track for row in rows if row.y <= y < row.y + row.h), None)


def track_sizes_with(state: AppState, track: Track, px: int) -> tuple[tuple[Track, int], ...]:
    """The sizes of the tracks with one made as high as is asked for and allowed; its usual height is kept as none."""
    size = min(max(px, least(state, track)), HIGHEST)
    sizes = {other: height for other, height in state.track_sizes if other is not track}
    if size != usual(state, track):
        sizes[track] = size
    return tuple((other, sizes[other]) for other in Track if other in sizes)


def order_with(state: AppState, track: Track, place: int) -> tuple[Track, ...]:
    """The order of the strip with a track at a place in it; a hidden one comes back there."""
    rest = [other for other in state.track_order if other is not track]
    place = max(place, 0)
    return (*rest[:place], track, *rest[place:])
