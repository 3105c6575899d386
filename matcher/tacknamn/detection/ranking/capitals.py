"""How far the capitals of a text can be trusted.

A writer who uses no capitals does not use them in names either: there *anna* is as good as *Anna*.
For a writer who uses them everywhere (*JAG BOR I LUND*, *Jag Bor I Lund*) they mean nothing.
"""

import re
from enum import IntEnum
from typing import Final

from tacknamn.detection.ranking.pieces import LetterCase, TextPiece

__all__ = ["CapitalUse", "judge_capitals"]

SMALL_LETTERS, REACH = 250, 1000
"""With fewer than one capital for so many characters a text has practically none; only so many
characters of its beginning are counted."""
MOST_CAPITALS: Final = 0.6
"""Beyond this share of capitalized words, capitals mean nothing."""
FEWEST_WORDS: Final = 3
"""A text needs more words than this to say anything about its writer."""
LONGEST_WORD: Final = 12
"""With fewer than one capital for so many characters most words have none."""
SURELY: Final = 100.0
"""A form that is a name this many times as often as a word is a name in lower case, too."""
_CAPITAL: Final = re.compile("[A-ZÅÄÖ]")
_WORDS: Final = re.compile(r"[^\W\d_]+")


class CapitalUse(IntEnum):
    """How a writer uses capitals."""

    TRUSTED = 0
    """As usual: names have them."""
    NEGLECTED = 1
    """Names are written without capitals."""
    OVERDONE = 2
    """Ordinary words have them, too."""


def judge_capitals(text: str, pieces: list[TextPiece]) -> CapitalUse:
    """Return how a text uses capitals.

    Args:
        pieces: Its pieces that may be names.
    """
    size = min(len(text), REACH)
    number = len(_CAPITAL.findall(text, 0, size))
    if number * SMALL_LETTERS < size:
        return CapitalUse.NEGLECTED
    if number * LONGEST_WORD > size and _is_overdone(text):
        return CapitalUse.OVERDONE
    # The names decide: are more of the certain ones in lower case than have a capital?
    small = large = 0
    for piece in pieces:
        if piece.case is LetterCase.LOWER:
            small += _is_surely_name(piece)
        elif piece.case is LetterCase.TITLE:
            large += 1
    return CapitalUse.NEGLECTED if small > large else CapitalUse.TRUSTED


def _is_overdone(text: str) -> bool:
    words = _WORDS.findall(text, 0, REACH)
    large = sum(1 for word in words if word[0].isupper())
    return len(words) > FEWEST_WORDS and large > MOST_CAPITALS * len(words)


def _is_surely_name(piece: TextPiece) -> bool:
    form = piece.form
    if form is None or form.is_noun or piece.edits:
        return False
    return form.name_mentions > SURELY * form.word_mentions
