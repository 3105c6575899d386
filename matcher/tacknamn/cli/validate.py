"""The command ``tacknamn validate``.

Exit codes: 0 every graph is valid (or was repaired), 1 a graph is not valid, 2 a graph cannot be
read.
"""

import json as json_format
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.cli.options import OUTPUT, RUN, AsJson
from tacknamn.errors import InputError, describe_os_error
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.svala.checking import GraphReport

__all__ = ["validate"]


def validate(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="SVALA graphs (.json); - is standard input.")
    ],
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Write NAME_repaired.json for each graph that is not valid.",
                     rich_help_panel=OUTPUT),
    ] = False,
    done: Annotated[
        bool,
        typer.Option("--done", help="Report unfinished annotations as well.", rich_help_panel=RUN),
    ] = False,
    json: AsJson = False,
) -> None:  # fmt: skip
    """Check SVALA graphs against the rules of the editor.

    Prints one line for each problem, with tabs: file, rule, position, message. Exits with code 1
    if a graph is not valid. --repair does not guess and loses no word, label or comment. The
    repaired graph of standard input goes to standard output, and its problems go to standard
    error. A word with two main labels is an error as well, which only an annotator can repair.
    --done also reports what annotators still have to do, such as missing numbers and OBS! comments.

    Examples:

      tacknamn validate essay.json
      tacknamn validate corrected/*.json --repair --done
    """
    from tacknamn.svala.checking import check_graph_file

    errors, reports = 0, []
    for name in files:
        try:
            report = check_graph_file(name, done)
            if repair:
                report = _repair(report)
        except (InputError, OSError) as exc:
            if isinstance(exc, OSError) and exc.filename is None:
                raise  # an error of standard output, not of a file
            errors += 1
            typer.echo(f"error: {_describe(exc)}", err=True)
            continue
        reports.append(report)
        if not json:
            _print(report, to_error=repair and name == "-")
    if json:
        data = [report.to_data() for report in reports]
        typer.echo(
            json_format.dumps(data, ensure_ascii=False, indent=1), err=repair and "-" in files
        )
    raise typer.Exit(2 if errors else 1 if any(report.has_errors for report in reports) else 0)


def _repair(report: "GraphReport") -> "GraphReport":
    """Write the repaired graph: next to its file if it was not valid, or to standard output."""
    from tacknamn.svala.checking import write_repaired
    from tacknamn.svala.json_graphs import write_graph
    from tacknamn.svala.repair import repair_graph

    if report.name != "-":
        return write_repaired(report) if report.violations else report
    typer.echo(write_graph(repair_graph(report.graph)), nl=False)
    return replace(report, repaired="standard output") if report.violations else report


def _describe(exc: Exception) -> str:
    if isinstance(exc, OSError):
        return make_printable(f"{exc.filename}: {describe_os_error(exc)}")
    return make_printable(str(exc))


def _print(report: "GraphReport", to_error: bool) -> None:
    stream = sys.stderr if to_error else sys.stdout
    name = make_printable(report.name)
    for problem in (*report.violations, *report.concerns):
        print(name, problem.rule, problem.place, problem.message, sep="\t", file=stream)
    if report.repaired:
        typer.echo(f"{name}: repaired: {make_printable(report.repaired)}", err=True)
