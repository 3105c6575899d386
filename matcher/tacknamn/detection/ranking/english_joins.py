"""Extend English names by words that belong to them: *East Africa*, *Henry VIII*, *William the
Conqueror*."""

from typing import Final

from tacknamn.detection.ranking.english_phrases import is_state
from tacknamn.detection.ranking.label_groups import PERSONS, PLACES
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["extend_english_names"]

LONGEST: Final = 40
"""Characters before a place that are read."""
_DIRECTIONS: Final = compile_lazily(
    r"(?<![\w-])(?:(?:(?:North|South)-(?:East|West)|North|South|East|West|Northern|Southern|Eastern"
    r"|Western|Central|Upper|Lower|Outer|Inner|New|Great|Greater) )+\Z"
)
"""Words before a place that are part of its name."""
_AFTER_CLUB: Final = compile_lazily(
    r" (?:striker|midfielder|defender|goalkeeper|winger|forward|captain|fans?|supporters?|squad|boss|won|beat"
    r"|lost (?:to|against)|drew|scored|defender|shirt)(?!\w)"
)
_BEFORE_CLUB: Final = (
    " against ", " beat ", " defeated ", " signed for ", " signed with ", " bid from ", " on loan to ",
    " away to ", " played for ", " plays for ", " play for ", " support ", " supports ",
)  # fmt: skip
"""What stands before and after clubs that are called by their town."""
_COUNTIES: Final = frozenset(
    ("Antrim", "Armagh", "Carlow", "Cavan", "Clare", "Cornwall", "Cumbria", "Devon", "Donegal", "Dorset",
     "Down", "Essex", "Fermanagh", "Fife", "Kent", "Kerry", "Kildare", "Laois", "Leitrim", "Louth", "Mayo",
     "Meath", "Monaghan", "Norfolk", "Offaly", "Powys", "Roscommon", "Sligo", "Somerset", "Suffolk",
     "Surrey", "Sussex", "Tipperary", "Tyrone", "Wicklow")
)  # fmt: skip
"""Counties of Great Britain and Ireland that the lists have as towns or persons."""
_NUMBER: Final = compile_lazily(r" (?:I{1,3}|IV|VI{0,3}|IX|XI{0,3}|XIV|XVI{0,3})(?![\w.])")
"""The number of a king."""
_EPITHET: Final = compile_lazily(
    r" the (?:Great|Elder|Younger|Conqueror|Bald|Bold|Terrible|Magnificent|Good|Wise|Lionheart"
    r"|First|Second|Third|Fourth|Fifth|Sixth|Baptist|Confessor|Impaler|Red)(?: [A-Z][a-z]+)?(?!\w)"
)


def extend_english_names(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with places and rulers at their whole length. Detections that an
    extended name covers are dropped."""
    result: list[Detection] = []
    for detection in detections:
        if result and detection.start < result[-1].end:
            continue
        if detection.label in PLACES:
            name = text[detection.start : detection.end]
            if detection.label == "city" and is_state(name):
                detection = detection._replace(label="region", country="US")
            elif detection.label in ("area", "city") and _is_county(name):
                detection = detection._replace(label="region")
            elif detection.label == "city" and _is_club(text, detection):
                detection = detection._replace(label="other_institution")
            detection = _extend_place(text, detection, result)
        elif detection.label in PERSONS and _is_county_after_from(text, detection):
            detection = detection._replace(label="region")
        elif detection.label in PERSONS:
            detection = _extend_person(text, detection)
        result.append(detection)
    return result


def _is_club(text: str, detection: Detection) -> bool:
    """Return whether a town stands for its club: *the Sunderland striker*, *they beat Leeds*."""
    if _AFTER_CLUB.match(text, detection.end) is not None:
        return True
    before = text[max(0, detection.start - LONGEST) : detection.start]
    return before.endswith(_BEFORE_CLUB)


def _is_county(name: str) -> bool:
    return name in _COUNTIES or (name.endswith("shire") and len(name) > len("shire"))


def _is_county_after_from(text: str, detection: Detection) -> bool:
    """Return whether a county stands alone after *from* or *in*: *Aoife from Mayo*."""
    is_after = text.endswith((" from ", " in "), 0, detection.start)
    goes_on = text[detection.end + 1 : detection.end + 2].isupper()
    return is_after and not goes_on and text[detection.start : detection.end] in _COUNTIES


def _extend_place(text: str, place: Detection, before: list[Detection]) -> Detection:
    match = _DIRECTIONS.search(text, max(0, place.start - LONGEST), place.start)
    if match is None or not text[place.start].isupper():
        return place
    while before and before[-1].end > match.start():
        before.pop()
    return _change_extent(text, place, match.start(), place.end)


def _extend_person(text: str, person: Detection) -> Detection:
    if "gen" in person.affixes or not text.startswith((" I", " V", " X", " the "), person.end):
        return person
    match = _NUMBER.match(text, person.end)
    if match is None:
        match = _EPITHET.match(text, person.end)
    return person if match is None else _change_extent(text, person, person.start, match.end())


def _change_extent(text: str, detection: Detection, start: int, end: int) -> Detection:
    base = text[start:end]
    if "gen" in detection.affixes:
        base = text[start : detection.start] + detection.base
    return detection._replace(start=start, end=end, base=base, entry=-1)
