"""Ordinary words: how common each is, what part of speech, and how entries are inflected.

A matcher needs them to tell Sten from a stone and a misspelt name from a rare word, a
replacer to find Stadsbiblioteket behind Stadsbibliotekets.
"""

from array import array
from collections.abc import Iterator

import numpy as np

from tacknamn.lexicon.lexicon import PROPER_NOUN, ZIPF_STEPS
from tacknamn.text.fold import fold
from tacknamn_builders.merging.row_store import Column, StringTable
from tacknamn_builders.records import Inflection, WordFrequency

__all__ = [
    "DEFINITE",
    "GENITIVE",
    "PLURAL",
    "PROPER_NOUN",
    "ZIPF_STEPS",
    "WordTable",
]

GENITIVE, DEFINITE, PLURAL = 1, 2, 4
_AFFIXES = {"GEN": GENITIVE, "BF": DEFINITE, "PLU": PLURAL}
_PARTS = {"NN": 1, "VB": 2, "JJ": 4, "PM": PROPER_NOUN}
_OTHER_PART = 16
_INFLECTING = ("NN", "PM")
"""Nouns and proper nouns: what entries are made of. Verbs share their forms by accident."""


class WordTable:
    """All words of one build, in columns."""

    def __init__(self) -> None:
        self.forms = StringTable()
        self._zipf = {"sv": bytearray(1), "en": bytearray(1)}
        self._parts = bytearray(1)
        self._inflections = array("i")
        """Triples: inflected form, base form, affixes."""

    def add_word(self, word: WordFrequency) -> None:
        """Note how common a word is; the highest statement stands."""
        code = self._code(word.form)
        if not code:
            return
        zipf = self._zipf[word.language]
        zipf[code] = max(zipf[code], min(255, round(word.zipf * ZIPF_STEPS)))

    def add_inflection(self, inflection: Inflection) -> None:
        """Note a form's part of speech, and its base where a noun is inflected."""
        code = self._code(inflection.form)
        if not code:
            return
        part, *features = inflection.tag.split(":")
        self._parts[code] |= _PARTS.get(part, _OTHER_PART)
        affixes = sum(_AFFIXES.get(feature, 0) for feature in features)
        if affixes and part in _INFLECTING:
            proper = PROPER_NOUN if part == "PM" else 0
            self._inflections.extend((code, self._code(inflection.base), affixes | proper))

    def __len__(self) -> int:
        return len(self.forms) - 1

    def columns(self) -> tuple[Column, Column, Column]:
        """Zipf in Swedish and English and parts of speech of every code."""
        sv, en = self._zipf["sv"], self._zipf["en"]
        return tuple(np.frombuffer(c, np.uint8).astype(np.int64) for c in (sv, en, self._parts))  # type: ignore[return-value]

    def inflections(self) -> Iterator[tuple[str, str, int, bool]]:
        """Inflected form and base form, folded, affixes, and whether it is a proper noun."""
        triples = iter(self._inflections)
        for form, base, bits in zip(triples, triples, triples, strict=True):
            if form != base:
                proper = bool(bits & PROPER_NOUN)
                yield self.forms[form], self.forms[base], bits & ~PROPER_NOUN, proper

    def _code(self, form: str) -> int:
        """The number of a word; 0, which stands for unknown words, where nothing is left of it."""
        code = self.forms.code(fold(form))
        if code == len(self._parts):
            for column in (*self._zipf.values(), self._parts):
                column.append(0)
        return code
