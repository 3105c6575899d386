"""The command ``tacknamn``: parse, call one function, print.

Exit codes: 0 found, 1 nothing is known, 2 bad input or a fault.
"""

import json as json_format
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tacknamn.errors import Error
from tacknamn.lexicon import Candidate, Lexicon

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Look names up in Täcknamn's lists. `tacknamn-build` makes the lists.",
)

BAR = 10
"""Letters of a bar that stands for certainty."""


@app.callback()
def main() -> None:
    """Look names up in Täcknamn's lists. `tacknamn-build` makes the lists."""


@app.command()
def lookup(
    forms: Annotated[list[str], typer.Argument(help="Words or names, e.g. Elena 'Stora gatan'.")],
    data: Annotated[
        Path | None, typer.Option(help="Folder of the bundle.", envvar="TACKNAMN_DATA")
    ] = None,
    sources: Annotated[bool, typer.Option("--sources", help="Say which sources have it.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what each FORM may be, the likeliest first; exit code 1 when none is known."""
    try:
        lexicon = Lexicon.open(data)
        found = {form: lexicon.lookup(form) for form in forms}
    except Error as exc:
        Console(stderr=True).print(f"error: {exc}", style="red", highlight=False, markup=False)
        raise typer.Exit(2) from None
    if json:
        data_of = {form: [asdict(one) for one in candidates] for form, candidates in found.items()}
        typer.echo(json_format.dumps(data_of, ensure_ascii=False, indent=1))
    else:
        Console().print(_table(found, sources))
    raise typer.Exit(0 if any(found.values()) else 1)


def _table(found: dict[str, list[Candidate]], sources: bool) -> Table:
    table = Table("form", "may be", "", "counted", "where", box=None)
    if sources:
        table.add_column("sources")
    for form, candidates in found.items():
        if not candidates:
            table.add_row(form, "unknown")
        for candidate in candidates:
            row = [
                candidate.form,
                candidate.label.value,
                f"{'█' * round(candidate.probability * BAR):{BAR}} {candidate.probability:4.0%}",
                f"{candidate.count:,.6g} {candidate.kind}" if candidate.count else "",
                ", ".join(part for part in (candidate.parent, candidate.country) if part),
            ]
            table.add_row(*row, *([", ".join(candidate.sources)] if sources else []))
    return table
