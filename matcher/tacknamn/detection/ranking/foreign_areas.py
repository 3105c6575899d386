"""Find the parts of foreign towns, which become ``area`` (A9, 2)."""

from typing import Final

from tacknamn.detection.ranking.label_groups import HOME
from tacknamn.detection.ranking.type_words import is_commonly_country
from tacknamn.records import Detection
from tacknamn.text.fold import fold

__all__ = ["AREA", "CITY", "label_foreign_areas"]

CITY, AREA = "city", "area"
_IN_TOWN: Final = frozenset((" i ", " in "))
_BEFORE_TOWN: Final = frozenset((*_IN_TOWN, ", "))
_AFTER_TOWN: Final = frozenset((*_IN_TOWN, ", i ", ", in "))
_AREA_WORDS: Final = frozenset(
    ("förort", "förorten", "kvarter", "kvarteret", "område", "området", "stadsdel", "stadsdelen")
)
"""Words for parts of towns."""


def label_foreign_areas(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with parts of foreign towns as ``area`` (A9, 2).

    *I Kadıköy i Istanbul*, *i Kairo, i en stadsdel som heter Maadi*, *i Bukarest, i Titan*. A name
    that is part of a town in one sentence is so in the whole text. Parts of Swedish towns are towns
    themselves."""
    countries: dict[str, str] = {}
    for index, detection in enumerate(detections):
        if detection.label == CITY and (country := _find_town_country(text, detections, index)):
            countries[_fold_name(text, detection)] = country
    if not countries:
        return list(detections)
    return [
        detection._replace(label=AREA, country=countries[_fold_name(text, detection)])
        if detection.label == CITY and _fold_name(text, detection) in countries
        else detection
        for detection in detections
    ]


def _find_town_country(text: str, detections: list[Detection], index: int) -> str:
    """Return the country of the foreign town of which this is a part; empty if it is none."""
    detection = detections[index]
    # The town stands after its part: Maadi i Kairo.
    if index + 1 < len(detections) and (after := _get_foreign_country(detections[index + 1])):
        following = detections[index + 1]
        between = text[detection.end : following.start]
        if between in _IN_TOWN or (between in _BEFORE_TOWN and detection.entry < 0):
            return after
        if between == ", " and after == detection.country and _is_pair(text, detection, following):
            return after
    # The town stands before it: i Bukarest, i Titan.
    before = _get_foreign_country(_find_last_place(detections, index))
    if before and (detection.trigger in _AREA_WORDS or detection.entry < 0 < index):
        between = text[detections[index - 1].end : detection.start]
        if detection.trigger in _AREA_WORDS or between in _AFTER_TOWN:
            return before
    return ""


def _is_pair(text: str, first: Detection, second: Detection) -> bool:
    """Return whether two towns with a comma between them are no longer list: *i Kadıköy,
    Istanbul.*"""
    return text.endswith(("i ", "in ", "från ", "from "), 0, first.start) and not text.startswith(
        (",", " och ", " and ", " eller "), second.end
    )


def _find_last_place(detections: list[Detection], index: int) -> Detection | None:
    """Return the last town or country before a detection."""
    for at in range(index - 1, -1, -1):
        if detections[at].label in (CITY, "country"):
            return detections[at]
    return None


def _get_foreign_country(detection: Detection | None) -> str:
    """Return the country of a town outside Sweden; empty for anything else."""
    if detection is None or detection.label != CITY or detection.country == HOME:
        return ""
    if is_commonly_country(detection.base):
        return ""
    return detection.country


def _fold_name(text: str, detection: Detection) -> str:
    return fold(detection.base or text[detection.start : detection.end])
