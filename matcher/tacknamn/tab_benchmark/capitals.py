"""Find runs of words with capitals: the names of persons, places and organisations."""

import re
from functools import lru_cache
from typing import NamedTuple

from tacknamn.tab_benchmark.tables import load_words

__all__ = ["BLANKS", "CapitalRun", "CapitalWord", "find_runs"]

BLANKS = (" ", "\u00a0")
"""What parts the words of one name. A line break ends it."""
LETTERS = 0x530
"""Latin, Greek and Cyrillic letters come before it."""
_GENITIVES = ("'s", "’s")
_TAILS = "'’-‑"


class CapitalWord(NamedTuple):
    """A word with a capital."""

    start: int
    end: int
    lowered: str
    """In lower case, without a genitive."""


class CapitalRun(NamedTuple):
    """Words with capitals that stand side by side."""

    start: int
    end: int
    words: tuple[CapitalWord, ...]


@lru_cache(maxsize=1)
def _capital_word_pattern() -> re.Pattern[str]:
    """Initials (J.P.), or a word that a capital begins. The repeated group has a fixed length,
    so nothing is tried twice."""
    capitals = "".join(chr(code) for code in range(LETTERS) if chr(code).isupper())
    one = f"[{capitals}]"
    return re.compile(rf"(?<![\w.])(?:{one}\.(?:-?{one}\.)*(?!\w{{2}})|{one}[\w'’‑-]*)")


def find_runs(text: str, lowered: str) -> list[CapitalRun]:
    """The runs of a text from left to right, without what only begins a sentence."""
    runs: list[CapitalRun] = []
    words: list[CapitalWord] = []
    reach = 0
    for found in _capital_word_pattern().finditer(text):
        start, end = found.span()
        if words and text[reach:start] not in BLANKS:
            runs += _make_run(words)
            words = []
        reach = end
        end = _find_word_end(text, start, end)
        words.append(CapitalWord(start, end, lowered[start:end]))
    return runs + _make_run(words)


def _find_word_end(text: str, start: int, end: int) -> int:
    """Where the word ends without the genitive, which is no part of a name."""
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


def _is_opening(words: list[CapitalWord], place: int, openings: frozenset[str]) -> bool:
    """Whether a word only begins a sentence, or numbers a heading (A. THE LAW)."""
    word = words[place].lowered
    if word in openings:
        return True
    following = words[place + 1].lowered if place + 1 < len(words) else ""
    return len(word) == 2 and word[1] == "." and following in openings
