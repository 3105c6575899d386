"""Entity types of Presidio for our detections, and labels for entity types that others found.

Presidio has one type for all names of persons, where we have seven labels, and a full name is one
entity. What it has no type for gets the name of the label in capitals, as in the exported deny lists
(``PROF``, ``LICENSE_NR``).

``presidio_types.tsv`` has the further names by which Presidio's clients ask. Its columns:

- ``rules``: the rules of the patterns whose findings have this type, whatever is asked for.
- ``found``: what else has it if the name is asked for, and no type of ours that fits better: rules,
  labels, or a coarse class. Three sorts of documents have one label, so only the question tells them apart.
  A name without ``rules`` and ``found`` is one that nothing of ours fits.
- ``shape``: what such a piece must be, without its blanks, hyphens, full stops and strokes.
- ``cue``: a part of the cue word next to a piece that fits this name better than others.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tacknamn.records import Detection
from tacknamn.taxonomy.coarse_classes import continues, find_end
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

__all__ = [
    "PERSON",
    "TypedEntity",
    "choose_label",
    "find_entities",
    "get_entity_type",
    "get_score",
    "list_entity_types",
    "list_unfound_types",
]

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
_TABLE = Path(__file__).with_name("presidio_types.tsv")
_DELIMITERS = re.compile(r"[\s.,/\-‐‑–]+")


class _AskedName(NamedTuple):
    """A line of the table."""

    type: str
    rules: frozenset[str]
    found: frozenset[str]
    shape: re.Pattern[str] | None
    cue: str

    def fits(self, text: str, detection: Detection) -> bool:
        """Whether a detection may have this type if it is asked for."""
        label = detection.label
        if self.found.isdisjoint((detection.rule, label, load_taxonomy().coarse(label))):
            return False
        piece = _DELIMITERS.sub("", text[detection.start : detection.end])
        return self.shape is None or self.shape.fullmatch(piece) is not None


@cache
def _load_names() -> tuple[_AskedName, ...]:
    _, *lines = _TABLE.read_text("utf-8").splitlines()
    return tuple(
        _AskedName(
            type,
            frozenset(rules.split()),
            frozenset(found.split()),
            re.compile(shape) if shape else None,
            cue,
        )
        for type, rules, found, shape, cue, _ in (line.split("\t") for line in lines)
    )


@cache
def _load_types_by_rule() -> dict[str, str]:
    return {rule: name.type for name in _load_names() for rule in name.rules}


class TypedEntity(NamedTuple):
    """Detections that are one entity of Presidio: a full name, a date, or anything alone."""

    entity_type: str
    parts: tuple[Detection, ...]
    """From left to right."""
    end: int
    """The character after the last one, without an English genitive, as Presidio has it."""

    @property
    def start(self) -> int:
        """The first character in the text."""
        return self.parts[0].start

    @property
    def best(self) -> Detection:
        """The most certain part."""
        return max(self.parts, key=get_score)

    @property
    def labels(self) -> str:
        """The labels of all parts: ``firstname_female surname``."""
        return " ".join(dict.fromkeys(each.label for each in self.parts))

    @property
    def reason(self) -> str:
        """What found it, without a word of the text."""
        return ", ".join(
            dict.fromkeys(f"{each.label} by the rule {each.rule}" for each in self.parts)
        )


def find_entities(
    text: str, detections: Iterable[Detection], wanted: Collection[str] | None = None
) -> Iterator[TypedEntity]:
    """Yield the entities of a text from left to right.

    Args:
        wanted: The types that are asked for; all of ours if None.
    """
    names = () if wanted is None else tuple(each for each in _load_names() if each.type in wanted)
    entity: TypedEntity | None = None
    for each in detections:
        type = _choose_type(text, each, wanted, names)
        if type is None:
            continue
        if entity and type == entity.entity_type and _belongs(text, entity, each):
            entity = TypedEntity(type, (*entity.parts, each), find_end(text, each))
            continue
        if entity:
            yield entity
        entity = TypedEntity(type, (each,), find_end(text, each))
    if entity:
        yield entity


def _belongs(text: str, entity: TypedEntity, piece: Detection) -> bool:
    """Whether a piece is one entity with those before it. Words between them stay outside, but for the
    particles of a person's name: what replaces an entity would replace them too."""
    between = text[entity.parts[-1].end : piece.start]
    is_joined = entity.entity_type == PERSON or not any(map(str.isalpha, between))
    return is_joined and continues(entity.parts, piece, text)


def _choose_type(
    text: str, detection: Detection, wanted: Collection[str] | None, names: Iterable[_AskedName]
) -> str | None:
    """Return the type of a detection: ours if it is asked for, else an asked name that fits."""
    own = get_entity_type(detection)
    if wanted is None or own in wanted:
        return own
    if (broader := _get_label_type(detection.label)) in wanted:
        return broader
    fitting = [name for name in names if name.fits(text, detection)]
    if not fitting:
        return None
    trigger = detection.trigger
    return next(
        (each.type for each in fitting if each.cue and each.cue in trigger), fitting[0].type
    )


def get_entity_type(detection: Detection) -> str:
    """Return Presidio's type for a detection."""
    return _load_types_by_rule().get(detection.rule) or _get_label_type(detection.label)


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
    """List the types that can be asked for: those of the taxonomy, of further labels, and the names of
    Presidio that something of ours fits."""
    known = (info.name for info in load_taxonomy().labels if info.kind is LabelKind.BASE)
    names = (name.type for name in _load_names() if name.rules or name.found)
    return sorted({*map(_get_label_type, (*known, *labels)), *names})


def list_unfound_types() -> list[str]:
    """List the names of Presidio that nothing of ours fits."""
    return sorted(name.type for name in _load_names() if not name.rules and not name.found)


def choose_label(entity_type: str) -> str | None:
    """Return our label for a type; None if there is none."""
    own = entity_type.lower()
    is_own = load_taxonomy().kind(own) is LabelKind.BASE and _get_label_type(own) == entity_type
    return _LABELS.get(entity_type) or (own if is_own else None)
