"""Decide which bundle is opened, and say why.

The order is that of how explicitly a bundle was named: the caller, ``TACKNAMN_DATA``, the folders
in which bundles are built (:mod:`tacknamn.support.folders`), installed lists
(:mod:`tacknamn.lexicon.installed`). Built lists come before installed ones, because only a person
who works on lists builds them.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import MANIFEST, Bundle
from tacknamn.lexicon.installed import InstalledLists, choose_installed, list_installed
from tacknamn.support.arguments import check_kind
from tacknamn.support.folders import list_build_folders

__all__ = ["DEFAULT_LISTS", "FoundBundle", "find_bundle", "list_built"]

DEFAULT_PROFILE = "default"
DEFAULT_LISTS = "sv"
"""The lists that ``tacknamn data install`` installs."""
VARIABLE = "TACKNAMN_DATA"
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
"""What can be the name of installed lists and not only a path."""


@dataclass(frozen=True, slots=True)
class FoundBundle:
    """The folder of a bundle, and why it is the one to open."""

    folder: Path
    reason: str
    installed: InstalledLists | None = None
    """The package that it is part of, if any."""

    def open(self) -> Bundle:
        """Open it. The message of an error says how to get an undamaged one."""
        installed = self.installed
        if installed is None:
            return Bundle(self.folder)
        return Bundle(self.folder, remedy=installed.describe_remedy(), lists=installed.name)


def find_bundle(path: Path | str | None = None) -> FoundBundle:
    """Find the bundle that ``path`` names, or else the first of the usual places.

    ``path`` is a folder, or the name of installed lists. A folder with a bundle comes before lists of
    the same name; a folder without one, such as texts in ``sv``, does not."""
    check_kind("path", "" if path is None else path, (str, Path), "the path of a bundle, or a name")
    variable = os.environ.get(VARIABLE)
    if path and str(path) != variable:
        return _find_named(path, "it was named")
    if variable:
        return _find_named(variable, f"{VARIABLE} names it")
    built = next(list_built(), None)
    if built is not None:
        return FoundBundle(built, "the first bundle in the folders where bundles are built")
    installed = list_installed()
    if not installed:
        folders = ", ".join(str(folder) for folder in dict.fromkeys(_list_usual_folders()))
        raise BundleError(
            f"no lists found; run `tacknamn data install {DEFAULT_LISTS}`, or build them with "
            "`tacknamn-build fetch` and `tacknamn-build compile` (no lists are installed, no "
            f"bundle is in {folders}, and {VARIABLE} names none)"
        )
    lists = choose_installed(installed)
    return FoundBundle(lists.find_folder(), "the only lists that are installed", lists)


def list_built() -> Iterator[Path]:
    """Yield the usual folders that have a bundle."""
    return (folder for folder in dict.fromkeys(_list_usual_folders()) if _has_manifest(folder))


def _find_named(path: Path | str, reason: str) -> FoundBundle:
    folder, name = Path(path), str(path)
    if not _NAME.fullmatch(name) or _has_manifest(folder):
        return FoundBundle(folder, reason)
    installed = list_installed()
    named = [lists for lists in installed if lists.name == name]
    if named:
        lists = choose_installed(named)
        return FoundBundle(lists.find_folder(), reason, lists)
    if folder.exists():
        return FoundBundle(folder, reason)
    there = ", ".join(lists.name for lists in installed) or "none"
    raise BundleError(
        f"{name}: no bundle here; make one with `tacknamn-build fetch` and `tacknamn-build compile`, "
        f"or install lists with `tacknamn data install {name}` (installed: {there})"
    )


def _list_usual_folders() -> Iterator[Path]:
    for folder in list_build_folders():
        yield folder / DEFAULT_PROFILE


def _has_manifest(folder: Path) -> bool:
    try:
        return (folder / MANIFEST).exists()
    except (OSError, ValueError):  # no permission; a name with a NUL
        return False
