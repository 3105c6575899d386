"""Add misspelt names to the exact hits of a text.

A word is asked for only where no exact hit covers any of it. A name that is a common word
too (``Berg``) counts only where a capital says so, as it does for exact hits, and so does one
where an ordinary word is likelier to be meant.
"""

import re
import struct
from collections.abc import Iterable, Iterator
from itertools import chain

from tacknamn.lexicon.near_index import Correction, LocatedWord, NearIndex
from tacknamn.lexicon.near_table import SHORTEST
from tacknamn.matching.semantics import EDITS_SHIFT
from tacknamn.text.fold import fold_units, is_word_character

__all__ = ["add_fuzzy_matches"]

_MATCH_STRUCT = struct.Struct("=4i")
_WORD = re.compile(r"[^\W_]+")
_ODD = re.compile("[^\0-\u00ac\u00ae-\u02ff\u2000-\u200a\u200e-\u205f\u2061-\u20cf\u2100-\u2bff]")
"""Marks, invisible characters, and scripts that may have them: such a part is cut into words
piece by piece. Latin letters, punctuation and symbols are none of them. What is left out is named,
since to compile the ranges of the others takes ten times as long."""
_STOPS = ".!?:;…•"
"""After these, and after line breaks, a capital says nothing."""


def add_fuzzy_matches(text: str, data: bytes, index: NearIndex, wanted: int) -> bytes:
    """The exact hits of a text and those of misspelt names between them, in their order.

    ``wanted`` has the bits of the labels to find; 0 means all, without common words."""
    words, parts = index.unknown_words(text, data)
    if parts:
        words = sorted([*words, *_find_free_words(text, parts, data)])
    if not words:
        return data
    fixes = index.corrections([word for _, _, word in words])
    near = [
        (start, end, fix.entry, fix.affixes | fix.edits << EDITS_SHIFT)
        for (start, end, _), fix in zip(words, fixes, strict=True)
        if fix is not None
        and (not wanted or fix.labels & wanted)
        and (_needs_no_capital(fix, wanted) or _has_telling_capital(text, start, end))
    ]
    if not near:
        return data
    hits = [*_MATCH_STRUCT.iter_unpack(data), *near]
    return b"".join(_MATCH_STRUCT.pack(*hit) for hit in sorted(hits, key=lambda hit: hit[0]))


def _find_free_words(
    text: str, parts: Iterable[tuple[int, int]], data: bytes
) -> Iterator[LocatedWord]:
    """Words of some length that no hit covers, of some parts of a text, from left to right;
    native/near_words.h finds those of most others faster."""
    hits = sorted((start, end) for start, end, _, _ in _MATCH_STRUCT.iter_unpack(data))
    number = behind = 0
    for start, end in chain.from_iterable(_find_words(text, *part) for part in parts):
        while number < len(hits) and hits[number][0] < end:
            behind = max(behind, hits[number][1])
            number += 1
        if end - start >= SHORTEST and start >= behind:
            yield start, end, text[start:end]


def _find_words(text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    """Where the words of a part of a text begin and end; it is bounded by blanks."""
    if not _ODD.search(text, begin, stop):
        yield from (word.span() for word in _WORD.finditer(text, begin, stop))
        return
    start = end = -1
    for piece, first, last in fold_units(text[begin:stop]):
        inside = all(map(is_word_character, piece))
        if inside and start < 0:
            start = begin + first
        elif not inside and start >= 0:
            yield start, end
            start = -1
        end = begin + last
    if start >= 0:
        yield start, end


def _needs_no_capital(fix: Correction, wanted: int) -> bool:
    """Who asks for labels asks for common words too, but not for other words, misspelt."""
    return not fix.rivalled and (not fix.common or bool(wanted))


def _has_telling_capital(text: str, start: int, end: int) -> bool:
    """Whether a word has a capital that neither a sentence's beginning nor capitals throughout
    explain."""
    if not text[start].isupper() or text[start:end].isupper():
        return False
    for character in reversed(text[:start]):
        if character in _STOPS or len(f"a{character}b".splitlines()) > 1:
            return False
        if is_word_character(character):
            return True
    return False
