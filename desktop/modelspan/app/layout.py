"""Where the parts of the canvas stand: axis, lanes, tracks, key, overview; all in logical pixels."""

from __future__ import annotations

from dataclasses import dataclass

from modelspan.app.state import AppState
from modelspan.engine.frame import Area
from modelspan.engine.lanes import SECTION_H, Lanes
from modelspan.engine.tracks import CLOSED_H, KINDS_OF, OPEN_H, TRACK_KINDS, Track

HEADER_W = 300
AXIS_H = 40
KEY_H = 26
OVERVIEW_H = 44
MORE_H = 14  # px for the count of what does not fit
BAND = 12  # px of a day from which today is a band, not only a line
MINIMUM_LANES = 120  # px the lanes keep before tracks are closed


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


def layout(state: AppState, width: int, height: int) -> Layout:
    """Where everything stands. Tracks give way first when the canvas is low."""
    header = HEADER_W if width >= 820 else max(min(round(width * 0.34), HEADER_W), 150)
    key = KEY_H if state.key and height >= 400 else 0
    over = OVERVIEW_H if height >= 300 else 0
    wanted = sum(OPEN_H[track] if track in state.tracks else CLOSED_H for track in shown_tracks(state))
    room = height - AXIS_H - key - over
    strip = 0 if state.fitted else min(wanted, max(room - MINIMUM_LANES, 0))
    if only_tracks(state) and not state.fitted:
        strip = max(room, 0)
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
    """The tracks a filter by kind leaves."""
    kinds = state.filter.kinds
    return [track for track in Track if not kinds or any(kind.value in kinds for kind in KINDS_OF[track])]


def scroll_limit(found: Lanes, place: Layout) -> int:
    """How far lanes scroll: to the last one, under a heading that stays in view."""
    return found.height - place.lanes.h + SECTION_H if found.height > place.lanes.h else 0


def only_tracks(state: AppState) -> bool:
    """Whether the filter leaves nothing that lanes show."""
    return bool(state.filter.kinds) and state.filter.kinds <= {kind.value for kind in TRACK_KINDS}


def track_height(state: AppState, track: Track, room: int) -> int:
    """The height of a track in a strip; open ones share what is left when there are no lanes."""
    if track not in state.tracks:
        return CLOSED_H
    shown = shown_tracks(state)
    opened = [other for other in shown if other in state.tracks]
    wanted = sum(OPEN_H[other] if other in opened else CLOSED_H for other in shown)
    return OPEN_H[track] + (max(room - wanted, 0) // len(opened) if only_tracks(state) else 0)
