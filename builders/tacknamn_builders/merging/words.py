"""Ordinary words: their frequency, their part of speech, their inflected forms.

The matcher needs them to distinguish the name Sten from the word for stone, and a misspelled name
from a rare word. Replacement needs them to find the base form Stadsbiblioteket of
Stadsbibliotekets.
"""

from array import array
from collections.abc import Iterator
from functools import cache

import numpy as np

from tacknamn.labels import DEFINITE, GENITIVE, PLURAL
from tacknamn.lexicon.lexicon import (
    ENGLISH_ADJECTIVE,
    ENGLISH_BASE,
    ENGLISH_NAME,
    ENGLISH_NOUN,
    ENGLISH_ORIGIN,
    ENGLISH_OTHER,
    ENGLISH_SAYS,
    PROPER_NOUN,
    ZIPF_STEPS,
)
from tacknamn.support.tables import read_table
from tacknamn.text.fold import fold
from tacknamn_builders.merging.row_store import Column, StringTable
from tacknamn_builders.records import EnglishWord, Inflection, WordFrequency

__all__ = ["WordTable"]

_AFFIXES = {"GEN": GENITIVE, "BF": DEFINITE, "PLU": PLURAL}
_PARTS = {"NN": 1, "VB": 2, "JJ": 4, "PM": PROPER_NOUN}
_OTHER_PART = 16
_ENGLISH_PARTS = {
    "NN": ENGLISH_NOUN,
    "NNS": ENGLISH_NOUN,
    "VB": ENGLISH_BASE,
    "VBP": ENGLISH_BASE,
    "VBZ": ENGLISH_SAYS,
    "VBD": ENGLISH_SAYS,
    "MD": ENGLISH_SAYS,
    "JJ": ENGLISH_ADJECTIVE,
}
"""Of words in small letters, by tag without what follows a colon (``NN:U``)."""
_ORIGIN_ENDINGS = ("ean", "ese", "esque", "ian", "ic", "ical", "ish")
"""Endings of adjectives made from names."""
_PLACE = "place"
"""The kind of words that have such an ending and are names of places all the same."""
_INFLECTING = ("NN", "PM")
"""Nouns and proper nouns: entries consist of them. Verbs share forms only by accident."""


class WordTable:
    """All words of a build, in columns."""

    def __init__(self) -> None:
        self.forms = StringTable()
        self._zipf = {"sv": bytearray(1), "en": bytearray(1)}
        self._parts = bytearray(1)
        self._english = bytearray(1)
        self._inflections = array("i")
        """Triples: inflected form, base form, affixes."""

    def add_word(self, word: WordFrequency) -> None:
        """Add the frequency of a word; the highest one counts."""
        code = self._number_word(word.form)
        if not code:
            return
        zipf = self._zipf[word.language]
        zipf[code] = max(zipf[code], min(255, round(word.zipf * ZIPF_STEPS)))

    def add_inflection(self, inflection: Inflection) -> None:
        """Add the part of speech of a form, and the base form of an inflected noun."""
        code = self._number_word(inflection.form)
        if not code:
            return
        part, *features = inflection.tag.split(":")
        self._parts[code] |= _PARTS.get(part, _OTHER_PART)
        affixes = sum(_AFFIXES.get(feature, 0) for feature in features)
        if affixes and part in _INFLECTING:
            proper = PROPER_NOUN if part == "PM" else 0
            self._inflections.extend((code, self._number_word(inflection.base), affixes | proper))

    def add_english(self, word: EnglishWord) -> None:
        """Add the part of speech of a form, if a source before has the word. The others are so rare
        that texts hardly contain them, and would count as known words in Swedish texts."""
        code = self.forms.find(fold(word.form))
        if code:
            self._english[code] |= _read_english_part(word)

    def __len__(self) -> int:
        return len(self.forms) - 1

    def columns(self) -> tuple[Column, Column, Column]:
        """Return three columns: zipf in Swedish, zipf in English, parts of speech in Swedish."""
        return _to_column(self._zipf["sv"]), _to_column(self._zipf["en"]), _to_column(self._parts)

    def english(self) -> Column:
        """Return the column of the parts of speech in English."""
        return _to_column(self._english)

    def inflections(self) -> Iterator[tuple[str, str, int, bool]]:
        """Yield inflected form and base form (both folded), affixes, and whether it is a proper
        noun."""
        triples = iter(self._inflections)
        for form, base, bits in zip(triples, triples, triples, strict=True):
            if form != base:
                proper = bool(bits & PROPER_NOUN)
                yield self.forms[form], self.forms[base], bits & ~PROPER_NOUN, proper

    def _number_word(self, form: str) -> int:
        """Return the number of a word; 0, which means unknown, if it folds to nothing."""
        code = self.forms.code(fold(form))
        if code == len(self._parts):
            for column in (*self._zipf.values(), self._parts, self._english):
                column.append(0)
        return code


def _to_column(numbers: bytearray) -> Column:
    return np.frombuffer(numbers, np.uint8).astype(np.int64)


def _read_english_part(word: EnglishWord) -> int:
    """Return the bit of a form's part of speech; a capital distinguishes *May* from *may*."""
    part = word.tag.partition(":")[0]
    if word.form[0].islower():
        return _ENGLISH_PARTS.get(part, ENGLISH_OTHER)
    if _is_origin(word.form, part):
        return ENGLISH_ORIGIN
    return ENGLISH_NAME if part.startswith("NNP") else 0


def _is_origin(form: str, part: str) -> bool:
    """Whether a capitalized form is an adjective made from a name, or the noun of the same form:
    *Canadian*, *Canadians*, but not *Melbourne* in *Melbourne weather*."""
    stem = form.removesuffix("s") if part == "NNPS" else form
    if kind := _read_origins().get(stem):
        return kind != _PLACE
    return part in ("JJ", "NNPS") and stem.endswith(_ORIGIN_ENDINGS)


@cache
def _read_origins() -> dict[str, str]:
    """Read the words of ``english_origins.tsv``, each with its kind."""
    return {
        word: kind
        for words, kind in read_table(__file__, "english_origins.tsv")
        for word in words.split()
    }
