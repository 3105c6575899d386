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

from tacknamn.marking.tables import rows
from tacknamn.revealing.evidence import Evidence, Placed

__all__ = ["Mention", "Tie", "company", "own_relative", "ties_of"]

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


class Mention(Protocol):
    """A name of a person where it stands."""

    @property
    def start(self) -> int:
        """Its first character."""

    @property
    def end(self) -> int:
        """The one behind it."""


@lru_cache(maxsize=1)
def _words() -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for kind, of_line in rows("links.tsv", __file__):
        words.setdefault(kind, set()).update(of_line.split())
    return {kind: frozenset(of_kind) for kind, of_kind in words.items()}


def ties_of(lowered: str, mentions: Sequence[Mention], evidence: Evidence) -> list[Tie]:
    """The tie of each mention, which come from left to right."""
    cues = [one for one in evidence.cues if one.cue.kind in TYING]
    starts = [one.start for one in cues]
    ties: list[Tie] = []
    for place, one in enumerate(mentions):
        tie = max(_beside_self(lowered, one), _signature(lowered, one))
        near = bisect_left(starts, one.start)
        for cue in cues[max(0, near - NEAREST) : near + NEAREST]:
            tie = max(tie, _tie(lowered, one, cue))
        if place and tie is Tie.NONE:
            before = mentions[place - 1]
            if _JOINT.fullmatch(lowered, before.end, one.start):
                tie = ties[-1]
        ties.append(tie)
    return ties


def _tie(lowered: str, one: Mention, placed: Placed) -> Tie:
    before = placed.end <= one.start
    first, last = (placed.end, one.start) if before else (one.end, placed.start)
    if not 0 <= last - first <= FARTHEST or _OUT.search(lowered, first, last):
        return Tie.NONE
    between = _WORD.findall(lowered[first:last])
    if placed.cue.kind == "role" and not before and "ahead" in placed.cue.groups:
        return Tie.NONE
    if placed.cue.kind == "role":
        return Tie.NONE if _others(between, "link", "praise", "figure") else Tie.WORK
    free = FREE if before and " " not in placed.cue.text else 0
    return Tie.NONE if _others(between, "link", "praise") > free else Tie.WRITER


def _others(between: Sequence[str], *kinds: str) -> int:
    """How many words are of none of these kinds."""
    return sum(all(word not in _words()[kind] for kind in kinds) for word in between)


def _beside_self(lowered: str, one: Mention) -> Tie:
    """Whether "jag och" stands before a name, or "och jag" behind it."""
    own = _words()["self"]
    if lowered[one.start - len(_AND) : one.start] in _ANDS:
        before = _WORD.findall(lowered, max(0, one.start - LONGEST), one.start)
        if before[-2:-1] and before[-2] in own:
            return Tie.WRITER
    if lowered[one.end : one.end + len(_AND)] in _ANDS:
        behind = _WORD.match(lowered, one.end + len(_AND))
        if behind and behind[0] in own:
            return Tie.WRITER
    return Tie.NONE


def _signature(lowered: str, one: Mention) -> Tie:
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


def company(lowered: str, one: Mention) -> bool:
    """Whether a word as "med" stands before a name."""
    return _word_before(lowered, one) in _words()["with"]


def own_relative(lowered: str, one: Mention) -> bool:
    """Whether a relative is called as one calls one's own: "i filmen dansar mormor"."""
    words = _words()
    if lowered[one.start : one.end].removesuffix("s") not in words["kin"]:
        return False
    before = _word_before(lowered, one)
    return before not in words["theirs"] and not before.endswith("s")


def _word_before(lowered: str, one: Mention) -> str:
    found = _LAST.search(lowered, max(0, one.start - LONGEST), one.start)
    return found[1] if found else ""
