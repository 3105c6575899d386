"""Draw the replacement for one original: one way for each kind of label.

Names come from the list of their label, places fit each other (:mod:`.places`), and where
there is no list a placeholder with a letter stands in: nothing fails for want of a name.
"""

from collections.abc import Callable

from tacknamn.sampling.originals import Original
from tacknamn.sampling.picking import NO_LIST, Picker
from tacknamn.sampling.places import Places
from tacknamn.sampling.records import Draw
from tacknamn.sampling.rotation import Rotation
from tacknamn.sampling.settings import NAMES, TRANSPORT_NR

__all__ = ["Drawing"]


class Drawing:
    """Draws for one scope."""

    def __init__(
        self, picker: Picker, places: Places, rotations: Callable[[str], Rotation] | None
    ) -> None:
        self._picker = picker
        self._places = places
        self._rotations = rotations

    def draw(self, original: Original, number: int) -> Draw:
        """The replacement for an original that is the n-th of its label."""
        label = original.label
        if label in NAMES:
            return self._name(original)
        if label in self._places:
            return self._places.draw(original)
        if label == TRANSPORT_NR:
            return Draw(str(number), label, str(number), reason="numbered by first mention")
        return self._picker.lettered(original, NO_LIST)

    def _name(self, original: Original) -> Draw:
        if self._rotations is not None:
            return self._rotations(original.label).draw(original.base, original.label)
        return self._picker.name(original)
