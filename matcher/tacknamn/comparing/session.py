"""One call of ``tacknamn evaluate --wikineural``: from what was asked to the exit code."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tacknamn import show
from tacknamn.comparing.choosing import Settings
from tacknamn.comparing.comparison import LOADS, Progress, compare_on
from tacknamn.comparing.layout import called_apart, sections, verdict
from tacknamn.comparing.plain_data import comparison_data
from tacknamn.comparing.sentences import read_sentences
from tacknamn.errors import InputError
from tacknamn.reporting.files import spare_inputs, write_whole
from tacknamn.reporting.printing import printable
from tacknamn.reporting.tables import report_lines, report_table

__all__ = ["Asked", "run_comparison"]

FAULT = 2
ROWS = 80
"""Rows of a table on the screen: a dozen packages, alone and joined with ours in two ways."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Where the figures go."""

    file: str | None
    """The sentences; None where they were not told."""
    json: bool = False
    html: Path | None = None
    has_others: bool = False
    """Whether options were given that only go with span lists."""


def run_comparison(wanted: Settings, asked: Asked) -> int:
    """Do what was asked for."""
    file = _file(asked)
    spare_inputs(asked.html, [file])
    sentences = read_sentences(file)
    with _progress(len(sentences), [str(one) for one in wanted.packages]) as progress:
        found = compare_on(sentences, wanted, progress, printable(file))
    data = comparison_data(found)
    said, parts = verdict(data), sections(data)
    failed = bool(found.failed)
    if asked.html is not None:
        from tacknamn.evaluating.chart_style import PAGE_STYLE
        from tacknamn.reporting.pages import Head, page

        head = Head("Packages compared", said, failed, PAGE_STYLE)
        write_whole(asked.html, page(head, parts))
    if asked.json:
        _print(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        show.print_table(report_table(said, failed, parts, ROWS), report_lines(said, parts))
    for told in data["failed"].values():
        _tell(f"warning: {told}; it was left out, and the others were compared")
    return FAULT if failed else 0


def _file(asked: Asked) -> str:
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

    names = called_apart(packages)
    titles = names | {f"{LOADS}{one}": f"{LOADS}{name}" for one, name in names.items()}
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=size)
        yield lambda name, done: bar.update(task, description=titles[name], completed=done)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
