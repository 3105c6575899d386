"""Pieces of a text that may be names, and what their letter case says.

A piece is a match of the lists, a capitalized word that no list has, or a person's initials.
"""

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
"""The capitals of Latin, Greek, Cyrillic, Armenian and Georgian lie below this code point; above it
are mathematical letters."""
LONGEST_NUMERAL: Final = 5
"""A word with this many letters is no Roman numeral (*Karl XII*)."""
_ROMAN: Final = frozenset("IVX")
_ABBREVIATIONS: Final = frozenset(("A.D.", "B.C.", "P.S.", "U.S.", "U.S.A."))
"""Abbreviations that look like initials."""
_LOWER_PREFIXES: Final = ("al-", "el-", "d'", "d’")
"""Lower-case prefixes that belong to the capitalized word after them: *al-Jadaan*, *d'Artagnan*."""
_REST_OF_WORD: Final = r"\w*(?:['’\-]\w+)*(?![\w@])"
"""What follows the capital of a word."""


class LetterCase(IntEnum):
    """What the letter case of a piece says."""

    LOWER = 0
    """It begins with a lower-case letter."""
    START = 1
    """It begins with a capital at the start of a sentence, where every word has one."""
    TITLE = 2
    """It begins with a capital within a sentence."""
    CAPITALS = 3
    """It has two or more letters, all of them capitals."""


class PieceSource(IntEnum):
    """Where a piece comes from."""

    LISTED = 0
    """A match of the lists."""
    INITIAL = 1
    """A person's initials."""
    UNKNOWN = 2
    """A capitalized word that neither the name lists nor the word lists have."""
    COMPOUND = 3
    """The same, but it ends like an ordinary word."""
    WORD = 4
    """An ordinary word with a capital within a sentence."""


@final
class TextPiece:
    """A piece of the text that may be a name."""

    __slots__ = ("affix_bits", "case", "edits", "end", "entry", "form", "source", "start")

    def __init__(
        self,
        start: int,
        end: int,
        case: LetterCase,
        form: Form | None = None,
        entry: int = -1,
        affix_bits: int = 0,
        edits: int = 0,
        source: PieceSource = PieceSource.LISTED,
    ) -> None:
        self.start = start
        self.end = end
        self.case = case
        self.form = form
        """What the lists say of it; None if no list has it."""
        self.entry = entry
        """The entry's number in the lexicon; -1 if no list has it."""
        self.affix_bits = affix_bits
        """What the text adds to the entry (:mod:`tacknamn.matching.semantics`)."""
        self.edits = edits
        """By how many letters the text differs from the entry."""
        self.source = source

    def move_to(self, start: int, end: int) -> "TextPiece":
        """Return a copy with other offsets."""
        return TextPiece(
            start, end, self.case, self.form, self.entry, self.affix_bits, self.edits, self.source
        )


def read_case(text: str, start: int, end: int) -> LetterCase:
    """Return what the letter case of a piece says."""
    first = text[start]
    if not (first.isupper() or first.istitle()):
        return LetterCase.LOWER
    if end - start > 1 and text[start:end].isupper():
        return LetterCase.CAPITALS
    # A shortcut for nearly all pieces: after a letter and a blank no sentence begins.
    if text[start - 1 : start] == " " and text[start - 2 : start - 1].isalnum():
        return LetterCase.TITLE
    # Mary Lee: two capitalized words are a name, also at the start of a sentence.
    blank = text.find(" ", start, end)
    if blank >= 0 and text[blank + 1].isupper():
        return LetterCase.TITLE
    if begins_sentence(text, start) and not _follows_initial(text, start):
        return LetterCase.START
    return LetterCase.TITLE


def _follows_initial(text: str, start: int) -> bool:
    """Return whether the full stop before a piece belongs to an initial: ``K. Berg``."""
    before = text[max(0, start - 4) : start]
    if before[-2:] != ". " or not before[-3:-2].isupper() or before[:-3].isalnum():
        return False
    return not is_numbered(text, start - 3)


def find_capitalized_words(text: str) -> list[tuple[int, int]]:
    """Return the offsets of words that begin with a capital. Hyphens and apostrophes join words;
    full stops belong to initials."""
    has_prefix = any(prefix in text for prefix in _LOWER_PREFIXES)
    pattern = _compile_capitalized() if has_prefix else _compile_capitalized_fast()
    return [match.span() for match in pattern.finditer(text)]


def is_numbered(text: str, start: int) -> bool:
    """Return whether a letter belongs to the number before it: *Storgatan 7 C.*, *klass 5 B*."""
    return text[start - 1 : start] == " " and text[start - 2 : start - 1].isdecimal()


def is_preposition(text: str, start: int, end: int) -> bool:
    """Return whether a capital is Swedish *i* or English *I* before words in capitals: *BOR I
    BODEN*."""
    return text[start:end] == "I" and text[end + 1 : end + 3].isupper() and text[end] == " "


def is_initial(word: str) -> bool:
    """Return whether a capitalized word is initials (``J.``, ``J.-P.``, ``J.K.``) or a Roman
    numeral."""
    if word[-1] == "." or len(word) == 1:
        return word not in _ABBREVIATIONS
    return len(word) < LONGEST_NUMERAL and _ROMAN.issuperset(word)


@lru_cache(maxsize=1)
def _compile_capitalized() -> re.Pattern[str]:
    capital = f"[{_list_capitals()}]"
    initials = rf"(?:{capital}\.-?)+(?![\w.])"
    word = rf"(?:{'|'.join(_LOWER_PREFIXES)})?{capital}{_REST_OF_WORD}"
    return re.compile(rf"(?<![\w'’\-@.])(?:{initials}|{word})")


@lru_cache(maxsize=1)
def _compile_capitalized_fast() -> re.Pattern[str]:
    """Return the same pattern for texts without lower-case prefixes, which nearly all are. It
    begins with a set of characters, and such patterns are searched several times as fast."""
    capital = f"[{_list_capitals()}]"
    initials = rf"\.-?(?:{capital}\.-?)*(?![\w.])"
    return re.compile(rf"{capital}(?<![\w'’\-@.].)(?:{initials}|{_REST_OF_WORD})")


@lru_cache(maxsize=1)
def _list_capitals() -> str:
    """Return all capitals, as ranges of a character class."""
    codes = [code for code in range(LAST_CAPITAL) if chr(code).isupper() or chr(code).istitle()]
    # Consecutive codes have the same difference to their position in the list.
    runs = groupby(enumerate(codes), key=lambda pair: pair[1] - pair[0])
    ranges = [[code for _, code in run] for _, run in runs]
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in ranges)
