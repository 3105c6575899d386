"""Make the inflected form of a name or noun from its base: inflect("Lund", ("gen",), ...).

What an affix means depends on the label. Definite form and plural of a town are those who
live there (:mod:`.inhabitants`), the plural of a surname is the family (``Anderssons``), and
other labels follow common nouns (:mod:`.nouns`); first names and countries have neither.
"""

from collections.abc import Callable, Iterable

from tacknamn.errors import InputError
from tacknamn.labels import Label, parse_label
from tacknamn.lexicon.affixes import AFFIX_NAMES, DEFINITE, GENITIVE, PLURAL, name_affixes
from tacknamn.replacement.inflection.genitives import (
    APOSTROPHES,
    is_sibilant,
    make_genitive,
    split_genitive,
)
from tacknamn.replacement.inflection.inhabitants import (
    find_towns,
    inflect_inhabitant,
    is_inhabitant,
    name_inhabitant,
)
from tacknamn.replacement.inflection.nouns import find_lemmas, inflect_noun

__all__ = [
    "INHABITED_LABELS",
    "inflect",
    "make_stem",
    "parse_affixes",
    "split_affixes",
]

INHABITED_LABELS = frozenset((Label.CITY, Label.AREA))
"""Labels whose definite form and plural are inhabitants."""
_BITS = {name: bit for bit, name in AFFIX_NAMES.items()}


def inflect(base: str, affixes: Iterable[str], label: Label | str) -> str | None:
    """A base form with affixes (``gen``, ``def``, ``pl``); None: this form cannot be made.

    >>> inflect("Lund", ("gen", "def", "pl"), "city"), inflect("Anna", ("pl",), "firstname_female")
    ('Lundabornas', None)
    """
    bits = parse_affixes(affixes)
    known = parse_label(label)
    stem = make_stem(base, bits & ~GENITIVE, known)
    return make_genitive(stem) if stem is not None and bits & GENITIVE else stem


def make_stem(base: str, affixes: int, label: Label) -> str | None:
    """The form in definiteness and number, before a genitive is made of it."""
    if not affixes:
        return base
    if label in INHABITED_LABELS:
        person = name_inhabitant(base)
        return None if person is None else inflect_inhabitant(person, affixes)
    if label is Label.SURNAME:
        # Anderssons har kommit: what is the family's, and so one form with the genitive.
        return make_genitive(base) if affixes == PLURAL else None
    return inflect_noun(base, affixes, label)


def parse_affixes(affixes: Iterable[str]) -> int:
    """Affixes by name as the bits that the matcher has for them."""
    bits = 0
    for name in affixes:
        if name not in _BITS:
            raise InputError(f"there is no affix {name!r}; there are {', '.join(_BITS)}")
        bits |= _BITS[name]
    return bits


# Take a form apart into base and affixes, where no matcher has said what they are.
#
# A guess from the form alone, and a careful one: a name that could be a base is one. ``Lars``,
# ``Jonas`` and ``Paris`` end in s all by themselves, so an s is taken for a genitive only where
# something says so: its mark (``EU:s``, ``Göran's``, ``Hans'``), an ending that names do not have
# (``Anderssons``, ``Stockholms``), or a list that knows the name without its s and not with it.


NameTester = Callable[[str], object]
"""Whether a list has a name: ``lexicon.lookup``, or anything that is true or false."""

_NAME_ENDINGS = {
    Label.SURNAME: (
        "berg", "dahl", "dotter", "feldt", "gren", "holm", "kvist", "lund", "löf", "mark",
        "qvist", "sson", "stedt", "ström",
    ),
    Label.CITY: (
        "berg", "borg", "by", "dal", "hamn", "holm", "hult", "kvarn", "köping", "lund", "sjö",
        "stad", "sund", "torp", "vall", "vik",
    ),
    Label.COUNTRY: ("ien", "land", "rike"),
    Label.REGION: ("kommun", "land", "lappmark", "län"),
    Label.FIRSTNAME_FEMALE: ("ia", "ina"),
}  # fmt: skip
"""What Swedish names end in, and with an s behind it do not: no Anderssons, but Jonas and Borås
are names. First names of women in -ias and -inas are none either."""


def split_affixes(
    form: str, label: Label | str, known: NameTester | None = None
) -> tuple[str, tuple[str, ...]]:
    """The base of a form and its affixes: what :func:`inflect` makes the form of.

    Args:
        known: Says whether a list has a name; with it more forms can be told apart.

    >>> taken_apart("Anderssons", "surname"), taken_apart("Lars", "firstname_male")
    (('Andersson', ('gen',)), ('Lars', ()))
    """
    sort = parse_label(label)
    stem = _remove_genitive(form, sort, known)
    base, affixes = _find_base(form if stem is None else stem, sort, known)
    return base, name_affixes(affixes if stem is None else affixes | GENITIVE)


def _remove_genitive(form: str, label: Label, known: NameTester | None) -> str | None:
    """The form without its genitive; None if it has none."""
    stem, mark = split_genitive(form)
    if not stem or not stem[-1].isalnum() or (known and known(form)):
        return None
    if mark.text in APOSTROPHES:
        return stem if mark.text and is_sibilant(stem) else None
    if mark.text[0] in f"{APOSTROPHES}:":
        return stem
    return stem if not is_sibilant(stem) and _is_genitive(stem, label, known) else None


def _is_genitive(stem: str, label: Label, known: NameTester | None) -> bool:
    """Whether an s behind the stem, whose form no list knows, makes a genitive."""
    folded = stem.casefold()
    endings = _NAME_ENDINGS.get(label)
    if endings is not None and folded.endswith(endings) and folded not in endings:
        return True
    if known is not None and known(stem):
        return True
    if label in INHABITED_LABELS:
        return any(affixes for _, affixes in find_towns(stem)) or is_inhabitant(stem)
    return inflect_noun(stem, DEFINITE, label) is not None or any(find_lemmas(stem, label))


def _find_base(stem: str, label: Label, known: NameTester | None) -> tuple[str, int]:
    """The base of a form without genitive, and its other affixes.

    Somebody who lives in a town has none in the singular: lundabo is Lund, as for the matcher.
    """
    if label not in INHABITED_LABELS:
        return _find_lemma(stem, label, known)
    if known is not None and known(stem):
        return stem, 0
    towns = [(town, bits) for town, bits in find_towns(stem) if known is None or known(town)]
    for town, affixes in towns:
        if affixes or known is not None or is_inhabitant(stem):
            return town, affixes
    return stem, 0


def _find_lemma(stem: str, label: Label, known: NameTester | None) -> tuple[str, int]:
    """The lemma of a common noun; of a name (Stadsbiblioteket) only if a list has it."""
    for lemma, affixes in find_lemmas(stem, label):
        if stem[:1].islower() or label in (Label.PROF, Label.FAM) or (known and known(lemma)):
            return lemma, affixes
    return stem, 0
