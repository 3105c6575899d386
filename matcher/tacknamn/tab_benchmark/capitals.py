"""Find runs of capitalized words, which are the names of persons, places and organisations."""

import re
from functools import lru_cache
from typing import NamedTuple

from tacknamn.tab_benchmark.cues import load_words

__all__ = ["BLANKS", "CapitalRun", "CapitalWord", "capital_letter", "find_runs"]

BLANKS = (" ", "\u00a0")
"""The separators between the words of a name. A line break ends the name."""
LETTERS = 0x530
"""The first code point after the Latin, Greek and Cyrillic letters."""
_GENITIVES = ("'s", "’s")
_SAINTS = frozenset(("st", "ste", "mt", "sv"))
"""Abbreviated first words of names, which no sentence ends with."""
_TAILS = "'’-‑"


class CapitalWord(NamedTuple):
    """A word that begins with a capital."""

    start: int
    end: int
    lowered: str
    """The word in lower case, without its genitive."""


class CapitalRun(NamedTuple):
    """Capitalized words that follow each other."""

    start: int
    end: int
    words: tuple[CapitalWord, ...]


@lru_cache(maxsize=1)
def capital_letter() -> str:
    """Return a regular expression for one capital."""
    return f"[{''.join(chr(code) for code in range(LETTERS) if chr(code).isupper())}]"


@lru_cache(maxsize=1)
def _capital_word_pattern() -> re.Pattern[str]:
    """Build the pattern of initials (J.P.) or of a word that begins with a capital.

    The repeated group has a fixed length, so the search never backtracks into it."""
    capital = capital_letter()
    return re.compile(rf"(?<![\w.])(?:{capital}\.(?:-?{capital}\.)*(?!\w{{2}})|{capital}[\w'’‑-]*)")


def find_runs(text: str, lowered: str) -> list[CapitalRun]:
    """Find the runs of a text from left to right.

    Words that are capitalized only because they begin a sentence are left out."""
    runs: list[CapitalRun] = []
    words: list[CapitalWord] = []
    reach = 0
    for match in _capital_word_pattern().finditer(text):
        start, end = match.span()
        if (
            words
            and text[reach:start] not in BLANKS
            and not _is_saint(words[-1], text[reach:start])
        ):
            runs += _make_run(words)
            words = []
        reach = end
        end = _find_word_end(text, start, end)
        words.append(CapitalWord(start, end, lowered[start:end]))
    return runs + _make_run(words)


def _is_saint(word: CapitalWord, gap: str) -> bool:
    """Whether a full stop only abbreviates the first word of a name: St. Petersburg."""
    return gap == ". " and word.lowered in _SAINTS


def _find_word_end(text: str, start: int, end: int) -> int:
    """Find where a word ends without its genitive, which is not part of the name."""
    if text[end - 2 : end] in _GENITIVES:
        end -= 2
    while end > start + 1 and text[end - 1] in _TAILS:
        end -= 1
    return end


def _make_run(words: list[CapitalWord]) -> list[CapitalRun]:
    openings = load_words("opening")
    first = 0
    while first < len(words) and _is_opening(words, first, openings):
        first += 1
    rest = tuple(words[first:])
    return [CapitalRun(rest[0].start, rest[-1].end, rest)] if rest else []


def _is_opening(words: list[CapitalWord], index: int, openings: frozenset[str]) -> bool:
    """Whether a word only begins a sentence, or numbers a heading (A. THE LAW)."""
    word = words[index].lowered
    if word in openings:
        return True
    following = words[index + 1].lowered if index + 1 < len(words) else ""
    return len(word) == 2 and word[1] == "." and following in openings
