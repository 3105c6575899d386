"""Show how far a run has come, on a terminal and nowhere else.

The bar is drawn by this thread, between two documents: workers are forked, which threads forbid.
"""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["WORTH", "ProgressBar", "is_wanted"]

_EACH = 0.1
"""Seconds between two drawings."""
WORTH = 1 << 20
"""Bytes: less is done before a bar could be read."""


def is_wanted(quiet: bool, size: int, worth: int = WORTH) -> bool:
    """Whether a bar has somebody to look at it and would stay for a moment."""
    return not quiet and size >= worth and sys.stderr.isatty()


class ProgressBar:
    """A bar of so many bytes; one that is not wanted draws nothing."""

    def __init__(self, size: int, wanted: bool) -> None:
        self._size = size
        self._progress: Progress | None = _make_progress() if wanted else None
        self._task: TaskID | None = None
        self._done = 0
        self._drawn = 0.0

    def __enter__(self) -> Self:
        if self._progress is not None:
            self._task = self._progress.add_task("", total=self._size)
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
        """Say that so many bytes more are done."""
        self._done += size
        now = time.monotonic()
        if self._progress is not None and self._task is not None and now - self._drawn > _EACH:
            self._progress.update(self._task, completed=self._done, refresh=True)
            self._drawn = now


def _make_progress() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    return Progress(
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),  # rich itself respects NO_COLOR and TERM
        auto_refresh=False,
        transient=True,
    )
