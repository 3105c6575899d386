"""What counts as a hit: the rules that both engines follow.

A text is folded (:mod:`tacknamn.text.fold`) and cut into words: runs of letters, digits and
combining marks. An entry is found where its folded form stands, from the beginning of a word
to the end of a word; what stands around its words (``Yahoo!``, ``'s-Hertogenbosch``) must
stand there too. Runs of blanks are one blank, line breaks are blanks.

Inflected forms count as their base. The forms of ``inflections`` do (``läraren``), and by
rule the genitive of every entry: an s at its last word of two letters or more
(``Stockholms``, not after s, x, z), ``:s`` and ``'s`` (``EU:s``), and an apostrophe after s,
x, z unless one opened a quotation (``Hans'``). Where a form can be read both ways
(``Marias``), the reading whose entry is mentioned more often wins, an inflected one at a tenth
of its mentions.

Entries of one word that are common words (``men``, ``Berg``) count only where something says
so: a capital that no sentence or line beginning explains, or two in a row; a surname behind a
first name or a first name before a surname, if the other one is no common word; or the
caller, who asks for labels. In a row means: one blank between them, on one line. A word in
capitals throughout says nothing.
"""

from collections.abc import Sequence
from enum import StrEnum

__all__ = [
    "AFFIXES",
    "DEFINITE",
    "EDITS_SHIFT",
    "GENITIVE",
    "INFLECTED",
    "PLURAL",
    "Overlaps",
    "affix_names",
    "rank",
]

GENITIVE, DEFINITE, PLURAL = 1, 2, 4
AFFIXES = {GENITIVE: "gen", DEFINITE: "def", PLURAL: "pl"}
EDITS_SHIFT = 3
"""A hit's last number has its affixes in the three lowest bits, its edits above them."""
INFLECTED = 27
"""What an inflected reading costs in weight: weights are 8 x log2 of mentions, so a tenth."""


class Overlaps(StrEnum):
    """Which hits are told where several share characters."""

    ALL = "all"
    """Every one."""
    LONGEST = "longest"
    """From left to right the longest one; then on behind it."""
    BEST = "best"
    """Those without overlap that are most probably entries, taken together."""


def affix_names(affixes: int) -> tuple[str, ...]:
    """The names of affix bits.

    >>> affix_names(GENITIVE | PLURAL)
    ('gen', 'pl')
    """
    return tuple(name for bit, name in AFFIXES.items() if affixes & bit)


def rank(weights: Sequence[int], row: int, affixes: int) -> tuple[int, int]:
    """What goes first of readings of the same letters: the more frequent, then the first form.

    An inflected form counts a tenth.

    >>> rank([90, 40], 0, GENITIVE) < rank([90, 40], 1, 0)
    True
    """
    weight = weights[row]
    return -(max(0, weight - INFLECTED) if affixes else weight), row
