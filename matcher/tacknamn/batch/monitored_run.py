"""Carry out a run with what people see of it: progress bar, warnings, errors, summary, report."""

import json
from collections.abc import Sequence
from dataclasses import replace

from tacknamn.batch.outputs import PlannedFile
from tacknamn.batch.progress import ProgressBar, is_wanted
from tacknamn.batch.request import BatchOptions
from tacknamn.batch.run_report import RunReport
from tacknamn.batch.runner import BatchRun, forget_incomplete, run_batch
from tacknamn.batch.summary import BatchSummary
from tacknamn.batch.tasks import describe_exception
from tacknamn.detection.disguises.uncased import describe_unexamined
from tacknamn.support.interrupts import raise_on_termination
from tacknamn.support.printing import make_printable
from tacknamn.support.standard_streams import write_stderr

__all__ = ["count_bytes", "print_warning", "run_monitored"]

_INTERRUPTED = "interrupted; finished files are kept, and the same command continues from there"
_STARTS_OVER = (
    "interrupted; the same command starts over, because without a key two runs replace names "
    "differently (--key-file makes a run that can be continued)"
)
_DONE_ANEW = (
    "an earlier run has done {:,} of {:,} files, which are done anew: without a key, two runs replace "
    "names differently (--key-file makes a run that can be continued)"
)
_MOST_PRINTED = 20
"""Most lines printed of one kind; --json prints all."""


def run_monitored(
    run: BatchRun, options: BatchOptions, report: RunReport | None = None
) -> BatchSummary:
    """Carry out a run; return its summary."""
    summary = BatchSummary(left_out=run.left_out)
    raise_on_termination()
    try:
        _run_all(run, options, summary)
    except BaseException as exc:
        _end(summary, options)
        if report is not None:
            report.write(
                summary,
                "failed" if isinstance(exc, Exception) else "interrupted",
                describe_exception(exc) if isinstance(exc, Exception) else "",
            )
        if isinstance(exc, KeyboardInterrupt) and run.settings is not None:
            raise KeyboardInterrupt(_INTERRUPTED if run.continues else _STARTS_OVER) from None
        raise
    _end(summary, options)
    if report is not None:
        report.write(summary, "failed" if summary.errors else "done")
    _print_summary(run, summary, options)
    return summary


def _run_all(run: BatchRun, options: BatchOptions, summary: BatchSummary) -> None:
    """Process first the documents, then the tables."""
    if not run.continues and (done := forget_incomplete(run)):
        print_warning(_DONE_ANEW.format(done, len(run.planned)), options)
    documents = replace(run, planned=[file for file in run.planned if not file.is_table])
    tables = replace(run, planned=[file for file in run.planned if file.is_table])
    if documents.planned:
        with _open_bar(documents, options) as bar:
            run_batch(documents, bar, summary)
    if tables.planned:
        from tacknamn.batch.table_run import run_tables  # here: it needs pyarrow

        run_tables(tables, _is_silent(options), summary)


def _open_bar(run: BatchRun, options: BatchOptions) -> ProgressBar:
    size = count_bytes(run.planned)
    shown = is_wanted(_is_silent(options), size)
    return ProgressBar(size, shown, unit="documents", position=run.position)


def _is_silent(options: BatchOptions) -> bool:
    return options.quiet or options.json or not options.summary


def _end(summary: BatchSummary, options: BatchOptions) -> None:
    """Stop the clock, and print warnings and errors."""
    summary.end()
    if options.json:
        return
    for warning, count in summary.warnings.most_common(_MOST_PRINTED):
        times = f" ({count:,} documents)" if count > 1 else ""
        print_warning(f"{make_printable(warning)}{times}", options)
    for warning in describe_unexamined(summary.unexamined):
        print_warning(warning, options)
    for error in summary.errors[:_MOST_PRINTED]:
        write_stderr(f"error: {error}\n")
    if len(summary.errors) > _MOST_PRINTED:
        write_stderr(f"error: and {len(summary.errors) - _MOST_PRINTED:,} more files\n")


def print_warning(warning: str, options: BatchOptions) -> None:
    """Print a warning, unless only errors are wanted."""
    if not options.quiet:
        write_stderr(f"warning: {warning}\n")


def _print_summary(run: BatchRun, summary: BatchSummary, options: BatchOptions) -> None:
    if options.json:
        write_stderr(json.dumps(summary.data(), ensure_ascii=False, indent=1) + "\n")
    elif not _is_silent(options) and (summary.documents or summary.skipped or len(run.planned) > 1):
        lists = f", lists of {run.found_lists}" if run.found_lists else ""
        write_stderr(f"{summary.line()}{lists}\n")


def count_bytes(planned: Sequence[PlannedFile]) -> int:
    """Return the bytes to read, without standard input."""
    return sum(file.source.size for file in planned)
