"""Choose the forms that misspelled words are compared with: names, and words that compete with
them."""

import math
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.near_table import LONGEST, SHORTEST, NearForms
from tacknamn.lexicon.sections import Section

__all__ = ["ALL_LABELS", "MOST_NAMES", "NAME_LABELS", "choose_near_forms"]

NAME_LABELS = (
    Label.FIRSTNAME_FEMALE,
    Label.FIRSTNAME_MALE,
    Label.FIRSTNAME_UNKNOWN,
    Label.SURNAME,
    Label.COUNTRY,
    Label.REGION,
    Label.CITY,
    Label.AREA,
    Label.PLACE,
    Label.GEO,
    Label.SCHOOL,
    Label.WORK,
    Label.PUBLIC_AUTHORITY,
    Label.OTHER_INSTITUTION,
    Label.TRANSPORT_NAME,
)
"""Labels of names. The other labels are words, such as occupations and months. Misspelled, they
identify no one."""
ALL_LABELS = (1 << 32) - 1
"""The bits of all labels."""
_NAME_BITS = sum(1 << LABELS.index(label) for label in NAME_LABELS)
MOST_NAMES = 150_000
"""Number of names, the most mentioned ones. Of 740 misspelled names in texts (see
``bench/near.py``), 511 were corrected with 100,000 names, 550 with 150,000, 557 with 200,000 and
564 with all 297,000. False matches in 133,000 words rose from 6 to 11, 15 and 16."""
WORD_ZIPF_SV, WORD_ZIPF_EN = 75, 100
"""Minimum frequency of words that compete with the names, in steps of 1/25 of the logarithm of the
frequency per billion. A misspelling that is nearer to a word of 1 in a million (10 in English) than
to a name is taken for that word. Of 522 misspelled words, 3 were taken for names; without these
words, 33."""
WEIGHT_OF_ZIPF = 8 * math.log2(10) / 25
"""Converts steps of 1/25 of log10 to steps of 1/8 of log2."""


def choose_near_forms(forms: Section, words: Section, label_bits: int = _NAME_BITS) -> NearForms:
    """Choose the forms to index from the sections ``forms`` and ``words`` of a bundle.

    ``label_bits`` selects the labels of names."""
    names = _choose_names(forms, label_bits)
    rivals = _choose_rival_words(words, {text for text, _ in names})
    weight = forms.column("weight")
    return NearForms(
        texts=tuple(text for text, _ in (*names, *rivals)),
        entries=array("i", (*(row for _, row in names), *(-1 for _ in rivals))),
        weights=bytes((*(weight[row] for _, row in names), *(weight for _, weight in rivals))),
    )


def _choose_names(forms: Section, wanted: int) -> list[tuple[str, int]]:
    """Choose the most mentioned names of one word, with their rows."""
    weight = forms.column("weight")
    rows = [row for row, labels in enumerate(forms.column("labels")) if labels & wanted]
    rows.sort(key=lambda row: (-weight[row], row))
    names = ((text, row) for text, row in _read_texts(forms, rows) if _is_one_word(text))
    return list(islice(names, MOST_NAMES))


def _choose_rival_words(words: Section, names: set[str]) -> list[tuple[str, int]]:
    """Choose frequent ordinary words that are not among ``names``, with their weights."""
    sv, en = words.column("zipf_sv"), words.column("zipf_en")
    rows = [n for n in range(words.rows) if sv[n] >= WORD_ZIPF_SV or en[n] >= WORD_ZIPF_EN]
    return [
        (text, min(255, round(max(sv[row], en[row]) * WEIGHT_OF_ZIPF)))
        for text, row in _read_texts(words, rows)
        if _is_one_word(text) and text not in names
    ]


def _read_texts(section: Section, rows: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Yield the texts of rows that have the length of a word, with their rows."""
    offset, data = section.column("offset"), section.data("text")
    for row in rows:
        begin, end = offset[row], offset[row + 1]
        if SHORTEST <= end - begin <= 4 * LONGEST and end <= len(data):
            yield str(data[begin:end], "utf-8"), row


def _is_one_word(text: str) -> bool:
    return text.isalpha() and SHORTEST <= len(text) <= LONGEST
