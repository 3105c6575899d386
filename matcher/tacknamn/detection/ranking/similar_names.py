"""Which name of a text another one is, misspelt: Stockhuml is Stockholm."""

from collections.abc import Iterable
from typing import Final

__all__ = ["NameIndex"]

SHORTEST: Final = 4
"""Letters of a name whose misspellings can be told from other names."""
LONG: Final = 7
"""Letters from which two of them may differ."""
MOST_ALIKE: Final = 64
"""Names with one first letter and as many letters that are remembered: a novel has fewer, and a
register of ten thousand names must not be compared each with each."""


class NameIndex:
    """The names of one text, by their first letter and length."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._alike: dict[tuple[str, int], dict[str, int]] = {}
        """Each with its number in the order in which they came."""
        self._count = 0
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Let a folded name be known from now on."""
        alike = self._alike.setdefault((name[:1], len(name)), {})
        if len(alike) < MOST_ALIKE:
            self._count += 1
            alike.setdefault(name, self._count)

    def nearest(self, form: str) -> tuple[str, int] | None:
        """The name that a folded form is nearest to, and by how many edits they differ; of
        several, the first one that came.

        Both begin with the same letter: first letters are rarely wrong.

        >>> Names(["lund", "stockholm"]).nearest("stockhuml")
        ('stockholm', 2)
        """
        most = 0 if len(form) < SHORTEST else 1 if len(form) < LONG else 2
        near = [
            (edits, number, name)
            for length in range(len(form) - most, len(form) + most + 1)
            for name, number in self._alike.get((form[:1], length), {}).items()
            if name != form and (edits := _count_edits(form, name, most)) <= most
        ]
        if not near or not most:
            return None
        edits, _, name = min(near)
        return name, edits


def _count_edits(one: str, other: str, most: int) -> int:
    from rapidfuzz.distance import OSA  # here, for most texts have no name that lists lack

    return int(OSA.distance(one, other, score_cutoff=most))
