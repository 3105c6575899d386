"""What the lists say about a word: how often it is a name of a person, and whether it is ordinary."""

import re
from functools import lru_cache
from typing import NamedTuple

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.records import ENGLISH_NAME, ENGLISH_ORIGIN, ENGLISH_SMALL

__all__ = ["NameEvidence", "NameWord", "find_words", "read_word"]

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_FIRSTNAMES = frozenset(("firstname_female", "firstname_male", "firstname_unknown"))
_PLACES = frozenset(("area", "city", "country", "region"))
FREQUENT = 5.5
"""The logarithm of uses per billion words from which on a word is ordinary even if it is a name as well:
*may* has 6.0, *is* and *for* have more, *mark* has 5.0."""
KEPT = 1 << 14
"""Words whose evidence is remembered."""


class NameWord(NamedTuple):
    """A word of a text."""

    start: int
    end: int
    text: str

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[0].isupper()

    @property
    def is_shouted(self) -> bool:
        """Whether it consists of two or more capitals."""
        return len(self.text) > 1 and self.text.isupper()


def find_words(text: str, start: int = 0, end: int | None = None) -> list[NameWord]:
    """Find the words of a text; numbers are none."""
    matches = _WORD.finditer(text, start, len(text) if end is None else end)
    return [NameWord(match.start(), match.end(), match.group()) for match in matches]


def read_word(text: str, start: int) -> NameWord | None:
    """Return the word that begins at an offset."""
    match = _WORD.match(text, start)
    return NameWord(match.start(), match.end(), match.group()) if match else None


class NameEvidence:
    """Asks a bundle about words, and remembers the answers."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._shares = lru_cache(KEPT)(self._read_shares)
        self.is_ordinary = lru_cache(KEPT)(self._find_ordinary)

    def firstname(self, word: str) -> float:
        """Return the probability that a word is a first name, if it is in the lists at all."""
        return self._shares(word)[0]

    def person(self, word: str) -> float:
        """Return the probability that a word is a first name or surname."""
        return self._shares(word)[1]

    def place(self, word: str) -> float:
        """Return the probability that a word is a place."""
        return self._shares(word)[2]

    def is_listed(self, word: str) -> bool:
        """Whether the lists have a word as a name of anything."""
        return self._shares(word)[3]

    def is_origin(self, word: str) -> bool:
        """Whether a word is a nationality or the like: *American*."""
        entry = self._lexicon.word(word.lower())
        return entry is not None and bool(entry.english & ENGLISH_ORIGIN)

    def _read_shares(self, word: str) -> tuple[float, float, float, bool]:
        candidates = self._lexicon.lookup(word.title() if word.isupper() else word)
        shares = [(str(each.label), each.probability) for each in candidates]
        firstname = sum(share for label, share in shares if label in _FIRSTNAMES)
        surname = sum(share for label, share in shares if label == "surname")
        place = sum(share for label, share in shares if label in _PLACES)
        return firstname, firstname + surname, place, bool(candidates)

    def _find_ordinary(self, word: str) -> bool:
        """Whether English uses a word as anything but a name: *hospital*, and not *Rose* or *Kow*."""
        entry = self._lexicon.word(word.lower())
        if entry is None or not entry.english & ENGLISH_SMALL:
            return False
        return entry.zipf_en >= FREQUENT or not entry.english & ENGLISH_NAME
