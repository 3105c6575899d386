"""Run ``tacknamn evaluate --wikineural``: compare packages, print, return the exit code."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tacknamn.cli import show
from tacknamn.errors import InputError
from tacknamn.evaluation.comparison.compare import LOADS, Progress, compare_sentences
from tacknamn.evaluation.comparison.layout import (
    lay_out_comparison,
    name_packages,
    summarize_comparison,
)
from tacknamn.evaluation.comparison.plain_data import comparison_data
from tacknamn.evaluation.comparison.records import ComparisonSettings
from tacknamn.evaluation.comparison.sentences import read_sentences
from tacknamn.reports.tables import render_lines, render_table
from tacknamn.support.atomic_files import refuse_output_over_inputs, write_whole
from tacknamn.support.printing import make_printable
from tacknamn.support.standard_streams import write_stderr

__all__ = ["CompareJob", "run_comparison"]

EXIT_ERROR = 2
ROWS = 80
"""Most rows of a table on the screen: a dozen packages, alone and combined with ours twice."""


@dataclass(frozen=True, slots=True)
class CompareJob:
    """What to compare on, and where the report goes."""

    file: str | None
    """File of the sentences; None if it was not given."""
    json: bool = False
    html: Path | None = None
    has_others: bool = False
    """Whether options were given that only apply to span lists."""


def run_comparison(settings: ComparisonSettings, job: CompareJob) -> int:
    """Compare the packages, print the report, and return the exit code."""
    file = _check_file(job)
    refuse_output_over_inputs(job.html, [file])
    sentences = read_sentences(file)
    with _progress(len(sentences), list(map(str, settings.packages))) as progress:
        comparison = compare_sentences(sentences, settings, progress, make_printable(file))
    data = comparison_data(comparison)
    verdict, sections = summarize_comparison(data), lay_out_comparison(data)
    is_incomplete = bool(comparison.failed)
    if job.html is not None:
        from tacknamn.reports.charts import PAGE_STYLE
        from tacknamn.reports.pages import PageHead, render_page

        head = PageHead("Packages compared", verdict, is_incomplete, PAGE_STYLE)
        write_whole(job.html, render_page(head, sections))
    if job.json:
        sys.stdout.write(f"{json.dumps(data, ensure_ascii=False, indent=1)}\n")
    else:
        table = render_table(verdict, is_incomplete, sections, ROWS)
        show.print_table(table, render_lines(verdict, sections))
    for reason in data["failed"].values():
        write_stderr(f"warning: {reason}; it was left out, and the others were compared\n")
    return EXIT_ERROR if is_incomplete else 0


def _check_file(job: CompareJob) -> str:
    if job.file is None:
        raise InputError("--packages: give the sentences to compare on with --wikineural FILE")
    if job.has_others:
        raise InputError(
            "--wikineural: cannot be combined with GOLD and PREDICTED or with their options, except "
            "--json and --html"
        )
    return job.file


@contextmanager
def _progress(size: int, packages: Sequence[str]) -> Iterator[Progress]:
    """Show a progress bar on a terminal, with the name of the running package."""
    if not sys.stderr.isatty():
        yield lambda name, done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    names = name_packages(packages)
    titles = names | {f"{LOADS}{package}": f"{LOADS}{name}" for package, name in names.items()}
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=size)
        # A group of packages has no title of its own: it is described by its names.
        yield lambda name, done: bar.update(
            task, description=titles.get(name, name), completed=done
        )
