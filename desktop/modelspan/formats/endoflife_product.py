"""What endoflife.date has on one product, whichever way it is written: a page, the API, or the site's own data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from modelspan.formats.endoflife_markdown import HeadError, head
from modelspan.formats.file import DAY, File

PAGE = re.compile(r"\ufeff?---[ \t]*\r?\n(?=[\s\S]*?^releases:)(?=[\s\S]*?^[ -]+releaseCycle:)", re.MULTILINE)
API_MARKS = ("isEol", "eolFrom", "isMaintained")
DATA_MARKS = ("eol", "eoas", "eoes", "releaseDate", "discontinued")
DATA_PARTS = frozenset({"releases", "versions"})
VERSION = "a version within a release, with no end of its own"
# What the site's rules for reading a vendor's page take off a day.
HEDGE = re.compile(r"(?:not|no) (?:sooner|earlier) than|earliest|or later|tentative", re.IGNORECASE)
NO_NAME = re.compile(r"endoflife|release|data|api|v1|products?|json|md|[\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A release as it is written; or why it cannot be read, or is none."""

    record: str
    raw: dict[str, Any] | None = None
    error: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A product with its releases. `called` are its names on the site; `hedged` says whether "not sooner than" is taken
    off the days of its ends, None where that is not told; `data` is true of the site's own data.
    """

    name: str
    title: str
    called: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    policy: str = ""
    hedged: bool | None = None
    data: bool = False
    rows: tuple[Row, ...] = ()
    errors: tuple[str, ...] = ()


def known(file: File) -> bool:
    """Whether a file is of endoflife.date."""
    if file.head.startswith((b"---", b"\xef\xbb\xbf---", b"\xff\xfe", b"\xfe\xff")) and PAGE.match(file.text):
        return True
    if not file.head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return False
    whole = file.json
    return isinstance(whole, dict) and (is_data(whole) or any(marked(result) for result in results(whole)))


def is_data(whole: dict[str, Any]) -> bool:
    """The site's own data: releases by name, each with its name, and a day or more."""
    releases = whole.get("releases")
    return (
        isinstance(releases, dict)
        and whole.keys() <= DATA_PARTS
        and any(
            isinstance(one, dict) and "name" in one and any(mark in one for mark in DATA_MARKS)
            for one in releases.values()
        )
    )


def results(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The products of an answer of the API: one, or all."""
    result = whole.get("result")
    return [one for one in (result if isinstance(result, list) else [result]) if isinstance(one, dict)]


def marked(result: dict[str, Any]) -> bool:
    """Whether a product of the API has releases that say whether they have ended."""
    releases = result.get("releases")
    return isinstance(releases, list) and any(
        isinstance(one, dict) and any(mark in one for mark in API_MARKS) for one in releases
    )


def products(file: File) -> Iterator[Product]:
    """The products of a file."""
    whole = file.json if file.head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else None
    if not isinstance(whole, dict):
        yield from_page(file)
    elif "result" in whole:
        yield from map(from_api, results(whole))
    else:
        yield from_data(file, whole)


def from_page(file: File) -> Product:
    """A page: its head is all that counts."""
    found = head(file.text.lstrip("\ufeff"))
    rows = []
    for number, release in enumerate(found.releases, start=1):
        if isinstance(release, HeadError):
            rows.append(Row(record=release.release or f"release {number}", error=str(release)))
        else:
            rows.append(Row(record=named(release, number), raw=release))
    return Product(
        name=text(found.fields.get("permalink")).strip("/") or stem(file),
        title=text(found.fields.get("title")) or stem(file),
        called=tuple(name.strip("/") for name in texts(found.fields.get("alternate_urls"))),
        tags=frozenset(" ".join(texts(found.fields.get("tags"))).casefold().split()),
        policy=text(found.fields.get("releasePolicyLink")),
        hedged=hedged(found.fields.get("auto")),
        rows=tuple(rows),
        errors=tuple(str(error) for error in found.errors),
    )


def from_api(result: dict[str, Any]) -> Product:
    """A product as the API answers."""
    links = result.get("links")
    releases = result.get("releases")
    listed = releases if isinstance(releases, list) else []
    name = text(result.get("name"))
    return Product(
        name=name,
        title=text(result.get("label")) or name,
        called=tuple(texts(result.get("aliases"))),
        tags=frozenset(tag.casefold() for tag in texts(result.get("tags"))),
        policy=text(links.get("releasePolicy")) if isinstance(links, dict) else "",
        rows=tuple(row(one, named(one, number)) for number, one in enumerate(listed, start=1)),
        errors=() if isinstance(releases, list) else ("releases: There is no list of releases.",),
    )


def from_data(file: File, whole: dict[str, Any]) -> Product:
    """The site's own data, which names no product: its file does."""
    releases, versions = whole.get("releases"), whole.get("versions")
    rows = [
        row({"name": name, **one} if isinstance(one, dict) else one, name)
        for name, one in (releases.items() if isinstance(releases, dict) else ())
    ]
    inner = versions if isinstance(versions, dict) else {}
    rows += [Row(record=f"versions/{name}", reason=VERSION) for name in inner]
    return Product(name=stem(file), title=stem(file), data=True, rows=tuple(rows))


def row(release: object, record: str) -> Row:
    """A release of a list or table."""
    if isinstance(release, dict):
        return Row(record=record, raw=release)
    return Row(record=record, error="The release is not a table.")


def named(release: object, number: int) -> str:
    """What problems call a release."""
    names = (release.get(name) for name in ("releaseCycle", "name")) if isinstance(release, dict) else ()
    return next((name for name in names if isinstance(name, str) and name.strip()), f"release {number}")


def hedged(auto: object) -> bool | None:
    """Whether the rules for reading a vendor's page take "not sooner than" off ends; None where none reads an end."""
    methods = auto.get("methods") if isinstance(auto, dict) else None
    ends = [
        method["fields"]["eol"]
        for method in (methods if isinstance(methods, list) else [])
        if isinstance(method, dict) and isinstance(method.get("fields"), dict) and "eol" in method["fields"]
    ]
    return any(HEDGE.search(str(end)) for end in ends) if ends else None


def stem(file: File) -> str:
    """The product in the name of a file, without day and the words that say what file it is."""
    bare = DAY.sub("", PurePath(file.name.replace("\\", "/")).name.partition(".")[0])
    parts = re.split(r"[_\s]+|-(?=$)", bare.casefold())
    return "-".join([part for part in parts if part and not all_generic(part)]) or "product"


def all_generic(part: str) -> bool:
    """Whether a part of a file's name names no product."""
    return all(NO_NAME.fullmatch(word) for word in part.split("-") if word)


def text(value: object) -> str:
    """A text; empty for what is none."""
    return value.strip() if isinstance(value, str) else ""


def texts(value: object) -> list[str]:
    """The texts of a list; a text itself is one."""
    return [text(one) for one in (value if isinstance(value, list) else [value]) if text(one)]
