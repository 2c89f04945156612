"""What hovering says: the thing, its day and its source, read from the store at that moment."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import numpy as np

from modelspan.app import ranges
from modelspan.app.axis_notes import marker_tip
from modelspan.app.saying import amount, name_of, warnings
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.problems import UserError
from modelspan.domain.records import Score, Status
from modelspan.domain.snapshot import KINDS, OPEN_END, OPEN_START, QUALIFIERS, STATUSES
from modelspan.engine.frame import Target
from modelspan.engine.lives import Ending, nominal
from modelspan.engine.tracks import Track
from modelspan.store import lookup
from modelspan.store.lookup import Details

KEPT = 64  # sayings remembered
PUBLISHERS = 3  # of an event named before the rest is counted


def tip(scene: Scene, path: Path | None, state: AppState, target: Target, day: float | None) -> str:
    """Some lines of plain text about what lies under the pointer; what the frame says itself where that is all.

    `day` is the day pointed at, None beside the time axis.
    """
    whole = None if day is None else int(np.floor(day))
    match target.kind:
        case "life" if 0 <= target.ref < len(scene.lives):
            return life_words(scene, path, state.today, target.ref, whole)
        case "model" if lives := shown_lives(scene, target.ref):
            said = model_words(scene, path, state.today, lives, state.today if whole is None else whole)
            own = target.tip  # a lane says no more there than what follows; an arrow says what it means
            return said if "\n" in own or own in ("", scene.snapshot.name(target.ref)) else f"{own}\n\n{said}"
        case "event" if 0 <= target.ref < len(scene.snapshot.events):
            return event_words(scene, path, target.ref)
        case "group":
            return group_words(scene, state, target.ref)
        case "track" if 0 <= target.ref < len(Track):
            return track_words(scene, state, list(Track)[target.ref])
        case "marker" if 0 <= target.ref < len(state.markers) and not target.tip:
            return marker_tip(scene, state.markers[target.ref])
        case "range" if 0 <= target.ref < len(state.ranges) and not target.tip:
            start, end = sorted(state.ranges[target.ref])
            return f"{ranges.stretch_words(scene.words, start, end)}\n{ranges.summary(scene, state, (start, end))}"
    return target.tip


def shown_lives(scene: Scene, model: int) -> list[int]:
    """The lives of a model that someone offers, else all of them."""
    rows = list(scene.lives.of(model))
    return [n for n in rows if scene.lives.placed[n]] or rows


def model_words(scene: Scene, path: Path | None, today: int, lives: list[int], day: int) -> str:
    """A collapsed model at a day: where it stands on each surface; alone on one, all of that one."""
    if len(lives) == 1:
        return life_words(scene, path, today, lives[0], day)
    words, name = scene.words, scene.snapshot.name
    lines = [f"{name(int(scene.lives.model[lives[0]]))} · {words.full_day(day)}"]
    lines += [f"{name(int(scene.lives.surface[n]))}: {phase(scene, n, day, today)}" for n in lives]
    ahead = [n for n in lives if scene.lives.end_low[n] >= today and scene.lives.end_row[n] >= 0]
    if ahead:
        n = min(ahead, key=lambda one: int(scene.lives.end_low[one]))
        lines.append(words.fill("Next end: %1, %2", name(int(scene.lives.surface[n])), end_words(scene, n, today)))
        lines += [successor_words(scene, n), *source_lines(scene, path, int(scene.lives.end_row[n]))]
    else:
        row = next((int(scene.lives.end_row[n]) for n in lives if scene.lives.end_row[n] >= 0), -1)
        row = row if row >= 0 else int(scene.lives.start_row[lives[0]])
        lines += source_lines(scene, path, row)
    return "\n".join(line for line in lines if line)


def life_words(scene: Scene, path: Path | None, today: int, n: int, day: int | None) -> str:
    """One model on one surface: its phase on the day, start and end, successor, and who says so."""
    lives, words, name = scene.lives, scene.words, scene.snapshot.name
    lines = [f"{name(int(lives.model[n]))} · {name(int(lives.surface[n]))}"]
    if day is not None:
        lines.append(f"{words.full_day(day)}: {phase(scene, n, day, today)}")
    lines.append(start_words(scene, n))
    if lives.ending[n] == Ending.NONE:
        lines.append(words.fill("No end known on %1", words.full_day(min(today, scene.snapshot.as_of or today))))
    else:
        lines.append(end_line(scene, n, today))
        lines += [successor_words(scene, n), *warnings(scene, n)]
    row = int(lives.end_row[n]) if lives.end_row[n] >= 0 else int(lives.start_row[n])
    return "\n".join(line for line in [*lines, *source_lines(scene, path, row)] if line)


def phase(scene: Scene, n: int, day: int, today: int) -> str:
    """Where a life stands on a day."""
    lives, words = scene.lives, scene.words
    ending = Ending(int(lives.ending[n]))
    if day < lives.begin[n]:
        return words.tr("before its start") if lives.begin_known[n] else words.tr("start not known")
    low, high = int(lives.end_low[n]), int(lives.end_high[n])
    if ending == Ending.NOT_BEFORE:
        if day >= low:
            return words.tr("earliest day passed, no end known") if low <= today else words.tr("may end from here on")
    elif ending != Ending.NONE and day >= high:
        unconfirmed = STATUSES[scene.snapshot.events.status[lives.end_row[n]]] is Status.SCHEDULED and high <= today
        said = words.tr("was due to end, not confirmed") if unconfirmed else words.tr("ended")
        return words.tr("will have ended") if high > today else said
    elif ending == Ending.BETWEEN and day >= low:
        return words.tr("ends in these days")
    elif ending not in (Ending.NONE, Ending.NOT_AFTER) and day >= low:
        return words.tr("ends on this day") if high == low + 1 else words.tr("ends about then")
    if lives.notice[n] != OPEN_END and day >= lives.notice[n]:
        return words.tr("notice given")
    if day < lives.available[n]:
        return words.tr("preview")
    if ending == Ending.NONE and day > today:
        return words.tr("no end known")
    return words.tr("on offer")


def start_words(scene: Scene, n: int) -> str:
    """When a life began, or that no source says."""
    lives, words = scene.lives, scene.words
    if not lives.begin_known[n]:
        return words.tr("Start not known")
    begin, available = int(lives.begin[n]), int(lives.available[n])
    if available == OPEN_END:
        return words.fill("Preview since %1", words.full_day(begin))
    if available > begin:
        return words.fill("Preview since %1, on offer since %2", words.full_day(begin), words.full_day(available))
    return words.fill("On offer since %1", words.full_day(begin))


def end_line(scene: Scene, n: int, today: int) -> str:
    """The end of a life as a sentence: one that has passed unconfirmed is not said to have happened."""
    words, said = scene.words, end_words(scene, n, today)
    if scene.lives.end_high[n] > today or scene.lives.ending[n] == Ending.NOT_BEFORE:
        return words.fill("Ends %1", said)
    scheduled = STATUSES[scene.snapshot.events.status[scene.lives.end_row[n]]] is Status.SCHEDULED
    return words.fill("Was due %1, not confirmed", said) if scheduled else words.fill("Ended %1", said)


def end_words(scene: Scene, n: int, today: int) -> str:
    """The end of a life with the days until it or since."""
    lives, words = scene.lives, scene.words
    row, low, high = int(lives.end_row[n]), int(lives.end_low[n]), int(lives.end_high[n])
    said = words.end(low, high, QUALIFIERS[scene.snapshot.events.qualifier[row]])
    if low > today:
        return f"{said}, {words.count(low - today, 'in %1 day', 'in %1 days')}"
    if low == today:
        return f"{said}, {words.tr('today')}"
    if high > today and lives.ending[n] == Ending.BETWEEN:
        return said
    return f"{said}, {words.count(today - max(high - 1, low), '%1 day ago', '%1 days ago')}"


def successor_words(scene: Scene, n: int) -> str:
    """Who replaces a model there."""
    successor = int(scene.lives.successor[n])
    if successor < 0:
        return scene.words.tr("No successor named")
    return scene.words.fill("Successor: %1", scene.snapshot.name(successor))


def group_words(scene: Scene, state: AppState, place: int) -> str:
    """A group of lanes: how many of its models are on offer, when the next end comes, how many follow."""
    words, header = scene.words, scene.header(state)
    if not 0 <= place < len(header.lanes.groups):
        return ""
    found = header.summary
    models, offered, first, ends = (
        int(column[place]) for column in (found.models, found.offered, found.first, found.ends)
    )
    lines = [header.lanes.groups[place].name]
    lines.append(words.fill("%1 of %2 on offer", f"{offered:,}", words.count(models, "%1 model", "%1 models")))
    if first == OPEN_END:
        return "\n".join([*lines, words.tr("no end known")])
    left = words.count(first - state.today, "in %1 day", "in %1 days") if first > state.today else words.tr("today")
    lines.append(words.fill("Next end: %1, %2", words.full_day(first), left))
    return "\n".join([*lines, words.count(ends, "%1 end ahead", "%1 ends ahead")])


def track_words(scene: Scene, state: AppState, track: Track) -> str:
    """A track: how many events it shows, from when to when."""
    words, days = scene.words, scene.points_of(state, track).day
    if not len(days):
        return words.tr("No event in this track.")
    found = words.count(len(days), "%1 event in this track", "%1 events in this track")
    return f"{found}, {words.span(int(days[0]), int(days[-1]))}"


def event_words(scene: Scene, path: Path | None, row: int) -> str:
    """One event: what, how much, when, who, from whom."""
    snapshot, words = scene.snapshot, scene.words
    found = details(scene, path, row)
    title = snapshot.titles[row] or snapshot.name(int(snapshot.events.subject[row]))
    kind = words.tr(KINDS[snapshot.events.kind[row]].value.replace("_", " "))
    if found is None:
        day = int(nominal(snapshot.events.start[row : row + 1], snapshot.events.end[row : row + 1])[0])
        return "\n".join(part for part in (title, kind, words.full_day(day)) if part)
    event = found.events[0]
    who = [name_of(scene, party.entity_id) if party.entity_id else party.words for party in event.parties]
    subject = int(snapshot.events.subject[row])
    who.append(snapshot.name(int(snapshot.entities.organisation[subject])) if subject >= 0 else "")
    if isinstance(event.body, Score):
        kind = " ".join(part for part in (name_of(scene, event.body.benchmark_id), event.body.version) if part)
    lines = [
        title,
        f"{kind} · {words.when(event.when)}",
        amount(event.quantities),
        ", ".join(dict.fromkeys(name for name in who if name)),
        *source_lines(scene, path, row, every=True),
    ]
    return "\n".join(line for line in lines if line)


def details(scene: Scene, path: Path | None, row: int) -> Details | None:
    """What the store says of an event; None where it cannot be read now. The last few are kept."""
    if path is None or row < 0:
        return None
    kept: OrderedDict[int, Details | None] = scene.keep("hovered", path, OrderedDict)
    number = int(scene.snapshot.events.id[row])

    def read() -> Details | None:
        try:
            return lookup.one_event(path, number)
        except UserError:
            return None  # a hover is no place for a complaint; the source is left out

    if number not in kept:
        kept[number] = read()
        if len(kept) > KEPT:
            kept.popitem(last=False)
    kept.move_to_end(number)
    last: Details | None = kept[number]
    return last


def source_lines(scene: Scene, path: Path | None, row: int, *, every: bool = False) -> list[str]:
    """Publisher and title of what a date rests on, or the publishers of all; and how many say otherwise."""
    if row < 0:
        return []
    words, found, lines = scene.words, details(scene, path, row), []
    if found:
        cited = [found.sources[one.source_id] for one in found.events[0].sources if one.source_id in found.sources]
        if every and cited:
            names = list(dict.fromkeys(source.publisher or source.title for source in cited))
            said = ", ".join(names[:PUBLISHERS])
            said = words.fill("%1 and %2 more", said, len(names) - PUBLISHERS) if len(names) > PUBLISHERS else said
            lines.append(words.fill("Source: %1", said))
        elif cited:
            first = ": ".join(part for part in (cited[0].publisher, cited[0].title) if part)
            more = words.fill(" and %1 more", len(cited) - 1) if len(cited) > 1 else ""
            lines.append(words.fill("Source: %1", first) + more)
    rivals = disagreeing(scene, row)
    if rivals:
        lines.append(words.count(rivals, "%1 source gives another date", "%1 sources give another date"))
    return lines


def disagreeing(scene: Scene, row: int) -> int:
    """How many statements about the same thing give another date."""
    events = scene.snapshot.events
    if events.subject[row] < 0:
        return 0  # only what is said of something can be said otherwise
    same = np.flatnonzero((events.slot == events.slot[row]) & (~events.shown | ~events.shown[row]))
    differ = (events.start[same] != events.start[row]) | (events.end[same] != events.end[row])
    seen = (events.start[same] != OPEN_START) | (events.end[same] != OPEN_END)
    return int(np.count_nonzero(differ & seen))
