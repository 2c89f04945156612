"""The little YAML that lists of models are written in: a list of flat tables, alone or under one key."""

from __future__ import annotations

import json
import re
from typing import Any

LINE = re.compile(r"(?P<indent> *)(?P<dash>- +)?(?P<key>[A-Za-z_][\w .-]*):(?: +(?P<value>.*))?")
WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}


def read(text: str) -> Any:
    """The list, or the object that holds it beside single values; None for any other text."""
    top: dict[str, Any] = {}
    rows: list[dict[str, Any]] = []
    name, dash = "", -1  # the key over the list, and how far its dashes are indented
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#") or (line.rstrip() == "---" and not rows):
            continue
        found = LINE.fullmatch(line.rstrip())
        if not found:
            return None
        key, indent = found["key"].strip(), len(found["indent"])
        if found["dash"] and dash in (-1, indent):
            dash = indent
            rows.append({})
        elif found["dash"] or (rows and indent != 0 and indent <= dash) or (not rows and indent):
            return None
        if rows and (found["dash"] or indent > dash):
            if key in rows[-1]:
                return None  # which of the two holds nobody knows
            rows[-1][key] = scalar(found["value"] or "")
        elif (rows and not name) or key in top or (found["value"] is None and name):
            return None  # two lists, or a list with something beside it
        elif found["value"] is None:
            name = key
        else:
            top[key] = scalar(found["value"])
    if not rows:
        return None
    return {**top, name: rows} if name else rows


def scalar(value: str) -> Any:
    """A value without its quotes or the comment after it; a list in brackets as one."""
    value = value.strip()
    if found := re.fullmatch(r"'((?:[^']|'')*)'(?: +#.*)?", value):
        return found[1].replace("''", "'")
    if found := re.fullmatch(r'("(?:[^"\\]|\\.)*")(?: +#.*)?', value):
        try:
            return json.loads(found[1])
        except ValueError:
            return found[1][1:-1]
    plain = "" if value.startswith("#") else value.partition(" #")[0].strip()
    if plain.startswith("[") and plain.endswith("]"):
        return [scalar(part) for part in plain[1:-1].split(",") if part.strip()]
    return WORDS.get(plain.casefold(), plain)
