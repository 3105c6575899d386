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
    "build_folder",
    "build_folders",
    "checkout",
    "named_folder",
    "user_cache",
    "verified_folder",
]

_NAME = "tacknamn"
_OWN = Path(__file__).parent.parent.parent
"""Of an editable install, the checkout."""


def build_folder() -> Path:
    """Where bundles are built: one folder per profile."""
    root = checkout()
    in_checkout = None if root is None else root / "build"
    return named_folder("TACKNAMN_BUILD") or in_checkout or _user_data() / "build"


def build_folders() -> Iterator[Path]:
    """Where bundles are looked for, the likeliest first.

    Where the environment names a folder, that one alone. Else the checkout's, the one below the
    current folder, the user's, and that of the checkout that the package itself lies in."""
    yield build_folder()
    if named_folder("TACKNAMN_BUILD") is None:
        yield Path.cwd() / "build"
        yield _user_data() / "build"
        if (_OWN / "builders" / "tacknamn_builders").is_dir():
            yield _OWN / "build"


def verified_folder() -> Path:
    """Where it is noted which bundles were found whole.

    Found without platformdirs: to import it takes longer than to open a bundle."""
    chosen = named_folder("TACKNAMN_CACHE")
    if chosen is None:
        variable, usual = _PLACES.get(os.name, ("XDG_CACHE_HOME", "~/.cache"))
        chosen = _expanded(os.environ.get(variable) or usual) / _NAME
    return chosen / "verified"


_PLACES = {"nt": ("LOCALAPPDATA", "~\\AppData\\Local")}


def named_folder(variable: str) -> Path | None:
    """The folder that a variable of the environment names, if it names one."""
    value = os.environ.get(variable, "")
    return _expanded(value).absolute() if value else None


def _expanded(place: str) -> Path:
    """Without an error where the user has no home, as in containers."""
    return Path(os.path.expanduser(place))  # noqa: PTH111 - Path.expanduser fails there


def checkout() -> Path | None:
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


def user_cache() -> Path:
    """The user's folder for what can be had again."""
    import platformdirs

    return platformdirs.user_cache_path(_NAME, appauthor=False)


def _user_data() -> Path:
    import platformdirs

    return platformdirs.user_data_path(_NAME, appauthor=False)
