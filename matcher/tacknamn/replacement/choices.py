"""Numbers that decide draws: the same on every machine and in every order of documents.

There is no stream of random numbers, in which each draw would depend on the draws before it. Each
decision is a number that a hash with a secret computes from its subject: a document, a label, a
folded name.

:class:`SeededChoices`
    BLAKE2b of the seed, the document and the name: another document gives another pseudonym.
:class:`KeyedChoices`
    HMAC-SHA256 of the key and the name: the same pseudonym in every document. Without the key, a
    choice cannot be predicted and cannot be traced back to the name.

A number has at least 256 bits. The choice among n names is its remainder by n, and the next choice
is the remainder of the quotient (``Tier.pick``): with lists of a thousand names, twenty
choices have a bias below 2 to the power of -50.

Keyed numbers are also an endless stream of 64 bits each, so that a choice that collides can be
drawn again:

>>> key = bytes(range(32))
>>> numbers = generate_keyed_numbers(key, "firstname_female", "maria")
>>> [draw_below(50, numbers) for _ in range(4)]
[30, 10, 30, 44]

Numbers 4i to 4i + 3 are HMAC-SHA256(derived key, message), big-endian. The message is purpose,
label and folded base form, each in UTF-8 after its length in four bytes, and then i in eight
bytes: no two different choices share a message.
"""

import hashlib
import hmac
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from itertools import count, islice
from struct import Struct
from typing import Protocol

from tacknamn.replacement.keys import derive_key

__all__ = [
    "Choices",
    "KeyedChoices",
    "SeededChoices",
    "draw_below",
    "generate_keyed_numbers",
]

_NUMBERS = Struct(">4Q")
"""The four numbers of one digest."""
_RANGE = 2**64

DRAW_PURPOSE = "draw"
"""The purpose of most numbers. Rotations and placeholders use other purposes."""


def generate_keyed_numbers(
    key: bytes, label: str, folded: str, purpose: str = "name"
) -> Iterator[int]:
    """Generate numbers below 2**64 for a folded base form, without end.

    Different uses (a name, a position in a rotation) have different purposes."""
    message = b"".join(map(_encode_part, (purpose, label, folded)))
    return _unpack_digests(_derive_choice_key(key), message)


def draw_below(limit: int, numbers: Iterator[int]) -> int:
    """Return the next number reduced to the range below ``limit``, all equally likely.

    The few numbers at the upper end of the range, which would favour low results, are skipped."""
    fair = _RANGE - _RANGE % limit
    return next(number for number in numbers if number < fair) % limit


@lru_cache(maxsize=1024)  # deriving the key takes as long as drawing a name with it
def _derive_choice_key(key: bytes) -> bytes:
    return derive_key(key, "choices")


def _encode_part(part: str) -> bytes:
    # surrogatepass: texts from JSON may hold half of a surrogate pair.
    encoded = part.encode("utf-8", "surrogatepass")
    return len(encoded).to_bytes(4, "big") + encoded


def _unpack_digests(key: bytes, message: bytes) -> Iterator[int]:
    for block in count():
        yield from _NUMBERS.unpack(hmac.digest(key, message + block.to_bytes(8, "big"), "sha256"))


class Choices(Protocol):
    """A source of numbers, each of which depends only on the arguments of the call."""

    @property
    def is_keyed(self) -> bool:
        """Whether the numbers are the same in all documents."""

    def __hash__(self) -> int:
        """Return a hash, by which what was made from a source is remembered."""

    def number(self, label: str, folded: str, purpose: str = DRAW_PURPOSE) -> int:
        """Return the number for a name with this label."""

    def for_document(self, document: bytes) -> "Choices":
        """Return the source for one document."""


class SeededChoices:
    """Numbers from a seed, different for each document."""

    is_keyed = False

    def __init__(self, seed: int, document: bytes = b"") -> None:
        self._start = hashlib.blake2b(
            key=hashlib.blake2b(str(seed).encode("ascii")).digest(), person=b"tacknamn"
        )
        self._open(document)

    def _open(self, document: bytes) -> None:
        self._state = self._start.copy()
        self._state.update(hashlib.blake2b(document).digest())

    def number(self, label: str, folded: str, purpose: str = DRAW_PURPOSE) -> int:
        """Return the number for a name with this label: 512 bits."""
        state = self._state.copy()
        # The lengths make the concatenation unambiguous.
        message = f"{len(purpose)} {len(label)} {purpose}{label}{folded}"
        state.update(message.encode("utf-8", "surrogatepass"))
        return int.from_bytes(state.digest(), "little")

    def for_document(self, document: bytes) -> "SeededChoices":
        """Return the source for one document."""
        other = copy(self)
        other._open(document)
        return other


class KeyedChoices:
    """Numbers from a key, the same in all documents and on all machines with that key."""

    is_keyed = True

    def __init__(self, key: bytes) -> None:
        self._key = key

    def number(self, label: str, folded: str, purpose: str = DRAW_PURPOSE) -> int:
        """Return the number for a name with this label: 256 bits."""
        first, second, third, fourth = islice(
            generate_keyed_numbers(self._key, label, folded, purpose), 4
        )
        return first | second << 64 | third << 128 | fourth << 192

    def for_document(self, document: bytes) -> "KeyedChoices":
        """Return this source: a key gives the same numbers in all documents."""
        return self
