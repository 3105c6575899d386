"""Let what one text names in several ways be one thing: it has one number and one pseudonym.

- *Ekskolan* and *Ekskolans*: names that are told by their endings have their genitive as well.
- *Jag jobbar på Volvo. Volvos chef är snäll.*: where somebody works stays ``work`` wherever it is
  named, even where nothing else says so, else the second mention would tell the first.
- *Per-Erik* and *Per Erik*: a hyphen makes no other person.
- *Oxford Street in London*: what no list holds lies in the country of the town behind it.
"""

from collections.abc import Sequence

from tacknamn.detection.patterns.name_endings import GLUED_ENDINGS, SEPARATE_ENDINGS
from tacknamn.detection.ranking.forms import (
    FIRSTNAMES,
    HOME,
    INSTITUTIONS,
    MIDDLENAME,
    PERSONS,
    PLACES,
)
from tacknamn.detection.ranking.institutions import WORKPLACE
from tacknamn.detection.ranking.similar_names import NameIndex
from tacknamn.records import Detection
from tacknamn.text.fold import fold

__all__ = [
    "unify_entities",
    "unify_misspellings",
]

_GENITIVE = "s"
_BY_ENDING = (*GLUED_ENDINGS, *SEPARATE_ENDINGS)
_IN = frozenset((" i ", " in ", ", "))
"""What stands between a place and the town that it lies in."""
_NAMED = INSTITUTIONS | PLACES


def unify_entities(text: str, found: Sequence[Detection]) -> list[Detection]:
    """The pieces, those of one thing with one base, and with its label and country."""
    ones = [_add_base(text, one) if not one.base and one.label in _NAMED else one for one in found]
    if any(one.rule == WORKPLACE for one in ones):
        ones = _unify_workplaces(text, ones)
    if any(_is_double(one) for one in ones):
        ones = _unify_double_names(ones)
    return _add_countries(text, ones)


def _add_base(text: str, one: Detection) -> Detection:
    """A name by its ending: *Björkskolans* is *Björkskolan* in the genitive."""
    form = text[one.start : one.end]
    if form[-1:] == _GENITIVE and form[:-1].lower().endswith(_BY_ENDING):
        return one._replace(base=form[:-1], affixes=("gen",))
    return one


def _unify_workplaces(text: str, found: Sequence[Detection]) -> list[Detection]:
    def name(one: Detection) -> str:
        return fold(one.base or text[one.start : one.end])

    places = {name(one): one for one in found if one.rule == WORKPLACE}
    return [
        one._replace(label="work", rule=WORKPLACE, trigger=places[name(one)].trigger)
        if one.label in INSTITUTIONS and one.rule != WORKPLACE and name(one) in places
        else one
        for one in found
    ]


def _is_double(one: Detection) -> bool:
    return one.label in FIRSTNAMES and ("-" in one.base or " " in one.base)


def _unify_double_names(found: Sequence[Detection]) -> list[Detection]:
    known: dict[str, Detection] = {}
    ones = []
    for one in found:
        if _is_double(one):
            first = known.setdefault(fold(one.base).replace("-", " "), one)
            one = one._replace(label=first.label, base=first.base, entry=first.entry)
        ones.append(one)
    return ones


def _add_countries(text: str, found: list[Detection]) -> list[Detection]:
    for place in range(len(found) - 2, -1, -1):  # from the right: Soho, Westminster, London
        one, behind = found[place], found[place + 1]
        if one.entry >= 0 or one.country or one.label not in PLACES:
            continue
        is_abroad = behind.country not in ("", HOME)
        if is_abroad and behind.label in PLACES and text[one.end : behind.start] in _IN:
            found[place] = one._replace(country=behind.country)
    return found


# Which names of a text are other names of it, misspelt: Stockhuml is Stockholm (A9, numbers).
#
# Only names that no list has are looked at: two entries of the lists are two names, however alike
# (Anna and Anne).


_NAMES = PERSONS | PLACES | {MIDDLENAME}


def unify_misspellings(found: Sequence[Detection]) -> list[Detection]:
    """The same, misspelt names with the base of the name that they are."""
    if not any(_is_unlisted(one) for one in found):
        return list(found)
    known: dict[str, Detection] = {}
    for one in found:
        if one.base and one.entry >= 0 and one.label in _NAMES:
            known.setdefault(fold(one.base), one)
    names = NameIndex(known)
    return [_unify_misspelling(one, known, names) if _is_unlisted(one) else one for one in found]


def _unify_misspelling(one: Detection, known: dict[str, Detection], names: NameIndex) -> Detection:
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


def _is_unlisted(one: Detection) -> bool:
    return one.entry < 0 and bool(one.base) and one.label in _NAMES
