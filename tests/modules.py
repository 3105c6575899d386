"""Import the modules of a package, except those whose optional packages are not installed."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from tacknamn.errors import InputError

__all__ = ["import_modules"]

_LEFT_OUT = ("__main__", ".inert")
"""Programs, and a stand-in that is not part of the package."""


def import_modules(package: str) -> Iterator[ModuleType]:
    """Import and yield all modules of a package. Adapters to Spark, DuckDB and others need packages
    that the everyday tests do not install."""
    path = import_module(package).__path__
    for module in pkgutil.walk_packages(path, f"{package}.", onerror=_import_if_installed):
        if not any(part in module.name for part in _LEFT_OUT):
            imported = _import_if_installed(module.name)
            if imported is not None:
                yield imported


def _import_if_installed(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except InputError as error:
        if not isinstance(error.__cause__, ImportError):
            raise
        return None
