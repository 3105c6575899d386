"""Tools that all rules share: word groups, the sentence around a number, and alternatives.

A rule proposes an alternative by its name; ``rules.tsv`` gives its label and strength. The cue words
of the sentence (``cue_words.tsv``) then add their weight. A cue word speaks for a label or for a
single rule. It weighs more if it is near: at most :data:`NEAR_BEFORE` words before the number or
:data:`NEAR_AFTER` words after it. ``word_groups.tsv`` holds the words that single rules look for.
"""

import re
from functools import lru_cache

from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table, read_words
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["WORD", "SentenceContext", "get_word_group", "propose", "weigh"]


NEAR_BEFORE, NEAR_AFTER = 4, 2
"""Words: "mitt telefonnummer hemma är då 123456"; "123456 är kontot"."""
BEFORE, AFTER = 160, 80
"""Characters of the sentence that are read: about twenty-five words before, a dozen after."""
WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_BORDER = compile_lazily(r"[.!?;\n]\s")
"""May end a sentence. A line break does so only before a blank or indented line."""
_LAST_BORDER = compile_lazily(r".*[.!?;\n]\s", re.DOTALL)
_ABBREVIATIONS = ("nr", "kl", "ca", "tel", "tfn", "mob", "sid", "nb", "no", "ref", "apt", "pat")
_NOTHING = (0, "")
CHECK_DIGIT_BONUS = 8
"""Added to the strength if a check digit is right. One number in ten has a right check digit by
chance, so the bonus decides only between alternatives of about the same strength."""


def get_word_group(group: str) -> frozenset[str]:
    """Return the words of one group in ``word_groups.tsv``."""
    return read_words(__file__, "word_groups.tsv", group)


@lru_cache(maxsize=1)
def _read_cue_words() -> dict[str, list[tuple[str, int, int]]]:
    """Read the cue words: by word, its target and its weight near and far from a number."""
    cues: dict[str, list[tuple[str, int, int]]] = {}
    for target, near, far, words in read_table(__file__, "cue_words.tsv"):
        for word in words.split():
            cues.setdefault(word, []).append((target, int(near), int(far)))
    return cues


class SentenceContext:
    """The words around the piece from ``start`` to ``end``. Most are read only when needed."""

    __slots__ = (
        "_after",
        "_end",
        "_normalized",
        "_start",
        "_weights",
        "_words_after",
        "before",
        "words_before",
    )

    def __init__(
        self,
        normalized: NormalizedText,
        start: int,
        end: int,
        same_start: "SentenceContext | None" = None,
    ) -> None:
        """Read the words before a piece.

        Args:
            same_start: The context of a piece that begins here as well, whose words are the same.
        """
        self._normalized, self._start, self._end = normalized, start, end
        self.before: str = (
            same_start.before if same_start else _read_before(normalized.lowered, start)
        )
        """The sentence up to the number, in lower case."""
        self.words_before: list[str] = (
            same_start.words_before if same_start else WORD.findall(self.before)
        )
        """The words of the sentence before the number, the nearest last."""
        self._after: str | None = None
        self._words_after: list[str] | None = None
        self._weights: dict[str, tuple[int, str]] | None = None

    def extend_to(self, end: int) -> "SentenceContext":
        """Return the context of a piece with the same start and another end."""
        if end == self._end:
            return self
        return SentenceContext(self._normalized, self._start, end, same_start=self)

    @property
    def after(self) -> str:
        """The sentence from the end of the number, in lower case."""
        if self._after is None:
            after = self._normalized.lowered[self._end : self._end + AFTER]
            border = _BORDER.search(after)
            self._after = after[: border.start()] if border else after
        return self._after

    @property
    def words_after(self) -> list[str]:
        """The words of the sentence after the number, the nearest first."""
        if self._words_after is None:
            self._words_after = WORD.findall(self.after)
        return self._words_after

    def weigh_cues(self, rule: str, label: str) -> tuple[int, str]:
        """Return the weight of the strongest cue word for a rule or its label, and that word."""
        weights = self._weights
        if weights is None:
            weights = self._weights = self._weigh_all()
        if not weights:
            return _NOTHING
        return max(weights.get(rule, _NOTHING), weights.get(label, _NOTHING))

    def _weigh_all(self) -> dict[str, tuple[int, str]]:
        """Weigh the cue words of the sentence: by target, the highest weight and its word."""
        cues = _read_cue_words()
        after = self.words_after
        # "411 38, konto 1234-56": words between a comma and the next number belong to that number.
        digit = _DIGIT.search(self.after) if after else None
        if digit and "," in self.after[: digit.start()]:
            after = WORD.findall(self.after[: self.after.rindex(",", 0, digit.start())])
        weights: dict[str, tuple[int, str]] = {}
        for words, reach in (
            (self.words_before[::-1], NEAR_BEFORE),
            (after, NEAR_AFTER),
        ):
            for word in cues.keys() & words:
                distance = words.index(word)
                for target, near, far in cues[word]:
                    weight = near - distance if distance < reach else far
                    weights[target] = max((weight, word), weights.get(target, _NOTHING))
        return weights


def _read_before(lowered: str, start: int) -> str:
    before = lowered[max(0, start - BEFORE) : start]
    # The last border decides, unless it is a line break, which may belong to two of them.
    last = _LAST_BORDER.match(before)
    if last is None:
        return before
    if before[last.end() - 2] != "\n" and not _is_abbreviated(before, last.end() - 2):
        return before[last.end() :]
    cut = 0
    for border in _BORDER.finditer(before):
        if not _is_abbreviated(before, border.start()):
            cut = border.end()
    return before[cut:] if cut else before


def _is_abbreviated(before: str, offset: int) -> bool:
    """Whether the full stop at ``offset`` follows a single letter or a usual abbreviation."""
    if before[offset] != ".":
        return False
    word = before[max(0, offset - 4) : offset]
    return word.endswith(_ABBREVIATIONS) or not word[-2:-1].isalnum()


@lru_cache(maxsize=1)
def _read_rules() -> dict[str, tuple[str, int]]:
    return {
        rule: (label, int(strength)) for rule, label, strength in read_table(__file__, "rules.tsv")
    }


def propose(rule: str, start: int, end: int, checked: bool | None = None) -> Alternative:
    """Make the alternative that a rule proposes for a piece of the text, as strong as its shape."""
    label, strength = _read_rules()[rule]
    return Alternative(
        start, end, label, rule, "", checked, strength + CHECK_DIGIT_BONUS * bool(checked)
    )


def weigh(alternative: Alternative, context: SentenceContext) -> Alternative:
    """Add the weight of the cue words in the sentence to an alternative."""
    weight, cue = context.weigh_cues(alternative.rule, alternative.label)
    if not weight:
        return alternative
    return alternative._replace(strength=alternative.strength + weight, trigger=cue)
