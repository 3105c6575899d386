"""Whether a text says that somebody works at an institution: then it is ``work`` (A9, 3).

Companies and authorities that nobody is said to work at point at nobody: they are told under
rules of their own, so that a profile may leave them.
"""

import re
from collections.abc import Sequence

from tacknamn.labelling.forms import INSTITUTIONS
from tacknamn.pseudonymizing.records import Found

__all__ = ["with_workplaces"]

WORKPLACE, COMPANY, AUTHORITY = "workplace", "company", "authority"
_REACH = 60
"""Characters before an institution in which the verb stands: *jobbar sedan fem år på Volvo*."""
_SENTENCE = re.compile(r"[.!?\n]")
_WORKS = re.compile(
    r"\b(?:job+a\w*|arbet\w*|anställ\w*|praktik\w*|praktisera\w*|chef\w*|kolleg\w*|extrajobb\w*"
    r"|work(?:s|ed|ing)?|employ\w*|intern(?:ed|ship)?)\b"
)
_STUDIES = re.compile(
    r"\b(?:läs(?:er|te|t|a)|plugga\w*|studera\w*|gå(?:r|tt)|gick|elev\w*|student\w*|stud(?:y|ies|ied)"
    r"|går i skolan|stud(?:ying))\b"
)
_BEHIND = re.compile(r"\s*,?\s*(?:där|dar|where)\s+\w+\s+(?:\w+\s+)?(job+a\w*|arbet\w*|work\w*)")
_PLACED = INSTITUTIONS - {"transport_name"}


def with_workplaces(text: str, found: Sequence[Found]) -> list[Found]:
    """The same, institutions that somebody works at as ``work``."""
    return [_settled(text, one) if one.label in _PLACED else one for one in found]


def _settled(text: str, one: Found) -> Found:
    trigger = _verb(text, one)
    if trigger:
        return one._replace(label="work", rule=WORKPLACE, trigger=trigger)
    if one.label == "work":
        return one._replace(rule=COMPANY)
    if one.label == "public_authority":
        return one._replace(rule=AUTHORITY)
    return one


def _verb(text: str, one: Found) -> str:
    """The word that says that somebody works there; empty where none does."""
    before = _SENTENCE.split(text[max(0, one.start - _REACH) : one.start])[-1].lower()
    works = _last(_WORKS, before)
    studies = _last(_STUDIES, before)
    if works is not None and (studies is None or works.start() > studies.start()):
        return works.group()
    behind = _BEHIND.match(text, one.end, one.end + _REACH)
    return behind.group(1).lower() if behind else ""


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return max(pattern.finditer(text), key=lambda found: found.start(), default=None)
