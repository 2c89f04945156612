"""Ends next: what ends in some days, day by day, with notice, successor and warnings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from modelspan.app.lines import Line, Style
from modelspan.app.saying import notice_words, warnings, weak
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.snapshot import OPEN_END
from modelspan.engine.lives import Ending

RANGES = (30, 90, 365)


def rows(scene: Scene, state: AppState, days: int, followed_only: bool = False) -> list[int]:
    """Rows of Ends within some days that pass the filter, by day."""
    ends = scene.ends
    keep = (ends.low >= state.today) & (ends.low < state.today + days) & scene.mask(state)[ends.model]
    surfaces = scene.surface_mask(state)
    if surfaces is not None:
        keep &= surfaces[ends.surface]
    found: list[int] = np.flatnonzero(keep).tolist()
    if followed_only:
        ids = scene.snapshot.entities.ids
        wanted = set(state.followed)
        found = [
            n for n in found
            if (ids[ends.model[n]], "") in wanted or (ids[ends.model[n]], ids[ends.surface[n]]) in wanted
        ]  # fmt: skip
    return found


def lines(scene: Scene, state: AppState, days: int, followed_only: bool = False) -> list[Line]:
    """The list, grouped by day; ends of which all is the same but the surface, or the model, stand together."""
    words, ends = scene.words, scene.ends
    groups: dict[tuple[int, bool], dict[tuple[int, int, int, tuple[str, ...]], list[int]]] = {}
    for n in rows(scene, state, days, followed_only):
        soft = bool(ends.ending[n] == Ending.NOT_BEFORE)
        successor = int(scene.lives.successor[ends.life[n]]) if ends.scope[n] == 0 else -1
        group = groups.setdefault((int(ends.low[n]), soft), {})
        life, scope = int(ends.life[n]), int(ends.scope[n])
        notice = notice_words(scene, life, scene.lives.notice[life] != OPEN_END)
        said = () if scope else (notice, *warnings(scene, life))
        group.setdefault((int(ends.model[n]), successor, scope, said), []).append(n)
    found: list[Line] = []
    for (day, soft), group in groups.items():
        left = day - state.today
        days_left = words.tr("today") if left == 0 else words.count(left, "%1 day", "%1 days")
        name = words.week_day(day)
        if left == 0:
            name = words.fill("Today, %1", name)
        elif left > 300 or day > state.today + 31:
            name = f"{name} {words.full_day(day)[-4:]}"
        found.append(
            Line(
                words.fill("%1 or later", name) if soft else name,
                f"≥ {days_left}" if soft else days_left,
                Style.HEADING,
            )
        )
        together: dict[tuple[Line, ...], list[Line]] = {}
        for (model, successor, scope, said), members in group.items():
            head, rest = entry(scene, model, successor, scope, said, members, soft)
            together.setdefault((Line("", head.right, swatch=head.swatch), *rest), []).append(head)
        for (_, *rest), heads in together.items():
            names = ", ".join(head.text for head in heads)
            found += [replace(heads[0], text=names), *rest]
    if not found:
        found.append(Line(words.tr("Nothing known to end in this time."), style=Style.FAINT))
    return found


def entry(
    scene: Scene, model: int, successor: int, scope: int, said: tuple[str, ...], members: list[int], soft: bool
) -> tuple[Line, list[Line]]:
    """The line of one model that ends, and the lines under it: `said` is the notice and what to beware of."""
    words, ends, snapshot = scene.words, scene.ends, scene.snapshot
    entities = snapshot.entities
    owner = int(entities.organisation[model])
    surfaces = ", ".join(snapshot.name(int(ends.surface[n])) for n in members)
    title = entities.names[model]
    if scope:
        title = words.fill("%1, only %2", title, snapshot.scopes[scope])
    head = Line(title, surfaces, swatch=entities.ids[owner] if owner >= 0 else "", target=entities.ids[model])
    parts = [f"→ {snapshot.name(successor)}" if successor >= 0 else words.tr("no successor named")]
    parts += said[:1]
    if soft:
        parts.append(words.tr("not before this day"))
    if any(weak(scene, int(ends.row[n])) for n in members):
        parts.append(words.tr("weak source"))
    target = entities.ids[successor] if successor >= 0 else ""
    rest = [Line(" · ".join(parts), style=Style.LINK if target else Style.FAINT, indent=1, target=target)]
    rest += [Line(f"! {text}", style=Style.WARNING, indent=1) for text in said[1:]]
    return head, rest
