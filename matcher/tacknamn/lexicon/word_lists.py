"""Look up ordinary words: how frequent a word is, its parts of speech, likely misspellings."""

from functools import lru_cache

from tacknamn.errors import InputError
from tacknamn.lexicon.bundle import Bundle, BundleGuard, make_pointer_error
from tacknamn.lexicon.records import OrdinaryWord
from tacknamn.lexicon.sections import WEIGHT_STEPS, ZIPF_STEPS, SortedTexts
from tacknamn.text.fold import Folded, fold

__all__ = ["WordLists", "fold_form"]

WORDS_KEPT, LONGEST_KEPT = 1 << 14, 100
"""Words that are cached, and the letters of the longest one: a text may have a word of a million
letters."""


class WordLists:
    """The words of one bundle. Threads may share it."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        words = bundle.section("words")
        self._words = SortedTexts(words)
        misspelt = bundle.section("misspelt")
        self._misspelt = SortedTexts(misspelt)
        self._misspelt_weights = {name: misspelt.column(name) for name in ("sv", "en")}
        self._word = lru_cache(WORDS_KEPT)(self._read_word)
        self._zipf_sv, self._zipf_en, self._pos, self._english = (
            words.column(name) for name in OrdinaryWord._fields
        )

    def count_misspellings(self, form: str, language: str = "sv") -> float:
        """Return how often a form of the lists, or its genitive, is written for a frequent word
        (*bode* for *bodde*), per billion words of learners' texts."""
        with BundleGuard(self.bundle.folder):
            row, weights = self._misspelt.find(fold_form(form)), self._misspelt_weights[language]
            return 0.0 if row is None else 2.0 ** (weights[row] / WEIGHT_STEPS) - 1

    def is_word(self, form: str) -> bool:
        """Whether it is in a list of ordinary Swedish or English words."""
        with BundleGuard(self.bundle.folder):
            return fold_form(form) in self._words

    def word(self, form: str) -> OrdinaryWord | None:
        """Return frequency and parts of speech of a word; None if no word list has it."""
        if isinstance(form, str) and len(form) <= LONGEST_KEPT:
            return self._word(form)
        return self._read_word(form)

    def _read_word(self, form: str) -> OrdinaryWord | None:
        try:
            row = self._words.find(fold_form(form))
            if row is None:
                return None
            return OrdinaryWord(
                self._zipf_sv[row] / ZIPF_STEPS,
                self._zipf_en[row] / ZIPF_STEPS,
                self._pos[row],
                self._english[row],
            )
        except IndexError as exc:
            raise make_pointer_error(self.bundle.folder) from exc


def fold_form(form: str) -> Folded:
    """Fold a form; bytes are an error."""
    if not isinstance(form, str):
        raise InputError(f"a form must be str, not {type(form).__name__}; decode bytes first")
    return fold(form)
