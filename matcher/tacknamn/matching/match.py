"""What a hit tells: where it is, and on demand what it may be."""

import struct
from typing import NamedTuple

from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.matching.semantics import EDITS_SHIFT, affix_names

try:
    from tacknamn import _scan
except ImportError:  # nothing was compiled at install time
    _scan = None  # type: ignore[assignment]

__all__ = ["MATCH_STRUCT", "Match", "unpack_matches"]

MATCH_STRUCT = struct.Struct("=4i")
"""A hit as both engines write it: start, end, entry, affixes and above them edits."""
_AFFIX_BITS = (1 << EDITS_SHIFT) - 1


class Match(NamedTuple):
    """One hit. What it is made of is looked up when it is asked for."""

    start: int
    """First character in the text as it was given."""
    end: int
    """Character behind the last one."""
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
        """The hit as it stands in the text."""
        return self.text[self.start : self.end]

    @property
    def base(self) -> str:
        """The entry, as people write it."""
        return self.candidates[0].form

    @property
    def affixes(self) -> tuple[str, ...]:
        """What the text appends to the entry: ``gen``, ``def``, ``pl``."""
        return affix_names(self.affix_bits)

    @property
    def candidates(self) -> list[Candidate]:
        """What it may be, the likeliest first."""
        return self.lexicon.candidates(self.entry)

    def __repr__(self) -> str:
        """Without the text around it, which may be anybody's private life."""
        return f"Match(start={self.start}, end={self.end}, entry={self.entry})"


def unpack_matches(hits: bytes, text: str, lexicon: Lexicon) -> list[Match]:
    """The matches that tell of hits."""
    if _scan is not None:
        return _scan.matches(Match, hits, text, lexicon)
    return [
        Match(start, end, entry, bits & _AFFIX_BITS, bits >> EDITS_SHIFT, text, lexicon)
        for start, end, entry, bits in MATCH_STRUCT.iter_unpack(hits)
    ]
