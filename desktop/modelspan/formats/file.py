"""A file to be read, by its content: unpacked, with the little that its name tells."""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from modelspan.domain.problems import UserError
from modelspan.formats.separated import UnclosedError, distinct, records, row

LARGEST = 512_000_000  # bytes unpacked; more is no list of models
BARE_UTF_16 = re.compile(rb"(?P<little>(?:[^\0]\0){2})|(?:\0[^\0]){2}")  # of a text that begins in ASCII
HEAD = 65_536  # bytes that formats are told by
DAY = re.compile(r"(?<!\d)(20\d\d)-(\d\d)(?:-(\d\d))?(?!\d)")

# Half of a character beyond the first 65,536, written as JSON does: no text of a store can hold it. What is kept stands
# first: an escaped backslash, which may stand before any letters, and both halves together.
HALF = re.compile(
    r"(?P<kept>\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


@dataclass(frozen=True)
class File:
    """A name and the bytes, unpacked. `day` is the ISO day they are known to be of, where the name tells none."""

    name: str
    data: bytes
    day: str = ""

    @property
    def head(self) -> bytes:
        """Where formats are told apart."""
        return self.data[:HEAD]

    @cached_property
    def text(self) -> str:
        """As text: UTF-8 or UTF-16, each with or without a mark, else what Windows writes."""
        if self.data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return self.data.decode("utf-16", "replace")
        if found := BARE_UTF_16.match(self.data):
            return self.data.decode("utf-16-le" if found["little"] else "utf-16-be", "replace")
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return self.data.decode("cp1252", "replace")

    @cached_property
    def json(self) -> Any:
        """As JSON with decimals as the text they are printed as, since prices are no floats; None where it is none."""
        try:
            text = self.text
            if "\\ud" in text or "\\uD" in text:  # looking for halves takes longer than reading all the rest
                text = HALF.sub(whole, text)
            return json.loads(text, parse_float=str, parse_constant=nothing)
        except (ValueError, RecursionError):
            return None

    @cached_property
    def header(self) -> list[str]:
        """The names of the columns of a table, each of them once; empty where the text is no table."""
        try:
            return distinct(next(records(self.text), (0, []))[1])
        except UnclosedError:
            return []

    @cached_property
    def numbered(self) -> list[tuple[int, dict[str, str]]]:
        """The rows of a table below its header with their numbers as a spreadsheet counts; blank ones are left out.

        A row has all columns; cells beyond the last one stand under names that are not in the header. Raises UserError
        where a quote is never closed.
        """
        return list(self.body())

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """The rows of a table below its header: cells without space around them."""
        return [cells for _, cells in self.numbered]

    def first_rows(self, count: int) -> list[dict[str, str]]:
        """Some rows to tell a table by, without reading the rest."""
        found: list[dict[str, str]] = []
        with suppress(UserError):  # it is said when the whole table is read
            found.extend(cells for _, cells in islice(self.body(), count))
        return found

    def body(self) -> Iterator[tuple[int, dict[str, str]]]:
        """The rows below the header, one by one."""
        try:
            for number, cells in islice(records(self.text), 1, None):
                yield number, row(self.header, cells)
        except UnclosedError as error:
            raise UserError(f"{self.name} cannot be read as a table: {error}; close it.") from error

    @property
    def vintage(self) -> str:
        """The day in the name, as ISO text no finer than it stands there, else the day it was fetched; maybe empty."""
        found = DAY.search(self.name)
        return "-".join(part for part in found.groups() if part) if found else self.day


def whole(found: re.Match[str]) -> str:
    """What stands for half a character; all else as it is."""
    return found["kept"] or "\\ufffd"


def nothing(_word: str) -> None:
    """NaN and Infinity in a JSON file are no values."""
    return


def unpacked(name: str, data: bytes) -> File:
    """A file, unpacked where gzip packed it. Raises UserError for one that is broken or unpacks to too much."""
    if not data.startswith(b"\x1f\x8b"):
        return File(name, data)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            whole = stream.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UserError(f"{name} is packed with gzip but broken: {error}; download it again.") from error
    if len(whole) > LARGEST:
        raise UserError(f"{name} unpacks to more than {LARGEST // 1_000_000} MB; that is no list of models.")
    return File(name.removesuffix(".gz"), whole)
