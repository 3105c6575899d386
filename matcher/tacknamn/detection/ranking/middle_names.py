"""Label middle names in a row of names by their position: between first name and surname (A8b).

No list has middle names. They are first names, or the names of fathers and grandfathers, which also
serve as surnames (*Tesfay Gebre Haile*).
"""

from typing import Final

from tacknamn.detection.ranking.label_groups import FIRSTNAMES, MIDDLENAME, PERSONS
from tacknamn.detection.ranking.weights import WeightedPiece

__all__ = ["label_middle_names"]

OFTEN_FIRST: Final = 0.1
"""A surname is the name of a father as well if it is a first name in at least this share of its
mentions as a surname."""
LEAST_FIRST: Final = 20.0
"""Mentions per billion words as a first name; with fewer, that share says nothing."""


def label_middle_names(labels: list[str], row: list[WeightedPiece]) -> list[str]:
    """Return the labels of a row of names, with first names between the first one and a surname as
    middle names."""
    result = list(labels)
    begin = 0  # where the name of one person begins
    for index, label in enumerate(labels):
        if label not in PERSONS and label != "initials":
            begin = index + 1
        elif label == "surname":
            follows_surname = index + 1 < len(labels) and labels[index + 1] == "surname"
            if follows_surname and _is_also_first_name(row[index]):
                continue  # Gebre Haile: the name ends with the last surname
            for between in range(begin + 1, index):
                is_first = _is_also_first_name(row[between], labels[between])
                if labels[between - 1] in PERSONS and is_first:
                    result[between] = MIDDLENAME
            begin = index + 1
    first = 1 if labels[0] == "fam" else 0  # min syster Ana Maria
    if len(labels) > first + 1 and FIRSTNAMES.issuperset(labels[first:]):
        return [*labels[:first], *_label_first_names(labels[first:])]
    return result


def _label_first_names(labels: list[str]) -> list[str]:
    """Return the labels for a row that has only first names in the lists: first name, middle names
    and surname. Somalis and Ethiopians have the names of father and grandfather there."""
    first, *others = labels
    if len(others) == 1:
        return [first, MIDDLENAME] if others[0] == first else labels
    return [first, *[MIDDLENAME] * (len(others) - 1), "surname"]


def _is_also_first_name(weighted: WeightedPiece, label: str = "surname") -> bool:
    """Return whether a piece with this label is often enough a first name as well."""
    if label in FIRSTNAMES:
        return True
    first = max(
        (weight for own, weight in weighted.weights.items() if own in FIRSTNAMES), default=0.0
    )
    return first >= max(OFTEN_FIRST * weighted.weights.get("surname", 0.0), LEAST_FIRST)
