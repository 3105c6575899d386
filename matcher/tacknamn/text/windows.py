"""Cut a long text into windows that can be searched one by one.

The portable engine folds and searches some ten thousand characters at a time: they stay in the
processor's cache, a letter outside Latin-1 costs the window it stands in, and memory does not
grow with the text. Words of a window see what stands around them, because a window has a
margin on both sides.
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


class Window(NamedTuple):
    """A part of a text, and the margins around it."""

    begin: int
    start: int
    """Words from here on are the window's."""
    stop: int
    end: int


def cut_windows(text: str, margin: int) -> Iterator[Window]:
    """Windows that share out the words of a text.

    Margins have ``margin`` characters and more when folded, and end with a word."""
    size = len(text)
    start = 0
    while start < size:
        stop = _find_word_end(text, start + WINDOW)
        yield Window(
            _extend_before(text, start, margin), start, stop, _extend_after(text, stop, margin)
        )
        start = stop


def _find_word_end(text: str, place: int) -> int:
    """Behind the blanks behind the word at ``place``."""
    match = _END_OF_WORD.search(text, place)
    return match.end() if match else len(text)


def _extend_before(text: str, start: int, margin: int) -> int:
    size = 2 * margin  # runs of blanks are one
    while size < start and len(fold(text[start - size : start])) < margin:
        size *= _GROWTH
    return max(0, start - size)


def _extend_after(text: str, stop: int, margin: int) -> int:
    size = 2 * margin  # runs of blanks are one
    while stop + size < len(text) and len(fold(text[stop : stop + size])) < margin:
        size *= _GROWTH
    return _find_word_end(text, stop + size) if stop + size < len(text) else len(text)
