"""What goes from the reader of a run to its workers and back: pieces, and their results.

Pieces come in the order of the files, and within them in that of the documents. Behind the
last one of a file comes its end, which tells a fault where reading ended early. Results come
back in the same order, however many workers there are.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from tacknamn.batch.ledger import Stamp
from tacknamn.errors import Error

__all__ = ["Task", "TaskFunction", "TaskOpener", "TaskResult", "describe_exception", "run_guarded"]


@dataclass(frozen=True, slots=True)
class Task:
    """One document of a file, or the file's end."""

    file: int
    """Number of the file in the plan."""
    input: Any = None
    """The document (``formats.Input``); None at the file's end."""
    fault: str = ""
    """At the end: why it could not be read further."""
    source: str = "text"
    """The format that it was read in."""
    format: str = "text"
    """The one that is written."""
    size: int = 0
    """Characters to work on, by which work is shared out."""
    was: Stamp | None = None
    """At the end: what the file was before it was read."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What became of a piece."""

    text: str = ""
    """To write."""
    fault: str = ""
    """Why nothing became of it; it quotes no text."""
    words: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    """Spans by what was done with them."""
    labels: Counter[str] = field(default_factory=Counter)
    """Spans by label."""
    warnings: tuple[str, ...] = ()
    aside: str = ""
    """What is told beside the output: explanations."""
    records: tuple[Any, ...] = ()
    """For the vault."""


TaskFunction = Callable[[Task], TaskResult]
TaskOpener = Callable[[Any], TaskFunction]
"""Makes the work out of a request; a function of a module, so that other processes find it."""


def run_guarded(work: TaskFunction, piece: Task) -> TaskResult:
    """The result of a piece, which is a fault where the work went wrong."""
    if piece.input is None:
        return TaskResult(fault=piece.fault)
    try:
        return work(piece)
    except Exception as exc:  # noqa: BLE001 - told as the text's fault, not to end the run
        return TaskResult(fault=describe_exception(exc))


def describe_exception(exc: BaseException) -> str:
    """A fault in words, without what may quote the text.

    Messages of our own never quote. Those of others may, so only their kind and place are
    told, which is enough to report them."""
    if isinstance(exc, Error):
        return str(exc)
    if isinstance(exc, OSError) and exc.strerror:
        return exc.strerror
    if isinstance(exc, MemoryError):
        return "out of memory; split the text, or use fewer processes with -j"
    trace = exc.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" in {PurePath(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}"
    return f"a fault of Täcknamn ({type(exc).__name__}{where}); please report it"
