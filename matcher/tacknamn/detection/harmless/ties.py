"""Tell which names a text ties to the writer, and which to a book or a film.

A tie stands beside its name, with nothing between but words of ``links.tsv``: "min bror som
heter Ali", "huvudpersonen Johan", "Ali och jag". Names that "och" or a comma joins share theirs:
"mina bröder Ali och Hassan".
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Protocol

from tacknamn.detection.harmless.evidence import Evidence, PlacedCue
from tacknamn.support.tables import read_table

__all__ = ["TextMention", "Tie", "find_ties", "is_companion", "is_own_relative"]

FARTHEST = 60
"""Characters between a tie and its name."""
LONGEST = 24
"""Characters in which the word before a name is looked for."""
FREE = 1
"""Words that no table has, between "min" and a name: "min granne Eva", "min tränare Bo"."""
TYING = frozenset(("own", "role"))
"""Kinds of cues that tie a name to somebody."""
NEAREST = 2
"""Cues on either side of a name that are tried."""
_WORD = re.compile(r"[^\W\d_]+")
_LAST = re.compile(r"([^\W\d_]{1,20})[ \t]+$")
_JOINT = re.compile(r"\s*(?:,|och|and|&)?\s*")
_OUT = re.compile(r"[.!?;:]\s|\n")
_AND = " och "
_ANDS = (_AND, " and ")
_BYLINE = frozenset(("", "av", "skriven av", "skrivet av", "by", "written by", "/", "//", "-"))
"""What a writer puts before his own name below a text, or above it."""
SIGNED = 40
"""Characters that may follow a name below which nothing else stands: a surname, a class."""


class Tie(IntEnum):
    """What a name is tied to."""

    NONE = 0
    WORK = 1
    """A book, a film, news."""
    WRITER = 2


class TextMention(Protocol):
    """A name of a person where it stands."""

    @property
    def start(self) -> int:
        """Its first character."""

    @property
    def end(self) -> int:
        """The one behind it."""


@lru_cache(maxsize=1)
def _read_words() -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for kind, of_line in read_table(__file__, "links.tsv"):
        words.setdefault(kind, set()).update(of_line.split())
    return {kind: frozenset(of_kind) for kind, of_kind in words.items()}


def find_ties(lowered: str, mentions: Sequence[TextMention], evidence: Evidence) -> list[Tie]:
    """The tie of each mention, which come from left to right."""
    cues = [one for one in evidence.cues if one.cue.kind in TYING]
    starts = [one.start for one in cues]
    ties: list[Tie] = []
    for place, one in enumerate(mentions):
        tie = max(_find_tie_to_self(lowered, one), _find_tie_of_signature(lowered, one))
        near = bisect_left(starts, one.start)
        for cue in cues[max(0, near - NEAREST) : near + NEAREST]:
            tie = max(tie, _find_tie(lowered, one, cue))
        if place and tie is Tie.NONE:
            before = mentions[place - 1]
            if _JOINT.fullmatch(lowered, before.end, one.start):
                tie = ties[-1]
        ties.append(tie)
    return ties


def _find_tie(lowered: str, one: TextMention, placed: PlacedCue) -> Tie:
    before = placed.end <= one.start
    first, last = (placed.end, one.start) if before else (one.end, placed.start)
    if not 0 <= last - first <= FARTHEST or _OUT.search(lowered, first, last):
        return Tie.NONE
    between = _WORD.findall(lowered[first:last])
    if placed.cue.kind == "role" and not before and "ahead" in placed.cue.groups:
        return Tie.NONE
    if placed.cue.kind == "role":
        return Tie.NONE if _count_others(between, "link", "praise", "figure") else Tie.WORK
    free = FREE if before and " " not in placed.cue.text else 0
    return Tie.NONE if _count_others(between, "link", "praise") > free else Tie.WRITER


def _count_others(between: Sequence[str], *kinds: str) -> int:
    """How many words are of none of these kinds."""
    return sum(all(word not in _read_words()[kind] for kind in kinds) for word in between)


def _find_tie_to_self(lowered: str, one: TextMention) -> Tie:
    """Whether "jag och" stands before a name, or "och jag" behind it."""
    own = _read_words()["self"]
    if lowered[one.start - len(_AND) : one.start] in _ANDS:
        before = _WORD.findall(lowered, max(0, one.start - LONGEST), one.start)
        if before[-2:-1] and before[-2] in own:
            return Tie.WRITER
    if lowered[one.end : one.end + len(_AND)] in _ANDS:
        behind = _WORD.match(lowered, one.end + len(_AND))
        if behind and behind[0] in own:
            return Tie.WRITER
    return Tie.NONE


def _find_tie_of_signature(lowered: str, one: TextMention) -> Tie:
    """Whether a name stands below the text, or "av" and it above."""
    margin = max(0, one.start - SIGNED)
    line = lowered.rfind("\n", margin, one.start) + 1
    if margin and not line:  # no line begins near: nothing is sliced, or long lines are many
        return Tie.NONE
    before = lowered[line : one.start].strip(" \t,.:")
    if before not in _BYLINE:
        return Tie.NONE
    above = line == 0 and before and lowered.find("\n", one.end, one.end + SIGNED) > 0
    below = line > 0 and len(lowered) - one.end <= SIGNED and ". " not in lowered[one.end :]
    return Tie.WRITER if above or below else Tie.NONE


def is_companion(lowered: str, one: TextMention) -> bool:
    """Whether a word as "med" stands before a name."""
    return _find_word_before(lowered, one) in _read_words()["with"]


def is_own_relative(lowered: str, one: TextMention) -> bool:
    """Whether a relative is called as one calls one's own: "i filmen dansar mormor"."""
    words = _read_words()
    if lowered[one.start : one.end].removesuffix("s") not in words["kin"]:
        return False
    before = _find_word_before(lowered, one)
    return before not in words["theirs"] and not before.endswith("s")


def _find_word_before(lowered: str, one: TextMention) -> str:
    found = _LAST.search(lowered, max(0, one.start - LONGEST), one.start)
    return found[1] if found else ""
