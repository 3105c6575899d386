"""Join what several packages found in the same sentences."""

from collections.abc import Mapping, Sequence

from tacknamn.evaluation.comparison.sentences import NAME
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.rules import CombinationMode, CombinationRule
from tacknamn.ner.combining.voting import combine_by_rule

__all__ = ["join_names"]


def join_names(
    texts: Sequence[str],
    found: Mapping[str, Sequence[Sequence[NamedMention]]],
    mode: str = CombinationMode.UNION,
) -> list[list[NamedMention]]:
    """Return the names of each text, joined from those that each package found."""
    rule = CombinationRule.make(mode)
    return [
        combine_by_rule(rule, text, {name: names[at] for name, names in found.items()}, NAME)
        for at, text in enumerate(texts)
    ]
