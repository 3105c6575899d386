"""Add misspelt names to the exact matches in a text.

A word is corrected only if no exact match covers any part of it. A name that is also a common
word (``Berg``) counts only with a capital that means something, as for exact matches; so does a
name where an ordinary word is the likelier correction.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from tacknamn.lexicon.near_index import Correction, LocatedWord, NearIndex
from tacknamn.lexicon.near_table import SHORTEST
from tacknamn.matching.match import MATCH_STRUCT
from tacknamn.matching.semantics import EDITS_SHIFT
from tacknamn.text.fold import fold_units, is_word_character

__all__ = ["add_fuzzy_matches", "add_fuzzy_matches_to_many", "find_free_words"]

_WORD = re.compile(r"[^\W_]+")
_ODD = re.compile("[^\0-\u00ac\u00ae-\u02ff\u2000-\u200a\u200e-\u205f\u2061-\u20cf\u2100-\u2bff]")
"""Marks, invisible characters, and scripts that may contain them: a part with one of them is cut
into words unit by unit. The pattern lists what is *not* odd (Latin letters, punctuation, symbols)
because compiling the odd ranges takes ten times as long."""
_STOPS = ".!?:;…•"
"""A capital after one of these, or after a line break, means nothing."""


def add_fuzzy_matches(
    text: str, data: bytes, index: NearIndex, label_bits: int, labels: "memoryview[int]"
) -> bytes:
    """Add matches of misspelt names to the exact matches ``data`` of a text, in order.

    ``label_bits`` selects the labels to find; 0 means all labels, without common words. ``labels``
    has the bits of the labels of each form."""
    return _add_corrections(text, data, index.unknown_words(text, data), index, label_bits, labels)


def add_fuzzy_matches_to_many(
    texts: list[str],
    results: list[bytes],
    index: NearIndex,
    label_bits: int,
    labels: "memoryview[int]",
) -> list[bytes]:
    """Do the same for each of many texts: most have no unknown word, and cost one call together."""
    unknown = index.unknown_words_of_many(texts, results)
    return [
        data
        if of_text is None
        else _add_corrections(text, data, of_text, index, label_bits, labels)
        for text, data, of_text in zip(texts, results, unknown, strict=True)
    ]


def _add_corrections(
    text: str,
    data: bytes,
    unknown: tuple[list[LocatedWord], list[tuple[int, int]]],
    index: NearIndex,
    label_bits: int,
    labels: "memoryview[int]",
) -> bytes:
    """Add matches of misspelt names among the unknown words of a text."""
    words, parts = unknown
    if parts:
        words = sorted([*words, *find_free_words(text, parts, data)])
    if not words:
        return data
    corrections = index.corrections([word for _, _, word in words])
    near = [
        (start, end, correction.entry, correction.affixes | correction.edits << EDITS_SHIFT)
        for (start, end, _), correction in zip(words, corrections, strict=True)
        if correction is not None
        and (not label_bits or labels[correction.entry] & label_bits)
        and (_needs_no_capital(correction, label_bits) or _has_meaningful_capital(text, start, end))
    ]
    if not near:
        return data
    matches = [*MATCH_STRUCT.iter_unpack(data), *near]
    return b"".join(MATCH_STRUCT.pack(*match) for match in sorted(matches, key=lambda m: m[0]))


def find_free_words(
    text: str, parts: Iterable[tuple[int, int]], data: bytes
) -> Iterator[LocatedWord]:
    """Find the words in some parts of a text that no match covers, from left to right.

    Words that are too short are left out. Most parts of a text do not come here, because
    native/near_words.h finds their words faster."""
    matches = sorted((start, end) for start, end, _, _ in MATCH_STRUCT.iter_unpack(data))
    number = covered = 0
    for start, end in chain.from_iterable(_find_words(text, *part) for part in parts):
        while number < len(matches) and matches[number][0] < end:
            covered = max(covered, matches[number][1])
            number += 1
        if end - start >= SHORTEST and start >= covered:
            yield start, end, text[start:end]


def _find_words(text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    """Find the words of a part of a text; the part is bounded by blanks."""
    if not _ODD.search(text, begin, stop):
        yield from (word.span() for word in _WORD.finditer(text, begin, stop))
        return
    start = end = -1
    for folded, first, last in fold_units(text[begin:stop]):
        inside = all(map(is_word_character, folded))
        if inside and start < 0:
            start = begin + first
        elif not inside and start >= 0:
            yield start, end
            start = -1
        end = begin + last
    if start >= 0:
        yield start, end


def _needs_no_capital(correction: Correction, label_bits: int) -> bool:
    """Whether a correction counts without a capital.

    A common word does so only if the caller asks for labels, as for exact matches."""
    return not correction.rivalled and (not correction.common or bool(label_bits))


def _has_meaningful_capital(text: str, start: int, end: int) -> bool:
    """Whether a word has a capital that neither the start of a sentence nor a word all in capitals
    explains."""
    if not text[start].isupper() or text[start:end].isupper():
        return False
    for character in reversed(text[:start]):
        if character in _STOPS or len(f"a{character}b".splitlines()) > 1:
            return False
        if is_word_character(character):
            return True
    return False
