"""Which name of a text an unknown word is, misspelt: Stockhuml is Stockholm."""

from collections.abc import Iterable
from typing import Final

__all__ = ["NameIndex"]

SHORTEST: Final = 4
"""Letters of a name whose misspellings can be distinguished from other names."""
LONG: Final = 7
"""Names with this many letters may differ in two of them, shorter ones in one."""
MOST_ALIKE: Final = 64
"""Names with the same first letter and length that are remembered. A novel has fewer; the ten
thousand names of a register must not all be compared with each other."""


class NameIndex:
    """The names of one text, by first letter and length."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._alike: dict[tuple[str, int], dict[str, int]] = {}
        """Each name with its number in the order in which they were added."""
        self._count = 0
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a folded name."""
        alike = self._alike.setdefault((name[:1], len(name)), {})
        if len(alike) < MOST_ALIKE:
            self._count += 1
            alike.setdefault(name, self._count)

    def find_nearest(self, form: str) -> tuple[str, int] | None:
        """Return the name that is nearest to a folded form, and the number of edits between them;
        of several, the one that was added first.

        Both begin with the same letter, because first letters are rarely wrong.

        >>> NameIndex(["lund", "stockholm"]).find_nearest("stockhuml")
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


def _count_edits(form: str, name: str, most: int) -> int:
    from rapidfuzz.distance import OSA  # here, because most texts have no unlisted name

    return int(OSA.distance(form, name, score_cutoff=most))
