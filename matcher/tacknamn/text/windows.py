"""Cut a long text into windows that are searched one by one.

The portable engine folds and searches some ten thousand characters at a time: they fit into the
processor's cache, a letter outside Latin-1 slows down one window only, and memory does not grow
with the text. A window has a margin on both sides, so that the search sees the words around it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tacknamn.text.fold import fold

__all__ = ["WINDOW", "Window", "cut_windows"]

WINDOW = 1 << 16
"""Characters of a window: half or twice as many are 4 % slower, a text in one piece 13 %."""
_END_OF_WORD = re.compile(r"\s+")
_GROWTH = 4
"""Factor by which a margin grows that is too short after folding."""


class Window(NamedTuple):
    """A part of a text (``start`` to ``stop``) with its margins (``begin`` to ``end``)."""

    begin: int
    start: int
    """Words that begin from here to ``stop`` belong to the window."""
    stop: int
    end: int


def cut_windows(text: str, margin: int) -> Iterator[Window]:
    """Cut a text into windows so that each word belongs to exactly one.

    A margin has at least ``margin`` characters when folded, and ends after a word."""
    size = len(text)
    start = 0
    while start < size:
        stop = _find_word_end(text, start + WINDOW)
        yield Window(
            _extend_before(text, start, margin), start, stop, _extend_after(text, stop, margin)
        )
        start = stop


def _find_word_end(text: str, position: int) -> int:
    """Return the end of the blanks that follow the word at ``position``."""
    match = _END_OF_WORD.search(text, position)
    return match.end() if match else len(text)


def _extend_before(text: str, start: int, margin: int) -> int:
    size = 2 * margin  # folding shortens runs of blanks
    while size < start and len(fold(text[start - size : start])) < margin:
        size *= _GROWTH
    return max(0, start - size)


def _extend_after(text: str, stop: int, margin: int) -> int:
    size = 2 * margin
    while stop + size < len(text) and len(fold(text[stop : stop + size])) < margin:
        size *= _GROWTH
    return _find_word_end(text, stop + size) if stop + size < len(text) else len(text)
