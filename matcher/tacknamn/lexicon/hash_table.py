"""The scanner's hash table: which folded forms begin at a word, found without a tree.

A folded form is split into words (runs of letters, digits and marks) and the gaps between them.
Its key is a 64-bit hash that is built word by word, so that a scanner can look up every
sequence of words that begins at one. The hash does not use the bytes of UTF-8, but the bytes into
which the scanner folds a text (:func:`encode_letters`): one byte for each character of Latin-1, so
that folding and counting are one step for sixteen of them::

    hash(b)  = for each 16 bytes of b, the last ones padded with zeros, as two numbers x and y,
               from h = 0:  h = mix(h) + x * PRIME + y * OTHER
    key      = mix(hash(first word))
    key'     = mix(key + hash(next word) + BETWEEN * (first byte of the gap between the words
                   + 256 * number of bytes of the gap))
    mix(h)   = (h xor (h >> 32)) * PRIME, then h xor (h >> 32)

Each prefix of a form that ends with a word has a key in the table. Its value is the row of the
form plus one (0 if the prefix is not a form itself), and bit 31 is set if longer forms continue
from here. Rows count the forms of ``forms`` first and those of ``inflections`` after them.
Characters before the first word of a form and after its last one are not part of the key: the
scanner compares the text with the form anyway, which also makes a 32-bit fingerprint safe.

The table is an array of buckets of 8 fingerprints and 8 values, 64 bytes, which is one cache
line. The upper 32 bits of a key choose the bucket (``(upper * buckets) >> 32``, where the last
:data:`SPILL` buckets do not count). The lower bits are the fingerprint; 0 is written as 1,
because 0 means an empty slot. A full bucket overflows into the next one; a search ends at a
bucket with an empty slot, or :data:`SPILL` buckets after its first one. Forms that share a key
(``yahoo`` and ``yahoo!``) have one slot each.

Most words begin some entry (``nya``, New ...), but few of these entries continue as the text
does. So the scanner first tests two Bloom filters that are small enough to stay in the caches:
``singles`` has the keys of all forms of one word, ``pairs`` those of all two-word prefixes. The
upper 32 bits of a key choose one of a filter's 64-bit numbers as they choose a bucket; the
key's bits 0 to 5 and 6 to 11 choose two bits of that number, which are then both set.
"""

import re
from collections.abc import Iterator

from tacknamn.lexicon.sections import Section
from tacknamn.text.fold import Folded, is_word_character

__all__ = [
    "BETWEEN",
    "CONTINUES",
    "FILL",
    "MASK",
    "OTHER",
    "PRIME",
    "SIEVE_BITS",
    "SLOTS",
    "SPILL",
    "compute_keys",
    "encode_letters",
    "find_values",
    "find_words",
    "may_contain",
]

PRIME = 0x9E3779B97F4A7C15
"""The odd number next to 2**64 divided by the golden ratio: its bits are well spread."""
OTHER = 0xC2B2AE3D27D4EB4F
BETWEEN = 0xD6E8FEB86659FD93
"""Two more odd numbers with well spread bits, so that no step undoes another."""
MASK = (1 << 64) - 1
SLOTS = 8
CONTINUES = 1 << 31
SPILL = 64
"""Number of buckets that a full one may overflow into. The table has as many extra buckets at
its end, so that a search need not wrap around. With :data:`FILL`, three were the most needed."""
FILL = 0.5
"""Share of the slots in use. At 0.8 the prototype was a fifth slower (overflowing buckets); at
0.5 one bucket in twenty is full."""
SIEVE_BITS = 16
"""Bits of a filter per key: one answer in seventy is wrong, and leads to a useless look-up. With
8 bits it is one in twenty, and scanning takes a tenth longer; a third bit per key gains nothing."""

_WORD = re.compile(r"[^\W_]+")


def find_words(folded: Folded) -> list[tuple[int, int]]:
    """Return start and end of each word of a folded form."""
    if folded.isascii():
        return [match.span() for match in _WORD.finditer(folded)]
    words: list[tuple[int, int]] = []
    start = -1
    for position, character in enumerate(folded):
        inside = is_word_character(character)
        if inside and start < 0:
            start = position
        elif not inside and start >= 0:
            words.append((start, position))
            start = -1
    if start >= 0:
        words.append((start, len(folded)))
    return words


def compute_keys(folded: Folded) -> Iterator[int]:
    """Yield the key of every prefix of a form that ends with a word."""
    key = 0
    end_before = 0
    for number, (start, end) in enumerate(find_words(folded)):
        word = _hash_word(folded[start:end])
        if number:
            gap = encode_letters(folded[end_before:start])
            key = _mix_bits(key + word + (gap[0] + 256 * len(gap)) * BETWEEN & MASK)
        else:
            key = _mix_bits(word)
        yield key
        end_before = end


def find_values(table: Section, key: int) -> list[int]:
    """Return the table's values for a key: the slow twin of ``probe`` in native/scan.c."""
    numbers = table.column("bucket")
    fingerprint = (key & 0xFFFFFFFF) or 1
    values: list[int] = []
    first = (key >> 32) * (table.rows - SPILL) >> 32
    for bucket in range(first, first + SPILL + 1):
        slots = numbers[bucket * 2 * SLOTS : (bucket + 1) * 2 * SLOTS].tolist()
        # The first half of a bucket has the fingerprints, the second half their values.
        pairs = zip(slots[:SLOTS], slots[SLOTS:], strict=True)
        values += [value for print_, value in pairs if print_ == fingerprint]
        if 0 in slots[:SLOTS]:  # an empty slot: this bucket has not overflowed
            break
    return values


def may_contain(section: Section, key: int) -> bool:
    """Whether the table may have this key, according to the filter ``singles`` or ``pairs``."""
    bits = section.column("bits")[(key >> 32) * section.rows >> 32]
    return bool(bits >> (key & 63) & bits >> (key >> 6 & 63) & 1)


def encode_letters(text: str) -> bytes:
    """Encode folded text as the scanner hashes it.

    A character of Latin-1 is one byte, except for its control characters. Every other character
    is five bytes of five bits each, the highest first, in the range of those control characters.

    >>> encode_letters("å"), encode_letters("č").hex()
    (b'\\xe5', '808080888d')
    """
    return b"".join(map(_encode_letter, text))


def _encode_letter(character: str) -> bytes:
    code = ord(character)
    if code < 0x80 or 0xA0 <= code <= 0xFF:
        return bytes([code])
    return bytes(0x80 | code >> shift & 31 for shift in (20, 15, 10, 5, 0))


def _hash_word(text: str) -> int:
    data = encode_letters(text)
    state = 0
    # Slices after the end of the data are shorter, which is the same as padding with zeros.
    for start in range(0, len(data), 16):
        x = int.from_bytes(data[start : start + 8], "little")
        y = int.from_bytes(data[start + 8 : start + 16], "little")
        state = _mix_bits(state) + x * PRIME + y * OTHER & MASK
    return state


def _mix_bits(state: int) -> int:
    state ^= state >> 32
    state = state * PRIME & MASK
    return state ^ state >> 32
