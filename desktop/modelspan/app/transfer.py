"""One answer over HTTP, taken on a thread of its own: its head, then its bytes as they come.

The only module that knows urllib3; import it where something is to be fetched, so that nothing else pays for it.
The thread touches no file and calls nobody back, so whoever waits can leave at any moment, even while a name is
being looked up or a server says nothing.
"""

from __future__ import annotations

import socket
import ssl
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Self
from urllib.parse import urljoin, urlsplit

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    LocationParseError,
    NameResolutionError,
    NewConnectionError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)  # fmt: skip

from modelspan.app.fetching import BrokenOffError, Limits, allowed, short
from modelspan.domain.problems import UserError

CHUNK = 65_536
TICK_S = 0.05  # how long whoever waits is deaf to a cancel
PATIENCE_S = 0.5  # for the thread to see that it is no longer wanted
MOVED = (301, 302, 303, 307, 308)
REDIRECTS = 5
# Where systems keep the certificates they trust, for a stand-alone app whose own OpenSSL looks elsewhere.
BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """The head of an answer; the names of the headers are in lower case."""

    status: int
    headers: Mapping[str, str]


Item = Answer | bytes | Exception | None  # None: that was all


def trust() -> ssl.SSLContext:
    """What this system trusts; hosts and certificates are checked."""
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    if not context.cert_store_stats()["x509_ca"] and not paths.capath:  # SSL_CERT_FILE and SSL_CERT_DIR are in these
        for bundle in filter(Path.is_file, map(Path, BUNDLES)):
            context.load_verify_locations(bundle)
            break
    return context


def proxy_of(address: str) -> str:
    """The proxy that the environment or the system names for an address; empty for none."""
    parts = urlsplit(address)
    if urllib.request.proxy_bypass(parts.netloc.rpartition("@")[2]):
        return ""
    proxies = urllib.request.getproxies()
    found = proxies.get(parts.scheme) or proxies.get("all") or ""
    return found if not found or "://" in found else f"http://{found}"


class Transfer:
    """One request. `check` is called while waiting and raises when it is enough."""

    def __init__(
        self, address: str, headers: Mapping[str, str], limits: Limits, check: Callable[[], None] = lambda: None
    ) -> None:
        self.address, self.headers, self.limits, self.check = address, dict(headers), limits, check
        self.items: Queue[Item] = Queue(maxsize=16)
        self.unwanted = Event()
        self.sock: socket.socket | None = None
        self.thread = Thread(target=self.run, name="modelspan-fetch", daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.unwanted.set()
        if self.sock is not None:
            with suppress(OSError):  # past the TLS layer, which would wait for a farewell
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)
        self.thread.join(PATIENCE_S)

    # For whoever waits.

    def answer(self) -> Answer:
        """The head. Raises UserError."""
        found = self.next()
        assert isinstance(found, Answer)
        return found

    def pieces(self) -> Iterator[bytes]:
        """The bytes as they travel, in pieces. Raises UserError, and BrokenOffError where the rest does not come."""
        while (found := self.next()) is not None:
            assert isinstance(found, bytes)
            yield found

    def next(self) -> Answer | bytes | None:
        """What comes next; raises what the thread could not do."""
        while True:
            self.check()
            try:
                found = self.items.get(timeout=TICK_S)
            except Empty:
                continue
            if isinstance(found, Exception):
                raise found
            return found

    # On the thread.

    def run(self) -> None:
        """Talk to the server and hand on what it says."""
        try:
            for item in self.talk():
                if not self.put(item):
                    return
            self.put(None)
        except Exception as error:  # carried to whoever waits, who knows what is the user's and what is a bug
            self.put(error)

    def put(self, item: Item) -> bool:
        """Hand one thing on; False when it is no longer wanted."""
        while not self.unwanted.is_set():
            try:
                self.items.put(item, timeout=TICK_S)
            except Full:
                continue
            return True
        return False

    def take(self, sock: socket.socket | None) -> None:
        """A connection stands; raises an OSError where nobody wants it any more."""
        self.sock = sock
        if self.unwanted.is_set():
            raise ConnectionAbortedError

    def talk(self) -> Iterator[Item]:
        """The head of the answer and then its body, after as many redirections as are allowed."""
        address = self.address
        for _ in range(REDIRECTS + 1):
            with self.manager(address) as manager, self.asked(manager, address) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                target = headers.get("location")
                if response.status not in MOVED or not target:
                    yield Answer(response.status, headers)
                    yield from self.body(response)
                    return
            address = self.redirected(address, target)
        raise UserError(f"{short(self.address)} leads from one address to the next more than {REDIRECTS} times.")

    def redirected(self, address: str, target: str) -> str:
        """Where a redirection leads. Raises UserError for a place that is not allowed."""
        try:
            found = urljoin(address, target)
            secure = urlsplit(address).scheme == "https"
        except ValueError as error:
            raise UserError(f"{short(self.address)} leads to an address that is none.") from error
        if secure and urlsplit(found).scheme != "https":
            raise UserError(
                f"{short(self.address)} leads to {short(found)}, which is not encrypted; it was not followed."
            )
        return allowed(found)

    def manager(self, address: str) -> urllib3.PoolManager:
        """What makes the connection: to the host, or to the proxy before it. Raises UserError."""
        proxy = proxy_of(address)
        try:
            if proxy:
                auth = urlsplit(proxy)
                login = f"{auth.username}:{auth.password or ''}" if auth.username else None
                found: urllib3.PoolManager = urllib3.ProxyManager(
                    proxy, proxy_headers=urllib3.make_headers(proxy_basic_auth=login), ssl_context=trust()
                )
            else:
                found = urllib3.PoolManager(ssl_context=trust())
        except (HTTPError, ValueError) as error:  # no proxy that HTTP goes through, such as socks5://
            named = f"{urlsplit(proxy).scheme}://"
            raise UserError(
                f"The proxy for {short(address)} is a {named} one; Modelspan knows http:// only."
            ) from error
        found.pool_classes_by_scheme = pools(self)
        return found

    def asked(self, manager: urllib3.PoolManager, address: str) -> urllib3.BaseHTTPResponse:
        """The answer to a request, its body not yet read. Raises UserError."""
        limits = self.limits
        try:
            return manager.request(
                "GET",
                address,
                headers=self.headers,
                timeout=urllib3.Timeout(connect=limits.connect_s, read=limits.read_s),
                retries=False,
                redirect=False,
                preload_content=False,
                decode_content=False,
            )
        except (HTTPError, OSError, ValueError) as error:
            raise UserError(said(error, address, limits)) from error

    def body(self, response: urllib3.BaseHTTPResponse) -> Iterator[bytes]:
        """The bytes as they travel. Raises BrokenOffError where the rest does not come."""
        try:
            while piece := response.read1(CHUNK, decode_content=False):
                yield piece
        except ReadTimeoutError as error:
            raise BrokenOffError(f"sent nothing more for {self.limits.read_s:g} s") from error
        except (HTTPError, OSError, ValueError) as error:
            raise BrokenOffError("broke off") from error


def pools(transfer: Transfer) -> dict[str, type[HTTPConnectionPool]]:
    """Connections that show their socket to the transfer, which can then end them while they wait."""

    class Plain(HTTPConnection):
        """To a host, or to a proxy."""

        def connect(self) -> None:
            super().connect()
            transfer.take(self.sock)

    class Secure(HTTPSConnection):
        """The same, encrypted."""

        def connect(self) -> None:
            super().connect()
            transfer.take(self.sock)

    class PlainPool(HTTPConnectionPool):
        """Makes the one."""

        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        """Makes the other."""

        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


def said(error: Exception, address: str, limits: Limits) -> str:
    """Why there is no answer, in a sentence."""
    host, where = urlsplit(address).hostname or "", short(address)
    match error:
        case ProxyError():
            cause = error.original_error
            why = f": {cause}" if isinstance(cause, OSError) and "onnection failed" in str(cause) else ""
            return f"The proxy {urlsplit(proxy_of(address)).hostname} did not lead to {host}{why}."
        case NameResolutionError():
            return f"The network knows no {host}; look at the connection and at the spelling."
        case NewConnectionError():  # before the next, which it is a kind of
            return f"{host} takes no connection; look at the network, or try again later."
        case ConnectTimeoutError():
            return f"{host} does not take the connection within {limits.connect_s:g} s; try again later."
        case ReadTimeoutError():
            return f"{where} gives no answer in time; try again later."
        case SSLError() if isinstance(cause := error.args[0], ssl.SSLCertVerificationError):
            return f"The certificate of {host} is not trusted ({cause.verify_message}); nothing was fetched."
        case SSLError():
            return f"{host} offers no encrypted connection that can be trusted; nothing was fetched."
        case LocationParseError():
            return f"{where} is no address."
        case _:
            return f"{where} breaks off before it answers; try again later."
