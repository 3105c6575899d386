"""Choose a label of a configuration for what was found.

A configuration may have labels of SVALA's taxonomy (``surname``, ``city``), coarse classes (``PER``,
``Person``), or both. A label of the taxonomy wins over a class, and what has neither is left out.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tacknamn.labels import LABELS
from tacknamn.ner.backends.labels import coarse_label
from tacknamn.records import Detection
from tacknamn.taxonomy.coarse_classes import merge_coarse
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

__all__ = ["LabelNames", "NamedPiece", "choose_names"]

_SEPARATORS = re.compile(r"[\s:/-]+")
_GROUPS = {
    "firstname": ("firstname_female", "firstname_male", "firstname_unknown"),
    "surname": ("surname",),
}
_GROUP_WORDS = {
    "firstname": "first_name firstname given_name forename förnamn",
    "surname": "last_name lastname family_name efternamn",
}
"""Labels of usual configurations for one or several of ours."""
_CLASS_WORDS = {
    "PER": "name full_name namn person_name personnamn",
    "LOC": "plats ort address adress",
    "ORG": "institution",
    "DATE": "datum",
    "AGE": "ålder",
    "PHONE": "phone telephone telefon telefonnummer",
    "EMAIL": "e_mail epost e_post",
    "CODE": "id personnummer ssn id_number",
}
"""Words for classes that models of others do not use as labels."""
_GENERIC = frozenset(("place", "other_institution"))
"""Labels of ours whose names stand for a whole class elsewhere, if nothing else does."""
_GROUP_OF_WORD = {word: group for group, words in _GROUP_WORDS.items() for word in words.split()}
_CLASS_OF_WORD = {word: name for name, words in _CLASS_WORDS.items() for word in words.split()}


class NamedPiece(NamedTuple):
    """A piece of a text with a label of a configuration."""

    start: int
    end: int
    label: str
    probability: float


class LabelNames(NamedTuple):
    """The labels of a configuration by ours, and by classes."""

    by_label: dict[str, str]
    by_class: dict[str, str]

    def name_pieces(self, detections: Iterable[Detection], text: str) -> list[NamedPiece]:
        """Return what has a label of the configuration, from left to right.

        Neighbours of one class become one piece (first name and surname), as in texts that are labelled
        by classes."""
        named, others = [], []
        for each in detections:
            label = self.by_label.get(each.label)
            if label is None:
                others.append(each)
            else:
                named.append(NamedPiece(each.start, each.end, label, each.probability))
        return sorted([*named, *self._name_classes(others, text)])

    def _name_classes(self, detections: list[Detection], text: str) -> Iterator[NamedPiece]:
        for each in merge_coarse(detections, text):
            label = self.by_class.get(each.label)
            if label is not None:
                yield NamedPiece(each.start, each.end, label, each.probability)


def choose_names(labels: Iterable[tuple[str, str]]) -> LabelNames:
    """Return what the labels of a configuration mean.

    Args:
        labels: What labels are called, with their names in results.

    >>> names = choose_names([("Person", "Person"), ("City", "town"), ("Place", "Place")])
    >>> names.by_class["PER"], names.by_label["city"], names.by_class["LOC"]
    ('Person', 'town', 'Place')
    """
    classes = set(load_taxonomy().coarse_classes)
    by_label: dict[str, str] = {}
    by_class: dict[str, str] = {}
    generic: dict[str, str] = {}
    for called, label in labels:
        word = _SEPARATORS.sub("_", called.strip()).lower()
        own = _find_labels(called, word)
        for each in own:
            by_label.setdefault(each, label)
        name = _CLASS_OF_WORD.get(word) or coarse_label(called)
        if name in classes and (not own or _GENERIC.intersection(own)):
            (generic if own else by_class).setdefault(name, label)
    return LabelNames(by_label, generic | by_class)


def _find_labels(label: str, word: str) -> tuple[str, ...]:
    """Return the labels of ours that a label means; a label of a list of one's own is as it is."""
    if word in _GROUP_OF_WORD:
        return _GROUPS[_GROUP_OF_WORD[word]]
    taxonomy = load_taxonomy()
    info = taxonomy.find(word) or taxonomy.find(label)
    if info is not None and info.kind is LabelKind.BASE:
        return (info.name,)
    if word in LABELS:  # nationality, which is ethnicity in the taxonomy
        return (taxonomy.find_for_lexicon(word).name,)
    return ()
