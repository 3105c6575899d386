"""Find the forms that stand in a window of a text, for the portable engine.

The automaton finds patterns; what stands there really is settled here. Most patterns are
single words and need no comparison, the others are compared with their form.
"""

from collections.abc import Iterator

from tacknamn.bundle import Bundle
from tacknamn.common_words import CommonWords
from tacknamn.fold import Folded, is_word_character
from tacknamn.folded_text import FoldedText
from tacknamn.form_automaton import READY, FormAutomaton
from tacknamn.form_patterns import (
    AFFIX_BITS,
    COMMON,
    ENDS_IN_S,
    FIRST_NAME,
    LENGTH,
    PLAIN,
    SURNAME,
    WHOLE,
    mark_endings,
)
from tacknamn.matching import GENITIVE
from tacknamn.table import words_of

__all__ = ["Find", "FormFinder"]

Find = tuple[int, int, int, int, int]
"""A form that stands in the text: where its first word begins, where it begins and ends itself,
all in places of the folded text, its row and its affixes."""

_NOWHERE = -1


class FormFinder:
    """What scanning needs of a bundle."""

    def __init__(self, bundle: Bundle, forms: FormAutomaton) -> None:
        section = bundle.section("forms")
        inflections = bundle.section("inflections")
        self.forms = forms
        self._forms = section.rows
        self.labels: memoryview[int] = section.column("labels")
        self.weights: memoryview[int] = section.column("weight")
        self._offset, self._text = section.column("offset"), section.data("text")
        self._base, self._affixes = inflections.column("base"), inflections.column("affixes")
        self._inflections = inflections

    def finds(self, folded: FoldedText, wanted: int) -> list[Find]:
        """The forms in a text, by the words they begin at."""
        if not len(self.forms.automaton):
            return []
        return _Search(self, folded, wanted).finds()

    def form(self, number: int) -> tuple[int, int, str]:
        """The row, the affixes and the text of the form with this number."""
        row = number - self._forms
        if row >= 0:
            return self._base[row], self._affixes[row] & AFFIX_BITS, self._inflections.text(row)
        row = number if number >= 0 else -1 - number
        begin, end = self._offset[row], self._offset[row + 1]
        return row, 0, str(self._text[begin:end], "utf-8")


class _Search:
    """The search of one text."""

    def __init__(self, finder: FormFinder, folded: FoldedText, wanted: int) -> None:
        self._finder = finder
        self._forms = finder.forms
        self._folded = folded.folded
        self._cased = folded.cased
        self._words = mark_endings(f" {folded.borders} ")
        """What the automaton searches: one blank, then the folded text place by place."""
        self._wanted = wanted
        self._common = CommonWords(self._forms, finder.labels, folded, self._words)

    def finds(self) -> list[Find]:
        """What stands there.

        This is where the time goes, therefore one loop. A common word is passed over at once
        when it has no capital and nothing was found beside it."""
        folded, cased = self._folded, self._cased
        labels, wanted, ready = self._finder.labels, self._wanted, self._forms.ready
        finds: list[Find] = []
        append = finds.append
        facts, first_group = self._forms.facts, self._forms.first_group
        held_number = 0  # a common word that a surname beside it may let count
        beside = _NOWHERE
        for place, number in self._forms.automaton.iter(self._words):
            known = facts[number]
            start = place - (known & LENGTH)
            end = place if known & ENDS_IN_S else place - 1
            if start == beside and known & SURNAME:
                finds += self._compared(held_number, beside - 1)
            if known & PLAIN:
                if number < 0:
                    row = -1 - number
                    if not wanted or labels[row] & wanted:
                        append((start, start, end, row, GENITIVE))
                elif not wanted or labels[number] & wanted:
                    append((start, start, end, number, 0))
                    if folded[end] in "':":
                        finds += self._outer_genitive(finds[-1])
            elif known & COMMON and not wanted:
                if cased[start] != folded[start] or (
                    known & SURNAME and finds and finds[-1][2] == start - 1
                ):
                    finds += self._compared(number, end)
                elif known & FIRST_NAME:
                    held_number, beside = number, end + 1
            elif known & READY:
                for row, affixes in ready[number - first_group]:
                    if not wanted or labels[row] & wanted:
                        append((start, start, end, row, affixes))
                        if folded[end] in "':":
                            finds += self._outer_genitive(finds[-1])
            else:
                finds += self._compared(number, end)
        finds.sort()
        return finds

    def _compared(self, number: int, end: int) -> Iterator[Find]:
        """What stands there of the forms that share a pattern, compared letter by letter.

        The words of the pattern end at ``end``."""
        folded = self._folded
        for member in self._forms.members(number):
            known = self._forms.facts[member]
            row, affixes, form = self._finder.form(member)
            start = end - (known & LENGTH) + (not known & ENDS_IN_S)
            labels = self._finder.labels[row]
            if self._wanted:
                if not labels & self._wanted:
                    continue
            elif known & COMMON and not self._common.may_count(labels, start, end):
                continue
            begin = start if known & WHOLE else start - words_of(Folded(form))[0][0]
            behind = begin + len(form)
            if begin < 0 or folded[begin:behind] != form:
                continue
            if member < 0:
                yield start, begin, end, row, GENITIVE
                continue
            find = start, begin, behind, row, affixes
            yield find
            if folded[behind] in "':":
                yield from self._outer_genitive(find)

    def _outer_genitive(self, find: Find) -> Iterator[Find]:
        """The genitive whose mark stands outside the word: EU:s, Hans'."""
        folded = self._folded
        word, begin, end, row, affixes = find
        if affixes & GENITIVE:
            return
        behind = folded[end + 1]
        if behind == "s" and not is_word_character(folded[end + 2]):
            yield word, begin, end + 2, row, affixes | GENITIVE
        elif (
            folded[end] == "'"
            and folded[end - 1] in "sxz"
            and not (begin and folded[begin - 1] == "'")
            and not is_word_character(behind)
        ):
            yield word, begin, end + 1, row, affixes | GENITIVE
