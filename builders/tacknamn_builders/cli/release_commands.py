"""The commands that pass lists on: ``wheel``, ``release``."""

from pathlib import Path
from typing import Annotated

import typer

from tacknamn_builders.cli.options import (
    BUNDLE_HELP,
    INPUT,
    OUTPUT,
    AsJson,
    Mirror,
    ProfileName,
    Quiet,
    choose_bundle,
    choose_checked_profile,
)

__all__ = ["release", "wheel"]

_DIST = Path("dist")
ReleasedBundle = Annotated[
    Path | None,
    typer.Option(
        "--bundle",
        rich_help_panel=INPUT,
        help=BUNDLE_HELP,
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
    from tacknamn_builders.cli.wheel_options import describe_wheel, parse_version
    from tacknamn_builders.releasing.write_wheel import write_wheel
    from tacknamn_builders.sources.profiles import load_profile

    folder, chosen = choose_bundle(bundle, load_profile(profile)), parse_version(version)
    with show_steps(open_messages(quiet)) as on_step:
        on_step(f"compressing {folder}")
        path = write_wheel(folder, to, name, chosen)
    typer.echo(format_json(describe_wheel(path)) if json else str(path))


def release(
    profile: ProfileName = "",
    bundle: ReleasedBundle = None,
    last: Annotated[
        Path | None,
        typer.Option(
            rich_help_panel=INPUT,
            exists=True,
            help="Wheel of the last release, or folder of its bundle; default: this is the first.",
        ),
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option(
            rich_help_panel=INPUT,
            exists=True,
            file_okay=False,
            help="Folder of .txt files: reports how the detections in them change.",
        ),
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            "--lang",
            rich_help_panel=INPUT,
            help="Language of the texts: sv, en, or auto to decide for each text.",
        ),
    ] = "sv",
    name: ListsName = "sv",
    to: WheelFolder = _DIST,
    mirror: Mirror = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Release a bundle: check it, compare it with the last release, write wheel and changelog.

    Writes the wheel, CHANGES.md with a new section, and SHA256SUMS. The version is chosen by rule:
    the format, the month of the newest data, and a number. Nothing is written if the lists do not
    differ from the last release. The profile is the one that --bundle was made with, else release. The
    exit code is 1 if an unexplained check fails.

    Examples:

      tacknamn-build release
      tacknamn-build release --last dist/tacknamn_data_sv-7.202610.0-py3-none-any.whl --texts essays"""  # fmt: skip
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.cli.release_report import check_bundle, print_release
    from tacknamn_builders.releasing.release import ReleaseRequest, make_release

    chosen = choose_checked_profile(profile, bundle, "release")
    folder = choose_bundle(bundle, chosen)
    request = ReleaseRequest(folder, to, name, last, texts, language)
    with show_steps(open_messages(quiet)) as on_step:
        report = check_bundle(folder, chosen, mirror, on_step)
        made = None if report.failed else make_release(request, on_step)
    print_release(report, made, json)
    raise typer.Exit(int(report.failed))
