"""The index of near forms as numbers: a bundle has it, and both engines search it.

It is a deletion index. Every form is listed under each string that is left when up to two
letters are deleted from its first :data:`PREFIX` letters. A word within that many edits leaves
one of the same strings, so few forms have to be compared with it letter by letter.

Two sections of a bundle hold it. ``near`` has the forms: names, the most mentioned first, and
after them ordinary words (*rivals*), which compete with the names. ``deletions`` has the lists.
The upper bits of a string's hash (:func:`hash_text`) choose its bucket. In a bucket, a string
and a form that leaves it are one 32-bit number, and the numbers are sorted: 11 bits of the hash,
one bit that is set if two letters were deleted, and 20 bits for the number of the form. So one
index serves words with one edit and words with two, and a look-up reads one range per string.

:func:`pack_forms` builds the index in memory. Its lists come from :func:`list_slowly`, the slow twin
of native/write_near.h, which writes the same.

>>> table = pack_forms(NearForms(("elena",), array("i", [7]), b"\\x50"))
>>> table.text(0), table.entry(0), [entry >> 20 & 1 for entry in table.bucket(0)].count(0)
('elena', 7, 6)
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any
from zlib import crc32

from tacknamn.lexicon.sections import Column, Section

__all__ = [
    "FORM_BITS",
    "IN_BUCKET",
    "LEVEL",
    "LONGEST",
    "MOST_EDITS",
    "MOST_FORMS",
    "PREFIX",
    "PRINT_SHIFT",
    "RIVAL",
    "SETS",
    "SHORTEST",
    "SPREAD",
    "NearForms",
    "NearTable",
    "count_bucket_bits",
    "hash_text",
    "list_deletions",
    "list_slowly",
    "make_outline",
    "pack_forms",
]

PREFIX = 7
"""Letters of a form that deletions are made from. SymSpell found this number best, and so did
measurements of the compiled index."""
SHORTEST, LONGEST = 4, 62
"""Letters of a name. A shorter name is near too many words; with two edits a word has at most the
64 letters that fit into a machine word."""
MOST_EDITS = 2
FORM_BITS = 20
MOST_FORMS = 1 << FORM_BITS
LEVEL = 1 << FORM_BITS
"""Set if two letters were deleted."""
PRINT_SHIFT = FORM_BITS + 1
"""Position of the 11 bits of the hash. Together with the bucket, 26 bits are compared: of four
million strings, one in fifteen shares them by chance, which costs one comparison."""
SPREAD = 0x9E3779B1
"""An odd number that spreads a checksum over its upper bits."""
IN_BUCKET = 32
"""Highest average of numbers per bucket. A bucket of half a kilobyte is read at once."""
RIVAL = 1 << 31
"""Set in the entry of a rival: an ordinary word, which is not an entry of the lexicon."""
SETS = 26
"""Kinds of letters in an outline (:func:`make_outline`); a to z are 26 different kinds."""


@dataclass(frozen=True, slots=True)
class NearForms:
    """The forms to index."""

    texts: Sequence[str]
    """Names, the most mentioned first, then ordinary words."""
    entries: "array[int]"
    """The number of each name in the lexicon; negative for an ordinary word."""
    weights: bytes
    """8 x log2 of the uses of each form per billion words."""


@dataclass(frozen=True, slots=True)
class NearTable:
    """The columns of the index, read from a bundle or made in memory."""

    offset: Column
    """Where the text of each form begins."""
    texts: Column
    entries: Column
    outlines: Column
    """Which letters each form has, and how many (:func:`make_outline`)."""
    weights: Column
    starts: Column
    """The first byte of each bucket in ``listed``."""
    listed: Column
    rows: int
    """Number of entries in the lexicon: every entry is smaller."""

    @classmethod
    def from_sections(cls, near: Section, listed: Section, rows: int) -> "NearTable":
        """Read the index from the sections of a bundle."""
        return cls(
            offset=near.column("offset"),
            texts=near.data("text"),
            entries=near.column("entry"),
            outlines=near.column("outline"),
            weights=near.column("weight"),
            starts=listed.column("offset"),
            listed=listed.data("text"),
            rows=rows,
        )

    def __len__(self) -> int:
        return len(self.entries)

    def text(self, number: int) -> str:
        """Return the text of a form."""
        begin, end = self.offset[number : number + 2]
        return str(self.texts[begin:end], "utf-8", "surrogatepass")

    def entry(self, number: int) -> int:
        """Return the form's number in the lexicon; negative for an ordinary word."""
        entry: int = self.entries[number]
        if entry & RIVAL:
            return -1 - number
        if entry >= self.rows:
            raise IndexError(entry)
        return entry

    def bucket(self, number: int) -> "memoryview[Any]":
        """Return the numbers in a bucket."""
        begin, end = self.starts[number : number + 2]
        data: Any = memoryview(self.listed[begin:end])
        if begin > end or len(data) != end - begin or len(data) % 4:
            raise IndexError(number)
        numbers: memoryview[Any] = data.cast("I")
        return numbers


def hash_text(text: str) -> int:
    """Hash a string: the same on every machine, unlike Python's own hash."""
    return crc32(text.encode("utf-32-le", "surrogatepass")) * SPREAD & 0xFFFFFFFF


def list_deletions(word: str, edits: int) -> list[set[str]]:
    """Return what deletions leave of a word's prefix: up to one letter; for two edits, also two."""
    whole = {word[:PREFIX]}
    by_level = [whole | _shorten(whole)]
    return [*by_level, _shorten(by_level[0] - whole)] if edits > 1 else by_level


def _shorten(texts: Iterable[str]) -> set[str]:
    return {text[:at] + text[at + 1 :] for text in texts for at in range(len(text))}


def make_outline(text: str) -> int:
    """Return the number of letters of a text, and a bit for each kind of letter in it."""
    kinds = 0
    for letter in text:
        kinds |= 1 << ord(letter) % SETS
    return len(text) << SETS | kinds


def count_bucket_bits(listed: int) -> int:
    """Return log2 of the number of buckets for this many numbers."""
    return max(0, listed - 1).bit_length() - IN_BUCKET.bit_length() + 1 if listed > IN_BUCKET else 0


def pack_forms(forms: NearForms) -> NearTable:
    """Build an index in memory, slowly."""
    if len(forms.texts) >= MOST_FORMS:
        raise ValueError("there are too many forms")
    if any(len(text) > LONGEST for text in forms.texts):
        raise ValueError("a form is too long")
    texts = [text.encode("utf-8", "surrogatepass") for text in forms.texts]
    starts, listed = list_slowly(forms.texts)
    return NearTable(
        offset=memoryview(array("I", accumulate(map(len, texts), initial=0))),
        texts=memoryview(b"".join(texts)),
        entries=memoryview(array("I", (e if e >= 0 else RIVAL for e in forms.entries))),
        outlines=memoryview(array("I", map(make_outline, forms.texts))),
        weights=memoryview(forms.weights),
        starts=memoryview(starts).cast("I"),
        listed=memoryview(listed),
        rows=max(forms.entries, default=-1) + 1,
    )


def list_slowly(texts: Sequence[str]) -> tuple[bytes, bytes]:
    """Return the byte offsets of the buckets, and the numbers in all of them."""
    hashed = [*_hash_forms(texts)]
    bits = count_bucket_bits(len(hashed))
    placed = sorted({(hash_ >> 32 - bits, number) for hash_, number in hashed})
    sizes = [0] * (1 << bits)
    for bucket, _ in placed:
        sizes[bucket] += 4
    offsets = array("I", accumulate(sizes, initial=0))
    return offsets.tobytes(), array("I", (number for _, number in placed)).tobytes()


def _hash_forms(texts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the hash of each string that a form leaves, and the number that lists it."""
    for number, text in enumerate(texts):
        for level, strings in enumerate(list_deletions(text, MOST_EDITS)):
            for hash_ in {hash_text(string) for string in strings}:
                print_ = hash_ << PRINT_SHIFT & 0xFFFFFFFF
                yield hash_, print_ | level * LEVEL | number
