"""Show long work: bars when a person watches, plain lines otherwise, nothing when quiet."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TransferSpeedColumn,
)

__all__ = ["LineProgress", "Steps", "TransferBars", "steps", "transfers"]

STEP_OF_LINES = 25_000_000
"""Bytes between two lines where no bar can be drawn: a few lines for a long download."""


class TransferBars:
    """Bars for transfers, one after another."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def start(self, name: str, total: int | None) -> None:
        """A transfer begins."""
        self.done()
        self._task = self._bars.add_task(name, total=total)

    def advance(self, size: int) -> None:
        """More bytes are there."""
        if self._task is not None:
            self._bars.advance(self._task, size)

    def done(self) -> None:
        """The transfer has ended."""
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = None


class LineProgress:
    """A line now and then, for pipes and logs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._name = ""
        self._got = 0

    def start(self, name: str, total: int | None) -> None:
        """A transfer begins."""
        self._name, self._got = name, 0

    def advance(self, size: int) -> None:
        """More bytes are there."""
        before, self._got = self._got, self._got + size
        if before // STEP_OF_LINES != self._got // STEP_OF_LINES:
            self._console.print(f"{self._name}: {self._got / 1e6:,.0f} MB", highlight=False)

    def done(self) -> None:
        """The transfer has ended."""


@contextmanager
def transfers(console: Console) -> Iterator[TransferBars | LineProgress]:
    """Somebody who shows transfers on ``console``."""
    if not console.is_terminal:
        yield LineProgress(console)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        yield TransferBars(bars)


class Steps:
    """Names what a build is doing."""

    def __init__(self, bars: Progress | None) -> None:
        self._bars = bars
        self._task = bars.add_task("starting", total=None) if bars else None

    def __call__(self, step: str) -> None:
        """The build has come to ``step``."""
        if self._bars is not None and self._task is not None:
            self._bars.update(self._task, description=step)


@contextmanager
def steps(console: Console) -> Iterator[Steps]:
    """Somebody who shows the steps of a build; where nobody watches, its log lines do."""
    if not console.is_terminal:
        yield Steps(None)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield Steps(bars)
