"""The characters that folding a text as Latin-1 bytes cannot handle by itself.

:mod:`tacknamn.text.folded_text` folds a text as bytes, with one table. A byte :data:`ODD` marks a
character that needs more work, which is done here: letters outside Latin-1 that fold to
one letter, and everything whose length changes (ß, marks, invisible characters). Results are
cached, because a text has few different cases.
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
"""In folded bytes: a character that does not fold to a single character of Latin-1."""
_ODD = ODD.decode("ascii")
ENCODING_ERRORS = "tacknamn.latin1_exceptions"
"""Error handler of the Latin-1 codec for other characters: folds a character if the result is in
Latin-1 (a typographic apostrophe), and writes :data:`ODD` otherwise."""
_LONGEST_CACHED = 8
"""Longest piece of text that is cached: a foreign name, or a letter and its mark."""

FoldedUnit = tuple[str, int, int]
"""A folded unit, and where it begins and ends in the text."""


class LengthChange(NamedTuple):
    """A part of the text whose length changes when it is folded, or may change."""

    start: int
    end: int
    units: tuple[FoldedUnit, ...]
    """The folded units; positions count from ``start``."""


def blank_separators(folded: str) -> str:
    """Replace every character that is not part of a word by a blank."""
    return "".join(char if is_word_character(char) else " " for char in folded)


def _fold_alone(character: str) -> str:
    """Fold a single character; empty if the result is a blank or not exactly one character."""
    folded = "" if character.isspace() or is_combining(character) else fold(character)
    return folded if len(folded) == 1 else ""


def _fold_byte(character: str) -> str:
    if character.isspace():
        return " "
    folded = _fold_alone(character)
    return folded if "" < folded < "\u0100" else _ODD


_LATIN = [chr(code) for code in range(256)]
FOLD_TABLE = "".join(map(_fold_byte, _LATIN)).encode("latin-1")
"""Folds bytes of Latin-1 (for ``bytes.translate``)."""
BORDER_TABLE = blank_separators("".join(_LATIN)).encode("latin-1")
"""Replaces separators in folded bytes of Latin-1 by blanks, so that words remain."""
_ODD_LATIN = "".join(char for char in _LATIN if _fold_byte(char) == _ODD)
"""Soft hyphen, µ, ß, and NUL itself, the byte that marks them."""
_ODD_OR_BLANK_RUN = re.compile(rf"[\s{_ODD_LATIN}\u0100-\U0010ffff]*")


def _encode(run: str) -> bytes:
    return "".join(map(_fold_byte, run)).encode("latin-1")


def _encode_others(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    run = error.object[error.start : error.end]
    return (_encode if len(run) > _LONGEST_CACHED else _encode_cached)(run), error.end


codecs.register_error(ENCODING_ERRORS, _encode_others)


def fold_letters(run: str) -> tuple[str, str]:
    """Fold a run of odd characters, if each folds to one character; else return two empty strings.

    The second string is the first one with blanks for separators, or empty if it has no word."""
    return (_fold_letters if len(run) > _LONGEST_CACHED else _fold_letters_cached)(run)


def _fold_letters(run: str) -> tuple[str, str]:
    folded = "".join(map(_fold_alone, run))
    if len(folded) < len(run):
        return "", ""
    words = blank_separators(folded)
    return folded, "" if words.isspace() else words


def find_length_changes(text: str, marks: list[int]) -> list[LengthChange]:
    """Find the changes of length around these positions of a text, from left to right."""
    changes: list[LengthChange] = []
    done = 0
    for mark in marks:
        if mark >= done:
            changes.append(_find_change(text, mark, done))
            done = changes[-1].end
    return changes


def _find_change(text: str, mark: int, done: int) -> LengthChange:
    # To the left: the letter before, because a mark may merge with it, and blanks before that,
    # because a run of blanks becomes one. To the right: all odd characters and blanks.
    start = mark
    if start > done and not text[start - 1].isspace():
        start -= 1
    while start > done and text[start - 1].isspace():
        start -= 1
    match = _ODD_OR_BLANK_RUN.match(text, mark)
    assert match is not None  # the pattern also matches the empty string
    part = text[start : match.end()]
    split = _split_units if len(part) > _LONGEST_CACHED else _split_units_cached
    return LengthChange(start, match.end(), split(part))


def _split_units(part: str) -> tuple[FoldedUnit, ...]:
    """Split a part into folded units, with one blank for a run of blanks."""
    units: list[FoldedUnit] = []
    for unit in fold_units(part):
        if not (units and units[-1][0] == unit[0] == " "):
            units.append(unit)
    return tuple(units)


_encode_cached = lru_cache(maxsize=4096)(_encode)
_fold_letters_cached = lru_cache(maxsize=4096)(_fold_letters)
_split_units_cached = lru_cache(maxsize=4096)(_split_units)
