"""Find the names that a text ties to the writer, and those that it ties to a book or a film.

A tie stands next to its name, with nothing between them but words of ``links.tsv``: "min bror som
heter Ali", "huvudpersonen Johan", "Ali och jag". Names that "och" or a comma joins share their tie:
"mina bröder Ali och Hassan".
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final

from tacknamn.detection.harmless.cues import PlacedCue
from tacknamn.detection.harmless.evidence import Evidence
from tacknamn.detection.harmless.names import JudgedName
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "Tie",
    "find_ties",
    "find_word_before",
    "is_companion",
    "is_conjunction",
    "is_own_relative",
    "is_small_place",
]

FARTHEST: Final = 60
"""Characters between a tie and its name."""
LONGEST: Final = 24
"""Characters within which the word before a name is searched."""
FREE: Final = 1
"""Words that no table has, between "min" and a name: "min granne Eva", "min tränare Bo"."""
TYING: Final = frozenset(("own", "role"))
"""The kinds of cues that tie a name to a person or a work."""
OFFICE: Final = TYING | {"office"}
"""The same and public roles, where the writer does not appear: the writer may know an artist."""
NEAREST: Final = 2
"""Cues on each side of a name that are tried."""
_BESIDE_OWN: Final = ("link", "praise")
"""Kinds of words that may stand between "min bror" and a name."""
_BESIDE_ROLE: Final = (*_BESIDE_OWN, "figure")
"""Kinds of words that may stand between "huvudpersonen" and a name."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_LAST_WORD: Final = compile_lazily(r"([^\W\d_]{1,20})[ \t]+$")
LONGEST_WORD: Final = 20
"""Letters of a word before a name."""
_BLANKS: Final = (" ", "\t", "\n")
"""With what the text before a name ends, if a word stands there."""
_CONJUNCTION: Final = re.compile(r"\s*(?:,|och|and|&)?\s*")
_SENTENCE_END: Final = compile_lazily(r"[.!?;:]\s|\n")
_AND: Final = " och "
_ANDS: Final = (_AND, " and ")
_PREPOSITION: Final = "i"
"""The English word for the writer, a preposition after "och"."""
_BYLINE: Final = frozenset(
    ("", "av", "skriven av", "skrivet av", "by", "written by", "/", "//", "-")
)
"""What a writer puts before their own name, above or below a text."""
SIGNED: Final = 40
"""Characters that may follow a name that signs a text: a surname, a class."""


class Tie(IntEnum):
    """What a name is tied to."""

    NONE = 0
    BARE = 1
    """Nothing is known but a first name, as of private persons."""
    PRIVATE = 2
    """A private life, though not that of the writer."""
    WORK = 3
    """A book, a film, news, a public role."""
    WRITER = 4


@lru_cache(maxsize=1)
def _read_words() -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for kind, line in read_table(__file__, "links.tsv"):
        words.setdefault(kind, set()).update(line.split())
    return {kind: frozenset(of_kind) for kind, of_kind in words.items()}


def find_ties(lowered: str, mentions: Sequence[JudgedName], evidence: Evidence) -> list[Tie]:
    """Return the strongest tie of each mention; mentions are given from left to right."""
    tying = OFFICE if evidence.impersonal else TYING
    cues = [placed for placed in evidence.cues if placed.cue.kind in tying]
    starts = [placed.start for placed in cues]
    ties: list[Tie] = []
    for index, mention in enumerate(mentions):
        tie = _find_tie_to_self(lowered, mention) or _find_tie_of_signature(lowered, mention)
        if cues and tie is Tie.NONE:
            # The nearest cues on both sides.
            near = bisect_left(starts, mention.start)
            for cue in cues[max(0, near - NEAREST) : near + NEAREST]:
                tie = max(tie, _find_tie(lowered, mention, cue))
        if tie is Tie.NONE and evidence.impersonal and _has_public_title(lowered, mention):
            tie = Tie.WORK
        # Or else the tie of the name before, if a conjunction joins both.
        if index and tie is Tie.NONE:
            before = mentions[index - 1]
            if _CONJUNCTION.fullmatch(lowered, before.end, mention.start):
                tie = ties[-1]
        ties.append(tie)
    return ties


def is_conjunction(lowered: str, first: int, last: int) -> bool:
    """Return whether nothing but "och" or a comma stands between two offsets."""
    return _CONJUNCTION.fullmatch(lowered, first, last) is not None


def _find_tie(lowered: str, mention: JudgedName, placed: PlacedCue) -> Tie:
    """Return what a cue ties a mention to."""
    is_before = placed.end <= mention.start
    first, last = (placed.end, mention.start) if is_before else (mention.end, placed.start)
    if not 0 <= last - first <= FARTHEST or _SENTENCE_END.search(lowered, first, last):
        return Tie.NONE
    between = _WORD.findall(lowered[first:last])
    if placed.cue.kind in ("role", "office"):
        # Private persons are introduced like this, too: "Hon heter Rosa och är simmare".
        if not is_before and ("ahead" in placed.cue.groups or placed.cue.kind == "office"):
            return Tie.NONE
        return Tie.NONE if _count_others(between, _join_kinds(*_BESIDE_ROLE)) else Tie.WORK
    free = FREE if is_before and " " not in placed.cue.text else 0
    others = _count_others(between, _join_kinds(*_BESIDE_OWN))
    return Tie.NONE if others > free else Tie.WRITER


@lru_cache(maxsize=2)
def _join_kinds(*kinds: str) -> frozenset[str]:
    """Return the words of several kinds."""
    words = _read_words()
    return frozenset(word for kind in kinds for word in words[kind])


def _count_others(between: Sequence[str], known: frozenset[str]) -> int:
    """Return how many words are none of these."""
    return sum([word not in known for word in between])


def _find_tie_to_self(lowered: str, mention: JudgedName) -> Tie:
    """Return a tie to the writer for "jag och" before a name, and for "och jag" after it."""
    own = _read_words()["self"]
    if lowered[mention.start - len(_AND) : mention.start] in _ANDS:
        before = _WORD.findall(lowered, max(0, mention.start - LONGEST), mention.start)
        if before[-2:-1] and before[-2] in own:
            return Tie.WRITER
    conjunction = lowered[mention.end : mention.end + len(_AND)]
    if conjunction in _ANDS:
        after = _WORD.match(lowered, mention.end + len(_AND))
        if after and after[0] in own and (conjunction, after[0]) != (_AND, _PREPOSITION):
            return Tie.WRITER
    return Tie.NONE


def _find_tie_of_signature(lowered: str, mention: JudgedName) -> Tie:
    """Return a tie to the writer for a name that stands below the text, or above it after "av"."""
    margin = max(0, mention.start - SIGNED)
    line = lowered.rfind("\n", margin, mention.start) + 1
    # No line begins near. Stop here, because copying long lines again and again takes time.
    if margin and not line:
        return Tie.NONE
    before = lowered[line : mention.start].strip(" \t,.:")
    if before not in _BYLINE:
        return Tie.NONE
    above = line == 0 and before and lowered.find("\n", mention.end, mention.end + SIGNED) > 0
    is_near_end = len(lowered) - mention.end <= SIGNED
    below = line > 0 and is_near_end and ". " not in lowered[mention.end :]
    return Tie.WRITER if above or below else Tie.NONE


def _has_public_title(lowered: str, mention: JudgedName) -> bool:
    """Return whether a word such as "presidenten" stands before a name."""
    return find_word_before(lowered, mention.start) in _read_words()["title"]


def is_small_place(lowered: str, mention: JudgedName) -> bool:
    """Return whether a word such as "byn" stands before a name."""
    return find_word_before(lowered, mention.start) in _read_words()["small"]


def is_companion(lowered: str, mention: JudgedName) -> bool:
    """Return whether a word such as "med" stands before a name."""
    return find_word_before(lowered, mention.start) in _read_words()["with"]


def is_own_relative(lowered: str, mention: JudgedName) -> bool:
    """Return whether the writer names a relative of their own: "i filmen dansar mormor"."""
    words = _read_words()
    if lowered[mention.start : mention.end].removesuffix("s") not in words["kin"]:
        return False
    before = find_word_before(lowered, mention.start)
    return before not in words["theirs"] and not before.endswith("s")


def find_word_before(lowered: str, start: int) -> str:
    """Return the word before an offset, if only blanks stand between; else nothing."""
    before = lowered[max(0, start - LONGEST) : start]
    if not before.endswith(_BLANKS):
        return ""
    words = before.split()
    word = words[-1] if words else ""
    if word.isalpha() and len(word) <= LONGEST_WORD and before.endswith(word + " "):
        return word  # the usual case, without a search
    match = _LAST_WORD.search(before)
    return match[1] if match else ""
