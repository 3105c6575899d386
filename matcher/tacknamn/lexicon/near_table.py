"""The index of near forms as numbers: what the builders write and both engines search.

It is a deletion index. Every form is listed under each string that is left when up to two
letters are taken out of its first :data:`PREFIX` ones; a word within that many edits leaves
one of the same strings, so few forms have to be compared with it letter by letter.

Two sections of a bundle hold it. ``near`` has the forms: names, the most mentioned first, and
behind them ordinary words, which rival the names. ``list_deletions`` has the lists. The upper bits
of a string's hash (:func:`hash_text`) are its bucket; there a string and a form that leaves it
are one 32-bit number, in the order of numbers: 11 bits of the hash, one that says whether
two letters were taken out, and 20 for the number of the form. So one index serves words that
may have one edit and those that may have two, and a look-up reads one place for each string.

:func:`pack_forms` is the slow twin of ``tacknamn_builders.bundle.near_index``, which writes the same.

>>> table = pack(Forms(("elena",), array("i", [7]), b"\\x50"))
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
    "make_outline",
    "pack_forms",
]

PREFIX = 7
"""Letters of a form that are looked at before all of it is: what SymSpell found best, and
what the compiled index measured so."""
SHORTEST, LONGEST = 4, 62
"""Letters of a name. Three letters are near to everything; with two edits a word has at most
the 64 letters that fit into a machine word."""
MOST_EDITS = 2
FORM_BITS = 20
MOST_FORMS = 1 << FORM_BITS
LEVEL = 1 << FORM_BITS
"""Set where two letters were taken out."""
PRINT_SHIFT = FORM_BITS + 1
"""Above are 11 bits of the hash. With those of the bucket 26 bits are compared: of the four
million strings one in fifteen shares them by accident, which costs one comparison."""
SPREAD = 0x9E3779B1
"""An odd number that spreads a checksum over its upper bits."""
IN_BUCKET = 32
"""Numbers of a bucket at most, on average: half a kilobyte, read at once."""
RIVAL = 1 << 31
"""Set in the entry of an ordinary word, which is no entry of the lexicon."""
SETS = 26
"""Kinds of letters that an outline tells apart; the Latin ones from a to z are 26 kinds."""


@dataclass(frozen=True, slots=True)
class NearForms:
    """What is indexed."""

    texts: Sequence[str]
    """Names, the most mentioned first, and behind them ordinary words."""
    entries: "array[int]"
    """The number of each name in the lexicon; below 0 for an ordinary word."""
    weights: bytes
    """8 x log2 of how often each is used in a billion words."""


@dataclass(frozen=True, slots=True)
class NearTable:
    """The columns of the index, read from a bundle or made in memory."""

    offset: Column
    """Of each form, where its text begins."""
    texts: Column
    entries: Column
    outlines: Column
    """Of each form, which letters it has and how many (:func:`make_outline`)."""
    weights: Column
    starts: Column
    """Of each bucket, its first byte in ``listed``."""
    listed: Column
    rows: int
    """Entries of the lexicon: every number of one is below."""

    @classmethod
    def of(cls, near: Section, listed: Section, rows: int) -> "NearTable":
        """The index in sections of a bundle."""
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
        """The text of a form."""
        begin, end = self.offset[number : number + 2]
        return str(self.texts[begin:end], "utf-8", "surrogatepass")

    def entry(self, number: int) -> int:
        """The form's number in the lexicon; for an ordinary word -1 and below."""
        entry: int = self.entries[number]
        if entry & RIVAL:
            return -1 - number
        if entry >= self.rows:
            raise IndexError(entry)
        return entry

    def bucket(self, number: int) -> "memoryview[Any]":
        """The numbers in a bucket."""
        begin, end = self.starts[number : number + 2]
        found: Any = memoryview(self.listed[begin:end])
        if begin > end or len(found) != end - begin or len(found) % 4:
            raise IndexError(number)
        numbers: memoryview[Any] = found.cast("I")
        return numbers


def hash_text(text: str) -> int:
    """The hash of a string: the same on every machine, unlike Python's own."""
    return crc32(text.encode("utf-32-le", "surrogatepass")) * SPREAD & 0xFFFFFFFF


def list_deletions(word: str, edits: int) -> list[set[str]]:
    """What is left of a word's prefix without up to one letter and, if asked, without two."""
    whole = {word[:PREFIX]}
    found = [whole | _shorten(whole)]
    return [*found, _shorten(found[0] - whole)] if edits > 1 else found


def _shorten(texts: Iterable[str]) -> set[str]:
    return {text[:place] + text[place + 1 :] for text in texts for place in range(len(text))}


def make_outline(text: str) -> int:
    """The number of letters, and a bit for each kind of letter that a text has."""
    kinds = 0
    for letter in text:
        kinds |= 1 << ord(letter) % SETS
    return len(text) << SETS | kinds


def count_bucket_bits(listed: int) -> int:
    """Bits of the number of buckets for so many numbers."""
    return max(0, listed - 1).bit_length() - IN_BUCKET.bit_length() + 1 if listed > IN_BUCKET else 0


def pack_forms(forms: NearForms) -> NearTable:
    """Make an index in memory, slowly."""
    if len(forms.texts) >= MOST_FORMS:
        raise ValueError("there are too many forms")
    if any(len(text) > LONGEST for text in forms.texts):
        raise ValueError("a form is too long")
    texts = [text.encode("utf-8", "surrogatepass") for text in forms.texts]
    hashed = [*_hash_forms(forms.texts)]
    bits = count_bucket_bits(len(hashed))
    placed = sorted({(hash_ >> 32 - bits, number) for hash_, number in hashed})
    sizes = [0] * (1 << bits)
    for bucket, _ in placed:
        sizes[bucket] += 4
    return NearTable(
        offset=memoryview(array("I", accumulate(map(len, texts), initial=0))),
        texts=memoryview(b"".join(texts)),
        entries=memoryview(array("I", (e if e >= 0 else RIVAL for e in forms.entries))),
        outlines=memoryview(array("I", map(make_outline, forms.texts))),
        weights=memoryview(forms.weights),
        starts=memoryview(array("I", accumulate(sizes, initial=0))),
        listed=memoryview(array("I", (number for _, number in placed)).tobytes()),
        rows=max(forms.entries, default=-1) + 1,
    )


def _hash_forms(texts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The hash of each string that a form leaves, and what is listed for it."""
    for number, text in enumerate(texts):
        for level, strings in enumerate(list_deletions(text, MOST_EDITS)):
            for hash_ in {hash_text(string) for string in strings}:
                print_ = hash_ << PRINT_SHIFT & 0xFFFFFFFF
                yield hash_, print_ | level * LEVEL | number
