"""Matching as slow and obvious as it can be: the reference that every engine must agree with.

A text is folded unit by unit, split into words, and every form is tried at every word.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tacknamn.labels import GENITIVE
from tacknamn.lexicon.hash_table import find_words
from tacknamn.matching.semantics import INFLECTED
from tacknamn.text.fold import Folded, fold, fold_units, is_combining, is_word_character

STOPS = ".!?:;…•"
FIRST_NAMES, SURNAME = 0b111, 0b1000


@dataclass(frozen=True)
class NaiveForm:
    """What the scanner knows about a form."""

    row: int
    labels: int = 1
    common: bool = False
    weight: int = 50
    affixes: int = 0


@dataclass(frozen=True, order=True)
class NaiveMatch:
    start: int
    end: int
    row: int
    affixes: int


class NaiveScan:
    """One text, split into words."""

    def __init__(self, text: str, forms: Mapping[str, list[NaiveForm]], wanted: int) -> None:
        self.text, self.forms, self.wanted = text, forms, wanted
        self.folded, self.start, self.end = "", [], []
        for piece, start, end in fold_units(text):
            for character in piece:
                if character == " " and self.folded[-1:] == " ":
                    continue
                self.folded += character
                self.start.append(start)
                self.end.append(end)
        self.words = find_words(Folded(self.folded))

    def all(self) -> list[NaiveMatch]:
        return sorted(match for first in range(len(self.words)) for match, _ in self.at(first))

    def longest(self) -> list[NaiveMatch]:
        chosen: list[NaiveMatch] = []
        free = done = 0
        for first, (begin, _) in enumerate(self.words):
            if self.start[begin] < done:
                continue
            matches = [(match, w) for match, w in self.at(first) if match.start >= free]
            if matches:
                best = min(matches, key=lambda pair: (-pair[0].end, -pair[1], pair[0].row))[0]
                chosen.append(best)
                free = done = best.end
        return chosen

    def at(self, first: int) -> list[tuple[NaiveMatch, int]]:
        """Return the matches whose first word is this one, with their weights."""
        found: set[tuple[NaiveMatch, int]] = set()
        begin = self.words[first][0]
        for text, candidates in self.forms.items():
            spans = find_words(Folded(text))
            if not spans or first + len(spans) > len(self.words):
                continue
            lead, last = spans[0][0], first + len(spans) - 1
            place = begin - lead
            for form in candidates:
                found |= self._exact(text, form, place, first, last)
                if not form.affixes and spans[-1][1] == len(text):
                    found |= self._genitive_word(text, form, place, first, last)
        return sorted(found)

    def _exact(
        self, text: str, form: NaiveForm, place: int, first: int, last: int
    ) -> set[tuple[NaiveMatch, int]]:
        end = place + len(text)
        words_end = self.words[last][1]
        if place < 0 or self.folded[place:end] != text or not words_end <= end:
            return set()
        if last + 1 < len(self.words) and self.words[last + 1][0] < end:
            return set()
        matches = self._match(form, place, end, 0, first, last)
        if form.affixes & GENITIVE:
            return matches
        behind = self.folded[end : end + 2]
        alone = last + 1 < len(self.words) and self.words[last + 1] == (end + 1, end + 2)
        if behind in (":s", "'s") and alone:
            matches |= self._match(form, place, end + 2, GENITIVE, first, last)
        elif (
            behind[:1] == "'"
            and text[-1] in "sxz"
            and self.folded[place - 1 : place] != "'"
            and not (behind[1:] and is_word_character(behind[1]))
        ):
            matches |= self._match(form, place, end + 1, GENITIVE, first, last)
        return matches

    def _genitive_word(
        self, text: str, form: NaiveForm, place: int, first: int, last: int
    ) -> set[tuple[NaiveMatch, int]]:
        start, end = self.words[last]
        word = self.folded[start:end]
        if self.folded[place:end] != f"{text}s" or len(word) < 3 or word[-2] in "sxz":
            return set()
        return self._match(form, place, end, GENITIVE, first, last)

    def _match(
        self, form: NaiveForm, begin: int, end: int, affixes: int, first: int, last: int
    ) -> set[tuple[NaiveMatch, int]]:
        if self.wanted:
            if not form.labels & self.wanted:
                return set()
        elif first == last and form.common and not self._common_counts(first, form):
            return set()
        affixes |= form.affixes
        weight = max(0, form.weight - INFLECTED) if affixes else form.weight
        match = NaiveMatch(self.start[begin], self.end[end - 1], form.row, affixes)
        return {(match, weight)}

    # ---- common words -----------------------------------------------------------------

    def _common_counts(self, word: int, form: NaiveForm) -> bool:
        following = self._in_a_row(word)
        if self._capitalised(word) and (
            not self._begins_sentence(word) or (following and self._capitalised(word + 1))
        ):
            return True
        if form.labels & FIRST_NAMES and following and self._labels(word + 1) & SURNAME:
            return True
        before = word > 0 and self._in_a_row(word - 1)
        return bool(form.labels & SURNAME and before and self._labels(word - 1) & FIRST_NAMES)

    def _in_a_row(self, word: int) -> bool:
        if word + 1 >= len(self.words):
            return False
        end, next_start = self.words[word][1], self.words[word + 1][0]
        between = self.text[self.end[end - 1] : self.start[next_start]]
        one_line = len(f"a{between}b".splitlines()) == 1
        return self.folded[end:next_start] == " " and one_line

    def _labels(self, word: int) -> int:
        begin, end = self.words[word]
        exact = [f for f in self.forms.get(self.folded[begin:end], []) if not f.affixes]
        return exact[0].labels if exact and not exact[0].common else 0

    def _capitalised(self, word: int) -> bool:
        begin, end = self.words[word]
        letters = self.text[self.start[begin] : self.end[end - 1]]
        if not _is_upper(letters[0]):
            return False
        others = [letter for letter in letters[1:] if _is_letter(letter)]
        return not others or any(not _is_upper(letter) for letter in others)

    def _begins_sentence(self, word: int) -> bool:
        for character in reversed(self.text[: self.start[self.words[word][0]]]):
            if character in STOPS or len(f"a{character}b".splitlines()) > 1:
                return True
            folded = fold(character)
            if len(folded) > 1 or (folded and is_word_character(folded)):
                return False
        return True


def _is_upper(character: str) -> bool:
    return character.isupper() or character.istitle()


def _is_letter(character: str) -> bool:
    folded = fold(character)
    return len(folded) == 1 and is_word_character(folded) and not is_combining(character)
