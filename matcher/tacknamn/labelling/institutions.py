"""Names of institutions, whole, and whether somebody works there: then it is ``work`` (A9, 3).

Behind or before many names stands the word for what they name (:mod:`kinds`): *Lasses
trafikskola* is a school, not Lasse's. Where the text says that somebody works at one it is
``work``, whatever it is. Companies and authorities that nobody is said to work at point at
nobody: they are told under rules of their own, so that a profile may leave them.
"""

from collections.abc import Iterable, Iterator, Sequence

from tacknamn.labelling.activities import tells_of, works_behind
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
from tacknamn.pseudonymizing.records import Found

__all__ = ["label_of_ending", "label_of_kind", "tells_of", "with_institutions"]

INSTITUTION, WORKPLACE, COMPANY, AUTHORITY = "institution", "workplace", "company", "authority"
_PLACED = INSTITUTIONS - {"transport_name"}
_NAMED = PERSONS | PLACES | _PLACED
_UNLISTED = frozenset(("capital", "beside_name"))
_AT = ("på ", "hos ", "åt ", "vid ", "för ", "at ", "for ")
_BETWEEN_JOB = frozenset((" på ", " hos ", " åt ", " vid ", " at ", " for "))
_NO_NAMES = frozenset(
    ("after", "before", "during", "efter", "före", "innan", "om", "till", "under", "utan", "with")
)
"""Words that patterns take for a name where they begin a sentence: *Efter skolan*."""
_EMPLOYERS = ("kommun", "region")


def with_institutions(text: str, found: Sequence[Found]) -> list[Found]:
    """The same, names of institutions whole, and those that somebody works at as ``work``."""
    if not any(one.label in _NAMED for one in found):
        return list(found)
    whole = list(_in_one(text, _extended(text, found)))
    before: list[Found | None] = [None, *whole[:-1]]
    return [
        _settled(text, one, last) if one.label in _PLACED or one.label in PLACES else one
        for last, one in zip(before, whole, strict=True)
    ]


def _extended(text: str, found: Iterable[Found]) -> Iterator[Found]:
    """With the words beside a name that say what it names; what they cover then is left out."""
    reach = 0
    for one in found:
        if one.end <= reach or (one.label in _NAMED and _is_no_name(text, one)):
            continue
        if one.start < reach:
            one = one._replace(start=reach)
        if one.label in _NAMED:
            one = _with_kind_before(text, one, reach)
            one = _with_kind_behind(text, one)
        reach = one.end
        yield one


def _is_no_name(text: str, one: Found) -> bool:
    form = text[one.start : one.end]
    if one.rule == "school" and " " in form:
        return form.split()[0].lower() in _NO_NAMES
    return one.rule in _UNLISTED and is_kind_alone(form)


def _with_kind_before(text: str, one: Found, reach: int) -> Found:
    kind = kind_before(text, one.start)
    if kind is None or one.rule in ("workplace", "street_nr"):
        return one
    label = one.label if one.label in _PLACED and kind.label == "place" else kind.label
    if label == "city" and one.label in PLACES:
        label = one.label
    start = kind.start if kind.inside and kind.start >= reach else one.start
    if label == one.label and start == one.start:
        return one
    return _named(text, one, start, one.end, label, kind)


def _with_kind_behind(text: str, one: Found) -> Found:
    kind = kind_behind(text, one.end)
    if kind is None or not _may_stand_before(text, one, kind):
        return one
    keeps = one.label in _PLACED and one.label != "work" and kind.label != "place"
    label = one.label if keeps else kind.label
    return _named(text, one, one.start, kind.end, label, kind)


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
    for one in found:
        if last is not None and _goes_on(text, last, one):
            last = last._replace(end=one.end, base=text[last.start : one.end], entry=-1)
            continue
        if last is not None:
            yield last
        last = one
    if last is not None:
        yield last


def _goes_on(text: str, one: Found, other: Found) -> bool:
    if text[one.end : other.start] != " ":
        return False
    if one.label == other.label == "work" and other.rule in _UNLISTED:
        return True
    if one.label not in _PLACED or other.label not in _NAMED:
        return False
    kind = kind_before(text, other.start)
    return kind is not None and kind.inside


def _settled(text: str, one: Found, last: Found | None) -> Found:
    if one.label in PLACES:
        return _settled_place(text, one)
    label, verb = _told(text, one, last)
    if label == "work":
        return one._replace(label="work", rule=WORKPLACE, trigger=verb)
    if one.label == "work":
        return one._replace(rule=COMPANY)
    if one.label == "public_authority":
        return one._replace(rule=AUTHORITY)
    if label == "school" and one.rule == "list":
        return one._replace(label="school", trigger=verb)
    return one


def _settled_place(text: str, one: Found) -> Found:
    form = text[one.start : one.end]
    if one.label == "place" and (water := ends_in(form, "water")):
        return one._replace(label=water)
    if one.rule == "list" and (label := label_of_last(form)) and label != one.label:
        settled = one._replace(label=label, rule=INSTITUTION)
        return _settled(text, settled, None) if label in _PLACED else settled
    if not text.endswith(_AT, 0, one.start):
        return one
    employs = one.label == "region" and form.lower().endswith(_EMPLOYERS)
    if employs or (one.label == "place" and ends_in(form, "home")):
        label, verb = tells_of(text, one.start)
        if label == "work":
            return one._replace(label="work", rule=WORKPLACE, trigger=verb)
    return one


def _told(text: str, one: Found, last: Found | None) -> tuple[str, str]:
    """What the text says that somebody does there, and the word that does."""
    label, verb = tells_of(text, one.start)
    if label != "other_institution" and last is not None and _is_their_job(text, one, last):
        return "work", text[last.start : last.end].lower()
    if label != "work" and (behind := works_behind(text, one.end)):
        return "work", behind
    return label, verb


def _is_their_job(text: str, one: Found, last: Found) -> bool:
    return (
        last.label == "prof"
        and "def" not in last.affixes
        and text[last.end : one.start] in _BETWEEN_JOB
    )
