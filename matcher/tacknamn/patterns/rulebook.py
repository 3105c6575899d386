"""Turn a rule's name into a reading: label and strength stand in ``rules.tsv``."""

from functools import lru_cache

from tacknamn.patterns.context import Context
from tacknamn.patterns.records import Reading
from tacknamn.patterns.tables import rows

__all__ = ["label_of", "reading", "weighed"]

CHECKED = 8
"""What a right check digit adds: one in ten numbers has it by chance, so it decides between
readings that are about as strong and no others."""


@lru_cache(maxsize=1)
def _rules() -> dict[str, tuple[str, int]]:
    return {rule: (label, int(strength)) for rule, label, strength in rows("rules.tsv")}


def label_of(rule: str) -> str:
    """The label that a rule gives."""
    return _rules()[rule][0]


def reading(rule: str, start: int, end: int, checked: bool | None = None) -> Reading:
    """The reading of a part of the text by a rule, as strong as its shape makes it."""
    label, strength = _rules()[rule]
    return Reading(start, end, label, rule, "", checked, strength + CHECKED * bool(checked))


def weighed(found: Reading, context: Context) -> Reading:
    """The reading, as strong as its sentence makes it."""
    weight, trigger = context.speaks_for(found.rule, found.label)
    if not weight:
        return found
    return found._replace(strength=found.strength + weight, trigger=trigger)
