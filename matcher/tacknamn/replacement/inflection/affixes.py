"""Add affixes to a base, and split a form into base and affixes.

What an affix means depends on the label. Definite form and plural of a town are its inhabitants
(:mod:`.inhabitants`). The plural of a surname is the family (``Anderssons``). First names and
countries have neither. Other labels follow common nouns (:mod:`.nouns`).

Splitting a form without a matcher is a cautious guess: a form that could be a base counts as one,
because ``Lars``, ``Jonas`` and ``Paris`` end in s without being genitives. So a final s is a genitive only if
something says so: its mark (``EU:s``, ``Göran's``, ``Hans'``), an ending that names do not have
(``Anderssons``, ``Stockholms``), or a list that contains the name without the s but not with it.
"""

from collections.abc import Callable, Iterable

from tacknamn.errors import InputError
from tacknamn.labels import (
    AFFIX_NAMES,
    DEFINITE,
    GENITIVE,
    PLURAL,
    Label,
    name_affixes,
    parse_label,
)
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
"""Labels whose definite form and plural denote inhabitants."""
_BITS = {name: bit for bit, name in AFFIX_NAMES.items()}

NameTester = Callable[[str], object]
"""Returns something true if a list contains a name, such as ``lexicon.lookup``."""

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
"""Endings of Swedish names that never have a final s in the base. No name is Anderssons, but Jonas
and Borås are names. First names of women do not end in -ias or -inas either."""


def inflect(base: str, affixes: Iterable[str], label: Label | str) -> str | None:
    """Add affixes (``gen``, ``def``, ``pl``) to a base; None if this form cannot be made.

    >>> inflect("Lund", ("gen", "def", "pl"), "city"), inflect("Anna", ("pl",), "firstname_female")
    ('Lundabornas', None)
    """
    bits = parse_affixes(affixes)
    stem = make_stem(base, bits & ~GENITIVE, parse_label(label))
    return make_genitive(stem) if stem is not None and bits & GENITIVE else stem


def make_stem(base: str, affixes: int, label: Label) -> str | None:
    """Make the form in definiteness and number, without a genitive."""
    if not affixes:
        return base
    if label in INHABITED_LABELS:
        person = name_inhabitant(base)
        return None if person is None else inflect_inhabitant(person, affixes)
    if label is Label.SURNAME:
        # "Anderssons har kommit": the family, which is the same form as the genitive.
        return make_genitive(base) if affixes == PLURAL else None
    return inflect_noun(base, affixes, label)


def parse_affixes(affixes: Iterable[str]) -> int:
    """Return the bits of affixes by their names."""
    bits = 0
    for name in affixes:
        if name not in _BITS:
            raise InputError(f"there is no affix {name!r}; there are {', '.join(_BITS)}")
        bits |= _BITS[name]
    return bits


def split_affixes(
    form: str, label: Label | str, known: NameTester | None = None
) -> tuple[str, tuple[str, ...]]:
    """Split a form into its base and affixes: the reverse of :func:`inflect`.

    Args:
        known: Says whether a list contains a name. With it, more forms can be split.

    >>> split_affixes("Anderssons", "surname"), split_affixes("Lars", "firstname_male")
    (('Andersson', ('gen',)), ('Lars', ()))
    """
    parsed = parse_label(label)
    stem = _remove_genitive(form, parsed, known)
    base, affixes = _find_base(form if stem is None else stem, parsed, known)
    return base, name_affixes(affixes if stem is None else affixes | GENITIVE)


def _remove_genitive(form: str, label: Label, known: NameTester | None) -> str | None:
    """Return the form without its genitive; None if it has none."""
    stem, mark = split_genitive(form)
    if not stem or not stem[-1].isalnum() or (known and known(form)):
        return None
    if mark.text in APOSTROPHES:
        return stem if mark.text and is_sibilant(stem) else None
    if mark.text[0] in f"{APOSTROPHES}:":
        return stem
    return stem if not is_sibilant(stem) and _is_genitive(stem, label, known) else None


def _is_genitive(stem: str, label: Label, known: NameTester | None) -> bool:
    """Whether an s after the stem is a genitive. No list contains the form with the s."""
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
    """Find the base of a form without genitive, and its other affixes.

    The singular for an inhabitant has no affix: lundabo has the base Lund, as for the matcher.
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
    """Find the lemma of a common noun, or of a name (Stadsbiblioteket) if a list contains it."""
    for lemma, affixes in find_lemmas(stem, label):
        if stem[:1].islower() or label in (Label.PROF, Label.FAM) or (known and known(lemma)):
            return lemma, affixes
    return stem, 0
