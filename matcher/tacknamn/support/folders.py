"""Where bundles live, for the builders that write them and the library that opens them.

In a checkout of the project, from any of its folders, they stand in ``build/`` beside its
``pyproject.toml``, as the maintainers expect; anywhere else in the user's data folder. The
variable TACKNAMN_BUILD overrides that. What takes time to import is imported where it is
needed: a bundle whose folder is named opens without.
"""

import os
from collections.abc import Iterator
from pathlib import Path

__all__ = [
    "find_build_folder",
    "find_checkout",
    "find_checksum_cache",
    "find_user_cache",
    "list_build_folders",
    "read_folder_variable",
]

_NAME = "tacknamn"
_OWN = Path(__file__).parents[3]
"""Of an editable install, the checkout."""


def find_build_folder() -> Path:
    """Where bundles are built: one folder per profile."""
    root = find_checkout()
    in_checkout = None if root is None else root / "build"
    return read_folder_variable("TACKNAMN_BUILD") or in_checkout or _find_user_data() / "build"


def list_build_folders() -> Iterator[Path]:
    """Where bundles are looked for, the likeliest first.

    Where the environment names a folder, that one alone. Else the checkout's, the one below the
    current folder, the user's, and that of the checkout that the package itself lies in."""
    yield find_build_folder()
    if read_folder_variable("TACKNAMN_BUILD") is None:
        yield Path.cwd() / "build"
        yield _find_user_data() / "build"
        if (_OWN / "builders" / "tacknamn_builders").is_dir():
            yield _OWN / "build"


def find_checksum_cache() -> Path:
    """Where it is noted which bundles were found whole.

    Found without platformdirs: to import it takes longer than to open a bundle."""
    chosen = read_folder_variable("TACKNAMN_CACHE")
    if chosen is None:
        variable, usual = _PLACES.get(os.name, ("XDG_CACHE_HOME", "~/.cache"))
        chosen = _expand_home(os.environ.get(variable) or usual) / _NAME
    return chosen / "verified"


_PLACES = {"nt": ("LOCALAPPDATA", "~\\AppData\\Local")}


def read_folder_variable(variable: str) -> Path | None:
    """The folder that a variable of the environment names, if it names one."""
    value = os.environ.get(variable, "")
    return _expand_home(value).absolute() if value else None


def _expand_home(place: str) -> Path:
    """Without an error where the user has no home, as in containers."""
    return Path(os.path.expanduser(place))  # noqa: PTH111 - Path.expanduser fails there


def find_checkout() -> Path | None:
    """The root of the project's checkout that the current folder lies in, if any."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if _is_checkout(folder)), None)


def _is_checkout(folder: Path) -> bool:
    if not (folder / "builders" / "tacknamn_builders").is_dir():
        return False
    import tomllib

    try:
        table = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        return bool(table["project"]["name"] == _NAME)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return False  # none, or another kind of project's


def find_user_cache() -> Path:
    """The user's folder for what can be had again."""
    import platformdirs

    return platformdirs.user_cache_path(_NAME, appauthor=False)


def _find_user_data() -> Path:
    import platformdirs

    return platformdirs.user_data_path(_NAME, appauthor=False)
