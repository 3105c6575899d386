"""Which forms may be learnt, and which base form is behind what an annotator marked.

A table of forms leaves the machine on which the texts are, and is opened in spreadsheets. So a
form is made of letters, with a few signs between them: no digits (personal numbers, telephones,
addresses of houses), no ``@``, nothing like an address of the web, no control characters, and
nothing that a spreadsheet takes for a formula. And it is a name, not a person: of what is
labelled as a name of somebody, one word, beside small ones such as *von*. *Anna Berg* is two
names that lists have by themselves, and points at one woman.
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
"""Characters of a form; names of schools and authorities rarely have more."""
MOST_WORDS = 7
LONGEST_ACRONYM = 3
"""Letters of a name in capitals that may be one: USA, but not GÖTEBORG."""
FIRSTNAMES = frozenset((Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN))
PERSONS = FIRSTNAMES | {Label.SURNAME}
PLACES = frozenset((Label.AREA, Label.CITY, Label.COUNTRY, Label.GEO, Label.PLACE, Label.REGION))
_CLOSED = frozenset((Label.AGE_STRING, Label.DAY, Label.MONTH_WORD, Label.ZIP_CODE))
"""Numbers, and lists that are complete: nobody finds a thirteenth month."""
LEARNT_LABELS = frozenset(Label) - _CLOSED
_COMMON_NOUNS = frozenset((Label.EDU, Label.FAM, Label.LANGUAGE, Label.NATIONALITY, Label.PROF))
"""What Swedish writes in small letters."""
_PARTICLES = frozenset(
    ("af", "al", "auf", "ben", "bin", "bint", "da", "das", "de", "del", "della", "den", "der", "di",
     "do", "dos", "du", "el", "la", "le", "lo", "los", "mac", "mc", "ter", "van", "vom", "von", "y",
     "zu", "zur")
)  # fmt: skip
"""Small words of names: von Essen, de la Cruz."""
_SIGNS = re.compile(r"(?:[ '\u2019-]| ?& ?|/|:|\. ?)")
"""What may stand between two letters: a blank, an apostrophe, a hyphen, ``&``, a slash, a colon
(S:t Eriksplan), a full stop (St. Eriksplan)."""
_TOP_LEVEL = re.compile(r"\.[^\W\d_]{2,}")
"""A full stop and letters right behind it: exempel.se, but not J.R."""


def is_learnable(form: str, label: Label) -> bool:
    """Whether a form may stand in a table of that label."""
    return not find_form_error(form, label)


def find_form_error(form: str, label: Label) -> str:
    """What is wrong with a form, in words that do not quote it; empty when nothing is.

    >>> fault_of_form("Zorvine", Label.SURNAME), fault_of_form("850101", Label.SURNAME)
    ('', 'its form has signs that no name has; letters alone may be learnt')
    """
    if label not in LEARNT_LABELS:
        return f"nothing is learnt for {label}"
    if not 2 <= len(form) <= LONGEST or len(form.split()) > MOST_WORDS:
        return f"its form is not 2 to {LONGEST} characters and {MOST_WORDS} words long"
    if not unicodedata.is_normalized("NFC", form):
        return "its form has å, ä or ö written as two characters; normalize it to NFC"
    if not _is_made_of_letters(form):
        return "its form has signs that no name has; letters alone may be learnt"
    if label in PERSONS and not _is_one_name(form):
        return "its form is of several names; give each its own line"
    return ""


def _is_made_of_letters(form: str) -> bool:
    """Letters, signs one at a time between them, at the end a full stop at the most."""
    if _TOP_LEVEL.search(form) or form.count("/") > 1 or not form[0].isalpha():
        return False
    for part in _SIGNS.split(form.removesuffix(".")):
        if not part or not all(unicodedata.category(letter)[0] in "LM" for letter in part):
            return False
    return True


def _is_one_name(form: str) -> bool:
    return sum(word.casefold() not in _PARTICLES for word in form.split()) == 1


def tidy_form(form: str) -> str:
    """A form as tables write it: NFC, one blank between words, one kind of apostrophe."""
    text = unicodedata.normalize("NFC", form).replace("\u2019", "'")
    return " ".join(text.replace("\u00ad", "").split())


def find_base(
    form: str, label: Label, affixes: tuple[str, ...], known: Callable[[str], object]
) -> str:
    """The base form of what was marked: the genitive taken off, and what else there is.

    Args:
        affixes: What the annotator said of the form.
        known: Says whether a list has a name.
    """
    base, taken = split_affixes(form, label, known)
    if "gen" not in affixes or "gen" in taken or known(form):
        return base
    stem, mark = split_genitive(form)
    return split_affixes(stem, label, known)[0] if mark.text and stem else base


def choose_spelling(variants: Counter[str], label: Label) -> str:
    """How a table writes a form of which texts have these spellings: as most of them do.

    A name is shown with its capital, though half of those that lists miss are written small."""
    form = max(sorted(variants), key=lambda one: (variants[one], -sum(map(str.isupper, one))))
    if label in _COMMON_NOUNS:
        return form.lower() if form.istitle() and " " not in form else form
    capitals = [one for one in sorted(variants) if one not in (one.lower(), one.upper())]
    if form in (form.lower(), form.upper()) and capitals:
        form = max(capitals, key=lambda one: (variants[one], -sum(map(str.isupper, one))))
    shouted = form == form.upper() and len(form) > LONGEST_ACRONYM
    if form == form.lower() or (shouted and label in PERSONS | PLACES):
        return _capitalise(form)
    return form


def _capitalise(form: str) -> str:
    """Capitals where names have them: Al-Amin, von Essen."""
    *before, last = re.split(r"([ -])", form.lower())
    small = [part if part in _PARTICLES else part.capitalize() for part in before]
    return "".join([*small, last.capitalize()])
