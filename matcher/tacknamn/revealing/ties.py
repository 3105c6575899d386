"""Tell which names a text ties to the writer, and which to a book or a film.

A tie stands beside its name, with nothing between but words of ``links.tsv``: "min bror som
heter Ali", "huvudpersonen Johan", "Ali och jag". Names that "och" or a comma joins share theirs:
"mina bröder Ali och Hassan".
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from tacknamn.marking.tables import rows
from tacknamn.revealing.evidence import Placed

__all__ = ["Mention", "Tie", "ties_of"]

FARTHEST = 60
"""Characters between a tie and its name."""
FREE = 1
"""Words that no table has, between "min" and a name: "min granne Eva", "min tränare Bo"."""
NEAREST = 2
"""Cues on either side of a name that are tried."""
_WORD = re.compile(r"[^\W\d_]+")
_LAST = re.compile(r"([^\W\d_]{1,20})[ \t]+$")
_JOINT = re.compile(r"\s*(?:,|och|and|&)?\s*")
_OUT = re.compile(r"[.!?;:]\s|\n")
_WITH_SELF = re.compile(r"([^\W\d_]+) (?:och|and) $")
_AND_SELF = re.compile(r" (?:och|and) ([^\W\d_]+)")


class Tie(IntEnum):
    """What a name is tied to."""

    NONE = 0
    WORK = 1
    """A book, a film, news."""
    WRITER = 2


class Mention(NamedTuple):
    """A name of a person where it stands."""

    start: int
    end: int


@lru_cache(maxsize=1)
def _words() -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for kind, of_line in rows("links.tsv", __file__):
        words.setdefault(kind, set()).update(of_line.split())
    return {kind: frozenset(of_kind) for kind, of_kind in words.items()}


def ties_of(
    lowered: str, mentions: Sequence[Mention], relatives: Sequence[Mention], cues: Sequence[Placed]
) -> list[Tie]:
    """The tie of each mention; ``relatives`` are words as "bror" that were found."""
    starts = [cue.start for cue in cues]
    kin = [one.start for one in relatives]
    ties: list[Tie] = []
    for place, one in enumerate(mentions):
        tie = _beside_self(lowered, one)
        near = bisect_left(starts, one.start)
        for cue in cues[max(0, near - NEAREST) : near + NEAREST]:
            tie = max(tie, _tie(lowered, one, cue, bool(_between(kin, cue.end, one.start))))
        if place and tie is Tie.NONE:
            before = mentions[place - 1]
            if _JOINT.fullmatch(lowered, before.end, one.start):
                tie = ties[-1]
        ties.append(tie)
    return ties


def _between(starts: list[int], first: int, last: int) -> int:
    return bisect_right(starts, last) - bisect_left(starts, first)


def _tie(lowered: str, one: Mention, cue: Placed, kin: bool) -> Tie:
    before = cue.end <= one.start
    first, last = (cue.end, one.start) if before else (one.end, cue.start)
    if not 0 <= last - first <= FARTHEST or _OUT.search(lowered, first, last):
        return Tie.NONE
    words = _words()
    free = [
        word
        for word in _WORD.findall(lowered[first:last])
        if word not in words["link"] and word not in words["praise"]
    ]
    if cue.cue.kind == "role":
        return Tie.WORK if not free else Tie.NONE
    if not before and cue.cue.text in words["self"]:
        return Tie.NONE
    return Tie.WRITER if len(free) <= (FREE if before else 0) and cue.cue.owns else Tie.NONE


def _beside_self(lowered: str, one: Mention) -> Tie:
    """Whether "jag och" stands before a name, or "och jag" behind it."""
    before = _WITH_SELF.search(lowered, max(0, one.start - 12), one.start)
    behind = _AND_SELF.match(lowered, one.end)
    own = _words()["self"]
    tied = (before and before[1] in own) or (behind and behind[1] in own)
    return Tie.WRITER if tied else Tie.NONE


def company(lowered: str, one: Mention) -> bool:
    """Whether a word as "med" stands before a name."""
    found = _LAST.search(lowered, max(0, one.start - 24), one.start)
    return bool(found) and found[1] in _words()["with"]
