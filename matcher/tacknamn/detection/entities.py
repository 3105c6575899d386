"""Unify entities: let everything that names the same person, place or institution agree.

One entity then has one number and one pseudonym.

- *Ekskolan* and *Ekskolans*: names that are known by their endings have a genitive as well.
- *Jag jobbar på Volvo. Volvos chef är snäll.*: an institution at which a person works is ``work``
  wherever it is named, also where nothing else says so. Otherwise the second mention would reveal
  the first.
- *Per-Erik* and *Per Erik*: a hyphen makes no other person.
- *Oxford Street in London*: an unlisted place lies in the country of the town after it. An unlisted
  town near the name of a foreign country lies there, unless it is spelt like a Swedish one.
- *Stockhuml* and *Stockholm*: an unlisted name is a misspelt form of a similar name in the text (A9,
  numbers). Two entries of the lists are two names, however similar (Anna and Anne).
"""

from collections.abc import Iterator, Sequence

from tacknamn.detection.patterns.name_endings import GLUED_ENDINGS, SEPARATE_ENDINGS
from tacknamn.detection.ranking.label_groups import (
    FIRSTNAMES,
    HOME,
    INSTITUTIONS,
    MIDDLENAME,
    PERSONS,
    PLACES,
)
from tacknamn.detection.ranking.repeats import NameIndex
from tacknamn.detection.ranking.rules import WORKPLACE
from tacknamn.records import Detection
from tacknamn.text.fold import fold

__all__ = ["unify_entities", "unify_misspellings"]

_GENITIVE = "s"
_ENDINGS = (*GLUED_ENDINGS, *SEPARATE_ENDINGS)
_IN = frozenset((" i ", " in ", ", "))
"""What stands between a place and the town in which it lies."""
_HOUSE_NUMBER = "street_nr"
_NAMED = INSTITUTIONS | PLACES
_AT_HOME = frozenset(("", HOME))
"""Countries of places that are not abroad."""
_SWEDISH_ENDS = (
    "berg", "bo", "borg", "bro", "by", "bäck", "dal", "fors", "hamn", "holm", "hult", "köping", "lunda",
    "lund", "näs", "ryd", "stad", "sta", "strand", "ström", "sund", "torp", "tuna", "vik", "å", "ås",
    "ö",
)  # fmt: skip
"""Ends of Swedish towns."""
NEAR_PLACE = 60
"""Characters between a place and a water there."""
NEAR_COUNTRY = 120
"""Characters between a country and a town that lies there."""
_MISSPELT = PERSONS | PLACES | {MIDDLENAME}
"""Labels of names that may be misspelt forms of others."""


def unify_entities(text: str, detections: Sequence[Detection]) -> list[Detection]:
    """Return the detections; those of one entity have the same base, label and country."""
    unified = [
        _add_base(text, detection)
        if not detection.base and detection.label in _NAMED
        else detection
        for detection in detections
    ]
    if WORKPLACE in [detection.rule for detection in unified]:
        unified = _unify_workplaces(text, unified)
    if True in [_is_double(detection) for detection in unified]:
        unified = _unify_double_names(unified)
    if _AT_HOME.issuperset([detection.country for detection in unified]):
        return unified
    return _add_countries_of_nature(_add_countries_of_towns(_add_countries(text, unified)))


def _add_base(text: str, detection: Detection) -> Detection:
    """Return the detection of a name by its ending; *Björkskolans* is the genitive of
    *Björkskolan*."""
    form = text[detection.start : detection.end]
    if form[-1:] == _GENITIVE and form[:-1].lower().endswith(_ENDINGS):
        return detection._replace(base=form[:-1], affixes=("gen",))
    return detection


def _unify_workplaces(text: str, detections: Sequence[Detection]) -> list[Detection]:
    def name(detection: Detection) -> str:
        return fold(detection.base or text[detection.start : detection.end])

    workplaces = {
        name(detection): detection for detection in detections if detection.rule == WORKPLACE
    }
    return [
        detection._replace(
            label="work", rule=WORKPLACE, trigger=workplaces[name(detection)].trigger
        )
        if detection.label in INSTITUTIONS
        and detection.rule != WORKPLACE
        and name(detection) in workplaces
        else detection
        for detection in detections
    ]


def _is_double(detection: Detection) -> bool:
    return detection.label in FIRSTNAMES and ("-" in detection.base or " " in detection.base)


def _unify_double_names(detections: Sequence[Detection]) -> list[Detection]:
    """Give each double first name the label, base and entry of its first mention."""
    first_mentions: dict[str, Detection] = {}
    unified = []
    for detection in detections:
        if _is_double(detection):
            key = fold(detection.base).replace("-", " ")
            first = first_mentions.setdefault(key, detection)
            detection = detection._replace(label=first.label, base=first.base, entry=first.entry)
        unified.append(detection)
    return unified


def _add_countries(text: str, detections: list[Detection]) -> list[Detection]:
    """Give unlisted places the country of the town after them."""
    for index in range(len(detections) - 2, -1, -1):  # from the right: Soho, Westminster, London
        detection, town = detections[index], detections[index + 1]
        end = detection.end
        if town.label == _HOUSE_NUMBER and index + 2 < len(detections):  # Rue de Rivoli 88 i Paris
            end, town = town.end, detections[index + 2]
        if detection.entry >= 0 or detection.country or detection.label not in PLACES:
            continue
        is_abroad = town.country not in ("", HOME)
        if is_abroad and town.label in PLACES and text[end : town.start] in _IN:
            detections[index] = detection._replace(country=town.country)
    return detections


def _add_countries_of_nature(detections: list[Detection]) -> list[Detection]:
    """Give unlisted waters and woods the country of the nearest place: *i Hangzhou, vid Västra
    sjön*."""
    known = [detection for detection in detections if detection.country]
    if not any(detection.country != HOME for detection in known):
        return detections
    result: list[Detection] = []
    for detection in detections:
        if detection.label == "geo" and detection.entry < 0 and not detection.country:
            nearest = min(known, key=lambda other: _measure_distance(detection, other))
            if _measure_distance(detection, nearest) <= NEAR_PLACE:
                detection = detection._replace(country=nearest.country)
        result.append(detection)
    return result


def _add_countries_of_towns(detections: list[Detection]) -> list[Detection]:
    """Give unlisted towns the country that the sentence or the one before it names: *Jag flydde från
    Eritrea. Min by heter Xafe.* Such a town must not move to Sweden."""
    countries = [
        detection
        for detection in detections
        if detection.label == "country" and detection.country not in ("", HOME)
    ]
    if not countries:
        return detections
    result: list[Detection] = []
    for detection in detections:
        if _may_be_abroad(detection):
            nearest = min(countries, key=lambda other: _measure_distance(detection, other))
            known = [other for other in result if other.base == detection.base and other.country]
            if known and known[0].label in PLACES:
                detection = detection._replace(country=known[0].country)
            elif _measure_distance(detection, nearest) <= NEAR_COUNTRY:
                detection = detection._replace(country=nearest.country)
        result.append(detection)
    return result


def _may_be_abroad(detection: Detection) -> bool:
    is_unknown = detection.label == "city" and detection.entry < 0 and not detection.country
    return is_unknown and not detection.base.lower().endswith(_SWEDISH_ENDS)


def _measure_distance(detection: Detection, other: Detection) -> int:
    """Return the characters between two detections."""
    return max(other.start - detection.end, detection.start - other.end)


def unify_misspellings(detections: Sequence[Detection]) -> Iterator[Detection]:
    """Yield the detections; misspelt names have the base of the name that is meant."""
    if not any(_is_unlisted(detection) for detection in detections):
        yield from detections
        return
    known: dict[str, Detection] = {}
    for detection in detections:
        if detection.base and detection.entry >= 0 and detection.label in _MISSPELT:
            known.setdefault(fold(detection.base), detection)
    names = NameIndex(known)
    for detection in detections:  # mypyc would make a list of a generator expression
        if _is_unlisted(detection):
            yield _unify_misspelling(detection, known, names)
        else:
            yield detection


def _unify_misspelling(
    detection: Detection, known: dict[str, Detection], names: NameIndex
) -> Detection:
    """Return an unlisted name with what is known of the name that is meant.

    Its own label was a guess; that of the other name is from a list. A name that is similar to none
    is added to the known ones."""
    form = fold(detection.base)
    meant, edits = known.get(form), 0
    if meant is None:
        near = names.find_nearest(form)
        if near is None:
            known[form] = detection
            names.add(form)
            return detection
        meant, edits = known[near[0]], near[1]
    return detection._replace(
        label=detection.label if detection.label == MIDDLENAME else meant.label,
        base=meant.base,
        country=meant.country,
        parent=meant.parent,
        edits=edits,
    )


def _is_unlisted(detection: Detection) -> bool:
    return detection.entry < 0 and bool(detection.base) and detection.label in _MISSPELT
