"""Pinned benchmarks: the scores of one version on an axis of their own, and the best so far among comparable ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10
from typing import Any

import numpy as np

from modelspan.domain.catalogue import fold
from modelspan.domain.snapshot import Flags, Floats, Ints, Snapshot, locate
from modelspan.engine.frame import Area, Layer, Shape, Sheet
from modelspan.engine.gaps import Box
from modelspan.engine.track_marks import DENSE, Taken, cells, width_of, write
from modelspan.engine.tracks import Place, Points, label, paint, visible

PINS = 3  # benchmarks at most
LABELS = 14
TICK_ROOM = 15  # px between the lines of the axis


@dataclass(frozen=True)
class Band:
    """The scores of one benchmark version that share an axis, by day, and what stands in the header."""

    name: str
    version: str
    found: Points
    value: Floats
    unit: str
    main: Flags  # comparable with one another: the largest group
    flagged: Flags
    hollow: Flags  # self-reported
    best: Ints  # places of those that were the best of their group when they came
    group: tuple[str, ...]  # the words of the group: harness, effort, budget, variant
    apart: int  # scores without a number on this axis


def key_of(snapshot: Snapshot, benchmark: int, version: str) -> str:
    """How a pinned benchmark is called."""
    return f"{snapshot.entities.ids[benchmark]}|{version}"


def conditions(snapshot: Snapshot, rows: Ints) -> tuple[Ints, Ints]:
    """Per event row: its place in the table of scores, and in that of the quantities; -1 for none."""
    places = []
    for column in (snapshot.scores.event, snapshot.quantities.event):
        at = locate(column, rows)
        there = at < len(column)
        there[there] = column[at[there]] == rows[there]
        places.append(np.where(there, at, -1).astype(np.int32))
    return places[0], places[1]


def variant_of(snapshot: Snapshot, place: Ints, subject: Ints) -> Ints:
    """Codes of what a model was run as. An id of the model itself, such as a snapshot's, is no other condition."""
    scores, aliases = snapshot.scores, snapshot.aliases
    code = scores.variant[place].copy()
    own = np.flatnonzero(np.isin(aliases.entity, np.unique(subject[code > 0])))
    known = {(int(aliases.entity[n]), aliases.folded[n]) for n in own.tolist()}
    folded = [fold(word) for word in scores.variants] if len(own) else []
    for n in np.flatnonzero(code > 0).tolist():
        if own.size and (int(subject[n]), folded[code[n]]) in known:
            code[n] = 0
    return code


def band(snapshot: Snapshot, found: Points, key: str) -> Band:
    """The scores of a pinned benchmark among those the filter lets through."""
    scores, quantities = snapshot.scores, snapshot.quantities
    ident, _, version = key.partition("|")
    place, amount = conditions(snapshot, found.row)
    own = place >= 0
    benchmark = snapshot.entities.row.get(ident, -2)
    number = scores.versions.index(version) if version in scores.versions else -1
    own[own] = (scores.benchmark[place[own]] == benchmark) & (scores.version[place[own]] == number)
    total = int(np.count_nonzero(own))
    own &= amount >= 0
    mine, place, amount = found.only(own), place[own], amount[own]
    value = quantities.value[amount]
    value = np.where(np.isnan(value), (quantities.low[amount] + quantities.high[amount]) / 2, value)
    budget = np.where(np.isnan(scores.budget[place]), -1.0, scores.budget[place])
    flagged = (scores.flag[place] > 0) | np.isnan(value)
    columns = [
        quantities.metric[amount], quantities.unit[amount], scores.harness[place], scores.effort[place],
        variant_of(snapshot, place, mine.subject), budget,
    ]  # fmt: skip
    _, group = np.unique(np.stack(columns, axis=-1), axis=0, return_inverse=True)
    group = group.reshape(-1)
    many = np.bincount(group if flagged.all() else group[~flagged])
    main = group == (int(many.argmax()) if len(many) else -1)
    first = int(main.argmax()) if main.any() else -1
    on_axis = ~np.isnan(value)
    if first >= 0:
        on_axis &= (columns[0] == columns[0][first]) & (columns[1] == columns[1][first])
    flagged = flagged[on_axis]
    kept = mine.only(on_axis)
    value, main = value[on_axis], main[on_axis]
    return Band(
        name=snapshot.name(max(benchmark, -1)) or ident,
        version=version,
        found=kept,
        value=value,
        unit=snapshot.units[columns[1][first]] if first >= 0 else "",
        main=main,
        flagged=flagged,
        hollow=scores.self_reported[place[on_axis]] == 1,
        best=best_so_far(kept.day, value, main & ~flagged),
        group=group_words(snapshot, [int(column[first]) for column in columns[2:5]], float(budget[first]))
        if first >= 0
        else (),
        apart=total - len(kept),
    )


def best_so_far(day: Ints, value: Floats, own: Flags) -> Ints:
    """Places of the scores that beat all of the days before, one a day at most."""
    places = np.flatnonzero(own)
    places = places[np.lexsort((-value[places], day[places]))]
    ordered = value[places]
    before = np.maximum.accumulate(np.append(-np.inf, ordered[:-1]))[: len(ordered)]
    return places[ordered > before].astype(np.int32)


def group_words(snapshot: Snapshot, codes: list[int], budget: float) -> tuple[str, ...]:
    """What the scores of a group share, as far as it was stated."""
    scores = snapshot.scores
    said = [scores.harnesses[codes[0]], scores.efforts[codes[1]], f"{budget:g} min" if budget >= 0 else ""]
    return tuple(word for word in (*said, scores.variants[codes[2]]) if word)


@dataclass(frozen=True, slots=True)
class Linear:
    """An axis from one round number to another."""

    area: Area
    low: float
    high: float
    ticks: tuple[float, ...]

    def y(self, value: Any) -> Ints:
        """Where values stand."""
        room = self.area.h - 14
        at = self.area.y + 7 + room * (1 - (np.asarray(value) - self.low) / (self.high - self.low))
        found: Ints = np.round(at).astype(np.int32)
        return found


def linear(area: Area, value: Floats) -> Linear:
    """The axis that just holds some values, with lines at steps of 1, 2 or 5, as many as have room."""
    return fitted(area, *((float(value.min()), float(value.max())) if len(value) else (0.0, 1.0)))


@lru_cache(maxsize=32)
def fitted(area: Area, low: float, high: float) -> Linear:
    """The axis from the least to the largest of some values; kept, as a pan asks for it in every frame."""
    air = (high - low) * 0.06 or max(abs(low) * 0.1, 0.5)
    low, high = low - air, high + air
    room = max((area.h - 14) // TICK_ROOM, 2)
    decade = floor(log10((high - low) / room))
    sizes = [float(f"{digit}e{decade + more}") for more in (0, 1) for digit in (1, 2, 5)]
    choices = [tuple(n * size for n in range(ceil(low / size), floor(high / size) + 1)) for size in sizes]
    at = next(n for n, ticks in enumerate(choices) if len(ticks) <= room)
    while at and len(choices[at]) < 2:
        at -= 1  # one line is no axis
    ticks = choices[at]
    return Linear(area, low, high, ticks if len(ticks) <= room else (ticks[0], ticks[-1]))


def unit_words(unit: str) -> tuple[str, str]:
    """What stands behind a number of an axis, and what its header says instead when that is too long."""
    after = {"percent": " %", "minutes": " min", "seconds": " s"}.get(unit, f" {unit}" if 0 < len(unit) < 4 else "")
    return after, "" if after else unit


def draw_band(sheet: Sheet, place: Place, snapshot: Snapshot, shown: Band, index: int) -> None:
    """One pinned benchmark: header, axis, scores, the step line, and who held the record."""
    area = place.area
    scale = linear(area, shown.value)
    draw_header(sheet, place, shown, index)
    for tick in scale.ticks if len(shown.found) else ():
        line = int(scale.y(tick))
        sheet.rect(Layer.GRID, "grid", area.x, line, area.w, 1)
        text = f"{tick:,.6g}{unit_words(shown.unit)[0]}"
        sheet.text(text, area.x - 70, line - 7, 62, 14, paint="faint", size=10, align=1)
    sheet.rect(Layer.GRID, "grid", 0, area.y, area.right, 1)
    part = visible(shown.found, place.window)
    x, y = place.column(shown.found.day[part]), scale.y(shown.value[part])
    holders = shown.best[(shown.best >= part.start) & (shown.best < part.stop)] - part.start
    taken = Taken(area, step_line(sheet, place, snapshot, shown, scale))
    alone = np.arange(len(x))
    if len(x) > DENSE:
        cells(sheet, snapshot, x, y, shown.found.owner[part])
        chosen = np.flatnonzero(np.isin(shown.found.row[part], list(place.selected)))
        alone = np.union1d(holders[-DENSE:], chosen)
    dots(sheet, snapshot, shown, alone + part.start, x[alone], y[alone])
    for n in alone.tolist():
        at, height, row = int(x[n]), int(y[n]), int(shown.found.row[part][n])
        sheet.target(at - 4, height - 4, 8, 8, "event", row, score_tip(place, snapshot, shown, part.start + n, row))
        taken.add((at - 3, height - 3, 7, 7))
        if row in place.selected:
            sheet.glyph(Layer.TOP, "ink", Shape.CIRCLE, 14, (at, height))
    before = shown.best[shown.best < part.start]
    if len(before):  # who holds it where the window begins
        text = holder(snapshot, shown, int(before[-1]))
        level = int(scale.y(shown.value[before[-1]]))
        for top in (level - 14, level + 2):
            if write(sheet, place, taken, text, (area.x + 6, top, width_of(text), 13), size=10, paint="faint"):
                break
    for n in holders[::-1][:LABELS].tolist():
        text = holder(snapshot, shown, part.start + n)
        at, height, width = int(x[n]), int(y[n]), width_of(text)
        for box in ((at - width - 5, height - 15, width, 13), (at + 6, height + 3, width, 13)):
            if write(sheet, place, taken, text, box, size=10, align=1 if box[0] < at else -1):
                break


def holder(snapshot: Snapshot, shown: Band, n: int) -> str:
    """Whose score it is."""
    return snapshot.name(int(shown.found.subject[n])) or label(snapshot, int(shown.found.row[n]))


def draw_header(sheet: Sheet, place: Place, shown: Band, index: int) -> None:
    """What is pinned, which scores the line compares, how many others there are, and a cross to unpin it."""
    words, area = place.words, place.area
    top, room = area.y, area.x - 28 - (74 if len(shown.found) else 8)
    name = f"{shown.name} {shown.version}".strip()
    sheet.glyph(Layer.MARK, "faint", Shape.CROSS, 6, (16, top + 10))
    sheet.target(8, top + 2, 16, 16, "unpin", index, words.fill("unpin %1", name))
    lines = [words.tr("no score passes the filter")]
    if len(shown.found):
        group = " · ".join(shown.group) or words.tr("conditions not stated")
        main, total = int(np.count_nonzero(shown.main)), len(shown.found) + shown.apart
        flagged = int(np.count_nonzero(shown.flagged))
        scores = [words.fill("%1 of %2 scores", f"{main:,}", f"{total:,}"), unit_words(shown.unit)[1]]
        beside = [
            words.fill("%1 flagged", f"{flagged:,}") if flagged else "",
            words.fill("%1 not on this axis", f"{shown.apart:,}") if shown.apart else "",
        ]
        lines = [words.fill("line: %1", group), *(" · ".join(filter(None, said)) for said in (scores, beside))]
    if shown.version and area.h >= 17 + 13 * (len(lines) + bool(lines[-1])):
        name = shown.name
        lines.insert(0, words.fill("version %1", shown.version))
    sheet.text(name, 28, top + 2, room, 16, paint="strong", size=11, bold=True)
    for line, text in enumerate(lines[: (area.h - 17) // 13]):
        sheet.text(text, 28, top + 17 + line * 13, room, 13, paint="faint", size=10)


def step_line(sheet: Sheet, place: Place, snapshot: Snapshot, shown: Band, scale: Linear) -> list[Box]:
    """The best so far: level until something better comes, as far as the facts reach. Returns where it runs."""
    best, area = shown.best, place.area
    if not len(best):
        return []
    x, y = place.column(shown.found.day[best]), scale.y(shown.value[best])
    reach = min(place.today, snapshot.as_of) if snapshot.as_of > 0 else place.today
    end = max(int(place.column(np.array([reach]))[0]), int(x[-1]))
    after = np.append(x[1:], end)
    flat = np.stack([np.maximum(x, area.x), y, np.minimum(after, area.right - 1), y], axis=-1)
    flat = flat[(after > area.x) & (x < area.right) & (after > x)].astype(np.int32)
    up = np.stack([x[1:], y[:-1], x[1:], y[1:]], axis=-1)
    up = up[(x[1:] >= area.x) & (x[1:] < area.right)].astype(np.int32)
    lines = np.concatenate([flat, up])
    sheet.add(Layer.BAR, "lines", "density", lines)
    corners = np.minimum(lines[:, :2], lines[:, 2:])
    return [tuple(row) for row in np.hstack([corners, abs(lines[:, 2:] - lines[:, :2]) + 1]).tolist()]


def dots(sheet: Sheet, snapshot: Snapshot, shown: Band, which: Ints, x: Ints, y: Ints) -> None:
    """The scores: colour says who, hollow is self-reported, pale is another group, a cross is a flagged one."""
    owner, flagged = shown.found.owner[which], shown.flagged[which]
    form = np.where(flagged, 0, np.where(shown.hollow[which], 1, 2))
    pale = ~shown.main[which]
    shapes = ((Shape.CROSS, 4), (Shape.CIRCLE, 5), (Shape.CIRCLE_FULL, 5))
    for other in (True, False):  # the compared ones lie on the paler ones
        for who in np.unique(owner[pale == other]).tolist():
            for kind, (shape, size) in enumerate(shapes):
                own = (owner == who) & (form == kind) & (pale == other)
                points = np.stack([x[own], y[own]], axis=-1).astype(np.int32)
                sheet.glyph(Layer.MARK, paint(snapshot, who) + (".pale" if other else ""), shape, size, points)


def score_tip(place: Place, snapshot: Snapshot, shown: Band, n: int, row: int) -> str:
    """The tip of an event with what it was measured on and what to beware of."""
    known = place.tips.get(~row)  # beside the tip of the event itself
    if known is None:
        scores, words = snapshot.scores, place.words
        at = int(locate(scores.event, row))
        codes = [int(column[at]) for column in (scores.harness, scores.effort, scores.variant)]
        said = [
            f"{shown.name} {shown.version}".strip(),
            *group_words(snapshot, codes, float(np.nan_to_num(scores.budget[at], nan=-1.0))),
        ]
        if shown.hollow[n]:
            said.append(words.tr("self-reported"))
        if shown.flagged[n]:
            said.append(words.fill("flagged: %1", scores.flags[scores.flag[at]].replace("_", " ")))
        known = place.tips[~row] = f"{place.tip(snapshot, row)}\n{' · '.join(said)}"
    return known
