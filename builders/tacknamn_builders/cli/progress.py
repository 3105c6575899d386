"""Show long work: bars when a person watches, plain lines otherwise, nothing when quiet."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
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

__all__ = [
    "LineProgress",
    "StepSpinner",
    "TransferBars",
    "open_messages",
    "show_steps",
    "show_transfers",
]

STEP_OF_LINES = 25_000_000
"""Bytes between two lines where no bar can be drawn: a few lines for a long download."""


def open_messages(quiet: bool) -> Console:
    """Where work is reported: standard error, together with the log, or nowhere."""
    console = _MessageConsole(stderr=True, quiet=quiet)
    handler = _ConsoleHandler(console)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler],
                        force=True)  # fmt: skip
    return console


class _MessageConsole(Console):
    """Standard error: when nobody reads it any more, the work goes on without a word."""

    def on_broken_pipe(self) -> None:
        """Fall silent, where rich would end the program."""
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


class _ConsoleHandler(logging.Handler):
    """Prints log lines above whatever bar is being drawn."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        style = "yellow" if record.levelno >= logging.WARNING else ""
        self._console.print(self.format(record), style=style, highlight=False, markup=False,
                            soft_wrap=True)  # fmt: skip


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
def show_transfers(console: Console) -> Iterator[TransferBars | LineProgress]:
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


class StepSpinner:
    """Names what long work is doing."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task = bars.add_task("starting", total=None)

    def __call__(self, step: str) -> None:
        """The work has come to ``step``."""
        self._bars.update(self._task, description=step)


class StepLines:
    """The same in a line each."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def __call__(self, step: str) -> None:
        """The work has come to ``step``."""
        self._console.print(step, highlight=False, markup=False, soft_wrap=True)


@contextmanager
def show_steps(console: Console, logged: bool = False) -> Iterator[Callable[[str], None]]:
    """Somebody who shows the steps of long work, unless its log lines do where nobody watches."""
    if not console.is_terminal:
        yield (lambda step: None) if logged else StepLines(console)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield StepSpinner(bars)
