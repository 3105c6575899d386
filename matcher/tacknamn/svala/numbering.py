"""Numbers for new tokens: one more than the largest on both sides, as SVALA counts."""

import re
from collections.abc import Iterable
from itertools import count

__all__ = ["Supply"]

_NUMBER = re.compile(r"([0-9]{1,15})\Z")
"""The number at the end of an id; fifteen digits are exact in JavaScript."""


class Supply:
    """Makes ids that no token has.

    >>> supply = Supply(["s0", "t9"])
    >>> supply.id("t"), supply.id("s")
    ('t10', 's11')
    """

    def __init__(self, ids: Iterable[str]) -> None:
        found = (_NUMBER.search(id) for id in ids)
        self._numbers = count(max((int(one[1]) for one in found if one), default=-1) + 1)

    def id(self, prefix: str) -> str:
        """A new id of a side: ``s`` for the source, ``t`` for the target."""
        return f"{prefix}{next(self._numbers)}"
