"""Figures of the service for Prometheus, and the access log.

Both know an address as it is described (``/v1/sessions/{id}``), never what a client put into it: no text,
name, id or query string becomes a label or a line.

With several workers, each counts in files of a folder of its own (:mod:`tacknamn.service.metrics_folder`),
and whichever is asked adds them up.
"""

import os
import sys
from time import perf_counter, strftime
from typing import TextIO

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

from tacknamn.service.metrics_folder import FOLDER_VARIABLE

__all__ = ["METRICS_TYPE", "AccessRecorder", "collect_metrics", "count_refusal", "count_texts"]

METRICS_TYPE = CONTENT_TYPE_LATEST
_UNKNOWN = "other"
"""The label of addresses that do not exist: their paths are the words of others."""
_ABORTED = 499
"""What is counted and logged for a request whose client went away."""
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

    def __init__(self, app: ASGIApp, is_logged: bool, log: TextIO | None = None) -> None:
        self._app = app
        self._is_logged = is_logged
        self._log = log or sys.stderr

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
            self._record(scope, status, perf_counter() - began)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", _UNKNOWN)
        method = scope["method"] if scope["method"] in _METHODS else _UNKNOWN
        _REQUESTS.labels(route, method, status).inc()
        _SECONDS.labels(route).observe(seconds)
        if self._is_logged:
            now = strftime("%Y-%m-%dT%H:%M:%S%z")
            self._log.write(f"{now} {method} {route} {status} {seconds * 1000:.1f} ms\n")
