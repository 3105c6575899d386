"""A web server on this machine that misbehaves on purpose, and sources that point to it.

What it answers is scripted path by path: each request takes the next reply, the last one
is repeated. It keeps what it was asked, so that tests can tell a resumed download from one
that was begun anew.
"""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tacknamn_builders.fetching.fetch_context import Patience
from tacknamn_builders.sources.source_table import DataSource, SourceFile

__all__ = ["IMPATIENT", "Asked", "Reply", "Server", "address_source", "serve", "sum_of"]

IMPATIENT = Patience(connect=2, read=1, tries=3, back_off=0.01, longest_wait=1, lock=0.2)
"""Patience for tests: failures come soon, but a busy machine is none."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    drop_after: int | None = None
    """Cut the connection after so many bytes of the body."""
    stall_after: int | None = None
    """Fall silent after so many bytes of the body."""
    ranges: bool = True
    """Whether it knows Range at all."""
    trusting: bool = False
    """Whether it answers a Range without looking at If-Range."""
    length: bool = True
    """Whether it says how long the body is."""
    raw: bytes | None = None
    """The answer with its head, byte by byte as it goes out."""
    drip: float = 0
    """Send single bytes, with a pause of so many seconds after each."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, as it came."""

    path: str
    headers: Mapping[str, str]


class Server:
    """The scripts, and what was asked."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.asked: list[Asked] = []
        self.closing = threading.Event()
        self._scripts: dict[str, list[Reply]] = {}

    def script(self, path: str, *replies: Reply) -> None:
        """Say what the next requests of ``path`` are answered."""
        self._scripts[path] = list(replies)

    def next_reply(self, path: str) -> Reply:
        """Take the next reply from the script."""
        script = self._scripts.get(path, [Reply(status=404)])
        return script.pop(0) if len(script) > 1 else script[0]


@contextmanager
def serve() -> Iterator[Server]:
    """Run a server on a free port of this machine."""
    with _Listener(("127.0.0.1", 0), _Handler) as listener:
        listener.served = Server(listener.server_port)
        thread = threading.Thread(target=listener.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield listener.served
        finally:
            listener.served.closing.set()
            listener.shutdown()
            thread.join()


class _Listener(ThreadingHTTPServer):
    served: Server


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def do_GET(self) -> None:
        served = self.server.served
        served.asked.append(Asked(self.path, dict(self.headers.items())))
        reply = served.next_reply(self.path)
        self.close_connection = True
        if reply.raw is not None:
            self._send_body(reply.raw, reply)
        elif self._is_not_modified(reply):
            self._send_head(304, {**reply.headers}, 0)
        elif (start := self._start(reply)) is None:
            self._send_whole(reply)
        elif start < len(reply.body):
            self._send_rest(reply, start)
        else:
            self._send_head(416, {"Content-Range": f"bytes */{len(reply.body)}"}, 0)

    def _is_not_modified(self, reply: Reply) -> bool:
        asked_tag = self.headers.get("If-None-Match")
        asked_date = self.headers.get("If-Modified-Since")
        return reply.status == 200 and (
            (asked_tag is not None and asked_tag == reply.headers.get("ETag"))
            or (asked_date is not None and asked_date == reply.headers.get("Last-Modified"))
        )

    def _start(self, reply: Reply) -> int | None:
        """Where the part that was asked for begins; None for the whole."""
        place = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if place is None or not reply.ranges or reply.status != 200:
            return None
        edition = self.headers.get("If-Range")
        now = (reply.headers.get("ETag"), reply.headers.get("Last-Modified"))
        return int(place[1]) if edition in now or reply.trusting else None

    def _send_whole(self, reply: Reply) -> None:
        length = len(reply.body) if reply.length else None
        self._send_head(reply.status, reply.headers, length)
        self._send_body(reply.body, reply)

    def _send_rest(self, reply: Reply, start: int) -> None:
        size = len(reply.body)
        place = {"Content-Range": f"bytes {start}-{size - 1}/{size}"}
        self._send_head(206, {**reply.headers, **place}, size - start)
        self._send_body(reply.body[start:], reply)

    def _send_head(self, status: int, headers: Mapping[str, str], length: int | None) -> None:
        self.send_response(status)
        lengths = {} if length is None else {"Content-Length": str(length)}
        for name, value in {**lengths, **headers, "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()

    def _send_body(self, body: bytes, reply: Reply) -> None:
        limits = [limit for limit in (reply.drop_after, reply.stall_after) if limit is not None]
        try:
            self._send_bytes(body[: min(limits, default=len(body))], reply.drip)
        except OSError:  # the client has heard enough
            return
        if reply.stall_after is not None:
            self.server.served.closing.wait(10)

    def _send_bytes(self, body: bytes, drip: float) -> None:
        step = 1 if drip else max(1, len(body))
        for start in range(0, len(body), step):
            self.wfile.write(body[start : start + step])
            self.wfile.flush()
            if drip and self.server.served.closing.wait(drip):
                return

    def log_message(self, format: str, *args: object) -> None:
        """Be silent: the tests look at ``asked``."""


def sum_of(content: bytes) -> str:
    """The SHA-256 of some bytes, as the source table states it."""
    return sha256(content).hexdigest()


def address_source(address: str, *files: SourceFile, id: str = "lakes") -> DataSource:
    """A source of the table whose files lie below ``address``."""
    return DataSource(
        id=id,
        title="Lakes",
        publisher="Office of Lakes",
        version="2025",
        vintage="2025",
        licence="CC0-1.0",
        owed="",
        format="CSV",
        reader="lakes:read",
        rows=(1, 2),
        becomes="geo",
        files=files,
        address=address,
    )
