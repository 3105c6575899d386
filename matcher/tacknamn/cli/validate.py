"""The command ``tacknamn validate``: read graphs, tell what SVALA would refuse, repair.

Exit codes: 0 every graph is right (or was made right), 1 one is not, 2 one cannot be read.
"""

import json as json_format
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.svala.checking import GraphReport

__all__ = ["validate"]


def validate(
    files: Annotated[list[str], typer.Argument(help="Graphs (.json); - is standard input.")],
    repair: Annotated[
        bool, typer.Option("--repair", help="Write <name>_repaired.json where something is wrong.")
    ] = False,
    done: Annotated[
        bool, typer.Option("--done", help="Count what annotators should not leave, too.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what SVALA would refuse in its graphs; exit code 1 when something is wrong.

    One line for each fault, with tabs: file, rule, place, message. --repair mends without
    guessing: no word, label or comment gets lost; what was read from standard input goes to
    standard output, and the faults to standard error. What is only left to do for annotators
    (numbers that are missing, OBS! ...) is told with --done."""
    from tacknamn.svala.checking import check_graph_file

    faults, reports = 0, []
    for name in files:
        try:
            report = check_graph_file(name, done)
            if repair:
                report = _repaired(report)
        except (InputError, OSError) as exc:
            if isinstance(exc, OSError) and exc.filename is None:
                raise  # of standard output, not of a file
            faults += 1
            typer.echo(f"error: {_told(exc)}", err=True)
            continue
        reports.append(report)
        if not json:
            _print(report, to_error=repair and name == "-")
    if json:
        data = [report.to_data() for report in reports]
        typer.echo(
            json_format.dumps(data, ensure_ascii=False, indent=1), err=repair and "-" in files
        )
    raise typer.Exit(2 if faults else 1 if any(report.has_errors for report in reports) else 0)


def _repaired(report: "GraphReport") -> "GraphReport":
    """Write the repaired graph: that of a file beside it, where something was wrong."""
    from tacknamn.svala.checking import write_repaired
    from tacknamn.svala.json_graphs import write_graph
    from tacknamn.svala.repair import repair_graph

    if report.name != "-":
        return write_repaired(report) if report.violations else report
    typer.echo(write_graph(repair_graph(report.graph)), nl=False)
    return replace(report, repaired="standard output") if report.violations else report


def _told(exc: Exception) -> str:
    if isinstance(exc, OSError):
        return make_printable(f"{exc.filename}: {exc.strerror}")
    return make_printable(str(exc))


def _print(report: "GraphReport", to_error: bool) -> None:
    stream = sys.stderr if to_error else sys.stdout
    for one in (*report.violations, *report.concerns):
        print(make_printable(report.name), one.rule, one.place, one.message, sep="\t", file=stream)
    if report.repaired:
        typer.echo(
            f"{make_printable(report.name)}: repaired: {make_printable(report.repaired)}", err=True
        )
