"""Marked stretches of the axis: how long they are, what lies inside, and what their edges snap to."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.dates import MAX_DAY, MIN_DAY, calendar
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import OPEN_END, OPEN_START, Ints, code, locate
from modelspan.domain.words import Words
from modelspan.engine.lives import nominal
from modelspan.engine.markers import Note

LONG = 365  # days from which years and months are said too
SAID = {
    Kind.RELEASE: ("%1 release", "%1 releases"),
    Kind.PREVIEW: ("%1 preview", "%1 previews"),
    Kind.RETIREMENT: ("%1 end", "%1 ends"),
    Kind.DEPRECATION: ("%1 notice", "%1 notices"),
    Kind.DEAL: ("%1 deal", "%1 deals"),
}


def duration(words: Words, start: float, end: float) -> str:
    """`36 hours`, `92 days`, `489 days (1 y 4 mo)`: a half-open stretch, so from a day to the next is one day."""
    span = max(end - start, 0.0)
    if span < 2:
        hours = span * 24
        if hours < 1:
            return words.count(round(hours * 60), "%1 minute", "%1 minutes")
        return words.count(1, "%1 day", "%1 days") if span == 1 else words.count(round(hours), "%1 hour", "%1 hours")
    days = round(span)
    said = words.count(days, "%1 day", "%1 days")
    if days < LONG:
        return said
    low, high = (calendar(min(max(round(edge), MIN_DAY), MAX_DAY)) for edge in (start, end))
    months = (high.year - low.year) * 12 + high.month - low.month - (high.day < low.day)
    years, rest = divmod(months, 12)
    parts = [words.fill("%1 y", years)] if years else []
    parts += [words.fill("%1 mo", rest)] if rest else []
    return words.fill("%1 (%2)", said, " ".join(parts)) if parts else said


def kind_days(scene: Scene, state: AppState) -> dict[Kind | None, Ints]:
    """The sorted days of the events the filter lets through, by kind; None holds all other kinds together."""

    def make() -> dict[Kind | None, Ints]:
        events, wanted = scene.snapshot.events, scene.wanted(state)
        day = nominal(events.start, events.end)
        found: dict[Kind | None, Ints] = {}
        rest = wanted.copy()
        for kind in SAID:
            own = wanted & (events.kind == code(kind))
            rest &= events.kind != code(kind)
            if kind is Kind.RETIREMENT:  # published and observed are two marks of one end
                own = np.zeros(len(events), bool)
                own[scene.ends.row] = wanted[scene.ends.row]
            found[kind] = np.sort(day[own])
        found[None] = np.sort(day[rest])
        return found

    result: dict[Kind | None, Ints] = scene.keep("kind days", (state.filter, state.today), make)
    return result


def inside(scene: Scene, state: AppState, start: float, end: float) -> list[str]:
    """How many events of each kind begin in a half-open stretch."""
    words, found = scene.words, []
    for kind, days in kind_days(scene, state).items():
        low, high = locate(days, [start, end])
        if high > low:
            one, many = SAID[kind] if kind else ("%1 other event", "%1 other events")
            found.append(words.count(int(high - low), one, many))
    return found


def summary(scene: Scene, state: AppState, stretch: tuple[float, float]) -> str:
    """`92 days · 12 releases, 8 ends, 3 notices, 2 deals`; only what the filter lets through is counted."""
    start, end = sorted(stretch)
    words = scene.words
    what = words.tr(", ").join(inside(scene, state, start, end)) or words.tr("no event")
    return f"{duration(words, start, end)} · {what}"


def stretch_words(words: Words, start: float, end: float) -> str:
    """The days of a stretch, the last one included: `1 Mar – 31 May 2026`."""
    first = min(max(int(np.floor(start)), MIN_DAY), MAX_DAY)
    last = min(max(int(np.ceil(end)) - 1, first), MAX_DAY)
    return words.span(first, last)


def notes(scene: Scene, state: AppState) -> list[Note]:
    """The marked ranges as they are said on the axis."""
    found = []
    for stretch in state.ranges:
        start, end = sorted(stretch)
        long, short = summary(scene, state, stretch), duration(scene.words, start, end)
        tip = f"{stretch_words(scene.words, start, end)}\n{long}"
        found.append(Note(start, max(end, start + 1e-9), (long, short), tip, spans=True))
    return found


def edges(scene: Scene, state: AppState) -> Ints:
    """Every day an edge can snap to, sorted: of events the filter lets through and of the lives of its models."""

    def make() -> Ints:
        events, lives = scene.snapshot.events, scene.lives
        rows = np.flatnonzero(scene.wanted(state))
        own = np.flatnonzero(scene.mask(state)[lives.model])
        parts: list[Any] = [events.start[rows], events.end[rows]]
        parts += [column[own] for column in (lives.notice, lives.end_low, lives.end_high)]
        parts.append(lives.begin[own[lives.begin_known[own]]])
        days: Ints = np.unique(np.concatenate(parts)).astype(np.int32)
        known: Ints = days[(days != OPEN_START) & (days != OPEN_END)]
        return known

    result: Ints = scene.keep("edges", (state.filter, state.today), make)
    return result


def snap(scene: Scene, state: AppState, day: float, px_per_day: float, reach_px: float = 8) -> float:
    """The nearest edge of anything within reach of a day, else the day itself."""
    days = edges(scene, state)
    place = int(locate(days, [day])[0])
    near = [float(days[n]) for n in (place - 1, place) if 0 <= n < len(days)]
    near += [float(state.today), float(state.today + 1)]
    near += [float(edge) for marker in state.markers for edge in (marker.start, marker.end)]
    best = min(near, key=lambda edge: (abs(edge - day), edge))
    return best if abs(best - day) * px_per_day <= reach_px else day
