"""The commands that pass lists on: ``wheel``, ``release``."""

from pathlib import Path
from typing import Annotated

import typer

from tacknamn_builders.cli.options import INPUT, OUTPUT, AsJson, ProfileName, Quiet

__all__ = ["wheel"]

_DIST = Path("dist")
ReleasedBundle = Annotated[
    Path | None,
    typer.Option(
        "--bundle",
        rich_help_panel=INPUT,
        help="Folder of the bundle; default: that of the profile in build/, or build/default.",
    ),
]
ListsName = Annotated[
    str,
    typer.Option(
        "--name", rich_help_panel=OUTPUT,
        help="Name of the lists, small letters: the package is tacknamn-data-NAME.",
    ),
]  # fmt: skip
WheelFolder = Annotated[
    Path,
    typer.Option(
        "--to", rich_help_panel=OUTPUT, help="Folder for the wheel and what goes with it."
    ),
]


def wheel(
    profile: ProfileName = "release",
    bundle: ReleasedBundle = None,
    name: ListsName = "sv",
    to: WheelFolder = _DIST,
    version: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=OUTPUT,
            help="Version, FORMAT.YYYYMM.PATCH; default: the month of the newest data, patch 0.",
        ),
    ] = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write a bundle as a wheel, which `pip install` and `tacknamn data install` accept.

    The wheel has the bundle, the credits, the licence and a bill of materials. A bundle that may not
    be passed on is refused. Equal bundles give equal files.

    Examples:

      tacknamn-build wheel
      tacknamn-build wheel --bundle build/mine --name mine"""
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.cli.reports import format_json
    from tacknamn_builders.cli.wheel_options import choose_bundle, describe_wheel, parse_version
    from tacknamn_builders.releasing.write_wheel import write_wheel

    folder, chosen = choose_bundle(bundle, profile), parse_version(version)
    with show_steps(open_messages(quiet)) as on_step:
        on_step(f"compressing {folder}")
        path = write_wheel(folder, to, name, chosen)
    typer.echo(format_json(describe_wheel(path)) if json else str(path))
