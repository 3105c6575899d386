"""Make the inflected form of a name or noun from its base: inflect("Lund", ("gen",), ...).

What an affix means depends on the label. Definite form and plural of a town are those who
live there (:mod:`.inhabitants`), the plural of a surname is the family (``Anderssons``), and
other labels follow common nouns (:mod:`.nouns`); first names and countries have neither.
"""

from collections.abc import Iterable

from tacknamn.errors import InputError
from tacknamn.inflecting.genitives import genitive
from tacknamn.inflecting.inhabitants import inflected, inhabitant
from tacknamn.inflecting.nouns import inflect_noun
from tacknamn.labels import Label, known_label
from tacknamn.matching import AFFIXES, GENITIVE, PLURAL

__all__ = ["INHABITED", "affix_bits", "inflect", "stem_of"]

INHABITED = frozenset((Label.CITY, Label.AREA))
"""Labels whose definite form and plural are inhabitants."""
_BITS = {name: bit for bit, name in AFFIXES.items()}


def inflect(base: str, affixes: Iterable[str], label: Label | str) -> str | None:
    """A base form with affixes (``gen``, ``def``, ``pl``); None: this form cannot be made.

    >>> inflect("Lund", ("gen", "def", "pl"), "city"), inflect("Anna", ("pl",), "firstname_female")
    ('Lundabornas', None)
    """
    bits = affix_bits(affixes)
    known = known_label(label)
    stem = stem_of(base, bits & ~GENITIVE, known)
    return genitive(stem) if stem is not None and bits & GENITIVE else stem


def stem_of(base: str, affixes: int, label: Label) -> str | None:
    """The form in definiteness and number, before a genitive is made of it."""
    if not affixes:
        return base
    if label in INHABITED:
        person = inhabitant(base)
        return None if person is None else inflected(person, affixes)
    if label is Label.SURNAME:
        # Anderssons har kommit: what is the family's, and so one form with the genitive.
        return genitive(base) if affixes == PLURAL else None
    return inflect_noun(base, affixes, label)


def affix_bits(affixes: Iterable[str]) -> int:
    """Affixes by name as the bits that the matcher has for them."""
    bits = 0
    for name in affixes:
        if name not in _BITS:
            raise InputError(f"there is no affix {name!r}; there are {', '.join(_BITS)}")
        bits |= _BITS[name]
    return bits
