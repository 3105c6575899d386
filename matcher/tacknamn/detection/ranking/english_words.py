"""Tell names from words in English texts, before anything is weighed.

English writes more than names with a capital: nationalities (*Canadian*), titles (*Uncle Bill*), the
words of headings. The dictionary says which words those are. What it has as a name as well (*Grace*,
*Reading*) is left to the weights.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, final

from tacknamn.detection.ranking.english_phrases import is_small_title, is_title
from tacknamn.detection.ranking.forms import Form, OrdinaryWords
from tacknamn.detection.ranking.label_groups import NOUNS, OTHER, PLACES
from tacknamn.detection.ranking.name_cues import TITLES, introduces_person
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece, WeightedPiece
from tacknamn.detection.ranking.schools import is_mostly_first
from tacknamn.lexicon.lexicon import ENGLISH_SMALL
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["EnglishWords"]

_RELATIVES_AND_JOBS: Final = frozenset(("edu", "fam", "prof"))
"""Labels of common English words that the lists have on purpose."""
LONGEST: Final = 32
"""Characters of a word next to a piece that are read."""
_INITIAL: Final = 2
"""Characters of an initial: *J.*."""
_TOWN: Final = compile_lazily(
    r"(?<![\w'’-])(?:in|from|to|near) ([a-z]{4,})(?![\w'’-])(?! (?:a|an|the|my|your|his|her|our|their)\b)"
)
SURE: Final = 1000.0
"""How many times rather than not such a word is a town."""
COMMON: Final = 4.0
"""The Zipf frequency from which a word in small letters is no town: *reading*, *bath*."""
LEAST_TOWN: Final = 20.0
"""Mentions per billion words of a town that is one although its name is a word."""
_NOT: Final = ("'t", "’t")
"""The end of *hasn't*, of which the matcher reads the beginning."""


@final
class EnglishWords:
    """The ordinary words of English texts, for one lexicon."""

    def __init__(
        self, words: OrdinaryWords, look_up: Callable[[str], tuple[Form | None, int]]
    ) -> None:
        self._words = words
        self._look_up = look_up

    def read(self, text: str, piece: TextPiece) -> TextPiece | None:
        """Return a match of the lists as English means it; None if it is a word: *was* is no
        genitive of the town Wa. *Queen Elizabeth* loses the title, *Greek* the surname."""
        form = piece.form
        if form is None:
            return piece
        if not _RELATIVES_AND_JOBS.isdisjoint(form.candidates):
            is_word = piece.case is LetterCase.LOWER and not form.is_noun
            return _keep_nouns(piece, form) if is_word else piece  # dad, father
        if self._is_small_word(text, piece):
            return self._cut_small_word(text, piece) if text[piece.start].isupper() else None
        if is_title(text, piece.start, piece.end):
            return None
        word = text[piece.start : piece.end]
        if self._is_origin(text, piece, word, form):
            return _keep_nouns(piece, form)
        if word in _read_never() and not self._follows_name(text, piece.start):
            return _keep_nouns(piece, form)
        if self._words.is_only_word(word) and not self.may_be_name(text, piece.start, piece.end):
            return _keep_nouns(piece, form)
        return self._cut_title(text, piece)

    def is_no_name(self, text: str, start: int, end: int) -> bool:
        """Return whether a capitalized word that no list has is certainly no name."""
        word = text[start:end]
        if self.is_of_origin(word) or is_title(text, start, end):
            return True
        return word in _read_never() and not self._follows_name(text, start)

    def _is_small_word(self, text: str, piece: TextPiece) -> bool:
        """Return whether a match is a word in small letters, or ends in one: *In his*."""
        if text.startswith(_NOT, piece.end):
            return True
        word = text[piece.start : piece.end]
        last = word.rpartition(" ")[2]
        if len(last) < len(word):
            return last.islower() and self._words.has_english(last)
        is_small = piece.case is LetterCase.LOWER or (
            piece.case is LetterCase.START and piece.affix_bits
        )
        return bool(is_small) and self._words.has_english(last)  # was

    def _cut_small_word(self, text: str, piece: TextPiece) -> TextPiece | None:
        """Return an entry of the lists without the word in small letters that it ends in: *Young in*;
        None if no name is left."""
        end = piece.start + text[piece.start : piece.end].rfind(" ")
        if end < piece.start:
            return None
        form, entry = self._look_up(text[piece.start : end])
        return None if form is None else TextPiece(piece.start, end, piece.case, form, entry)

    def find_small_towns(self, text: str) -> Iterator[WeightedPiece]:
        """Yield the towns in small letters whose names are words, after *in* or *from*: *in
        limerick*, but not *in reading*, *to stoke the fire*."""
        for match in _TOWN.finditer(text):
            word = self._words.get(match.group(1))
            if word is None or word.zipf_en >= COMMON:
                continue
            if not word.english & ENGLISH_SMALL:
                continue
            form, entry = self._look_up(match.group(1).capitalize())
            if form is None:
                continue
            towns = {label: own for label, own in form.candidates.items() if label in PLACES}
            mentions = sum([own.mentions for own in towns.values()])
            if mentions < LEAST_TOWN or 2 * mentions < form.name_mentions:
                continue
            weights = {label: own.mentions for label, own in towns.items()}
            weights[OTHER] = mentions / SURE
            piece = TextPiece(*match.span(1), LetterCase.LOWER, form, entry)
            yield WeightedPiece(piece, weights, match.group().split(" ")[0])

    def _is_origin(self, text: str, piece: TextPiece, word: str, form: Form) -> bool:
        """Return whether a match is a nationality or the like: *Danish*, but not *Christian said*."""
        if not self.is_of_origin(word):
            return False
        return (
            not is_mostly_first(form)
            or self._words.is_rather_origin(word, form.name_mentions)
            or self._is_adjective(text, piece.end)
        )

    def is_of_origin(self, word: str) -> bool:
        """Return whether a word is an adjective made from a name, or a plural of it."""
        return self._words.is_of_origin(word) or (
            word[-1] == "s" and self._words.is_of_origin(word[:-1])
        )

    def _cut_title(self, text: str, piece: TextPiece) -> TextPiece:
        """Return an entry of the lists without the title that it begins with: *Queen Elizabeth*."""
        blank = text.find(" ", piece.start, piece.end)
        if blank < 0 or not is_title(text, piece.start, blank):
            return piece
        if piece.form is not None and "country" in piece.form.candidates:
            return piece  # Sri Lanka
        form, entry = self._look_up(text[blank + 1 : piece.end])
        if form is None:
            return piece
        return TextPiece(blank + 1, piece.end, LetterCase.TITLE, form, entry)

    def _follows_name(self, text: str, start: int) -> bool:
        """Return whether a name or a title stands before: *Ali Ramadan*, *Mr Christmas*."""
        before = text[max(0, start - LONGEST) : start].split(" ")[-2:-1]
        if not before or not before[0][:1].isupper():
            return False
        if before[0].rstrip(".").lower() in TITLES:
            return True
        if not before[0][-1].isalpha():
            return len(before[0]) == _INITIAL and before[0][-1] == "."
        return not self._words.has_english(before[0]) and not self.is_of_origin(before[0])

    def may_be_name(self, text: str, start: int, end: int) -> bool:
        """Return whether an ordinary word with a capital may be a name: it stands after another
        capitalized word, or after a cue: *a boy called Pumpkin*, *Sam Pumpkin*."""
        if is_title(text, start, end):
            return False
        if self._follows_name(text, start):
            return True
        before = text[max(0, start - LONGEST) : start].split(" ")[-2:-1]
        return bool(before) and (introduces_person(before[0].lower()) or is_small_title(before[0]))

    def _is_adjective(self, text: str, end: int) -> bool:
        """Return whether a noun follows: *Christian belief*, but not *Christian said*."""
        word = text[end + 1 : end + LONGEST].split(" ")[0].rstrip(".,;:!?")
        return text[end : end + 1] == " " and word.islower() and self._words.is_noun(word)


def _keep_nouns(piece: TextPiece, form: Form) -> TextPiece | None:
    """Return a piece that is nothing but a language or a people, as in small letters; None if it is
    neither."""
    nouns = {label: own for label, own in form.candidates.items() if label in NOUNS}
    if not nouns:
        return None
    only = Form(nouns, form.word_mentions, 0.0, is_noun=True)
    return TextPiece(
        piece.start, piece.end, LetterCase.LOWER, only, piece.entry, piece.affix_bits, piece.edits
    )


@lru_cache(maxsize=1)
def _read_never() -> frozenset[str]:
    """Return the names of religions, books and holidays."""
    return frozenset(
        word
        for _, place, words in read_table(__file__, "english_heads.tsv")
        if place == "never"
        for word in words.split()
    )
