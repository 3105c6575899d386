"""Cut long texts where no name is cut, for packages that have a longest text or need much memory.

spaCy refuses more than a million characters and takes about a gigabyte for each hundred thousand;
others just grow. A piece ends at a blank line; where there is none, at a line's end, else at a
blank, and only in a run without any blank in the middle of it. What lies on both sides of a cut
is not seen together: of a text of two hundred pages, that is one place in fifty pages.
"""

import re
from collections.abc import Iterator

__all__ = ["LONGEST_CHUNK", "split_text"]

LONGEST_CHUNK = 100_000
"""Characters of the longest piece: fifty pages, a tenth of what spaCy takes at most."""
_CUTS = (
    re.compile(r"\n[ \t\r]*\n"),
    re.compile(r"[\n\r]"),
    re.compile(r"[.!?]\s"),
    re.compile(r"\s"),
)
"""Where to cut, the best first: behind what is found."""


def split_text(text: str, longest: int = LONGEST_CHUNK) -> Iterator[tuple[int, str]]:
    """Pieces of a text with the place where each begins; together they are the text.

    >>> list(pieces("Kim is here. Anna is not.", longest=15))
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
    """Where a piece ends: in its second half, since shorter ones only cost time."""
    for cut in _CUTS:
        ends = [found.end() for found in cut.finditer(text, (start + end) // 2, end)]
        if ends:
            return ends[-1]
    return end
