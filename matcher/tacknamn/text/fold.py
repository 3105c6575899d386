"""Fold text so that different spellings of one name become equal.

This is the only place that defines folding: the builders fold entries with it, the matcher
folds texts with it. Folding does, in this order:

1. NFC, so that ``o`` + diaeresis is ``ö``;
2. case folding (``ß`` becomes ``ss``, ``İ`` plain ``i``), and NFC once more;
3. one kind of blank, one kind of dash and one kind of apostrophe replace all others; invisible
   characters (soft hyphen, zero-width space and joiners, byte-order mark) are removed;
4. a run of blanks becomes one blank; blanks at either end are removed.

>>> fold("  Anna–Karin\\u00a0 O’BRIEN ")
"anna-karin o'brien"
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NewType

__all__ = ["Folded", "fold", "fold_signs", "fold_units", "is_combining", "is_word_character"]

Folded = NewType("Folded", str)
"""A string that :func:`fold` returned."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_APOSTROPHES = "\u2018\u2019\u201b\u02bc\u02b9\u00b4\u0060\u2032\uff07"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# i + combining dot above: the result of case folding the Turkish capital İ.
_DOTTED_I = "i\u0307"

_TABLE = {
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _APOSTROPHES), "'"),
    **dict.fromkeys(map(ord, _INVISIBLE), None),
}
# Most entries contain none of these, and a search is cheaper than a translation.
_SPECIAL = re.compile(f"[{re.escape(_DASHES + _APOSTROPHES + _INVISIBLE)}]|{_DOTTED_I}")
_EACH_SPECIAL = (*_DASHES, *_APOSTROPHES, *_INVISIBLE, _DOTTED_I)
_NOT_IN_LATIN = b"\0"
_LATIN = bytes.maketrans(b"\xb4`\xad\xb5\xdf", b"''" + 3 * _NOT_IN_LATIN)
_LATIN = "".join(map(chr, range(256))).lower().encode("latin-1").translate(_LATIN)
"""Each character of Latin-1 folded. The soft hyphen, µ and ß fold to none, to one beyond Latin-1, and
to two."""
_LONG = 64
"""From so many characters on, searches for each of them are faster than the expression."""


def fold(text: str) -> Folded:
    """Fold ``text``; folding the result again changes nothing."""
    if text.isascii() and text.isalpha():
        return Folded(text.lower())  # most words take this way
    return Folded(" ".join(fold_signs(text).split()))


def fold_signs(text: str) -> str:
    """Fold a text, but leave its blanks as they are: enough to look for single words in it."""
    return text.lower().replace("`", "'") if text.isascii() else _fold_unicode(text)


def _fold_unicode(text: str) -> str:
    latin = _fold_latin(text)
    if latin is not None:
        return latin
    text = unicodedata.normalize("NFC", text)
    folded = unicodedata.normalize("NFC", text.casefold())
    if _has_special(folded):
        # Remove invisible characters first: they may have separated the parts of a dotted i, or
        # a letter and a mark that NFC joins.
        folded = unicodedata.normalize("NFC", folded.translate(_TABLE).replace(_DOTTED_I, "i"))
    return folded


def _fold_latin(text: str) -> str | None:
    """Fold the letters and apostrophes of a text in Latin-1, which nearly all texts are; None if it
    has characters that this cannot fold. Latin-1 has only composed letters."""
    try:
        folded = text.encode("latin-1").translate(_LATIN)
    except UnicodeEncodeError:
        return None
    return None if _NOT_IN_LATIN in folded else folded.decode("latin-1")


def _has_special(folded: str) -> bool:
    if len(folded) < _LONG:
        return _SPECIAL.search(folded) is not None
    return any(map(folded.__contains__, _EACH_SPECIAL))


def is_word_character(character: str) -> bool:
    """Whether a folded character is part of words: a letter, a digit or a combining mark.

    >>> [is_word_character(character) for character in "å3-_"]
    [True, True, False, False]
    """
    return character.isalnum() or unicodedata.category(character).startswith("M")


# Letters that NFC joins to the letter before them although they are not marks: vowel signs of
# Indic scripts, and the second and third parts of Hangul syllables.
_COMBINING_LETTERS = frozenset(
    "\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf"
    "\u0fb5\u0fb7\u102e\u1b35\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd"
    "\U000115af\U00011930"
) | {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}


def is_combining(character: str) -> bool:
    """Whether a character may merge with the one before it, as a diaeresis does with o.

    >>> is_combining("\u0308"), is_combining("o")
    (True, False)
    """
    return unicodedata.combining(character) != 0 or character in _COMBINING_LETTERS


def fold_units(text: str) -> Iterator[tuple[str, int, int]]:
    """Fold a text unit by unit: yield each folded unit with its start and end in ``text``.

    A unit is a character with the marks that belong to it. Every blank becomes one blank, and a
    unit that folds to nothing is left out. The units joined, with runs of blanks reduced to one,
    are the folded text.

    >>> list(fold_units("Lu\u0308 ß"))
    [('l', 0, 1), ('ü', 1, 3), (' ', 3, 4), ('ss', 4, 5)]
    """
    start = 0
    while start < len(text):
        end = _find_unit_end(text, start)
        folded = " " if text[start:end].isspace() else fold(text[start:end])
        if folded:
            yield folded, start, end
        start = end


def _find_unit_end(text: str, start: int) -> int:
    """Return the end of the unit that begins at ``start``: the position after its last mark."""
    end = start + 1
    if text[start].isspace() or text[start] in _INVISIBLE:
        return end
    for position in range(end, len(text)):
        if is_combining(text[position]):
            end = position + 1
        elif text[position] not in _INVISIBLE:
            break
    return end
