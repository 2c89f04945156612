"""From what was asked for, in words, to a state; and the caption of a picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from modelspan.app import filtering
from modelspan.app.request import SnapshotRequest
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter, first_window
from modelspan.domain.problems import UserError
from modelspan.domain.query import resolve
from modelspan.domain.records import EntityKind, Kind, Status
from modelspan.domain.snapshot import OPEN_END, code, locate
from modelspan.engine.lives import nominal
from modelspan.engine.tracks import KINDS_OF, Track
from modelspan.engine.window import Window, around


def find(scene: Scene, word: str, kinds: tuple[EntityKind, ...], what: str) -> str:
    """The id a word means. Raises UserError when nothing has that name."""
    row = resolve(scene.snapshot, word, kinds)
    if row < 0:
        raise UserError(f"No {what} is called {word!r}; try a shorter word, or part of its id.")
    return scene.snapshot.entities.ids[row]


def first_state(scene: Scene, today: int) -> AppState:
    """What opens first: one year back, one year ahead."""
    return AppState(window=first_window(today), today=today)


def open_model(scene: Scene, state: AppState, model: str) -> AppState:
    """A model opened into its surfaces, with its kin above the rest, selected."""
    kin = scene.kin(scene.snapshot.entities.row[model])
    more = {Track.DEALS, Track.SPEEDS, Track.CLAIMS}
    return replace(state, opened=state.opened | {model}, kin=kin, selected=model, tracks=frozenset(more), scroll=0)


def state_for(scene: Scene, request: SnapshotRequest) -> AppState:
    """The state a picture is made of. Raises UserError for names and kinds that do not exist."""
    state = first_state(scene, request.today)
    for word in request.kinds:
        if word not in list(Kind):
            raise UserError(f"{word!r} is no kind of event; the kinds are {', '.join(Kind)}.")
    wanted = Filter(
        text=request.search,
        kinds=frozenset(request.kinds),
        organisations=frozenset(find(scene, word, (EntityKind.ORGANISATION,), "organisation") for word in request.orgs),
        surfaces=frozenset(find(scene, word, (EntityKind.SURFACE,), "surface") for word in request.surfaces),
    )
    state = replace(state, filter=wanted, fitted=request.all)
    if request.kinds:
        chosen = frozenset(track for track in Track if set(KINDS_OF[track]) & {Kind(word) for word in request.kinds})
        state = replace(state, tracks=chosen)
    if request.open:
        state = open_model(scene, state, find(scene, request.open, (EntityKind.MODEL,), "model"))
    if request.select:
        state = replace(state, selected=find(scene, request.select, (), "model or thing"))
    return replace(state, window=window_for(scene, state, request))


def whole_field(scene: Scene, state: AppState) -> Window:
    """From the first day of any hosted life that passes the filter to the last known end, or today."""
    rows = scene.mask(state)[scene.lives.model] & scene.lives.placed
    ends = scene.lives.end_low[rows]
    last = int(ends[ends != OPEN_END].max(initial=state.today))
    return around(int(scene.lives.begin[rows].min(initial=state.today)), last, 0.01)


def window_for(scene: Scene, state: AppState, request: SnapshotRequest) -> Window:
    """The stretch asked for; the whole range of the lives for --all; else the first view."""
    start, end = float(state.window.start), float(state.window.end)
    if request.all:
        whole = whole_field(scene, state)
        start, end = whole.start, whole.end
    start = float(request.start) if request.start is not None else start
    end = float(request.end) if request.end is not None else end
    if end <= start:
        raise UserError("--to must be a later day than --from.")
    return Window(start, end)


def in_view(scene: Scene, state: AppState) -> tuple[int, int]:
    """Events inside the window, and in all, of those the filter lets through."""
    days = scene.event_days(state)
    low, high = locate(days, [state.window.start, state.window.end])
    return int(high - low), len(days)


def range_words(scene: Scene, state: AppState) -> str:
    """`1 Dec 2025 – 30 Nov 2027`."""
    words = scene.words
    first = int(state.window.start)
    last = max(int(state.window.end - 1e-6), first)  # the window is half-open; people say its last day
    return f"{words.full_day(first)} – {words.full_day(last)}"


def filter_words(scene: Scene, state: AppState) -> str:
    """What the filter lets through and how many models it hides, in words."""
    words = scene.words
    chips = filtering.chips(scene, state)
    hidden = filtering.hidden(scene, state)
    if chips:
        parts = [chip.text for chip in chips]
        if hidden:
            parts.append(words.count(hidden, "%1 model hidden", "%1 models hidden"))
        return words.fill("Filter: %1", " · ".join(parts))
    parts = [words.tr("no filter")]
    if hidden:
        parts.append(words.count(hidden, "%1 model no one hosts hidden", "%1 models no one hosts hidden"))
    return " · ".join(parts)


def status_words(scene: Scene, state: AppState) -> str:
    """Range, events in view, filter, what is hidden."""
    words = scene.words
    seen, total = in_view(scene, state)
    text = f"{range_words(scene, state)} · {words.fill('%1 of %2 events in view', f'{seen:,}', f'{total:,}')}"
    said = (known_words(scene), text, filter_words(scene, state))
    return " · ".join(part for part in said if part)


def known_words(scene: Scene) -> str:
    """As of which day a scene tells, and what is left out because no one says since when it is public."""
    words = scene.words
    if scene.known is None:
        return ""
    text = words.fill("as known on %1", words.full_day(scene.known))
    if scene.undated:
        text += " · " + words.count(
            scene.undated,
            "%1 end left out: not known since when it is public",
            "%1 ends left out: not known since when they are public",
        )
    return text


def caption(scene: Scene, state: AppState) -> tuple[str, str]:
    """The two lines under a picture: what it shows and as of when; whose data it is drawn from."""
    words, events = scene.words, scene.snapshot.events
    day = nominal(events.start, events.end)
    inside = events.shown & (day >= state.window.start) & (day < state.window.end)
    disputed = int(np.count_nonzero(inside & (events.status == code(Status.DISPUTED))))
    first = status_words(scene, state)
    first += " · " + words.fill("facts as of %1", words.full_day(scene.snapshot.as_of))
    if disputed:
        first += " · " + words.count(disputed, "%1 disputed event in range", "%1 disputed events in range")
    drawn = [line.split(",")[0].split("(")[0].strip().rstrip(".") for line in scene.snapshot.attribution]
    second = words.fill("Data: %1", "; ".join(dict.fromkeys(drawn))) if drawn else ""
    return first, second
