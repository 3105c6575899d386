"""Logs without the messages of unexpected errors, which may quote a text.

An error that no one expected is logged by its type and its place. This holds for everything that may
report one: our own code, uvicorn, the event loop, threads, and destructors.
"""

import asyncio
import logging
import sys
import threading
import traceback
from types import TracebackType
from typing import Any

__all__ = ["configure_logs", "describe_exception", "log_loop_error"]

_LOG = logging.getLogger("tacknamn.service")
_FORMAT = "%(asctime)s %(levelname)s %(message)s"
_FRAMES = 3
"""The innermost frames say enough."""
_ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


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


class _EndedConnections(logging.Filter):
    """Leaves out connections that we ended ourselves, which uvicorn takes for errors of the program."""

    def filter(self, record: logging.LogRecord) -> bool:
        exc = record.exc_info[1] if record.exc_info else None
        return not isinstance(exc, (ConnectionAbortedError, asyncio.CancelledError))


def configure_logs() -> None:
    """Send all logs to standard error, and let nothing print an error by itself."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_PlaceFormatter(_FORMAT))
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
