"""Make names of institutions as long as they are: with the words beside them that say what they
name (*Hylte vårdcentral*), and with further capitalised words (*Lunds Energi*, *Klipp-Inn*)."""

import re
from typing import Final

from tacknamn.detection.ranking.activities import find_activity
from tacknamn.detection.ranking.detections import BESIDE_NAME, CAPITAL, LIST
from tacknamn.detection.ranking.forms import CLUB, FIRSTNAMES, INSTITUTIONS, PERSONS, PLACES
from tacknamn.detection.ranking.overlaps import adds_only_words
from tacknamn.detection.ranking.schools import is_possession
from tacknamn.detection.ranking.type_words import (
    WITH_QUOTE,
    TypeWord,
    find_type_word_after,
    find_type_word_before,
    is_type_word,
)
from tacknamn.records import Detection

__all__ = ["AT", "INSTITUTION", "NAMED", "PLACED", "PREFIX", "extend_names"]

INSTITUTION: Final = "institution"
"""The rule of a name that the words beside it told."""
PLACED: Final = INSTITUTIONS - {"transport_name"}
NAMED: Final = PERSONS | PLACES | PLACED
_UNLISTED: Final = frozenset((BESIDE_NAME, CAPITAL))
AT: Final = ("på ", "hos ", "åt ", "vid ", "för ", "at ", "for ")
_NO_NAMES: Final = frozenset(
    ("after", "before", "during", "efter", "före", "innan", "om", "till", "under", "utan", "with")
)
"""Words that patterns take for a name where they begin a sentence: *Efter skolan*."""
LONGEST_PREFIX: Final = 9
"""Characters of one with the blank behind it, and two to spare: *Sankta*, *Västra*."""
PREFIX: Final = re.compile(
    r"(?<!\w)(?:S:ta?|Sankta?|St|Norra|Södra|Östra|Västra|Stora|Nya|Gamla) \Z"
)
_HYPHENED: Final = re.compile(r"(?:-[A-ZÅÄÖ]\w+)+")
_BEFORE_CAPITALS: Final = frozenset(("city", "region")) | PLACED
_CAPITALS_BEHIND: Final = re.compile(r"(?: [A-ZÅÄÖ][\w&]+){1,2}")


def extend_names(text: str, found: list[Detection]) -> list[Detection]:
    """With the words beside a name that say what it names; what they cover then is left out."""
    longer: list[Detection] = []
    for one in found:
        if longer and one.start < longer[-1].end:
            continue
        if one.label in NAMED:
            if _is_no_name(text, one):
                continue
            named = _extend_after(text, _extend_before(text, one))
            whole = named
            if named is one and (whole := _extend_by_capitals(text, one)) is not one:
                whole = _extend_after(text, whole)  # Sankt Lars kyrka.
            one = whole if whole is one or adds_only_words(text, one, whole, longer) else one
        while longer and longer[-1].end > one.start:
            longer.pop()
        longer.append(one)
    return longer


def _is_no_name(text: str, one: Detection) -> bool:
    form = text[one.start : one.end]
    if one.rule == "school" and " " in form:
        return form.split()[0].lower() in _NO_NAMES
    return one.rule in _UNLISTED and is_type_word(form)


def _extend_before(text: str, one: Detection) -> Detection:
    kind = find_type_word_before(text, one.start)
    if kind is None:
        return one
    is_beside = one.start - kind.end <= WITH_QUOTE and not kind.inside
    if is_beside and one.label in PERSONS and one.entry >= 0:
        return one  # På skolan Anna hjälper mig.
    label = one.label if one.label in PLACED and kind.label == "place" else kind.label
    if label == "city" and one.label in PLACES:
        label = one.label
    start = kind.start if kind.inside else one.start
    if label == one.label and start == one.start:
        return one
    return _relabel(text, one, start, one.end, label, kind)


def _extend_after(text: str, one: Detection) -> Detection:
    kind = find_type_word_after(text, one.end)
    if kind is None:
        return one
    prefix = PREFIX.search(text, max(0, one.start - LONGEST_PREFIX), one.start)
    if prefix is None and not _may_stand_before(text, one, kind):
        return one
    keeps = one.label in PLACED and one.label != "work" and kind.label != "place"
    label = one.label if keeps else kind.label
    start = prefix.start() if prefix is not None else one.start
    return _relabel(text, one, start, kind.end, label, kind)


def _extend_by_capitals(text: str, one: Detection) -> Detection:
    """A town and the capitalised words behind it where something is done that one does not do in
    towns: *jobbar på Lunds Energi*, *spelar i Eskilstuna Guif*."""
    if one.label not in _BEFORE_CAPITALS or not text[one.end + 1 : one.end + 2].isupper():
        return one
    if text[one.end] == "-":
        hyphened = _HYPHENED.match(text, one.end) if one.label in PLACED else None
        return one if hyphened is None else _extend_to(text, one, hyphened.end())
    words = _CAPITALS_BEHIND.match(text, one.end)
    label, verb = find_activity(text, one.start) if words is not None else ("", "")
    if words is None or label not in PLACED or is_type_word(words[0].split()[0]):
        return one
    if not text.endswith(("i ", "med ", *AT) if label == CLUB else AT, 0, one.start):
        return one
    if one.label in PLACED:
        return _extend_to(text, one, words.end())
    return Detection(one.start, words.end(), label, INSTITUTION, trigger=verb)


def _extend_to(text: str, one: Detection, end: int) -> Detection:
    return one._replace(end=end, base=text[one.start : end], affixes=(), entry=-1)


def _relabel(
    text: str, one: Detection, start: int, end: int, label: str, kind: TypeWord
) -> Detection:
    trigger = text[kind.start : kind.end].split()[0].lower()
    if start == one.start and end == one.end:
        return one._replace(label=label, rule=INSTITUTION, trigger=trigger)
    return Detection(start, end, label, INSTITUTION, trigger=trigger)


def _may_stand_before(text: str, one: Detection, kind: TypeWord) -> bool:
    """Whether a name may be part of one that ends in the kind: persons lend theirs in the
    genitive, unless the kind has a capital as well (Mercy Hospital)."""
    if one.label in FIRSTNAMES and one.rule == LIST and is_possession(text[kind.start : kind.end]):
        return False
    is_genitive = "gen" in one.affixes or text[one.end - 1] in "sSxXzZ"
    return one.label not in PERSONS or is_genitive or text[kind.start].isupper()
