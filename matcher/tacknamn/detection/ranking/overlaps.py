"""Pieces of a text that come from several finders, and what to do where they share characters."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, TypeVar

from tacknamn.records import Detection, Finding

__all__ = [
    "BY_ENDING",
    "adds_only_words",
    "drop_covered_matches",
    "drop_overlapping",
    "merge_detections",
    "split_at_hyphens",
]

BY_ENDING: Final = frozenset(("geo", "school", "street", "transport_name"))
"""Rules of the patterns that tell a name by its ending; an entry of the lists that is as long
says more."""

Placed = tuple[Any, ...]
"""Whatever begins with start and end: findings, founds, pieces, hits. They are told by their
places, not by name, because most of them are hits and half of all words with a capital."""
PlacedItem = TypeVar("PlacedItem", bound=Placed)


def drop_overlapping(ones: Iterable[PlacedItem], others: Sequence[Placed]) -> Iterator[PlacedItem]:
    """Those that share no character with one of the others; both come from left to right."""
    place, size = 0, len(others)
    for one in ones:
        while place < size and others[place][1] <= one[0]:
            place += 1
        if place == size or others[place][0] >= one[1]:
            yield one


def split_at_hyphens(
    text: str, words: Iterable[tuple[int, int]], hits: Sequence[Placed]
) -> Iterator[tuple[int, int]]:
    """The words; where the lists have a part of a hyphenated one, its parts: *Gordon-Levitt*."""
    place, size = 0, len(hits)
    for start, end in words:
        while place < size and hits[place][1] <= start:
            place += 1
        if place == size or hits[place][0] >= end or "-" not in text[start:end]:
            yield start, end
            continue
        for part in text[start:end].split("-"):
            if part[:1].isupper():
                yield start, start + len(part)
            start += len(part) + 1


def drop_covered_matches(
    ones: Iterable[PlacedItem], findings: list[Finding]
) -> Iterator[PlacedItem]:
    """Those that the patterns leave to the lists: they share no character with a finding, or
    cover one that its ending gave away."""
    place, size = 0, len(findings)
    for one in ones:
        while place < size and findings[place].end <= one[0]:
            place += 1
        at = place
        while at < size and findings[at].start < one[1] and _covers(one, findings[at]):
            at += 1
        if at == size or findings[at].start >= one[1]:
            yield one


def _covers(one: Placed, finding: Finding) -> bool:
    return finding.rule in BY_ENDING and one[0] <= finding.start and one[1] >= finding.end


def merge_detections(first: list[Detection], *further: Iterable[Detection]) -> list[Detection]:
    """All of the first, and of each further row what shares no character with those before."""
    found = sorted(first)
    for row in further:
        added = list(drop_overlapping(sorted(row), found))
        found = sorted(found + added) if added else found
    return found


def adds_only_words(text: str, one: Detection, whole: Detection, before: list[Detection]) -> bool:
    """Whether a name grows by nothing but words when it becomes whole.

    Numbers and addresses stay what they were found as: who keeps schools keeps no telephone
    number (*rum 1234/skolan Björken*)."""
    added = text[whole.start : one.start] + text[one.end : whole.end]
    covered = takewhile(lambda each: each.end > whole.start, reversed(before))
    return not any(map(str.isdecimal, added)) and all(
        each.finding is None or each.rule in BY_ENDING for each in covered
    )
