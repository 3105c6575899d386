"""Ordinary words: their frequency, their part of speech, their inflected forms.

The matcher needs them to distinguish the name Sten from the word for stone, and a misspelled name
from a rare word. Replacement needs them to find the base form Stadsbiblioteket of
Stadsbibliotekets.
"""

from array import array
from collections.abc import Iterator

import numpy as np

from tacknamn.labels import DEFINITE, GENITIVE, PLURAL
from tacknamn.lexicon.lexicon import PROPER_NOUN, ZIPF_STEPS
from tacknamn.text.fold import fold
from tacknamn_builders.merging.row_store import Column, StringTable
from tacknamn_builders.records import Inflection, WordFrequency

__all__ = ["WordTable"]

_AFFIXES = {"GEN": GENITIVE, "BF": DEFINITE, "PLU": PLURAL}
_PARTS = {"NN": 1, "VB": 2, "JJ": 4, "PM": PROPER_NOUN}
_OTHER_PART = 16
_INFLECTING = ("NN", "PM")
"""Nouns and proper nouns: entries consist of them. Verbs share forms only by accident."""


class WordTable:
    """All words of a build, in columns."""

    def __init__(self) -> None:
        self.forms = StringTable()
        self._zipf = {"sv": bytearray(1), "en": bytearray(1)}
        self._parts = bytearray(1)
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

    def __len__(self) -> int:
        return len(self.forms) - 1

    def columns(self) -> tuple[Column, Column, Column]:
        """Return three columns: zipf in Swedish, zipf in English, parts of speech."""
        sv, en = self._zipf["sv"], self._zipf["en"]
        return tuple(np.frombuffer(c, np.uint8).astype(np.int64) for c in (sv, en, self._parts))  # type: ignore[return-value]

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
            for column in (*self._zipf.values(), self._parts):
                column.append(0)
        return code
