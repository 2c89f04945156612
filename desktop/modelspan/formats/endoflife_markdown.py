"""The head of a page of endoflife.date: the little of YAML that is used there, and nothing else.

Tables and lists by indentation, texts plain or in quotes, true, false and null; a day stays the text it is. What is not
known here, such as a folded text or a table in braces, is an error that names its line. The remark behind a value of a
table stands beside it, under the name of the field with a # before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

FENCE = re.compile(r"---[ \t]*")
KEY = re.compile(r"(?P<name>[A-Za-z_][\w.-]*|\"[^\"\\]*\"|'[^']*')[ \t]*:(?:[ \t]+(?P<rest>.*))?")
ITEM = re.compile(r"-(?:(?P<space>[ \t]+)(?P<rest>.*))?")
DOUBLE = re.compile(r'"((?:[^"\\]|\\["\\/nt])*)"[ \t]*(?:#[ \t]*(.*))?')
SINGLE = re.compile(r"'((?:[^']|'')*)'[ \t]*(?:#[ \t]*(.*))?")
PLAIN = re.compile(r"(.*?)(?:(?:^|[ \t]+)#[ \t]*(.*))?")
NAMED = re.compile(r"(?:-[ \t]+)?releaseCycle:[ \t]+[\"']?([^\"'#]*[^\"'#\s])[\"']?(?:[ \t]+#.*)?")
ESCAPES = {'\\"': '"', "\\\\": "\\", "\\/": "/", "\\n": "\n", "\\t": "\t"}
WORDS: dict[str, object] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None, "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
STRANGE = tuple("[]{}&*!|>%@`,?")  # what begins something of YAML that no page uses
DEEPEST = 20


class HeadError(ValueError):
    """What is not read here; the message is one plain sentence with the line. `release` is whose line, if one is."""

    release = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something: its number, how far it is indented, and the rest."""

    number: int
    indent: int
    text: str


@dataclass(frozen=True, slots=True)
class Head:
    """The fields of the head, its releases one by one, and what could not be read."""

    fields: dict[str, Any] = field(default_factory=dict)
    releases: tuple[dict[str, Any] | HeadError, ...] = ()
    errors: tuple[HeadError, ...] = ()


def head(text: str) -> Head:
    """The head of a page. Each field, and each release, that cannot be read is an error of its own."""
    fields: dict[str, Any] = {}
    releases: list[dict[str, Any] | HeadError] = []
    errors: list[HeadError] = []
    for section in sections(text, errors):
        try:
            name, rest = pair(section[0])
            if name == "releases" and rest is None:
                releases += [release(one) for one in items(section[1:])]
            elif name in fields:
                raise HeadError(f"Line {section[0].number}: {name} stands there twice.")
            else:
                fields |= table(section, 0)
        except HeadError as error:
            errors.append(error)
    return Head(fields, tuple(releases), tuple(errors))


def lines(text: str) -> list[Line] | None:
    """The lines of the head that say something; None where there is no head, or no end of it."""
    every = text.splitlines()
    if not every or not FENCE.fullmatch(every[0]):
        return None
    found: list[Line] = []
    for number, line in enumerate(every[1:], start=2):
        if FENCE.fullmatch(line):
            return found
        bare = line.strip()
        if bare and not bare.startswith("#"):
            found.append(Line(number, len(line) - len(line.lstrip(" ")), line.strip(" ").rstrip()))
    return None


def sections(text: str, errors: list[HeadError]) -> list[list[Line]]:
    """The lines of the head, a field each."""
    every = lines(text)
    if every is None:
        errors.append(HeadError("The page has no head between two lines of ---."))
        return []
    found: list[list[Line]] = []
    for line in every:
        if line.indent == 0 and not ITEM.fullmatch(line.text):
            found.append([line])
        elif found:
            found[-1].append(line)
        else:
            errors.append(HeadError(f"Line {line.number}: {line.text[:40]!r} belongs to no field."))
    return found


def items(every: list[Line]) -> list[list[Line]]:
    """The lines of a list, an item each."""
    found: list[list[Line]] = []
    for line in every:
        if line.indent == every[0].indent and ITEM.fullmatch(line.text):
            found.append([line])
        elif found and line.indent > every[0].indent:
            found[-1].append(line)
        else:
            raise HeadError(f"Line {line.number}: {line.text[:40]!r} is no item of the list.")
    return found


def release(every: list[Line]) -> dict[str, Any] | HeadError:
    """One release, or why it cannot be read."""
    try:
        found = item(every, 1)
    except HeadError as error:
        named = (NAMED.fullmatch(line.text) for line in every)
        error.release = next((name[1] for name in named if name), "")
        return error
    return found if isinstance(found, dict) else HeadError(f"Line {every[0].number}: The release is not a table.")


def item(every: list[Line], depth: int) -> Any:
    """One item of a list: what stands behind the dash, and the lines below it."""
    first = every[0]
    found = ITEM.fullmatch(first.text)
    assert found
    rest = found["rest"]
    if rest is None or not rest:
        return value(every[1:], depth)
    if KEY.fullmatch(rest):  # a table that begins behind the dash
        return table([Line(first.number, first.indent + 1 + len(found["space"]), rest), *every[1:]], depth)
    if len(every) > 1:
        raise HeadError(f"Line {every[1].number}: A text over several lines is not read here.")
    return scalar(rest, first.number)[0]


def value(every: list[Line], depth: int) -> Any:
    """What stands below a field: a table or a list; nothing is none."""
    if depth > DEEPEST:
        raise HeadError(f"Line {every[0].number}: This is nested too deep.")
    if not every:
        return None
    if ITEM.fullmatch(every[0].text):
        return [item(one, depth + 1) for one in items(every)]
    return table(every, depth)


def table(every: list[Line], depth: int) -> dict[str, Any]:
    """A table: fields at one indentation, each with what stands behind it or below."""
    found: dict[str, Any] = {}
    place = 0
    while place < len(every):
        line = every[place]
        if line.indent != every[0].indent:
            raise HeadError(f"Line {line.number}: It is indented neither like its neighbours nor below one.")
        name, rest = pair(line)
        if name in found:
            raise HeadError(f"Line {line.number}: {name} stands there twice.")
        place += 1
        below = []
        while place < len(every) and belongs(every[place], line):
            below.append(every[place])
            place += 1
        if rest is None:
            found[name] = value(below, depth + 1)
            continue
        if below:
            raise HeadError(f"Line {below[0].number}: A text over several lines is not read here.")
        found[name], remark = scalar(rest, line.number)
        if remark:
            found[f"#{name}"] = remark
    return found


def belongs(line: Line, to: Line) -> bool:
    """Whether a line stands below a field: indented more, or an item of its list at the same place."""
    return line.indent > to.indent or (line.indent == to.indent and ITEM.fullmatch(line.text) is not None)


def pair(line: Line) -> tuple[str, str | None]:
    """A field and what stands behind its colon; None where that is nothing, or a remark alone."""
    found = KEY.fullmatch(line.text)
    if not found:
        raise HeadError(f"Line {line.number}: {line.text[:40]!r} is no field with a value.")
    rest = (found["rest"] or "").strip()
    return found["name"].strip("\"'"), None if not rest or rest.startswith("#") else rest


def scalar(text: str, number: int) -> tuple[object, str]:
    """One value, and the remark behind it."""
    if text.startswith('"'):
        if not (found := DOUBLE.fullmatch(text)):
            raise HeadError(f"Line {number}: {text[:40]!r} is no text in quotes as pages write it.")
        return re.sub(r"\\.", lambda escape: ESCAPES[escape[0]], found[1]), (found[2] or "").strip()
    if text.startswith("'"):
        if not (found := SINGLE.fullmatch(text)):
            raise HeadError(f"Line {number}: {text[:40]!r} is no text in quotes as pages write it.")
        return found[1].replace("''", "'"), (found[2] or "").strip()
    found = PLAIN.fullmatch(text)
    plain, remark = (found[1].strip(), (found[2] or "").strip()) if found else (text, "")
    if plain == "[]":
        return [], remark
    if plain.startswith(STRANGE) or ": " in plain or plain.endswith(":"):
        raise HeadError(f"Line {number}: {plain[:40]!r} is YAML of a kind that is not read here.")
    return WORDS.get(plain, plain), remark
