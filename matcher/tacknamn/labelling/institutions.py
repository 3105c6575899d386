"""Names of institutions, whole, and whether somebody works there: then it is ``work`` (A9, 3).

Behind or before many names stands the word for what they name (:mod:`kinds`): *Lasses
trafikskola* is a school, not Lasse's. Where the text says that somebody works at one it is
``work``, whatever it is. Companies and authorities that nobody is said to work at point at
nobody: they are told under rules of their own, so that a profile may leave them.
"""

import re
from collections.abc import Iterator
from typing import Final

from tacknamn.labelling.activities import tells_of, works_behind
from tacknamn.labelling.areas import with_areas
from tacknamn.labelling.forms import CLUB, INSTITUTIONS, PLACES
from tacknamn.labelling.kinds import (
    ends_in,
    is_commonly_country,
    kind_before,
    label_of_ending,
    label_of_last,
)
from tacknamn.labelling.lengthening import AT, INSTITUTION, NAMED, PLACED, PREFIX, extended
from tacknamn.pseudonymizing.records import Found

__all__ = ["WORKPLACE", "with_institutions"]

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


def with_institutions(text: str, found: list[Found]) -> list[Found]:
    """The same, names of institutions whole, and those that somebody works at as ``work``."""
    if not any(one.label in _TOLD for one in found):
        return list(found)
    whole = list(_in_one(text, extended(text, found)))
    before: list[Found | None] = [None, *whole][:-1]
    return [
        _settled(text, one, last) if one.label in INSTITUTIONS or one.label in PLACES else one
        for last, one in zip(before, with_areas(text, whole), strict=True)
    ]


def _in_one(text: str, found: list[Found]) -> Iterator[Found]:
    """Names of several words as one: *Dala Frakt*, *Folktandvården Angered*."""
    last: Found | None = None
    start = 0
    for one in found:
        if last is not None and _goes_on(text, last, one):
            last = one if last.label in PLACES else last
            last = last._replace(start=start, end=one.end, base=text[start : one.end], entry=-1)
            continue
        if last is not None:
            yield last
        last, start = one, one.start
    if last is not None:
        yield last


def _goes_on(text: str, one: Found, other: Found) -> bool:
    if text[one.end : other.start] != " ":
        return False
    if one.label == other.label and one.label in PLACED and other.entry < 0:
        return True
    if one.label in PLACES and other.label == "place":
        return label_of_last(text[other.start : other.end]) == "place"  # Åre Östersund flygplats
    if one.label not in PLACED or other.label not in NAMED:
        return False
    if PREFIX.fullmatch(text, one.start, other.start):
        return True
    kind = kind_before(text, other.start)
    return kind is not None and kind.inside


def _settled(text: str, one: Found, last: Found | None) -> Found:
    if one.label in PLACES:
        return _settled_place(text, one)
    form = text[one.start : one.end]
    label, verb = _told(text, one, last)
    if one.label == "transport_name" and not (label == "work" and text.endswith(AT, 0, one.start)):
        return one
    if label == "work":
        return one._replace(label="work", rule=WORKPLACE, trigger=verb)
    if one.label == "work" and (one.entry >= 0 or not label_of_last(form)):
        return one._replace(rule=COMPANY)
    if one.label == "public_authority":
        return one._replace(rule=AUTHORITY)
    if label == "school" and one.rule == "list" and label_of_ending(form) in ("", "school"):
        return one._replace(label="school", trigger=verb)
    if one.label == CLUB and label_of_ending(form) == "school":
        return one._replace(label="school")
    return one


def _settled_place(text: str, one: Found) -> Found:
    form = text[one.start : one.end]
    if one.label in ("city", "region") and is_commonly_country(one.base or form):
        return one._replace(label="country")
    if one.label == "city" and text.endswith(" i ", 0, one.start) and _is_in_water(text, one):
        return one._replace(label="geo")
    if one.label == "city" and (outdoors := ends_in(form, "outdoors")) and not _is_town(text, one):
        return one._replace(label=outdoors)
    if one.label == "place" and (water := ends_in(form, "water")):
        return one._replace(label=water)
    label = label_of_last(form) or (label_of_ending(form) if one.label == "place" else "")
    if one.rule == "list" and label not in ("", "work", one.label):
        settled = one._replace(label=label, rule=INSTITUTION)
        return _settled(text, settled, None) if label in PLACED else settled
    if not text.endswith(AT, 0, one.start):
        return one
    if one.label == "city" and text.endswith("på ", 0, one.start) and not _is_town(text, one):
        return one._replace(label="place")
    employs = one.label == "region" and form.lower().endswith(_EMPLOYERS)
    if employs or (one.label == "place" and ends_in(form, "home")):
        label, verb = tells_of(text, one.start)
        if label == "work":
            return one._replace(label="work", rule=WORKPLACE, trigger=verb)
    return one


def _told(text: str, one: Found, last: Found | None) -> tuple[str, str]:
    """What the text says that somebody does there, and the word that does."""
    label, verb = tells_of(text, one.start)
    if not label and last is not None and _is_their_job(text, one, last):
        return "work", text[last.start : last.end].lower()
    if label != "work" and (behind := works_behind(text, one.end)):
        return "work", behind
    return label, verb


def _is_their_job(text: str, one: Found, last: Found) -> bool:
    return (
        last.label == "prof"
        and not text.endswith(_DEFINITE, last.start, last.end)
        and not text.endswith(_MET, 0, last.start)
        and text[last.end : one.start] in _BETWEEN_JOB
    )


def _is_in_water(text: str, one: Found) -> bool:
    return _IN_WATER.search(text, max(0, one.start - _REACH), one.start) is not None


def _is_town(text: str, one: Found) -> bool:
    """Whether a town stays one behind *på*: where one lives there, or thinks of it."""
    before = text[max(0, one.start - _REACH) : one.start]
    return _HOME.search(before) is not None or _THOUGHT.search(before) is not None
