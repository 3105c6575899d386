"""Find many words and phrases in a text at once, with their endings.

An automaton finds the literals; the letters around each one decide whether it is the word that is
meant. Nothing else of the text is read, so the time depends on the number of literals in it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import ahocorasick

from tacknamn.support.tables import read_table

__all__ = [
    "LETTERS",
    "LONGEST",
    "NO_HITS",
    "Hit",
    "Literal",
    "LiteralMatch",
    "LiteralScanner",
    "SharedScanner",
    "read_endings",
]

LONGEST = 40
"""Letters that are read on each side of a literal; no word of the tables is longer."""
LETTERS = re.compile(rf"[^\W\d_]{{0,{LONGEST}}}")


Hit = tuple[int, Any]
"""The offset of the last character of a literal, and what its finder knows of it."""


NO_HITS: Mapping[str, Sequence[Hit]] = {}
"""Nothing was found before: each finder searches for itself."""


class SharedScanner:
    """Finds the literals of several finders in one pass: passes take longer than what they find."""

    def __init__(self, groups: Mapping[str, Mapping[str, object]]) -> None:
        """Make a scanner.

        Args:
            groups: By the name of a finder, its literals in lower case, each with what the finder
                knows of it.
        """
        self._groups = tuple(groups)
        shared: dict[str, list[tuple[int, object]]] = {}
        for number, literals in enumerate(groups.values()):
            for text, known in literals.items():
                shared.setdefault(text, []).append((number, known))
        self._automaton = ahocorasick.Automaton()
        for text, pairs in shared.items():
            self._automaton.add_word(text, tuple(pairs))
        self._automaton.make_automaton()

    def scan(self, lowered: str) -> dict[str, list[Hit]]:
        """Return the literals of each finder in a lower-case text, in the order in which they end."""
        hits: list[list[Hit]] = [[] for _ in self._groups]
        for last, pairs in self._automaton.iter(lowered):
            for number, known in pairs:
                hits[number].append((last, known))
        return dict(zip(self._groups, hits, strict=True))


class Literal(NamedTuple):
    """A word or phrase to find."""

    text: str
    """In lower case."""
    kind: str
    """Which module looks for it."""
    value: tuple[str, ...] = ()
    """Data of that module, passed back with each match."""
    endings: frozenset[str] | None = frozenset([""])
    """The letters that may follow within its last word; None for any letters."""
    within: bool = False
    """Whether letters may stand before it in its first word: "*cancer" in "bröstcancer"."""


class LiteralMatch(NamedTuple):
    """A literal in a text, with the letters that belong to its word."""

    start: int
    """The first character of its first word."""
    end: int
    """The character after its last word."""
    at: int
    """The first character of the literal itself."""
    literal: Literal


class LiteralScanner:
    """Finds literals in one pass."""

    def __init__(self, literals: Iterable[Literal]) -> None:
        by_text: dict[str, list[Literal]] = {}
        for literal in literals:
            by_text.setdefault(literal.text, []).append(literal)
        self.literals = {
            text: (len(text), any(literal.within for literal in same), tuple(same))
            for text, same in by_text.items()
        }
        """By their text, for a :class:`SharedScanner`."""

    @cached_property
    def _automaton(self) -> ahocorasick.Automaton:
        automaton = ahocorasick.Automaton()
        for text, known in self.literals.items():
            automaton.add_word(text, known)
        automaton.make_automaton()
        return automaton

    def scan(self, lowered: str, hits: Sequence[Hit] | None = None) -> Iterator[LiteralMatch]:
        """Yield the literals of a lower-case text, in the order in which they end.

        Args:
            hits: Those that a :class:`SharedScanner` found.
        """
        found = self._automaton.iter(lowered) if hits is None else hits
        size, find_letters = len(lowered), LETTERS.match
        for last, (length, is_within, literals) in found:
            at, end = last + 1 - length, last + 1
            inside = at > 0 and lowered[at - 1].isalpha()
            if inside and not is_within:
                continue
            rest = ""
            if end < size and lowered[end].isalpha():
                match = find_letters(lowered, end)
                rest = match.group() if match else ""
            for literal in literals:
                if inside and not literal.within:
                    continue
                if literal.endings is None or rest in literal.endings:
                    start = _find_word_start(lowered, at) if inside else at
                    yield LiteralMatch(start, end + len(rest), at, literal)


def _find_word_start(lowered: str, start: int) -> int:
    first = max(0, start - LONGEST)
    while start > first and lowered[start - 1].isalpha():
        start -= 1
    return start


def read_endings() -> dict[str, frozenset[str]]:
    """Return the endings that may follow the stem of each kind of word (``endings.tsv``)."""
    return {
        kind: frozenset(["", *ends.split()]) for kind, ends in read_table(__file__, "endings.tsv")
    }
