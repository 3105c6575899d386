"""The names of a text that may be harmless, and what their labels say of them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, final

from tacknamn.detection.harmless.public_names import is_historic_year
from tacknamn.records import Detection
from tacknamn.support.tables import read_table

__all__ = ["JudgedName", "NameKey", "collect_names", "find_groups"]

LONGEST_NUMBER: Final = 4
"""Digits of a number that may be a year or a count."""
_NUMBERS: Final = "other_nr_seq"
_AGES: Final = frozenset(("age_string", "age_digits"))
_YEARS: Final = frozenset(("year", _NUMBERS))
_COUNTED_ALONE: Final = frozenset(("fam", "prof", "edu", "age_string", "age_digits", "day"))
"""Labels of words that are no names. Each stands for itself, because many people have a brother of
ten years."""

NameKey = tuple[str, str]
"""A group of labels and a name in lower case."""


@final
class JudgedName:
    """A detection that may be harmless."""

    __slots__ = ("end", "group", "historic", "label", "name", "position", "public", "start")

    def __init__(
        self, position: int, place: tuple[int, int], label: str, group: str, base: str
    ) -> None:
        self.position = position
        """Its index among the detections."""
        self.start, self.end = place
        self.label = label
        self.group = group
        """Its group of labels (``labels.tsv``)."""
        self.name: NameKey = (group, base)
        """Mentions with the same key are judged together."""
        self.public = False
        """Whether it is a well-known name that nothing ties to a person in the text."""
        self.historic = False
        """Whether it is a year of history."""

    @property
    def alone(self) -> bool:
        """Whether its word says nothing about the same word elsewhere."""
        return self.label in _COUNTED_ALONE

    @property
    def age(self) -> bool:
        """Whether it is somebody's age."""
        return self.label in _AGES

    @property
    def first_name(self) -> bool:
        """Whether it is a first name."""
        return self.label.startswith("firstname")


@lru_cache(maxsize=1)
def _read_groups() -> dict[str, str]:
    """Return the group of each label that may be harmless."""
    return dict(read_table(__file__, "labels.tsv"))


def find_groups(detections: Sequence[Detection]) -> list[str]:
    """Return the group of each detection; empty if it is never harmless."""
    known = _read_groups()
    return [
        ""
        if detection.label == _NUMBERS and detection.end - detection.start > LONGEST_NUMBER
        else known.get(detection.label, "")
        for detection in detections
    ]


def collect_names(
    text: str, detections: Sequence[Detection], groups: Sequence[str], public: Sequence[bool]
) -> list[JudgedName]:
    """Return the detections that may be harmless.

    Args:
        groups: The group of each detection.
        public: Whether each is a well-known name that nothing ties to a person in the text.
    """
    names: list[JudgedName] = []
    for position, (detection, group) in enumerate(zip(detections, groups, strict=True)):
        if group:
            start, end, label = detection[:3]
            form = text[start:end]
            base = detection.base or form.removesuffix("s")
            name = JudgedName(position, (start, end), label, group, base.lower())
            name.public = public[position]
            name.historic = label in _YEARS and is_historic_year(form)
            names.append(name)
    return names
