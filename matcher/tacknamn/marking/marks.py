"""Find in one pass what is to be marked beyond what the lexicon's lists tell."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache

from tacknamn.marking import compounds, following, nearby, relatives, sensitive
from tacknamn.marking.literals import Hit, Literals
from tacknamn.patterns.page import Page, Places, page_of
from tacknamn.pseudonymizing.records import Found

__all__ = ["marks"]

_FINDERS: dict[str, Callable[[Page, Hit], Iterator[Found]]] = {
    relatives.KIND: relatives.numbers,
    following.KIND: following.what_follows,
    nearby.KIND: nearby.nearby,
    compounds.KIND: compounds.compounds,
}
"""What looks at which hits; those of sensitive cues are looked at together."""
_BY_TRIGGER = ("profession", "subject")
"""Rules of what a word right before says."""


@lru_cache(maxsize=1)
def _literals() -> Literals:
    return Literals(
        [
            *relatives.literals(),
            *following.literals(),
            *nearby.literals(),
            *compounds.literals(),
            *sensitive.literals(),
            *sensitive.innocent_literals(),
        ]
    )


def marks(text: str, language: str = "sv") -> list[Found]:
    """What is marked and never replaced, from left to right and without overlaps.

    Sensitive statements, numbers of relatives, professions and degrees that no list holds, and
    the words that the lists have but that mean it only here (:func:`believed`). Both languages
    are read in every text; ``language`` decides whether "i" is somebody.

    >>> [(found.label, found.trigger) for found in marks("Jag är muslim och har tre systrar.")]
    [('sensitive', 'muslim'), ('fam', 'systrar')]
    """
    page, places = page_of(text, language)
    found: list[Found] = []
    cues: list[Hit] = []
    innocent: list[Hit] = []
    for hit in _literals().hits(page.lowered):
        finder = _FINDERS.get(hit.literal.kind)
        if finder is not None:
            found += finder(page, hit)
        else:
            (cues if hit.literal.kind == sensitive.KIND else innocent).append(hit)
    if cues:
        found += sensitive.statements(page, cues, innocent)
    return _given(_apart(found), places)


def _apart(found: list[Found]) -> list[Found]:
    """Without overlaps: what has another label goes before what is sensitive (A9 15)."""
    others = _first_and_longest([one for one in found if one.label != "sensitive"])
    starts = [one.start for one in others]
    free = [
        one
        for one in _first_and_longest([one for one in found if one.label == "sensitive"])
        if not _covered(one, others, bisect_left(starts, one.end))
    ]
    return sorted(others + free)


def _first_and_longest(found: list[Found]) -> list[Found]:
    chosen: list[Found] = []
    for one in sorted(found, key=_rank):
        if not chosen or chosen[-1].end <= one.start:
            chosen.append(one)
    return chosen


def _rank(one: Found) -> tuple[int, int, bool, str]:
    """The first, the longest, and the one that a word beside it speaks for."""
    return one.start, -one.end, one.rule not in _BY_TRIGGER, one.rule


def _covered(one: Found, others: list[Found], place: int) -> bool:
    return place > 0 and others[place - 1].end > one.start


def _given(found: list[Found], places: Places) -> list[Found]:
    """With the places of the text as it was given."""
    if not places.joints:
        return found
    return [one._replace(start=places.given(one.start), end=places.given(one.end)) for one in found]
