"""Where received, built and downloaded files live.

In a checkout of the project ``raw/`` and ``build/`` stand beside its ``pyproject.toml``, as
the maintainers expect; anywhere else they stand in the user's own cache and data folders.
Three variables of the environment override that: ``TACKNAMN_RAW``, ``TACKNAMN_BUILD`` and
``TACKNAMN_CACHE``.
"""

import os
import tomllib
from pathlib import Path

import platformdirs

__all__ = ["build_folder", "cache_folder", "checkout", "raw_folder"]

_NAME = "tacknamn"


def raw_folder() -> Path:
    """Where received sources live: ``<raw>/<source>/<version>/<file>``."""
    return _chosen("TACKNAMN_RAW") or _in_checkout("raw") or _user_cache() / "raw"


def build_folder() -> Path:
    """Where compiled bundles live: one folder per profile."""
    return _chosen("TACKNAMN_BUILD") or _in_checkout("build") or _user_data() / "build"


def cache_folder() -> Path:
    """Where downloads are kept for all checkouts of this user."""
    return _chosen("TACKNAMN_CACHE") or _user_cache() / "downloads"


def checkout() -> Path | None:
    """The root of the project's checkout that the current folder lies in, if any."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if _is_checkout(folder)), None)


def _chosen(variable: str) -> Path | None:
    value = os.environ.get(variable, "")
    return Path(value).expanduser().absolute() if value else None


def _in_checkout(name: str) -> Path | None:
    root = checkout()
    return None if root is None else root / name


def _is_checkout(folder: Path) -> bool:
    if not (folder / "builders" / "tacknamn_builders").is_dir():
        return False
    try:
        table = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        return bool(table["project"]["name"] == _NAME)
    except (OSError, ValueError, KeyError, TypeError):  # none, or another kind of project's
        return False


def _user_cache() -> Path:
    return platformdirs.user_cache_path(_NAME, appauthor=False)


def _user_data() -> Path:
    return platformdirs.user_data_path(_NAME, appauthor=False)
