"""How names of institutions are written, and how they become detections."""

from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.ranking.rules import INSTITUTION
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["CAPITALIZED", "CAPITALIZED_RUN", "REACH_OF_TYPE_WORD", "build_institution"]

CAPITALIZED: Final = r"[A-ZÅÄÖÉÜ][\w&'’./-]*[\w&]"
CAPITALIZED_RUN: Final = compile_lazily(
    rf"{CAPITALIZED}(?: (?:(?:&|och|de|la|las|los|le|el|al|du|del|della|des|di|do|da|dos|för|für|im|of|the"
    rf"|and) (?:(?:la|el|los|las|the) )?)?{CAPITALIZED}| (?:[Nn](?:r|o|º)\.? ?)?\d+\b)*"
)
"""A name of capitalized words: *Gyllene Draken*, *Bella Napoli*."""
REACH_OF_TYPE_WORD: Final = 60
"""Characters before a type word that are read."""


def build_institution(start: int, end: int, match: LiteralMatch, text: str) -> Detection:
    """Return the detection of an institution that a type word shows."""
    trigger = text[match.start : match.end].lower()
    return Detection(
        start, end, match.literal.value[0], INSTITUTION, text[start:end], trigger=trigger
    )
