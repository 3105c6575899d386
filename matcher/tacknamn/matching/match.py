"""A match: its offsets, and the entry that it looks up when needed."""

import struct
from typing import NamedTuple

from tacknamn.labels import AFFIX_BITS, name_affixes
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.matching.semantics import EDITS_SHIFT
from tacknamn.support import compiled

__all__ = ["MATCH_STRUCT", "Match", "unpack_matches"]

MATCH_STRUCT = struct.Struct("=4i")
"""A match as both engines write it: start, end, entry, and affixes with the edits above them."""


class Match(NamedTuple):
    """One match. Its entry is looked up only when one of the properties is used."""

    start: int
    """First character, as a position in the text."""
    end: int
    """Position after the last character."""
    entry: int
    """The entry's number in the lexicon."""
    affix_bits: int
    edits: int
    """Letters by which the text differs from the entry."""
    text: str
    """The text that was searched."""
    lexicon: Lexicon

    @property
    def form(self) -> str:
        """The match as it is written in the text."""
        return self.text[self.start : self.end]

    @property
    def base(self) -> str:
        """The entry, as it is usually written."""
        return self.candidates[0].form

    @property
    def affixes(self) -> tuple[str, ...]:
        """What the text adds to the entry: ``gen``, ``def``, ``pl``."""
        return name_affixes(self.affix_bits)

    @property
    def candidates(self) -> list[Candidate]:
        """What the entry may be, the likeliest candidate first."""
        return self.lexicon.candidates(self.entry)

    def __repr__(self) -> str:
        """Leave out the text, because it may be private; show the likeliest label."""
        place = f"start={self.start}, end={self.end}, length={self.end - self.start}"
        return f"Match({place}, label={str(self.candidates[0].label)!r}, entry={self.entry})"


def unpack_matches(matches: bytes, text: str, lexicon: Lexicon) -> list[Match]:
    """Turn the bytes that an engine writes into matches."""
    if compiled.scan is not None:
        return compiled.scan.matches(Match, matches, text, lexicon)
    return [
        Match(start, end, entry, bits & AFFIX_BITS, bits >> EDITS_SHIFT, text, lexicon)
        for start, end, entry, bits in MATCH_STRUCT.iter_unpack(matches)
    ]
