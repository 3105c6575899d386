"""Find many words and phrases in a text at once, with their endings.

The letters around a literal decide whether it is the word that is meant. A pass over a text takes
about as long for ten thousand literals as for ten, so finders share one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import ahocorasick

from tacknamn.support import compiled
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "LETTERS",
    "LONGEST",
    "NO_HITS",
    "Literal",
    "LiteralMatch",
    "LiteralScanner",
    "PortableScanner",
    "Scanner",
    "build_scanner",
    "read_endings",
]

LONGEST = 40
"""Letters that are read on each side of a literal; no word of the tables is longer."""
LETTERS = compile_lazily(rf"[^\W\d_]{{0,{LONGEST}}}")


class Literal(NamedTuple):
    """A word or phrase to find."""

    text: str
    """In lower case."""
    kind: str
    """Which module looks for it."""
    value: tuple[Any, ...] = ()
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


NO_HITS: Mapping[str, Sequence[LiteralMatch]] = {}
"""Nothing was found before: each finder searches for itself."""


class Scanner(Protocol):
    """Finds the literals of several groups in one pass."""

    def scan(self, lowered: str, /) -> dict[str, Sequence[LiteralMatch]]:
        """Return the literals of each group in a lower-case text, in the order in which they end;
        of those that end together, the longest first. Most groups of most texts have none, and
        these share an empty tuple."""

    def scan_many(self, lowered: list[str], /) -> list[dict[str, Sequence[LiteralMatch]]]:
        """Return the same for each of many texts."""


def build_scanner(groups: Mapping[str, tuple[Literal, ...]], engine: str = "auto") -> Scanner:
    """Return the compiled scanner of these groups, or the portable one."""
    if compiled.choose_implementation(engine, compiled.literals) == "native":
        return compiled.literals.Scanner(dict(groups), LiteralMatch)
    return PortableScanner(groups)


class PortableScanner:
    """The scanner without compiled code: an automaton finds the literals, and Python reads the
    letters around them."""

    def __init__(self, groups: Mapping[str, Sequence[Literal]]) -> None:
        self._groups = tuple(groups)
        by_text: dict[str, list[tuple[str, Literal]]] = {}
        for group, literals in groups.items():
            for literal in literals:
                by_text.setdefault(literal.text, []).append((group, literal))
        self._automaton = ahocorasick.Automaton()
        for text, of_text in by_text.items():
            self._automaton.add_word(text, (len(text), of_text))
        self._automaton.make_automaton()

    def scan(self, lowered: str, /) -> dict[str, Sequence[LiteralMatch]]:
        """Return the literals of each group (:meth:`Scanner.scan`)."""
        matches: dict[str, list[LiteralMatch]] = {}
        for last, (length, of_text) in self._automaton.iter(lowered):
            at, end = last + 1 - length, last + 1
            start = _find_word_start(lowered, at)
            rest = _read_letters(lowered, end)
            for group, literal in of_text:
                if start < at and not literal.within:
                    continue
                if literal.endings is None or rest in literal.endings:
                    match = LiteralMatch(start, end + len(rest), at, literal)
                    matches.setdefault(group, []).append(match)
        return {group: matches.get(group, ()) for group in self._groups}

    def scan_many(self, lowered: list[str], /) -> list[dict[str, Sequence[LiteralMatch]]]:
        """Return the same for each of many texts."""
        return list(map(self.scan, lowered))


class LiteralScanner:
    """Finds the literals of one finder."""

    def __init__(self, literals: Iterable[Literal]) -> None:
        self.literals = tuple(literals)
        self._scanner: Scanner | None = None  # built when a text is first searched for them alone

    def scan(
        self, lowered: str, hits: Sequence[LiteralMatch] | None = None
    ) -> Sequence[LiteralMatch]:
        """Return the literals of a lower-case text, in the order in which they end.

        Args:
            hits: The result, if it was found before.
        """
        if hits is not None:
            return hits
        if self._scanner is None:
            self._scanner = build_scanner({"": self.literals})
        return self._scanner.scan(lowered)[""]


def _find_word_start(lowered: str, start: int) -> int:
    first = max(0, start - LONGEST)
    while start > first and lowered[start - 1].isalpha():
        start -= 1
    return start


def _read_letters(lowered: str, start: int) -> str:
    if not lowered[start : start + 1].isalpha():
        return ""
    match = LETTERS.match(lowered, start)
    return match.group() if match else ""


def read_endings() -> dict[str, frozenset[str]]:
    """Return the endings that may follow the stem of each kind of word (``endings.tsv``)."""
    return {
        kind: frozenset(["", *ends.split()]) for kind, ends in read_table(__file__, "endings.tsv")
    }
