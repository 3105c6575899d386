"""What capitals say: where they stand in a text, and how far they can be trusted.

A writer who uses no capitals does not use them in names either: there *anna* is as good as *Anna*.
For a writer who uses them everywhere (*JAG BOR I LUND*, *Jag Bor I Lund*) they mean nothing.
"""

import re
from enum import IntEnum
from functools import lru_cache
from itertools import groupby
from typing import Final

from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.support import compiled
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.letter_case import begins_sentence

__all__ = [
    "CapitalUse",
    "find_capitalized_words",
    "is_initial",
    "is_numbered",
    "is_preposition",
    "is_pronoun",
    "is_school_class",
    "judge_capitals",
    "read_case",
]

LAST_CAPITAL: Final = 0x2000
"""The capitals of Latin, Greek, Cyrillic, Armenian and Georgian lie below this code point; above it
are mathematical letters."""
LONGEST_NUMERAL: Final = 5
"""A word with this many letters is no Roman numeral (*Karl XII*)."""
_ROMAN: Final = frozenset("IVX")
_CLASS_NUMBER: Final = compile_lazily(r"[IVX]{1,5}(?:-[A-Z])?")
_CLASS: Final = compile_lazily(
    r"\b(?:class|grade|form|std|standard|year|klass|årskurs|åk)\.? \Z", re.IGNORECASE
)
"""What stands before the number of a class."""
_ABBREVIATIONS: Final = frozenset(
    ("A.D.", "A.M.", "B.A.", "B.C.", "M.A.", "P.M.", "P.S.", "U.K.", "U.S.", "U.S.A.")
)
"""Abbreviations that look like initials."""
_LOWER_PREFIXES: Final = ("al-", "el-", "d'", "d’")
"""Lower-case prefixes that belong to the capitalized word after them: *al-Jadaan*, *d'Artagnan*."""
_REST_OF_WORD: Final = r"\w*(?:['’\-]\w+)*(?![\w@])"
"""What follows the capital of a word."""
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
_CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ".encode("latin-1")
_OTHERS: Final = bytes(set(range(256)).difference(_CAPITALS))
_STOPS: Final = ".!?\n"
"""The signs after which nearly all sentences begin."""
_WORDS: Final = re.compile(r"[^\W\d_]+")
_IS_NATIVE: Final = compiled.choose_implementation("auto", compiled.capitals) == "native"


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
    # Jean-Claude: so are two capitalized parts of a word.
    hyphen = text.find("-", start + 2, end - 2)
    if hyphen >= 0 and text[hyphen + 1 : hyphen + 3].istitle() and text[start + 1].islower():
        return LetterCase.TITLE
    if _begins_sentence(text, start) and not _follows_initial(text, start):
        return LetterCase.START
    return LetterCase.TITLE


def _begins_sentence(text: str, start: int) -> bool:
    """Return the same as :func:`begins_sentence`, for most pieces without reading what each sign
    is."""
    if not start:
        return True
    before = text[start - 1]
    if before == " " and start > 1:
        before = text[start - 2]
    return before in _STOPS or begins_sentence(text, start)


def _follows_initial(text: str, start: int) -> bool:
    """Return whether the full stop before a piece belongs to an initial: ``K. Berg``."""
    before = text[max(0, start - 4) : start]
    if before[-2:] != ". " or not before[-3:-2].isupper() or before[:-3].isalnum():
        return False
    return not is_numbered(text, start - 3)


def find_capitalized_words(text: str, left_out: set[str] | None = None) -> list[tuple[int, int]]:
    """Return the offsets of words that begin with a capital. Hyphens and apostrophes join words;
    full stops belong to initials.

    Args:
        left_out: Words that need not be returned where they surely begin a sentence of their
            line, and no slash stands before them.
    """
    has_prefix = False
    for prefix in _LOWER_PREFIXES:
        has_prefix = has_prefix or prefix in text
    if _IS_NATIVE and not has_prefix:
        words = compiled.capitals.find_capitalized(text, left_out)
        if words is not None:
            return words
    pattern = _compile_capitalized() if has_prefix else _compile_capitalized_fast()
    return [match.span() for match in pattern.finditer(text)]


def is_numbered(text: str, start: int) -> bool:
    """Return whether a letter belongs to the number before it: *Storgatan 7 C.*, *klass 5 B*, *2 °C.*"""
    before = text[start - 1 : start]
    return before == "°" or (before == " " and text[start - 2 : start - 1].isdecimal())


def is_school_class(text: str, start: int, end: int) -> bool:
    """Return whether a piece is the number of a class: *Class VII-B*, *Grade VIII*.

    >>> is_school_class("in Class VII-B", 9, 14), is_school_class("Karl XII", 5, 8)
    (True, False)
    """
    return (
        _CLASS_NUMBER.fullmatch(text, start, end) is not None
        and _CLASS.search(text, max(0, start - LONGEST_WORD), start) is not None
    )


def is_preposition(text: str, start: int, end: int) -> bool:
    """Return whether a capital is Swedish *i* or English *I* before words in capitals: *BOR I
    BODEN*."""
    return text[start:end] == "I" and text[end + 1 : end + 3].isupper() and text[end] == " "


def is_pronoun(text: str, start: int, end: int) -> bool:
    """Return whether a capital is English *I* before a word in small letters: *I asked*.

    >>> is_pronoun("I asked", 0, 1), is_pronoun("Kofi I. Mensah", 5, 7)
    (True, False)
    """
    if text[start:end] != "I":
        return False
    following = text[end : end + 2]
    return following[:1] in ("'", "’") or (following[:1] == " " and following[1:].islower())


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
    # Bytes are counted ten times as fast as letters; a letter that is no byte becomes a "?".
    number = len(text[:size].encode("latin-1", "replace").translate(None, _OTHERS))
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
