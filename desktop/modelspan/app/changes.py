"""Changes: what moved, was announced, began and ended in the last days of knowledge."""

from __future__ import annotations

import numpy as np

from modelspan.app.lines import Line, Style
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import OPEN_END, OPEN_START, Flags, Ints, code
from modelspan.engine.lives import Ending, Mark, nominal

RANGES = (30, 90)


def lines(scene: Scene, state: AppState, days: int) -> list[Line]:
    """All four lists of some days, newest first. What became known on no known day is left out and counted."""
    return [
        *moved(scene, state, days),
        *noticed(scene, state, days),
        *begun(scene, state, days),
        *gone(scene, state, days),
    ]


def heading(scene: Scene, title: str, count: int) -> Line:
    """The heading of one list."""
    return Line(scene.words.tr(title), f"{count:,}", Style.HEADING)


def row_line(scene: Scene, row: int, right: str) -> Line:
    """One event: model and surface."""
    snapshot = scene.snapshot
    model, surface = int(snapshot.events.subject[row]), int(snapshot.events.surface[row])
    name = f"{snapshot.name(model)} · {snapshot.name(surface)}" if surface >= 0 else snapshot.name(model)
    owner = int(snapshot.entities.organisation[model])
    swatch = snapshot.entities.ids[owner] if owner >= 0 else "other"
    return Line(name, right, swatch=swatch, target=snapshot.entities.ids[model])


def known_days(scene: Scene) -> tuple[Ints, Flags]:
    """The day each event became known, and whether that is one day."""
    events = scene.snapshot.events
    stated = events.known_start != OPEN_START
    day = np.where(stated, events.known_start, nominal(events.start, events.end)).astype(np.int32)
    return day, stated | (events.end - events.start == 1)


def chosen(scene: Scene, state: AppState, *kinds: Kind) -> Flags:
    """Shown events of some kinds, of models and surfaces that pass the filter."""
    events = scene.snapshot.events
    keep: Flags = events.of(*kinds) & (events.subject >= 0)
    keep &= scene.mask(state)[events.subject]
    surfaces = scene.surface_mask(state)
    return keep if surfaces is None else keep & surfaces[events.surface] & (events.surface >= 0)


def recent(scene: Scene, state: AppState, keep: Flags, day: Ints, days: int) -> list[int]:
    """Event rows of the last days up to today, newest first."""
    rows = np.flatnonzero(keep & (day > state.today - days) & (day <= state.today))
    found: list[int] = rows[np.argsort(-day[rows].astype(np.int64), kind="stable")].tolist()
    return found


def noticed(scene: Scene, state: AppState, days: int) -> list[Line]:
    """Notices given, with the end they say."""
    words, events = scene.words, scene.snapshot.events
    day = nominal(events.start, events.end)
    rows = recent(scene, state, chosen(scene, state, Kind.DEPRECATION), day, days)
    says = nominal(events.says_start, events.says_end)
    found = [heading(scene, "Notices given", len(rows))]
    for row in rows:
        known = events.says_start[row] != OPEN_START or events.says_end[row] != OPEN_END
        end = words.fill("ends %1", words.day(int(says[row]))) if known else words.tr("no day given")
        found.append(row_line(scene, row, f"{words.day(int(day[row]))} · {end}"))
    return found


def begun(scene: Scene, state: AppState, days: int) -> list[Line]:
    """Releases and previews."""
    events = scene.snapshot.events
    day = nominal(events.start, events.end)
    rows = recent(scene, state, chosen(scene, state, Kind.RELEASE, Kind.PREVIEW), day, days)
    lines = [row_line(scene, row, scene.words.day(int(day[row]))) for row in rows]
    return [heading(scene, "Released or in preview", len(rows)), *lines]


def gone(scene: Scene, state: AppState, days: int) -> list[Line]:
    """Ends that have passed; a passed lower bound is none."""
    ends, events = scene.ends, scene.snapshot.events
    over = np.zeros(len(events), bool)
    over[ends.row[(ends.ending != Ending.NOT_BEFORE) & (ends.high <= state.today)]] = True
    day = nominal(events.start, events.end)
    rows = recent(scene, state, over & chosen(scene, state, Kind.RETIREMENT), day, days)
    lines = [row_line(scene, row, scene.words.day(int(day[row]))) for row in rows]
    return [heading(scene, "Ended", len(rows)), *lines]


def moved(scene: Scene, state: AppState, days: int) -> list[Line]:
    """Ends whose day moved, as learned in the last days."""
    words, events = scene.words, scene.snapshot.events
    change = chosen(scene, state, Kind.DATE_CHANGE)
    day, exact = known_days(scene)
    was, says = nominal(events.was_start, events.was_end), nominal(events.says_start, events.says_end)
    told = (events.was_start != OPEN_START) & (events.says_start != OPEN_START)
    slips = [(int(was[row]), int(says[row]), row) for row in recent(scene, state, change & exact & told, day, days)]
    slips += overtaken(scene, state, days)
    found = [heading(scene, "Dates moved", len(slips))]
    for before, after, row in slips:
        text = f"{words.day(before)} → {words.day(after)} {after - before:+d} d"
        found.append(row_line(scene, row, text))
    unknown = int(np.count_nonzero(change & ~exact))
    if unknown:
        text = words.count(unknown, "%1 more moved on a day not known", "%1 more moved on days not known")
        found.append(Line(text, style=Style.FAINT))
    return found


def overtaken(scene: Scene, state: AppState, days: int) -> list[tuple[int, int, int]]:
    """Ends known since the last days where an older source foretold another day: (before, after, event row)."""
    lives, events = scene.lives, scene.snapshot.events
    ends = chosen(scene, state, Kind.RETIREMENT)
    found = []
    for mark in np.flatnonzero(lives.mark_type == Mark.MOVED).tolist():
        life, row = int(lives.mark_life[mark]), int(lives.mark_row[mark])
        end = int(lives.end_row[life])
        known = int(events.known_start[end])
        foretold = events.kind[row] == code(Kind.RETIREMENT) and not events.shown[row]
        if foretold and ends[end] and state.today - days < known <= state.today:
            found.append((int(lives.mark_day[mark]), int(lives.end_low[life]), end))
    return found
