"""Find the forms in a window of a text, for the portable engine.

The automaton finds patterns; this module decides whether the form itself is in the text. Most
patterns are single words and need no comparison. The others are compared with their form, and
common words count only if the text shows that they are names.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tacknamn.labels import AFFIX_BITS, GENITIVE
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
    BLANKS_ONLY,
    COMMON,
    FIRST_NAME,
    LENGTH,
    ONE_WORD,
    SURNAME,
    SURNAME_LABEL,
)
from tacknamn.text.fold import Folded, is_word_character
from tacknamn.text.folded_text import FoldedText

__all__ = ["FormFinder", "FormMatch", "WantedLabels"]

FormMatch = tuple[int, int, int, int, int]
"""A form found in the text: start of its first word, its start and end (with the characters
around its words), all as positions of the folded text; the row of the form; its affixes."""

_NOWHERE = -1


class WantedLabels(NamedTuple):
    """The labels that a search looks for."""

    of_forms: "memoryview[int]"
    """The bits of the labels of each form."""
    bits: int
    """The bits of the labels to find; 0 means all labels, without common words."""


class FormFinder:
    """The columns of a bundle that the search reads, and its automaton."""

    def __init__(self, bundle: Bundle, forms: FormAutomaton) -> None:
        section = bundle.section("forms")
        inflections = bundle.section("inflections")
        self.forms = forms
        self._forms = section.rows
        self.weights: memoryview[int] = section.column("weight")
        self._offset, self._text = section.column("offset"), section.data("text")
        self._base, self._affixes = inflections.column("base"), inflections.column("affixes")
        self._inflections = inflections

    def find_forms(self, folded: FoldedText, wanted: WantedLabels) -> list[FormMatch]:
        """Find the forms in a text, sorted by the word at which they begin."""
        if not len(self.forms.automaton):
            return []
        return _WindowSearch(self, folded, wanted).find_all()

    def resolve(self, number: int) -> tuple[int, int]:
        """Return row and affixes of a variant (see the automaton for numbers)."""
        row = number - self.forms.first_genitive
        if row >= 0:
            return row, GENITIVE
        row = number - self._forms
        return (self._base[row], self._affixes[row] & AFFIX_BITS) if row >= 0 else (number, 0)

    def read_text(self, number: int) -> str:
        """Return the text of a form or inflected form; for a regular genitive, that of its form."""
        row = number - self._forms
        if 0 <= row < self._inflections.rows:
            return self._inflections.text(row)
        row, _ = self.resolve(number)
        return str(self._text[self._offset[row] : self._offset[row + 1]], "utf-8")


class _WindowSearch:
    """The search of one window."""

    def __init__(self, finder: FormFinder, folded: FoldedText, wanted: WantedLabels) -> None:
        self._finder = finder
        self._forms = finder.forms
        self._folded = folded.folded
        self._cased = folded.cased
        self._words = f" {folded.borders} "
        """The text that the automaton searches. The blank at its start moves every position by
        one: a position here minus 1 is a position of the folded text."""
        self._labels, self._label_bits = wanted
        self._common = CommonWords(self._forms, self._labels, folded, self._words)

    def find_all(self) -> list[FormMatch]:
        """Find every form.

        The portable engine spends its time here, so this is one loop over the automaton's
        results with local variables. It handles the frequent cases itself, and leaves those that
        need a comparison with the text to :meth:`_compare`."""
        folded, cased, marks = self._folded, self._cased, _find_marks(self._folded)
        labels, label_bits, facts = self._labels, self._label_bits, self._forms.facts
        ready, first_group = self._forms.ready, self._forms.first_group
        matches: list[FormMatch] = []
        append = matches.append
        # A common word that may be a first name waits here: it counts if a surname follows (Men
        # Svensson). `next_word` is where the next word begins in the folded text. In the searched
        # text, which is one longer, this is the position of the blank after the common word.
        held = 0
        next_word = _NOWHERE
        # A pattern ends with the blank after its last word; `blank` is the position of that blank.
        for blank, value in self._forms.automaton.iter(self._words):
            end = blank - 1
            if value >= 0:
                # A direct value: a plain form or its genitive. It is a match, and the value
                # holds everything about it.
                start = blank - (value & DIRECT_LENGTH)
                row = value >> DIRECT_ROW
                if start == next_word and labels[row] & SURNAME_LABEL:
                    matches += self._compare(held, start)
                if not label_bits or labels[row] & label_bits:
                    append((start, start, end, row, value >> DIRECT_AFFIXES & GENITIVE))
                    if end in marks:
                        matches += self._find_outer_genitive(matches[-1])
                continue
            number = ~value
            form_facts = facts[number]
            start = blank - (form_facts & LENGTH)
            if form_facts & COMMON and not label_bits:
                # A common word. Without a capital and without a name next to it, which is nearly
                # always, it is skipped at once. It has a capital if folding changed its first
                # letter; outside Latin-1 some capitals have no small letter.
                letter = cased[start]
                if (
                    letter != folded[start]
                    or letter > "\xff"
                    or (form_facts & SURNAME and matches and matches[-1][2] == start - 1)
                ):
                    matches += self._compare(number, blank)
                elif form_facts & FIRST_NAME:
                    held, next_word = number, blank
                continue
            if start == next_word and form_facts & SURNAME:
                matches += self._compare(held, start)
            if form_facts & READY:
                # A group of plain forms: all of them are matches.
                for row, affixes in ready[number - first_group]:
                    if not label_bits or labels[row] & label_bits:
                        append((start, start, end, row, affixes))
                        if end in marks:
                            matches += self._find_outer_genitive(matches[-1])
            else:
                matches += self._compare(number, blank)
        matches.sort()
        return matches

    def _compare(self, number: int, blank: int) -> Iterator[FormMatch]:
        """Yield the variants of a pattern that ends at ``blank`` and that the text really has."""
        for member in self._forms.expand(number):
            form_facts = self._forms.facts[member]
            row, affixes = self._finder.resolve(member)
            start, end = blank - (form_facts & LENGTH), blank - 1
            labels = self._labels[row]
            if self._label_bits:
                if not labels & self._label_bits:
                    continue
            elif form_facts & COMMON and not self._common.may_count(labels, start, end):
                continue
            match = self._verify(member, (start, start, end, row, affixes))
            if match is not None:
                yield match
                if self._folded[match[2]] in "':":
                    yield from self._find_outer_genitive(match)

    def _verify(self, number: int, match: FormMatch) -> FormMatch | None:
        """Return the match if the text around and between its words is that of the form."""
        form_facts = self._forms.facts[number]
        if form_facts & ONE_WORD:
            return match
        word, _, end, row, affixes = match
        if form_facts & BLANKS_ONLY:
            return match if self._folded[word:end] == self._words[word + 1 : end + 1] else None
        form = self._finder.read_text(number)
        begin = word - find_words(Folded(form))[0][0]
        after = begin + len(form)
        if begin < 0 or self._folded[begin:after] != form:
            return None
        return word, begin, end if number >= self._forms.first_genitive else after, row, affixes

    def _find_outer_genitive(self, match: FormMatch) -> Iterator[FormMatch]:
        """Yield the genitive whose mark is outside the word: EU:s, Hans'."""
        folded = self._folded
        word, begin, end, row, affixes = match
        if affixes & GENITIVE:
            return
        after = folded[end + 1]
        if after == "s" and not is_word_character(folded[end + 2]):
            yield word, begin, end + 2, row, affixes | GENITIVE
        elif (
            # An apostrophe after s, x or z, unless one before the word opened a quotation.
            folded[end] == "'"
            and folded[end - 1] in "sxz"
            and not (begin and folded[begin - 1] == "'")
            and not is_word_character(after)
        ):
            yield word, begin, end + 1, row, affixes | GENITIVE


def _find_marks(folded: str) -> set[int]:
    """Return the positions of apostrophes and colons, which may mark a genitive."""
    marks = set()
    for mark in "':":
        position = folded.find(mark)
        while position >= 0:
            marks.add(position)
            position = folded.find(mark, position + 1)
    return marks
