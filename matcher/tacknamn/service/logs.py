"""Logs without the messages of unexpected errors, which may quote a text.

An error that no one expected is logged by its type and its place. This holds for everything that may
report one: our own code, uvicorn, the event loop, threads, and destructors.
"""

import asyncio
import io
import json
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any, ClassVar, TextIO

__all__ = [
    "LOG_FORMATS",
    "LogStream",
    "configure_logs",
    "describe_exception",
    "format_request",
    "log_loop_error",
]

_LOG = logging.getLogger("tacknamn.service")
LOG_FORMATS = ("text", "json")
_FORMAT = "%(asctime)s %(levelname)s %(message)s"
_TIME_FORMAT = "%Y-%m-%dT%H:%M:%S%z"
_FRAMES = 3
"""The innermost frames say enough."""
_ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class LogStream:
    """Writes lines to standard error, and drops those that it cannot take.

    The disk of a log may be full, or its reader gone. Neither is a reason to fail a request."""

    count_dropped: ClassVar[Callable[[], None]] = staticmethod(lambda: None)
    """Called for each dropped line; the figures set it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        try:
            self._handle: int | None = stream.fileno()
        except (OSError, ValueError, io.UnsupportedOperation):  # in tests
            self._handle = None
        self._is_torn = False
        """Whether only a part of the last line was written."""

    def write(self, lines: str) -> None:
        """Write whole lines. Nothing is buffered: a buffer that cannot be emptied would fail again."""
        if self._handle is None:
            self._stream.write(lines)
            return
        rest = memoryview((("\n" if self._is_torn else "") + lines).encode("utf-8", "replace"))
        size = len(rest)
        try:
            while rest:
                rest = rest[os.write(self._handle, rest) :]
        except OSError:
            self._is_torn = self._is_torn if len(rest) == size else True
            type(self).count_dropped()
        else:
            self._is_torn = False

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""


def format_request(method: str, route: str, status: int, seconds: float, is_json: bool) -> str:
    """Return the line of a request."""
    now, milliseconds = time.strftime(_TIME_FORMAT), round(seconds * 1000, 1)
    if not is_json:
        return f"{now} {method} {route} {status} {milliseconds} ms\n"
    line = {"time": now, "level": "INFO", "method": method, "route": route, "status": status,
            "milliseconds": milliseconds}  # fmt: skip
    return json.dumps(line) + "\n"


def describe_exception(exc: BaseException) -> str:
    """Return the type of an error and where it was raised: files and lines, no values."""
    frames = traceback.extract_tb(exc.__traceback__)[-_FRAMES:]
    places = ", ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
    return f"{type(exc).__name__} at {places}" if places else type(exc).__name__


class _PlaceFormatter(logging.Formatter):
    """Writes the place of an error in the line of its record, and never its message."""

    def formatException(self, ei: _ExceptionInfo) -> str:
        return "" if ei[1] is None else describe_exception(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        return " ".join(super().format(record).split("\n"))


class _JsonFormatter(_PlaceFormatter):
    """Writes a record as an object of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        message = super().format(record)
        return json.dumps(
            {
                "time": self.formatTime(record, _TIME_FORMAT),
                "level": record.levelname,
                "message": message,
            }
        )


class _EndedConnections(logging.Filter):
    """Leaves out connections that we ended ourselves, which uvicorn takes for errors of the program."""

    def filter(self, record: logging.LogRecord) -> bool:
        exc = record.exc_info[1] if record.exc_info else None
        return not isinstance(exc, (ConnectionAbortedError, asyncio.CancelledError))


def configure_logs(is_json: bool = False) -> None:
    """Send all logs to standard error, and let nothing print an error by itself."""
    handler = logging.StreamHandler(LogStream(sys.stderr))
    handler.setFormatter(
        _JsonFormatter("%(message)s") if is_json else _PlaceFormatter(_FORMAT, _TIME_FORMAT)
    )
    handler.addFilter(_EndedConnections())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    sys.unraisablehook = lambda found: _log_error(found.exc_value)
    threading.excepthook = lambda found: _log_error(found.exc_value)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of the event loop, whose own report would show the result of a task."""
    exc = context.get("exception")
    if not isinstance(exc, ConnectionError):
        _log_error(exc)


def _log_error(exc: BaseException | None) -> None:
    _LOG.error("%s", "an unknown error" if exc is None else describe_exception(exc))
