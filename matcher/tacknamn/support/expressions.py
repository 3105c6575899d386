"""Compile regular expressions when they are first used.

The rules have hundreds of expressions, and most texts need few of them. Compiling all takes a sixth of
the time of a short command.
"""

import re
from typing import Any, cast

__all__ = ["compile_lazily"]

_ATTRIBUTES = tuple(name for name in dir(re.Pattern) if not name.startswith("_"))


class _LazyPattern:
    """Stands for a compiled expression: its first use compiles it, and takes over its methods, so
    that later calls reach these directly."""

    def __init__(self, expression: str, flags: int) -> None:
        self._expression = expression
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        pattern = re.compile(self._expression, self._flags)
        for attribute in _ATTRIBUTES:
            setattr(self, attribute, getattr(pattern, attribute))
        return getattr(pattern, name)


def compile_lazily(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Return what behaves like ``re.compile(expression, flags)``, but is compiled at its first use.

    For expressions that many texts need, :func:`re.compile` is better: each use is a little faster."""
    return cast("re.Pattern[str]", _LazyPattern(expression, flags))
