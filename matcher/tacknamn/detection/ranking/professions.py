"""Separate the professions of the writer's family and friends from those only mentioned (A6).

*Min mamma är läkare* says something about a person, *läkaren sa att jag ska vila* does not. After
words of learning, a profession is an education: *utbildad sjuksköterska*, *pluggar till tandläkare*.
"""

import re
from typing import Final

from tacknamn.detection.ranking.label_groups import PERSONS
from tacknamn.detection.ranking.rules import EDUCATED, ROLE
from tacknamn.detection.ranking.type_words import is_type_word
from tacknamn.records import Detection

__all__ = ["settle_professions"]

_REACH: Final = 48
"""Characters before a profession that are read: most of a sentence."""
_SENTENCE: Final = re.compile(r"[.!?\n:]")
_IS: Final = re.compile(
    r"\b(?:är|var|som|bli|blir|blev|blivit|varit|vara|yrke\w*|job+a?\w*|arbet\w*|anställ\w*|ska|vill"
    r"|am|is|are|was|were|be|become|became|as|work\w*|job)\b"
    r"(?:\W+(?!(?:att|av|from|för|från|hos|med|men|när|och|om|på|than|till|utan|with|än)\b)\w+){0,3}"
    r"\W+\Z"
)
"""A word that says what a person is, and up to three words after it: *är en mycket bra*, but not
*är svårt för*."""
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
"""Endings of professions of people who are only mentioned: *läste en bok till läkaren*."""
_ASIDE: Final = re.compile(r", (?:en|ett) (?:\w+ )?")
"""Between a person's name and a profession: *Ingegerd, en pensionerad bibliotekarie*."""
_BETWEEN: Final = frozenset((", ", " och ", " eller ", " and ", " or ", "/"))


def settle_professions(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with professions under the rule that fits, and without types of
    schools: *gymnasiet* is no education."""
    settled: list[Detection] = []
    for detection in detections:
        if detection.label == "prof":
            settled.append(_settle(text, detection, settled))
        elif detection.label != "edu" or not is_type_word(
            text[detection.start : detection.end], "school"
        ):
            settled.append(detection)
    return settled


def _settle(text: str, profession: Detection, before: list[Detection]) -> Detection:
    start = max(0, profession.start - _REACH)
    words = _SENTENCE.split(text[start : profession.start])[-1].lower()
    trained = _TRAINED.search(words)
    form = text[profession.start : profession.end].lower()
    if "def" in profession.affixes or form.endswith(_DEFINITE):
        return profession._replace(rule=ROLE)
    if trained is not None:
        trigger = trained.group().strip()
        return profession._replace(label="edu", rule=EDUCATED, trigger=trigger)
    if before:
        last = before[-1]
        # In a list, a profession is what the one before it is: är läkare och forskare.
        if text[last.end : profession.start] in _BETWEEN:
            if last.rule == EDUCATED:
                return profession._replace(label="edu", rule=EDUCATED, trigger=last.trigger)
            if last.label == "prof":
                return profession._replace(rule=last.rule) if last.rule == ROLE else profession
        if last.label in PERSONS and _ASIDE.fullmatch(text, last.end, profession.start):
            return profession
    is_somebody = _IS.search(words) or _MARRIED.search(words)
    if is_somebody and not _ANYBODY.search(words):
        return profession
    return profession._replace(rule=ROLE)
