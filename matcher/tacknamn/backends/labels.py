"""Call what models find by coarse classes: PER, LOC, ORG, MISC, DATE, TIME ...

Models have the labels of what they were trained on: CoNLL 2003 (PER), OntoNotes (PERSON, GPE),
ACE (GPE, FACILITY, GSP), the Swedish SUC (PRS, EVN) and its relatives, Presidio's own. A label
that is not known keeps its name, in capitals, without the marks of its scheme (``B-``, ``I-``).
"""

import re

__all__ = ["coarse_label"]

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
