"""Fetching from a server on this machine that behaves well, badly and worse; nothing goes out to the network."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from modelspan import __version__
from modelspan.app import fetching
from modelspan.app.fetched import Part, file_name, kept, proof
from modelspan.app.fetching import CancelledError, Limits, Progress, allowed, fetch, size, spell, told
from modelspan.domain.dates import day
from modelspan.domain.problems import UserError
from modelspan.formats import addresses
from tests.web_server import CERTIFICATE, Client, Request, WebServer, silent_port

SMALL = Limits(connect_s=5, read_s=10, whole_s=30, packed=200_000, unpacked=400_000)
IMPATIENT = Limits(read_s=0.25)
BODY = b'{"models": ["' + b"x" * 150_000 + b'"]}'
OLD = "Tue, 03 Nov 2026 10:00:00 GMT"
NOW = "Tue, 01 Dec 2026 12:00:00 GMT"


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's own proxies are not asked."""
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer() as server:
        yield server


@pytest.fixture(autouse=True)
def no_thread_stays() -> Iterator[None]:
    yield
    until = time.monotonic() + 3
    while left := [thread.name for thread in threading.enumerate() if thread.name == "modelspan-fetch"]:
        assert time.monotonic() < until, left
        time.sleep(0.01)


def refused(address: str, folder: Path, limits: Limits = SMALL) -> str:
    """The sentence, without host and port."""
    with pytest.raises(UserError) as error:
        fetch(address, folder, limits=limits)
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return re.sub(r"127\.0\.0\.1:\d+", "HOST", sentence)


def left(folder: Path) -> list[str]:
    """The names of all files that stayed."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def leaves_nothing(folder: Path) -> bool:
    """Not even a folder of its own."""
    return not folder.exists() or not list(folder.iterdir())


# All goes well.


def test_a_file_is_fetched_with_its_progress_and_kept(web: WebServer, tmp_path: Path) -> None:
    address = web.answers("/data.json", BODY, etag='"1"', last_modified=OLD, date=NOW)
    heard: list[Progress] = []
    found = fetch(address, tmp_path, progress=heard.append, limits=SMALL)
    assert found.file().data == BODY
    assert (found.file().name, found.size, found.changed, found.unchanged) == (
        "data.json", len(BODY), day(2026, 11, 3), False,
    )  # fmt: skip
    assert left(tmp_path) == [".said.json", "data.json"]
    assert (heard[0].done, heard[0].all) == (0, len(BODY))
    assert (heard[-1].done, heard[-1].all) == (len(BODY), len(BODY))
    again = kept(address, tmp_path)
    assert again is not None
    assert again.path == found.path


def test_the_request_says_what_asks_and_nothing_else(web: WebServer, tmp_path: Path) -> None:
    fetch(web.answers("/data.json", BODY, set_cookie="a=b"), tmp_path)
    fetch(web.url("/data.json"), tmp_path)
    for request in web.requests:
        assert request.headers["user-agent"] == f"Modelspan/{__version__}"
        assert set(request.headers) <= {"host", "user-agent", "accept", "accept-encoding"}


def test_what_has_not_changed_is_not_sent_again(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, request: Request) -> None:
        if request.headers.get("if-none-match") == '"1"' and request.headers.get("if-modified-since") == OLD:
            client.say(304)
        else:
            client.say(200, BODY, etag='"1"', last_modified=OLD)

    address = web.answers("/data.json", answer)
    first, second = fetch(address, tmp_path), fetch(address, tmp_path)
    assert (first.unchanged, second.unchanged) == (False, True)
    assert (second.changed, second.file().data) == (day(2026, 11, 3), BODY)
    second.path.write_bytes(BODY[:100])  # damaged: asked for anew
    assert fetch(address, tmp_path).file().data == BODY


def test_unchanged_without_a_day_is_since_it_was_fetched(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, request: Request) -> None:
        client.say(304 if "if-none-match" in request.headers else 200, BODY, etag='W/"1"', date=NOW)

    address = web.answers("/data.json", answer)
    fetch(address, tmp_path)
    assert fetch(address, tmp_path).changed == day(2026, 12, 1)


def test_304_that_nobody_asked_for(web: WebServer, tmp_path: Path) -> None:
    address = web.answers("/data.json", lambda client, _: client.say(304))
    assert refused(address, tmp_path) == (
        "HOST/data.json answers with 304 and not with data; the publisher may have moved it."
    )
    assert leaves_nothing(tmp_path)


@pytest.mark.parametrize("twice", [False, True])
def test_packed_answers_are_unpacked(web: WebServer, tmp_path: Path, twice: bool) -> None:
    packed = gzip.compress(gzip.compress(BODY) if twice else BODY, mtime=0)
    found = fetch(web.answers("/data.json.gz", packed, content_encoding="gzip"), tmp_path, limits=SMALL)
    assert found.file().data == BODY
    assert found.path.name == "data.json"


def test_a_packed_file_without_a_word_about_it(web: WebServer, tmp_path: Path) -> None:
    assert fetch(web.answers("/data.json", gzip.compress(BODY, mtime=0)), tmp_path).file().data == BODY


def test_pieces_of_unknown_number(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.head(200, {"Transfer-Encoding": "chunked"})
        for start in range(0, len(BODY), 50_000):
            piece = BODY[start : start + 50_000]
            client.send(b"%x\r\n%b\r\n" % (len(piece), piece))
        client.send(b"0\r\n\r\n")

    heard: list[Progress] = []
    found = fetch(web.answers("/data.json", answer), tmp_path, progress=heard.append, limits=SMALL)
    assert found.file().data == BODY
    assert heard[0].all is None


def test_slow_is_not_wrong(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.head(200, {"Content-Length": len(BODY)})
        for start in range(0, len(BODY), 15_000):
            client.send(BODY[start : start + 15_000])
            client.wait(0.08)

    heard: list[Progress] = []
    found = fetch(web.answers("/data.json", answer), tmp_path, progress=heard.append, limits=SMALL)
    assert found.file().data == BODY
    assert [one.done for one in heard] == sorted(one.done for one in heard)
    guesses = [one.left_s for one in heard if one.left_s is not None]
    assert guesses
    assert all(0 <= guess < 2 for guess in guesses)


# The server breaks off, and it goes on from there.


class Breaking:
    """Sends a file and breaks off after some bytes the first time; afterwards knows ranges."""

    def __init__(self, body: bytes, after: int, **said: object) -> None:
        self.body, self.after, self.said, self.asked = body, after, said, 0

    def __call__(self, client: Client, request: Request) -> None:
        self.asked += 1
        headers = {name.replace("_", "-"): value for name, value in self.said.items()}
        found = re.fullmatch(r"bytes=(\d+)-", request.headers.get("range", ""))
        if self.asked == 1 or not found or request.headers.get("if-range") not in headers.values():
            client.head(200, {"Content-Length": len(self.body), **headers})
            client.send(self.body[: self.after] if self.asked == 1 else self.body)
            return
        start, whole = int(found[1]), len(self.body)
        client.head(
            206, {"Content-Length": whole - start, "Content-Range": f"bytes {start}-{whole - 1}/{whole}"} | headers
        )
        client.send(self.body[start:])


@pytest.mark.parametrize("said", [{"etag": '"1"'}, {"last_modified": OLD, "date": NOW}], ids=["etag", "day"])
def test_goes_on_from_where_it_broke_off(web: WebServer, tmp_path: Path, said: dict[str, object]) -> None:
    address = web.answers("/data.json", Breaking(BODY, 60_000, **said))
    sentence = "HOST/data.json broke off after 60 kB of 150 kB; the next try goes on from there."
    assert refused(address, tmp_path) == sentence
    assert left(tmp_path) == [".part", ".part.json"]
    heard: list[Progress] = []
    assert fetch(address, tmp_path, progress=heard.append).file().data == BODY
    assert web.requests[1].headers["range"] == "bytes=60000-"
    assert (heard[0].done, heard[0].resumed, heard[0].all) == (60_000, 60_000, len(BODY))
    assert left(tmp_path) == [".said.json", "data.json"]


def test_goes_on_with_a_packed_file(web: WebServer, tmp_path: Path) -> None:
    packed = gzip.compress(os.urandom(50_000).hex().encode())
    address = web.answers("/data.txt", Breaking(packed, 10_000, etag='"1"', content_encoding="gzip"))
    assert "goes on from there" in refused(address, tmp_path)
    assert fetch(address, tmp_path).file().data == gzip.decompress(packed)


@pytest.mark.parametrize(
    "said", [{}, {"etag": 'W/"1"'}, {"last_modified": NOW, "date": NOW}], ids=["no", "weak", "new"]
)
def test_without_proof_of_the_version_nothing_stays(web: WebServer, tmp_path: Path, said: dict[str, object]) -> None:
    address = web.answers("/data.json", Breaking(BODY, 60_000, **said))
    assert refused(address, tmp_path) == "HOST/data.json broke off; try again later."
    assert leaves_nothing(tmp_path)


def broken_before(web: WebServer, tmp_path: Path, then: object) -> str:
    """An address of which a part is at hand, and which answers otherwise from now on."""
    address = web.answers("/data.json", Breaking(BODY, 60_000, etag='"1"'))
    refused(address, tmp_path)
    web.answers("/data.json", then)  # type: ignore[arg-type]
    return address


def test_begins_again_when_the_file_has_changed(web: WebServer, tmp_path: Path) -> None:
    newer = b'{"newer": true}'
    address = broken_before(web, tmp_path, lambda client, _: client.say(200, newer, etag='"2"'))
    assert fetch(address, tmp_path).file().data == newer
    assert len(web.requests) == 2


WRONG = ("bytes 10-150014/150015", "bytes 60000-150014/999999", "bytes 60000-70000/150015", "rubbish")


@pytest.mark.parametrize("status", [416, *WRONG], ids=["416", "start", "whole", "end", "rubbish"])
def test_begins_again_when_the_part_does_not_fit(web: WebServer, tmp_path: Path, status: int | str) -> None:
    def answer(client: Client, request: Request) -> None:
        if "range" not in request.headers:
            client.say(200, BODY, etag='"1"')
        elif status == 416:
            client.say(416, b"no", content_range=f"bytes */{len(BODY)}")
        else:
            client.say(206, BODY[60_000:], etag='"1"', content_range=status)

    address = broken_before(web, tmp_path, answer)
    assert fetch(address, tmp_path).file().data == BODY
    assert len(web.requests) == 3


def test_another_version_in_a_part_is_not_taken(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, request: Request) -> None:
        if "range" in request.headers:
            whole = len(BODY)
            client.say(206, b"y" * (whole - 60_000), etag='"2"', content_range=f"bytes 60000-{whole - 1}/{whole}")
        else:
            client.say(200, BODY, etag='"2"')

    address = broken_before(web, tmp_path, answer)
    assert fetch(address, tmp_path).file().data == BODY


def test_parts_without_end(web: WebServer, tmp_path: Path) -> None:
    address = web.answers("/data.json", lambda client, _: client.say(206, b"x", content_range="bytes 5-5/10"))
    assert refused(address, tmp_path) == (
        "HOST/data.json answers with 206 and not with data; the publisher may have moved it."
    )
    assert leaves_nothing(tmp_path)


def test_what_was_kept_survives_a_try_that_fails(web: WebServer, tmp_path: Path) -> None:
    address = web.answers("/data.json", BODY)
    fetch(address, tmp_path)
    web.answers("/data.json", lambda client, _: client.say(500))
    refused(address, tmp_path)
    again = kept(address, tmp_path)
    assert again is not None
    assert again.file().data == BODY


def test_a_spoilt_note_is_no_note(web: WebServer, tmp_path: Path) -> None:
    address = web.answers("/data.json", BODY, etag='"1"')
    fetch(address, tmp_path)
    (note,) = tmp_path.rglob(".said.json")
    for text in ("", "[]", '{"address": 1}', "\x00"):
        note.write_text(text)
        assert fetch(address, tmp_path).unchanged is False


# The server says nothing, or never stops.


@pytest.mark.parametrize("what", [b"", b"HTTP/1.1 200 OK\r\nContent-"], ids=["nothing", "half a head"])
def test_a_server_that_does_not_answer(web: WebServer, tmp_path: Path, what: bytes) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.send(what)
        client.wait()

    sentence = "HOST/data.json gives no answer in time; try again later."
    assert refused(web.answers("/data.json", answer), tmp_path, IMPATIENT) == sentence
    assert leaves_nothing(tmp_path)


def test_a_server_that_falls_silent(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.head(200, {"Content-Length": len(BODY)})
        client.send(BODY[:1000])
        client.wait()

    sentence = "HOST/data.json sent nothing more for 0.25 s; try again later."
    assert refused(web.answers("/data.json", answer), tmp_path, IMPATIENT) == sentence
    assert leaves_nothing(tmp_path)


@pytest.mark.parametrize("head", [b"HTTP/1.1 200 OK\r\nX-A: ", b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"])
def test_a_server_that_dribbles_is_stopped_after_the_whole_time(web: WebServer, tmp_path: Path, head: bytes) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.send(head)
        while not client.server.web.over.is_set():
            client.send(b"a")
            client.wait(0.02)

    limits = Limits(whole_s=0.4)
    sentence = "HOST/data.json took longer than 0.4 seconds and was stopped; try again later."
    began = time.monotonic()
    assert refused(web.answers("/data.json", answer), tmp_path, limits) == sentence
    assert time.monotonic() - began < 5
    assert leaves_nothing(tmp_path)


def test_too_large_as_declared(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.head(200, {"Content-Length": 3_400_000_000, "ETag": '"1"'})
        client.wait()

    sentence = "HOST/data.json is 3,400 MB large, more than Modelspan takes (200 kB)."
    assert refused(web.answers("/data.json", answer), tmp_path) == sentence
    assert leaves_nothing(tmp_path)


def test_too_large_without_a_word(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.head(200, {"ETag": '"1"'})
        while not client.server.web.over.is_set():
            client.send(b"[" * 50_000)

    sentence = "HOST/data.json does not end after 200 kB, more than Modelspan takes (200 kB)."
    assert refused(web.answers("/data.json", answer), tmp_path) == sentence
    assert leaves_nothing(tmp_path)


@pytest.mark.parametrize("twice", [False, True])
def test_a_gzip_bomb(web: WebServer, tmp_path: Path, twice: bool) -> None:
    bomb = gzip.compress(b"[" * 50_000_000, 1, mtime=0)
    bomb = gzip.compress(bomb, mtime=0) if twice else bomb
    limits = Limits(unpacked=1_000_000)
    address = web.answers("/data.json", bomb, content_encoding="gzip", etag='"1"')
    assert refused(address, tmp_path, limits) == "HOST/data.json unpacks to more than 1.0 MB; it was not kept."
    assert leaves_nothing(tmp_path)


def test_gzip_that_is_none(web: WebServer, tmp_path: Path) -> None:
    packed = gzip.compress(os.urandom(500), mtime=0)
    for body in (b"rubbish", packed[:60], packed[:60] + b"\x00" * 20 + packed[80:]):
        address = web.answers("/data.json", body, content_encoding="gzip", etag='"1"')
        assert refused(address, tmp_path) == "HOST/data.json comes packed with gzip but broken; try again later."
        assert leaves_nothing(tmp_path)


def test_a_packing_nobody_asked_for(web: WebServer, tmp_path: Path) -> None:
    address = web.answers("/data.json", BODY, content_encoding="br")
    assert refused(address, tmp_path) == "HOST/data.json comes packed as br, which Modelspan did not ask for."
    assert leaves_nothing(tmp_path)


# Something else comes than was wanted.

PAGE = "answers with a web page and not with data; the address may have changed, or a network asks to sign in"


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"<!DOCTYPE html><p>Sign in", PAGE),
        (b"\xef\xbb\xbf \n<!-- a --><html lang='en'>", PAGE),
        (b'<?xml version="1.0"?><html xmlns="x">', PAGE),
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"%PDF-1.7", "is a PDF and not data"),
        (b"PK\x03\x04rest", "is a ZIP archive; unpack it and import the files in it"),
        (b"models: []", "should be JSON and is not"),
    ],
)
def test_something_else_than_data(web: WebServer, tmp_path: Path, body: bytes, what: str) -> None:
    address = web.answers("/data.json", body, content_type="application/json", etag='"1"')
    assert refused(address, tmp_path) == f"HOST/data.json {what}."
    assert leaves_nothing(tmp_path)


def test_data_is_told_by_content_and_not_by_its_type(web: WebServer, tmp_path: Path) -> None:
    assert fetch(web.answers("/data.json", BODY, content_type="text/html"), tmp_path).size == len(BODY)
    for name, data in (("x.csv", b"<b>,c\n"), ("x.md", b"---\ntitle: x\n"), ("x.json", b"\xef\xbb\xbf [1]")):
        assert told(data, name) == ""


@pytest.mark.parametrize(
    ("status", "headers", "sentence"),
    [
        (404, {}, "is not there any more (404); the publisher may have moved it."),
        (410, {}, "is not there any more (410); the publisher may have moved it."),
        (403, {}, "is not open to programs (403); it can perhaps be downloaded in a browser."),
        (401, {}, "is not open to programs (401); it can perhaps be downloaded in a browser."),
        (429, {}, "has had too many requests (429); try again later."),
        (429, {"retry_after": "120"}, "has had too many requests (429); try again in 2 minutes."),
        (429, {"retry_after": NOW, "date": "Tue, 01 Dec 2026 11:59:20 GMT"},
         "has had too many requests (429); try again in 40 seconds."),
        (429, {"retry_after": OLD, "date": NOW}, "has had too many requests (429); try again later."),
        (500, {}, "has a trouble of its own (500); try again later."),
        (503, {"retry_after": "7200"}, "has a trouble of its own (503); try again in 2 hours."),
        (204, {}, "answers with nothing (204); try again later."),
        (300, {}, "answers with 300 and not with data; the publisher may have moved it."),
        (302, {}, "answers with 302 and not with data; the publisher may have moved it."),
        (418, {}, "answers with 418 and not with data; the publisher may have moved it."),
    ],
)  # fmt: skip
def test_answers_without_data(
    web: WebServer, tmp_path: Path, status: int, headers: dict[str, object], sentence: str
) -> None:
    address = web.answers("/data.json", lambda client, _: client.say(status, b"{}" * (status != 204), **headers))
    assert refused(address, tmp_path) == f"HOST/data.json {sentence}"
    assert leaves_nothing(tmp_path)


def test_no_http_at_all(web: WebServer, tmp_path: Path) -> None:
    address = web.answers("/data.json", lambda client, _: client.send(b"SSH-2.0-OpenSSH_9.6\r\n"))
    assert refused(address, tmp_path) == "HOST/data.json breaks off before it answers; try again later."


def test_nobody_listens(tmp_path: Path) -> None:
    with silent_port() as port:
        sentence = refused(f"http://127.0.0.1:{port}/data.json", tmp_path)
    assert sentence == "127.0.0.1 takes no connection; look at the network, or try again later."


def test_a_name_that_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    sentence = "The network knows no models.example; look at the connection and at the spelling."
    assert refused("https://models.example/data.json", tmp_path) == sentence


# It leads elsewhere.


def leads(web: WebServer, path: str, to: str, status: int = 302) -> str:
    """Lead from one address to another."""
    return web.answers(path, lambda client, _: client.say(status, b"<html>moved", location=to))


def test_redirections_are_followed(web: WebServer, tmp_path: Path) -> None:
    web.answers("/end.json", BODY)
    first = leads(web, "/a.json", "b", 301)
    for path, to, status in (("/b", "/c", 302), ("/c", "d?x=1", 303), ("/d?x=1", "e", 307), ("/e", "end.json#x", 308)):
        leads(web, path, to, status)
    found = fetch(first, tmp_path)
    assert (found.file().data, found.path.name) == (BODY, "a.json")


@pytest.mark.parametrize("round_", [("/a.json", "/a.json"), ("/a.json", "/b.json")])
def test_redirections_without_end(web: WebServer, tmp_path: Path, round_: tuple[str, str]) -> None:
    leads(web, round_[1], round_[0])
    address = leads(web, *round_)
    assert refused(address, tmp_path) == "HOST/a.json leads from one address to the next more than 5 times."
    assert len(web.requests) == 6
    assert leaves_nothing(tmp_path)


@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ("http://models.example/x", "models.example/x is not encrypted; use its https:// address."),
        ("file:///etc/passwd", "file:///etc/passwd is no web address; it should look like"),
        ("ftp://models.example/x", "ftp://models.example/x is no web address; it should look like"),
        ("https://me:secret@models.example/x", "models.example/x comes with a name and a password;"),
        ("http://[bad", "HOST/a.json leads to an address that is none."),
    ],
)
def test_redirections_to_where_nothing_may_be_fetched(web: WebServer, tmp_path: Path, to: str, sentence: str) -> None:
    assert refused(leads(web, "/a.json", to), tmp_path).startswith(sentence)
    assert leaves_nothing(tmp_path)


# Encryption.


@pytest.fixture
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("certificate") / "server.pem"
    path.write_text(CERTIFICATE)
    return path


def test_a_certificate_that_nobody_trusts(certificate: Path, tmp_path: Path) -> None:
    with WebServer(certificate) as secure:
        sentence = refused(secure.answers("/data.json", BODY), tmp_path)
        assert not secure.requests
    assert re.fullmatch(
        r"The certificate of 127.0.0.1 is not trusted \(self.signed.*\); nothing was fetched\.", sentence
    )
    assert leaves_nothing(tmp_path)


def test_trusted_encryption_stays_encrypted(
    web: WebServer, certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with WebServer(certificate) as secure:
        assert fetch(secure.answers("/data.json", BODY), tmp_path).file().data == BODY
        plain = web.answers("/data.json", BODY)
        sentence = refused(leads(secure, "/a.json", plain), tmp_path)
    assert sentence == "HOST/a.json leads to HOST/data.json, which is not encrypted; it was not followed."
    assert not web.requests


def test_another_name_than_that_of_the_certificate(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with WebServer(certificate) as secure:
        sentence = refused(f"https://127.0.0.2:{secure.port}/data.json", tmp_path)
    assert "127.0.0.2" in sentence


def test_no_encryption_where_it_should_be(web: WebServer, tmp_path: Path) -> None:
    sentence = refused(web.answers("/data.json", BODY).replace("http:", "https:"), tmp_path)
    assert sentence == "127.0.0.1 offers no encrypted connection that can be trusted; nothing was fetched."


@pytest.mark.parametrize(
    "address",
    ["http://models.dev/api.json", "ftp://models.dev/api.json", "file:///etc/passwd", "models.dev/api.json", "", "https://",
     "https://me:secret@models.dev/api.json", "https://models.dev:port/x", "https://models.dev/a b", "http://[::1"],
)  # fmt: skip
def test_addresses_that_are_not_fetched(address: str, tmp_path: Path) -> None:
    sentence = refused(address, tmp_path)
    assert "secret" not in sentence
    assert leaves_nothing(tmp_path)


def test_addresses_that_are(tmp_path: Path) -> None:
    for address in ("https://models.dev/api.json", "http://127.0.0.1:8/x", "http://localhost/x", "http://[::1]:8/x"):
        assert allowed(f" {address}#part ") == address


# Proxies.


def test_a_proxy_is_asked_and_no_proxy_keeps_it_out(
    web: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = web.answers("/data.json", b"[1]")
    with WebServer() as proxy:
        proxy.answers(address, b"[2]")
        monkeypatch.setenv("HTTP_PROXY", f"http://me:secret@127.0.0.1:{proxy.port}")
        assert fetch(address, tmp_path).file().data == b"[2]"
        assert proxy.requests[0].headers["proxy-authorization"].startswith("Basic ")
        monkeypatch.setenv("NO_PROXY", "localhost,127.0.0.1")
        assert fetch(address, tmp_path).file().data == b"[1]"
        assert len(proxy.requests) == 1


def test_a_proxy_for_encrypted_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with WebServer() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"127.0.0.1:{proxy.port}")
        proxy.answers("models.example:443", lambda client, _: client.say(403))
        sentence = refused("https://models.example/data.json", tmp_path)
        assert [(one.method, one.target) for one in proxy.requests] == [("CONNECT", "models.example:443")]
        assert "cookie" not in proxy.requests[0].headers
    assert sentence == "The proxy 127.0.0.1 did not lead to models.example: Tunnel connection failed: 403 Said."


def test_a_proxy_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with silent_port() as port:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{port}")
        sentence = refused("https://models.example/data.json", tmp_path)
    assert sentence == "The proxy 127.0.0.1 did not lead to models.example."


def test_a_proxy_of_another_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    sentence = refused("https://models.example/data.json", tmp_path)
    assert sentence == "The proxy for models.example/data.json is a socks5:// one; Modelspan knows http:// only."


# The user has had enough.


@pytest.mark.parametrize("when", ["before", "head", "body", "packed"])
def test_cancelled_at_any_moment(web: WebServer, tmp_path: Path, when: str) -> None:
    reached = threading.Event()

    def answer(client: Client, _request: Request) -> None:
        if when == "body":
            client.head(200, {"Content-Length": len(BODY)})
            client.send(BODY[:1000])
        if when == "packed":
            packed = gzip.compress(BODY, mtime=0)
            client.head(200, {"Content-Length": len(packed), "Content-Encoding": "gzip"})
            client.send(packed[:-4])  # the whole of it might be there before the cancel
        reached.set()
        client.wait()

    if when == "before":
        reached.set()
    began = time.monotonic()
    with pytest.raises(CancelledError):
        fetch(web.answers("/data.json", answer), tmp_path, cancelled=reached.is_set)
    assert time.monotonic() - began < 5
    assert leaves_nothing(tmp_path)
    assert len(web.requests) == (when != "before")


def test_cancelled_while_a_name_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    over = threading.Event()

    def slow(*_: object, **__: object) -> None:
        over.wait(5)
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    began = time.monotonic()
    with pytest.raises(CancelledError):
        fetch("https://models.example/data.json", tmp_path, cancelled=lambda: time.monotonic() - began > 0.1)
    assert time.monotonic() - began < 5
    assert leaves_nothing(tmp_path)
    over.set()


def test_cancelled_and_gone_on_with(web: WebServer, tmp_path: Path) -> None:
    def answer(client: Client, request: Request) -> None:
        if "range" in request.headers:
            start, whole = int(request.headers["range"][6:-1]), len(BODY)
            client.say(206, BODY[start:], etag='"1"', content_range=f"bytes {start}-{whole - 1}/{whole}")
        else:
            client.head(200, {"Content-Length": len(BODY), "ETag": '"1"'})
            client.send(BODY[:70_000])
            client.wait()

    address = web.answers("/data.json", answer)
    heard: list[Progress] = []
    with pytest.raises(CancelledError):
        fetch(address, tmp_path, progress=heard.append, cancelled=lambda: bool(heard) and heard[-1].done > 0)
    assert left(tmp_path) == [".part", ".part.json"]
    assert fetch(address, tmp_path).file().data == BODY


def test_a_bug_in_whoever_watches_is_no_sentence(web: WebServer, tmp_path: Path) -> None:
    def watch(_progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fetch(web.answers("/data.json", BODY), tmp_path, progress=watch)
    assert leaves_nothing(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="a file in the way reads otherwise there")
def test_a_folder_that_cannot_be_written(web: WebServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    sentence = refused(web.answers("/data.json", BODY), tmp_path / "file")
    assert sentence.startswith(f"{tmp_path}/file/127.0.0.1-")
    assert sentence.endswith("cannot be written: Not a directory.")


# Words and small things.


def test_lengths_and_sizes_in_words() -> None:
    assert [spell(s) for s in (1, 20, 60, 90, 120, 121, 3600, 7200)] == [
        "1 second", "20 seconds", "1 minute", "90 seconds", "2 minutes", "3 minutes", "1 hour", "2 hours",
    ]  # fmt: skip
    assert [size(n) for n in (1, 812, 43_210, 3_400_000, 256_000_000)] == [
        "1 byte", "812 bytes", "43 kB", "3.4 MB", "256 MB",
    ]  # fmt: skip


def test_time_left_is_no_guess() -> None:
    assert Progress("x", 50, 100, 2).left_s == 2
    assert Progress("x", 75, 100, 1, resumed=50).left_s == 1
    for nothing in (Progress("x", 50, None, 2), Progress("x", 50, 100, 0.1), Progress("x", 50, 100, 9, resumed=50)):
        assert nothing.left_s is None


def test_names_of_files() -> None:
    for address, name in {
        "https://models.dev/api.json": "models.dev_api.json",
        "https://host.example/a/list.csv.gz?x=1": "list.csv",
        "https://host.example/": "host.example",
        "https://host.example/%2e%2e%2fetc%2fpasswd": "etc-passwd",
        "https://host.example/.part": "part",
        "https://host.example/...": "fetched",
    }.items():
        assert file_name(address) == name


def test_what_proves_a_version() -> None:
    assert proof({"last-modified": OLD, "date": NOW}) == OLD
    assert proof({"last-modified": NOW, "date": NOW}) == proof({"last-modified": "x", "date": NOW}) == proof({}) == ""
    part = Part(5, '"1"', "", "", 10)
    assert part.fits({"content-range": "bytes 5-9/10"})
    assert not part.fits({"content-range": "bytes 5-9/10", "content-encoding": "gzip"})


def test_the_known_addresses_may_be_fetched_and_say_whose_they_are() -> None:
    assert len({address.url for address in addresses.ADDRESSES}) == len(addresses.ADDRESSES)
    assert len({address.file for address in addresses.ADDRESSES}) == len(addresses.ADDRESSES)
    for address in addresses.ADDRESSES:
        assert allowed(address.url) == address.url
        assert address.url.startswith("https://")
        assert file_name(address.url) == address.file == re.sub(r"[^A-Za-z0-9._-]", "", address.file)
        assert address.title
        assert address.publisher
        assert address.holds
    assert addresses.known("https://models.dev/other.json") is None


def test_the_cache_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert fetching.cache_folder().parts[-1] == "web"


def test_nothing_of_the_web_is_imported_before_it_is_wanted() -> None:
    program = (
        "import sys, modelspan.app.fetching, modelspan.formats.addresses;"
        "print([name for name in sys.modules if name.split('.')[0] in ('urllib3', 'certifi')"
        " or name in ('http.client', 'ssl', 'modelspan.app.transfer')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
