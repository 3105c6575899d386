"""What bulk folding leaves over: characters that are not one of Latin-1 when they are folded.

:mod:`tacknamn.text.folded_text` folds a text as bytes, by one table. A byte that is odd stands for
what is looked at here: letters outside Latin-1, which become one letter of their own, and
whatever changes in length (ß, marks, invisible characters). What was met is remembered, because
a text has few such places that differ.
"""

import codecs
import re
from functools import lru_cache
from typing import NamedTuple

from tacknamn.text.fold import fold, fold_units, is_combining, is_word_character

__all__ = [
    "BORDER_TABLE",
    "ENCODING_ERRORS",
    "FOLD_TABLE",
    "ODD",
    "FoldedUnit",
    "LengthChange",
    "blank_separators",
    "find_length_changes",
    "fold_letters",
]

ODD = b"\0"
"""Stands in folded bytes for what is no single character of Latin-1 when it is folded."""
_ODD = ODD.decode("ascii")
ENCODING_ERRORS = "tacknamn.text.latin1_exceptions"
"""How the Latin-1 codec is told to encode other characters: folded if Latin-1 has them then, as
a typographic apostrophe, else as odd."""
_CACHED = 8
"""Longest piece of text that is remembered: a foreign name, a letter and its mark."""

FoldedUnit = tuple[str, int, int]
"""A folded piece and where it stands in the text."""


class LengthChange(NamedTuple):
    """A place of the text that folding changes in length, or may."""

    start: int
    end: int
    units: tuple[FoldedUnit, ...]
    """What it becomes, piece by piece, counted from its start."""


def blank_separators(folded: str) -> str:
    """The text with a blank for everything that is no part of a word."""
    return "".join(one if is_word_character(one) else " " for one in folded)


def _fold_alone(character: str) -> str:
    """What a character becomes by itself, if that is one character and no blank; else empty."""
    folded = "" if character.isspace() or is_combining(character) else fold(character)
    return folded if len(folded) == 1 else ""


def _fold_byte(character: str) -> str:
    if character.isspace():
        return " "
    folded = _fold_alone(character)
    return folded if "" < folded < "\u0100" else _ODD


_LATIN = [chr(code) for code in range(256)]
FOLD_TABLE = "".join(map(_fold_byte, _LATIN)).encode("latin-1")
"""The table that folds Latin-1."""
BORDER_TABLE = blank_separators("".join(_LATIN)).encode("latin-1")
"""The table that leaves words of folded Latin-1, between blanks."""
_ODD_LATIN = "".join(one for one in _LATIN if _fold_byte(one) == _ODD)
"""Soft hyphen, µ, ß, and NUL, which stands for them."""
_ODD_OR_BLANK_RUN = re.compile(rf"[\s{_ODD_LATIN}\u0100-\U0010ffff]*")


def _encode(run: str) -> bytes:
    return "".join(map(_fold_byte, run)).encode("latin-1")


def _encode_others(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    run = error.object[error.start : error.end]
    return (_encode if len(run) > _CACHED else _encode_cached)(run), error.end


codecs.register_error(ENCODING_ERRORS, _encode_others)


def fold_letters(run: str) -> tuple[str, str]:
    """Odd characters folded, if each becomes one, and their words, if they have any."""
    return (_fold_letters if len(run) > _CACHED else _fold_letters_cached)(run)


def _fold_letters(run: str) -> tuple[str, str]:
    folded = "".join(map(_fold_alone, run))
    if len(folded) < len(run):
        return "", ""
    words = blank_separators(folded)
    return folded, "" if words.isspace() else words


def find_length_changes(text: str, marks: list[int]) -> list[LengthChange]:
    """The changes at these places of a text, each with what belongs to it, from left to right."""
    found: list[LengthChange] = []
    done = 0
    for mark in marks:
        if mark >= done:
            found.append(_find_change(text, mark, done))
            done = found[-1].end
    return found


def _find_change(text: str, mark: int, done: int) -> LengthChange:
    start = mark
    if start > done and not text[start - 1].isspace():
        start -= 1  # a mark may melt with the letter before it
    while start > done and text[start - 1].isspace():
        start -= 1
    match = _ODD_OR_BLANK_RUN.match(text, mark)
    assert match is not None  # it matches nothing, too
    place = text[start : match.end()]
    return LengthChange(
        start, match.end(), (_split_units if len(place) > _CACHED else _split_units_cached)(place)
    )


def _split_units(place: str) -> tuple[FoldedUnit, ...]:
    """The pieces of an odd place, runs of blanks made one."""
    units: list[FoldedUnit] = []
    for unit in fold_units(place):
        if not (units and units[-1][0] == unit[0] == " "):
            units.append(unit)
    return tuple(units)


_encode_cached = lru_cache(maxsize=4096)(_encode)
_fold_letters_cached = lru_cache(maxsize=4096)(_fold_letters)
_split_units_cached = lru_cache(maxsize=4096)(_split_units)
