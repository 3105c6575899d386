"""Decide of every found name whether it may point at the writer where it stands.

A name is left where the text around it speaks for that, and nothing personal reaches it. Names
are judged together: what points at the writer in one place does so in all ("Jag kommer från
Istanbul. [...] Istanbul är en stor stad"), so that no other mention gives it away.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tacknamn.marking.persons import sentence_around
from tacknamn.marking.tables import rows
from tacknamn.patterns.page import page_of
from tacknamn.policies.records import NOTHING, Revealing
from tacknamn.pseudonymizing.records import Found
from tacknamn.revealing.evidence import ENOUGH, Evidence, evidence_in
from tacknamn.revealing.naming import Name, Named, pointing_in
from tacknamn.revealing.never import never
from tacknamn.revealing.professions import only_met

__all__ = ["unrevealing"]

_LARGE = frozenset(("place", "institution"))
"""Groups of names that a sentence may tell of ("X is a city in Y")."""
_EACH = frozenset(("fam", "prof", "edu", "age_string", "age_digits", "day"))
"""Labels whose words name nobody: each stands for itself, for many have a brother of ten."""
_LARGE_LABELS = frozenset(("language", "ethnicity"))
"""Labels beside those groups with words that reveal nobody anywhere: svenska."""


@lru_cache(maxsize=1)
def _groups() -> dict[str, str]:
    return dict(rows("labels.tsv", __file__))


def unrevealing(text: str, found: Sequence[Found], settings: Revealing) -> list[bool]:
    """For every found piece whether it is to be left.

    Numbers, addresses and everything else that is not in ``labels.tsv`` never is."""
    if settings == NOTHING:
        return [False] * len(found)
    groups = [_groups().get(one.label, "") for one in found]
    left = [
        only_met(text, one)
        if one.label == "prof"
        else (group in _LARGE or one.label in _LARGE_LABELS) and never(text, one, settings)
        for one, group in zip(found, groups, strict=True)
    ]
    if settings.context and any(groups):
        for place in _told_of_others(text, found, groups):
            left[place] = True
    return left


def _told_of_others(text: str, found: Sequence[Found], groups: list[str]) -> Iterator[int]:
    """Which ones the context leaves."""
    page, places = page_of(text, "sv")
    if places.joints:  # letters written apart: places differ, and caution costs little
        return
    evidence = evidence_in(page.lowered)
    if evidence is None:
        return
    named = [
        Named(place, one.start, one.end, group, _name(text, one, group), one.label in _EACH)
        for place, (one, group) in enumerate(zip(found, groups, strict=True))
        if group
    ]
    pointing = pointing_in(page.lowered, named, evidence) if evidence.about >= ENOUGH else None
    if pointing is None:
        pointing = [not _in_place_told(page.lowered, one, evidence) for one in named]
    points = [
        True if _is_address(found, one.place) else point
        for one, point in zip(named, pointing, strict=True)
    ]
    kept = _kept(found, named, points)
    others = {one.name for one, point in zip(named, points, strict=True) if point is False}
    for one, point in zip(named, points, strict=True):
        doubtful = point is None and (one.alone or one.name not in others)
        if not point and not doubtful and (one.alone or one.name not in kept):
            yield one.place


def _kept(
    found: Sequence[Found], named: Sequence[Named], points: Sequence[bool | None]
) -> set[Name]:
    """The names that point at the writer somewhere, and those of places in the same countries.

    Sweden is none of these: every writer lives there."""
    kept = {one.name for one, point in zip(named, points, strict=True) if point}
    homes = {
        found[one.place].country
        for one, point in zip(named, points, strict=True)
        if one.group == "place" and point is not False
    } - {"", "SE"}
    return kept | {
        one.name for one in named if one.group == "place" and found[one.place].country in homes
    }


def _name(text: str, one: Found, group: str) -> Name:
    return group, (one.base or text[one.start : one.end].removesuffix("s")).lower()


def _in_place_told(lowered: str, one: Named, evidence: Evidence) -> bool:
    """Whether the sentence tells what a place is like, and the writer is far."""
    if one.group not in _LARGE or evidence.personal_near(one.start, one.end):
        return False
    first, last = sentence_around(lowered, one.start, one.end)
    return evidence.told_of_place(first, last, one.group) >= ENOUGH


def _is_address(found: Sequence[Found], place: int) -> bool:
    """Whether a street number or a postal code stands beside it."""
    beside = found[max(0, place - 1) : place + 2]
    return found[place].label in ("place", "city") and any(
        one.label in ("street_nr", "zip_code") for one in beside
    )
