"""Call what models find by coarse classes: PER, LOC, ORG, MISC, DATE, TIME ...

Models have the labels of what they were trained on: CoNLL 2003 (PER), OntoNotes (PERSON, GPE),
ACE (GPE, FACILITY, GSP), the Swedish SUC (PRS, EVN) and its relatives, Presidio's own. A label
that is not known keeps its name, in capitals, without the marks of its scheme (``B-``, ``I-``).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tacknamn.ner.backends.protocol import NamedMention

__all__ = [
    "TaggedWord",
    "coarse_label",
    "join_tagged_words",
    "strip_blanks",
]

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
"""The words of each class. TIME, of OntoNotes, is an hour of the day and stays TIME; TME, of SUC,
is a date more often than not. Nationalities and languages are MISC as in CoNLL."""
_CLASS = {word: name for name, words in _CLASSES.items() for word in words.split()}
_SCHEME = re.compile(r"[BIESLUM][-_](?=\w)")
"""Of BIO, BIOES and BILOU, at the beginning: ``B-PER``."""


def coarse_label(label: str) -> str:
    """The class of a model's label.

    >>> coarse_label("B-GPE"), coarse_label("PERSON"), coarse_label("cardinal")
    ('LOC', 'PER', 'CARDINAL')
    """
    word = _SCHEME.sub("", label.strip().upper(), count=1) if "-" in label[:2] else label.strip()
    word = word.upper().partition("/")[0]  # SUC's PRS/WRK: the first is what it is called by
    return _CLASS.get(word, word) or "MISC"


# Put names together from words with labels of a scheme such as BIO.
#
#     Anna B-PER | Berg I-PER | i O | Lund B-LOC        Anna Berg PER, Lund LOC
#
# ``B-`` begins a name, ``I-`` goes on with one of the same class or begins one where there is none,
# ``E-`` and ``L-`` end it, ``S-`` and ``U-`` are one of their own. A class without a mark goes on
# as ``I-`` does.


_NO_NAME = ("O", "")
"""Labels of words that are no names."""


class TaggedWord(NamedTuple):
    """A word and what a model says of it."""

    start: int
    end: int
    label: str
    score: float


def join_tagged_words(text: str, words: Iterable[TaggedWord]) -> list[NamedMention]:
    """The names of a text whose words have labels, without blanks at their ends."""
    return [one for group in _group_words(words) if (one := _join_group(text, group)) is not None]


def _group_words(words: Iterable[TaggedWord]) -> Iterator[list[TaggedWord]]:
    group: list[TaggedWord] = []
    for word in words:
        mark, kind = _split_label(word.label)
        ends = not group or mark in "BSU" or kind != _split_label(group[-1].label)[1]
        if group and (ends or kind in _NO_NAME or _split_label(group[-1].label)[0] in "ELSU"):
            yield group
            group = []
        if kind not in _NO_NAME:
            group.append(word)
    if group:
        yield group


def _split_label(label: str) -> tuple[str, str]:
    """The mark and the class of a label; a label without a mark counts as one that goes on."""
    if len(label) > 2 and label[1] in "-_" and label[0] in "BIELSUM":
        return label[0], label[2:]
    return "I", label


def strip_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without blanks at its ends: tokens of some packages have them, or are blanks.

    >>> trimmed("to Kim ", 2, 7)
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
