"""Options that several commands of ``tacknamn-build`` have, with their help."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tacknamn_builders.sources.profiles import BuildProfile

__all__ = [
    "BUNDLE_HELP",
    "INPUT",
    "OUTPUT",
    "RUN",
    "AsJson",
    "LicenceFilter",
    "Mirror",
    "ProfileName",
    "Quiet",
    "UsableLicences",
    "choose_profile",
]

BUNDLE_HELP = "Folder of the bundle; default: that of the profile in build/, or build/default."
INPUT, OUTPUT, RUN = "Input", "Output", "Run"
"""The groups of options in the help of a command."""


class LicenceFilter(StrEnum):
    """Which sources a bundle may be made of."""

    any = "any"
    permissive = "permissive"
    share_alike = "share-alike"


ProfileName = Annotated[
    str,
    typer.Option(
        "--profile", "-p", rich_help_panel=INPUT,
        help="Build profile: default, full, release, or the path of a .toml file; -permissive or "
        "-share-alike after a name restricts it to such sources.",
    ),
]  # fmt: skip
Mirror = Annotated[
    Path | None,
    typer.Option(
        "--mirror", rich_help_panel=INPUT, metavar="DIR",
        envvar="TACKNAMN_MIRROR", file_okay=False, exists=True,
        help="Folder with copies of the publishers' files, as DIR/<host>/<path>.",
    ),
]  # fmt: skip
UsableLicences = Annotated[
    LicenceFilter,
    typer.Option(
        "--licences", rich_help_panel=INPUT,
        help="Use all sources, only permissive ones, or those that may be passed on together under "
        "CC BY-SA 4.0.",
    ),
]  # fmt: skip
AsJson = Annotated[bool, typer.Option("--json", rich_help_panel=OUTPUT, help="Print JSON.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", rich_help_panel=RUN, help="Only print errors.")
]


def choose_profile(name: str, licences: LicenceFilter) -> "BuildProfile":
    """Load a profile, restricted to the sources that the licences permit."""
    from tacknamn_builders.sources.profiles import load_profile

    profile = load_profile(name)
    if licences is LicenceFilter.permissive:
        return profile.restrict_to_permissive()
    return profile.restrict_to_share_alike() if licences is LicenceFilter.share_alike else profile
