"""Which names of a text are other names of it, misspelt: Stockhuml is Stockholm (A9, numbers).

Only names that no list has are looked at: two entries of the lists are two names, however alike
(Anna and Anne).
"""

from collections.abc import Sequence

from tacknamn.fold import fold
from tacknamn.labelling.forms import MIDDLENAME, PERSONS, PLACES
from tacknamn.labelling.nearness import Names
from tacknamn.pseudonymizing.records import Found

__all__ = ["with_misspelt"]

_NAMES = PERSONS | PLACES | {MIDDLENAME}


def with_misspelt(found: Sequence[Found]) -> list[Found]:
    """The same, misspelt names with the base of the name that they are."""
    if not any(_is_unlisted(one) for one in found):
        return list(found)
    known: dict[str, Found] = {}
    for one in found:
        if one.base and one.entry >= 0 and one.label in _NAMES:
            known.setdefault(fold(one.base), one)
    names = Names(known)
    return [_settled(one, known, names) if _is_unlisted(one) else one for one in found]


def _settled(one: Found, known: dict[str, Found], names: Names) -> Found:
    """The name with what is known of the one that it is; a new one is known from now on.

    Its own label was a guess: the other one's is from a list."""
    form = fold(one.base)
    right, edits = known.get(form), 0
    if right is None:
        near = names.nearest(form)
        if near is None:
            known[form] = one
            names.add(form)
            return one
        right, edits = known[near[0]], near[1]
    return one._replace(
        label=one.label if one.label == MIDDLENAME else right.label,
        base=right.base,
        country=right.country,
        parent=right.parent,
        edits=edits,
    )


def _is_unlisted(one: Found) -> bool:
    return one.entry < 0 and bool(one.base) and one.label in _NAMES
