"""Texts from a file someone else may have written, made safe to show."""

from __future__ import annotations

import re

LONGEST = 500  # characters of a name or a title
LONGEST_NOTE = 20_000  # characters of any other text
# Controls but tab and line feed, and the marks that turn the order of what follows around.
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(text: str, longest: int = 0) -> str:
    """A text without control characters and direction overrides, cut where `longest` is given.

    A text that has neither comes back as it is.
    """
    if UNSEEN.search(text):
        text = UNSEEN.sub("", text)
    if longest:
        if "\n" in text or "\t" in text:
            text = " ".join(text.split())
        if len(text) > longest:
            text = text[: longest - 1] + "…"
    return text
