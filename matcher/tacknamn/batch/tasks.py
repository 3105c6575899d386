"""The records that go from the reader of a run to its workers and back.

Tasks come in the order of the files and of the documents in them. After the last document of a
file comes a task for its end, which has the error if reading stopped early. Results come back in
the same order, whatever the number of workers.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from tacknamn.batch.ledger import Stamp
from tacknamn.errors import Error, describe_os_error

__all__ = [
    "Advance",
    "Task",
    "TaskFunction",
    "TaskOpener",
    "TaskResult",
    "describe_exception",
    "run_guarded",
    "run_many_guarded",
]


@dataclass(frozen=True, slots=True)
class Task:
    """One document of a file, or the end of the file."""

    file: int
    """Index of the file in the plan."""
    input: Any = None
    """The document (:class:`tacknamn.formats.records.InputDocument`); None at the end."""
    error: str = ""
    """At the end: why reading stopped early."""
    source: str = "text"
    """The format of the input."""
    format: str = "text"
    """The format of the output."""
    size: int = 0
    """Number of characters, by which tasks are grouped into batches."""
    stamp: Stamp | None = None
    """At the end: the stamp that the file had before it was read."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of a task."""

    text: str = ""
    """Output to write."""
    error: str = ""
    """Why the task failed. It never quotes the text."""
    words: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    """Number of spans by action."""
    labels: Counter[str] = field(default_factory=Counter)
    """Number of spans by label."""
    unchanged: int = 0
    """Number of replacements that equal their originals."""
    warnings: tuple[str, ...] = ()
    unexamined: Mapping[str, int] = field(default_factory=dict)
    """Words in scripts without capitals that stay, by script."""
    explanation: str = ""
    """Lines that go to standard error."""
    records: tuple[Any, ...] = ()
    """Records of the originals, for a vault or a table."""
    ends_run: bool = False
    """Whether the error would meet all other tasks as well: a full disk."""


TaskFunction = Callable[[Task], TaskResult]
Advance = Callable[[int], object]
"""Is called with the size of what is done of a long task."""
TaskOpener = Callable[..., TaskFunction]
"""Returns the task function of a request, which is the argument. For long tasks, a second argument
is an :data:`Advance`. A module-level function, so that workers can import it."""


def run_guarded(work: TaskFunction, task: Task) -> TaskResult:
    """Return the result of a task. An exception becomes its error."""
    if task.input is None:
        return TaskResult(error=task.error)
    try:
        return work(task)
    except Exception as exc:  # noqa: BLE001 - one failed document must not end the run
        return TaskResult(error=describe_exception(exc))


def run_many_guarded(work: TaskFunction, tasks: Sequence[Task]) -> list[TaskResult]:
    """Return the results of tasks; together if the task function has a method ``many``.

    If there is an error in one of them, each is done alone, so that only this one fails."""
    results: Iterator[TaskResult] = iter(())
    if len(tasks) > 1 and hasattr(work, "many"):
        with suppress(Exception):  # it is found again, with its document
            results = iter(work.many([task for task in tasks if task.input is not None]))
    return [
        (next(results, None) if task.input is not None else None) or run_guarded(work, task)
        for task in tasks
    ]


def describe_exception(exc: BaseException) -> str:
    """Describe an exception without quoting the text.

    Our own messages never quote it. Messages of other packages may, so only the type and the
    line of code are given, which is enough for a bug report."""
    if isinstance(exc, Error):
        return str(exc)
    if isinstance(exc, OSError) and exc.strerror:
        return describe_os_error(exc)
    if isinstance(exc, MemoryError):
        return "out of memory; split the text, or use fewer processes with -j"
    trace = exc.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" in {PurePath(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}"
    return f"an internal error of Täcknamn ({type(exc).__name__}{where}); please report it"
