"""Tell middle names in a row of names by their place: between the first name and the surname (A8b).

No list has them. They are first names, or names of fathers and grandfathers that are borne as
surnames, too (*Tesfay Gebre Haile*).
"""

from typing import Final

from tacknamn.detection.ranking.forms import FIRSTNAMES, MIDDLENAME, PERSONS
from tacknamn.detection.ranking.weights import WeightedPiece

__all__ = ["label_middle_names"]

OFTEN_FIRST: Final = 0.1
"""Share of its mentions as a surname that a name has as a first name, if fathers bear it whose
names their children have between their own and the family's."""
LEAST_FIRST: Final = 20.0
"""Mentions in a billion words below which that share tells nothing."""


def label_middle_names(path: list[str], row: list[WeightedPiece]) -> list[str]:
    """First names between the first one and a surname are middle names (A8b)."""
    labels = list(path)
    begin = 0
    for place, label in enumerate(path):
        if label not in PERSONS and label != "initials":
            begin = place + 1
        elif label == "surname":
            if (
                place + 1 < len(path)
                and path[place + 1] == "surname"
                and _is_also_first_name(row[place])
            ):
                continue
            for between in range(begin + 1, place):
                if path[between - 1] in PERSONS and _is_also_first_name(
                    row[between], path[between]
                ):
                    labels[between] = MIDDLENAME
            begin = place + 1
    first = 1 if path[0] == "fam" else 0  # Min syster Ana Maria.
    if len(path) > first + 1 and FIRSTNAMES.issuperset(path[first:]):
        return [*path[:first], *_label_first_names(path[first:])]
    return labels


def _label_first_names(path: list[str]) -> list[str]:
    """In the order of first name, middle name and surname, where lists know none of them as a
    surname: of Somalis and Ethiopians, fathers' and grandfathers' names stand there."""
    first, *others = path
    if len(others) == 1:
        return [first, MIDDLENAME] if others[0] == first else path
    return [first, *[MIDDLENAME] * (len(others) - 1), "surname"]


def _is_also_first_name(one: WeightedPiece, label: str = "surname") -> bool:
    """Whether a surname, or a name with that label, is often enough a first name as well, as the
    names of fathers are that stand between (Tesfay Gebre Haile)."""
    if label in FIRSTNAMES:
        return True
    first = max((weight for own, weight in one.weights.items() if own in FIRSTNAMES), default=0.0)
    return first >= max(OFTEN_FIRST * one.weights.get("surname", 0.0), LEAST_FIRST)
