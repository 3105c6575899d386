"""Labels of gold texts: which there are, and what kinds of names each allows.

A label that nobody knows would count as none, and teach that names are words: it is an error.
"""

from tacknamn.labelling.rows import KINDS
from tacknamn.labels import Label
from tacknamn.taxonomy import load_taxonomy

__all__ = ["ANY", "NONE", "fault_of", "kinds_of"]

NONE = frozenset(("none", "noun"))
"""What a piece is that gold leaves unmarked."""
_NAMES = frozenset(("first", "surname", "initials", "place", "institution"))
ANY = NONE | _NAMES
_OF_CLASS = {
    "PER": frozenset(("first", "surname", "initials")),
    "LOC": frozenset(("place",)),
    "ORG": frozenset(("institution",)),
    "PROPN": _NAMES,
    "?": ANY,
}
_OF_MIDDLE = frozenset(("first", "surname"))
_TAXONOMY = load_taxonomy()
_KNOWN = frozenset(
    (
        *_OF_CLASS,
        *filter(None, KINDS),
        *Label,
        *(one.name for one in _TAXONOMY.labels if one.coarse),
        *_TAXONOMY.coarse_classes,
        *("DATETIME", "QUANTITY"),
    )
)
"""Ours and those of the lists, the classes of both, and the two that court rulings (TAB) have
besides; ``MISC`` and what is no name (``DATE``) count as none."""


def kinds_of(label: str) -> frozenset[str]:
    """The kinds of a label; other labels than names' are none."""
    if label in _OF_CLASS:
        return _OF_CLASS[label]
    if label == "middlename":
        return _OF_MIDDLE
    return frozenset((KINDS[label],)) if label in KINDS else NONE


def fault_of(label: str) -> str | None:
    """What is wrong with a label, and what to do; None where it is known."""
    if label in _KNOWN:
        return None
    return (
        f"there is no label {label!r}; give {', '.join(_OF_CLASS)} or one of ours, such as city; "
        "spans of what is no name may be left out"
    )
