"""One call of ``tacknamn evaluate --wikineural``: from what was asked to the exit code."""

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

__all__ = ["CompareJob", "run_comparison"]

EXIT_ERROR = 2
ROWS = 80
"""Rows of a table on the screen: a dozen packages, alone and joined with ours in two ways."""


@dataclass(frozen=True, slots=True)
class CompareJob:
    """Where the figures go."""

    file: str | None
    """The sentences; None where they were not told."""
    json: bool = False
    html: Path | None = None
    has_others: bool = False
    """Whether options were given that only go with span lists."""


def run_comparison(wanted: ComparisonSettings, asked: CompareJob) -> int:
    """Do what was asked for."""
    file = _check_file(asked)
    refuse_output_over_inputs(asked.html, [file])
    sentences = read_sentences(file)
    with _progress(len(sentences), [str(one) for one in wanted.packages]) as progress:
        found = compare_sentences(sentences, wanted, progress, make_printable(file))
    data = comparison_data(found)
    said, parts = summarize_comparison(data), lay_out_comparison(data)
    failed = bool(found.failed)
    if asked.html is not None:
        from tacknamn.reports.charts import PAGE_STYLE
        from tacknamn.reports.pages import PageHead, render_page

        head = PageHead("Packages compared", said, failed, PAGE_STYLE)
        write_whole(asked.html, render_page(head, parts))
    if asked.json:
        _print(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        show.print_table(render_table(said, failed, parts, ROWS), render_lines(said, parts))
    for told in data["failed"].values():
        _print_stderr(f"warning: {told}; it was left out, and the others were compared")
    return EXIT_ERROR if failed else 0


def _check_file(asked: CompareJob) -> str:
    if asked.file is None:
        raise InputError("--packages: say on which sentences, with --wikineural FILE")
    if asked.has_others:
        raise InputError(
            "--wikineural: goes without GOLD and PREDICTED, and of their options with --json and "
            "--html alone"
        )
    return asked.file


@contextmanager
def _progress(size: int, packages: Sequence[str]) -> Iterator[Progress]:
    """A bar for whoever watches, which names the package at work."""
    if not sys.stderr.isatty():
        yield lambda name, done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    names = name_packages(packages)
    titles = names | {f"{LOADS}{one}": f"{LOADS}{name}" for one, name in names.items()}
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=size)
        yield lambda name, done: bar.update(task, description=titles[name], completed=done)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _print_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
