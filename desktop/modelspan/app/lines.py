"""Lines of text with a role: what the detail pane, the list of ends and the painted card have in common."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """How a line is said."""

    TITLE = "title"
    HEADING = "heading"
    STRONG = "strong"
    BODY = "body"
    FAINT = "faint"
    LINK = "link"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: text at the left, maybe text at the right. `target` is an entity to select, `url` a page to open.

    `pick` is what a click decides: a slot and the event to show in it, see `app.deciding`.
    """

    text: str
    right: str = ""
    style: Style = Style.BODY
    indent: int = 0
    swatch: str = ""  # an organisation's paint
    target: str = ""
    url: str = ""
    pick: str = ""
