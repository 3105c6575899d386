"""The command ``tacknamn-build`` and its commands.

Exit codes: 0 done, 1 a check failed or two bundles differ; :mod:`tacknamn.cli.program` adds those
of errors.
"""

from typing import Annotated

import typer

from tacknamn_builders.cli.bundle_commands import check, compile_, demo, diff
from tacknamn_builders.cli.source_commands import fetch, notice, status
from tacknamn_builders.cli.text_commands import fit, wikineural

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Build Täcknamn's name lists: from open statistics to one bundle.\n\n"
    "Usually two commands are enough: `tacknamn-build fetch` downloads the sources of a profile "
    "into raw/, `tacknamn-build compile` builds a bundle from them in build/. In a checkout both "
    "folders are next to pyproject.toml, elsewhere in your cache and data folders.",
)


def _print_version(value: bool) -> None:
    if value:
        import tacknamn

        typer.echo(f"tacknamn-build {tacknamn.__version__}")
        raise typer.Exit


@app.callback()
def _start(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


app.command("status")(status)
app.command("fetch")(fetch)
app.command("compile")(compile_)
app.command("fit")(fit)
app.command("check")(check)
app.command("diff")(diff)
app.command("notice")(notice)
app.command("wikineural")(wikineural)
app.command("demo")(demo)
