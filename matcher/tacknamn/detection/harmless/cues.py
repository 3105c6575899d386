"""Find the cues of what a text is about, and of who speaks in it (``cues.tsv``).

With a ``personal`` cue the writer speaks about themselves or to a person, with an ``own`` cue about a
person or thing near to them. An ``opinion`` ("jag tycker") that begins at the same word cancels that.
``watching`` ("jag såg") begins reviews. The other kinds say that the text is a review, news, describes a
place, or speaks of matters in general.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, final

from tacknamn.detection.cues.literals import (
    Literal,
    LiteralMatch,
    LiteralScanner,
    read_endings,
)
from tacknamn.support.tables import read_table, split_cues

__all__ = [
    "FARTHEST",
    "FICTION",
    "GENERAL",
    "PERSONAL",
    "PRONOUNS",
    "SCANNERS",
    "STRONG",
    "Cue",
    "PlacedCue",
    "build_evidence_scanner",
    "find_cues",
    "select_between",
    "sort_cues",
]

STRONG: Final = 6
"""The weight of a personal cue that says who the writer is, or who is near to them."""
PERSONAL: Final = frozenset(("personal", "own", "watching"))
"""The kinds of cues with which the writer speaks about themselves."""
GENERAL: Final = frozenset(("general", "office"))
"""The kinds of cues of general matters."""
FICTION: Final = frozenset(("review", "role"))
"""The kinds of cues of books and films."""
_SCANNED_WITH: Final = dict.fromkeys((*PERSONAL, "opinion"), "writer") | dict.fromkeys(
    GENERAL, "general"
)
"""With which scanner the kinds are found, if not with that of what a text is about."""
SCANNERS: Final = ("subject", "general", "writer")
"""What has a scanner of its own, because most texts need the first one only."""
PRONOUNS: Final = "pronouns"
"""The scanner of :mod:`tacknamn.detection.harmless.private_persons`."""
INDENT: Final = 8
"""Blanks with which a line may begin, and its line break."""
FARTHEST: Final = 240
"""The greatest reach in the table, in characters."""


@final
class Cue:
    """A word or phrase that speaks for or against harmless names. Each exists once, so that cues are
    compared by identity, which is fast."""

    __slots__ = ("groups", "kind", "reach", "text", "weight", "whole")

    def __init__(
        self, text: str, kind: str, groups: frozenset[str], weight: int, reach: int, whole: bool
    ) -> None:
        self.text = text
        """As the table has it."""
        self.kind = kind
        """``personal``, ``own``, ``watching``, ``opinion``, ``role``, ``review``, ``news``, ``place``,
        ``office`` (the role of a public person: "kungen") or ``general``."""
        self.groups = groups
        """The groups of labels for which it counts (``labels.tsv``); ``any`` for all. Four further
        words restrict it: ``opening`` counts only as the first word of a line, ``letter`` is a
        greeting of letters, ``ahead`` ties only the name after it, ``collective`` ("vi", "du") may
        mean all people."""
        self.weight = weight
        """How much it counts."""
        self.reach = reach
        """The characters on each side within which it counts; 0 for its sentence."""
        self.whole = whole
        """Whether it counts for the whole text."""


@final
class PlacedCue:
    """A cue and its offsets in a text."""

    __slots__ = ("cue", "end", "start")

    def __init__(self, start: int, end: int, cue: Cue) -> None:
        self.start = start
        self.end = end
        self.cue = cue


def _get_start(placed: PlacedCue) -> int:
    return placed.start


def _begins_line(lowered: str, start: int) -> bool:
    before = lowered[max(0, start - INDENT) : start]
    return not before.rpartition("\n")[2].strip() and (start < INDENT or "\n" in before)


@lru_cache(maxsize=3)
def build_evidence_scanner(of: str) -> LiteralScanner:
    """Return a scanner for the cues ``of`` the writer, of what a text is about, or of general
    matters. Each cue is the value of its literal."""
    known_endings = read_endings()
    literals: list[Literal] = []
    for kind, groups, weight, reach, ending, texts in read_table(__file__, "cues.tsv"):
        if _SCANNED_WITH.get(kind, "subject") == of:
            of_line = (
                kind,
                frozenset(groups.split()),
                int(weight),
                int(reach) if reach.isdecimal() else 0,
                reach == "text",
            )
            literals += [
                Literal(text, kind, (Cue(text, *of_line),), known_endings[ending])
                for text in split_cues(texts)
            ]
    return LiteralScanner(literals)


def find_cues(lowered: str, of: str, hits: Mapping[str, Sequence[LiteralMatch]]) -> list[PlacedCue]:
    """Return the cues of one scanner, from left to right; of those that overlap the first, and the
    longest.

    Args:
        hits: By the names of :data:`SCANNERS`, what was found before.
    """
    matches = hits.get(of)
    if matches is None:
        matches = build_evidence_scanner(of).scan(lowered)
    if not matches:
        return []
    places: list[tuple[int, int, str, Cue]] = []
    for match in matches:
        cue: Cue = match[3].value[0]
        places.append((match[0], -match[1], cue.text, cue))
    places.sort()
    cues: list[PlacedCue] = []
    last = 0
    for start, negative, _, cue in places:
        if start >= last and ("opening" not in cue.groups or _begins_line(lowered, start)):
            last = -negative
            cues.append(PlacedCue(start, last, cue))
    return cues


def sort_cues(cues: Sequence[PlacedCue], others: Sequence[PlacedCue]) -> list[PlacedCue]:
    """Return the cues of two scanners, from left to right."""
    if not (cues and others):
        return [*cues, *others]
    return sorted([*cues, *others], key=_get_start)


def select_between(cues: list[PlacedCue], first: int, last: int) -> list[PlacedCue]:
    """Return the cues that start between two offsets."""
    begin = end = bisect_left(cues, first, key=_get_start)
    while end < len(cues) and cues[end].start <= last:
        end += 1
    return cues[begin:end]
