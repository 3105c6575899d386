"""Entity types of Presidio for our labels, and labels for entity types that others found.

Presidio has one type for all names of persons, where we have seven labels. What it has no type for gets
the name of the label in capitals, as in the exported deny lists (``PROF``, ``LICENSE_NR``).
"""

from collections.abc import Iterable

from tacknamn.records import Detection
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

__all__ = ["PERSON", "choose_label", "get_entity_type", "get_score", "list_entity_types"]

PERSON = "PERSON"
_BY_CLASS = {
    "AGE": "AGE",
    "DATE": "DATE_TIME",
    "EMAIL": "EMAIL_ADDRESS",
    "LOC": "LOCATION",
    "ORG": "ORGANIZATION",
    "PER": PERSON,
    "PHONE": "PHONE_NUMBER",
    "URL": "URL",
}
"""The type of each coarse class of the taxonomy."""
_BY_LABEL = {"ethnicity": "NRP"}
"""Presidio's nationality, religious or political group."""
_BY_RULE = {
    "card": "CREDIT_CARD",
    "coordination_number": "SE_PERSONNUMMER",
    "coordination_run": "SE_PERSONNUMMER",
    "iban": "IBAN_CODE",
    "insurance_number": "UK_NINO",
    "person_number": "SE_PERSONNUMMER",
    "person_number_bare": "SE_PERSONNUMMER",
    "person_number_run": "SE_PERSONNUMMER",
    "social_security": "US_SSN",
}
"""Types that are narrower than a label, by the rule of the patterns that found the number."""
_LABELS = {
    "EMAIL_ADDRESS": "email",
    "LOCATION": "city",
    "ORGANIZATION": "other_institution",
    PERSON: "firstname_unknown",
    "PHONE_NUMBER": "phone_nr",
    "SE_PERSONNUMMER": "personid_nr",
    "URL": "url",
}
"""The label that pieces of each type get if another recognizer found them."""


def get_entity_type(detection: Detection) -> str:
    """Return Presidio's type for a detection."""
    label = detection.label
    if detection.rule in _BY_RULE:
        return _BY_RULE[detection.rule]
    return _get_label_type(label)


def _get_label_type(label: str) -> str:
    return _BY_LABEL.get(label) or _BY_CLASS.get(load_taxonomy().coarse(label)) or label.upper()


def get_score(detection: Detection) -> float:
    """Return the probability that a detection is of its entity type.

    A type such as PERSON has several labels. That *Kim* is a person is more certain than that she is a
    woman."""
    if _get_label_type(detection.label) in _BY_CLASS.values():
        return max(detection.probability, detection.class_probability)
    return detection.probability


def list_entity_types(labels: Iterable[str]) -> list[str]:
    """List the types of the labels of the taxonomy, and of further labels."""
    known = (info.name for info in load_taxonomy().labels if info.kind is LabelKind.BASE)
    return sorted({*map(_get_label_type, (*known, *labels)), *_BY_RULE.values()})


def choose_label(entity_type: str) -> str | None:
    """Return our label for a type; None if there is none."""
    own = entity_type.lower()
    is_own = load_taxonomy().kind(own) is LabelKind.BASE and _get_label_type(own) == entity_type
    return _LABELS.get(entity_type) or (own if is_own else None)
