"""What the entries of a lexicon may be, by the labels of the taxonomy, read once for each form."""

from functools import lru_cache
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.lexicon import PROPER_NOUN, Lexicon, Sense

__all__ = [
    "CLUB",
    "FIRSTNAMES",
    "HOME",
    "INSTITUTIONS",
    "MIDDLENAME",
    "NOUNS",
    "PERSONS",
    "PLACES",
    "Form",
    "Forms",
]

HOME = "SE"
"""The country whose places are not foreign."""

FIRSTNAMES = frozenset(("firstname_female", "firstname_male", "firstname_unknown"))
PERSONS = FIRSTNAMES | {"surname"}
MIDDLENAME = "middlename"
"""The label that a name has by its place alone; no list has it."""
PLACES = frozenset(("area", "city", "country", "geo", "place", "region"))
CLUB = "other_institution"
"""What is neither a school nor somewhere to work: clubs, churches, hospitals."""
INSTITUTIONS = frozenset((CLUB, "public_authority", "school", "transport_name", "work"))
NOUNS = frozenset(("edu", "ethnicity", "fam", "language", "prof"))
"""Words, not names: they have small letters in Swedish."""

_TAXONOMY_NAMES = {Label.NATIONALITY: "ethnicity"}
"""Labels of the lists that the taxonomy calls otherwise."""
_LEFT = frozenset((Label.AGE_STRING, Label.DAY, Label.MONTH_WORD, Label.ZIP_CODE))
"""Labels that the patterns settle, for it takes more than a word to tell them."""
FORMS_KEPT = 1 << 15
"""Forms whose senses are remembered: a few megabytes, more than any essay has names."""


class Form(NamedTuple):
    """What one form of the lists may be."""

    senses: dict[str, Sense]
    """By label, as the taxonomy calls it."""
    ordinary: float
    """How often the form is another word, in mentions in a billion words."""
    named: float
    """How often it is a name."""
    is_noun: bool = False
    """Whether it is a word and names nothing: the words around it say nothing of that."""


class Forms:
    """The forms of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.of = lru_cache(FORMS_KEPT)(self._read)
        """The form with this number; None where nothing that it may be is decided here."""
        self.inflected = lru_cache(FORMS_KEPT)(self._read_inflected)
        """The same for a word that is an inflection of it: *hon* is none of the name Ho, as often
        as people write *hon*."""

    def _read_inflected(self, entry: int, word: str) -> Form | None:
        form = self.of(entry)
        known = self._lexicon.word(word)
        if form is None or known is None or not known.pos & ~PROPER_NOUN:
            return form
        return form._replace(ordinary=max(form.ordinary, 10**known.zipf_sv))

    def _read(self, entry: int) -> Form | None:
        every, ordinary = self._lexicon.senses(entry)
        senses = {
            _TAXONOMY_NAMES.get(one.label, str(one.label)): one
            for one in every
            if one.label not in _LEFT
        }
        ordinary += sum(one.mentions for one in every if one.label in _LEFT)
        named = sum(one.mentions for label, one in senses.items() if label not in NOUNS)
        return Form(senses, ordinary, named, not named) if senses else None
