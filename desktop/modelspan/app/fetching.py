"""Fetching one file from the web, by the user's wish: checked, capped, resumed where it broke off, kept for next time.

Nothing here runs by itself. Only the request is sent: no cookies, no names, nothing about the machine but that this is
Modelspan and its version.
"""

from __future__ import annotations

import gzip
import io
import re
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urlsplit

from platformdirs import user_cache_dir

from modelspan import __version__
from modelspan.app.fetched import Fetched, Part, Slot, moment
from modelspan.domain.problems import UserError

if TYPE_CHECKING:
    from modelspan.app.transfer import Answer, Transfer

SOON_S = 0.5  # before that, a speed is a guess
PIECE = 1 << 20
GZIP = b"\x1f\x8b"
HEADERS = {
    "User-Agent": f"Modelspan/{__version__}",
    "Accept": "application/json, text/csv, text/plain;q=0.9, */*;q=0.5",
    "Accept-Encoding": "gzip",
}
PAGE = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
OTHER = {b"%PDF-": "a PDF", b"PK\x03\x04": "a ZIP archive; unpack it and import the files in it",
         b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture", b"GIF8": "a picture"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how much at most."""

    connect_s: float = 10
    read_s: float = 30  # without a byte
    whole_s: float = 600
    packed: int = 100_000_000  # bytes as they travel
    unpacked: int = 256_000_000


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one file has come, in bytes as they travel."""

    address: str
    done: int
    all: int | None  # None: the server does not say
    seconds: float = 0
    resumed: int = 0  # of `done`, what an earlier try had brought

    @property
    def left_s(self) -> float | None:
        """Seconds to go at the speed so far; None while that would be a guess."""
        fresh = self.done - self.resumed
        if self.all is None or fresh <= 0 or self.seconds < SOON_S:
            return None
        return (self.all - self.done) * self.seconds / fresh


class CancelledError(Exception):
    """Whoever waits has had enough."""


class BrokenOffError(Exception):
    """The rest of an answer does not come; the message says how, to follow the name of the address."""


def no_progress(_progress: Progress) -> None:
    """Nobody watches."""


def never() -> bool:
    """Nobody cancels."""
    return False


def cache_folder() -> Path:
    """Where fetched files are kept for the next time."""
    return Path(user_cache_dir("modelspan", appauthor=False)) / "web"


def short(address: str) -> str:
    """An address as a sentence names it: host and path."""
    parts = urlsplit(address)
    said = f"{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/") or address
    return said if len(said) <= 90 else f"{said[:40]}…{said[-45:]}"


def loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def allowed(address: str) -> str:
    """The address, if it may be fetched: https, or http on this machine. Raises UserError."""
    try:
        parts = urlsplit(address.strip())
        host, _ = parts.hostname or "", parts.port  # raises for a port that is none
    except ValueError as error:
        raise UserError(f"{address} is no address; it should look like https://models.dev/api.json.") from error
    if parts.scheme not in ("http", "https") or not host or re.search(r"[\s\x00-\x1f]", address.strip()):
        raise UserError(f"{address} is no web address; it should look like https://models.dev/api.json.")
    if parts.username or parts.password:
        raise UserError(f"{short(address)} comes with a name and a password; Modelspan fetches only what is public.")
    if parts.scheme == "http" and not loopback(host):
        raise UserError(f"{short(address)} is not encrypted; use its https:// address.")
    return parts._replace(fragment="").geturl()


class Watch:
    """Says when it is enough: at the user's word, or after the whole time."""

    def __init__(self, address: str, cancelled: Callable[[], bool], whole_s: float) -> None:
        self.address, self.cancelled, self.whole_s = address, cancelled, whole_s
        self.began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self.began

    def check(self) -> None:
        """Raise CancelledError, or BrokenOffError where it takes too long."""
        if self.cancelled():
            raise CancelledError
        if self.seconds > self.whole_s:
            raise BrokenOffError(f"took longer than {spell(self.whole_s)} and was stopped")


def fetch(
    address: str,
    folder: Path,
    *,
    progress: Callable[[Progress], None] = no_progress,
    cancelled: Callable[[], bool] = never,
    limits: Limits = LIMITS,
) -> Fetched:
    """Fetch an address into a folder; both functions are called on this thread.

    Raises UserError, and CancelledError. What was kept of an earlier time stays as it was; of a try that breaks off
    stays what the next one can go on from, if the server can.
    """
    address = allowed(address)
    slot = Slot.of(folder, address)
    watch = Watch(address, cancelled, limits.whole_s)
    try:
        for part in (slot.part(), None):
            found = Try(slot, watch, progress, limits).run(part)
            if found is not None:
                return found
        raise UserError(f"{short(address)} sends another part of the file than was asked for; try again later.")
    except BrokenOffError as error:
        part = slot.part()
        after = f" after {size(part.size)}{f' of {size(part.all)}' if part.all else ''}" if part else ""
        more = "the next try goes on from there" if part else "try again later"
        raise UserError(f"{short(address)} {error}{after}; {more}.") from error
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}.") from error
    finally:
        slot.tidy()


class Try:
    """One request and what comes of it."""

    def __init__(self, slot: Slot, watch: Watch, progress: Callable[[Progress], None], limits: Limits) -> None:
        self.slot, self.watch, self.progress, self.limits = slot, watch, progress, limits
        self.where = short(slot.address)

    def run(self, part: Part | None) -> Fetched | None:
        """Ask for the rest of a part, or for what is newer than what is kept; None if the part does not fit."""
        from modelspan.app.transfer import Transfer

        slot, limits = self.slot, self.limits
        self.watch.check()
        headers = HEADERS | (part.headers() if part else slot.conditions())
        with Transfer(slot.address, headers, limits, self.watch.check) as transfer:
            answer = transfer.answer()
            kept = slot.kept()
            if answer.status == 304 and part is None and kept is not None:
                return kept
            if part is not None and (answer.status == 416 or (answer.status == 206 and not part.fits(answer.headers))):
                return None
            if answer.status != (206 if part and answer.status == 206 else 200):
                raise UserError(refusal(self.where, answer.status, answer.headers))
            self.receive(transfer, answer, part if answer.status == 206 else None)
        self.watch.check()
        return slot.keep(self.body(answer), answer.headers)

    def receive(self, transfer: Transfer, answer: Answer, part: Part | None) -> None:
        """Take the bytes into the part. Raises UserError for too many, BrokenOffError for too few."""
        resumed = part.size if part else 0
        coming = answer.headers.get("content-length", "")
        whole = resumed + int(coming) if coming.isdecimal() and "transfer-encoding" not in answer.headers else None
        if whole is not None and whole > self.limits.packed:
            self.too_much(f"is {size(whole)} large")
        if part is None:
            self.slot.begin(answer.headers, whole)
        began = self.watch.seconds
        done = resumed
        with self.slot.open_part("ab" if part else "wb") as file:
            self.tell(done, whole, 0, resumed)
            for piece in transfer.pieces():
                done += len(piece)
                if done > self.limits.packed:
                    file.close()
                    self.too_much(f"does not end after {size(self.limits.packed)}")
                file.write(piece)
                self.tell(done, whole, self.watch.seconds - began, resumed)
        if whole is not None and done != whole:
            raise BrokenOffError("broke off")
        self.tell(done, done, self.watch.seconds - began, resumed)

    def tell(self, done: int, whole: int | None, seconds: float, resumed: int) -> None:
        """Say how far it is."""
        self.progress(Progress(self.slot.address, done, whole, seconds, resumed))

    def too_much(self, what: str) -> None:
        """Raises UserError; nothing of it stays."""
        self.slot.drop()
        raise UserError(f"{self.where} {what}, more than Modelspan takes ({size(self.limits.packed)}).")

    def body(self, answer: Answer) -> bytes:
        """What was fetched, unpacked and looked at. Raises UserError; then nothing of it stays."""
        packing = answer.headers.get("content-encoding", "identity").strip().lower()
        try:
            if packing not in ("gzip", "x-gzip", "identity", ""):
                raise UserError(f"{self.where} comes packed as {packing[:20]}, which Modelspan did not ask for.")
            with self.slot.open_part("rb") as file:
                data = self.unpacked(file) if packing in ("gzip", "x-gzip") else file.read()
            if data.startswith(GZIP):  # a packed file, as the publisher keeps it
                data = self.unpacked(io.BytesIO(data))
            if len(data) > self.limits.unpacked:
                raise UserError(f"{self.where} unpacks to more than {size(self.limits.unpacked)}; it was not kept.")
            misfit = told(data, self.slot.name)
            if misfit:
                raise UserError(f"{self.where} {misfit}.")
        except (UserError, CancelledError):
            self.slot.drop()
            raise
        return data

    def unpacked(self, packed: BinaryIO | io.BytesIO) -> bytes:
        """Without gzip, up to the limit. Raises UserError."""
        found = bytearray()
        try:
            with gzip.GzipFile(fileobj=packed) as stream:
                while piece := stream.read(PIECE):
                    self.watch.check()
                    found += piece
                    if len(found) > self.limits.unpacked:
                        most = size(self.limits.unpacked)
                        raise UserError(f"{self.where} unpacks to more than {most}; it was not kept.")
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise UserError(f"{self.where} comes packed with gzip but broken; try again later.") from error
        return bytes(found)


def told(data: bytes, name: str) -> str:
    """By its content, why this is not what was wanted, to follow the name of the address; empty if it may be."""
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        return "is empty"
    if start.startswith(b"<") and PAGE.search(start):
        return "answers with a web page and not with data; the address may have changed, or a network asks to sign in"
    for mark, what in OTHER.items():
        if data.startswith(mark):
            return f"is {what}" if ";" in what else f"is {what} and not data"
    if name.endswith(".json") and start[:1] not in (b"{", b"["):
        return "should be JSON and is not"
    return ""


def refusal(where: str, status: int, headers: Mapping[str, str]) -> str:
    """What an answer without data means, in a sentence."""
    wait = waiting(headers)
    match status:
        case 404 | 410:
            return f"{where} is not there any more ({status}); the publisher may have moved it."
        case 401 | 403 | 451:
            return f"{where} is not open to programs ({status}); it can perhaps be downloaded in a browser."
        case 407:
            return f"The proxy before {where} wants a name and a password (407); put them into HTTPS_PROXY."
        case 429:
            return f"{where} has had too many requests (429); try again {wait or 'later'}."
        case 204 | 205:
            return f"{where} answers with nothing ({status}); try again later."
        case _ if status >= 500:
            return f"{where} has a trouble of its own ({status}); try again {wait or 'later'}."
        case _:
            return f"{where} answers with {status} and not with data; the publisher may have moved it."


def waiting(headers: Mapping[str, str]) -> str:
    """How long the server asks to wait: `in 2 minutes`; empty if it does not say."""
    asked = headers.get("retry-after", "").strip()
    if asked.isdecimal():
        return f"in {spell(int(asked[:9]))}"
    then, now = moment(asked), moment(headers.get("date", ""))
    if then is None or now is None or then <= now:
        return ""
    return f"in {spell((then - now).total_seconds())}"


def spell(seconds: float) -> str:
    """A length of time in a sentence: `20 seconds`, `2 minutes`, `3 hours`."""
    for unit, one in ((3600, "hour"), (60, "minute")):
        if seconds >= 2 * unit or seconds == unit:
            number = -(-seconds // unit)
            return f"{number:.0f} {one}{'' if number == 1 else 's'}"
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def size(number: int) -> str:
    """Bytes as one says them: `812 bytes`, `43 kB`, `3.4 MB`."""
    if number < 1000:
        return f"{number} byte{'' if number == 1 else 's'}"
    if number < 1_000_000:
        return f"{number / 1000:.0f} kB"
    return f"{number / 1_000_000:.1f} MB" if number < 100_000_000 else f"{number / 1_000_000:,.0f} MB"
