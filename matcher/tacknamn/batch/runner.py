"""Do a run: read each file, have its documents worked on, write what became of them.

A file that cannot be done costs nothing but itself: its fault is noted and told at the end, and
nothing of it stands under the name of its result. A full disk, a vault that fails or a worker
that died end the run; what was written until then is whole.
"""

import errno
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol

from tacknamn.batch.inputs import InputPath
from tacknamn.batch.ledger import Ledger, Stamp, stamp_file
from tacknamn.batch.outputs import PlannedFile, make_folders
from tacknamn.batch.progress import ProgressBar
from tacknamn.batch.summary import BatchSummary
from tacknamn.batch.tasks import Task, TaskOpener, TaskResult, describe_exception
from tacknamn.batch.workers import run_tasks
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.support.atomic_files import WholeFile, encode_utf8
from tacknamn.support.printing import make_printable

__all__ = ["BatchRun", "DocumentFrame", "OriginalStore", "run_batch"]


class OriginalStore(Protocol):
    """Where originals are kept: a vault."""

    def add_many(self, records: Iterable[Any]) -> int:
        """Add them, all or none."""


class DocumentFrame(Protocol):
    """What stands around the documents of a file; each is given the first one, if any."""

    @property
    def head(self) -> Callable[[Any], str]:
        """What stands before them."""

    @property
    def tail(self) -> Callable[[Any], str]:
        """What stands behind them."""


@dataclass(frozen=True, slots=True)
class BatchRun:
    """What is to be done."""

    planned: Sequence[PlannedFile]
    read: Callable[[InputPath], Iterator[Any]]
    """The documents of a file (``formats.Input``)."""
    opener: TaskOpener
    request: Any
    """What the opener makes the work out of."""
    frame: Callable[[str], DocumentFrame]
    """What stands around the documents in a format."""
    workers: int = 1
    lines: bool = False
    """Whether each document gives lines, whatever is written, so that any file may have many."""
    settings: bytes | None = None
    """What results depend on besides their texts; None where none may be left as it is."""
    vault: OriginalStore | None = None
    fail_fast: bool = False
    aside: Callable[[str], None] = lambda text: None
    """Prints what is told beside the output."""


Framed = Iterator[tuple[str, TaskResult]]
_FATAL = {
    getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EROFS", "EMFILE") if hasattr(errno, name)
}
"""Faults that the next file would meet as well."""


def run_batch(run: BatchRun, bar: ProgressBar, summary: BatchSummary) -> None:
    """Do it all; what could not be done stands among the summary's faults."""
    ledger = Ledger(run.settings)
    waiting = [number for number, one in enumerate(run.planned) if not _is_done(one, ledger)]
    summary.skipped = len(run.planned) - len(waiting)
    if not waiting:
        return
    with run_tasks(run.opener, run.request, _read_tasks(run, waiting), run.workers) as pairs:
        make_folders(run.planned)  # not before it is known that the request is right
        for number, of_file in groupby(pairs, key=_file_of):
            _process_file(run, run.planned[number], _FileResults(of_file, bar), summary, ledger)


def _file_of(pair: tuple[Task, TaskResult]) -> int:
    return pair[0].file


def _is_done(one: PlannedFile, ledger: Ledger) -> bool:
    source = stamp_file(one.place.path)
    return one.output is not None and ledger.has(one.home, source, one.output)


def _read_tasks(run: BatchRun, waiting: Iterable[int]) -> Iterator[Task]:
    """The documents of all files, and behind those of each file its end."""
    for number in waiting:
        one = run.planned[number]
        place, was = one.place, stamp_file(one.place.path)
        try:
            for input in _check_documents(run.read(place), one.format, run.lines):
                yield Task(number, input, "", place.format, one.format, len(input.text))
        except Exception as exc:  # noqa: BLE001 - one bad file costs itself, whatever is wrong
            yield Task(number, fault=describe_exception(exc), was=was)
        else:
            yield Task(number, was=was)


def _check_documents(inputs: Iterator[Any], format: str, lines: bool) -> Iterator[Any]:
    """The documents, of which formats of one document take one."""
    many = lines or FORMATS[format].many
    documents = 0
    for one in inputs:
        documents += not one.kept
        if documents > 1 and not many:
            formats = ", ".join(name for name, each in FORMATS.items() if each.many)
            raise InputError(
                f"holds several documents, and a file of {format} holds one; choose --format "
                f"of {formats}, or split it"
            )
        yield one


class _FileResults:
    """The results of one file; where it cannot be done, iterating ends in an InputError."""

    def __init__(self, pairs: Iterable[tuple[Task, TaskResult]], bar: ProgressBar) -> None:
        self._pairs = pairs
        self._bar = bar
        self.first: Any = None
        """Its first document."""
        self.was: Stamp | None = None
        """What the file was before it was read; known at its end."""
        self.done = BatchSummary()

    def __iter__(self) -> Iterator[TaskResult]:
        for piece, result in self._pairs:
            self._bar.advance(piece.size)
            if result.fault:
                raise InputError(result.fault)
            if piece.input is None:
                self.was = piece.was
                return
            if self.first is None:
                self.first = piece.input
            if piece.input.kept:
                self.done.warnings.update(result.warnings)
            else:
                self.done.add(result)
            yield result


def _process_file(
    run: BatchRun, planned: PlannedFile, file: _FileResults, summary: BatchSummary, ledger: Ledger
) -> None:
    try:
        _write(run, planned, file)
    except (InputError, OSError) as exc:
        if isinstance(exc, OSError) and (planned.output is None or exc.errno in _FATAL):
            raise
        fault = _describe_failure(planned, exc)
        if run.fail_fast:
            raise InputError(fault) from None
        summary.faults.append(fault)
    else:
        summary.include(file.done)
        if planned.output is not None:
            ledger.add(planned.home, file.was, planned.output)


def _write(run: BatchRun, planned: PlannedFile, file: _FileResults) -> None:
    """Originals go to the vault before their pseudonyms can be read anywhere."""
    framed = _frame_results(run, planned, file)
    if planned.output is not None:
        with WholeFile(planned.output) as output:
            _store_originals(run, _write_results(framed, output))
    elif run.lines or FORMATS[planned.format].many:  # streamed, document by document
        for one in framed:
            _print(run, [one])
    else:
        _print(run, list(framed))


def _write_results(framed: Framed, output: WholeFile) -> Iterator[TaskResult]:
    for text, result in framed:
        output.write(text)
        yield result


def _print(run: BatchRun, framed: Sequence[tuple[str, TaskResult]]) -> None:
    """Print what is there, which whoever reads it may use at once."""
    text = encode_utf8("".join(text for text, _ in framed))
    _store_originals(run, [result for _, result in framed])
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


def _store_originals(run: BatchRun, made: Iterable[TaskResult]) -> None:
    """Keep the originals and tell what is told beside the output."""
    records: list[Any] = []
    asides: list[str] = []
    for result in made:
        records += result.records
        asides.append(result.aside)
    if run.vault is not None and records:
        run.vault.add_many(records)
    for aside in filter(None, asides):
        run.aside(aside)


def _frame_results(run: BatchRun, planned: PlannedFile, file: _FileResults) -> Framed:
    """What is to be written, with the result that it comes of."""
    frame = run.frame(planned.format)
    head: str | None = None
    for result in file:
        if head is None:
            head = frame.head(file.first)
            yield head + result.text, result
        else:
            yield result.text, result
    if head is None:
        yield frame.head(None), TaskResult()
    yield frame.tail(file.first), TaskResult()


def _describe_failure(planned: PlannedFile, exc: Exception) -> str:
    if isinstance(exc, OSError):
        return make_printable(f"{exc.filename or planned.output}: {exc.strerror or exc}")
    said = make_printable(str(exc))
    name = planned.place.shown
    return said if said.startswith(name) else f"{name}: {said}"
