"""Names of institutions, whole, and whether somebody works there: then it is ``work`` (A9, 3).

Behind or before many names stands the word for what they name (:mod:`kinds`): *Lasses
trafikskola* is a school, not Lasse's. Where the text says that somebody works at one it is
``work``, whatever it is. Companies and authorities that nobody is said to work at point at
nobody: they are told under rules of their own, so that a profile may leave them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from tacknamn.labelling.activities import tells_of, works_behind
from tacknamn.labelling.areas import with_areas
from tacknamn.labelling.forms import INSTITUTIONS, PERSONS, PLACES
from tacknamn.labelling.kinds import (
    Kind,
    ends_in,
    is_kind_alone,
    kind_before,
    kind_behind,
    label_of_ending,
    label_of_kind,
    label_of_last,
)
from tacknamn.labelling.overlaps import are_only_words
from tacknamn.pseudonymizing.records import Found

__all__ = ["label_of_ending", "label_of_kind", "tells_of", "with_institutions"]

INSTITUTION, WORKPLACE, COMPANY, AUTHORITY = "institution", "workplace", "company", "authority"
CLUB = "other_institution"
_PLACED = INSTITUTIONS - {"transport_name"}
_NAMED = PERSONS | PLACES | _PLACED
_TOLD = _NAMED | INSTITUTIONS
_UNLISTED = frozenset(("capital", "beside_name"))
_AT = ("på ", "hos ", "åt ", "vid ", "för ", "at ", "for ")
_BETWEEN_JOB = frozenset((" på ", " hos ", " åt ", " vid ", " at ", " for "))
_NO_NAMES = frozenset(
    ("after", "before", "during", "efter", "före", "innan", "om", "till", "under", "utan", "with")
)
"""Words that patterns take for a name where they begin a sentence: *Efter skolan*."""
_DEFINITE = ("en", "an", "na")
"""Ends of professions whom one met: *läkaren på sjukhuset*."""
_MET = ("min ", "Min ", "vår ", "Vår ", "din ", "Din ")
"""... and whom one has: *min handläggare på Arbetsförmedlingen*."""
_REACH = 40
LONGEST_PREFIX = 9
_PREFIX = re.compile(r"(?<!\w)(?:S:ta?|Sankta?|St|Norra|Södra|Östra|Västra|Stora|Nya|Gamla) \Z")
_HOME = re.compile(r"\b(?:bo|bor|bodde|bott|hyr|lägenhet\w*|rum|född\w*|växt\w*|lives?|lived)\b")
"""What is told of a part of a town: one lives *på Ålidhem*."""
_EMPLOYERS = ("kommun", "region")
_THOUGHT = re.compile(r"\b(?:tänk\w*|tro\w*|hopp\w*|titta\w*|minn\w*|säker|stolt)(?: \w+){0,2} på \Z")
"""Words behind which *på* says no place."""
_IN_WATER = re.compile(r"\b(?:bada|simma|fiska|dyk)\w*(?: \w+)? i \Z")
"""What one does in lakes: they have the names of villages."""
_HYPHENED = re.compile(r"(?:-[A-ZÅÄÖ]\w+)+")
_BEFORE_CAPITALS = frozenset(("city", "region")) | _PLACED
_CAPITALS_BEHIND = re.compile(r"(?: [A-ZÅÄÖ][\w&]+){1,2}")


def with_institutions(text: str, found: Sequence[Found]) -> list[Found]:
    """The same, names of institutions whole, and those that somebody works at as ``work``."""
    if not any(one.label in _TOLD for one in found):
        return list(found)
    whole = list(_in_one(text, _extended(text, found)))
    before: list[Found | None] = [None, *whole][:-1]
    return [
        _settled(text, one, last) if one.label in INSTITUTIONS or one.label in PLACES else one
        for last, one in zip(before, with_areas(text, whole), strict=True)
    ]


def _extended(text: str, found: Iterable[Found]) -> list[Found]:
    """With the words beside a name that say what it names; what they cover then is left out."""
    longer: list[Found] = []
    for one in found:
        if longer and one.start < longer[-1].end:
            continue
        if one.label in _NAMED:
            if _is_no_name(text, one):
                continue
            named = _with_kind_behind(text, _with_kind_before(text, one))
            whole = named
            if named is one and (whole := _with_capitals_behind(text, one)) is not one:
                whole = _with_kind_behind(text, whole)  # Sankt Lars kyrka.
            one = whole if are_only_words(text, one, whole, longer) else one
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
    if kind is None or (one.label in PERSONS and one.entry >= 0 and not kind.inside):
        return one  # På skolan Anna hjälper mig.
    label = one.label if one.label in _PLACED and kind.label == "place" else kind.label
    if label == "city" and one.label in PLACES:
        label = one.label
    start = kind.start if kind.inside else one.start
    if label == one.label and start == one.start:
        return one
    return _named(text, one, start, one.end, label, kind)


def _with_kind_behind(text: str, one: Found) -> Found:
    kind = kind_behind(text, one.end)
    if kind is None or not _may_stand_before(text, one, kind):
        return one
    keeps = one.label in _PLACED and one.label != "work" and kind.label != "place"
    label = one.label if keeps else kind.label
    prefix = _PREFIX.search(text, max(0, one.start - LONGEST_PREFIX), one.start)
    start = prefix.start() if prefix is not None else one.start
    return _named(text, one, start, kind.end, label, kind)


def _with_capitals_behind(text: str, one: Found) -> Found:
    """A town and the capitalised words behind it where something is done that one does not do in
    towns: *jobbar på Lunds Energi*, *spelar i Eskilstuna Guif*."""
    if one.label not in _BEFORE_CAPITALS or not text[one.end + 1 : one.end + 2].isupper():
        return one
    if text[one.end] == "-":
        hyphened = _HYPHENED.match(text, one.end) if one.label in _PLACED else None
        return one if hyphened is None else _longer(text, one, hyphened.end())
    words = _CAPITALS_BEHIND.match(text, one.end)
    label, verb = tells_of(text, one.start) if words is not None else ("", "")
    if words is None or label not in _PLACED or is_kind_alone(words[0].split()[0]):
        return one
    if not text.endswith(("i ", "med ", *_AT) if label == CLUB else _AT, 0, one.start):
        return one
    if one.label in _PLACED:
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
    is_genitive = "gen" in one.affixes or text[one.end - 1] in "sSxXzZ"
    return one.label not in PERSONS or is_genitive or text[kind.start].isupper()


def _in_one(text: str, found: Iterable[Found]) -> Iterator[Found]:
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
    if one.label == other.label and one.label in _PLACED and other.entry < 0:
        return True
    if one.label in PLACES and other.label == "place":
        return label_of_last(text[other.start : other.end]) == "place"  # Åre Östersund flygplats
    if one.label not in _PLACED or other.label not in _NAMED:
        return False
    if _PREFIX.fullmatch(text, one.start, other.start):
        return True
    kind = kind_before(text, other.start)
    return kind is not None and kind.inside


def _settled(text: str, one: Found, last: Found | None) -> Found:
    if one.label in PLACES:
        return _settled_place(text, one)
    form = text[one.start : one.end]
    label, verb = _told(text, one, last)
    if one.label == "transport_name" and not (label == "work" and text.endswith(_AT, 0, one.start)):
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
    if one.label == "city" and _IN_WATER.search(text, max(0, one.start - _REACH), one.start):
        return one._replace(label="geo")
    if one.label == "city" and (outdoors := ends_in(form, "outdoors")) and not _is_town(text, one):
        return one._replace(label=outdoors)
    if one.label == "place" and (water := ends_in(form, "water")):
        return one._replace(label=water)
    label = label_of_last(form) or (label_of_ending(form) if one.label == "place" else "")
    if one.rule == "list" and label not in ("", "work", one.label):
        settled = one._replace(label=label, rule=INSTITUTION)
        return _settled(text, settled, None) if label in _PLACED else settled
    if not text.endswith(_AT, 0, one.start):
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


def _is_town(text: str, one: Found) -> bool:
    """Whether a town stays one behind *på*: where one lives there, or thinks of it."""
    before = text[max(0, one.start - _REACH) : one.start]
    return _HOME.search(before) is not None or _THOUGHT.search(before) is not None
