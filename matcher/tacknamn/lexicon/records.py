"""What a look-up returns: the candidates of a form, and facts about ordinary words."""

from dataclasses import dataclass
from typing import NamedTuple

from tacknamn.labels import AnyLabel, Kind

__all__ = [
    "ENGLISH_ADJECTIVE",
    "ENGLISH_BASE",
    "ENGLISH_NAME",
    "ENGLISH_NOUN",
    "ENGLISH_ORIGIN",
    "ENGLISH_OTHER",
    "ENGLISH_SAYS",
    "ENGLISH_SMALL",
    "PROPER_NOUN",
    "Candidate",
    "OrdinaryWord",
]

PROPER_NOUN = 8
"""Bit for a name among the parts of speech of a word."""

ENGLISH_NOUN, ENGLISH_BASE, ENGLISH_SAYS, ENGLISH_ADJECTIVE, ENGLISH_OTHER = 1, 2, 4, 8, 16
"""Bits for a word that English writes in small letters: a noun, the base form of a verb, a form
that stands after *she* (*says*, *said*), an adjective, anything else."""
ENGLISH_NAME, ENGLISH_ORIGIN = 32, 64
"""Bits for a word that English writes with a capital: a name, an adjective made from one
(*Canadian*)."""
ENGLISH_SMALL = ENGLISH_NOUN | ENGLISH_BASE | ENGLISH_SAYS | ENGLISH_ADJECTIVE | ENGLISH_OTHER


@dataclass(frozen=True, slots=True)
class Candidate:
    """A label that a form may have, with its probability."""

    form: str
    """The form as it is usually written."""
    label: AnyLabel
    """A label of ours, or one of a list of one's own."""
    probability: float
    """Share of the uses of the form that have this meaning; the rest up to 1 are ordinary words."""
    count: float
    kind: Kind
    """What the count counts."""
    country: str
    parent: str
    """What a place is part of: a municipality, a region, a town."""
    sources: tuple[str, ...]
    """The sources that list it."""
    entity: str = ""
    """Names of one place or institution share it, such as ``geonames:2711537``; empty if unknown."""


class OrdinaryWord(NamedTuple):
    """An ordinary word, or a name that is in the word lists."""

    zipf_sv: float
    """Frequency in Swedish: log10 of the uses per billion words; 0 if unknown."""
    zipf_en: float
    """The same in English."""
    pos: int
    """Bits of its parts of speech in Swedish, such as :data:`PROPER_NOUN`; 0 if unknown."""
    english: int = 0
    """Bits of its parts of speech in English, such as :data:`ENGLISH_NOUN`; 0 if unknown."""
