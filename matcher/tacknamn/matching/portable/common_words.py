"""Decide whether a common word is an entry here (the rules are in matching/semantics.py).

These rules look at the original text: at capitals, at the ends of sentences, and at the words
next to the common word. They are asked only for common words that may count.
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
    """The common words of a window. All positions are those of its folded text."""

    def __init__(
        self, forms: FormAutomaton, labels: "memoryview[int]", folded: FoldedText, words: str
    ) -> None:
        self._forms = forms
        self._labels = labels
        self._text = folded
        self._folded = folded.folded
        self._words = words
        """The text that the automaton searches: a blank, then words between blanks."""

    def may_count(self, labels: int, begin: int, end: int) -> bool:
        """Whether the common word from ``begin`` to ``end`` with these labels is an entry here."""
        after = self._find_next_end(end)
        if self._is_capitalised(begin, end):
            if not begins_sentence(*self._text.locate(begin)):
                return True
            # At the start of a sentence the next word must have a capital as well.
            if after and self._is_capitalised(end + 1, after) and self._is_on_one_line(end):
                return True
        return self._is_before_surname(labels, end, after) or self._is_after_first_name(
            labels, begin
        )

    def _is_before_surname(self, labels: int, end: int, after: int) -> bool:
        return bool(
            labels & FIRST_NAME_LABELS
            and after
            and self._find_name_labels(end + 1, after) & SURNAME_LABEL
            and self._is_on_one_line(end)
        )

    def _is_after_first_name(self, labels: int, begin: int) -> bool:
        before = self._find_previous_begin(begin) if labels & SURNAME_LABEL else begin
        return bool(
            before < begin
            and self._find_name_labels(before, begin - 1) & FIRST_NAME_LABELS
            and self._is_on_one_line(begin - 1)
        )

    def _is_capitalised(self, begin: int, end: int) -> bool:
        letters = self._text.cased[begin:end]
        if UNLIKE in letters:
            letters = self._text.get_original(begin, end)
        return is_capitalised(letters)

    def _find_next_end(self, end: int) -> int:
        """Return the end of the word after ``end`` and a single blank; 0 if there is none."""
        if self._folded[end] != " " or self._words[end + 2 : end + 3] in ("", " "):
            return 0
        return self._words.index(" ", end + 2) - 1

    def _find_previous_begin(self, begin: int) -> int:
        """Return the start of the word before ``begin`` and a single blank; else ``begin``."""
        if begin < 2 or self._folded[begin - 1] != " " or self._words[begin - 1] == " ":
            return begin
        return self._words.rindex(" ", 0, begin)

    def _is_on_one_line(self, blank: int) -> bool:
        """Whether no line ends between the words around a single blank."""
        between = self._text.get_original_between(blank, blank + 1)
        return between == " " or len(f"{between}.".splitlines()) == 1

    def _find_name_labels(self, begin: int, end: int) -> int:
        """Return the labels of the form that is exactly this word, if it is not a common one."""
        for number in self._forms.find_numbers(make_pattern(self._words[begin + 1 : end + 1])):
            if number < len(self._labels) and self._forms.facts[number] & PLAIN:
                return self._labels[number]
        return 0
