"""Tell the pseudonymizer what the profile ``tab`` masks: mentions that are no NO_MASK (E5)."""

from collections.abc import Sequence

from tacknamn.pseudonymizing.records import Found
from tacknamn.tab.annotating import annotations
from tacknamn.tab.records import EntityType, IdentifierType, Mention

__all__ = ["to_mask"]

LABELS = {
    EntityType.PERSON: "firstname_unknown",
    EntityType.CODE: "other_nr_seq",
    EntityType.LOC: "place",
    EntityType.ORG: "other_institution",
    EntityType.DEM: "sensitive",
    EntityType.DATETIME: "date_digits",
    EntityType.QUANTITY: "other_nr_seq",
    EntityType.MISC: "extra",
}
"""The taxonomy's nearest label, where the engine found nothing there itself."""
BY_RULE = {"duration": "time_span", "condition": "health_condition"}
"""The same for rules that have a nearer one."""


def to_mask(
    text: str, founds: Sequence[Found], protect: str = "", language: str = "en"
) -> list[Found]:
    """What is to be masked in a text, from left to right and without overlaps."""
    return [
        _found(one)
        for one in annotations((text, founds), protect, language)
        if one.identifier_type is not IdentifierType.NO_MASK
    ]


def _found(one: Mention) -> Found:
    rule = f"tab:{one.rule}"
    if one.found is None:
        return Found(one.start, one.end, BY_RULE.get(one.rule, LABELS[one.entity_type]), rule)
    return one.found._replace(start=one.start, end=one.end, rule=rule)
