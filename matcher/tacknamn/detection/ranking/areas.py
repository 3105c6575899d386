"""Parts of towns abroad, which are ``area``; parts of Swedish ones are towns of their own (A9, 2).

*I Kadıköy i Istanbul*, *i Kairo, i en stadsdel som heter Maadi*, *i Bukarest, i Titan*. What is a
part of a town in one place of a text is one in all.
"""

from typing import Final

from tacknamn.detection.ranking.forms import HOME
from tacknamn.records import Detection
from tacknamn.text.fold import fold

__all__ = ["label_foreign_areas"]

CITY, AREA = "city", "area"
_IN: Final = frozenset((" i ", " in "))
_BEFORE_TOWN: Final = frozenset((*_IN, ", "))
_BEHIND_TOWN: Final = frozenset((*_IN, ", i ", ", in "))
_WORDS: Final = frozenset(
    ("förort", "förorten", "kvarter", "kvarteret", "område", "området", "stadsdel", "stadsdelen")
)
"""Words for parts of towns."""


def label_foreign_areas(text: str, found: list[Detection]) -> list[Detection]:
    """The same, parts of towns abroad as ``area``."""
    towns: dict[str, str] = {}
    for place, one in enumerate(found):
        if one.label == CITY and (country := _find_town_country(text, found, place)):
            towns[_fold_name(text, one)] = country
    if not towns:
        return list(found)
    return [
        one._replace(label=AREA, country=towns[_fold_name(text, one)])
        if one.label == CITY and _fold_name(text, one) in towns
        else one
        for one in found
    ]


def _find_town_country(text: str, found: list[Detection], place: int) -> str:
    """The country of the town that this is a part of; empty where it is none of a town abroad."""
    one = found[place]
    if place + 1 < len(found) and (behind := _get_foreign_country(found[place + 1])):
        between = text[one.end : found[place + 1].start]
        if between in _IN or (between in _BEFORE_TOWN and one.entry < 0):
            return behind
        if between == ", " and behind == one.country and _is_pair(text, one, found[place + 1]):
            return behind
    before = _get_foreign_country(_find_last_place(found, place))
    if before and (one.trigger in _WORDS or one.entry < 0 < place):
        between = text[found[place - 1].end : one.start]
        if one.trigger in _WORDS or between in _BEHIND_TOWN:
            return before
    return ""


def _is_pair(text: str, one: Detection, other: Detection) -> bool:
    """Whether two towns with a comma between them are no list of several: *i Kadıköy, Istanbul.*"""
    return text.endswith(("i ", "in ", "från ", "from "), 0, one.start) and not text.startswith(
        (",", " och ", " and ", " eller "), other.end
    )


def _find_last_place(found: list[Detection], place: int) -> Detection | None:
    """The town or country that was named last."""
    for at in range(place - 1, -1, -1):
        if found[at].label in (CITY, "country"):
            return found[at]
    return None


def _get_foreign_country(one: Detection | None) -> str:
    """The country of a town outside Sweden."""
    return one.country if one is not None and one.label == CITY and one.country != HOME else ""


def _fold_name(text: str, one: Detection) -> str:
    return fold(one.base or text[one.start : one.end])
