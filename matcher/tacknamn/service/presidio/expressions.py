"""Expressions of clients: what they may be, and how long all of a request may run.

``(a|aa)+$`` may run for centuries, and a client may be wrong or hostile. Presidio skips an expression that
takes more than a minute, so what it would have found stays in the text; here the request fails.
"""

import time
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from tacknamn.errors import InputError
from tacknamn.support.expressions import MOST_REPEATS, count_repeats

__all__ = ["DEFAULT_FLAGS", "LONGEST_EXPRESSION", "RegexClock", "compile_expression", "escape_word"]

DEFAULT_FLAGS = 26
"""Presidio's: IGNORECASE, MULTILINE and DOTALL of Python's ``re``."""
LONGEST_EXPRESSION = 4_000
"""Characters of an expression. The longest of Presidio's own recognizers has 500."""
_ALLOWED_FLAGS = 0x2 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80
"""IGNORECASE, MULTILINE, DOTALL, UNICODE, VERBOSE, ASCII. DEBUG would print the expression."""
_SECONDS = 5.0
"""Seconds for all expressions of a request. A harmless one reads ten million characters a second."""


class RegexClock:
    """Measures the time that the expressions of one request take, and ends it."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._left = seconds

    def find_all(self, expression: Any, text: str, place: str) -> Iterator[tuple[int, int]]:
        """Yield where an expression matches."""
        began = time.monotonic()
        try:
            for match in expression.finditer(text, timeout=max(self._left, 0.001)):
                yield match.span()
        except TimeoutError:
            raise _make_timeout(place) from None
        except MemoryError:
            raise InputError(f"{place}: an expression needs too much memory") from None
        finally:
            self._left -= time.monotonic() - began

    def is_match(self, expression: Any, text: str, place: str) -> bool:
        """Whether an expression matches somewhere in a text."""
        return next(self.find_all(expression, text, place), None) is not None


def _make_timeout(place: str) -> InputError:
    return InputError(
        f"{place}: the expressions take more than {_SECONDS:g} seconds; write them so that there are "
        "fewer ways to match the same characters: a+$ for (a+)+$"
    )


def compile_expression(expression: str, flags: int, place: str) -> Any:
    """Compile an expression of a client, or say what is wrong with it."""
    engine: Any = import_module("regex")  # here: few requests need it, and it comes without types
    if flags & ~_ALLOWED_FLAGS:
        raise InputError(
            f"{place}: flags may be IGNORECASE 2, MULTILINE 8, DOTALL 16, UNICODE 32, VERBOSE 64 and "
            "ASCII 128, or their sum"
        )
    if count_repeats(expression) > MOST_REPEATS:
        raise InputError(f"{place}: an expression repeats more than {MOST_REPEATS:,} times")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # about sets within sets: [[a]
            # Nothing is kept: an expression may name people.
            return engine.compile(expression, flags, cache_pattern=False)
    except (engine.error, OverflowError, RecursionError, ValueError):
        raise InputError(f"{place}: not a regular expression of Python's package regex") from None


def escape_word(word: str) -> str:
    """Return an expression that matches a word only."""
    engine: Any = import_module("regex")
    return str(engine.escape(word))
