"""Carry out a run over tables in Parquet and Arrow: pieces by the workers, then their output.

Each piece becomes a part (:mod:`tacknamn.batch.table_parts`), whichever process is free. When all
parts of a table are there, they are joined in their order, with the row groups of the input. An
interrupted run goes on with the parts that are missing. While a run makes parts of a table, no other run
can.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacknamn.batch.ledger import Ledger, Stamp, stamp_file
from tacknamn.batch.outputs import PlannedFile, make_folders, remove_unused
from tacknamn.batch.progress import ProgressBar, is_wanted
from tacknamn.batch.request import choose_profile, open_lexicon
from tacknamn.batch.runner import BatchRun, count_done, describe_failure, is_done, note_done
from tacknamn.batch.summary import BatchSummary
from tacknamn.batch.table_parts import PartsFolder, TablePart
from tacknamn.batch.table_task import TableJob, TableRequest, open_table_task
from tacknamn.batch.tasks import Task, TaskResult
from tacknamn.batch.workers import BATCH, run_tasks
from tacknamn.errors import FATAL, InputError, RunError
from tacknamn.formats.arrow_files import choose_table_columns
from tacknamn.formats.tables.table_files import TablePiece, open_table
from tacknamn.formats.tables.table_writers import TableWriter, open_table_writer
from tacknamn.pipeline.consistency import INCONSISTENT_NAMES, is_consistent
from tacknamn.support.atomic_files import WholeFile
from tacknamn.support.special_files import refuse_special_file

__all__ = ["run_tables"]

Pairs = Iterator[tuple[Task, TaskResult]]


@dataclass(slots=True)
class _TablePlan:
    """A table, and what is done of it."""

    number: int
    planned: PlannedFile
    stamp: Stamp | None
    """The stamp of the input before it was read."""
    pieces: tuple[TablePiece, ...]
    parts: tuple[TablePart, ...]
    """The part of each piece."""
    done: set[int]
    """The numbers of the parts that an earlier run has made."""
    folder: PartsFolder
    made: Sequence[Path] = ()
    """The folders that were made for its result."""
    is_begun: bool = False
    error: Exception | None = None
    """Why the table failed. Its other pieces are left then."""

    @property
    def rows(self) -> int:
        return sum(piece.rows for piece in self.pieces)

    @property
    def rows_done(self) -> int:
        return sum(self.pieces[number].rows for number in self.done)


def run_tables(run: BatchRun, is_silent: bool, summary: BatchSummary) -> None:
    """Process the tables of a run. Those that fail are listed in the errors of the summary."""
    ledger = Ledger(run.settings)
    profile = choose_profile(run.request, open_lexicon(run.request).own_labels)
    if not is_consistent(profile, has_key=run.request.key is not None):
        summary.warnings[INCONSISTENT_NAMES] += 1
    tables = _Tables(run, ledger, summary)
    plans = tables.make_plans()
    if not plans:
        return
    rows, done = sum(plan.rows for plan in plans), sum(plan.rows_done for plan in plans)
    size = sum(plan.stamp[0] for plan in plans if plan.stamp is not None)
    settings = run.settings if run.continues else None
    request = TableRequest(run.request, run.options, run.table is not None, settings)
    tasks = tables.list_tasks(plans)
    try:
        with (
            ProgressBar(rows, is_wanted(is_silent, size), done, "rows") as bar,
            run_tasks(open_table_task, request, tasks, run.workers, bar.advance) as pairs,
        ):
            for plan in plans:
                tables.process(plan, pairs)
    finally:  # now no process writes
        for plan in plans:
            tables.clean_up(plan)


class _Tables:
    """The tables of a run."""

    def __init__(self, run: BatchRun, ledger: Ledger, summary: BatchSummary) -> None:
        self._run, self._ledger, self._summary = run, ledger, summary

    def make_plans(self) -> list[_TablePlan]:
        """Open each table that is not done, and find out what is left to do."""
        plans = []
        for number, planned in enumerate(self._run.planned):
            if is_done(self._run, planned, self._ledger):
                count_done(planned, self._ledger, self._summary)
                continue
            try:
                plans.append(self._plan(number, planned))
            except (InputError, OSError) as exc:
                self._fail(planned, exc)
        return plans

    def _plan(self, number: int, planned: PlannedFile) -> _TablePlan:
        assert planned.output is not None
        refuse_special_file(planned.source.path)
        stamp = stamp_file(planned.source.path)
        with planned.source.path.open("rb") as stream:
            table = open_table(stream, planned.source.shown)
            choose_table_columns(table.schema, self._run.options)
            pieces = table.pieces
        folder = PartsFolder(planned.output)
        parts = tuple(TablePart(folder.path, piece) for piece in range(len(pieces)))
        plan = _TablePlan(number, planned, stamp, pieces, parts, set(), folder)
        plan.done = self._find_done(plan)
        return plan

    def _find_done(self, plan: _TablePlan) -> set[int]:
        """Return the numbers of the parts that an earlier run has made, and that are still there."""
        if not self._run.continues:
            return set()
        home, stamp = plan.planned.home, plan.stamp
        return {part.number for part in plan.parts if self._ledger.has(home, stamp, part.rows_file)}

    def list_tasks(self, plans: Sequence[_TablePlan]) -> Iterator[Task]:
        """Yield a task for each piece that is not done."""
        for plan in plans:
            self._begin(plan)
            for part, piece in zip(plan.parts, plan.pieces, strict=True):
                if plan.error is None and part.number not in plan.done:
                    job = TableJob(plan.planned, plan.stamp, piece, part)
                    yield Task(plan.number, job, size=BATCH)

    def _begin(self, plan: _TablePlan) -> None:
        """Hold the folder of the parts, once. Until then, another run may have changed it."""
        if plan.is_begun:
            return
        plan.is_begun = True
        try:
            plan.made = make_folders([plan.planned])
            plan.folder.hold()
            plan.done = self._find_done(plan)
            plan.folder.remove_others({plan.parts[number].rows_file for number in plan.done})
        except InputError as exc:
            plan.error = exc
        else:
            self._summary.parts_skipped += len(plan.done)

    def process(self, plan: _TablePlan, pairs: Pairs) -> None:
        """Wait for the parts of a table, and join them."""
        try:
            self._begin(plan)
            self._collect(plan, pairs)
            self._join(plan)
        except (InputError, OSError) as exc:
            if isinstance(exc, OSError) and exc.errno in FATAL:
                raise
            plan.error = exc
            plan.folder.release(keeps_parts=False)  # other tables may need the space
            self._fail(plan.planned, exc)

    def clean_up(self, plan: _TablePlan) -> None:
        """Remove what no later run can use."""
        is_usable = self._run.settings is not None and self._run.continues
        plan.folder.release(keeps_parts=is_usable and plan.error is None)
        remove_unused(plan.made)

    def _collect(self, plan: _TablePlan, pairs: Pairs) -> None:
        """Wait until all parts are there. Their order is that of the table."""
        for part in plan.parts:
            if part.number in plan.done:
                continue
            if plan.error is not None:
                raise plan.error
            self._wait_for(plan, pairs)
        if plan.error is not None:
            raise plan.error

    def _wait_for(self, plan: _TablePlan, pairs: Pairs) -> None:
        """Wait for the next part."""
        for task, result in pairs:
            if task.file != plan.number:  # a table that failed had more pieces
                continue
            if result.ends_run:
                is_kept = self._run.continues and plan.folder.has_parts()
                kept = "the parts that are done are kept, and the same command continues from there"
                raise RunError(
                    f"{plan.planned.shown}: {result.error}; "
                    f"{kept if is_kept else 'nothing was written, and nothing is kept'}"
                )
            if result.error:
                raise InputError(result.error)
            return
        if plan.error is not None:
            raise plan.error

    def _join(self, plan: _TablePlan) -> None:
        planned = plan.planned
        assert planned.output is not None
        counts = BatchSummary()
        with (
            WholeFile(planned.output, like=[planned.source.path]) as file,
            planned.source.path.open("rb") as stream,
        ):
            source = open_table(stream, planned.source.shown)
            with open_table_writer(file.stream, planned.format, source.schema, source) as writer:
                self._write_parts(plan, writer, counts)
        self._summary.include(counts)
        note_done(planned, plan.stamp, self._ledger, counts)
        plan.folder.release(keeps_parts=False)

    def _write_parts(self, plan: _TablePlan, writer: TableWriter, counts: BatchSummary) -> None:
        keeps_groups = plan.planned.format == plan.planned.source.format
        for part, piece in zip(plan.parts, plan.pieces, strict=True):
            with part.open() as rows:
                for group in _split(rows, piece.groups if keeps_groups else [piece.rows]):
                    writer.write_group(group)
            counts.include(part.read_counts())
            if self._run.table is not None:
                self._run.table.add_counts(part.read_replacements())

    def _fail(self, planned: PlannedFile, exc: Exception) -> None:
        error = describe_failure(planned, exc)
        if self._run.fail_fast:
            raise InputError(error) from None
        self._summary.errors.append(error)


def _split(rows: Any, groups: Sequence[int]) -> Iterator[Any]:
    """Yield the rows of each group."""
    start = 0
    for size in groups:
        yield rows.slice(start, size)
        start += size
