"""Whether a word for a profession says what somebody is, or whom one met (A6).

*Min mamma är läkare* points at somebody, *läkaren sa att jag ska vila* does not. Behind words
of learning it is an education: *utbildad sjuksköterska*, *pluggar till tandläkare*.
"""

import re
from typing import Final

from tacknamn.detection.ranking.forms import PERSONS
from tacknamn.detection.ranking.type_words import is_type_word
from tacknamn.records import Detection

__all__ = ["settle_professions"]

ROLE, EDUCATED = "role", "educated"
"""Rules: a profession that says nothing of anybody near; one that somebody was trained for."""
_REACH: Final = 48
"""Characters before a profession that are looked at: most of a sentence."""
_SENTENCE: Final = re.compile(r"[.!?\n:]")
_IS: Final = re.compile(
    r"\b(?:är|var|som|bli|blir|blev|blivit|varit|vara|yrke\w*|job+a?\w*|arbet\w*|anställ\w*|ska|vill"
    r"|am|is|are|was|were|be|become|became|as|work\w*|job)\b"
    r"(?:\W+(?!(?:att|av|from|för|från|hos|med|men|när|och|om|på|than|till|utan|with|än)\b)\w+){0,3}"
    r"\W+\Z"
)
"""A word that says that somebody is something, and at most three more: *är en mycket bra*, but
not *är svårt för*."""
_MARRIED: Final = re.compile(
    r"\b(?:gift|sambo|ihop|tillsammans|förlovad|married) (?:med|to) \w+ \Z"
)
_ANYBODY: Final = re.compile(
    r"(?<!min )(?<!nes )(?<!din )\bman (?:kan|måste|ska|får|vill|bör|behöver|skulle|blir)\b"
    r"|\b(?:måste|kan|ska|får|bör) man\b"
)
"""What holds for everybody: *man kan bli läkare*."""
_TRAINED: Final = re.compile(
    r"\b(?:utbilda\w*(?: (?:sig|mig))?(?: till| som)?|utbildning\w* (?:till|som)"
    r"|(?:examen|kurs|program\w*) (?:som|till)|(?:studera|plugga|läs)\w*(?: \w+){0,4} till"
    r"|legitimera\w*|certifiera\w*|train(?:ed|ing) (?:as|to be)|study(?:ing)? to (?:be|become))"
    r"(?: en| ett| an?)?\W+\Z"
)
_DEFINITE: Final = ("aren", "arna", "erna", "isten", "kan", "chefen", "orn", "ören")
"""Ends of professions whom one met: *läste en bok till läkaren*."""
_ASIDE: Final = re.compile(r", (?:en|ett) (?:\w+ )?")
"""Behind a person's name: *Ingegerd, en pensionerad bibliotekarie*."""
_BETWEEN: Final = frozenset((", ", " och ", " eller ", " and ", " or ", "/"))


def settle_professions(text: str, found: list[Detection]) -> list[Detection]:
    """The same, professions under the rule that says what they tell, without kinds of schools:
    *gymnasiet* is no education that somebody has."""
    settled: list[Detection] = []
    for one in found:
        if one.label == "prof":
            settled.append(_settle(text, one, settled))
        elif one.label != "edu" or not is_type_word(text[one.start : one.end], "school"):
            settled.append(one)
    return settled


def _settle(text: str, one: Detection, before: list[Detection]) -> Detection:
    words = _SENTENCE.split(text[max(0, one.start - _REACH) : one.start])[-1].lower()
    trained = _TRAINED.search(words)
    if "def" in one.affixes or text[one.start : one.end].lower().endswith(_DEFINITE):
        return one._replace(rule=ROLE)
    if trained is not None:
        return one._replace(label="edu", rule=EDUCATED, trigger=trained.group().strip())
    if before and text[before[-1].end : one.start] in _BETWEEN:
        if before[-1].rule == EDUCATED:
            return one._replace(label="edu", rule=EDUCATED, trigger=before[-1].trigger)
        if before[-1].label == "prof":
            return one._replace(rule=before[-1].rule) if before[-1].rule == ROLE else one
    if before and before[-1].label in PERSONS and _ASIDE.fullmatch(text, before[-1].end, one.start):
        return one
    is_somebody = _IS.search(words) or _MARRIED.search(words)
    return one if is_somebody and not _ANYBODY.search(words) else one._replace(rule=ROLE)
