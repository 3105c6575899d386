"""Share work out among processes, and get the results in the order in which it came.

Each process opens the bundle itself; it is mapped, so all of them use the same memory. They
write no files: whatever ends them, a Ctrl-C, a lack of memory or the end of the process that
started them, leaves nothing behind. One that dies ends the run with an error that says so.

Pieces travel in batches, because a letter to a process takes as long as fifty words of work.
"""

import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tacknamn.batch.tasks import Task, TaskFunction, TaskOpener, TaskResult, run_guarded
from tacknamn.errors import Error, RunError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

__all__ = ["run_tasks"]

BATCH = 1 << 16
"""Characters of a batch: a twentieth of a second of work."""
AHEAD = 4
"""Batches for each worker that may be read before the first of them is written: while one
works at a long text, the others go on."""
Batch = tuple[Task, ...]
Pairs = Iterator[tuple[Task, TaskResult]]


@contextmanager
def run_tasks(
    opener: TaskOpener, request: Any, pieces: Iterable[Task], workers: int
) -> Iterator[Pairs]:
    """Each piece with its result, in the order of the pieces; in the end no worker is left.

    What is wrong with the request is raised at the beginning, before the first piece is read."""
    if workers == 1:
        work = opener(request)
        yield ((piece, run_guarded(work, piece)) for piece in pieces)
        return
    pool = _Pool(opener, request, workers)
    try:
        yield _pair_results(pool.run(_batches(pieces)))
    finally:
        pool.kill()


def _pair_results(answered: Iterable[tuple[Batch, list[TaskResult]]]) -> Pairs:
    for batch, done in answered:
        yield from zip(batch, done, strict=True)


def _batches(pieces: Iterable[Task]) -> Iterator[Batch]:
    batch: list[Task] = []
    size = 0
    for piece in pieces:
        batch.append(piece)
        size += piece.size
        if size >= BATCH:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


class _Pool:
    """Processes that wait for batches."""

    def __init__(self, opener: TaskOpener, request: Any, workers: int) -> None:
        import multiprocessing  # here: one process needs none of it

        # Forking takes a millisecond, and this program has no threads that it could harm.
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self._pipes: list[Connection[Any, Any]] = []
        self._processes: dict[Connection[Any, Any], Any] = {}
        try:
            for _ in range(workers):
                self._start(context, opener, request)
            for pipe in self._pipes:
                for _ in self._answers([pipe]):  # that it is ready
                    pass
        except BaseException:
            self.kill()
            raise

    def _start(self, context: "BaseContext", opener: TaskOpener, request: Any) -> None:
        here, there = context.Pipe()
        process = context.Process(  # type: ignore[attr-defined]  # every real context has it
            target=_serve, args=(there, opener, request, [*self._pipes, here]), daemon=True
        )
        with _no_interrupts():
            process.start()
        there.close()
        self._pipes.append(here)
        self._processes[here] = process

    def run(self, batches: Iterator[Batch]) -> Iterator[tuple[Batch, list[TaskResult]]]:
        """Each batch with its results, in order."""
        idle = deque(self._pipes)
        busy: dict[Connection[Any, Any], tuple[int, Batch]] = {}
        done: dict[int, tuple[Batch, list[TaskResult]]] = {}
        numbered = enumerate(batches)
        turn = 0
        while True:
            while idle and len(busy) + len(done) < AHEAD * len(self._pipes):
                following = next(numbered, None)
                if following is None:
                    idle.clear()
                    break
                pipe = idle.popleft()
                self._send(pipe, following[1])
                busy[pipe] = following
            while turn in done:
                yield done.pop(turn)
                turn += 1
            if not busy:
                if not idle:
                    return
                continue
            for pipe, answer in self._answers(list(busy)):
                number, batch = busy.pop(pipe)
                done[number] = batch, answer
                idle.append(pipe)

    def _send(self, pipe: "Connection[Any, Any]", batch: Batch) -> None:
        try:
            pipe.send(batch)
        except OSError:  # it has died, or could not begin and says why
            raise self._fault(pipe) from None

    def _answers(
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
                raise self._fault(pipe) from None
            if isinstance(answer, Exception):
                raise answer
            yield pipe, answer

    def _fault(self, pipe: "Connection[Any, Any]") -> Exception:
        """Why a worker does not answer any more."""
        try:
            while pipe.poll():
                answer = pipe.recv()
                if isinstance(answer, Exception):
                    return answer
        except (OSError, EOFError):
            pass
        process = self._processes[pipe]
        process.join(_PATIENCE)
        return RunError(
            f"a worker process {_ended(process.exitcode)}; if memory ran out, use fewer of them "
            "with -j. What was written is whole; run it again to go on from there"
        )

    def kill(self) -> None:
        """End all processes at once."""
        for process in self._processes.values():
            process.kill()
        for pipe, process in self._processes.items():
            process.join(_PATIENCE)
            pipe.close()


_PATIENCE = 5.0
"""Seconds to wait for a process that has been killed."""


def _ended(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was killed ({signal.Signals(-code).name})"
    return "ended too early"


def _serve(
    pipe: "Connection[Any, Any]",
    opener: TaskOpener,
    request: Any,
    others: list["Connection[Any, Any]"],
) -> None:
    """What a worker does: answer batches until nobody sends any more."""
    _end_by_interrupts()
    for other in others:  # forked copies: the end of the first process would not be seen
        other.close()
    try:
        work = _opened(opener, request, pipe)
        while work is not None:
            batch = pipe.recv()
            pipe.send([run_guarded(work, piece) for piece in batch])
    except (EOFError, OSError, MemoryError):  # nobody is there any more, or will know by the end
        return


def _opened(opener: TaskOpener, request: Any, pipe: "Connection[Any, Any]") -> TaskFunction | None:
    try:
        work = opener(request)
        pipe.send([])
        return work
    except (Error, OSError, MemoryError) as exc:
        pipe.send(exc)
        return None


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back, so that a worker does not get it before it knows what to do."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        _let_interrupts()


def _let_interrupts() -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_by_interrupts() -> None:
    """Let Ctrl-C end this process without a word: the first one tells it."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as nohup wants it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _let_interrupts()
