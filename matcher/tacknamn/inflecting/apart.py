"""Take a form apart into base and affixes, where no matcher has said what they are.

A guess from the form alone, and a careful one: a name that could be a base is one. ``Lars``,
``Jonas`` and ``Paris`` end in s all by themselves, so an s is taken for a genitive only where
something says so: its mark (``EU:s``, ``Göran's``, ``Hans'``), an ending that names do not have
(``Anderssons``, ``Stockholms``), or a list that knows the name without its s and not with it.
"""

from collections.abc import Callable

from tacknamn.inflecting.genitives import APOSTROPHES, is_sibilant, read_mark
from tacknamn.inflecting.inhabitants import bases, is_inhabitant
from tacknamn.inflecting.making import INHABITED
from tacknamn.inflecting.nouns import inflect_noun, lemmas
from tacknamn.labels import Label, known_label
from tacknamn.matching import DEFINITE, GENITIVE, affix_names

__all__ = ["taken_apart"]

Known = Callable[[str], object]
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


def taken_apart(
    form: str, label: Label | str, known: Known | None = None
) -> tuple[str, tuple[str, ...]]:
    """The base of a form and its affixes: what :func:`inflect` makes the form of.

    Args:
        known: Says whether a list has a name; with it more forms can be told apart.

    >>> taken_apart("Anderssons", "surname"), taken_apart("Lars", "firstname_male")
    (('Andersson', ('gen',)), ('Lars', ()))
    """
    sort = known_label(label)
    stem = _without_genitive(form, sort, known)
    base, affixes = _uninflected(form if stem is None else stem, sort, known)
    return base, affix_names(affixes if stem is None else affixes | GENITIVE)


def _without_genitive(form: str, label: Label, known: Known | None) -> str | None:
    """The form without its genitive; None if it has none."""
    stem, mark = read_mark(form)
    if not stem or not stem[-1].isalnum() or (known and known(form)):
        return None
    if mark.text in APOSTROPHES:
        return stem if mark.text and is_sibilant(stem) else None
    if mark.text[0] in f"{APOSTROPHES}:":
        return stem
    return stem if not is_sibilant(stem) and _is_genitive(stem, label, known) else None


def _is_genitive(stem: str, label: Label, known: Known | None) -> bool:
    """Whether an s behind the stem, whose form no list knows, makes a genitive."""
    folded = stem.casefold()
    endings = _NAME_ENDINGS.get(label)
    if endings is not None and folded.endswith(endings) and folded not in endings:
        return True
    if known is not None and known(stem):
        return True
    if label in INHABITED:
        return any(affixes for _, affixes in bases(stem)) or is_inhabitant(stem)
    return inflect_noun(stem, DEFINITE, label) is not None or any(lemmas(stem, label))


def _uninflected(stem: str, label: Label, known: Known | None) -> tuple[str, int]:
    """The base of a form without genitive, and its other affixes.

    Somebody who lives in a town has none in the singular: lundabo is Lund, as for the matcher.
    """
    if label not in INHABITED:
        return _lemma(stem, label, known)
    if known is not None and known(stem):
        return stem, 0
    towns = [(town, bits) for town, bits in bases(stem) if known is None or known(town)]
    for town, affixes in towns:
        if affixes or known is not None or is_inhabitant(stem):
            return town, affixes
    return stem, 0


def _lemma(stem: str, label: Label, known: Known | None) -> tuple[str, int]:
    """The lemma of a common noun; of a name (Stadsbiblioteket) only if a list has it."""
    for lemma, affixes in lemmas(stem, label):
        if stem[:1].islower() or label in (Label.PROF, Label.FAM) or (known and known(lemma)):
            return lemma, affixes
    return stem, 0
