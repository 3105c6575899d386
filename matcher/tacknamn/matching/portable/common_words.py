"""Whether something says that a common word is an entry here (:mod:`tacknamn.matching.semantics`).

These rules look at the text as it was given, at capitals and at what ends a sentence, and at
the words beside. They are asked for common words that may pass, for no others.
"""

from tacknamn.matching.portable.automaton import FormAutomaton
from tacknamn.matching.portable.patterns import (
    FIRST_NAME_LABELS,
    PLAIN,
    SURNAME_LABEL,
    make_pattern,
)
from tacknamn.text.folded_text import UNLIKE, FoldedText
from tacknamn.text.letter_case import begins_sentence, is_capitalised

__all__ = ["CommonWords"]


class CommonWords:
    """The common words of a window of text. Places are those of its folded text."""

    def __init__(
        self, forms: FormAutomaton, labels: "memoryview[int]", folded: FoldedText, words: str
    ) -> None:
        self._forms = forms
        self._labels = labels
        self._text = folded
        self._folded = folded.folded
        self._words = words
        """The folded text as the automaton sees it, behind one blank."""

    def may_count(self, labels: int, begin: int, end: int) -> bool:
        """Whether a common word with these labels is an entry here."""
        after = self._end_of_next(end)
        if self._is_capitalised(begin, end):
            if not begins_sentence(*self._text.before(begin)):
                return True
            if after and self._is_capitalised(end + 1, after) and self._is_on_one_line(end):
                return True
        return self._is_before_surname(labels, end, after) or self._is_behind_first_name(
            labels, begin
        )

    def _is_before_surname(self, labels: int, end: int, after: int) -> bool:
        return bool(
            labels & FIRST_NAME_LABELS
            and after
            and self._name_labels(end + 1, after) & SURNAME_LABEL
            and self._is_on_one_line(end)
        )

    def _is_behind_first_name(self, labels: int, begin: int) -> bool:
        before = self._begin_of_previous(begin) if labels & SURNAME_LABEL else begin
        return bool(
            before < begin
            and self._name_labels(before, begin - 1) & FIRST_NAME_LABELS
            and self._is_on_one_line(begin - 1)
        )

    def _is_capitalised(self, begin: int, end: int) -> bool:
        letters = self._text.cased[begin:end]
        return is_capitalised(self._text.given(begin, end) if UNLIKE in letters else letters)

    def _end_of_next(self, end: int) -> int:
        """Where the word ends that a single blank parts from ``end``; 0 when there is none."""
        if self._folded[end] != " " or self._words[end + 2 : end + 3] in ("", " "):
            return 0
        return self._words.index(" ", end + 2) - 1

    def _begin_of_previous(self, begin: int) -> int:
        """Where the word begins that a single blank parts from ``begin``; else ``begin``."""
        if begin < 2 or self._folded[begin - 1] != " " or self._words[begin - 1] == " ":
            return begin
        return self._words.rindex(" ", 0, begin)

    def _is_on_one_line(self, blank: int) -> bool:
        """Whether the words around a single blank stand in a row: no line ends between them."""
        between = self._text.between(blank, blank + 1)
        return between == " " or len(f"{between}.".splitlines()) == 1

    def _name_labels(self, begin: int, end: int) -> int:
        """The labels of the form that is exactly this word and no common one."""
        for number in self._forms.numbers(make_pattern(self._words[begin + 1 : end + 1])):
            if number < len(self._labels) and self._forms.facts[number] & PLAIN:
                return self._labels[number]
        return 0
