"""Labels of models: map them to coarse classes, and join words with BIO labels to names.

Models use the labels of the data that they were trained on: CoNLL 2003 (PER), OntoNotes (PERSON,
GPE), ACE (GPE, FACILITY, GSP), the Swedish SUC (PRS, EVN) and its relatives, Presidio's own. A
label that is not in the table keeps its name, in capitals and without the prefix of its scheme
(``B-``, ``I-``).

In the schemes BIO, BIOES and BILOU the prefix says where a word stands in a name: B begins it,
I continues it, E or L ends it, S or U is the whole name.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["TaggedWord", "coarse_label", "is_known_label", "join_tagged_words", "strip_blanks"]

_CLASSES = {
    "PER": "PER PERSON PERS PRS PEOPLE HUMAN",
    "LOC": "LOC LOCATION GPE GSP GPE_LOC FAC FACILITY PLACE CITY COUNTRY STATE_OR_PROVINCE",
    "ORG": "ORG ORGANIZATION ORGANISATION CORPORATION COMPANY GPE_ORG",
    "MISC": "MISC MISCELLANEOUS NORP NRP PRODUCT EVENT EVN WORK_OF_ART WRK WORK LAW LANGUAGE OBJ",
    "DATE": "DATE DATE_TIME TME",
    "AGE": "AGE",
    "EMAIL": "EMAIL EMAIL_ADDRESS MAIL",
    "PHONE": "PHONE PHONE_NUMBER",
    "URL": "URL",
}
"""The labels of each class. TIME of OntoNotes is an hour of the day and stays TIME; TME of SUC is
usually a date. Nationalities and languages are MISC, as in CoNLL."""
_OTHERS = {
    "Täcknamn": "CODE DEM",
    "OntoNotes": "TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL",
    "ACE": "VEH VEHICLE WEA WEAPON",
    "SUC": "MSR",
    "MultiNERD": "ANIM BIO CEL DIS EVE FOOD INST MEDIA MYTH PLANT VEHI",
    "Presidio": "CREDIT_CARD CRYPTO IBAN_CODE IP_ADDRESS MAC_ADDRESS MEDICAL_LICENSE "
    "ABA_ROUTING_NUMBER",
}
"""Labels of what is not a name and belongs to no class, by the schemes that have them."""
_NO_CLASS = {label for labels in _OTHERS.values() for label in labels.split()}
_NATIONAL = re.compile(r"[A-Z]{2}_(?!.*(?:NAME|PERS))[A-Z_]+")
"""Presidio's labels for the numbers of a country: ``US_SSN``."""
_CLASS = {word: name for name, words in _CLASSES.items() for word in words.split()}
_SCHEME = re.compile(r"[BIESLUM][-_](?=\w)")
"""The prefix of BIO, BIOES and BILOU: ``B-PER``."""
_NO_NAME = ("O", "")
"""Labels of words that are not part of a name."""


def coarse_label(label: str) -> str:
    """Return the coarse class of a model's label.

    >>> coarse_label("B-GPE"), coarse_label("PERSON"), coarse_label("cardinal")
    ('LOC', 'PER', 'CARDINAL')
    """
    word = _SCHEME.sub("", label.strip().upper(), count=1) if "-" in label[:2] else label.strip()
    word = word.upper().partition("/")[0]  # SUC's PRS/WRK: the first class is the main one
    return _CLASS.get(word, word) or "MISC"


def is_known_label(label: str) -> bool:
    """Whether it is known if what has this label is the name of a person.

    >>> is_known_label("PERSON"), is_known_label("CARDINAL"), is_known_label("NAME")
    (True, True, False)
    """
    name = coarse_label(label)
    return name in _CLASSES or name in _NO_CLASS or _NATIONAL.fullmatch(name) is not None


class TaggedWord(NamedTuple):
    """A word with the label that a model gave it."""

    start: int
    end: int
    label: str
    score: float


def join_tagged_words(text: str, words: Iterable[TaggedWord]) -> list[NamedMention]:
    """Join labelled words to names, without blanks at their ends."""
    groups = _group_words(words)
    return [mention for group in groups if (mention := _join_group(text, group)) is not None]


def _group_words(words: Iterable[TaggedWord]) -> Iterator[list[TaggedWord]]:
    """Group consecutive words that belong to one name."""
    group: list[TaggedWord] = []
    for word in words:
        prefix, kind = _split_label(word.label)
        # The group ends before a word that begins a name or has another class, and after a word
        # that ends a name.
        ends = not group or prefix in "BSU" or kind != _split_label(group[-1].label)[1]
        if group and (ends or kind in _NO_NAME or _split_label(group[-1].label)[0] in "ELSU"):
            yield group
            group = []
        if kind not in _NO_NAME:
            group.append(word)
    if group:
        yield group


def _split_label(label: str) -> tuple[str, str]:
    """Split a label into prefix and class; a label without a prefix continues a name."""
    if len(label) > 2 and label[1] in "-_" and label[0] in "BIELSUM":
        return label[0], label[2:]
    return "I", label


def strip_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """Shrink a span to exclude blanks at its ends; tokens of some packages contain them.

    >>> strip_blanks("to Kim ", 2, 7)
    (3, 6)
    """
    part = text[start:end]
    blanks = len(part) - len(part.lstrip())
    return start + blanks, start + max(blanks, len(part.rstrip()))


def _join_group(text: str, group: Sequence[TaggedWord]) -> NamedMention | None:
    start, end = strip_blanks(text, group[0].start, group[-1].end)
    if start == end:
        return None
    score = sum(word.score for word in group) / len(group)
    return NamedMention(start, end, _split_label(group[0].label)[1], score)
