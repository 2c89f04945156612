"""What fetching keeps in the user's cache folder: per address the file, what the server said of it, and a part of a
newer one that broke off."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import unquote, urlsplit

from modelspan.domain.dates import day
from modelspan.domain.problems import UserError
from modelspan.formats import addresses
from modelspan.formats.file import File

SAID, PART, PART_SAID = ".said.json", ".part", ".part.json"  # names of files that no address gives
LONGEST = 80  # characters of a name
SURE = timedelta(seconds=60)  # a day of change this much older than the answer tells two versions apart


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file at hand, unpacked. `changed` is the day of its last change, or else that on which it was fetched."""

    address: str
    path: Path
    size: int
    changed: int
    unchanged: bool = False  # the server says that it is still the one fetched earlier

    def file(self, today: str = "") -> File:
        """Its content, of `today` where its name tells no day. Raises UserError."""
        try:
            return File(self.path.name, self.path.read_bytes(), today)
        except OSError as error:
            raise UserError(f"{self.path} cannot be read: {error.strerror}.") from error


@dataclass(frozen=True, slots=True)
class Part:
    """The beginning of a file as it travels, and what the server said of the whole."""

    size: int
    etag: str
    modified: str
    packing: str
    all: int | None

    @property
    def proof(self) -> str:
        """What proves that the rest is of the same version; empty where nothing does."""
        return self.etag or self.modified

    def headers(self) -> dict[str, str]:
        """Ask for the rest, or for everything if it has changed."""
        return {"Range": f"bytes={self.size}-", "If-Range": self.proof}

    def fits(self, headers: Mapping[str, str]) -> bool:
        """Whether a part that the server sends continues this one."""
        found = re.fullmatch(r"bytes (\d+)-(\d+)/(\d+|\*)", headers.get("content-range", "").strip())
        if not found or int(found[1]) != self.size:
            return False
        whole = None if found[3] == "*" else int(found[3])
        if whole is not None and ((self.all or whole) != whole or int(found[2]) != whole - 1):
            return False
        etag = headers.get("etag", self.etag)
        return (not self.etag or etag == self.etag) and headers.get("content-encoding", "") == self.packing


@dataclass(frozen=True, slots=True)
class Slot:
    """The folder of one address."""

    address: str
    folder: Path
    name: str  # of the file

    @classmethod
    def of(cls, folder: Path, address: str) -> Slot:
        """Where an address has its place."""
        host = re.sub(r"[^A-Za-z0-9.-]", "-", urlsplit(address).hostname or "")[:40]
        place = folder / f"{host}-{hashlib.sha256(address.encode()).hexdigest()[:12]}"
        return cls(address, place, file_name(address))

    @property
    def file(self) -> Path:
        """The file itself."""
        return self.folder / self.name

    def said(self, name: str) -> dict[str, Any]:
        """What was noted in a file; nothing where there is none that can be read."""
        try:
            found = json.loads((self.folder / name).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) and found.get("address") == self.address else {}

    # The file of an earlier time.

    def kept(self) -> Fetched | None:
        """The file, if it is as it was fetched."""
        said = self.said(SAID)
        try:
            length = self.file.stat().st_size
        except OSError:
            return None
        changed = said.get("changed")
        if said.get("size") != length or not isinstance(changed, int):
            return None
        return Fetched(self.address, self.file, length, changed, unchanged=True)

    def conditions(self) -> dict[str, str]:
        """Ask for the file only if it is another than the one that is kept."""
        said = self.said(SAID) if self.kept() else {}
        names = {"etag": "If-None-Match", "modified": "If-Modified-Since"}
        return {header: said[name] for name, header in names.items() if isinstance(said.get(name), str) and said[name]}

    def keep(self, data: bytes, headers: Mapping[str, str]) -> Fetched:
        """Put a file in the place of the one before, and forget the part it came in."""
        when = moment(headers.get("last-modified", "")) or moment(headers.get("date", ""))
        whole_write(self.file, data)
        when = when or datetime.fromtimestamp(self.file.stat().st_mtime, UTC)
        changed = day(when.year, when.month, when.day)
        said = {
            "address": self.address,
            "etag": headers.get("etag", ""),
            "modified": headers.get("last-modified", ""),
            "size": len(data),
            "changed": changed,
        }
        whole_write(self.folder / SAID, json.dumps(said, indent=1).encode())
        self.drop()
        return Fetched(self.address, self.file, len(data), changed)

    # The part of a newer one.

    def begin(self, headers: Mapping[str, str], whole: int | None) -> None:
        """Note what the server says of a file that is about to come."""
        self.drop()
        etag = headers.get("etag", "")
        said = {
            "address": self.address,
            "etag": etag if etag.startswith('"') else "",  # a weak one proves nothing about bytes
            "modified": proof(headers),
            "packing": headers.get("content-encoding", ""),
            "all": whole,
        }
        if said["etag"] or said["modified"]:
            whole_write(self.folder / PART_SAID, json.dumps(said, indent=1).encode())

    def open_part(self, mode: str) -> BinaryIO:
        """The part, to be written or read."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return cast(BinaryIO, (self.folder / PART).open(mode))

    def part(self) -> Part | None:
        """The part, if the next try can go on from it."""
        said = self.said(PART_SAID)
        try:
            length = (self.folder / PART).stat().st_size
        except OSError:
            return None
        etag, modified, packing = (str(said.get(name) or "") for name in ("etag", "modified", "packing"))
        whole = said.get("all")
        found = Part(length, etag, modified, packing, whole if isinstance(whole, int) else None)
        return found if length and found.proof and length < (found.all or length + 1) else None

    def drop(self) -> None:
        """Forget the part."""
        for name in (PART, PART_SAID):
            (self.folder / name).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Leave nothing behind that is of no use."""
        with suppress(OSError):
            if self.part() is None:
                self.drop()
            self.folder.rmdir()  # if it is empty


def kept(address: str, folder: Path) -> Fetched | None:
    """What is at hand of an address from an earlier time."""
    return Slot.of(folder, address).kept()


def file_name(address: str) -> str:
    """What the file of an address is called: the known name, else the last part of its path, else its host."""
    known = addresses.known(address)
    if known is not None:
        return known.file
    parts = urlsplit(address)
    last = unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.hostname or ""
    plain = re.sub(r"[^A-Za-z0-9._-]", "-", last).lstrip(".-")[-LONGEST:].removesuffix(".gz")
    return plain or "fetched"


def proof(headers: Mapping[str, str]) -> str:
    """The day of change, where it is old enough that no two versions can share it."""
    changed, now = moment(headers.get("last-modified", "")), moment(headers.get("date", ""))
    return headers["last-modified"] if changed and now and now - changed >= SURE else ""


def moment(text: str) -> datetime | None:
    """A moment as HTTP writes it."""
    try:
        found = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def whole_write(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
