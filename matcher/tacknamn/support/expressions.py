"""Compile regular expressions when they are first used, and see which of users need all memory.

The rules have hundreds of expressions, and most texts need few of them. Compiling all takes a sixth of
the time of a short command.
"""

import re
from typing import Any, cast

__all__ = ["MOST_REPEATS", "compile_lazily", "count_repeats"]

MOST_REPEATS = 10_000
"""Repeats in an expression of a user. Engines expand them when they compile, so that
``((a{999}){999}){999}`` would take all memory."""
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


_REPEAT = compile_lazily(r"(\)?)\{(\d+)(?:,(\d*))?\}")


def count_repeats(expression: str) -> int:
    """Return an upper bound of the repeats in an expression, as if all groups were nested.

    >>> count_repeats("(a{9}b{9}){100}")
    1900
    """
    single, grouped = 1, 1
    for bracket, least, most in _REPEAT.findall(expression):
        times = max(1, int(most or least))
        if bracket:
            grouped *= times
        else:
            single += times
    return single * grouped
