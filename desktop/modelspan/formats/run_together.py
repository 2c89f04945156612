"""Ids that a page gave one below the other and a reader of it ran together: gemini-2.5-progemini-2.5-flash."""

from __future__ import annotations

import re
from collections.abc import Collection

from modelspan.formats.places import FAMILIES

# An id that begins right behind a letter or digit.
WITHIN = re.compile(rf"(?<=[a-z0-9])(?:{'|'.join(FAMILIES)})-", re.IGNORECASE)
SHORTEST = 2  # o1


def seems_several(text: str) -> bool:
    """Whether a second id seems to begin behind what looks like one: neither codellama-7b nor chatgpt-4o are two."""
    starts = (text[: found.start()].casefold() for found in WITHIN.finditer(text))
    return any(re.search(r"[\d-]", start) and not start.endswith("chat") for start in starts)


def ids_in(text: str, known: Collection[str]) -> tuple[str, ...]:
    """The ids of a text: the two known ones it is made of, else the text itself; none where that is not sure."""
    cuts = range(SHORTEST, len(text) - SHORTEST + 1)
    halves = [(text[:cut], text[cut:]) for cut in cuts if text[:cut] in known and text[cut:] in known]
    if len(halves) == 1:
        return halves[0]
    return () if halves or seems_several(text) else (text,)
