"""The detail card of a picture: the lines of the detail pane, painted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from modelspan.app import known_details
from modelspan.app.detail_lines import Teller, suspect
from modelspan.app.lines import Line, Style
from modelspan.app.saying import setting
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.records import EntityKind, Score
from modelspan.engine.frame import Frame, Layer, Sheet
from modelspan.store import lookup
from modelspan.ui.painter import metrics

LOOKS = {  # paint, size, bold, line height
    Style.TITLE: ("strong", 18, True, 28),
    Style.HEADING: ("strong", 12, True, 26),
    Style.STRONG: ("strong", 12, True, 18),
    Style.BODY: ("text", 12, False, 17),
    Style.FAINT: ("faint", 11, False, 15),
    Style.LINK: ("link", 11, False, 15),
    Style.WARNING: ("warning", 11, False, 15),
}
PAD = 14
UNDER = 15  # height of a right part on a line of its own


MOST_KIN = 6  # that are read to find the one to compare with


def settings_of(details: lookup.Details) -> set[tuple[object, ...]]:
    """The settings a model was scored at, without scores that are no result to compare."""
    own = [event for event in details.events if event.subject_id == details.entity.id]
    return {setting(event) for event in own if isinstance(event.body, Score) and not suspect(event.body)}


def sibling_of(scene: Scene, path: Path, details: lookup.Details) -> lookup.Details | None:
    """The model to compare with: of the nearest kin the one with most scores at the same settings; None without any.

    Among equals the nearest predecessor, then the nearest successor.
    """
    model, own = details.entity.id, settings_of(details)
    row = scene.snapshot.entities.row.get(model, -1)
    if row < 0 or not own:
        return None
    kin = scene.kin(row)
    place = kin.index(model) if model in kin else 0
    before, after = kin[:place][::-1], kin[place + 1 :]
    near = [name for pair in zip_longest(before, after) for name in pair if name][:MOST_KIN]
    best, most = None, 0
    for name in sorted(near, key=[*before, *after].index):
        other = known_details.details(scene, path, name)
        shared = len(own & settings_of(other))
        if shared > most:
            best, most = other, shared
    return best


def wrap(text: str, width: int, size: int, bold: bool) -> list[str]:
    """Words into lines that fit; a word too long for a line is elided by the painter."""
    measure = metrics(size, bold)
    rows, row = [], ""
    for word in text.split():
        longer = f"{row} {word}".strip()
        if row and measure.horizontalAdvance(longer) > width:
            rows.append(row)
            row = word
        else:
            row = longer
    return [*rows, row] if row else rows


def fits_beside(text: str, right: int, room: int, size: int, bold: bool) -> bool:
    """Whether a right part so wide stands beside a text: on one row, or with half of the room for the text's rows."""
    measure = metrics(size, bold)
    if measure.horizontalAdvance(text) <= room - right:
        return True
    widest = max((measure.horizontalAdvance(word) for word in text.split()), default=0)
    return widest <= room - right and right <= room // 2


def place(
    sheet: Sheet, lines: Sequence[Line], width: int, limit: int = 10**6
) -> tuple[list[tuple[int, int, Line]], int]:
    """Put lines on a sheet, as many as end above `limit`; returns (top, bottom, line) of each and the height used."""
    y = 8
    placed: list[tuple[int, int, Line]] = []
    for line in lines:
        paint, size, bold, step = LOOKS[line.style]
        left = PAD + line.indent * 12 + (14 if line.swatch else 0)
        right = metrics(11, False).horizontalAdvance(line.right) + 10 if line.right else 0
        beside = fits_beside(line.text, right, width - left - PAD, size, bold)
        under = [] if beside else wrap(line.right, width - left - PAD, 11, False)
        right = right if beside else 0
        rows = wrap(line.text, width - left - PAD - right, size, bold) or [""]
        if y + step * len(rows) + UNDER * len(under) > limit:
            break
        top = y
        if line.style is Style.HEADING:
            sheet.rect(Layer.GRID, "line", PAD, y + 2, width - 2 * PAD, 1)
            y += 4
        if line.swatch:
            sheet.rect(Layer.MARK, line.swatch, PAD, y + step // 2 - 4, 8, 8)
        for number, row in enumerate(rows):
            room = width - left - PAD - (right if number == 0 else 0)
            sheet.text(row, left, y, room, step, paint=paint, size=size, bold=bold)
            if number == 0 and right:
                sheet.text(line.right, width - PAD - right, y, right, step, paint="faint", size=11, align=1)
            y += step
        for row in under:
            sheet.text(row, left, y, width - left - PAD, UNDER, paint="faint", size=11, align=1)
            y += UNDER
        placed.append((top, y, line))
    return placed, y + 8


def card_frame(scene: Scene, path: Path, state: AppState, width: int, height: int) -> Frame:
    """The card of the selection."""
    details = known_details.details(scene, path, state.selected)
    is_model = details.entity.kind is EntityKind.MODEL
    sibling = sibling_of(scene, path, details) if is_model else None
    lines = Teller(scene, details, state.today, sibling).lines()
    sheet = Sheet()
    sheet.rect(Layer.GROUND, "panel", 0, 0, width, height)
    sheet.rect(Layer.GRID, "line", 0, 0, 1, height)
    placed, _ = place(sheet, lines, width, height - 22)
    hidden = len(lines) - len(placed)
    if hidden:
        text = scene.words.count(hidden, "%1 more line in the app", "%1 more lines in the app")
        sheet.text(text, PAD, height - 20, width - 2 * PAD, 16, paint="faint", size=10)
    return sheet.frame(width, height)
