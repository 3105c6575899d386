"""Show the progress of long work: bars on a terminal, plain lines in a pipe, nothing with
--quiet."""

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
"""Bytes between two lines of a download without a bar: a few lines for a large file."""


def open_messages(quiet: bool) -> Console:
    """Open the console for messages and the log: standard error, or nothing if ``quiet``."""
    console = _MessageConsole(stderr=True, quiet=quiet)
    handler = _ConsoleHandler(console)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler],
                        force=True)  # fmt: skip
    return console


class _MessageConsole(Console):
    """Standard error; if its reader is gone, the work continues without messages."""

    def on_broken_pipe(self) -> None:
        """Stop printing; rich would end the program."""
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


class _ConsoleHandler(logging.Handler):
    """Prints log lines above the progress bar."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        style = "yellow" if record.levelno >= logging.WARNING else ""
        self._console.print(self.format(record), style=style, highlight=False, markup=False,
                            soft_wrap=True)  # fmt: skip


class TransferBars:
    """Shows one transfer after the other as a bar."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def start(self, name: str, total: int | None) -> None:
        """Begin a transfer."""
        self.done()
        self._task = self._bars.add_task(name, total=total)

    def advance(self, size: int) -> None:
        """Count more bytes."""
        if self._task is not None:
            self._bars.advance(self._task, size)

    def done(self) -> None:
        """End the transfer."""
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = None


class LineProgress:
    """Prints a line from time to time, for pipes and logs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._name = ""
        self._got = 0

    def start(self, name: str, total: int | None) -> None:
        """Begin a transfer."""
        self._name, self._got = name, 0

    def advance(self, size: int) -> None:
        """Count more bytes."""
        before, self._got = self._got, self._got + size
        if before // STEP_OF_LINES != self._got // STEP_OF_LINES:
            self._console.print(f"{self._name}: {self._got / 1e6:,.0f} MB", highlight=False)

    def done(self) -> None:
        """End the transfer."""


@contextmanager
def show_transfers(console: Console) -> Iterator[TransferBars | LineProgress]:
    """Yield an object that shows transfers on ``console``."""
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
    """Shows the current step of long work next to a spinner."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task = bars.add_task("starting", total=None)

    def __call__(self, step: str) -> None:
        """Show ``step``."""
        self._bars.update(self._task, description=step)


class StepLines:
    """Prints each step as a line."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def __call__(self, step: str) -> None:
        """Show ``step``."""
        self._console.print(step, highlight=False, markup=False, soft_wrap=True)


@contextmanager
def show_steps(console: Console, logged: bool = False) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows the steps of long work.

    In a pipe it prints nothing if the work is ``logged``, because the log has the steps already."""
    if not console.is_terminal:
        yield (lambda step: None) if logged else StepLines(console)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield StepSpinner(bars)
