"""Connections that withstand slow, broken and hostile clients.

uvicorn reads a head of any size for any time, drops the body of a request that offers HTTP/2 (Java's client
offers it by default), and does not answer a client that has closed its half of the connection. This class
adds what is missing:

- A head arrives within the time limit, and has at most :data:`_LARGEST_HEAD` bytes. The same time holds for
  the first byte of a connection, and for what a client still sends after its request was answered.
- A client that stops reading is given up.
- The offer of another protocol is ignored, as HTTP allows.
- A connection for which no file is left is answered with 503 and closed.
- At the end, an idle connection stays open for a moment, so that a request that is on its way is answered.

What is not HTTP never reaches the application. It is answered here, and counted by its reason.
"""

import asyncio
from typing import ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tacknamn.service.metrics import count_refusal
from tacknamn.service.problems import PROBLEM_TYPE, Problem, write_problem

__all__ = ["IS_CLOSED", "GuardedProtocol", "make_protocol"]

IS_CLOSED = "is_closed"
"""The name of a function in the state of a request: whether its connection was closed."""

_LARGEST_HEAD = 1 << 16
"""Bytes of the address and the headers of a request, as in other servers."""
_LARGE_HEAD = Problem("large-head", f"the head has more than {_LARGEST_HEAD:,} bytes")
_NOT_HTTP = Problem("not-http", "this is not valid HTTP/1.1")
_LINGER = 0.25
"""Seconds for which an idle connection stays open when the service ends."""
_FAREWELL = 1.0
"""Seconds for which a client that was refused may go on sending. If we closed at once, its system would drop
our answer."""
_OFFERS = frozenset((b"connection", b"http2-settings", b"upgrade"))
"""Headers that offer another protocol."""
_DRAINED = 30_000
"""Bytes of an answer that a client reads in the time limit, at least."""


class GuardedProtocol(HttpToolsProtocol):
    """One connection."""

    seconds: ClassVar[float] = 30.0
    """How long to wait for the client."""
    most: ClassVar[int] = 1 << 20
    """Open connections of a worker."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._parsed = self._received = 0
        """Bytes of the head that is being read: of its parts, and as they arrived."""
        self._is_in_head = False
        self._has_begun_here = False
        self._is_ending = self._is_refused = False
        self._wait: asyncio.TimerHandle | None = None
        self._drain: asyncio.TimerHandle | None = None
        if len(self.connections) > self.most:
            again = {"Retry-After": "1"}
            self._refuse(Problem("unavailable", "too many connections are open", again))
            transport.close()
        else:
            self._begin_to_wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timers."""
        self._end_wait()
        self._end_drain()
        super().connection_lost(exc)

    @property
    def _is_answering(self) -> bool:
        """Whether a request was read, at least its head, and is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    # What arrives

    def data_received(self, data: bytes) -> None:
        """Read what has arrived."""
        if self.transport.is_closing() or self._is_refused:
            return
        self._unset_keepalive_if_required()
        self._has_begun_here = False
        try:
            self._feed(data)
        except httptools.HttpParserError as exc:
            cause = exc.__context__  # what one of our callbacks raised, if it was one
            self._refuse(cause if isinstance(cause, Problem) else _NOT_HTTP)
            return
        if self._is_in_head and not self._has_begun_here:
            self._received += len(data)  # the parser collects a value of any length by itself
            if self._received > _LARGEST_HEAD:
                self._refuse(_LARGE_HEAD)
                return
        if not self._is_answering:
            self._begin_to_wait()

    def _feed(self, data: bytes) -> None:
        """Parse data. A request that offers another protocol is parsed again without the offer."""
        rest = memoryview(data)
        while rest:
            try:
                self.parser.feed_data(rest)
                return
            except httptools.HttpParserUpgrade as exc:
                rest = rest[exc.args[0] :]
                head = self._write_head()
                self.parser = httptools.HttpRequestParser(self)
                self.parser.feed_data(head)

    def _write_head(self) -> bytes:
        """Return the head that was parsed, without an offer of another protocol."""
        version = self.parser.get_http_version().encode()
        lines = [b"%s %s HTTP/%s" % (self.parser.get_method(), self.url, version)]
        lines += [b"%s: %s" % header for header in self.headers if header[0] not in _OFFERS]
        return b"\r\n".join((*lines, b"", b""))

    def eof_received(self) -> bool | None:  # type: ignore[override]
        """Answer a client that has sent everything and closed its half of the connection."""
        if self._is_answering and not self.cycle.more_body:
            self.cycle.keep_alive = False
            return True
        return None

    # Callbacks of the parser

    def on_message_begin(self) -> None:
        """Begin to count a head."""
        super().on_message_begin()
        self.scope["state"][IS_CLOSED] = self.transport.is_closing
        self._parsed = self._received = 0
        self._is_in_head = self._has_begun_here = True

    def on_url(self, url: bytes) -> None:
        """Add a piece of the address."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header."""
        self._count_head(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start to answer the request."""
        self._is_in_head = False
        if self.parser.get_method() == b"CONNECT":
            raise Problem("not-http", "this is no proxy")
        if self.parser.should_upgrade():
            return  # the same request without its offer follows
        self._end_wait()
        super().on_headers_complete()
        if self._is_ending:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """Mark the body as complete."""
        if not self.parser.should_upgrade():
            super().on_message_complete()

    def _count_head(self, size: int) -> None:
        self._parsed += size
        if self._parsed > _LARGEST_HEAD:
            raise _LARGE_HEAD

    # What is refused

    def _refuse(self, problem: Problem) -> None:
        """Answer what is not a request, and close; after the answers that are under way."""
        count_refusal(problem.kind)
        if self._is_answering and not self.cycle.more_body:
            self.cycle.keep_alive = False
            self.flow.pause_reading()
        elif self._is_answering and (self.pipeline or self.cycle.response_started):
            self.transport.abort()
        else:
            self.transport.write(self._write_answer(problem))
            self._is_refused = True
            self._end_wait()
            self.loop.call_later(_FAREWELL, self.transport.close)

    def _write_answer(self, problem: Problem) -> bytes:
        body = write_problem(problem)
        headers = [
            *self.server_state.default_headers,
            (b"content-type", PROBLEM_TYPE.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
            *((name.lower().encode(), text.encode()) for name, text in problem.headers.items()),
        ]
        lines = [b"%s: %s\r\n" % header for header in headers]
        return b"".join((b"HTTP/1.1 %d \r\n" % problem.status, *lines, b"\r\n", body))

    # Time

    def _begin_to_wait(self) -> None:
        """Wait for a request. Bytes that trickle in do not prolong the time."""
        if self._wait is None and not self.transport.is_closing():
            self._wait = self.loop.call_later(self.seconds, self._give_up)

    def _end_wait(self) -> None:
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None

    def _give_up(self) -> None:
        self._wait = None
        if self.transport.is_closing():
            return
        if self._is_in_head:
            self._refuse(Problem("slow-head", f"no whole head came within {self.seconds:g} s"))
        elif not self._is_answering:
            self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, also if its client has not read the last answer."""
        if self.transport.get_write_buffer_size():
            self._abort_stalled()
        else:
            super().timeout_keep_alive_handler()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._begin_drain()

    def resume_writing(self) -> None:
        """Go on with an answer."""
        self._end_drain()
        super().resume_writing()

    def _begin_drain(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._drain = self.loop.call_later(self.seconds, self._check_drain, left)

    def _end_drain(self) -> None:
        if self._drain is not None:
            self._drain.cancel()
            self._drain = None

    def _check_drain(self, before: int) -> None:
        """Give up a client that has read hardly anything."""
        if before - self.transport.get_write_buffer_size() < _DRAINED:
            self._abort_stalled()
        else:
            self._begin_drain()

    def _abort_stalled(self) -> None:
        count_refusal("stalled")
        self.transport.abort()

    def shutdown(self) -> None:
        """End: after the answer under way, or after a moment."""
        self._is_ending = True
        if self._is_answering:
            super().shutdown()
        else:
            self.loop.call_later(_LINGER, self._close_idle)

    def _close_idle(self) -> None:
        if not self._is_answering:
            self.transport.close()


def make_protocol(seconds: float, most: int) -> type[GuardedProtocol]:
    """Make the class of the connections of a worker.

    Args:
        seconds: How long to wait for a client.
        most: How many connections may be open.
    """
    return type("_WorkerProtocol", (GuardedProtocol,), {"seconds": seconds, "most": most})
