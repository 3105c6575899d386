"""The labels of a bundle by their codes: ours, and those of a list of one's own.

The column ``label`` of the entries has the index of a label in :data:`tacknamn.labels.LABELS`. A list
of one's own may have other labels. Its manifest lists them as ``own_labels``; their codes begin at
:data:`FIRST_OWN`. In the column ``labels`` of the forms, all of them share the bit :data:`OWN_BIT`.
"""

import re
from collections.abc import Iterable, Sequence

from tacknamn.errors import InputError
from tacknamn.labels import LABELS, AnyLabel, OwnLabel

__all__ = ["FIRST_OWN", "MOST_OWN", "OWN_BIT", "LabelCodes", "has_label_shape", "make_label_bit"]

FIRST_OWN = 64
"""Ours may grow up to here."""
MOST_OWN = 256 - FIRST_OWN
"""Labels of one's own in one list: a code is a byte."""
OWN_BIT = 1 << 31
"""The bit of a form that has a label of one's own."""
_SHAPE = re.compile(r"[^\W\d_][\w-]{0,39}")
_LONGEST_SHOWN = 80
"""Characters of an unknown label that a message shows."""
_CODES = {str(label): code for code, label in enumerate(LABELS)}


def has_label_shape(text: str) -> bool:
    """Whether a label can be called this. Exports use labels as names of files."""
    return _SHAPE.fullmatch(text) is not None and text == text.lower()


class LabelCodes:
    """The labels that the entries of one bundle may have."""

    def __init__(self, own: Sequence[str] = ()) -> None:
        self.own = tuple(map(OwnLabel, own))
        """The labels of one's own, in the order of their codes."""
        self._codes = _CODES | {label: FIRST_OWN + n for n, label in enumerate(self.own)}

    def get_label(self, code: int) -> AnyLabel:
        """Return the label of a code; a code without label is an IndexError."""
        return self.own[code - FIRST_OWN] if code >= FIRST_OWN else LABELS[code]

    def has_label(self, label: str) -> bool:
        """Whether an entry may have this label."""
        return label in self._codes

    def get_code(self, label: str) -> int:
        """Return the code of a label; the error for an unknown label lists all labels."""
        code = self._codes.get(label)
        if code is None:
            shown = label[:_LONGEST_SHOWN] if isinstance(label, str) else label
            raise InputError(f"there is no label {shown!r}; there are {', '.join(self._codes)}")
        return code

    def list_codes(self) -> tuple[int, ...]:
        """Return the codes of all labels."""
        return tuple(self._codes.values())

    def get_codes(self, labels: Iterable[str]) -> frozenset[int]:
        """Return the codes of labels."""
        return frozenset(map(self.get_code, labels))


def make_label_bit(code: int) -> int:
    """Return the bit of a label in the column ``labels`` of the forms."""
    return OWN_BIT if code >= FIRST_OWN else 1 << code % 32
