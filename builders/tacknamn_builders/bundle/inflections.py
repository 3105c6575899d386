"""Collect the inflected forms of entries, and the words for the inhabitants of Swedish towns.

A word for an inhabitant (Mölndalsbo, göteborgare) identifies the town as clearly as the town's
name, so it is found as an inflected form of the town: definite (Mölndalsbon), plural (Mölndalsbor),
both (Mölndalsborna), each also in the genitive. Usage decides which ending a town has. There are
only a few regular endings, so all are generated; a form that is not used costs one row of a table.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from tacknamn.labels import DEFINITE, GENITIVE, PLURAL
from tacknamn_builders.merging.words import WordTable

__all__ = ["collect_inflections", "list_inhabitant_forms"]

_ENDINGS = (
    ("bo", 0),
    ("bon", DEFINITE),
    ("bor", PLURAL),
    ("borna", DEFINITE | PLURAL),
    ("are", 0),
    ("aren", DEFINITE),
    ("arna", DEFINITE | PLURAL),
)
SHORTEST_TOWN = 4
"""Letters of the shortest town with such words; Åbo has none."""
SHORTEST_AGENT = 6
"""Letters of the shortest town with a word in -are: a borgare is a citizen, not an inhabitant of
Borg."""
_VOWELS = "aeiouyåäöé"


def collect_inflections(
    words: WordTable, forms: Sequence[str], is_noun: npt.NDArray[np.bool_], towns: Iterable[str]
) -> list[tuple[str, int, int]]:
    """Collect the inflected forms of ``forms``: form, row of its base form, affixes; sorted.

    Forms of a noun belong only to entries that are nouns (``is_noun``): lärarna belongs to lärare,
    but bor does not belong to Bo. ``towns`` are those of ``forms`` that have inhabitants."""
    row_of = {form: row for row, form in enumerate(forms)}
    inflections = {
        (form, row_of[base], affixes)
        for form, base, affixes, proper in words.inflections()
        if base in row_of and (proper or is_noun[row_of[base]])
    }
    for town in towns:
        if town.isalpha() and len(town) >= SHORTEST_TOWN:
            inhabitants = list_inhabitant_forms(town)
            inflections.update((form, row_of[town], affixes) for form, affixes in inhabitants)
    return sorted(inflections)


def list_inhabitant_forms(town: str) -> Iterator[tuple[str, int]]:
    """Yield the forms, with their affixes, for the folded name of a town.

    >>> sorted(form for form, _ in list_inhabitant_forms("lund") if form.endswith("bor"))
    ['lundabor', 'lundbor', 'lundsbor']
    """
    agents = len(town) >= SHORTEST_AGENT and town[-1] not in _VOWELS
    for stem in _list_stems(town):
        for ending, affixes in _ENDINGS:
            if ending.startswith("a") and not (agents and stem == town):
                continue
            yield stem + ending, affixes
            if affixes:  # the genitive of other forms is found by rule
                yield f"{stem}{ending}s", affixes | GENITIVE


def _list_stems(town: str) -> Iterator[str]:
    yield town
    if town[-1] not in f"{_VOWELS}s":
        yield f"{town}s"
    if town.endswith("lund"):
        yield f"{town}a"
