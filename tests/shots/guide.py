"""docs/guide.md as something that can be done: its questions, their steps and their pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "guide.md"
SECTION = re.compile(r"^## (\d+)\. (.+?)\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Question:
    """One question of the guide."""

    number: int
    title: str
    steps: tuple[str, ...]
    picture: str  # beside the page


def questions() -> list[Question]:
    """The questions of the page, in order."""
    found = []
    for number, title, text in SECTION.findall(PAGE.read_text("utf-8")):
        steps = tuple(re.findall(r"^\d\. (.+)$", text, re.MULTILINE))
        (picture,) = re.findall(r"!\[[^]]+]\(([^)]+)\)", text)
        found.append(Question(int(number), title, steps, picture))
    return found
