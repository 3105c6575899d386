"""Find what a user's own regular expressions match, and stop those that never end.

They run on the ``regex`` package, because it can be told to stop: an expression such as
``(a|aa)+$`` takes longer than the sun has left. It reads what Python's own ``re`` reads, so
that ``\\w`` is any letter, Å among them; what ``re`` refuses is refused.
"""

import re
import time
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

from tacknamn.errors import InputError

__all__ = [
    "TIME_LIMIT",
    "check_pairs",
    "find_custom_matches",
    "list_custom_texts",
    "make_label",
    "parse_pair",
]

TIME_LIMIT = 10.0
"""Time that all pairs together may take for one text. An honest expression reads some ten
million characters in a second."""
MOST_PAIRS = 100
"""Pairs of one profile or command, all of which read each text."""
LONGEST_PART = 1_000
"""Characters of an expression, and of what stands instead."""
MOST_REPEATS = 10_000
"""Repeats that an expression may ask for: the engine writes them out before it begins, so that
``((a{999}){999}){999}`` would take all memory."""
_REPEAT = re.compile(r"(\)?)\{(\d+)(?:,(\d*))?\}")


def make_label(number: int) -> str:
    """The label of what the n-th pair finds.

    >>> label_of(1)
    'custom_1'
    """
    return f"custom_{number}"


def parse_pair(written: str) -> tuple[str, str]:
    """A pair as command lines have it: ``REGEX=TEXT``.

    The last equals sign divides it, so that the expression may have others. One behind a
    backslash divides nothing and is one of the text, too.

    >>> read_pair(r"id=\\d+=[Id]"), read_pair(r"\\d+=n\\=1")
    (('id=\\\\d+', '[Id]'), ('\\\\d+', 'n=1'))
    """
    at = len(written)
    while (at := written.rfind("=", 0, at)) > 0:
        before = written[:at]
        if (at - len(before.rstrip("\\"))) % 2 == 0:  # of two backslashes, one writes the other
            return before, written[at + 1 :].replace("\\=", "=")
    raise InputError("--expr: write REGEX=TEXT; an equals sign of the text is written \\=")


def list_custom_texts(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What stands instead, by label."""
    return {make_label(number): text for number, (_, text) in enumerate(pairs, 1)}


def check_pairs(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The pairs, if each can be worked with."""
    checked = tuple(_check_pair(number, pair) for number, pair in enumerate(pairs, 1))
    if len(checked) > MOST_PAIRS:
        raise InputError(f"{len(checked)} custom pairs; {MOST_PAIRS} are the most")
    for number, (expression, text) in enumerate(checked, 1):
        _compile(number, expression)
        if "\\" in text:
            raise InputError(
                f"custom pair {number}: the text may have no backslash; it stands there as it is, "
                "because a reference to a group would put the original back"
            )
    return checked


def _check_pair(number: int, pair: tuple[str, str]) -> tuple[str, str]:
    if len(pair) != 2 or not all(isinstance(part, str) for part in pair):
        raise InputError(f"custom pair {number}: give a regular expression and a text")
    expression, text = pair
    if max(len(expression), len(text)) > LONGEST_PART:
        raise InputError(f"custom pair {number}: longer than {LONGEST_PART} characters")
    return expression, text


def find_custom_matches(
    number: int, expression: str, text: str, until: float
) -> Iterator[tuple[int, int]]:
    """Where the n-th pair's expression is found in a text.

    Args:
        until: The reading of ``time.monotonic`` at which it is given up.
    """
    left = max(until - time.monotonic(), 0.001)  # nought would be no limit
    try:
        for found in _compile(number, expression).finditer(text, timeout=left):
            if found.start() == found.end():
                raise _make_empty_match_error(number)
            yield found.span()
    except TimeoutError:
        raise InputError(
            f"custom pair {number}: the expression takes too long on this text; write it so that "
            "there are fewer ways to match the same characters: a+$ for (a+)+$"
        ) from None
    except MemoryError:
        raise InputError(f"custom pair {number}: the expression needs too much memory") from None


def _count_repeats(expression: str) -> int:
    """At most how often the expression repeats something, groups being taken for nested."""
    single, grouped = 1, 1
    for bracket, least, most in _REPEAT.findall(expression):
        times = max(1, int(most or least))
        if bracket:
            grouped *= times
        else:
            single += times
    return single * grouped


def _make_empty_match_error(number: int) -> InputError:
    return InputError(
        f"custom pair {number}: the expression matches where there is nothing; write + for *"
    )


@lru_cache(maxsize=MOST_PAIRS)
def _compile(number: int, expression: str) -> Any:  # regex comes without types
    engine = _import_engine()
    if _count_repeats(expression) > MOST_REPEATS:
        raise InputError(
            f"custom pair {number}: the expression repeats more than {MOST_REPEATS} times; "
            "write + for a large number"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of sets within sets: [[a]
            re.compile(expression)
            compiled = engine.compile(expression, engine.IGNORECASE | engine.VERSION0)
    except (re.error, engine.error, OverflowError, RecursionError, ValueError) as exc:
        raise InputError(f"custom pair {number}: no regular expression ({exc})") from exc
    if compiled.search("", timeout=TIME_LIMIT) is not None:
        raise _make_empty_match_error(number)
    return compiled


def _import_engine() -> Any:
    try:
        return import_module("regex")
    except ImportError:
        raise InputError(
            "custom pairs need the package regex; install tacknamn[mask], or regex itself"
        ) from None
