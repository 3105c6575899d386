"""What to do where the results of several finders share characters."""

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
"""Rules of the patterns that know a name by its ending. An entry of the lists that is at least as
long is better evidence."""

Placed = tuple[Any, ...]
"""Any tuple that begins with start and end: findings, detections, matches. The offsets are read by
index, not by name, because most of these tuples are matches and plain pairs."""
PlacedItem = TypeVar("PlacedItem", bound=Placed)


def drop_overlapping(items: Iterable[PlacedItem], others: Sequence[Placed]) -> Iterator[PlacedItem]:
    """Yield the items that share no character with one of the others; both from left to right."""
    at, size = 0, len(others)
    for item in items:
        while at < size and others[at][1] <= item[0]:
            at += 1
        if at == size or others[at][0] >= item[1]:
            yield item


def split_at_hyphens(
    text: str, words: Iterable[tuple[int, int]], matches: Sequence[Placed]
) -> Iterator[tuple[int, int]]:
    """Yield the offsets of words. A hyphenated word of which the lists match a part is split into
    its capitalized parts: *Gordon-Levitt*."""
    at, size = 0, len(matches)
    for start, end in words:
        while at < size and matches[at][1] <= start:
            at += 1
        if at == size or matches[at][0] >= end or "-" not in text[start:end]:
            yield start, end
            continue
        for part in text[start:end].split("-"):
            if part[:1].isupper():
                yield start, start + len(part)
            start += len(part) + 1


def drop_covered_matches(
    matches: Iterable[PlacedItem], findings: list[Finding]
) -> Iterator[PlacedItem]:
    """Yield the matches that the patterns leave to the lists: they share no character with a
    finding, or cover one that is known by its ending."""
    at, size = 0, len(findings)
    for match in matches:
        while at < size and findings[at].end <= match[0]:
            at += 1
        next_at = at
        while (
            next_at < size
            and findings[next_at].start < match[1]
            and _covers(match, findings[next_at])
        ):
            next_at += 1
        if next_at == size or findings[next_at].start >= match[1]:
            yield match


def _covers(match: Placed, finding: Finding) -> bool:
    return finding.rule in BY_ENDING and match[0] <= finding.start and match[1] >= finding.end


def merge_detections(first: list[Detection], *others: Iterable[Detection]) -> list[Detection]:
    """Return all of the first detections and, of each further group, those that share no character
    with the groups before it."""
    merged = sorted(first)
    for group in others:
        added = list(drop_overlapping(sorted(group), merged))
        merged = sorted(merged + added) if added else merged
    return merged


def adds_only_words(
    text: str, name: Detection, extended: Detection, before: list[Detection]
) -> bool:
    """Return whether an extended name covers nothing but words that the name itself does not.

    Numbers and addresses stay separate detections: a profile that keeps schools must not keep a
    telephone number with a school (*rum 1234/skolan Björken*).

    Args:
        before: The detections before the name.
    """
    added = text[extended.start : name.start] + text[name.end : extended.end]
    covered = takewhile(lambda detection: detection.end > extended.start, reversed(before))
    return not any(map(str.isdecimal, added)) and all(
        detection.finding is None or detection.rule in BY_ENDING for detection in covered
    )
