"""How far the capitals of a text can be trusted.

Who writes no capitals writes none in names, and *anna* is then as good as *Anna*; who writes
them everywhere (*JAG BOR I LUND*, *Jag Bor I Lund*) says nothing with them.
"""

import re
from enum import IntEnum
from typing import Final

from tacknamn.detection.ranking.pieces import LetterCase, TextPiece

__all__ = ["Capitals", "judge_capitals"]

SMALL_LETTERS, REACH = 250, 1000
"""Characters on each capital from which there are next to none, and those that are counted."""
MOST_CAPITALS: Final = 0.6
"""Part of the words that begin with one, beyond which they say nothing."""
FEWEST_WORDS: Final = 3
"""Words of a text that say nothing of its writer; more do."""
LONGEST_WORD: Final = 12
"""Characters on each capital, beyond which most words have none."""
SURELY: Final = 100.0
"""How much oftener a form is a name than a word, if in small letters it is nothing else."""
_CAPITAL: Final = re.compile("[A-ZÅÄÖ]")
_WORDS: Final = re.compile(r"[^\W\d_]+")


class Capitals(IntEnum):
    """What capitals say."""

    TRUSTED = 0
    NEGLECTED = 1
    """Names are written without."""
    OVERDONE = 2
    """Words are written with them."""


def judge_capitals(text: str, pieces: list[TextPiece]) -> Capitals:
    """What capitals say in a text with these pieces, which may be names."""
    size = min(len(text), REACH)
    number = len(_CAPITAL.findall(text, 0, size))
    if number * SMALL_LETTERS < size:
        return Capitals.NEGLECTED
    if number * LONGEST_WORD > size and _is_overdone(text):
        return Capitals.OVERDONE
    small = large = 0
    for piece in pieces:
        if piece.case is LetterCase.LOWER:
            small += _is_surely_name(piece)
        elif piece.case is LetterCase.TITLE:
            large += 1
    return Capitals.NEGLECTED if small > large else Capitals.TRUSTED


def _is_overdone(text: str) -> bool:
    words = _WORDS.findall(text, 0, REACH)
    large = sum(1 for word in words if word[0].isupper())
    return len(words) > FEWEST_WORDS and large > MOST_CAPITALS * len(words)


def _is_surely_name(piece: TextPiece) -> bool:
    form = piece.form
    if form is None or form.is_noun or piece.edits:
        return False
    return form.named > SURELY * form.ordinary
