"""Figures of the service for Prometheus, and the access log.

Both know an address as it is described (``/v1/sessions/{id}``), never what a client put into it: no text,
name, id or query string becomes a label or a line.

With several workers, each counts in files of a folder of its own (:mod:`tacknamn.service.metrics_folder`),
and whichever is asked adds them up.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacknamn import __version__
from tacknamn.service.logs import LogStream, format_request
from tacknamn.service.metrics_folder import FOLDER_VARIABLE

__all__ = [
    "METRICS_TYPE",
    "AccessRecorder",
    "Levels",
    "collect_metrics",
    "count_refusal",
    "count_texts",
    "note_abort",
    "note_status",
    "show_levels",
]

METRICS_TYPE = CONTENT_TYPE_LATEST
_UNKNOWN = "other"
"""The label of addresses that do not exist: their paths are the words of others."""
_ABORTED = 499
"""What is counted and logged for a request whose client went away."""
_STATUS = "tacknamn.status"
"""The name in a request's scope of what is recorded instead of the status that was sent."""
_STATM = Path("/proc/self/statm")
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_METHODS = frozenset(("DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"))

_REQUESTS = Counter(
    "tacknamn_requests", "Requests that were answered", ["route", "method", "status"]
)
_SECONDS = Histogram(
    "tacknamn_request_seconds",
    "Time from the first byte to the answer",
    ["route"],
    buckets=_BUCKETS,
)
_TEXTS = Counter("tacknamn_texts", "Texts that were processed", ["operation"])
_CHARACTERS = Counter("tacknamn_characters", "Characters of these texts", ["operation"])
_UNDER_WAY = Gauge(
    "tacknamn_requests_under_way", "Requests that are not answered yet", multiprocess_mode="livesum"
)

_REFUSED = Counter(
    "tacknamn_refused_connections",
    "Connections that were closed because of their client, by reason",
    ["reason"],
)


_DROPPED = Counter("tacknamn_dropped_log_lines", "Lines of the log that could not be written")
LogStream.count_dropped = staticmethod(_DROPPED.inc)
_WAITING = Gauge(
    "tacknamn_requests_waiting",
    "Requests that wait for their turn, or are being carried out",
    multiprocess_mode="livesum",
)
_SESSIONS = Gauge("tacknamn_sessions", "Sessions", multiprocess_mode="livemostrecent")
_SESSION_BYTES = Gauge(
    "tacknamn_session_bytes", "Bytes of all sessions", multiprocess_mode="livemostrecent"
)
_OPENED = Gauge(
    "tacknamn_lists_opened_timestamp_seconds",
    "When the lists were opened, in seconds since 1970",
    multiprocess_mode="livemax",  # the process that starts the workers has 0
)
_MADE = Gauge(
    "tacknamn_lists_made_timestamp_seconds",
    "When the lists were made, in seconds since 1970",
    multiprocess_mode="livemax",  # the process that starts the workers has 0
)
_MEMORY = Gauge(
    "tacknamn_memory_bytes",
    "Memory of the workers, without the lists, which they share",
    multiprocess_mode="livesum",
)
_VERSION = Gauge(
    "tacknamn_info", "1, with the version of the program", ["version"], multiprocess_mode="livemax"
)


class Levels(NamedTuple):
    """What a worker has at the moment."""

    waiting: int
    """Requests in its queue."""
    sessions: int
    """Sessions of all workers."""
    session_bytes: int
    lists_opened: float
    """Seconds since 1970."""
    lists_made: float


def show_levels(levels: Levels) -> None:
    """Let the figures show what this worker has now."""
    _WAITING.set(levels.waiting)
    _SESSIONS.set(levels.sessions)
    _SESSION_BYTES.set(levels.session_bytes)
    _OPENED.set(levels.lists_opened)
    _MADE.set(levels.lists_made)
    _VERSION.labels(__version__).set(1)
    with suppress(OSError, ValueError):  # not on other systems than Linux
        _, resident, shared, *_ = map(int, _STATM.read_text("ascii").split())
        _MEMORY.set((resident - shared) * os.sysconf("SC_PAGE_SIZE"))


def note_status(scope: Scope, status: int, reason: str = "") -> None:
    """Record another status of a request than the one that was sent: its answer was cut later.

    Args:
        reason: Why its client is to blame for that.
    """
    scope.setdefault(_STATUS, status)
    if reason:
        count_refusal(reason)


def note_abort(scope: Scope) -> None:
    """Record that the client of a request went away."""
    note_status(scope, _ABORTED)


def count_refusal(reason: str) -> None:
    """Count a connection that was closed because of its client."""
    _REFUSED.labels(reason).inc()


def count_texts(operation: str, texts: int, characters: int) -> None:
    """Count texts that were processed."""
    if texts:
        _TEXTS.labels(operation).inc(texts)
        _CHARACTERS.labels(operation).inc(characters)


def collect_metrics() -> bytes:
    """Return the figures of all workers in the format of Prometheus."""
    registry = REGISTRY
    if FOLDER_VARIABLE in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


class AccessRecorder:
    """Counts requests, and logs each as a line: time, method, address, status, milliseconds."""

    def __init__(self, app: ASGIApp, is_logged: bool, is_json: bool = False) -> None:
        self._app = app
        self._is_logged = is_logged
        self._is_json = is_json
        self._log = LogStream(sys.stderr)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = _ABORTED

        async def remember(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = perf_counter()
        _UNDER_WAY.inc()
        try:
            await self._app(scope, receive, remember)
        finally:
            _UNDER_WAY.dec()
            self._record(scope, scope.get(_STATUS, status), perf_counter() - began)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", _UNKNOWN)
        method = scope["method"] if scope["method"] in _METHODS else _UNKNOWN
        _REQUESTS.labels(route, method, status).inc()
        _SECONDS.labels(route).observe(seconds)
        if self._is_logged:
            self._log.write(format_request(method, route, status, seconds, self._is_json))
