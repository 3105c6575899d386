"""Choose by key: the same key, label and name give the same choice on every machine.

What is chosen cannot be foreseen, and a choice cannot be traced back to the name, by anybody
without the key. Choices are numbers of 64 bits, endlessly many for each name, so that what
collides can be drawn again:

>>> key = bytes(range(32))
>>> numbers = choices(key, "firstname_female", "maria")
>>> [below(50, numbers) for _ in range(4)]
[30, 10, 30, 44]

Number 4 * i and the three behind it are HMAC-SHA256(derived key, message), big-endian. The
message is purpose, label and folded base form, each in UTF-8 behind its length in four
bytes, and then i in eight: no two different choices share a message.
"""

import hashlib
import hmac
from collections.abc import Iterator
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
    "keyed_number",
    "keyed_numbers",
]

_NUMBERS = Struct(">4Q")
_RANGE = 2**64


def keyed_numbers(key: bytes, label: str, folded: str, purpose: str = "name") -> Iterator[int]:
    """Endlessly many numbers below 2**64 for a folded base form.

    What is drawn for different ends (a name, a place in a rotation) has different purposes."""
    message = b"".join(map(_encode_part, (purpose, label, folded)))
    return _generate_numbers(_derive_choice_key(key), message)


def keyed_number(key: bytes, label: str, folded: str, purpose: str = "name") -> int:
    """The first of these numbers."""
    return next(keyed_numbers(key, label, folded, purpose))


def draw_below(limit: int, numbers: Iterator[int]) -> int:
    """The next number below ``limit``, each of them equally likely.

    The few numbers at the upper end, which would favour the first ones, are passed over."""
    fair = _RANGE - _RANGE % limit
    return next(number for number in numbers if number < fair) % limit


@lru_cache(maxsize=4)  # deriving it takes as long as drawing a name with it
def _derive_choice_key(key: bytes) -> bytes:
    return derive_key(key, "choices")


def _encode_part(part: str) -> bytes:
    # surrogatepass: texts out of JSON may hold half a character.
    encoded = part.encode("utf-8", "surrogatepass")
    return len(encoded).to_bytes(4, "big") + encoded


def _generate_numbers(key: bytes, message: bytes) -> Iterator[int]:
    for block in count():
        yield from _NUMBERS.unpack(hmac.digest(key, message + block.to_bytes(8, "big"), "sha256"))


# Numbers that decide draws: the same on every machine, in every order of documents.
#
# There is no stream of random numbers that one draw takes from the next. Each decision is a
# number made from what it is about - a document, a label, a folded name - by a hash with a
# secret:
#
# ``SeededChoices``
#     BLAKE2b of the seed, the document and the name: another document, another pseudonym.
# ``KeyedChoices``
#     HMAC-SHA256 of the key and the name: the same pseudonym in every document.
#
# A number has 256 bits or more. A place among n is its remainder by n, and the next choice the
# remainder of the rest (:meth:`Tier.pick`): with lists of a thousand names, twenty choices
# leave a bias below 2 to the power of -50.


DRAW_PURPOSE = "draw"
"""What most numbers are for; a rotation uses numbers of its own."""


class Choices(Protocol):
    """A source of numbers that depend on nothing but what is asked."""

    def number(self, label: str, folded: str, purpose: str = DRAW_PURPOSE) -> int:
        """The number for a name with this label."""

    def of_document(self, document: bytes) -> "Choices":
        """The numbers of one document."""


class SeededChoices:
    """Numbers from a seed, other ones for each document."""

    def __init__(self, seed: int, document: bytes = b"") -> None:
        self._seed = seed
        self._state = hashlib.blake2b(
            hashlib.blake2b(document).digest(),
            key=hashlib.blake2b(str(seed).encode("ascii")).digest(),
            person=b"tacknamn",
        )

    def number(self, label: str, folded: str, purpose: str = DRAW_PURPOSE) -> int:
        """The number for a name with this label, of 512 bits."""
        state = self._state.copy()
        # Lengths keep apart what would be one text when put together.
        message = f"{len(purpose)} {len(label)} {purpose}{label}{folded}"
        state.update(message.encode("utf-8", "surrogatepass"))
        return int.from_bytes(state.digest(), "little")

    def of_document(self, document: bytes) -> "SeededChoices":
        """The numbers of one document."""
        return SeededChoices(self._seed, document)


class KeyedChoices:
    """Numbers from a key, the same in all documents and on all machines that have it."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def number(self, label: str, folded: str, purpose: str = DRAW_PURPOSE) -> int:
        """The number for a name with this label, of 256 bits."""
        first, second, third, fourth = islice(keyed_numbers(self._key, label, folded, purpose), 4)
        return first | second << 64 | third << 128 | fourth << 192

    def of_document(self, document: bytes) -> "KeyedChoices":
        """The numbers of all documents: a key makes no difference between them."""
        return self
