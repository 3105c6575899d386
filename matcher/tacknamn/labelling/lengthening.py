"""Make names of institutions as long as they are: with the words beside them that say what they
name (*Hylte vårdcentral*), and with further capitalised words (*Lunds Energi*, *Klipp-Inn*)."""

import re
from typing import Final

from tacknamn.labelling.activities import tells_of
from tacknamn.labelling.forms import CLUB, FIRSTNAMES, INSTITUTIONS, PERSONS, PLACES
from tacknamn.labelling.kinds import WITH_QUOTE, Kind, is_kind_alone, kind_before, kind_behind
from tacknamn.labelling.overlaps import are_only_words
from tacknamn.labelling.somebodys import is_had
from tacknamn.labelling.telling import BESIDE_NAME, CAPITAL, LIST
from tacknamn.pseudonymizing.records import Found

__all__ = ["AT", "INSTITUTION", "NAMED", "PLACED", "PREFIX", "extended"]

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


def extended(text: str, found: list[Found]) -> list[Found]:
    """With the words beside a name that say what it names; what they cover then is left out."""
    longer: list[Found] = []
    for one in found:
        if longer and one.start < longer[-1].end:
            continue
        if one.label in NAMED:
            if _is_no_name(text, one):
                continue
            named = _with_kind_behind(text, _with_kind_before(text, one))
            whole = named
            if named is one and (whole := _with_capitals_behind(text, one)) is not one:
                whole = _with_kind_behind(text, whole)  # Sankt Lars kyrka.
            one = whole if whole is one or are_only_words(text, one, whole, longer) else one
        while longer and longer[-1].end > one.start:
            longer.pop()
        longer.append(one)
    return longer


def _is_no_name(text: str, one: Found) -> bool:
    form = text[one.start : one.end]
    if one.rule == "school" and " " in form:
        return form.split()[0].lower() in _NO_NAMES
    return one.rule in _UNLISTED and is_kind_alone(form)


def _with_kind_before(text: str, one: Found) -> Found:
    kind = kind_before(text, one.start)
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
    return _named(text, one, start, one.end, label, kind)


def _with_kind_behind(text: str, one: Found) -> Found:
    kind = kind_behind(text, one.end)
    if kind is None:
        return one
    prefix = PREFIX.search(text, max(0, one.start - LONGEST_PREFIX), one.start)
    if prefix is None and not _may_stand_before(text, one, kind):
        return one
    keeps = one.label in PLACED and one.label != "work" and kind.label != "place"
    label = one.label if keeps else kind.label
    start = prefix.start() if prefix is not None else one.start
    return _named(text, one, start, kind.end, label, kind)


def _with_capitals_behind(text: str, one: Found) -> Found:
    """A town and the capitalised words behind it where something is done that one does not do in
    towns: *jobbar på Lunds Energi*, *spelar i Eskilstuna Guif*."""
    if one.label not in _BEFORE_CAPITALS or not text[one.end + 1 : one.end + 2].isupper():
        return one
    if text[one.end] == "-":
        hyphened = _HYPHENED.match(text, one.end) if one.label in PLACED else None
        return one if hyphened is None else _longer(text, one, hyphened.end())
    words = _CAPITALS_BEHIND.match(text, one.end)
    label, verb = tells_of(text, one.start) if words is not None else ("", "")
    if words is None or label not in PLACED or is_kind_alone(words[0].split()[0]):
        return one
    if not text.endswith(("i ", "med ", *AT) if label == CLUB else AT, 0, one.start):
        return one
    if one.label in PLACED:
        return _longer(text, one, words.end())
    return Found(one.start, words.end(), label, INSTITUTION, trigger=verb)


def _longer(text: str, one: Found, end: int) -> Found:
    return one._replace(end=end, base=text[one.start : end], affixes=(), entry=-1)


def _named(text: str, one: Found, start: int, end: int, label: str, kind: Kind) -> Found:
    trigger = text[kind.start : kind.end].split()[0].lower()
    if start == one.start and end == one.end:
        return one._replace(label=label, rule=INSTITUTION, trigger=trigger)
    return Found(start, end, label, INSTITUTION, trigger=trigger)


def _may_stand_before(text: str, one: Found, kind: Kind) -> bool:
    """Whether a name may be part of one that ends in the kind: persons lend theirs in the
    genitive, unless the kind has a capital as well (Mercy Hospital)."""
    if one.label in FIRSTNAMES and one.rule == LIST and is_had(text[kind.start : kind.end]):
        return False
    is_genitive = "gen" in one.affixes or text[one.end - 1] in "sSxXzZ"
    return one.label not in PERSONS or is_genitive or text[kind.start].isupper()
