"""Find the lists that are installed as packages (data wheels).

Such a package has an entry point in the group ``tacknamn.data``::

    [tacknamn.data]
    sv = tacknamn_data_sv

It names the lists, ``sv``, and the package whose folder ``bundle`` is their bundle. The version of
the package is ``FORMAT.YYYYMM.PATCH``: the format of the bundle, the month of its newest data, and a
number. The package is located and never imported, so opening lists runs no code of theirs.
"""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import VERSION

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from importlib.metadata import EntryPoint

__all__ = ["BUNDLE_FOLDER", "GROUP", "InstalledLists", "choose_installed", "list_installed"]

GROUP = "tacknamn.data"
BUNDLE_FOLDER = "bundle"
"""The folder of the bundle inside its package."""


@dataclass(frozen=True, slots=True, order=True)
class InstalledLists:
    """The lists of one installed package."""

    name: str
    """What ``Lexicon.open`` and ``--data`` call them: ``sv``."""
    distribution: str
    """The name that pip knows: ``tacknamn-data-sv``."""
    version: str
    package: str
    """The package that the entry point names: ``tacknamn_data_sv``."""

    def find_folder(self) -> Path:
        """Return the folder of the bundle; an error if the program cannot use it."""
        form, _, _ = self.version.partition(".")
        if form.isdecimal() and int(form) != VERSION:
            raise BundleError(
                f"{self.describe()} has lists of format {form}, this program reads {VERSION}; "
                f"{self.describe_remedy()}"
            )
        spec = _find_package(self.package)
        for place in () if spec is None else spec.submodule_search_locations or ():
            if (Path(place) / BUNDLE_FOLDER).is_dir():
                return Path(place) / BUNDLE_FOLDER
        raise BundleError(
            f"{self.describe()}: its package {self.package!r:.60} has no bundle; "
            f"{self.describe_remedy()}"
        )

    def describe(self) -> str:
        """Return name and version of the package."""
        return f"{self.distribution} {self.version}"

    def describe_remedy(self) -> str:
        """Return what to do if the lists cannot be used."""
        return f"install them again with `tacknamn data install {self.name}`"


def list_installed() -> list[InstalledLists]:
    """List the installed lists, by name."""
    from importlib.metadata import entry_points  # here: slow, and seldom needed

    return sorted({_describe_entry_point(point) for point in entry_points(group=GROUP)})


def choose_installed(found: Sequence[InstalledLists]) -> InstalledLists:
    """Return the only one; an error if there are several, because any choice would surprise."""
    if len(found) == 1:
        return found[0]
    shown = ", ".join(f"{lists.name} ({lists.describe()})" for lists in found)
    if len({lists.name for lists in found}) == len(found):
        remedy = "name one with --data or TACKNAMN_DATA"
    else:
        remedy = f"remove all but one with `pip uninstall {found[-1].distribution}`"
    raise BundleError(f"several lists are installed: {shown}; {remedy}")


def _describe_entry_point(point: "EntryPoint") -> InstalledLists:
    distribution = point.dist
    if distribution is None:
        return InstalledLists(point.name, point.name, "", point.value)
    return InstalledLists(point.name, distribution.name, distribution.version, point.value)


def _find_package(name: str) -> "ModuleSpec | None":
    """Locate a top-level package. A dotted name would import its parents, so it counts as missing."""
    if not name.isidentifier():
        return None
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
