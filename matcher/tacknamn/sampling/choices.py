"""Numbers that decide draws: the same on every machine, in every order of documents.

There is no stream of random numbers that one draw takes from the next. Each decision is a
number made from what it is about - a document, a label, a folded name - by a hash with a
secret:

``Seeded``
    BLAKE2b of the seed, the document and the name: another document, another pseudonym.
``Keyed``
    HMAC-SHA256 of the key and the name: the same pseudonym in every document.

A number has 256 bits or more. A place among n is its remainder by n, and the next choice the
remainder of the rest (:meth:`Tier.pick`): with lists of a thousand names, twenty choices
leave a bias below 2 to the power of -50.
"""

import hashlib
from itertools import islice
from typing import Protocol

from tacknamn.vault import choices

__all__ = ["Choices", "Keyed", "Seeded"]

DRAW = "draw"
"""What most numbers are for; a rotation uses numbers of its own."""


class Choices(Protocol):
    """A source of numbers that depend on nothing but what is asked."""

    def number(self, label: str, folded: str, purpose: str = DRAW) -> int:
        """The number for a name with this label."""

    def of_document(self, document: bytes) -> "Choices":
        """The numbers of one document."""


class Seeded:
    """Numbers from a seed, other ones for each document."""

    def __init__(self, seed: int, document: bytes = b"") -> None:
        self._seed = seed
        self._state = hashlib.blake2b(
            hashlib.blake2b(document).digest(),
            key=hashlib.blake2b(str(seed).encode("ascii")).digest(),
            person=b"tacknamn",
        )

    def number(self, label: str, folded: str, purpose: str = DRAW) -> int:
        """The number for a name with this label, of 512 bits."""
        state = self._state.copy()
        # Lengths keep apart what would be one text when put together.
        message = f"{len(purpose)} {len(label)} {purpose}{label}{folded}"
        state.update(message.encode("utf-8", "surrogatepass"))
        return int.from_bytes(state.digest(), "little")

    def of_document(self, document: bytes) -> "Seeded":
        """The numbers of one document."""
        return Seeded(self._seed, document)


class Keyed:
    """Numbers from a key, the same in all documents and on all machines that have it."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def number(self, label: str, folded: str, purpose: str = DRAW) -> int:
        """The number for a name with this label, of 256 bits."""
        first, second, third, fourth = islice(choices(self._key, label, folded, purpose), 4)
        return first | second << 64 | third << 128 | fourth << 192

    def of_document(self, document: bytes) -> "Keyed":
        """The numbers of all documents: a key makes no difference between them."""
        return self
