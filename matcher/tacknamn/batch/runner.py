"""Carry out a run: read each file, pass its documents to the workers, write the results.

A file that fails does not stop the others: its error is printed at the end, and no incomplete
result is left. A full disk, a failing vault or a dead worker ends the run; the files written until
then are complete.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Protocol

from tacknamn.batch.inputs import InputPath
from tacknamn.batch.ledger import Ledger, Stamp, note_written, stamp_file
from tacknamn.batch.outputs import PlannedFile, made_folders
from tacknamn.batch.progress import ProgressBar, ReadPosition
from tacknamn.batch.replacement_table import ReplacementTable
from tacknamn.batch.result_files import open_result
from tacknamn.batch.summary import BatchSummary
from tacknamn.batch.tasks import Task, TaskOpener, TaskResult, describe_exception
from tacknamn.batch.workers import run_tasks
from tacknamn.errors import FATAL, InputError, describe_os_error
from tacknamn.formats.records import ReadOptions
from tacknamn.formats.registry import FORMATS
from tacknamn.support.atomic_files import encode_utf8
from tacknamn.support.printing import make_printable
from tacknamn.support.standard_streams import write_stdout

__all__ = [
    "BatchRun",
    "DocumentFrame",
    "OriginalStore",
    "count_done",
    "describe_failure",
    "forget_incomplete",
    "is_done",
    "note_done",
    "run_batch",
]


class OriginalStore(Protocol):
    """A store of originals: a vault."""

    def add_many(self, records: Iterable[Any]) -> int:
        """Add all records or none; return their number."""


class DocumentFrame(Protocol):
    """The text around the documents of a file: before and after them, from the first, and between."""

    @property
    def head(self) -> Callable[[Any], str]:
        """Return the text before the documents."""

    @property
    def between(self) -> str:
        """The text between two documents."""

    @property
    def tail(self) -> Callable[[Any], str]:
        """Return the text after the documents."""


@dataclass(frozen=True, slots=True)
class BatchRun:
    """All that one run needs."""

    planned: Sequence[PlannedFile]
    read: Callable[[InputPath], Iterator[Any]]
    """Yields the documents of a file."""
    opener: TaskOpener
    request: Any
    """What the opener gets."""
    frame: Callable[[str], DocumentFrame]
    """Returns the frame of a format."""
    workers: int = 1
    lines: bool = False
    """Whether each document becomes lines, so that every format may hold several documents."""
    settings: bytes | None = None
    """A hash of all that results depend on besides the texts; None: skip nothing."""
    continues: bool = True
    """Whether results of an earlier run may stand beside those of this one. Without key and seed, two
    runs replace the same name differently, so only a complete run is skipped."""
    vault: OriginalStore | None = None
    table: ReplacementTable | None = None
    skips: bool = True
    """Whether files are skipped that an earlier run has done."""
    options: ReadOptions = field(default_factory=ReadOptions)
    """The columns of tables."""
    position: ReadPosition = field(default_factory=ReadPosition)
    """What was read of the files of documents."""
    fail_fast: bool = False
    found_lists: str = ""
    """The bundle, if the user did not name it but the current folder or the machine decided."""
    left_out: int = 0
    """How many links, pipes and devices of folders, and results of earlier runs, are not read."""
    explain: Callable[[str], None] = lambda text: None
    """Prints explanations."""

    def name_document(self, file: int, input: Any) -> None:
        """Let the table say what a document within a file is called in the results."""
        if self.table is None or not input.published_id:
            return
        source, shown = self.planned[file].source, input.published_id
        if (input.id, shown) != (source.id, source.number):  # not the only document of a file
            names = (
                f"{source.id}: {input.row_id or input.id}",
                f"{source.number or source.id}: {shown}",
            )
            self.table.add_names("document", [names])


FramedResults = Iterator[tuple[str, TaskResult]]


def run_batch(run: BatchRun, bar: ProgressBar, summary: BatchSummary) -> None:
    """Process all files. Those that fail are listed in the errors of the summary."""
    ledger = Ledger(run.settings)
    waiting = []
    for number, planned in enumerate(run.planned):
        if is_done(run, planned, ledger):
            count_done(planned, ledger, summary)
            bar.leave_out(planned.source.size)
        else:
            waiting.append(number)
    if not waiting:
        return
    # A program may write a line to a pipe and wait for its result.
    one_by_one = not all(planned.source.path.is_file() for planned in run.planned)
    with (
        run_tasks(
            run.opener, run.request, _read_tasks(run, waiting), run.workers, one_by_one=one_by_one
        ) as pairs,
        made_folders(run.planned),
    ):  # only now: run_tasks has checked the request
        for number, pairs_of_file in groupby(pairs, key=_file_of):
            results = _FileResults(pairs_of_file, bar, run.name_document)
            _process_file(run, run.planned[number], results, summary, ledger)


def _file_of(pair: tuple[Task, TaskResult]) -> int:
    return pair[0].file


def is_done(run: BatchRun, planned: PlannedFile, ledger: Ledger) -> bool:
    """Whether an earlier run with the same settings has done a file."""
    if not run.skips or planned.output is None:
        return False
    return ledger.has(planned.home, stamp_file(planned.source.path), planned.output)


def count_done(planned: PlannedFile, ledger: Ledger, summary: BatchSummary) -> None:
    """Count a file that an earlier run has done."""
    assert planned.output is not None
    summary.skipped += 1
    stamp = stamp_file(planned.source.path)
    summary.include_before(ledger.get_counts(planned.home, stamp, planned.output))


def note_done(
    planned: PlannedFile, stamp: Stamp | None, ledger: Ledger, counts: BatchSummary
) -> None:
    """Note a result that was written."""
    assert planned.output is not None
    numbers = counts.write_counts(with_warnings=False)
    ledger.add(planned.home, stamp, planned.output, numbers)
    if planned.is_named:
        note_written(planned.output)


def forget_incomplete(run: BatchRun) -> int:
    """Forget what an earlier run has done if it is not complete; return how many results that are."""
    ledger = Ledger(run.settings)
    done = [planned for planned in run.planned if is_done(run, planned, ledger)]
    if len(done) == len(run.planned):
        return 0
    for planned in done:
        assert planned.output is not None
        ledger.forget(planned.home, stamp_file(planned.source.path), planned.output)
    return len(done)


def _read_tasks(run: BatchRun, waiting: Iterable[int]) -> Iterator[Task]:
    """Yield the documents of all files, and a task for the end of each file."""
    for number in waiting:
        planned = run.planned[number]
        source, stamp = planned.source, stamp_file(planned.source.path)
        try:
            for input in _check_documents(run.read(source), planned.format, run.lines):
                yield Task(number, input, "", source.format, planned.format, len(input.text))
        except Exception as exc:  # noqa: BLE001 - a file that fails must not stop the others
            yield Task(number, error=describe_exception(exc), stamp=stamp)
        else:
            yield Task(number, stamp=stamp)


def _check_documents(inputs: Iterator[Any], format: str, lines: bool) -> Iterator[Any]:
    """Yield the documents; raise if the output format holds only one and there are more."""
    many = lines or FORMATS[format].many
    documents = 0
    for input in inputs:
        documents += not input.is_trailer
        if documents > 1 and not many:
            formats = ", ".join(name for name, known in FORMATS.items() if known.many)
            raise InputError(
                f"contains several documents, but a {format} file holds only one; choose --format "
                f"{formats}, or split the file"
            )
        yield input


class _FileResults:
    """The results of one file. Iterating raises InputError if the file failed."""

    def __init__(
        self,
        pairs: Iterable[tuple[Task, TaskResult]],
        bar: ProgressBar,
        visit: Callable[[int, Any], None],
    ) -> None:
        self._pairs = pairs
        self._bar = bar
        self._visit = visit
        self.first: Any = None
        """The first document of the file."""
        self.stamp: Stamp | None = None
        """The stamp of the file before it was read; set at its end."""
        self.done = BatchSummary()

    def __iter__(self) -> Iterator[TaskResult]:
        for task, result in self._pairs:
            self._bar.advance(task.input is not None)
            if result.error:
                raise InputError(result.error)
            if task.input is None:
                self.stamp = task.stamp
                return
            if self.first is None:
                self.first = task.input
            if task.input.is_trailer:
                self.done.warnings.update(result.warnings)
            else:
                self.done.add(result)
                self._visit(task.file, task.input)
            yield result


def _process_file(
    run: BatchRun,
    planned: PlannedFile,
    results: _FileResults,
    summary: BatchSummary,
    ledger: Ledger,
) -> None:
    try:
        _write(run, planned, results)
    except (InputError, OSError) as exc:
        if isinstance(exc, OSError) and (planned.output is None or exc.errno in FATAL):
            raise
        error = describe_failure(planned, exc)
        if run.fail_fast:
            raise InputError(error) from None
        summary.errors.append(error)
    else:
        summary.include(results.done)
        if planned.output is not None:
            note_done(planned, results.stamp, ledger, results.done)


def _write(run: BatchRun, planned: PlannedFile, results: _FileResults) -> None:
    """Write a file. Originals go to the vault before anyone can read their pseudonyms."""
    framed = _frame_results(run, planned, results)
    if planned.output is not None:
        with open_result(planned) as write:
            _store_originals(run, _write_results(framed, write))
    elif run.lines or FORMATS[planned.format].many:  # streamed, document by document
        for result in framed:
            _print(run, [result])
    else:
        _print(run, list(framed))


def _write_results(framed: FramedResults, write: Callable[[str], object]) -> Iterator[TaskResult]:
    for text, result in framed:
        write(text)
        yield result


def _print(run: BatchRun, framed: Sequence[tuple[str, TaskResult]]) -> None:
    """Print results at once, so that a reading program does not have to wait."""
    encoded = [encode_utf8(text) for text, _ in framed]
    _store_originals(run, [result for _, result in framed])
    write_stdout(*encoded)


def _store_originals(run: BatchRun, results: Iterable[TaskResult]) -> None:
    """Store the originals, then print the explanations."""
    records: list[Any] = []
    explanations: list[str] = []
    with nullcontext() if run.table is None else run.table.undone_on_error():
        for result in results:
            if run.table is not None:
                run.table.add_many(result.records)
            if run.vault is not None:
                records += result.records
            explanations += filter(None, [result.explanation])
        if run.vault is not None and records:
            run.vault.add_many(records)
    for explanation in explanations:
        run.explain(explanation)


def _frame_results(run: BatchRun, planned: PlannedFile, results: _FileResults) -> FramedResults:
    """Yield the text to write with the result it belongs to: head, documents, tail."""
    frame = run.frame(planned.format)
    head: str | None = None
    for result in results:
        if head is None:
            head = frame.head(results.first)
            yield head + result.text, result
        else:
            yield (frame.between + result.text if result.text else ""), result
    if head is None:
        yield frame.head(None), TaskResult()
    yield frame.tail(results.first), TaskResult()


def describe_failure(planned: PlannedFile, exc: Exception) -> str:
    """Return the error of a file, with its name."""
    if isinstance(exc, OSError):
        return make_printable(f"{exc.filename or planned.output}: {describe_os_error(exc)}")
    message = make_printable(str(exc))
    name = planned.source.shown
    return message if message.startswith(name) else f"{name}: {message}"
