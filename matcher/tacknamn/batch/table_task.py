"""The task of a table in Parquet or Arrow: one piece of it, from the file to its part.

The task has the numbers of rows, not the rows: each process reads them from the file itself.
"""

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacknamn.arrow.pseudonymizer import TablePseudonymizer
from tacknamn.batch.ledger import Ledger, Stamp
from tacknamn.batch.outputs import PlannedFile
from tacknamn.batch.pseudonymize import list_originals
from tacknamn.batch.replacement_table import ReplacementCounts, count_replacements
from tacknamn.batch.request import BatchRequest, open_pseudonymizers
from tacknamn.batch.summary import BatchSummary
from tacknamn.batch.table_parts import TablePart
from tacknamn.batch.tasks import Advance, Task, TaskFunction, TaskResult, describe_exception
from tacknamn.errors import FATAL
from tacknamn.formats.arrow_files import choose_table_columns
from tacknamn.formats.records import ReadOptions
from tacknamn.formats.tables.table_files import TableFile, TablePiece, open_table_file
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.replacement.seeds import GuessableSeedWarning

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer

__all__ = ["TableJob", "TableRequest", "open_table_task"]


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What a worker needs for all tables."""

    request: BatchRequest
    options: ReadOptions
    """The columns."""
    counts_originals: bool
    """Whether the parts list who became whom."""
    settings: bytes | None
    """The hash of all that results depend on besides the tables, for the ledger."""


@dataclass(frozen=True, slots=True)
class TableJob:
    """A piece of a table, and where its result goes."""

    planned: PlannedFile
    stamp: Stamp | None
    """The stamp of the table before it was read."""
    piece: TablePiece
    part: TablePart


@dataclass(slots=True)
class _PieceCounts:
    """Counts what is found in a piece."""

    counts_originals: bool
    counts: BatchSummary = field(default_factory=BatchSummary)
    replacements: ReplacementCounts = field(default_factory=Counter)

    def visit(self, document: "Document") -> None:
        counts = self.counts
        counts.documents += 1
        counts.words += len(document.original.split())
        counts.warnings.update(document.warnings)
        counts.unexamined.update(document.unexamined)
        if not document.spans:
            return
        counts.actions.update(str(span.action) for span in document.spans)
        counts.labels.update(span.label for span in document.spans)
        counts.unchanged += document.unchanged
        if self.counts_originals:
            self.replacements.update(count_replacements(list_originals(document)))


def open_table_task(request: TableRequest, advance: Advance) -> TaskFunction:
    """Return the task function. It opens the pseudonymizer once, and each table once."""
    # The process that prints warns once for all workers.
    warnings.simplefilter("ignore", InconsistentNamesWarning)
    warnings.simplefilter("ignore", GuessableSeedWarning)
    worker = _TableWorker(request, open_pseudonymizers(request.request)(""), advance)

    def work(task: Task) -> TaskResult:
        try:
            worker.process(task.input)
        except OSError as exc:
            return TaskResult(error=describe_exception(exc), ends_run=exc.errno in FATAL)
        return TaskResult()

    return work


class _TableWorker:
    """Pseudonymizes pieces; the table of the last one stays open.

    It records each part at once: if the run is killed, all finished parts are kept.
    """

    def __init__(
        self, request: TableRequest, pseudonymizer: "Pseudonymizer", advance: Advance
    ) -> None:
        self._request, self._pseudonymizer, self._advance = request, pseudonymizer, advance
        self._ledger = Ledger(request.settings)
        self._path: Path | None = None
        self._table: TableFile
        self._columns: TablePseudonymizer

    def process(self, job: TableJob) -> None:
        """Pseudonymize a piece, and write its part."""
        self._open(job)
        counts = _PieceCounts(self._request.counts_originals)
        batches = self._pseudonymize(job.piece, counts)
        # The counts come first: a part is complete when its rows are there.
        with job.part.open_rows(self._table.schema) as write:
            for batch in batches:
                write(batch)
            replacements = counts.replacements if self._request.counts_originals else None
            job.part.write_counts(counts.counts, replacements)
        self._ledger.add(job.planned.home, job.stamp, job.part.rows_file)

    def _open(self, job: TableJob) -> None:
        source = job.planned.source
        if self._path == source.path:
            return
        self._table = open_table_file(source.path, source.shown)
        chosen = choose_table_columns(self._table.schema, self._request.options)
        self._columns = TablePseudonymizer(
            self._pseudonymizer, chosen.texts, chosen.id, writer_column=chosen.writer
        )
        self._path = source.path

    def _pseudonymize(self, piece: TablePiece, counts: _PieceCounts) -> Iterator[Any]:
        batches: Iterable[Any] = self._table.read([piece])
        columns, rows_before = self._columns, piece.rows_before
        for part, before in columns.columns.cut_batches(batches):
            yield columns.pseudonymize_batch(part, counts.visit, rows_before + before)
            counts.counts.rows += part.num_rows
            self._advance(part.num_rows)
