"""A server on this machine for tests of fetching: it answers as well or as badly as it is told."""

from __future__ import annotations

import socket
import socketserver
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Any, Self

# For 127.0.0.1 and localhost until 2126; trusted by nobody but the test that says so.
CERTIFICATE = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgA/vICRYMuJyUZhpF
7EidqPpwxdWMBK31ezWnApPFdbShRANCAAS/LNqOHt3NRqeET0KqneLR0qclbEtV
Y+EEaXesBakxFmcyWfwq7kox5plAvltcRlKjcSP+plZeGQzAIQnh6nHC
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBtzCCAV2gAwIBAgIUV1k3jtSUgBhCsQuLxs23O3kzXuwwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPTW9kZWxzcGFuIHRlc3RzMCAXDTI2MTIwMTA0MjgyNVoYDzIx
MjYxMTA3MDQyODI1WjAaMRgwFgYDVQQDDA9Nb2RlbHNwYW4gdGVzdHMwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAS/LNqOHt3NRqeET0KqneLR0qclbEtVY+EEaXes
BakxFmcyWfwq7kox5plAvltcRlKjcSP+plZeGQzAIQnh6nHCo38wfTAdBgNVHQ4E
FgQUsCikJ9m9bB12/B/WaQJ2A5qX1IkwHwYDVR0jBBgwFoAUsCikJ9m9bB12/B/W
aQJ2A5qX1IkwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SH
BH8AAAEwDgYDVR0PAQH/BAQDAgKEMAoGCCqGSM49BAMCA0gAMEUCIQDHuGEpH4Ne
1XuDz7YHC/w3DGUyf5P/t1s/VnAB0QKtVwIgRvi/txA65kBljNWbhqPAEZv2tgv9
ZB+NWJ41blUb/QM=
-----END CERTIFICATE-----
"""


@dataclass
class Request:
    """What a client asked; the names of the headers are in lower case."""

    method: str
    target: str
    headers: dict[str, str]


class Client(socketserver.StreamRequestHandler):
    """One connection with one request."""

    server: Listener

    def handle(self) -> None:
        with suppress(OSError):  # clients may leave whenever they like
            self.answer()

    def answer(self) -> None:
        if self.rfile.peek(1)[:1] == b"\x16":  # a TLS handshake, and this is no encrypted server
            self.say(400)
            return
        words = self.rfile.readline().decode("latin-1").split()
        if len(words) != 3:
            return
        headers = {}
        while line := self.rfile.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        request = Request(words[0], words[1], headers)
        self.server.web.requests.append(request)
        answer = self.server.web.routes.get(words[1])
        if answer is None:
            self.say(404, b"<!doctype html><title>Not found</title>")
        else:
            answer(self, request)

    def head(self, status: int, headers: Mapping[str, object]) -> None:
        """The head of an answer."""
        lines = [f"HTTP/1.1 {status} Said", *(f"{name}: {value}" for name, value in headers.items())]
        self.send("\r\n".join([*lines, "Connection: close", "", ""]).encode())

    def say(self, status: int, body: bytes = b"", **headers: object) -> None:
        """A whole answer. `content_type` is said as Content-Type."""
        named = {name.replace("_", "-").title(): value for name, value in headers.items()}
        self.head(status, {"Content-Length": len(body), **named})
        self.send(body)

    def send(self, data: bytes) -> None:
        """Bytes, at once."""
        self.wfile.write(data)
        self.wfile.flush()

    def wait(self, seconds: float = 30) -> None:
        """Say nothing for a while, or until the test is over."""
        self.server.web.over.wait(seconds)


Answer = Callable[[Client, Request], object]


class Listener(socketserver.ThreadingTCPServer):
    """Takes connections."""

    allow_reuse_address = True
    web: WebServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves in the middle of a TLS handshake is none of the test's business."""


@dataclass
class WebServer:
    """Answers by path; remembers what it was asked."""

    encrypted: Path | None = None  # the file of a certificate
    routes: dict[str, Answer] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    def __enter__(self) -> Self:
        self.listener = Listener(("127.0.0.1", 0), Client)
        self.listener.web = self
        if self.encrypted:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.encrypted)
            self.listener.socket = context.wrap_socket(self.listener.socket, server_side=True)
        self.thread = Thread(target=self.listener.serve_forever, args=(0.02,), name="test-web-server")
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.over.set()
        self.listener.shutdown()
        self.listener.server_close()
        self.thread.join()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.listener.server_address[1])

    def url(self, path: str = "/data.json") -> str:
        """The address of a path."""
        return f"http{'s' if self.encrypted else ''}://127.0.0.1:{self.port}{path}"

    def answers(self, path: str, answer: Answer | bytes, **headers: object) -> str:
        """Answer a path in some way, or with some bytes; its address."""

        def plainly(client: Client, _request: Request) -> None:
            assert isinstance(answer, bytes)
            client.say(200, answer, **headers)

        self.routes[path] = plainly if isinstance(answer, bytes) else answer
        return self.url(path)


@contextmanager
def silent_port() -> Iterator[int]:
    """A port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield int(taken.getsockname()[1])
