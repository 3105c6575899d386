"""Import the modules of a package, except those whose optional packages are not installed."""

import pkgutil
from collections.abc import Collection, Iterator
from importlib import import_module
from types import ModuleType

from tacknamn.errors import InputError

__all__ = ["import_modules"]

_LEFT_OUT = ("__main__", ".inert")
"""Programs, and a stand-in that is not part of the package."""


def import_modules(package: str, without: Collection[str] = ()) -> Iterator[ModuleType]:
    """Import and yield all modules of a package, and of the packages inside it except ``without``.

    Adapters to Spark, DuckDB and others need packages that the everyday tests do not install."""
    for found in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
        if found.name in without or any(part in found.name for part in _LEFT_OUT):
            continue
        module = _import_if_installed(found.name)
        if module is not None:
            yield module
            if found.ispkg:
                yield from import_modules(found.name, without)


def _import_if_installed(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except InputError as error:
        if not isinstance(error.__cause__, ImportError):
            raise
        return None
