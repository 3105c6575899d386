"""Inflect common nouns, and names made of them: läraren, A-skolor, Stadsbiblioteket.

A noun follows the line of ``nouns.tsv`` with the longest ending that fits it and belongs to its
label: *bibliotek* for *stadsbibliotek*, *-ing* for *förening*. Names that only look like nouns
have no line for their label (*Boeing* has no *-ing*), so no form is made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tacknamn.labels import DEFINITE, PLURAL, Label
from tacknamn.support.tables import read_table

__all__ = ["find_lemmas", "inflect_noun"]

_KINDS = {
    Label.REGION: ("region",),
    Label.PLACE: ("ground",),
    Label.GEO: ("ground",),
    Label.TRANSPORT_NAME: ("ground",),
    Label.WORK: ("firm",),
    Label.SCHOOL: ("firm", "office"),
    Label.EDU: ("firm", "office"),
    Label.PUBLIC_AUTHORITY: ("firm", "office"),
    Label.OTHER_INSTITUTION: ("firm", "office"),
    Label.PROF: ("person",),
    Label.FAM: ("person",),
    Label.LANGUAGE: ("people",),
    Label.NATIONALITY: ("people",),
    Label.DAY: ("time",),
}
"""The kinds of lines that each label follows. Names of persons, towns and countries are not nouns:
a Lindberg is not a berg, and *Tysklandet* does not exist."""
_ON_MAPS = frozenset((Label.REGION, Label.PLACE, Label.GEO, Label.TRANSPORT_NAME))
"""Labels whose names of one word are already definite: *Adamsgränden* is not a form of a name."""


@dataclass(frozen=True, slots=True)
class _Noun:
    """A line of the table: a word, or the ending of words."""

    ending: str
    """The indefinite singular."""
    forms: dict[int, str]
    """The other forms by affixes."""


def inflect_noun(base: str, affixes: int, label: Label) -> str | None:
    """Return the form of a noun with these affixes; None if the label has no such noun.

    A name that is already definite (*Stadsbiblioteket*) is its own definite form and has no other
    forms. Names of several words have no other forms: *Göteborgs universitet* has no definite
    form.

    >>> inflect_noun("lärare", DEFINITE | PLURAL, Label.PROF)
    'lärarna'
    """
    folded = base.casefold()
    if _is_already(folded, affixes, label):
        return base
    noun = None if _is_phrase(base, label) else _find_noun(folded, label)
    if noun is None:
        return None
    return base[: len(base) - len(noun.ending)] + noun.forms[affixes]


def find_lemmas(form: str, label: Label) -> Iterator[tuple[str, int]]:
    """Yield the indefinite singulars that a form may have, with its affixes, the likeliest first.

    >>> list(find_lemmas("lärarna", Label.PROF))
    [('lärare', 6)]
    """
    folded = form.casefold()
    if " " in form or _find_noun(folded, label) is not None:
        return
    for noun in _read_nouns(label):
        for affixes, ending in noun.forms.items():
            if folded.endswith(ending):
                lemma = form[: len(form) - len(ending)] + noun.ending
                if inflect_noun(lemma, affixes, label) == form:
                    yield lemma, affixes


def _is_already(folded: str, affixes: int, label: Label) -> bool:
    """Whether a name is already in this definite form. A plural alone does not count: it could be
    the definite singular of another word."""
    if not affixes & DEFINITE:
        return False
    return any(folded.endswith(noun.forms[affixes]) for noun in _read_nouns(label))


def _is_phrase(base: str, label: Label) -> bool:
    """Whether a name has no other forms although it may end in a noun."""
    return " " in base or (label in _ON_MAPS and base[:1].isupper() and "-" not in base)


def _find_noun(folded: str, label: Label) -> _Noun | None:
    for noun in _read_nouns(label):
        if folded.endswith(noun.ending):
            return noun
    return None


@cache
def _read_nouns(label: Label) -> tuple[_Noun, ...]:
    """Read the lines for a label, those with the longest endings first."""
    kinds = _KINDS.get(label, ())
    nouns = [
        _Noun(
            word.removeprefix("-"),
            {
                DEFINITE: definite.removeprefix("-"),
                PLURAL: plural.removeprefix("-"),
                DEFINITE | PLURAL: plural_definite.removeprefix("-"),
            },
        )
        for word, definite, plural, plural_definite, kind in read_table(__file__, "nouns.tsv")
        if kind in kinds
    ]
    return tuple(sorted(nouns, key=lambda noun: (-len(noun.ending), noun.ending)))
