"""Install lists: from an index, from a file, or built on this machine; and remove them.

A wheel is checked before pip installs it (:mod:`tacknamn.data_wheels.wheel_file`), so a damaged one
leaves the installed lists as they are.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tacknamn.data_wheels.pip_client import Progress, download_wheel, install_wheel, uninstall
from tacknamn.data_wheels.wheel_file import DataWheel, read_data_wheel
from tacknamn.data_wheels.wheel_name import is_lists_name
from tacknamn.errors import BundleError, InputError, RunError
from tacknamn.lexicon.bundle import VERSION
from tacknamn.lexicon.installed import list_installed

__all__ = ["build_and_install", "install_from_file", "install_from_index", "remove_lists"]


def install_from_index(name: str, options: Sequence[str], on_progress: Progress) -> DataWheel:
    """Install the newest lists ``name`` that this program can read, from pip's index.

    ``options`` are options of pip that name another index."""
    if not is_lists_name(name):
        raise InputError(f"{name!r:.60}: neither a wheel file nor the name of lists, such as sv")
    requirement = f"tacknamn-data-{name}=={VERSION}.*"
    with tempfile.TemporaryDirectory(prefix="tacknamn-") as folder:
        return install_from_file(download_wheel(requirement, Path(folder), options, on_progress))


def install_from_file(path: Path) -> DataWheel:
    """Install a wheel file."""
    wheel = read_data_wheel(path)
    install_wheel(path)
    return wheel


def build_and_install(name: str, profile: str) -> DataWheel:
    """Build lists from their sources with ``tacknamn-build``, and install them.

    The builders run as a program of their own: the runtime never imports them."""
    with tempfile.TemporaryDirectory(prefix="tacknamn-") as folder:
        _build("fetch", "--profile", profile)
        _build("compile", "--profile", profile)
        _build("wheel", "--profile", profile, "--name", name, "--to", folder, "--quiet")
        return install_from_file(next(Path(folder).glob("*.whl")))


def _build(*arguments: str) -> None:
    command = [sys.executable, "-P", "-m", "tacknamn_builders", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise RunError(
            f"the lists were not built: `tacknamn-build {' '.join(arguments)}` failed, see above"
        )


def remove_lists(name: str) -> list[str]:
    """Remove installed lists, and return the packages that were removed."""
    installed = list_installed()
    found = [lists.distribution for lists in installed if lists.name == name]
    if not found:
        there = ", ".join(lists.name for lists in installed) or "none"
        raise BundleError(f"no lists {name!r:.60} are installed; installed: {there}")
    for distribution in found:
        uninstall(distribution)
    return found
