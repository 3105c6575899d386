"""Import the public names of a package when somebody first asks for them.

::

    if not TYPE_CHECKING:
        __getattr__ = lazily(__name__, _HOMES)

Every command of ``tacknamn`` imports the packages of all commands, to know that they are there,
and should not wait for what they do. The package ``tacknamn`` itself has the same in its own
words: it must import nothing before the commands can guard themselves against Ctrl-C.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["load_lazily"]


def load_lazily(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """What finds the names of ``package``, by the modules in it that they live in."""

    def found(name: str) -> object:
        for home, names in homes.items():
            if name in names:
                value = getattr(import_module(f"{package}.{home}"), name)
                setattr(sys.modules[package], name, value)  # not to be looked for again
                return value
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return found
