"""Pieces of a text that may be names: hits of the lists, capitalised words that no list knows,
initials; each with what its letter case says where it stands."""

import re
from enum import IntEnum
from functools import lru_cache
from itertools import groupby
from typing import Final, final

from tacknamn.detection.ranking.forms import Form
from tacknamn.text.letter_case import begins_sentence

__all__ = [
    "LetterCase",
    "PieceSource",
    "TextPiece",
    "find_capitalized_words",
    "is_initial",
    "is_numbered",
    "is_preposition",
    "read_case",
]

LAST_CAPITAL: Final = 0x2000
"""Capitals of Latin, Greek, Cyrillic, Armenian and Georgian letters lie below this; what lies
above is letters of mathematics."""
LONGEST_NUMERAL: Final = 5
"""A word of so many letters is no number of Rome: *Karl XII*."""
_ROMAN: Final = frozenset("IVX")
_ABBREVIATIONS: Final = frozenset(("A.D.", "B.C.", "P.S.", "U.S.", "U.S.A."))
"""What looks like initials and is none."""
_GLUED: Final = ("al-", "el-", "d'", "d’")
"""Small letters that belong to the capitalised word behind them: *al-Jadaan*, *d'Artagnan*."""
_MORE: Final = r"\w*(?:['’\-]\w+)*(?![\w@])"
"""The rest of a capitalised word."""


class LetterCase(IntEnum):
    """What the letters of a piece say."""

    LOWER = 0
    """Begins with a small letter."""
    START = 1
    """Begins with a capital, as every word does that begins a sentence."""
    TITLE = 2
    """Begins with a capital within a sentence."""
    CAPITALS = 3
    """Has nothing but capitals, two at least."""


class PieceSource(IntEnum):
    """Where a piece comes from."""

    LISTED = 0
    """A hit of the lists."""
    INITIAL = 1
    UNKNOWN = 2
    """A capitalised word that no list has, neither of names nor of words."""
    COMPOUND = 3
    """The same, but it ends like an ordinary word."""
    WORD = 4
    """An ordinary word that has a capital within a sentence."""


@final
class TextPiece:
    """A piece of the text that may be a name."""

    __slots__ = ("affix_bits", "case", "edits", "end", "entry", "form", "sort", "start")

    def __init__(
        self,
        start: int,
        end: int,
        case: LetterCase,
        form: Form | None = None,
        entry: int = -1,
        affix_bits: int = 0,
        edits: int = 0,
        sort: PieceSource = PieceSource.LISTED,
    ) -> None:
        self.start = start
        self.end = end
        self.case = case
        self.form = form
        """What the lists say of it; None where none has it."""
        self.entry = entry
        self.affix_bits = affix_bits
        self.edits = edits
        self.sort = sort

    def at(self, start: int, end: int) -> "TextPiece":
        """The same in another place."""
        return TextPiece(
            start, end, self.case, self.form, self.entry, self.affix_bits, self.edits, self.sort
        )


def read_case(text: str, start: int, end: int) -> LetterCase:
    """What the letters of a piece say."""
    first = text[start]
    if not (first.isupper() or first.istitle()):
        return LetterCase.LOWER
    if end - start > 1 and text[start:end].isupper():
        return LetterCase.CAPITALS
    if text[start - 1 : start] == " " and text[start - 2 : start - 1].isalnum():
        return LetterCase.TITLE  # as nearly always; the next line would come to the same
    blank = text.find(" ", start, end)
    if blank >= 0 and text[blank + 1].isupper():
        return LetterCase.TITLE  # Mary Lee: no sentence begins with two capitals
    if begins_sentence(text, start) and not _follows_initial(text, start):
        return LetterCase.START
    return LetterCase.TITLE


def _follows_initial(text: str, start: int) -> bool:
    """Whether the full stop before a piece is that of an initial: ``K. Berg``."""
    before = text[max(0, start - 4) : start]
    if before[-2:] != ". " or not before[-3:-2].isupper() or before[:-3].isalnum():
        return False
    return not is_numbered(text, start - 3)


def find_capitalized_words(text: str) -> list[tuple[int, int]]:
    """Places of words that begin with a capital; hyphens and apostrophes join words, and
    full stops belong to initials."""
    is_glued = any(glued in text for glued in _GLUED)
    pattern = _compile_capitalized() if is_glued else _compile_capitalized_fast()
    return [found.span() for found in pattern.finditer(text)]


def is_numbered(text: str, start: int) -> bool:
    """Whether a letter belongs to the number before it: *Storgatan 7 C.*, *klass 5 B*."""
    return text[start - 1 : start] == " " and text[start - 2 : start - 1].isdecimal()


def is_preposition(text: str, start: int, end: int) -> bool:
    """Whether a capital is Swedish *i*, or English *I*, before words in capitals: *BOR I BODEN*."""
    return text[start:end] == "I" and text[end + 1 : end + 3].isupper() and text[end] == " "


def is_initial(word: str) -> bool:
    """Whether a capitalised word is initials (``J.``, ``J.-P.``, ``J.K.``) or a number of Rome."""
    if word[-1] == "." or len(word) == 1:
        return word not in _ABBREVIATIONS
    return len(word) < LONGEST_NUMERAL and _ROMAN.issuperset(word)


@lru_cache(maxsize=1)
def _compile_capitalized() -> re.Pattern[str]:
    capital = f"[{_list_capitals()}]"
    initials = rf"(?:{capital}\.-?)+(?![\w.])"
    word = rf"(?:{'|'.join(_GLUED)})?{capital}{_MORE}"
    return re.compile(rf"(?<![\w'’\-@.])(?:{initials}|{word})")


@lru_cache(maxsize=1)
def _compile_capitalized_fast() -> re.Pattern[str]:
    """The same with nothing glued, as in nearly all texts: a pattern that begins with a set of
    characters is found several times as fast."""
    capital = f"[{_list_capitals()}]"
    initials = rf"\.-?(?:{capital}\.-?)*(?![\w.])"
    return re.compile(rf"{capital}(?<![\w'’\-@.].)(?:{initials}|{_MORE})")


@lru_cache(maxsize=1)
def _list_capitals() -> str:
    """All capitals, as ranges of a character class."""
    codes = [code for code in range(LAST_CAPITAL) if chr(code).isupper() or chr(code).istitle()]
    runs = groupby(enumerate(codes), key=lambda pair: pair[1] - pair[0])
    ranges = [[code for _, code in run] for _, run in runs]
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in ranges)
