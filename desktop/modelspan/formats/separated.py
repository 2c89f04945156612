"""Tables in text with a sign between the cells: which sign, where rows begin and what columns are called."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

SIGNS = "\t|;,"  # of two that fit alike the first: a comma stands in numbers and headings as well
HEAD, FIRST = 65_536, 20  # characters and rows by which the sign is told
EXCEL = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)  # what Excel writes before some tables, and reads
LARGEST_CELL = 512_000_000  # whole articles stand in cells; csv's own limit of 131,072 is for all of a process
csv.field_size_limit(LARGEST_CELL)

Record = tuple[int, list[str]]


class UnclosedError(ValueError):
    """A quote that is never closed, so that nobody knows where the rows after it begin; the message names its row."""


class Lines:
    """The lines of a text; `ended` once someone asked for more than there are."""

    def __init__(self, text: str) -> None:
        self.lines = io.StringIO(text, newline="")
        self.ended = False

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> str:
        line = self.lines.readline()
        self.ended = not line
        if self.ended:
            raise StopIteration
        return line


def records(text: str) -> Iterator[Record]:
    """The rows that are not blank, the header among them, with their numbers as a spreadsheet counts.

    Raises UnclosedError at the last row where that is cut off within quotes.
    """
    text = text.replace("\0", "")  # pads the cells of some exports
    found = EXCEL.match(text)
    skipped = 1 if found else 0
    yield from split(text[found.end() :] if found else text, found[1] if found else sign_of(text), skipped)


def split(text: str, sign: str, skipped: int = 0) -> Iterator[Record]:
    """The rows by a sign."""
    lines = Lines(text)
    for number, cells in enumerate(csv.reader(lines, delimiter=sign), skipped + 1):
        if lines.ended:
            raise UnclosedError(f"the quote that opens in row {number} is never closed")
        stripped = [cell.strip() for cell in cells]
        if any(stripped):
            yield number, stripped


def sign_of(text: str) -> str:
    """The sign by which most of the first rows are as wide as the header; of several the one with more columns."""
    head = text[:HEAD]

    def fits(sign: str) -> tuple[float, int]:
        widths: list[int] = []
        with suppress(UnclosedError):  # the head may end within a cell
            widths.extend(len(cells) for _, cells in islice(split(head, sign), FIRST))
        width = widths[0] if widths else 0
        return (widths.count(width) / len(widths) if width > 1 else 0, width)

    return max(SIGNS, key=fits)


def distinct(names: Iterable[str], taken: Iterable[str] = (), first: int = 1) -> list[str]:
    """Names of columns, each once: a second one is numbered, one without a name is called by its place."""
    used = set(taken)
    found = []
    for place, name in enumerate(names, first):
        own = name or f"column {place}"
        number, once = 1, own
        while once in used:
            number += 1
            once = f"{own} ({number})"
        used.add(once)
        found.append(once)
    return found


def row(names: list[str], cells: list[str]) -> dict[str, str]:
    """A row by column: with all of them, and with cells beyond the last one under names of their own."""
    missing = len(names) - len(cells)
    if missing >= 0:
        return dict(zip(names, cells + [""] * missing, strict=True))
    beyond = cells[len(names) :]
    while beyond and not beyond[-1]:
        beyond.pop()
    own = distinct([""] * len(beyond), names, len(names) + 1)
    return dict(zip(names + own, cells, strict=False))
