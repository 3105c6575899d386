"""Decide which entries are ordinary words, and how often the word occurs.

Most lists of names contain words: Men is a name in China, Bra a town in Italy, and the surname Berg
means mountain. Without a decision, nine of ten matches in a text would be such words. Two figures
for each form decide: the expected mentions of the name, and the frequency of the word in ordinary
text. Word frequencies also count names (``anna``), so the expected mentions are subtracted. A word
that SALDO knows only as a name is not an ordinary word.
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
"""A word is common if it is used as an ordinary word this many times for each mention as a name:
then three of four matches would be wrong."""
FREQUENT_ENGLISH = 4.5
"""There is no list of parts of speech for English. From this zipf (thirty in a million words), a
word is ordinary if its mentions as a name are less than :data:`ENGLISH_NAME` of its occurrences."""
ENGLISH_NAME = 0.02
FOREIGN = 10.0
"""An English word occurs at most a tenth as often in Swedish text as in English text."""
CURATED_MENTIONS = 200.0
"""Minimum of expected mentions for a curated entry. Of curated entries whose name is not an
ordinary word, the median is 182 for foreign cities, 302 for foreign regions, 263 for parts of
towns, 288 for stations, 74 for lakes and islands, and 500 to 900 for institutions. Inhabitants, or
a missing count, suggest far less (3 for Kurdistan, 62 for Åbo)."""
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
"""Labels of ordinary words, which are also found in lower case."""
_PERSON_LABELS = (
    Label.FIRSTNAME_FEMALE,
    Label.FIRSTNAME_MALE,
    Label.FIRSTNAME_UNKNOWN,
    Label.SURNAME,
)

NOUN_LABELS = (*_WORD_LABELS, Label.SCHOOL, Label.PUBLIC_AUTHORITY, Label.OTHER_INSTITUTION)
"""Labels of entries that are inflected as nouns; names of people and places only have a
genitive."""

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FormFacts:
    """Facts about each form, in columns."""

    labels: npt.NDArray[np.int64]
    """Bit n is set if one of its entries has the n-th label."""
    ordinary: Floats
    """Occurrences as an ordinary word in a billion words."""
    common: npt.NDArray[np.bool_]
    """Whether it is a common word: mostly used as a word, not as a name."""
    weight: npt.NDArray[np.int64]
    """8 x log2 of the mentions of its most likely entry, in a byte."""


def compute_form_facts(
    labels: npt.NDArray[np.int64],
    mentions: Floats,
    likeliest: Floats,
    words: tuple[Column, Column, Column],
    single: Mask,
    ambiguous: Mask,
    marked: Mask,
    only_name: Mask,
) -> FormFacts:
    """Decide for each form whether it is a common word.

    ``words`` are the forms' zipf in Swedish and English and their parts of speech. ``single`` marks
    forms of one word, ``ambiguous`` forms that curation calls ordinary words, ``marked`` forms that
    are on a list of ordinary words, ``only_name`` forms that English writes with a capital only: its
    frequent *george* is always a name."""
    zipf_sv, zipf_en, parts = words
    swedish, english = _count_per_billion(zipf_sv), _count_per_billion(zipf_en)
    # Swedish: a known word occurs as often as its frequency says, minus its mentions as a name.
    known = (parts & _ORDINARY_PARTS) > 0
    ordinary = np.where(known | ambiguous, np.maximum(swedish - mentions, 0.0), 0.0)
    # English: only frequent words that are almost never names.
    foreign = (
        (zipf_en >= FREQUENT_ENGLISH * ZIPF_STEPS)
        & (mentions < ENGLISH_NAME * english)
        & ((parts & _PROPER) == 0)
        & ~only_name
    )
    ordinary = np.where(foreign, np.maximum(ordinary, english - mentions), ordinary)
    # Entries of word lists are meant to be found, so they do not count as ordinary.
    ordinary = np.where(marked, 0.0, ordinary)
    common = single & ~marked & (ambiguous | (ordinary > SELDOM_A_NAME * mentions))
    weight = np.minimum(255, np.round(8 * np.log2(1 + likeliest))).astype(np.int64)
    return FormFacts(labels, ordinary, common, weight)


def label_bits(labels: Iterable[Label]) -> int:
    """Return the bits of labels in the column ``labels``."""
    return sum(1 << LABELS.index(label) for label in labels)


def find_word_entries(labels: Column, forms: Sequence[str], curated: Mask) -> Mask:
    """Find the entries of word lists.

    Among languages, these are the curated ones and those whose Swedish name ends in -ska. 7,000
    others have names like Han, Mina, Tal or Maria."""
    language = labels == LABELS.index(Label.LANGUAGE)
    swedish = np.fromiter((form.endswith("ska") for form in forms), bool, len(forms))
    marked: Mask = np.isin(labels, [LABELS.index(label) for label in _WORD_LABELS])
    marked &= ~language | curated | swedish
    return marked


def raise_word_mentions(marked: Mask, mentions: Floats, zipf_sv: Column, zipf_en: Column) -> Floats:
    """Raise the expected mentions of entries of word lists to the frequency of the word.

    ``mamma`` in a text is the relative, even if a list of names contains it."""
    frequency = np.maximum(_count_per_billion(zipf_sv), _count_per_billion(zipf_en) / FOREIGN)
    return np.where(marked, np.maximum(mentions, frequency), mentions)


def raise_curated_mentions(
    labels: Column, mentions: Floats, curated: Mask, named: Mask, zipf_sv: Column
) -> Floats:
    """Raise the expected mentions of curated main names.

    An exonym (the Swedish name of a place abroad) is mentioned as often as its name occurs in text:
    åbo is a noun in SALDO, but in newspapers Åbo is the city. The same holds for an organisation, a
    sea or a mountain that SALDO knows by name (Volvo, Medelhavet). ``named`` marks such entries, except those that curation also
    calls ordinary words (Van, Split)."""
    counted = np.isin(labels, [LABELS.index(label) for label in (*_WORD_LABELS, *_PERSON_LABELS)])
    mentions = np.where(curated & ~counted, np.maximum(mentions, CURATED_MENTIONS), mentions)
    return np.where(named, np.maximum(mentions, _count_per_billion(zipf_sv)), mentions)


def _count_per_billion(zipf: Column) -> Floats:
    """Convert zipf to occurrences in a billion words; 0 for unknown words."""
    return np.where(zipf > 0, 10.0 ** (zipf / ZIPF_STEPS), 0.0)
