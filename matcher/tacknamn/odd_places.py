"""What bulk folding leaves over: characters that are not one of Latin-1 when they are folded.

:mod:`tacknamn.folded_text` folds a text as bytes, by one table. A byte that is odd stands for
what is looked at here: letters outside Latin-1, which become one letter of their own, and
whatever changes in length (ß, marks, invisible characters). What was met is remembered, because
a text has few such places that differ.
"""

import codecs
import re
from functools import lru_cache
from typing import NamedTuple

from tacknamn.fold import fold, fold_units, is_word_character, melts

__all__ = ["BORDERS", "FOLDED", "ODD", "OTHERS", "Change", "Unit", "borders", "changes", "letters"]

ODD = b"\0"
"""Stands in folded bytes for what is no single character of Latin-1 when it is folded."""
_ODD = ODD.decode("ascii")
OTHERS = "tacknamn.odd_places"
"""How the Latin-1 codec is told to encode other characters: folded if Latin-1 has them then, as
a typographic apostrophe, else as odd."""
_CACHED = 8
"""Longest piece of text that is remembered: a foreign name, a letter and its mark."""

Unit = tuple[str, int, int]
"""A folded piece and where it stands in the text."""


class Change(NamedTuple):
    """A place of the text that folding changes in length, or may."""

    start: int
    end: int
    units: tuple[Unit, ...]
    """What it becomes, piece by piece, counted from its start."""


def borders(folded: str) -> str:
    """The text with a blank for everything that is no part of a word."""
    return "".join(one if is_word_character(one) else " " for one in folded)


def _folds_alone(character: str) -> str:
    """What a character becomes by itself, if that is one character and no blank; else empty."""
    folded = "" if character.isspace() or melts(character) else fold(character)
    return folded if len(folded) == 1 else ""


def _folded_byte(character: str) -> str:
    if character.isspace():
        return " "
    folded = _folds_alone(character)
    return folded if "" < folded < "\u0100" else _ODD


_LATIN = [chr(code) for code in range(256)]
FOLDED = "".join(map(_folded_byte, _LATIN)).encode("latin-1")
"""The table that folds Latin-1."""
BORDERS = borders("".join(_LATIN)).encode("latin-1")
"""The table that leaves words of folded Latin-1, between blanks."""
_ODD_LATIN = "".join(one for one in _LATIN if _folded_byte(one) == _ODD)
"""Soft hyphen, µ, ß, and NUL, which stands for them."""
_ODD_OR_BLANK_RUN = re.compile(rf"[\s{_ODD_LATIN}\u0100-\U0010ffff]*")


def _encoded(run: str) -> bytes:
    return "".join(map(_folded_byte, run)).encode("latin-1")


def _encode_others(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    run = error.object[error.start : error.end]
    return (_encoded if len(run) > _CACHED else _cached_encoded)(run), error.end


codecs.register_error(OTHERS, _encode_others)


def letters(run: str) -> tuple[str, str]:
    """Odd characters folded, if each becomes one, and their words, if they have any."""
    return (_letters if len(run) > _CACHED else _cached_letters)(run)


def _letters(run: str) -> tuple[str, str]:
    folded = "".join(map(_folds_alone, run))
    if len(folded) < len(run):
        return "", ""
    words = borders(folded)
    return folded, "" if words.isspace() else words


def changes(text: str, marks: list[int]) -> list[Change]:
    """The changes at these places of a text, each with what belongs to it, from left to right."""
    found: list[Change] = []
    done = 0
    for mark in marks:
        if mark >= done:
            found.append(_change(text, mark, done))
            done = found[-1].end
    return found


def _change(text: str, mark: int, done: int) -> Change:
    start = mark
    if start > done and not text[start - 1].isspace():
        start -= 1  # a mark may melt with the letter before it
    while start > done and text[start - 1].isspace():
        start -= 1
    match = _ODD_OR_BLANK_RUN.match(text, mark)
    assert match is not None  # it matches nothing, too
    place = text[start : match.end()]
    return Change(start, match.end(), (_units if len(place) > _CACHED else _cached_units)(place))


def _units(place: str) -> tuple[Unit, ...]:
    """The pieces of an odd place, runs of blanks made one."""
    units: list[Unit] = []
    for unit in fold_units(place):
        if not (units and units[-1][0] == unit[0] == " "):
            units.append(unit)
    return tuple(units)


_cached_encoded = lru_cache(maxsize=4096)(_encoded)
_cached_letters = lru_cache(maxsize=4096)(_letters)
_cached_units = lru_cache(maxsize=4096)(_units)
