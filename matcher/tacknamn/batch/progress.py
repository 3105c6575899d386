"""Show the progress of a run on a terminal.

The bar is drawn between two documents, not by a thread: workers are forked, and forking a process
with threads is unsafe.
"""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID

__all__ = ["WORTH", "ProgressBar", "is_wanted"]

_INTERVAL = 0.1
"""Seconds between two updates."""
WORTH = 1 << 20
"""Bytes. Smaller inputs are done before a bar could be read."""


def is_wanted(quiet: bool, size: int, worth: int = WORTH) -> bool:
    """Whether standard error is a terminal and the input is large enough for a bar."""
    return not quiet and size >= worth and sys.stderr.isatty()


class ProgressBar:
    """A bar for an input of ``size`` bytes, or rows. It draws nothing unless ``is_shown``.

    Args:
        done: What an earlier run has done of it.
        unit: What is counted, if the speed is to be shown.
    """

    def __init__(self, size: int, is_shown: bool, done: int = 0, unit: str = "") -> None:
        self._size = size
        self._progress: Progress | None = _make_progress(unit) if is_shown else None
        self._task: TaskID | None = None
        self._done = done
        self._drawn = 0.0

    def __enter__(self) -> Self:
        if self._progress is not None:
            self._task = self._progress.add_task("", total=self._size, completed=self._done)
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

    def advance(self, size: int) -> None:
        """Add a number of bytes, or rows, that are done."""
        self._done += size
        now = time.monotonic()
        if self._progress is not None and self._task is not None and now - self._drawn > _INTERVAL:
            self._progress.update(self._task, completed=self._done, refresh=True)
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
            return Text("" if task.speed is None else f"{task.speed:,.0f} {unit}/s")

    return SpeedColumn()
