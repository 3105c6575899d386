"""Find many words and phrases in a text at once, with their endings and borders.

An automaton tells where a literal stands; what stands around it decides whether it is the word
that is meant. Nothing else of the text is read, so the cost is that of the literals it has.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import ahocorasick

from tacknamn.support.tables import read_table

__all__ = ["LETTERS", "LONGEST", "Literal", "LiteralMatch", "LiteralScanner", "read_endings"]

LONGEST = 40
"""Letters of a word that is read on, to either side; none of the tables' is longer."""
LETTERS = re.compile(rf"[^\W\d_]{{0,{LONGEST}}}")


class Literal(NamedTuple):
    """A word or phrase to be found."""

    text: str
    """Lower-case."""
    kind: str
    """Who asks for it."""
    value: tuple[str, ...] = ()
    """What whoever asks wants to know of it."""
    endings: frozenset[str] | None = frozenset([""])
    """What may follow within its last word; None for whatever does."""
    within: bool = False
    """Whether letters may stand before it in its first word: "*cancer" in "bröstcancer"."""


class LiteralMatch(NamedTuple):
    """A literal in a text, with what belongs to its word."""

    start: int
    """First character of its first word."""
    end: int
    """Character behind its last word."""
    at: int
    """Where the literal itself begins."""
    literal: Literal


class LiteralScanner:
    """Literals that are found in one pass."""

    def __init__(self, literals: Iterable[Literal]) -> None:
        by_text: dict[str, list[Literal]] = {}
        for literal in literals:
            by_text.setdefault(literal.text, []).append(literal)
        self._automaton = ahocorasick.Automaton()
        for text, same in by_text.items():
            self._automaton.add_word(text, (len(text), tuple(same)))
        self._automaton.make_automaton()

    def hits(self, lowered: str) -> Iterator[LiteralMatch]:
        """The literals in a lower-case text, by the place where they end."""
        for last, (length, literals) in self._automaton.iter(lowered):
            at, end = last + 1 - length, last + 1
            inside = at > 0 and lowered[at - 1].isalpha()
            rest = _read_letters(lowered, end)
            for literal in literals:
                if inside and not literal.within:
                    continue
                if literal.endings is None or rest in literal.endings:
                    start = _find_word_start(lowered, at) if inside else at
                    yield LiteralMatch(start, end + len(rest), at, literal)


def _read_letters(lowered: str, place: int) -> str:
    if not lowered[place : place + 1].isalpha():
        return ""
    found = LETTERS.match(lowered, place)
    return found.group() if found else ""


def _find_word_start(lowered: str, place: int) -> int:
    first = max(0, place - LONGEST)
    while place > first and lowered[place - 1].isalpha():
        place -= 1
    return place


def read_endings() -> dict[str, frozenset[str]]:
    """Per kind of word what may follow its stem (``endings.tsv``)."""
    return {
        kind: frozenset(["", *ends.split()]) for kind, ends in read_table(__file__, "endings.tsv")
    }
