"""Decide which forms may be learnt, and find the base form of what an annotator marked.

A table of forms leaves the machine with the texts and is opened in spreadsheets. A form therefore
consists of letters with a few signs between them: no digits (personal numbers, telephone numbers,
house numbers), no ``@``, no web addresses, no control characters, and no character that begins a
spreadsheet formula. A form is a name and not a person: for labels of persons it is one word, with
particles such as *von*. *Anna Berg* would identify a woman, while its two names are in the lists
anyway.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

from tacknamn.labels import Label
from tacknamn.replacement.inflection.affixes import split_affixes
from tacknamn.replacement.inflection.genitives import split_genitive

__all__ = [
    "FIRSTNAMES",
    "LEARNT_LABELS",
    "PERSONS",
    "PLACES",
    "choose_spelling",
    "find_base",
    "find_form_error",
    "is_learnable",
    "tidy_form",
]

LONGEST = 60
"""Most characters of a form. Few names of schools and authorities are longer."""
MOST_WORDS = 7
LONGEST_ACRONYM = 3
"""Most letters of an acronym: USA, but not GÖTEBORG."""
FIRSTNAMES = frozenset((Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN))
PERSONS = FIRSTNAMES | {Label.SURNAME}
PLACES = frozenset((Label.AREA, Label.CITY, Label.COUNTRY, Label.GEO, Label.PLACE, Label.REGION))
_CLOSED = frozenset((Label.AGE_STRING, Label.DAY, Label.MONTH_WORD, Label.ZIP_CODE))
"""Numbers, and lists that are complete: there is no thirteenth month."""
LEARNT_LABELS = frozenset(Label) - _CLOSED
_COMMON_NOUNS = frozenset((Label.EDU, Label.FAM, Label.LANGUAGE, Label.NATIONALITY, Label.PROF))
"""Labels of words that Swedish writes in lower case."""
_PARTICLES = frozenset(
    ("af", "al", "auf", "ben", "bin", "bint", "da", "das", "de", "del", "della", "den", "der", "di",
     "do", "dos", "du", "el", "la", "le", "lo", "los", "mac", "mc", "ter", "van", "vom", "von", "y",
     "zu", "zur")
)  # fmt: skip
"""Lower-case words in names: von Essen, de la Cruz."""
_SIGNS = re.compile(r"(?:[ '\u2019-]| ?& ?|/|:|\. ?)")
"""What may separate two letters: a blank, an apostrophe, a hyphen, ``&``, a slash, a colon
(S:t Eriksplan), a full stop (St. Eriksplan)."""
_TOP_LEVEL = re.compile(r"\.[^\W\d_]{2,}")
"""A full stop with letters directly after it: exempel.se, but not J.R."""


def is_learnable(form: str, label: Label) -> bool:
    """Whether a form may be in a table with that label."""
    return not find_form_error(form, label)


def find_form_error(form: str, label: Label) -> str:
    """Describe why a form may not be learnt, without quoting it; empty if it may.

    >>> find_form_error("Zorvine", Label.SURNAME), find_form_error("850101", Label.SURNAME)
    ('', 'its form has characters that names do not have; only letters can be learnt')
    """
    if label not in LEARNT_LABELS:
        return f"forms are not learnt for {label}"
    if not 2 <= len(form) <= LONGEST or len(form.split()) > MOST_WORDS:
        return f"its form must have 2 to {LONGEST} characters and at most {MOST_WORDS} words"
    if not unicodedata.is_normalized("NFC", form):
        return "its form has å, ä or ö written as two characters; normalize it to NFC"
    if not _is_made_of_letters(form):
        return "its form has characters that names do not have; only letters can be learnt"
    if label in PERSONS and not _is_one_name(form):
        return "its form has several names; write one line for each"
    return ""


def _is_made_of_letters(form: str) -> bool:
    """Whether a form has only letters, single signs between them, and at most a final full stop."""
    if _TOP_LEVEL.search(form) or form.count("/") > 1 or not form[0].isalpha():
        return False
    for part in _SIGNS.split(form.removesuffix(".")):
        if not part or not all(unicodedata.category(letter)[0] in "LM" for letter in part):
            return False
    return True


def _is_one_name(form: str) -> bool:
    return sum(word.casefold() not in _PARTICLES for word in form.split()) == 1


def tidy_form(form: str) -> str:
    """Normalize a form for tables: NFC, single blanks between words, one kind of apostrophe."""
    text = unicodedata.normalize("NFC", form).replace("\u2019", "'")
    return " ".join(text.replace("\u00ad", "").split())


def find_base(
    form: str, label: Label, affixes: tuple[str, ...], known: Callable[[str], object]
) -> str:
    """Find the base form of a marked form, without a genitive or other affixes.

    Args:
        affixes: The affixes that the annotator marked.
        known: Says whether a list contains a name.
    """
    base, split_off = split_affixes(form, label, known)
    if "gen" not in affixes or "gen" in split_off or known(form):
        return base
    stem, mark = split_genitive(form)
    return split_affixes(stem, label, known)[0] if mark.text and stem else base


def choose_spelling(variants: Counter[str], label: Label) -> str:
    """Choose the spelling of a form for tables: the most frequent in the texts.

    A name gets its capital, because half of the names that lists lack are written in lower case."""
    form = max(
        sorted(variants), key=lambda variant: (variants[variant], -sum(map(str.isupper, variant)))
    )
    if label in _COMMON_NOUNS:
        return form.lower() if form.istitle() and " " not in form else form
    capitals = [
        variant for variant in sorted(variants) if variant not in (variant.lower(), variant.upper())
    ]
    if form in (form.lower(), form.upper()) and capitals:
        form = max(
            capitals, key=lambda variant: (variants[variant], -sum(map(str.isupper, variant)))
        )
    shouted = form == form.upper() and len(form) > LONGEST_ACRONYM
    if form == form.lower() or (shouted and label in PERSONS | PLACES):
        return _capitalize(form)
    return form


def _capitalize(form: str) -> str:
    """Capitalize the words that names capitalize: Al-Amin, von Essen."""
    *before, last = re.split(r"([ -])", form.lower())
    small = [part if part in _PARTICLES else part.capitalize() for part in before]
    return "".join([*small, last.capitalize()])
