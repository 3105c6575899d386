"""Scores rise next to certain words, as with Presidio's ``LemmaContextAwareEnhancer``.

Presidio compares lemmas, for which it needs a language model. Here the words themselves are compared; since a
context word also counts as a part of a word, *card* finds *cards* and *kreditcard*. Function words are not
counted, as in Presidio.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tacknamn.text.languages import read_function_words

__all__ = ["ContextWords", "improve_score"]

_IMPROVEMENT = 0.35
_LEAST_SCORE = 0.4
_WORDS_BEFORE = 5
"""These three are Presidio's defaults. The word at which the match begins is compared as well."""
_WINDOW = 300
"""Characters before a match in which its words are looked for."""
_WORD = re.compile(r"\w+")
_REST = re.compile(r"\w*")


class ContextWords(NamedTuple):
    """Where context words are looked for: before a match, and among the words of the request."""

    given: tuple[str, ...]
    """Words of the request, which count as if they were near every match."""
    language: str
    """The language of the text."""

    def find(self, text: str, start: int, wanted: Sequence[str]) -> str:
        """Return the first wanted word that is a part of a word near a match; empty if none is."""
        near = [*self._list_before(text, start), *map(str.lower, self.given)]
        return next((each for each in wanted if any(each.lower() in word for word in near)), "")

    def _list_before(self, text: str, start: int) -> list[str]:
        """List the words before a match, and the word in which it begins."""
        end = _REST.match(text, start)
        assert end is not None
        words = _WORD.findall(text, max(0, start - _WINDOW), end.end())
        ignored = read_function_words(self.language)
        counted = [word for word in map(str.lower, words) if word not in ignored]
        return counted[-_WORDS_BEFORE - 1 :]


def improve_score(score: float) -> float:
    """Return the score of a match next to a context word."""
    return min(max(score + _IMPROVEMENT, _LEAST_SCORE), 1.0)
