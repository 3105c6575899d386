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

import hmac
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from struct import Struct

from tacknamn.vault.keys import derived_key

__all__ = ["below", "choices", "pick"]

_NUMBERS = Struct(">4Q")
_RANGE = 2**64


def choices(key: bytes, label: str, folded: str, purpose: str = "name") -> Iterator[int]:
    """Endlessly many numbers below 2**64 for a folded base form.

    What is drawn for different ends (a name, a place in a rotation) has different purposes."""
    message = b"".join(map(_told_apart, (purpose, label, folded)))
    return _numbers(_own_key(key), message)


def pick(key: bytes, label: str, folded: str, purpose: str = "name") -> int:
    """The first of these numbers."""
    return next(choices(key, label, folded, purpose))


def below(limit: int, numbers: Iterator[int]) -> int:
    """The next number below ``limit``, each of them equally likely.

    The few numbers at the upper end, which would favour the first ones, are passed over."""
    fair = _RANGE - _RANGE % limit
    return next(number for number in numbers if number < fair) % limit


@lru_cache(maxsize=4)  # deriving it takes as long as drawing a name with it
def _own_key(key: bytes) -> bytes:
    return derived_key(key, "choices")


def _told_apart(part: str) -> bytes:
    # surrogatepass: texts out of JSON may hold half a character.
    encoded = part.encode("utf-8", "surrogatepass")
    return len(encoded).to_bytes(4, "big") + encoded


def _numbers(key: bytes, message: bytes) -> Iterator[int]:
    for block in count():
        yield from _NUMBERS.unpack(hmac.digest(key, message + block.to_bytes(8, "big"), "sha256"))
