"""AppState: everything the user decides about what is shown, as one frozen value every pane reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from modelspan.engine.lanes import Grouping, Order
from modelspan.engine.tracks import Track
from modelspan.engine.window import Window, clamp

FIRST_TRACKS = (Track.DEALS, Track.SCORES, Track.SPEEDS, Track.CLAIMS)  # more would push lanes out of the first view


@dataclass(frozen=True, slots=True)
class Filter:
    """What is let through; empty means all. Ids, not rows, so that it survives a reload."""

    text: str = ""
    kinds: frozenset[str] = frozenset()
    organisations: frozenset[str] = frozenset()
    surfaces: frozenset[str] = frozenset()
    statuses: frozenset[str] = frozenset()  # values of Standing
    start: int | None = None  # first day of events that are let through
    end: int | None = None  # first day after them
    only: frozenset[str] = frozenset()  # models: nothing but these
    open_weights: bool = False  # also models nobody hosts

    @property
    def narrows(self) -> bool:
        """Whether it hides anything a user would miss."""
        return replace(self, open_weights=False) != Filter()


@dataclass(frozen=True, slots=True)
class Marker:
    """A note of the user's on the time axis: a day, or a half-open stretch of days."""

    start: int
    end: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class AppState:
    """The state of the window. Models and organisations are entity ids."""

    window: Window
    today: int
    filter: Filter = Filter()
    scroll: int = 0
    selected: str = ""  # entity id
    surface: str = ""  # the selected model's surface, when one row of it was clicked
    section: int = -1  # where it was selected: one model may stand in several sections
    event: int = -1  # event row
    also: tuple[str, ...] = ()  # further selected models
    opened: frozenset[str] = frozenset()
    kin: tuple[str, ...] = ()
    grouping: Grouping = Grouping.ORGANISATION
    order: Order = Order.NEXT_END
    expanded: frozenset[str] = frozenset()  # keys of groups: an entity's id or a Standing
    closed: frozenset[str] = frozenset()  # groups that a filter would open by itself
    folded: frozenset[int] = frozenset()  # sections
    followed: tuple[tuple[str, str], ...] = ()  # (model id, surface id or '')
    tracks: frozenset[Track] = frozenset({Track.DEALS})  # open ones
    track_order: tuple[Track, ...] = FIRST_TRACKS  # those in the strip, top to bottom
    track_sizes: tuple[tuple[Track, int], ...] = ()  # px of those made higher or lower
    pinned: tuple[str, ...] = ()  # benchmarks, three at most
    dollars: bool = False  # deals by US dollars instead of megawatts
    markers: tuple[Marker, ...] = ()
    ranges: tuple[tuple[float, float], ...] = ()  # marked stretches of the axis, in days
    lane_size: int = 0  # steps higher or lower than a lane is by itself
    key: bool = True
    fitted: bool = False  # all hosted lives fitted to the height


Listener = Callable[[AppState, AppState], Any]


class Store:
    """Holds the current state. One notice per change, none for an equal state."""

    def __init__(self, state: AppState) -> None:
        self.state = state
        self.listeners: list[Listener] = []
        self.past: list[AppState] = []
        self.future: list[AppState] = []

    def update(self, **changes: Any) -> bool:
        """Change some fields; returns whether anything differs."""
        return self.put(replace(self.state, **changes))

    def put(self, new: AppState) -> bool:
        """Set the whole state."""
        old = self.state
        if new == old:
            return False
        self.state = new
        for listener in tuple(self.listeners):
            listener(old, new)
        return True

    def settle(self) -> None:
        """Remember the view as it stands, once it has come to rest."""
        if not self.past or self.past[-1] != self.state:
            self.past.append(self.state)
            self.future.clear()
            del self.past[:-200]

    def forget(self) -> None:
        """No way back: another store, or another day of it, has other rows."""
        self.past.clear()
        self.future.clear()

    def back(self) -> bool:
        """The view before this one."""
        if self.past and self.past[-1] == self.state:
            if len(self.past) == 1:
                return False
            self.future.append(self.past.pop())
        return bool(self.past) and self.put(self.past[-1])

    def forward(self) -> bool:
        """The view that `back` left."""
        if not self.future:
            return False
        self.past.append(self.future.pop())
        return self.put(self.past[-1])


def first_window(today: int) -> Window:
    """One year back, one year ahead, from the first of a month: today in the middle."""
    return clamp(Window(float(today - 364), float(today + 365)))


def range_of(months: int, today: int) -> Window:
    """Some months about today."""
    half = months * 365.25 / 24
    return clamp(Window(today - half, today + half))
