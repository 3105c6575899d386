"""Whether a word for a profession says what somebody is, or whom one met (A6).

*Min mamma är läkare* points at somebody, *läkaren sa att jag ska vila* does not. Behind words
of learning it is an education: *utbildad sjuksköterska*, *pluggar till tandläkare*.
"""

import re
from collections.abc import Sequence

from tacknamn.pseudonymizing.records import Found

__all__ = ["with_professions"]

ROLE, EDUCATED = "role", "educated"
"""Rules: a profession that says nothing of anybody near; one that somebody was trained for."""
_REACH = 48
_SENTENCE = re.compile(r"[.!?\n:]")
_IS = re.compile(
    r"\b(?:är|var|som|bli|blir|blev|blivit|varit|vara|yrke\w*|job+a?\w*|arbet\w*|anställ\w*|ska|vill"
    r"|am|is|are|was|were|be|become|became|as|work\w*|job)\b(?:\W+\w+){0,3}\W+\Z"
)
"""A word that says that somebody is something, and at most three more: *är en mycket bra*."""
_TRAINED = re.compile(
    r"\b(?:utbilda\w*(?: (?:sig|mig))?(?: till| som)?|utbildning (?:till|som)|examen som"
    r"|(?:studera|plugga|läs)\w* till|train(?:ed|ing) (?:as|to be)|study(?:ing)? to (?:be|become))"
    r"(?: en| ett| an?)?\W+\Z"
)
_BETWEEN = frozenset((", ", " och ", " eller ", " and ", " or ", "/"))


def with_professions(text: str, found: Sequence[Found]) -> list[Found]:
    """The same, professions under the rule that says what they tell."""
    settled: list[Found] = []
    for one in found:
        settled.append(_settled(text, one, settled) if one.label == "prof" else one)
    return settled


def _settled(text: str, one: Found, before: list[Found]) -> Found:
    words = _SENTENCE.split(text[max(0, one.start - _REACH) : one.start])[-1].lower()
    trained = _TRAINED.search(words)
    if trained is not None:
        return one._replace(label="edu", rule=EDUCATED, trigger=trained.group().strip())
    if "def" in one.affixes:
        return one._replace(rule=ROLE)
    if before and before[-1].label == "prof" and text[before[-1].end : one.start] in _BETWEEN:
        return one._replace(rule=before[-1].rule) if before[-1].rule == ROLE else one
    return one if _IS.search(words) else one._replace(rule=ROLE)
