"""Show the progress of a run on a terminal.

The bar is drawn between two documents, not by a thread: workers are forked, and forking a process
with threads is unsafe.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID

__all__ = ["WORTH", "ProgressBar", "ReadPosition", "is_wanted"]

_INTERVAL = 0.1
"""Seconds between two updates."""
WORTH = 1 << 20
"""Bytes. Smaller inputs are done before a bar could be read."""


def is_wanted(quiet: bool, size: int, worth: int = WORTH) -> bool:
    """Whether standard error is a terminal and the input is large enough for a bar."""
    return not quiet and size >= worth and sys.stderr.isatty()


class ReadPosition:
    """How many bytes of the files of a run were read: of compressed files, bytes on the disk."""

    def __init__(self) -> None:
        self._before = 0
        self._stream: BinaryIO | None = None

    @contextmanager
    def watch(self, stream: BinaryIO) -> Iterator[None]:
        """Count the bytes of a file while it is read."""
        self._stream = stream
        try:
            yield
        finally:
            self._before += _find_size(stream)
            self._stream = None

    @property
    def bytes(self) -> int:
        """The bytes of all files until now."""
        stream = self._stream
        return self._before + (stream.tell() if stream is not None and stream.seekable() else 0)


def _find_size(stream: BinaryIO) -> int:
    try:
        return os.fstat(stream.fileno()).st_size
    except OSError:  # no file of the system
        return 0


class ProgressBar:
    """A bar for an input of ``size`` bytes, or rows. It draws nothing unless ``is_shown``.

    Args:
        done: What an earlier run has done of it.
        unit: What is counted, if the speed is to be shown.
        position: What was read, if the size is that of files, and documents are counted.
    """

    def __init__(
        self,
        size: int,
        is_shown: bool,
        done: int = 0,
        unit: str = "",
        position: ReadPosition | None = None,
    ) -> None:
        self._size = size
        self._progress: Progress | None = _make_progress(unit) if is_shown else None
        self._position = position
        self._task: TaskID | None = None
        self._done, self._new = done, 0
        self._began = self._drawn = 0.0

    def __enter__(self) -> Self:
        self._began = time.monotonic()
        if self._progress is not None:
            self._task = self._progress.add_task("", total=self._size, completed=self._done, rate=0)
            self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def leave_out(self, size: int) -> None:
        """Take off what an earlier run has done."""
        self._size -= size
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, total=self._size)

    def advance(self, count: int) -> None:
        """Add a number of bytes, rows or documents that are done."""
        self._new += count
        now = time.monotonic()
        if self._progress is not None and self._task is not None and now - self._drawn > _INTERVAL:
            done = self._done + self._new if self._position is None else self._position.bytes
            rate = self._new / max(now - self._began, _INTERVAL)
            self._progress.update(self._task, completed=done, rate=rate, refresh=True)
            self._drawn = now


def _make_progress(unit: str) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    return Progress(
        BarColumn(),
        TaskProgressColumn(),
        *([_make_speed_column(unit)] if unit else []),
        TimeRemainingColumn(),
        console=Console(stderr=True),  # Rich respects NO_COLOR and TERM
        auto_refresh=False,
        transient=True,
    )


def _make_speed_column(unit: str) -> "ProgressColumn":
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class SpeedColumn(ProgressColumn):
        """What is done each second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.fields['rate']:,.0f} {unit}/s")

    return SpeedColumn()
