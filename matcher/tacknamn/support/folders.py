"""Folders of the project and of the user, for the builders and for the library.

Bundles are in ``build/`` next to ``pyproject.toml`` inside the checkout that this package runs from, and
otherwise in the user's data folder; the variable TACKNAMN_BUILD overrides both. Another folder that looks
like a checkout does not count: it would decide with which lists names are found. Slow imports
are inside the functions that need them: opening a bundle by its path needs none.
"""

import os
from collections.abc import Iterator
from pathlib import Path

__all__ = [
    "find_build_folder",
    "find_checkout",
    "find_checksum_cache",
    "find_compiled_cache",
    "find_user_cache",
    "list_build_folders",
    "read_folder_variable",
]

_NAME = "tacknamn"
_OWN = Path(__file__).resolve().parents[3]
"""The checkout, if the package runs from one."""


def find_build_folder() -> Path:
    """Return the folder that bundles are built in: one folder per profile below it."""
    root = find_checkout()
    in_checkout = None if root is None else root / "build"
    return read_folder_variable("TACKNAMN_BUILD") or in_checkout or _find_user_data() / "build"


def list_build_folders() -> Iterator[Path]:
    """Yield the folders in which bundles are searched, the likeliest first.

    If the environment names a folder, it is the only one. Otherwise these are the folder of the
    checkout that the current folder is in, the user's, that of the checkout from anywhere, and the one
    below the current folder, unless that is another checkout."""
    yield find_build_folder()
    if read_folder_variable("TACKNAMN_BUILD") is None:
        yield _find_user_data() / "build"
        if _is_checkout(_OWN):
            yield _OWN / "build"
        if not _is_checkout(Path.cwd()):
            yield Path.cwd() / "build"


def find_checksum_cache() -> Path:
    """Return the folder in which :mod:`tacknamn.support.checksum_cache` keeps its notes.

    It does not use platformdirs, which takes longer to import than a bundle takes to open."""
    return _find_cache() / "verified"


def find_compiled_cache() -> Path:
    """Return the folder in which the installation keeps what it compiled, for other checkouts."""
    return _find_cache() / "compiled"


def _find_cache() -> Path:
    chosen = read_folder_variable("TACKNAMN_CACHE")
    if chosen is None:
        variable, usual = _CACHES.get(os.name, ("XDG_CACHE_HOME", "~/.cache"))
        chosen = _expand_home(os.environ.get(variable) or usual) / _NAME
    return chosen


_CACHES = {"nt": ("LOCALAPPDATA", "~\\AppData\\Local")}


def read_folder_variable(variable: str) -> Path | None:
    """Return the folder that an environment variable names, if it is set."""
    value = os.environ.get(variable, "")
    return _expand_home(value).absolute() if value else None


def _expand_home(path: str) -> Path:
    """Expand ``~``; without an error if the user has no home, as in containers."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path.expanduser fails there


def find_checkout() -> Path | None:
    """Return the checkout that this package runs from, if the current folder is in it."""
    return _OWN if Path.cwd().is_relative_to(_OWN) and _is_checkout(_OWN) else None


def _is_checkout(folder: Path) -> bool:
    if not (folder / "builders" / "tacknamn_builders").is_dir():
        return False
    import tomllib

    try:
        table = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        return bool(table["project"]["name"] == _NAME)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return False  # no such file, or that of another project


def find_user_cache() -> Path:
    """Return the user's folder for files that can be fetched again."""
    import platformdirs

    return platformdirs.user_cache_path(_NAME, appauthor=False)


def _find_user_data() -> Path:
    import platformdirs

    return platformdirs.user_data_path(_NAME, appauthor=False)
