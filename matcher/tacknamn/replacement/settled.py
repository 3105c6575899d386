"""What earlier texts of a session settled, so that the next text goes on with it.

A scope draws for one text. The texts of a session share their pseudonyms: an original has one pseudonym
in all of them, and no two originals share one, so every pseudonym leads back to its original. The scope
of each text reads and extends the same :class:`SettledDraws`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from tacknamn.replacement.originals import OriginalKey
from tacknamn.replacement.records import Draw

__all__ = ["SettledDraw", "SettledDraws"]

SettledDraw = tuple[Draw, str, int]
"""A replacement, its label, and the number of the original under that label."""
_SIBILANTS = frozenset("sxz")
"""Last letters of names whose genitive looks like the name."""


@dataclass(slots=True, repr=False, eq=False)
class SettledDraws:
    """The replacements of all texts of a session so far. Only one scope at a time may use it."""

    name: str
    """What identifies the session in draws, in place of a text."""
    is_ordinary: Callable[[str], object]
    """Whether a folded name is also an ordinary word. A reply may contain it by chance."""
    draws: dict[OriginalKey, SettledDraw] = field(default_factory=dict)
    """The replacement of each original."""
    bases: dict[OriginalKey, str] = field(default_factory=dict)
    """How each original is written."""
    places: dict[OriginalKey, Draw] = field(default_factory=dict)
    """The replacements of places, also of those that no text names: the city of a street."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The number of originals under each label."""
    taken: set[str] = field(default_factory=set)
    """All folded pseudonyms."""

    def refuses(self, folded: str) -> bool:
        """Whether a name would not lead back to its original, in the right form.

        The genitive of *Andreas* is *Andreas*, which does not show whether the original had one."""
        return folded in self.taken or folded[-1:] in _SIBILANTS or bool(self.is_ordinary(folded))
