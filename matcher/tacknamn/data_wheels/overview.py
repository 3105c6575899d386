"""List the lists of this machine: those that are installed and those that were built."""

from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.find_bundle import find_bundle, list_built
from tacknamn.lexicon.installed import InstalledLists, list_installed
from tacknamn.lexicon.manifest_facts import describe_terms, find_newest_month

__all__ = ["ListsOverview", "list_lists"]


@dataclass(frozen=True, slots=True)
class ListsOverview:
    """One line of the overview."""

    name: str
    """The name of installed lists; empty for a bundle that was built."""
    package: str
    """Name and version of the installed package."""
    folder: str
    profile: str
    newest: str
    """The month of the newest data."""
    terms: str
    is_used: bool
    """Whether it is what commands use when no bundle is named."""
    problem: str
    """Why it cannot be opened; empty if it can."""


def list_lists() -> list[ListsOverview]:
    """List installed lists, then the bundles in the folders where bundles are built."""
    used = _find_used()
    return [
        *(_describe_installed(lists, used) for lists in list_installed()),
        *(_describe_folder(folder, used) for folder in list_built()),
    ]


def _find_used() -> Path | None:
    try:
        return find_bundle().folder
    except BundleError:
        return None


def _describe_installed(lists: InstalledLists, used: Path | None) -> ListsOverview:
    try:
        return _describe_folder(lists.find_folder(), used, lists)
    except BundleError as exc:
        return ListsOverview(
            lists.name, lists.describe(), "", "", "", "", is_used=False, problem=str(exc)
        )


def _describe_folder(
    folder: Path, used: Path | None, lists: InstalledLists | None = None
) -> ListsOverview:
    name, package = ("", "") if lists is None else (lists.name, lists.describe())
    profile, newest, terms, problem = "", "", "", ""
    try:
        manifest = Bundle(folder, verify=False).manifest
        profile, newest = manifest["profile"], find_newest_month(manifest)
        terms = describe_terms(manifest)
    except BundleError as exc:
        problem = str(exc)
    return ListsOverview(
        name, package, str(folder), profile, newest, terms, folder == used, problem
    )
