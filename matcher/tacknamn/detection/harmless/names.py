"""The names of a text that may be harmless, and what their labels say of them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tacknamn.detection.harmless.public_names import is_historic_year
from tacknamn.records import Detection
from tacknamn.support.tables import read_table

__all__ = ["JudgedName", "NameKey", "collect_names", "find_groups"]

LONGEST_NUMBER = 4
"""Digits of a number that may be a year or a count."""
_NUMBERS = "other_nr_seq"
_AGES = frozenset(("age_string", "age_digits"))
_YEARS = frozenset(("year", _NUMBERS))
_COUNTED_ALONE = frozenset(("fam", "prof", "edu", "age_string", "age_digits", "day"))
"""Labels of words that are no names. Each stands for itself, because many people have a brother of
ten years."""

NameKey = tuple[str, str]
"""A group of labels and a name in lower case."""


class JudgedName(NamedTuple):
    """A detection that may be harmless."""

    position: int
    """Its index among the detections."""
    start: int
    end: int
    group: str
    """Its group of labels (``labels.tsv``)."""
    name: NameKey
    """Mentions with the same key are judged together."""
    alone: bool
    """Whether its word says nothing about the same word elsewhere."""
    age: bool = False
    """Whether it is somebody's age."""
    first_name: bool = False
    """Whether it is a first name."""
    public: bool = False
    """Whether it is a well-known name that nothing ties to a person in the text."""
    historic: bool = False
    """Whether it is a year of history."""
    label: str = ""
    """Its label."""


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
            names.append(
                JudgedName(
                    position,
                    start,
                    end,
                    group,
                    (group, base.lower()),
                    label in _COUNTED_ALONE,
                    label in _AGES,
                    label.startswith("firstname"),
                    public[position],
                    label in _YEARS and is_historic_year(form),
                    label,
                )
            )
    return names
