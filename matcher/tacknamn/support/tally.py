"""Count everything, and keep only the first items: reports on large inputs must not fill memory."""

from typing import Generic, TypeVar

__all__ = ["MOST_LISTED", "CappedTally"]

MOST_LISTED = 1000
"""Items listed of each kind; all of them are counted. More than that is not read."""

T = TypeVar("T")


class CappedTally(Generic[T]):
    """How many items were added, and the first of them."""

    def __init__(self, most: int) -> None:
        self.count = 0
        """All items."""
        self.listed: list[T] = []
        """The first ``most`` items."""
        self._most = most

    def add(self, item: T) -> None:
        """Count an item, and keep it while there is room."""
        self.count += 1
        if len(self.listed) < self._most:
            self.listed.append(item)
