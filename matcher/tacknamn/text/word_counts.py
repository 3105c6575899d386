"""Count the words of a text that are in a set.

>>> counter = build_word_counter(["och", "att"])
>>> counter.count("Och så vill jag att du kommer.", 100)
2
"""

import re
from collections.abc import Iterable
from typing import Final, Protocol

from tacknamn.support import compiled

__all__ = ["WORDS", "PortableWordCounter", "WordCounter", "build_word_counter"]

WORDS: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
"""The words of a text in lower case: *isn't* is one."""


class WordCounter(Protocol):
    """Counts the words of texts that are in a set."""

    def count(self, text: str, most: int, /) -> int:
        """Return how many words of the first characters of a text are in the set, in any letter
        case; -1 if the compiled counter cannot read the text."""


class PortableWordCounter:
    """The counter without compiled code."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)

    def count(self, text: str, most: int, /) -> int:
        """Return how many words are in the set (:meth:`WordCounter.count`)."""
        return sum(map(self._words.__contains__, WORDS.findall(text[:most].lower())))


def build_word_counter(words: Iterable[str], engine: str = "auto") -> WordCounter:
    """Return the compiled counter of words in lower case, or the portable one."""
    if compiled.choose_implementation(engine, compiled.words) == "native":
        return compiled.words.WordCounter(tuple(words))
    return PortableWordCounter(words)
