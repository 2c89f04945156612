"""All hosted lives fitted to the height, sorted by first day: the shape of the whole field in one picture."""

from __future__ import annotations

import numpy as np

from modelspan.domain.snapshot import OPEN_END, Flags, Snapshot
from modelspan.domain.words import Words
from modelspan.engine.frame import Area, Layer, Sheet, Target
from modelspan.engine.lives import Ending, Lives
from modelspan.engine.window import Window, to_px

CLICKABLE = 2000  # lives that are a pixel high or so; more cannot be told apart by a pointer


def draw(
    sheet: Sheet,
    area: Area,
    whole: Area,
    window: Window,
    today: int,
    snapshot: Snapshot,
    lives: Lives,
    chosen: Flags,
    words: Words,
) -> None:
    """One row per model: full until something of it ended, paler after, palest past today; a cap at its last end."""
    rows = np.flatnonzero(chosen[lives.model] & lives.placed)
    models, group = np.unique(lives.model[rows], return_inverse=True)
    size = len(models)
    if not size:
        sheet.text(words.tr("No model matches."), area.x + 8, area.y + 8, 300, 20, paint="faint")
        return
    begin, first_end, last_end = (np.full(size, value, np.int64) for value in (OPEN_END, OPEN_END, -OPEN_END))
    np.minimum.at(begin, group, lives.begin[rows])
    open_ended = (lives.ending[rows] == Ending.NONE) | (lives.ending[rows] == Ending.NOT_BEFORE)
    np.minimum.at(first_end, group, np.where(open_ended, OPEN_END, lives.end_low[rows]))
    np.maximum.at(last_end, group, np.where(open_ended, OPEN_END, lives.end_low[rows]))
    order = np.lexsort((models, begin))
    begin, first_end, last_end, models = begin[order], first_end[order], last_end[order], models[order]
    top = area.y + np.arange(size + 1) * (area.h / size)
    y, y2 = np.floor(top[:-1]), np.maximum(np.floor(top[1:]) - (1 if area.h / size >= 3 else 0), np.floor(top[:-1]) + 1)
    endless = last_end == OPEN_END
    stop = np.where(endless, today, last_end)
    turn = np.minimum(np.minimum(first_end, stop), np.maximum(begin, today))
    past = np.clip(today, turn, np.maximum(stop, turn))
    owner = snapshot.entities.organisation[models]
    x = [to_px(window, days, area.w) + area.x for days in (begin, turn, past, stop)]
    for row in np.unique(owner).tolist():
        own = owner == row
        who = snapshot.entities.ids[row] if row >= 0 else "other"
        for left, right, tone in ((0, 1, ""), (1, 2, ".pale"), (2, 3, ".area")):
            keep = own & (x[right] > x[left])
            sheet.add(Layer.BAR, "rects", who + tone, area.clip(x[left][keep], y[keep], x[right][keep], y2[keep]))
    if size <= CLICKABLE:
        for place, row in enumerate(models.tolist()):
            left, high = int(max(x[0][place], area.x)), int(y2[place] - y[place])
            width = int(min(x[3][place], area.right)) - left
            sheet.targets.append(Target(left, int(y[place]), max(width, 1), high, "model", row, snapshot.name(row)))
    caps = ~endless
    sheet.add(Layer.MARK, "rects", "ink", area.clip(x[3][caps] - 1, y[caps], x[3][caps] + 1, y2[caps]))
    legend(sheet, area, whole, snapshot, owner, endless, words)


def legend(
    sheet: Sheet, area: Area, whole: Area, snapshot: Snapshot, owner: object, endless: Flags, words: Words
) -> None:
    """Organisations with their counts, left of the lives."""
    names, counts = np.unique(owner, return_counts=True)  # type: ignore[call-overload]  # an int array
    total = words.count(int(counts.sum()), "%1 hosted model by first day", "%1 hosted models by first day")
    sheet.text(total, 14, whole.y + 8, area.x - 20, 18, paint="strong", bold=True)
    going = words.fill("%1 with no end known", f"{int(np.count_nonzero(endless)):,}")
    sheet.text(going, 14, whole.y + 26, area.x - 20, 16, paint="faint", size=11)
    y = whole.y + 54
    for place in np.argsort(-counts, kind="stable").tolist():
        if y + 20 > whole.bottom - 40:
            break
        row = int(names[place])
        sheet.rect(Layer.MARK, snapshot.entities.ids[row] if row >= 0 else "other", 16, y + 5, 8, 8)
        sheet.text(snapshot.name(row), 32, y, 150, 18)
        sheet.text(str(int(counts[place])), area.x - 90, y, 50, 18, paint="faint", size=11, align=1)
        y += 20
    for line, text in enumerate(
        (
            words.tr("full: on every known surface"),
            words.tr("pale: something of it has ended"),
            words.tr("cap: the last known end"),
        )
    ):
        sheet.text(text, 16, y + 14 + line * 16, area.x - 24, 16, paint="faint", size=11)
