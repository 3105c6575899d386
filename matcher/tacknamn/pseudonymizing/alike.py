"""Let what one text names in several ways be one thing: it has one number and one pseudonym.

- *Ekskolan* and *Ekskolans*: names that are told by their endings have their genitive as well.
- *Jag jobbar på Volvo. Volvos chef är snäll.*: where somebody works stays ``work`` wherever it is
  named, even where nothing else says so, else the second mention would tell the first.
- *Per-Erik* and *Per Erik*: a hyphen makes no other person.
- *Oxford Street in London*: what no list holds lies in the country of the town behind it.
"""

from collections.abc import Sequence

from tacknamn.fold import fold
from tacknamn.labelling.forms import FIRSTNAMES, HOME, INSTITUTIONS, PLACES
from tacknamn.labelling.institutions import WORKPLACE
from tacknamn.patterns.suffixes import ENDINGS, OWN_WORDS
from tacknamn.pseudonymizing.records import Found

__all__ = ["with_one_thing"]

_GENITIVE = "s"
_BY_ENDING = (*ENDINGS, *OWN_WORDS)
_IN = frozenset((" i ", " in ", ", "))
"""What stands between a place and the town that it lies in."""
_NAMED = INSTITUTIONS | PLACES


def with_one_thing(text: str, found: Sequence[Found]) -> list[Found]:
    """The pieces, those of one thing with one base, and with its label and country."""
    ones = [_with_base(text, one) if not one.base and one.label in _NAMED else one for one in found]
    if any(one.rule == WORKPLACE for one in ones):
        ones = _with_workplaces(text, ones)
    if any(_is_double(one) for one in ones):
        ones = _with_double_names(ones)
    return _with_countries(text, ones)


def _with_base(text: str, one: Found) -> Found:
    """A name by its ending: *Björkskolans* is *Björkskolan* in the genitive."""
    form = text[one.start : one.end]
    if form[-1:] == _GENITIVE and form[:-1].lower().endswith(_BY_ENDING):
        return one._replace(base=form[:-1], affixes=("gen",))
    return one


def _with_workplaces(text: str, found: Sequence[Found]) -> list[Found]:
    def name(one: Found) -> str:
        return fold(one.base or text[one.start : one.end])

    places = {name(one): one for one in found if one.rule == WORKPLACE}
    return [
        one._replace(label="work", rule=WORKPLACE, trigger=places[name(one)].trigger)
        if one.label in INSTITUTIONS and one.rule != WORKPLACE and name(one) in places
        else one
        for one in found
    ]


def _is_double(one: Found) -> bool:
    return one.label in FIRSTNAMES and ("-" in one.base or " " in one.base)


def _with_double_names(found: Sequence[Found]) -> list[Found]:
    known: dict[str, Found] = {}
    ones = []
    for one in found:
        if _is_double(one):
            first = known.setdefault(fold(one.base).replace("-", " "), one)
            one = one._replace(label=first.label, base=first.base, entry=first.entry)
        ones.append(one)
    return ones


def _with_countries(text: str, found: list[Found]) -> list[Found]:
    for place in range(len(found) - 2, -1, -1):  # from the right: Soho, Westminster, London
        one, behind = found[place], found[place + 1]
        if one.entry >= 0 or one.country or one.label not in PLACES:
            continue
        is_abroad = behind.country not in ("", HOME)
        if is_abroad and behind.label in PLACES and text[one.end : behind.start] in _IN:
            found[place] = one._replace(country=behind.country)
    return found
