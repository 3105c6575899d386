"""The command ``tacknamn``: a table of its commands, each imported only when it is called.

A command module has three parts: typed parameters with their help, one call, one print.
"""

from typing import Annotated

import typer

from tacknamn.cli.lazy_group import CommandTable, make_app

__all__ = ["COMMANDS", "app"]

COMMANDS: CommandTable = {
    "pseudonymize": ("tacknamn.cli.pseudonymize", "pseudonymize"),
    "detect": ("tacknamn.cli.detect", "detect"),
    "mask": ("tacknamn.cli.mask", "mask"),
    "sample": ("tacknamn.cli.sample", "sample"),
    "key": ("tacknamn.cli.vault", "key"),
    "reveal": ("tacknamn.cli.vault", "reveal"),
    "risk": ("tacknamn.cli.risk", "risk"),
    "evaluate": ("tacknamn.cli.evaluate", "evaluate"),
    "learn": ("tacknamn.cli.learn", "learn"),
    "validate": ("tacknamn.cli.validate", "validate"),
    "lookup": ("tacknamn.cli.lists", "lookup"),
    "match": ("tacknamn.cli.lists", "match"),
    "complete": ("tacknamn.cli.lists", "complete"),
    "info": ("tacknamn.cli.lists", "info"),
}
"""Each command with the module and the function that define it, in the order of the help."""

app = make_app(
    COMMANDS,
    "Pseudonymize texts, and look names up in Täcknamn's lists. "
    "`tacknamn-build` builds the lists.\n\n"
    "Start with `tacknamn pseudonymize essay.txt`. "
    "Each command shows its options and an example with --help.",
)


def _print_version(is_given: bool) -> None:
    if is_given:
        from tacknamn import __version__

        typer.echo(f"tacknamn {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True,
                     help="Print the version and exit."),
    ] = False,
) -> None:  # fmt: skip
    """Accept the options that stand before the command."""
