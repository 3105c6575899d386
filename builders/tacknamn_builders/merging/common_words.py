"""Tell entries that are ordinary words, and how often they are that.

Most lists of names hold words: Men is a name in China, Bra a town in Italy, Berg a surname
that is a mountain. Left in a scan, nine hits of ten would be such words. Two figures per form
settle it: the expected mentions of what it names, and how often the word stands in ordinary
text. Word frequencies count names too (``anna``), so what the entry explains is taken off, and
a word that SALDO knows only as a name is no ordinary word.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.lexicon import ZIPF_STEPS
from tacknamn_builders.merging.row_store import Column

__all__ = [
    "CURATED_MENTIONS",
    "NOUN_LABELS",
    "FormFacts",
    "compute_form_facts",
    "find_word_entries",
    "label_bits",
    "raise_curated_mentions",
    "raise_word_mentions",
]

SELDOM_A_NAME = 3.0
"""A word is common when it is an ordinary word this many times for each mention as an entry:
then three of four hits would be false."""
FREQUENT_ENGLISH = 4.5
"""English has no part-of-speech list here. From this zipf on (thirty in a million words) a
word whose mentions explain less than :data:`ENGLISH_NAME` of it is an ordinary one."""
ENGLISH_NAME = 0.02
FOREIGN = 10.0
"""In Swedish text an English word stands a tenth as often as in English text, at most."""
CURATED_MENTIONS = 200.0
"""Mentions of what a person thought worth a line, at the least: the median of those whose name is
no ordinary word is 182 for foreign cities, 302 for foreign regions, 263 for parts of towns, 288
for stations, 74 for lakes and islands, 500 to 900 for institutions. Inhabitants and the want of
a count say far less (3 for Kurdistan, 62 for Åbo)."""
_ORDINARY_PARTS = 1 | 2 | 4 | 16
_PROPER = 8
_WORD_LABELS = (
    Label.PROF,
    Label.EDU,
    Label.FAM,
    Label.LANGUAGE,
    Label.NATIONALITY,
    Label.MONTH_WORD,
    Label.DAY,
    Label.AGE_STRING,
)
"""Lists of ordinary words: they are meant to be found in small letters."""
_PERSON_LABELS = (
    Label.FIRSTNAME_FEMALE,
    Label.FIRSTNAME_MALE,
    Label.FIRSTNAME_UNKNOWN,
    Label.SURNAME,
)

NOUN_LABELS = (*_WORD_LABELS, Label.SCHOOL, Label.PUBLIC_AUTHORITY, Label.OTHER_INSTITUTION)
"""Lists of things that are inflected as nouns are; names of people and places only have a
genitive."""

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FormFacts:
    """What the scanner knows of each form, in columns."""

    labels: npt.NDArray[np.int64]
    """Bit n: one of its senses has the n-th label."""
    ordinary: Floats
    """Ordinary uses in a billion words."""
    common: npt.NDArray[np.bool_]
    weight: npt.NDArray[np.int64]
    """8 x log2 of the mentions of its likeliest sense, in a byte."""


def compute_form_facts(
    labels: npt.NDArray[np.int64],
    mentions: Floats,
    likeliest: Floats,
    words: tuple[Column, Column, Column],
    single: Mask,
    ambiguous: Mask,
    marked: Mask,
) -> FormFacts:
    """Settle for each form whether it is a common word.

    ``words`` are the forms' zipf in Swedish and English and their parts of speech, ``single``
    the forms of one word, ``ambiguous`` those that curation calls ordinary words, ``marked``
    those of lists of ordinary words."""
    zipf_sv, zipf_en, parts = words
    swedish, english = _count_per_billion(zipf_sv), _count_per_billion(zipf_en)
    known = (parts & _ORDINARY_PARTS) > 0
    ordinary = np.where(known | ambiguous, np.maximum(swedish - mentions, 0.0), 0.0)
    foreign = (
        (zipf_en >= FREQUENT_ENGLISH * ZIPF_STEPS)
        & (mentions < ENGLISH_NAME * english)
        & ((parts & _PROPER) == 0)
    )
    ordinary = np.where(foreign, np.maximum(ordinary, english - mentions), ordinary)
    ordinary = np.where(marked, 0.0, ordinary)
    common = single & ~marked & (ambiguous | (ordinary > SELDOM_A_NAME * mentions))
    weight = np.minimum(255, np.round(8 * np.log2(1 + likeliest))).astype(np.int64)
    return FormFacts(labels, ordinary, common, weight)


def label_bits(labels: Iterable[Label]) -> int:
    """The bits of labels, as the column ``labels`` has them."""
    return sum(1 << LABELS.index(label) for label in labels)


def find_word_entries(labels: Column, forms: Sequence[str], curated: Mask) -> Mask:
    """Which senses are ordinary words: those of lists of them.

    Of languages these are the ones that curation has, and those that Swedish has a word for,
    which ends in -ska. 7,000 others are called Han, Mina, Tal or Maria."""
    language = labels == LABELS.index(Label.LANGUAGE)
    swedish = np.fromiter((form.endswith("ska") for form in forms), bool, len(forms))
    marked: Mask = np.isin(labels, [LABELS.index(label) for label in _WORD_LABELS])
    marked &= ~language | curated | swedish
    return marked


def raise_word_mentions(marked: Mask, mentions: Floats, zipf_sv: Column, zipf_en: Column) -> Floats:
    """Expected mentions of senses, where an ordinary word is what its list is about.

    ``mamma`` in a text is the relative, whatever a list of names says: such a sense is
    mentioned as often as the word stands in text."""
    said = np.maximum(_count_per_billion(zipf_sv), _count_per_billion(zipf_en) / FOREIGN)
    return np.where(marked, np.maximum(mentions, said), mentions)


def raise_curated_mentions(
    labels: Column, mentions: Floats, curated: Mask, named: Mask, zipf_sv: Column
) -> Floats:
    """Expected mentions of senses that hand-made tables have under their main names.

    An exonym, a place abroad that has a name in Swedish, is mentioned as often as its name stands
    in text: åbo is a noun in SALDO and Åbo a city in the papers. So is an organisation that SALDO
    knows by name (Volvo). ``named`` are those that curation does not call ordinary words too, as
    it does Van and Split."""
    counted = np.isin(labels, [LABELS.index(label) for label in (*_WORD_LABELS, *_PERSON_LABELS)])
    mentions = np.where(curated & ~counted, np.maximum(mentions, CURATED_MENTIONS), mentions)
    return np.where(named, np.maximum(mentions, _count_per_billion(zipf_sv)), mentions)


def _count_per_billion(zipf: Column) -> Floats:
    """Occurrences in a billion words; nothing where the word is unknown."""
    return np.where(zipf > 0, 10.0 ** (zipf / ZIPF_STEPS), 0.0)
