"""Find in one pass what is to be marked beyond what the lexicon's lists tell."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache

from tacknamn.detection.cues import compounds, following, nearby, relatives, sensitive
from tacknamn.detection.cues.literals import LiteralMatch, LiteralScanner
from tacknamn.records import Detection
from tacknamn.text.normalized_text import NormalizedText, OffsetMap, normalize_text

__all__ = ["find_by_cues"]

_FINDERS: dict[str, Callable[[NormalizedText, LiteralMatch], Iterator[Detection]]] = {
    relatives.KIND: relatives.find_relative_counts,
    following.KIND: following.find_following,
    nearby.KIND: nearby.find_doubted,
    compounds.KIND: compounds.find_compounds,
}
"""What looks at which hits; those of sensitive cues are looked at together."""
_BY_TRIGGER = ("profession", "subject")
"""Rules of what a word right before says."""


@lru_cache(maxsize=1)
def _collect_literals() -> LiteralScanner:
    return LiteralScanner(
        [
            *relatives.list_relatives(),
            *following.list_cues(),
            *nearby.list_doubted_words(),
            *compounds.list_heads(),
            *sensitive.list_cues(),
            *sensitive.list_innocent_words(),
        ]
    )


def find_by_cues(text: str, language: str = "sv") -> list[Detection]:
    """What is marked and never replaced, from left to right and without overlaps.

    Sensitive statements, numbers of relatives, professions and degrees that no list holds, and
    the words that the lists have but that mean it only here (:func:`believed`). Both languages
    are read in every text; ``language`` decides whether "i" is somebody.

    >>> [(found.label, found.trigger) for found in marks("Jag är muslim och har tre systrar.")]
    [('sensitive', 'muslim'), ('fam', 'systrar')]
    """
    page, places = normalize_text(text, language)
    found: list[Detection] = []
    cues: list[LiteralMatch] = []
    innocent: list[LiteralMatch] = []
    for hit in _collect_literals().hits(page.lowered):
        finder = _FINDERS.get(hit.literal.kind)
        if finder is not None:
            found += finder(page, hit)
        else:
            (cues if hit.literal.kind == sensitive.KIND else innocent).append(hit)
    if cues:
        found += sensitive.find_statements(page, cues, innocent)
    return _restore_offsets(_drop_overlaps(found), places)


def _drop_overlaps(found: list[Detection]) -> list[Detection]:
    """Without overlaps: what has another label goes before what is sensitive (A9 15)."""
    others = _choose_first_and_longest([one for one in found if one.label != "sensitive"])
    starts = [one.start for one in others]
    free = [
        one
        for one in _choose_first_and_longest([one for one in found if one.label == "sensitive"])
        if not _is_covered(one, others, bisect_left(starts, one.end))
    ]
    return sorted(others + free)


def _choose_first_and_longest(found: list[Detection]) -> list[Detection]:
    chosen: list[Detection] = []
    for one in sorted(found, key=_rank):
        if not chosen or chosen[-1].end <= one.start:
            chosen.append(one)
    return chosen


def _rank(one: Detection) -> tuple[int, int, bool, str]:
    """The first, the longest, and the one that a word beside it speaks for."""
    return one.start, -one.end, one.rule not in _BY_TRIGGER, one.rule


def _is_covered(one: Detection, others: list[Detection], place: int) -> bool:
    return place > 0 and others[place - 1].end > one.start


def _restore_offsets(found: list[Detection], places: OffsetMap) -> list[Detection]:
    """With the places of the text as it was given."""
    if not places.composed:
        return found
    return [
        one._replace(start=places.to_original(one.start), end=places.to_original(one.end))
        for one in found
    ]
