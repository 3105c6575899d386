"""Names of institutions, whole, and whether somebody works there: then it is ``work`` (A9, 3).

Behind or before many names stands the word for what they name (:mod:`kinds`): *Lasses
trafikskola* is a school, not Lasse's. Where the text says that somebody works at one it is
``work``, whatever it is. Companies and authorities that nobody is said to work at point at
nobody: they are told under rules of their own, so that a profile may leave them.
"""

import re
from collections.abc import Iterator
from typing import Final

from tacknamn.detection.ranking.activities import find_activity, find_work_after
from tacknamn.detection.ranking.areas import label_foreign_areas
from tacknamn.detection.ranking.forms import CLUB, INSTITUTIONS, PLACES
from tacknamn.detection.ranking.name_extension import (
    AT,
    INSTITUTION,
    NAMED,
    PLACED,
    PREFIX,
    extend_names,
)
from tacknamn.detection.ranking.type_words import (
    find_label_by_ending,
    find_label_by_last_word,
    find_type_word_before,
    is_commonly_country,
    match_ending,
)
from tacknamn.records import Detection

__all__ = ["WORKPLACE", "settle_institutions"]

WORKPLACE, COMPANY, AUTHORITY = "workplace", "company", "authority"
_TOLD: Final = NAMED | INSTITUTIONS
_BETWEEN_JOB: Final = frozenset((" på ", " hos ", " åt ", " vid ", " at ", " for "))
_DEFINITE: Final = ("en", "an", "na")
"""Ends of professions whom one met: *läkaren på sjukhuset*."""
_MET: Final = ("min ", "Min ", "vår ", "Vår ", "din ", "Din ")
"""... and whom one has: *min handläggare på Arbetsförmedlingen*."""
_REACH: Final = 40
"""Characters before a place in which it is told what is done there."""
_HOME: Final = re.compile(
    r"\b(?:bo|bor|bodde|bott|hyr|lägenhet\w*|rum|född\w*|växt\w*|lives?|lived)\b"
)
"""What is told of a part of a town: one lives *på Ålidhem*."""
_EMPLOYERS: Final = ("kommun", "region")
_THOUGHT: Final = re.compile(
    r"\b(?:tänk\w*|tro\w*|hopp\w*|titta\w*|minn\w*|säker|stolt)(?: \w+){0,2} på \Z"
)
"""Words behind which *på* says no place."""
_IN_WATER: Final = re.compile(r"\b(?:bada|simma|fiska|dyk)\w*(?: \w+)? i \Z")
"""What one does in lakes: they have the names of villages."""


def settle_institutions(text: str, found: list[Detection]) -> list[Detection]:
    """The same, names of institutions whole, and those that somebody works at as ``work``."""
    if not any(one.label in _TOLD for one in found):
        return list(found)
    whole = list(_join_parts(text, extend_names(text, found)))
    before: list[Detection | None] = [None, *whole][:-1]
    return [
        _settle(text, one, last) if one.label in INSTITUTIONS or one.label in PLACES else one
        for last, one in zip(before, label_foreign_areas(text, whole), strict=True)
    ]


def _join_parts(text: str, found: list[Detection]) -> Iterator[Detection]:
    """Names of several words as one: *Dala Frakt*, *Folktandvården Angered*."""
    last: Detection | None = None
    start = 0
    for one in found:
        if last is not None and _continues(text, last, one):
            last = one if last.label in PLACES else last
            last = last._replace(start=start, end=one.end, base=text[start : one.end], entry=-1)
            continue
        if last is not None:
            yield last
        last, start = one, one.start
    if last is not None:
        yield last


def _continues(text: str, one: Detection, other: Detection) -> bool:
    if text[one.end : other.start] != " ":
        return False
    if one.label == other.label and one.label in PLACED and other.entry < 0:
        return True
    if one.label in PLACES and other.label == "place":
        return (
            find_label_by_last_word(text[other.start : other.end]) == "place"
        )  # Åre Östersund flygplats
    if one.label not in PLACED or other.label not in NAMED:
        return False
    if PREFIX.fullmatch(text, one.start, other.start):
        return True
    kind = find_type_word_before(text, other.start)
    return kind is not None and kind.inside


def _settle(text: str, one: Detection, last: Detection | None) -> Detection:
    if one.label in PLACES:
        return _settle_place(text, one)
    form = text[one.start : one.end]
    label, verb = _find_activity(text, one, last)
    if one.label == "transport_name" and not (label == "work" and text.endswith(AT, 0, one.start)):
        return one
    if label == "work":
        return one._replace(label="work", rule=WORKPLACE, trigger=verb)
    if one.label == "work" and (one.entry >= 0 or not find_label_by_last_word(form)):
        return one._replace(rule=COMPANY)
    if one.label == "public_authority":
        return one._replace(rule=AUTHORITY)
    if label == "school" and one.rule == "list" and find_label_by_ending(form) in ("", "school"):
        return one._replace(label="school", trigger=verb)
    if one.label == CLUB and find_label_by_ending(form) == "school":
        return one._replace(label="school")
    return one


def _settle_place(text: str, one: Detection) -> Detection:
    form = text[one.start : one.end]
    if one.label in ("city", "region") and is_commonly_country(one.base or form):
        return one._replace(label="country")
    if one.label == "city" and text.endswith(" i ", 0, one.start) and _is_in_water(text, one):
        return one._replace(label="geo")
    if (
        one.label == "city"
        and (outdoors := match_ending(form, "outdoors"))
        and not _is_town(text, one)
    ):
        return one._replace(label=outdoors)
    if one.label == "place" and (water := match_ending(form, "water")):
        return one._replace(label=water)
    label = find_label_by_last_word(form) or (
        find_label_by_ending(form) if one.label == "place" else ""
    )
    if one.rule == "list" and label not in ("", "work", one.label):
        settled = one._replace(label=label, rule=INSTITUTION)
        return _settle(text, settled, None) if label in PLACED else settled
    if not text.endswith(AT, 0, one.start):
        return one
    if one.label == "city" and text.endswith("på ", 0, one.start) and not _is_town(text, one):
        return one._replace(label="place")
    employs = one.label == "region" and form.lower().endswith(_EMPLOYERS)
    if employs or (one.label == "place" and match_ending(form, "home")):
        label, verb = find_activity(text, one.start)
        if label == "work":
            return one._replace(label="work", rule=WORKPLACE, trigger=verb)
    return one


def _find_activity(text: str, one: Detection, last: Detection | None) -> tuple[str, str]:
    """What the text says that somebody does there, and the word that does."""
    label, verb = find_activity(text, one.start)
    if not label and last is not None and _is_their_job(text, one, last):
        return "work", text[last.start : last.end].lower()
    if label != "work" and (behind := find_work_after(text, one.end)):
        return "work", behind
    return label, verb


def _is_their_job(text: str, one: Detection, last: Detection) -> bool:
    return (
        last.label == "prof"
        and not text.endswith(_DEFINITE, last.start, last.end)
        and not text.endswith(_MET, 0, last.start)
        and text[last.end : one.start] in _BETWEEN_JOB
    )


def _is_in_water(text: str, one: Detection) -> bool:
    return _IN_WATER.search(text, max(0, one.start - _REACH), one.start) is not None


def _is_town(text: str, one: Detection) -> bool:
    """Whether a town stays one behind *på*: where one lives there, or thinks of it."""
    before = text[max(0, one.start - _REACH) : one.start]
    return _HOME.search(before) is not None or _THOUGHT.search(before) is not None
