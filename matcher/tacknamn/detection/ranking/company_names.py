"""Find names of companies by *AB* and by the ampersand: *Lack & Lim i Skara AB*, *at Marsh & Sons*."""

from collections.abc import Iterator
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.ranking.forms import OrdinaryWords
from tacknamn.detection.ranking.institution_shapes import (
    CAPITALIZED,
    CAPITALIZED_RUN,
    REACH_OF_TYPE_WORD,
    build_institution,
)
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_company", "find_joined"]


def find_company(text: str, match: LiteralMatch) -> Iterator[Detection]:
    """Yield a company with other words in its name: *Lack & Lim i Skara AB*."""
    if text[match.start : match.end] != "AB":
        return
    name = _BEFORE_AB.search(text, max(0, match.start - REACH_OF_TYPE_WORD), match.start)
    if name is not None and (" & " in name.group() or name.group(1)):
        yield build_institution(name.start(), match.end, match, text)


_BEFORE_AB: Final = compile_lazily(
    rf"(?<![\w.-]){CAPITALIZED}(?: (?:& |och )?{CAPITALIZED})*( i {CAPITALIZED})? \Z"
)
"""The name of a company before *AB*, which may say where it is."""


def find_joined(text: str, match: LiteralMatch, words: OrdinaryWords) -> Iterator[Detection]:
    """Yield a company with an ampersand: *at Marsh & Sons*, *Golv & Kakel*; but not *Anna & Ali*."""
    before = _BEFORE_AND.search(text, max(0, match.start - REACH_OF_TYPE_WORD), match.start)
    after = CAPITALIZED_RUN.match(text, match.end + 1, match.end + REACH_OF_TYPE_WORD)
    if after is None:
        return
    if before is None:
        yield from _find_joined_things(text, match, after.end(), words)
        return
    parts = text[before.start(2) : after.end()].lower().split()
    if before.group(1) in _AT_THING or words.has(parts[0]) or words.has(parts[-1]):
        yield build_institution(before.start(2), after.end(), match, text)


def _find_joined_things(
    text: str, match: LiteralMatch, end: int, words: OrdinaryWords
) -> Iterator[Detection]:
    """Yield a company that a genitive and two things name: *kund: Eksjös Plåt & Rör*."""
    name = _THINGS_BEFORE_AND.search(text, max(0, match.start - REACH_OF_TYPE_WORD), match.start)
    if name is None:
        return
    first, last = name.group(1).lower(), text[match.end + 1 : end].split()[0].lower()
    if words.has(first) and words.has(last):
        yield build_institution(name.start(), end, match, text)


_THINGS_BEFORE_AND: Final = compile_lazily(rf"(?<![\w.-]){CAPITALIZED}s ({CAPITALIZED}) \Z")
_BEFORE_AND: Final = compile_lazily(
    r"\b(på|vid|at|från|from|hos|via|åt|för|for|by) "
    rf"({CAPITALIZED}(?: {CAPITALIZED})*) \Z"
)
"""A preposition before a workplace, and the name up to its ampersand."""
_AT_THING: Final = ("på", "vid", "at")
"""Prepositions that do not stand before persons."""
