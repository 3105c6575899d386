"""Split long texts into chunks for packages with a length limit or high memory use.

spaCy refuses more than a million characters and needs about a gigabyte for each hundred thousand;
others just grow. A chunk ends at a blank line; if there is none, at the end of a line, then of a
sentence, then at a blank, and only within a run without any blank at an arbitrary character. A
name that crosses a cut is not seen as a whole: there is one cut in about fifty pages.
"""

import re
from collections.abc import Iterator

__all__ = ["LONGEST_CHUNK", "split_text"]

LONGEST_CHUNK = 100_000
"""Characters of the longest chunk: fifty pages, a tenth of spaCy's limit."""
_CUTS = (
    re.compile(r"\n[ \t\r]*\n"),
    re.compile(r"[\n\r]"),
    re.compile(r"[.!?]\s"),
    re.compile(r"\s"),
)
"""Where to cut, the best kind of place first; the cut is after the match."""


def split_text(text: str, longest: int = LONGEST_CHUNK) -> Iterator[tuple[int, str]]:
    """Split a text into chunks, each with its offset.

    >>> list(split_text("Kim is here. Anna is not.", longest=15))
    [(0, 'Kim is here. '), (13, 'Anna is not.')]
    """
    start = 0
    while len(text) - start > longest:
        end = _find_cut(text, start, start + longest)
        yield start, text[start:end]
        start = end
    if start < len(text) or not text:
        yield start, text[start:]


def _find_cut(text: str, start: int, end: int) -> int:
    """Find where a chunk ends: in its second half, because short chunks only cost time."""
    for cut in _CUTS:
        ends = [found.end() for found in cut.finditer(text, (start + end) // 2, end)]
        if ends:
            return ends[-1]
    return end
