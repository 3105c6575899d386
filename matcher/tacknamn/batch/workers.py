"""Spread tasks over processes, and yield the results in the order of the tasks.

Each process opens the bundle itself. The bundle is memory-mapped, so all processes share its
memory. Workers write no files: Ctrl-C, lack of memory or the end of the parent process leaves
nothing incomplete. If a worker dies, the run ends with an error that says so.

Tasks travel in batches, because a message to a process takes as long as fifty words of work.
"""

import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tacknamn.batch.tasks import (
    Advance,
    Task,
    TaskFunction,
    TaskOpener,
    TaskResult,
    run_many_guarded,
)
from tacknamn.errors import Error, RunError
from tacknamn.support.mapped_files import (
    BUS_ERROR,
    DESCRIPTION,
    leave_bus_errors_to_parent,
)

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

__all__ = ["BATCH", "run_tasks"]

BATCH = 1 << 16
"""Characters of a batch: about a twentieth of a second of work."""
LEAST = 1 << 5
"""Characters that a task counts at least. Otherwise a column without texts would be one batch."""
AHEAD = 4
"""Batches per worker that may be read before the first one is written. While one worker is busy
with a long text, the others continue."""
Batch = tuple[Task, ...]
Pairs = Iterator[tuple[Task, TaskResult]]


@contextmanager
def run_tasks(
    opener: TaskOpener,
    request: Any,
    tasks: Iterable[Task],
    workers: int,
    advance: Advance | None = None,
    one_by_one: bool = False,
) -> Iterator[Pairs]:
    """Open an iterator of tasks and their results, in order. No worker is left at the end.

    Errors of the request are raised at once, before the first task is read.

    Args:
        advance: For an opener of long tasks, which report what is done of them.
        one_by_one: Whether a single worker does each task before it reads the next, because a
            program may wait for the result.
    """
    if workers == 1:
        work = opener(request) if advance is None else opener(request, advance)
        yield _run_here(work, ((task,) for task in tasks) if one_by_one else _group_tasks(tasks))
        return
    pool = _Pool(opener, request, workers, advance)
    try:
        yield _pair_results(pool.run(_group_tasks(tasks)))
    finally:
        pool.kill()


def _run_here(work: TaskFunction, batches: Iterable[Batch]) -> Pairs:
    for batch in batches:
        yield from zip(batch, run_many_guarded(work, batch), strict=True)


def _pair_results(batches: Iterable[tuple[Batch, list[TaskResult]]]) -> Pairs:
    for batch, results in batches:
        yield from zip(batch, results, strict=True)


def _group_tasks(tasks: Iterable[Task]) -> Iterator[Batch]:
    batch: list[Task] = []
    size = 0
    for task in tasks:
        batch.append(task)
        size += max(task.size, LEAST)
        if size >= BATCH:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


class _Pool:
    """Worker processes, each with a pipe for batches and their results."""

    def __init__(
        self, opener: TaskOpener, request: Any, workers: int, advance: Advance | None
    ) -> None:
        import multiprocessing  # imported here: a run without workers does not need it

        self._advance = advance

        # Forking takes a millisecond. It is safe here, because this program has no threads.
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self._pipes: list[Connection[Any, Any]] = []
        self._processes: dict[Connection[Any, Any], Any] = {}
        try:
            for _ in range(workers):
                self._start(context, opener, request)
            for pipe in self._pipes:
                for _ in self._receive([pipe]):  # the first answer says that the worker is ready
                    pass
        except BaseException:
            self.kill()
            raise

    def _start(self, context: "BaseContext", opener: TaskOpener, request: Any) -> None:
        here, there = context.Pipe()
        process = context.Process(  # type: ignore[attr-defined]  # every real context has it
            target=_serve,
            args=(there, opener, request, [*self._pipes, here], self._advance is not None),
            daemon=True,
        )
        with _hold_interrupts():
            process.start()
        there.close()
        self._pipes.append(here)
        self._processes[here] = process

    def run(self, batches: Iterator[Batch]) -> Iterator[tuple[Batch, list[TaskResult]]]:
        """Yield each batch with its results, in order.

        Results that arrive early wait in ``done`` until their turn."""
        idle = deque(self._pipes)
        busy: dict[Connection[Any, Any], tuple[int, Batch]] = {}
        done: dict[int, tuple[Batch, list[TaskResult]]] = {}
        numbered = enumerate(batches)
        turn = 0
        while True:
            # Give a batch to each idle worker, but do not read too far ahead of the output.
            while idle and len(busy) + len(done) < AHEAD * len(self._pipes):
                following = next(numbered, None)
                if following is None:  # no batch is left
                    idle.clear()
                    break
                pipe = idle.popleft()
                self._send(pipe, following[1])
                busy[pipe] = following
            # Pass on complete batches, in order.
            while turn in done:
                yield done.pop(turn)
                turn += 1
            if not busy:
                if not idle:
                    return
                continue
            # Wait until at least one worker has finished.
            for pipe, results in self._receive(list(busy)):
                number, batch = busy.pop(pipe)
                done[number] = batch, results
                idle.append(pipe)

    def _send(self, pipe: "Connection[Any, Any]", batch: Batch) -> None:
        try:
            pipe.send(batch)
        except OSError:  # it has died, or it could not start and has sent the reason
            raise self._explain_death(pipe) from None

    def _receive(
        self, pipes: list["Connection[Any, Any]"]
    ) -> Iterator[tuple["Connection[Any, Any]", list[TaskResult]]]:
        from multiprocessing.connection import wait

        ready = wait(pipes)
        for pipe in pipes:
            if pipe not in ready:
                continue
            try:
                answer = pipe.recv()
            except (OSError, EOFError):
                raise self._explain_death(pipe) from None
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, int):
                if self._advance is not None:
                    self._advance(answer)
            else:
                yield pipe, answer

    def _explain_death(self, pipe: "Connection[Any, Any]") -> Exception:
        """Return the reason why a worker no longer answers."""
        try:
            while pipe.poll():
                answer = pipe.recv()
                if isinstance(answer, Exception):
                    return answer
        except (OSError, EOFError):
            pass
        process = self._processes[pipe]
        process.join(_PATIENCE)
        if BUS_ERROR is not None and process.exitcode == -BUS_ERROR:
            return RunError(DESCRIPTION)
        return RunError(
            f"a worker process {_describe_end(process.exitcode)}; if memory ran out, use fewer "
            "processes with -j. The files written so far are complete; run the same command "
            "again to continue"
        )

    def kill(self) -> None:
        """Kill all processes."""
        for process in self._processes.values():
            process.kill()
        for pipe, process in self._processes.items():
            process.join(_PATIENCE)
            pipe.close()


_PATIENCE = 5.0
"""Seconds to wait for a process that has been killed."""


def _describe_end(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was killed ({signal.Signals(-code).name})"
    return "ended unexpectedly"


def _serve(
    pipe: "Connection[Any, Any]",
    opener: TaskOpener,
    request: Any,
    others: list["Connection[Any, Any]"],
    advances: bool,
) -> None:
    """Run in a worker: answer batches until the pipe is closed.

    If the worker ``advances``, it also sends the size of what is done of a task."""
    _die_on_interrupt()
    leave_bus_errors_to_parent()
    for other in others:  # copies made by fork; they would keep the pipes of others open
        other.close()
    try:
        work = _open_work(opener, request, pipe, advances)
        while work is not None:
            batch = pipe.recv()
            pipe.send(run_many_guarded(work, batch))
    except (EOFError, OSError, MemoryError):  # the parent has ended, or sees that this process ends
        return


def _open_work(
    opener: TaskOpener, request: Any, pipe: "Connection[Any, Any]", advances: bool
) -> TaskFunction | None:
    try:
        work = opener(request, pipe.send) if advances else opener(request)
        pipe.send([])
        return work
    except (Error, OSError, MemoryError) as exc:
        pipe.send(exc)
        return None


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C until the new worker has set its own handler."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        _release_interrupts()


def _release_interrupts() -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _die_on_interrupt() -> None:
    """Let Ctrl-C end this process silently. The parent process prints the message."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # nohup ignores it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _release_interrupts()
