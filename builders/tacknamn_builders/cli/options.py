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
    "choose_bundle",
    "choose_checked_profile",
    "restrict_profile",
]

BUNDLE_HELP = "Folder of the bundle; default: that of the profile in build/."
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


def restrict_profile(profile: "BuildProfile", licences: LicenceFilter) -> "BuildProfile":
    """Return the profile with only the sources that the licences permit."""
    if licences is LicenceFilter.permissive:
        return profile.restrict_to_permissive()
    return profile.restrict_to_share_alike() if licences is LicenceFilter.share_alike else profile


def choose_bundle(bundle: Path | None, profile: "BuildProfile") -> Path:
    """Return the folder of the bundle, by default that of the profile; a missing one is an error."""
    from tacknamn.errors import BundleError
    from tacknamn.lexicon.bundle import MANIFEST
    from tacknamn.support.folders import find_build_folder

    folder = bundle or find_build_folder() / profile.name
    if not (folder / MANIFEST).is_file():
        raise BundleError(
            f"{folder}: no bundle here; make one with {profile.format_build()}, or name another "
            "folder with --bundle"
        )
    return folder


def choose_checked_profile(name: str, bundle: Path | None, otherwise: str) -> "BuildProfile":
    """Load the profile whose promises a bundle is checked against.

    It is the one that the user names, or the one that the bundle was made with. A bundle of somebody's
    own profile, whose file is not named, is checked without promises."""
    from tacknamn.lexicon.bundle import Bundle
    from tacknamn_builders.sources.profiles import BuildProfile, is_known_profile, load_profile

    if name or bundle is None:
        return load_profile(name or otherwise)
    manifest = Bundle(bundle).manifest
    if is_known_profile(manifest["profile"]):
        return load_profile(manifest["profile"])
    return BuildProfile(manifest["profile"], manifest["title"], manifest["country"], ())
