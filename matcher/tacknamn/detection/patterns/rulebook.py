"""Turn the name of a rule into an alternative. ``rules.tsv`` gives its label and strength."""

from functools import lru_cache

from tacknamn.detection.patterns.context import SentenceContext
from tacknamn.records import Alternative
from tacknamn.support.tables import read_table

__all__ = ["get_rule_label", "propose", "weigh"]

CHECK_DIGIT_BONUS = 8
"""Added to the strength if a check digit is right. One number in ten has a right check digit by
chance, so the bonus decides only between alternatives of about the same strength."""


@lru_cache(maxsize=1)
def _read_rules() -> dict[str, tuple[str, int]]:
    return {
        rule: (label, int(strength)) for rule, label, strength in read_table(__file__, "rules.tsv")
    }


def get_rule_label(rule: str) -> str:
    """Return the label that a rule gives."""
    return _read_rules()[rule][0]


def propose(rule: str, start: int, end: int, checked: bool | None = None) -> Alternative:
    """Make the alternative that a rule proposes for a piece of the text, as strong as its shape."""
    label, strength = _read_rules()[rule]
    return Alternative(
        start, end, label, rule, "", checked, strength + CHECK_DIGIT_BONUS * bool(checked)
    )


def weigh(alternative: Alternative, context: SentenceContext) -> Alternative:
    """Add the weight of the cue words in the sentence to an alternative."""
    weight, cue = context.weigh_cues(alternative.rule, alternative.label)
    if not weight:
        return alternative
    return alternative._replace(strength=alternative.strength + weight, trigger=cue)
