"""Whether a capitalized word is an ordinary word, according to the word lists.

The word lists contain names, too: a count of newspaper words counts *Reagan*. So a Swedish word is
ordinary if a dictionary has it as anything but a proper noun. For English there is no such
dictionary here; an English word is ordinary if it is common.
"""

from functools import lru_cache
from typing import Final

from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon

__all__ = ["LONGEST_KEPT", "WORDS_KEPT", "OrdinaryWords"]

WORDS_KEPT: Final = 1 << 14
"""Words whose answer is remembered."""
COMMON_IN_ENGLISH: Final = {"sv": 4.5, "en": 3.0}
"""The Zipf frequency from which an English word is no name, by the language of the text. In Swedish
texts such words are titles and brands (*The Real Estate Council*); names are rarer (*Parker* 4.2)."""
FAIRLY_ENGLISH, CERTAINLY_ENGLISH = 4.3, 5.7
"""The Zipf frequency from which a lower-case word of an English text is no name; the second number
is for names that are words as well (*will*, *may*)."""
OFTEN: Final = 3.5
"""The Zipf frequency from which a Swedish word is rather a word than a school's name in lower
case."""
LONGEST_KEPT: Final = 100
"""Letters of the longest word that is remembered; no list has a longer one."""
LONGEST_TAIL: Final = 40
"""Letters of the longest tail of a compound that is looked up: a text may have words of a million
letters."""
SHORTEST_HEAD, SHORTEST_TAIL = 3, 4
"""Letters that the parts of a compound must have; shorter tails end names, too (*Lindgren*,
*Sternlieb*)."""


class OrdinaryWords:
    """The ordinary words of one lexicon."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self._lexicon = lexicon
        self._least_zipf = COMMON_IN_ENGLISH[language]
        self._has_short = lru_cache(WORDS_KEPT)(self._look_up)
        self._has_short_tail = lru_cache(WORDS_KEPT)(self._look_up_tail)

    def has(self, form: str) -> bool:
        """Return whether this is an ordinary word, or the genitive of one."""
        return len(form) <= LONGEST_KEPT and self._has_short(form)

    def has_common(self, form: str) -> bool:
        """Return whether this is a common Swedish word, or the first part of compounds with one:
        *invandrar-*, *sjukvårds-*."""
        forms = (form, form.removesuffix("s"), f"{form}e", f"{form}a")
        return len(form) <= LONGEST_KEPT and any(self._is_common(variant) for variant in forms)

    def _is_common(self, form: str) -> bool:
        word = self._lexicon.word(form)
        return word is not None and word.zipf_sv >= OFTEN

    def has_english(self, form: str) -> bool:
        """Return whether this is an English word that is too common for a name, and that no Swedish
        dictionary has as a name."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        if word is None:
            return False
        return word.zipf_en >= (CERTAINLY_ENGLISH if word.pos & PROPER_NOUN else FAIRLY_ENGLISH)

    def has_tail(self, form: str) -> bool:
        """Return whether this ends in an ordinary word with something before it: *Texasfamilj*."""
        return self._has_short_tail(form) if len(form) <= LONGEST_KEPT else self._look_up_tail(form)

    def _look_up(self, form: str) -> bool:
        return self._is_word(form) or (form[-1] == "s" and self._is_word(form[:-1]))

    def _is_word(self, form: str) -> bool:
        word = self._lexicon.word(form)
        if word is None:
            return False
        return bool(word.pos & ~PROPER_NOUN) or word.zipf_en >= self._least_zipf

    def _look_up_tail(self, form: str) -> bool:
        tail = form.rpartition("-")[2]
        if len(tail) < len(form):
            return len(tail) >= SHORTEST_TAIL and tail[0].islower()
        last = len(form) - SHORTEST_TAIL
        first = max(SHORTEST_HEAD, len(form) - LONGEST_TAIL)
        return any(self._is_word(form[start:]) for start in range(first, last + 1))
