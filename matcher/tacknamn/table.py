"""The scanner's hash table: which folded forms begin at a word, found without a tree.

A form is cut into words (letters, digits and marks) and what stands between them. Its key
is a 64-bit hash that is built word by word, so that a scanner that has hashed the words of
a text once can ask for every sequence that begins at one of them::

    word(w)   = for each code point c of w:  h = (h xor c) * PRIME, from BASIS
    key       = mix(word(first))
    key'      = mix(key * PRIME xor word(between) xor rotate(word(next), 32))

Each prefix of a form that ends with a word has a key in the table. Its value is the row of
the form in ``forms`` plus one (0 when the prefix is no form itself), and bit 31 is set when
longer forms go on from here. Characters before a form's first word and after its last one
are not part of the key: the scanner compares the text with the form anyway, which makes a
32-bit fingerprint exact.

The table is an array of buckets of 8 fingerprints and 8 values, 64 bytes, a cache line.
The upper 32 bits of a key choose the bucket (``(upper * buckets) >> 32``, where the last
:data:`SPILL` buckets do not count), the lower ones are the fingerprint, 0 being written as 1
because 0 means an empty slot. A full bucket flows over into the next one; a search ends at a
bucket with an empty slot. Forms that share a key (``yahoo`` and ``yahoo!``) have one slot
each.
"""

import re
import unicodedata
from collections.abc import Iterator

from tacknamn.fold import Folded
from tacknamn.sections import Section

__all__ = [
    "BASIS",
    "CONTINUES",
    "FILL",
    "MASK",
    "PRIME",
    "SLOTS",
    "SPILL",
    "find",
    "is_word_character",
    "keys",
    "words_of",
]

PRIME = 0x9E3779B97F4A7C15
"""The odd number next to 2**64 divided by the golden ratio: its bits are well spread."""
BASIS = 0xCBF29CE484222325
MASK = (1 << 64) - 1
SLOTS = 8
CONTINUES = 1 << 31
SPILL = 64
"""Buckets behind the last one, so that it may flow over without a search having to wrap."""
FILL = 0.6
"""Part of the slots in use. At 0.8 the prototype was a fifth slower (overflowing buckets);
at 0.4 the table leaves the cache."""

_WORD = re.compile(r"[^\W_]+")


def is_word_character(character: str) -> bool:
    """Whether a character belongs to words: letters, digits and combining marks do."""
    return character.isalnum() or unicodedata.category(character).startswith("M")


def words_of(folded: Folded) -> list[tuple[int, int]]:
    """Where the words of a folded form begin and end."""
    if folded.isascii():
        return [match.span() for match in _WORD.finditer(folded)]
    words: list[tuple[int, int]] = []
    start = -1
    for place, character in enumerate(folded):
        inside = is_word_character(character)
        if inside and start < 0:
            start = place
        elif not inside and start >= 0:
            words.append((start, place))
            start = -1
    if start >= 0:
        words.append((start, len(folded)))
    return words


def keys(folded: Folded) -> Iterator[int]:
    """The key of every prefix of a form that ends with a word."""
    key = 0
    end_before = 0
    for number, (start, end) in enumerate(words_of(folded)):
        word = _word(folded[start:end])
        if number:
            word = ((word << 32) | (word >> 32)) & MASK
            key = _mix((key * PRIME & MASK) ^ _word(folded[end_before:start]) ^ word)
        else:
            key = _mix(word)
        yield key
        end_before = end


def find(table: Section, key: int) -> list[int]:
    """The values that the table holds for a key: the slow twin of the scanner's probe."""
    numbers = table.column("bucket")
    fingerprint = (key & 0xFFFFFFFF) or 1
    found: list[int] = []
    for bucket in range((key >> 32) * (table.rows - SPILL) >> 32, table.rows):
        slots = numbers[bucket * 2 * SLOTS : (bucket + 1) * 2 * SLOTS].tolist()
        pairs = zip(slots[:SLOTS], slots[SLOTS:], strict=True)
        found += [value for print_, value in pairs if print_ == fingerprint]
        if 0 in slots[:SLOTS]:
            break
    return found


def _word(text: str) -> int:
    state = BASIS
    for character in text:
        state = ((state ^ ord(character)) * PRIME) & MASK
    return state


def _mix(state: int) -> int:
    state ^= state >> 32
    state = state * PRIME & MASK
    return state ^ state >> 29
