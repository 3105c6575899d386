"""List the forms in which an answer may write a pseudonym: Malin, Malins; Malmö, Malmös, malmöbor.

Apostrophes are not among them: ``Malin's`` is ``Malin`` with a genitive mark, see
:mod:`tacknamn.session.finding`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from tacknamn.labels import DEFINITE, GENITIVE, PLURAL, Label, parse_label
from tacknamn.replacement.inflection.affixes import INHABITED_LABELS, make_stem
from tacknamn.replacement.inflection.genitives import make_genitive
from tacknamn.replacement.inflection.inhabitants import name_inhabitant
from tacknamn.replacement.originals import MOST_REMEMBERED
from tacknamn.replacement.records import UNINFLECTED_LABELS
from tacknamn.text.fold import fold

__all__ = ["MARKS", "WORD", "PseudonymForm", "list_forms", "make_form"]

MARKS = "\u0300-\u036f"
"""Marks that belong to the letter before them."""
WORD = rf"(?<![^\W_])(?<![{MARKS}])[^\W_][^\W_{MARKS}]*(?:[{MARKS}][^\W_{MARKS}]*)*"
"""A word. An underscore is none of its letters: Markdown writes ``_Malin_``."""
_WORD = re.compile(WORD)

_STEMS = (DEFINITE, PLURAL, DEFINITE | PLURAL)


class PseudonymForm(NamedTuple):
    """A form of a pseudonym."""

    folded: str
    affixes: int
    """The bits of its affixes."""
    is_common: bool
    """Whether it may have a small initial letter: malmöbor."""
    words: tuple[str, ...]
    """The words of the folded form."""


def make_form(folded: str, affixes: int = 0, is_common: bool = False) -> PseudonymForm:
    """Make a form."""
    return PseudonymForm(folded, affixes, is_common, tuple(_WORD.findall(folded)))


@lru_cache(MOST_REMEMBERED)
def list_forms(base: str, label: str) -> tuple[PseudonymForm, ...]:
    """Return the forms of a pseudonym with this label, its base form first."""
    forms: dict[str, PseudonymForm] = {}
    inflected = () if label in UNINFLECTED_LABELS else _inflect(base, label)
    for form in chain([make_form(fold(base), 0, base[:1].islower())], inflected):
        forms.setdefault(form.folded, form)
    return tuple(forms.values())


def _inflect(base: str, label: str) -> Iterator[PseudonymForm]:
    parsed = Label.COUNTRY if label == "country_of_origin" else parse_label(label)
    is_common = parsed in INHABITED_LABELS
    yield from _add_genitive(base, 0, base[:1].islower())
    if is_common and (person := name_inhabitant(base)):
        yield from _add_genitive(person, 0, True)
    for affixes in _STEMS:
        stem = make_stem(base, affixes, parsed)
        if stem is not None:
            yield from _add_genitive(stem, affixes, is_common)


def _add_genitive(stem: str, affixes: int, is_common: bool) -> Iterator[PseudonymForm]:
    yield make_form(fold(stem), affixes, is_common)
    genitive = make_genitive(stem)
    if genitive is not None and ":" not in genitive:
        yield make_form(fold(genitive), affixes | GENITIVE, is_common)
