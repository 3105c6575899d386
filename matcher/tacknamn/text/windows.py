"""Cut a long text into windows that are searched one by one.

The portable engine folds and searches some ten thousand characters at a time: they fit into the
processor's cache, a letter outside Latin-1 slows down one window only, and memory does not grow
with the text. A window has a margin on both sides, so that the search sees the words around it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tacknamn.text.fold import fold

__all__ = ["LONGEST_AT_ONCE", "WINDOW", "Window", "count_words", "cut_parts", "cut_windows"]

WINDOW = 1 << 16
"""Characters of a window: half or twice as many are 4 % slower, a text in one piece 13 %."""
_END_OF_WORD = re.compile(r"\s+")
_GROWTH = 4
"""Factor by which a margin grows that is too short after folding."""

LONGEST_AT_ONCE = 1 << 19
"""Characters of a text that finders search as a whole: 300 pages."""
PART = 1 << 16
"""Characters of a part of a longer text. Of a text full of names, a part needs 20 MB."""
_ENDS = ("\n\n", "\n", ". ", " ")
"""Where a part may end, best first."""
_SEARCHED = 1 << 12
"""Characters before the end of a part in which a good place is searched."""


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


def cut_parts(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each part; together they are the whole text."""
    start = 0
    while len(text) - start > PART:
        end = _find_end(text, start + PART)
        yield start, end
        start = end
    yield start, len(text)


def _find_end(text: str, latest: int) -> int:
    for end in _ENDS:
        at = text.rfind(end, latest - _SEARCHED, latest)
        if at >= 0:
            return at + len(end)
    return latest  # a word of thousands of characters


def count_words(text: str) -> int:
    """Count what blanks separate, part by part: a list of all words of a long text is large.

    >>> count_words("Anna bor i Lund.")
    4
    """
    return sum(len(text[start:end].split()) for start, end in cut_parts(text))
