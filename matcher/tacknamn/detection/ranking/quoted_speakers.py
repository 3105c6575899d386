"""Speakers behind what they said, whom no list has: *”Det är bra”, sade Okonjaweli.*

An unlisted capitalized word is often the name of a firm, but at the end of a sentence behind a verb of
saying it is a person's.
"""

import re
from typing import Final

from tacknamn.detection.ranking.label_groups import INSTITUTIONS
from tacknamn.detection.ranking.rules import CAPITAL
from tacknamn.records import Detection

__all__ = ["SAID", "label_speakers"]

SAID: Final = (
    r"[”\"’',] (?:sade|sa|säger|hävdade|hävdar|hånade|menade|menar|skrev|skriver|berättade|berättar|förklarade"
    r"|förklarar|konstaterade|påpekade|svarade|tillade|undrade|utbrast)"
)
"""What stands before a speaker: the end of a quotation or of a clause, and a verb of saying."""
_SAID_BEFORE: Final = re.compile(rf"{SAID} \Z")
_REACH: Final = 18
"""Characters before a name in which such a verb stands."""
_ENDS: Final = frozenset((".", "\n", ""))


def label_speakers(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with unlisted institutions that speak as surnames."""
    return [
        each._replace(label="surname")
        if each.rule == CAPITAL and each.label in INSTITUTIONS and _is_speaker(text, each)
        else each
        for each in detections
    ]


def _is_speaker(text: str, name: Detection) -> bool:
    is_last = text[name.end : name.end + 1] in _ENDS
    start = max(0, name.start - _REACH)
    return is_last and _SAID_BEFORE.search(text, start, name.start) is not None
