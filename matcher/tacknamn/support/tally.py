"""Count everything and list the beginning: lists of places must not outgrow the memory."""

from typing import Generic, TypeVar

__all__ = ["MOST_LISTED", "CappedTally"]

MOST_LISTED = 1000
"""Places told of each kind of finding, all of which are counted. Nobody reads more at once."""

T = TypeVar("T")


class CappedTally(Generic[T]):
    """What was found: how much of it, and the first ones."""

    def __init__(self, most: int) -> None:
        self.count = 0
        """All of it."""
        self.told: list[T] = []
        """The first ``most`` of it."""
        self._most = most

    def add(self, one: T) -> None:
        """Take in one more."""
        self.count += 1
        if len(self.told) < self._most:
            self.told.append(one)
