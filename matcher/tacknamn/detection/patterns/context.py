"""What the sentence around a number says it is: the words of ``cue_words.tsv``.

A trigger speaks for a label or for a single rule. It counts more when it stands near: up to
:data:`NEAR_BEFORE` words before the number or :data:`NEAR_BEHIND` behind it.
"""

import re
from copy import copy
from functools import lru_cache

from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["WORD", "SentenceContext"]

NEAR_BEFORE, NEAR_BEHIND = 4, 2
"""Words: "mitt telefonnummer hemma är då 123456"; "123456 är kontot"."""
BEFORE, BEHIND = 160, 80
"""Characters that a sentence is followed to: twenty-five words before, a dozen behind."""
WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_BORDER = re.compile(r"[.!?;\n]\s")
"""May end a sentence; a line break does only where a blank line or an indented one follows."""
_ABBREVIATIONS = ("nr", "kl", "ca", "tel", "tfn", "mob", "sid", "nb")
_NOTHING = (0, "")


@lru_cache(maxsize=1)
def _read_cue_words() -> dict[str, list[tuple[str, int, int]]]:
    triggers: dict[str, list[tuple[str, int, int]]] = {}
    for target, near, far, words in read_table(__file__, "cue_words.tsv"):
        for word in words.split():
            triggers.setdefault(word, []).append((target, int(near), int(far)))
    return triggers


class SentenceContext:
    """The words around the place from ``start`` to ``end``, read when they are asked for."""

    __slots__ = ("_behind", "_end", "_page", "_weights", "_words_behind", "before", "words_before")

    def __init__(self, page: NormalizedText, start: int, end: int) -> None:
        before = page.lowered[max(0, start - BEFORE) : start]
        cut = 0
        for border in _BORDER.finditer(before):
            if not _is_abbreviated(before, border.start()):
                cut = border.end()
        self.before = before[cut:] if cut else before
        """The sentence up to the number, lower-case."""
        self.words_before: list[str] = WORD.findall(self.before)
        """The words of the sentence before the number, the nearest last."""
        self._page = page
        self._move(end)

    def _move(self, end: int) -> None:
        self._end = end
        self._behind: str | None = None
        self._words_behind: list[str] | None = None
        self._weights: dict[str, tuple[int, str]] | None = None

    def up_to(self, end: int) -> "SentenceContext":
        """The same sentence around a place that begins at the same ``start``."""
        if end == self._end:
            return self
        moved = copy(self)
        moved._move(end)
        return moved

    @property
    def behind(self) -> str:
        """The sentence from the number on, lower-case."""
        if self._behind is None:
            behind = self._page.lowered[self._end : self._end + BEHIND]
            border = _BORDER.search(behind)
            self._behind = behind[: border.start()] if border else behind
        return self._behind

    @property
    def words_behind(self) -> list[str]:
        """The words of the sentence behind the number, the nearest first."""
        if self._words_behind is None:
            self._words_behind = WORD.findall(self.behind)
        return self._words_behind

    def speaks_for(self, rule: str, label: str) -> tuple[int, str]:
        """How much the sentence adds to a reading, and the word that adds most."""
        weights = self._weights
        if weights is None:
            weights = self._weights = self._weighed()
        if not weights:
            return _NOTHING
        return max(weights.get(rule, _NOTHING), weights.get(label, _NOTHING))

    def _weighed(self) -> dict[str, tuple[int, str]]:
        triggers = _read_cue_words()
        behind = self.words_behind
        digit = _DIGIT.search(self.behind) if behind else None
        if digit and "," in self.behind[: digit.start()]:  # 411 38, konto 1234-56: not this one's
            behind = WORD.findall(self.behind[: self.behind.rindex(",", 0, digit.start())])
        weights: dict[str, tuple[int, str]] = {}
        for words, reach in (
            (self.words_before[::-1], NEAR_BEFORE),
            (behind, NEAR_BEHIND),
        ):
            for word in triggers.keys() & words:
                distance = words.index(word)
                for target, near, far in triggers[word]:
                    weight = near - distance if distance < reach else far
                    weights[target] = max((weight, word), weights.get(target, _NOTHING))
        return weights


def _is_abbreviated(before: str, place: int) -> bool:
    """Whether the full stop at ``place`` stands behind one letter or a usual abbreviation."""
    if before[place] != ".":
        return False
    word = before[max(0, place - 4) : place]
    return word.endswith(_ABBREVIATIONS) or not word[-2:-1].isalnum()
