"""The scanner's hash table: which folded forms begin at a word, found without a tree.

A folded form, as UTF-8, is cut into words (runs of letters, digits and marks) and what
stands between them. Its key is a 64-bit hash that is built word by word, so that a scanner
that has hashed the words of a text once can ask for every sequence that begins at one::

    hash(b)  = for each 8 bytes x of b, the last ones padded with zeros, from len(b) * LENGTH:
                   h = (h xor x) * PRIME;  h = h xor (h >> 32)
    key      = mix(hash(first word))
    key'     = mix(((key xor rotate(hash(next word), 23)) * CHAIN) + hash(between))
    mix(h)   = h * PRIME, then h xor (h >> 32)

Each prefix of a form that ends with a word has a key in the table. Its value is the row of
the form plus one (0 when the prefix is no form itself), and bit 31 is set when longer forms
go on from here. Rows count the forms of ``forms`` first and those of ``inflections`` after
them. Characters before a form's first word and after its last one are not part of the key:
the scanner compares the text with the form anyway, which makes a 32-bit fingerprint exact.

The table is an array of buckets of 8 fingerprints and 8 values, 64 bytes, a cache line.
The upper 32 bits of a key choose the bucket (``(upper * buckets) >> 32``, where the last
:data:`SPILL` buckets do not count), the lower ones are the fingerprint, 0 being written as 1
because 0 means an empty slot. A full bucket flows over into the next one; a search ends at a
bucket with an empty slot. Forms that share a key (``yahoo`` and ``yahoo!``) have one slot
each.

``pairs`` is a bitmap of the keys of all two-word prefixes: the bit is the key's upper bits.
Most words begin some entry (``nya``, New ...), few go on as the text does; the bitmap stays
in the cache and spares looking.
"""

import re
from collections.abc import Iterator

from tacknamn.fold import Folded, is_word_character
from tacknamn.sections import Section

__all__ = [
    "CHAIN",
    "CONTINUES",
    "FILL",
    "LENGTH",
    "MASK",
    "PAIR_BITS",
    "PRIME",
    "ROTATION",
    "SLOTS",
    "SPILL",
    "find",
    "has_pair",
    "keys",
    "words_of",
]

PRIME = 0x9E3779B97F4A7C15
"""The odd number next to 2**64 divided by the golden ratio: its bits are well spread."""
LENGTH = 0xC2B2AE3D27D4EB4F
CHAIN = 0xD6E8FEB86659FD93
"""Two more odd numbers of well-spread bits, so that no step undoes another."""
ROTATION = 23
MASK = (1 << 64) - 1
SLOTS = 8
CONTINUES = 1 << 31
SPILL = 64
"""Buckets behind the last one, so that it may flow over without a search having to wrap."""
FILL = 0.5
"""Part of the slots in use. At 0.8 the prototype was a fifth slower (overflowing buckets);
at 0.5 one bucket in twenty is full."""
PAIR_BITS = 16
"""Bits of the bitmap per two-word prefix, rounded up to a power of two: at 16 one question
in sixteen to thirty-two is answered wrongly, and looked up in vain."""

_WORD = re.compile(r"[^\W_]+")


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
        word = _hash(folded[start:end])
        if number:
            turned = ((word << ROTATION) | (word >> (64 - ROTATION))) & MASK
            key = _mix((key ^ turned) * CHAIN + _hash(folded[end_before:start]) & MASK)
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


def has_pair(pairs: Section, key: int) -> bool:
    """Whether the bitmap allows that a two-word prefix has this key."""
    bit = key >> (64 - (pairs.rows * 64).bit_length() + 1)
    return bool(pairs.column("bits")[bit >> 6] >> (bit & 63) & 1)


def _hash(text: str) -> int:
    data = text.encode("utf-8")
    state = len(data) * LENGTH & MASK
    for place in range(0, len(data), 8):
        state ^= int.from_bytes(data[place : place + 8], "little")
        state = state * PRIME & MASK
        state ^= state >> 32
    return state


def _mix(state: int) -> int:
    state = state * PRIME & MASK
    return state ^ state >> 32
