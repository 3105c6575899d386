"""Find in one pass what is marked beyond what the lists can decide."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from tacknamn.detection.cues import doubted_words, occupations, relatives, sensitive
from tacknamn.detection.cues.literals import LiteralMatch, LiteralScanner
from tacknamn.records import Detection
from tacknamn.text.normalized_text import NormalizedText, OffsetMap, normalize_text

__all__ = ["build_cue_scanner", "find_by_cues"]

_FINDERS: dict[str, Callable[[NormalizedText, LiteralMatch], Iterator[Detection]]] = {
    relatives.KIND: relatives.find_relative_counts,
    occupations.CUE: occupations.find_following,
    occupations.BEING: occupations.find_following,
    doubted_words.KIND: doubted_words.find_doubted,
    occupations.HEAD: occupations.find_compounds,
    occupations.ENGLISH: occupations.find_english,
}
"""By the kind of a literal, what judges its matches. Sensitive cues are judged together."""
_BY_WORD_BEFORE = ("profession", "subject")
"""Rules of detections that the word right before introduces."""


@lru_cache(maxsize=2)
def build_cue_scanner(language: str) -> LiteralScanner:
    """Return the scanner for all cues."""
    return LiteralScanner(
        [
            *(occupations.list_english() if language == "en" else ()),
            *relatives.list_relatives(),
            *occupations.list_cues(),
            *occupations.list_endings(),
            *doubted_words.list_doubted_words(),
            *occupations.list_heads(),
            *sensitive.list_cues(),
            *sensitive.list_innocent_words(),
        ]
    )


def find_by_cues(
    text: str,
    language: str = "sv",
    hits: Sequence[LiteralMatch] | None = None,
    lowered: str | None = None,
) -> list[Detection]:
    """Return what is marked and never replaced, from left to right and without overlaps.

    That is: sensitive statements, numbers of relatives, professions and degrees that no list has,
    and words that the lists have but that mean it only here. Cues of both languages are found in
    every text.

    Args:
        language: It decides whether "i" is the writer.
        hits: The literals of the cues, if they were found before.
        lowered: The argument of :func:`normalize_text`.

    >>> detections = find_by_cues("Jag är muslim och har tre systrar.")
    >>> [(detection.label, detection.trigger) for detection in detections]
    [('sensitive', 'muslim'), ('fam', 'systrar')]
    """
    if hits is not None and not _may_matter(hits, lowered or ""):
        return []
    normalized, offsets = normalize_text(text, language, lowered)
    detections: list[Detection] = []
    cues: list[LiteralMatch] = []
    innocent: list[LiteralMatch] = []
    matches = build_cue_scanner(language).scan(normalized.lowered, hits)
    endings = [match.at for match in matches if match.literal.kind == occupations.ENDING]
    for match in matches:
        kind = match.literal.kind
        if kind == occupations.BEING and not (
            occupations.is_before_ending(match, endings)
            or occupations.may_be_misspelt(normalized.lowered, match.end)
        ):
            continue
        find = _FINDERS.get(kind)
        if find is not None:
            detections += find(normalized, match)
        elif kind == sensitive.KIND:
            cues.append(match)
        elif kind == sensitive.INNOCENT:
            innocent.append(match)
    if cues:
        detections += sensitive.find_statements(normalized, cues, innocent)
    return _restore_offsets(_drop_overlaps(detections), offsets)


def _may_matter(hits: Sequence[LiteralMatch], lowered: str) -> bool:
    """Return whether any of the literals may become a detection. Most do not: *är* does only before
    a profession, and innocent words only explain others."""
    has_being = has_ending = False
    for hit in hits:
        kind = hit.literal.kind
        if kind == occupations.BEING:
            if occupations.may_be_misspelt(lowered, hit.end):
                return True
            has_being = True
        elif kind == occupations.ENDING:
            has_ending = True
        elif kind != sensitive.INNOCENT:
            return True
    return has_being and has_ending


def _drop_overlaps(detections: list[Detection]) -> list[Detection]:
    """Return the detections without overlaps. Any other label wins over a sensitive statement (A9,
    15)."""
    others = _choose_first_and_longest(
        [detection for detection in detections if detection.label != "sensitive"]
    )
    starts = [detection.start for detection in others]
    statements = _choose_first_and_longest(
        [detection for detection in detections if detection.label == "sensitive"]
    )
    free = [
        detection
        for detection in statements
        if not _is_covered(detection, others, bisect_left(starts, detection.end))
    ]
    return sorted(others + free)


def _choose_first_and_longest(detections: list[Detection]) -> list[Detection]:
    chosen: list[Detection] = []
    for detection in sorted(detections, key=_rank):
        if not chosen or chosen[-1].end <= detection.start:
            chosen.append(detection)
    return chosen


def _rank(detection: Detection) -> tuple[int, int, bool, str]:
    """Return a sort key: the first, then the longest, then one that the word before introduces."""
    is_introduced = detection.rule in _BY_WORD_BEFORE
    return detection.start, -detection.end, not is_introduced, detection.rule


def _is_covered(detection: Detection, others: list[Detection], following: int) -> bool:
    """Return whether one of the others overlaps the detection.

    Args:
        following: The index of the first one that starts after it.
    """
    return following > 0 and others[following - 1].end > detection.start


def _restore_offsets(detections: list[Detection], offsets: OffsetMap) -> list[Detection]:
    """Return the detections with offsets in the text before it was normalized."""
    if not offsets.composed:
        return detections
    return [
        detection._replace(
            start=offsets.to_original(detection.start), end=offsets.to_original(detection.end)
        )
        for detection in detections
    ]
