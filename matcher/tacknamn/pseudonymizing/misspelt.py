"""Which names of a text are other names of it, misspelt: Stockhuml is Stockholm (A9, numbers).

Only names that no list has are looked at: two entries of the lists are two names, however alike (Anna and Anne).
"""

from collections.abc import Sequence

from tacknamn.fold import fold
from tacknamn.labelling.nearness import nearest
from tacknamn.pseudonymizing.records import Found

__all__ = ["with_misspelt"]

_PERSON = frozenset(
    ("firstname_female", "firstname_male", "firstname_unknown", "middlename", "surname")
)
_PLACE = frozenset(("area", "city", "country", "geo", "place", "region"))


def with_misspelt(found: Sequence[Found]) -> list[Found]:
    """The same, misspelt names with the base of the name that they are."""
    if not any(_is_unlisted(one) for one in found):
        return list(found)
    known: dict[str, dict[str, Found]] = {"person": {}, "place": {}}
    for one in found:
        if one.base and one.entry >= 0 and (group := _group(one.label)):
            known[group].setdefault(fold(one.base), one)
    return [_settled(one, known[_group(one.label)]) if _is_unlisted(one) else one for one in found]


def _settled(one: Found, known: dict[str, Found]) -> Found:
    form = fold(one.base)
    right = known.get(form)
    edits = 0
    if right is None:
        near = nearest(form, known)
        if near is None:
            known[form] = one
            return one
        right, edits = known[near[0]], near[1]
    label = one.label if one.label == "middlename" else right.label
    return one._replace(
        label=label, base=right.base, country=right.country, parent=right.parent, edits=edits
    )


def _is_unlisted(one: Found) -> bool:
    return one.entry < 0 and bool(one.base) and bool(_group(one.label))


def _group(label: str) -> str:
    return "person" if label in _PERSON else "place" if label in _PLACE else ""
