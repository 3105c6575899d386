"""The rules that both engines follow: what counts as a match.

A text is folded (:mod:`tacknamn.text.fold`) and cut into words: runs of letters, digits and
combining marks. An entry matches where the text has its folded form, from the start of a word
to the end of a word. Characters around its words (``Yahoo!``, ``'s-Hertogenbosch``) must be in
the text as well. A run of blanks is one blank, and a line break is a blank.

Inflected forms count as their base. These are the forms in the section ``inflections``
(``läraren``), and the regular genitive of every entry: an s after its last word of two letters
or more (``Stockholms``; not after s, x, z), ``:s`` and ``'s`` (``EU:s``), and an apostrophe
after s, x, z unless another one opened a quotation (``Hans'``). Where the same letters are
forms of two entries (``Marias``), the entry that is mentioned more often wins; an inflected
form counts a tenth of its mentions.

An entry of one word that is also a common word (``men``, ``Berg``) counts only if the text
shows that it is a name: by a capital that no start of a sentence or line explains; by two
capitals in a row; as a surname after a first name, or a first name before a surname, if the
other name is not a common word; or if the caller asks for labels. In a row means with one
blank between them, on one line. A word all in capitals shows nothing.
"""

from collections.abc import Sequence
from enum import StrEnum

__all__ = ["EDITS_SHIFT", "INFLECTED", "Overlaps", "rank"]

EDITS_SHIFT = 3
"""The last number of a match has its affixes in the three lowest bits and its edits above."""
INFLECTED = 27
"""Weight that an inflected form loses: weights are 8 x log2 of mentions, so this is a tenth."""


class Overlaps(StrEnum):
    """Which matches are returned where several share characters."""

    ALL = "all"
    """Every match."""
    LONGEST = "longest"
    """The longest match from left to right; the search goes on after it."""
    BEST = "best"
    """The matches without overlap that, taken together, are most probably entries."""


def rank(weights: Sequence[int], row: int, affixes: int) -> tuple[int, int]:
    """Return the sort key of a form among those with the same letters.

    The more frequent form comes first, then the one with the lower row. An inflected form counts
    a tenth.

    >>> rank([90, 40], 0, affixes=1) < rank([90, 40], 1, affixes=0)
    True
    """
    weight = weights[row]
    return -(max(0, weight - INFLECTED) if affixes else weight), row
