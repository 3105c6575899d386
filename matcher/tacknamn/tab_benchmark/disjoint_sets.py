"""Sets of numbers that join each other: the markables that mention one entity."""

__all__ = ["DisjointSets"]


class DisjointSets:
    """Sets of the numbers below ``size``. Each number begins in a separate set; sets can join."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))
        """A number with a smaller member of its set; the smallest member has itself."""

    def smallest(self, number: int) -> int:
        """Return the smallest member of the set of a number."""
        while self._parents[number] != number:
            # Skip one step for the next search: chains stay short however sets were joined.
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number

    def join(self, first: int, second: int) -> None:
        """Join the sets of two numbers."""
        low, high = sorted((self.smallest(first), self.smallest(second)))
        self._parents[high] = low
