"""Find the forms that stand in a window of a text, for the portable engine.

The automaton finds patterns; what stands there really is settled here. Most patterns are
single words and need no comparison, the others are compared with their form.
"""

from collections.abc import Iterator

from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.hash_table import find_words
from tacknamn.matching.portable.automaton import (
    DIRECT_AFFIXES,
    DIRECT_LENGTH,
    DIRECT_ROW,
    READY,
    FormAutomaton,
)
from tacknamn.matching.portable.common_words import CommonWords
from tacknamn.matching.portable.patterns import (
    AFFIX_BITS,
    BLANKS_ONLY,
    COMMON,
    FIRST_NAME,
    LENGTH,
    ONE_WORD,
    SURNAME,
    SURNAME_LABEL,
)
from tacknamn.matching.semantics import GENITIVE
from tacknamn.text.fold import Folded, is_word_character
from tacknamn.text.folded_text import FoldedText

__all__ = ["FormFinder", "FormMatch"]

FormMatch = tuple[int, int, int, int, int]
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

    def finds(self, folded: FoldedText, wanted: int) -> list[FormMatch]:
        """The forms in a text, by the words they begin at."""
        if not len(self.forms.automaton):
            return []
        return _WindowSearch(self, folded, wanted).finds()

    def reading(self, number: int) -> tuple[int, int]:
        """The row of the form that a reading is of, and what the text appends to it."""
        row = number - self.forms.first_genitive
        if row >= 0:
            return row, GENITIVE
        row = number - self._forms
        return (self._base[row], self._affixes[row] & AFFIX_BITS) if row >= 0 else (number, 0)

    def text(self, number: int) -> str:
        """The text of a form or of an inflected form; of a genitive by rule its form's."""
        row = number - self._forms
        if 0 <= row < self._inflections.rows:
            return self._inflections.text(row)
        row, _ = self.reading(number)
        return str(self._text[self._offset[row] : self._offset[row + 1]], "utf-8")


class _WindowSearch:
    """The search of one text."""

    def __init__(self, finder: FormFinder, folded: FoldedText, wanted: int) -> None:
        self._finder = finder
        self._forms = finder.forms
        self._folded = folded.folded
        self._cased = folded.cased
        self._words = f" {folded.borders} "
        """What the automaton searches: one blank, then the folded text place by place."""
        self._wanted = wanted
        self._common = CommonWords(self._forms, finder.labels, folded, self._words)

    def finds(self) -> list[FormMatch]:
        """What stands there.

        This is where the time goes, therefore one loop. A plain form is told by the value
        alone. A common word is passed over at once when it has no capital and nothing was
        found beside it."""
        folded, cased, marks = self._folded, self._cased, _find_marks(self._folded)
        labels, wanted, facts = self._finder.labels, self._wanted, self._forms.facts
        ready, first_group = self._forms.ready, self._forms.first_group
        finds: list[FormMatch] = []
        append = finds.append
        held = 0  # a common word that a surname beside it may let count
        beside = _NOWHERE
        for place, value in self._forms.automaton.iter(self._words):
            end = place - 1
            if value >= 0:
                start = place - (value & DIRECT_LENGTH)
                row = value >> DIRECT_ROW
                if start == beside and labels[row] & SURNAME_LABEL:
                    finds += self._compared(held, start)
                if not wanted or labels[row] & wanted:
                    append((start, start, end, row, value >> DIRECT_AFFIXES & GENITIVE))
                    if end in marks:
                        finds += self._outer_genitive(finds[-1])
                continue
            number = ~value
            known = facts[number]
            start = place - (known & LENGTH)
            if known & COMMON and not wanted:
                letter = cased[start]
                # Beyond Latin-1 there are capitals without a small letter.
                if (
                    letter != folded[start]
                    or letter > "\xff"
                    or (known & SURNAME and finds and finds[-1][2] == start - 1)
                ):
                    finds += self._compared(number, place)
                elif known & FIRST_NAME:
                    held, beside = number, place
                continue
            if start == beside and known & SURNAME:
                finds += self._compared(held, start)
            if known & READY:
                for row, affixes in ready[number - first_group]:
                    if not wanted or labels[row] & wanted:
                        append((start, start, end, row, affixes))
                        if end in marks:
                            finds += self._outer_genitive(finds[-1])
            else:
                finds += self._compared(number, place)
        finds.sort()
        return finds

    def _compared(self, number: int, place: int) -> Iterator[FormMatch]:
        """What stands there of the readings that share a pattern, which ends at ``place``."""
        for member in self._forms.members(number):
            known = self._forms.facts[member]
            row, affixes = self._finder.reading(member)
            start, end = place - (known & LENGTH), place - 1
            labels = self._finder.labels[row]
            if self._wanted:
                if not labels & self._wanted:
                    continue
            elif known & COMMON and not self._common.may_count(labels, start, end):
                continue
            find = self._verified(member, (start, start, end, row, affixes))
            if find is not None:
                yield find
                if self._folded[find[2]] in "':":
                    yield from self._outer_genitive(find)

    def _verified(self, number: int, find: FormMatch) -> FormMatch | None:
        """The find, if what stands around and between its words is that of the form."""
        known = self._forms.facts[number]
        if known & ONE_WORD:
            return find
        word, _, end, row, affixes = find
        if known & BLANKS_ONLY:
            return find if self._folded[word:end] == self._words[word + 1 : end + 1] else None
        form = self._finder.text(number)
        begin = word - find_words(Folded(form))[0][0]
        behind = begin + len(form)
        if begin < 0 or self._folded[begin:behind] != form:
            return None
        return word, begin, end if number >= self._forms.first_genitive else behind, row, affixes

    def _outer_genitive(self, find: FormMatch) -> Iterator[FormMatch]:
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


def _find_marks(folded: str) -> set[int]:
    """Where apostrophes and colons stand, which may mark a genitive."""
    marks = set()
    for mark in "':":
        place = folded.find(mark)
        while place >= 0:
            marks.add(place)
            place = folded.find(mark, place + 1)
    return marks
