"""Turn a rule's name into a reading: label and strength stand in ``rules.tsv``."""

from functools import lru_cache

from tacknamn.detection.patterns.context import SentenceContext
from tacknamn.records import Alternative
from tacknamn.support.tables import read_table

__all__ = ["get_rule_label", "propose", "weigh"]

CHECK_DIGIT_BONUS = 8
"""What a right check digit adds: one in ten numbers has it by chance, so it decides between
readings that are about as strong and no others."""


@lru_cache(maxsize=1)
def _read_rules() -> dict[str, tuple[str, int]]:
    return {
        rule: (label, int(strength)) for rule, label, strength in read_table(__file__, "rules.tsv")
    }


def get_rule_label(rule: str) -> str:
    """The label that a rule gives."""
    return _read_rules()[rule][0]


def propose(rule: str, start: int, end: int, checked: bool | None = None) -> Alternative:
    """The reading of a part of the text by a rule, as strong as its shape makes it."""
    label, strength = _read_rules()[rule]
    return Alternative(
        start, end, label, rule, "", checked, strength + CHECK_DIGIT_BONUS * bool(checked)
    )


def weigh(found: Alternative, context: SentenceContext) -> Alternative:
    """The reading, as strong as its sentence makes it."""
    weight, trigger = context.speaks_for(found.rule, found.label)
    if not weight:
        return found
    return found._replace(strength=found.strength + weight, trigger=trigger)
