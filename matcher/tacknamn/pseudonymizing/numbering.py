"""Running numbers: one sequence for each label and text, the same number for the same thing."""

from collections.abc import Hashable, Iterable

__all__ = ["Numbering"]


class Numbering:
    """Numbers the things of one text in the order in which they are first named (A7)."""

    def __init__(self, taken: Iterable[tuple[str, int]] = ()) -> None:
        """Begin behind the numbers that somebody gave before."""
        self._last: dict[str, int] = {}
        for label, number in taken:
            self._last[label] = max(number, self._last.get(label, 0))
        self._numbers: dict[tuple[str, Hashable], int] = {}

    def number(self, label: str, thing: Hashable) -> int:
        """The number of a thing under its label."""
        number = self._numbers.get((label, thing))
        if number is None:
            number = self._last[label] = self._last.get(label, 0) + 1
            self._numbers[label, thing] = number
        return number
