"""Find the matches of the user's own regular expressions, and stop expressions that take too long.

The ``regex`` package runs them because it has a time limit: ``(a|aa)+$`` takes exponential time.
Expressions must be valid for Python's own ``re`` as well, so ``\\w`` is any letter, Å included.
"""

import re
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from tacknamn.errors import InputError
from tacknamn.support.expressions import MOST_REPEATS, count_repeats

__all__ = [
    "TIME_LIMIT",
    "check_pairs",
    "find_custom_matches",
    "list_custom_texts",
    "make_label",
    "parse_pair",
]

TIME_LIMIT = 10.0
"""Seconds that all pairs together may take for one text. A harmless expression reads about ten
million characters per second."""
MOST_PAIRS = 100
"""Pairs of one profile or command. Each pair reads every text."""
LONGEST_PART = 1_000
"""Characters of an expression or of its replacement."""


def make_label(number: int) -> str:
    """Return the label for the matches of the n-th pair.

    >>> make_label(1)
    'custom_1'
    """
    return f"custom_{number}"


def parse_pair(written: str) -> tuple[str, str]:
    """Parse a pair of the command line: ``REGEX=TEXT``.

    The last equals sign separates the two, so the expression may contain others. An equals sign
    after a backslash does not separate; it is part of the replacement.

    >>> parse_pair(r"id=\\d+=[Id]"), parse_pair(r"\\d+=n\\=1")
    (('id=\\\\d+', '[Id]'), ('\\\\d+', 'n=1'))
    """
    offset = len(written)
    while (offset := written.rfind("=", 0, offset)) > 0:
        before = written[:offset]
        # An even number of backslashes before the sign escape each other, not the sign.
        if (offset - len(before.rstrip("\\"))) % 2 == 0:
            return before, written[offset + 1 :].replace("\\=", "=")
    raise InputError("--expr: write REGEX=TEXT; write an equals sign in the text as \\=")


def list_custom_texts(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the replacement of each label."""
    return {make_label(number): text for number, (_, text) in enumerate(pairs, 1)}


def check_pairs(pairs: Iterable[Sequence[object]]) -> tuple[tuple[str, str], ...]:
    """Return the pairs; raise :class:`InputError` for one that cannot work."""
    checked = tuple(_check_pair(number, pair) for number, pair in enumerate(pairs, 1))
    if len(checked) > MOST_PAIRS:
        raise InputError(f"{len(checked)} custom pairs; at most {MOST_PAIRS} are allowed")
    for number, (expression, text) in enumerate(checked, 1):
        _compile(number, expression)
        if "\\" in text:
            raise InputError(
                f"custom pair {number}: the text may have no backslash; it is inserted as it is, "
                "because a reference to a group would put the original back"
            )
    return checked


def _check_pair(number: int, pair: Sequence[object]) -> tuple[str, str]:
    expression, text = pair if len(pair) == 2 else (None, None)
    if not isinstance(expression, str) or not isinstance(text, str):
        raise InputError(f"custom pair {number}: give a regular expression and a text")
    if max(len(expression), len(text)) > LONGEST_PART:
        raise InputError(f"custom pair {number}: longer than {LONGEST_PART} characters")
    return expression, text


def find_custom_matches(
    number: int, expression: str, text: str, until: float
) -> Iterator[tuple[int, int]]:
    """Find where the expression of the n-th pair matches.

    Args:
        until: The value of ``time.monotonic`` at which the search stops with an error.
    """
    seconds = max(until - time.monotonic(), 0.001)  # zero would mean no limit
    try:
        for match in _compile(number, expression).finditer(text, timeout=seconds):
            if match.start() == match.end():
                raise _make_empty_match_error(number)
            yield match.span()
    except TimeoutError:
        raise InputError(
            f"custom pair {number}: the expression takes too long on this text; write it so that "
            "there are fewer ways to match the same characters: a+$ for (a+)+$"
        ) from None
    except MemoryError:
        raise InputError(f"custom pair {number}: the expression needs too much memory") from None


def _make_empty_match_error(number: int) -> InputError:
    return InputError(
        f"custom pair {number}: the expression matches the empty string; write + instead of *"
    )


@lru_cache(maxsize=MOST_PAIRS)
def _compile(number: int, expression: str) -> Any:  # regex comes without types
    engine: Any = import_module("regex")  # here: few texts need it
    if count_repeats(expression) > MOST_REPEATS:
        raise InputError(
            f"custom pair {number}: the expression repeats more than {MOST_REPEATS} times; "
            "write + for a large number"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # about sets within sets: [[a]
            re.compile(expression)
            compiled = engine.compile(expression, engine.IGNORECASE | engine.VERSION0)
    except (re.error, engine.error, OverflowError, RecursionError, ValueError) as exc:
        raise InputError(f"custom pair {number}: not a regular expression ({exc})") from exc
    if compiled.search("", timeout=TIME_LIMIT) is not None:
        raise _make_empty_match_error(number)
    return compiled
