"""Whether a capitalised word is an ordinary one, as far as the word lists can tell.

They have names, too: whoever counts words in newspapers counts Reagan. So a word of Swedish is
ordinary where a dictionary has it as something else than a name, and one of English, for which
there is no such dictionary here, where it is common.
"""

from functools import lru_cache
from typing import Final

from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon

__all__ = ["LONGEST_KEPT", "WORDS_KEPT", "OrdinaryWords"]

WORDS_KEPT: Final = 1 << 14
"""Words that are remembered."""
COMMON_IN_ENGLISH: Final = {"sv": 4.5, "en": 3.0}
"""Zipf from which an English word is no name, by the language of the text: in Swedish texts
they are titles and trade marks (The Real Estate Council), names are rarer (Parker 4.2)."""
FAIRLY_ENGLISH, CERTAINLY_ENGLISH = 4.3, 5.7
"""Zipf from which a word in small letters is no name in English texts, and the same of names
that are words (will, may)."""
OFTEN: Final = 3.5
"""Zipf from which a Swedish word is rather one than the name of a school in small letters."""
LONGEST_KEPT: Final = 100
"""Letters of words that are remembered, and of the longest one that a list may have."""
LONGEST_TAIL: Final = 40
"""Letters of the ordinary word at the end of a compound; text may have words of a million."""
SHORTEST_HEAD, SHORTEST_TAIL = 3, 4
"""Letters of the parts of a compound: shorter tails end names as well (Lindgren, Sternlieb)."""


class OrdinaryWords:
    """The ordinary words of one lexicon."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self._lexicon = lexicon
        self._common = COMMON_IN_ENGLISH[language]
        self._has_short = lru_cache(WORDS_KEPT)(self._has)
        self._ends_short = lru_cache(WORDS_KEPT)(self._ends)

    def has(self, form: str) -> bool:
        """Whether it is an ordinary word, or one in the genitive."""
        return len(form) <= LONGEST_KEPT and self._has_short(form)

    def is_common(self, form: str) -> bool:
        """Whether it is a word of Swedish that is used often, or the first part of compounds
        made with one: *invandrar-*, *sjukvårds-*."""
        forms = (form, form.removesuffix("s"), f"{form}e", f"{form}a")
        return len(form) <= LONGEST_KEPT and any(self._is_often_used(each) for each in forms)

    def _is_often_used(self, form: str) -> bool:
        word = self._lexicon.word(form)
        return word is not None and word.zipf_sv >= OFTEN

    def is_english(self, form: str) -> bool:
        """Whether it is a word of English that no dictionary of Swedish has as a name, and too
        common for one."""
        word = self._lexicon.word(form) if len(form) <= LONGEST_KEPT else None
        if word is None:
            return False
        return word.zipf_en >= (CERTAINLY_ENGLISH if word.pos & PROPER_NOUN else FAIRLY_ENGLISH)

    def ends(self, form: str) -> bool:
        """Whether it ends like an ordinary word that something was put before: Texasfamilj."""
        return self._ends_short(form) if len(form) <= LONGEST_KEPT else self._ends(form)

    def _has(self, form: str) -> bool:
        return self._is_word(form) or (form[-1] == "s" and self._is_word(form[:-1]))

    def _is_word(self, form: str) -> bool:
        word = self._lexicon.word(form)
        if word is None:
            return False
        return bool(word.pos & ~PROPER_NOUN) or word.zipf_en >= self._common

    def _ends(self, form: str) -> bool:
        tail = form.rpartition("-")[2]
        if len(tail) < len(form):
            return len(tail) >= SHORTEST_TAIL and tail[0].islower()
        last = len(form) - SHORTEST_TAIL
        first = max(SHORTEST_HEAD, len(form) - LONGEST_TAIL)
        return any(self._is_word(form[place:]) for place in range(first, last + 1))
