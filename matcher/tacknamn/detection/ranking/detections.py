"""Build detections, and decide where the results of several finders share characters."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, TypeVar

from tacknamn.detection.ranking.label_groups import (
    FIRSTNAMES,
    HOME,
    INSTITUTIONS,
    MIDDLENAME,
    PLACES,
)
from tacknamn.detection.ranking.pieces import PieceSource, RankedPiece
from tacknamn.detection.ranking.rules import BESIDE_NAME, CAPITAL, INITIALS, LIST, MISSPELT
from tacknamn.labels import GENITIVE, name_affixes
from tacknamn.records import Detection, Finding
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "HOME_CUE",
    "QUARTER_CUE",
    "adds_only_words",
    "build_detection",
    "drop_covered_matches",
    "drop_numbers_of_names",
    "drop_overlapping",
    "drop_shorter",
    "drop_taken",
    "is_by_ending",
    "is_unlisted_genitive",
    "merge_detections",
    "split_at_hyphens",
    "split_findings",
]

_UNLISTED_GENITIVE: Final = compile_lazily(r"\w{3,}[^\Wsxziuoa_]s")
"""An unlisted name with a genitive's s: *Comeys*, but not *Millis*."""
_PLACE_ENDS: Final = ("näs", "ås", "fors", "hus", "mos", "rös", "ös", "nes")
"""Ends of names of places with an s of their own: *Lindesnäs*, *Bragernes*."""
QUARTER_CUE: Final = "bor på"
"""The cue of a place that must be a part of a town."""
HOME_CUE: Final = "bor i"
"""The cue of an unlisted place with a Swedish name."""
_SAYS_BASE: Final = ("heter", "hette", "kalla", "mitt namn", "namn")
"""Cues after which a name has its base form: *jag heter Milos*."""
_BY_ENDING: Final = frozenset(("english_phrase", "geo", "school", "street", "transport_name"))
"""Rules of the patterns that know a name by its ending. An entry of the lists that is at least as
long is better evidence."""

Placed = tuple[Any, ...]
"""Any tuple that begins with start and end: findings, detections, matches. The offsets are read by
index, not by name, because most of these tuples are matches and plain pairs."""
Offsets = tuple[int, int]
PlacedItem = TypeVar("PlacedItem", bound=Placed)


def build_detection(text: str, ranked: RankedPiece) -> Detection:
    """Return the detection of a piece that is a name."""
    piece, label = ranked.piece, ranked.label
    if piece.form is None or not (label == MIDDLENAME or label in piece.form.candidates):
        return _build_unlisted(text, ranked)
    listed_label = label
    if label == MIDDLENAME:  # the lists have it as a first name
        listed_label = next(own for own in piece.form.candidates if own in FIRSTNAMES)
    candidate = piece.form.candidates[listed_label]
    return Detection(
        piece.start,
        piece.end,
        _settle_area(label, candidate.country, ranked.cue),
        MISSPELT if piece.edits else LIST,
        candidate.form,
        name_affixes(piece.affix_bits),
        ranked.cue,
        ranked.probability,
        piece.entry,
        candidate.country,
        candidate.parent,
        piece.edits,
        None,
        ranked.class_probability,
    )


def _settle_area(label: str, country: str, cue: str) -> str:
    """Return ``city`` for the parts of Swedish towns in the lists, most of which are villages as
    well, unless people live on it: *bor på Rosengård*."""
    return "city" if label == "area" and country == HOME and cue != QUARTER_CUE else label


def _build_unlisted(text: str, ranked: RankedPiece) -> Detection:
    """Return the detection of a name that no list has with this label."""
    piece = ranked.piece
    form = text[piece.start : piece.end]
    if piece.source is PieceSource.INITIAL:
        rule = INITIALS
    else:
        rule = BESIDE_NAME if ranked.in_row else CAPITAL
    is_genitive = _is_genitive(ranked, form)
    return Detection(
        piece.start,
        piece.end,
        ranked.label,
        rule,
        form[:-1] if is_genitive else form,
        ("gen",) if is_genitive else (),
        ranked.cue,
        ranked.probability,
        -1,
        HOME if ranked.cue in (HOME_CUE, QUARTER_CUE) else "",
        "",
        0,
        None,
        ranked.class_probability,
    )


def _is_genitive(ranked: RankedPiece, form: str) -> bool:
    """Return whether an unlisted name is a genitive. The name of an institution may end in s
    anyway."""
    if ranked.piece.source is PieceSource.INITIAL or ranked.label in INSTITUTIONS:
        return False
    if ranked.piece.affix_bits & GENITIVE and ranked.label not in PLACES:
        return True
    if ranked.cue.startswith(_SAYS_BASE):
        return False
    if ranked.label in PLACES and form.lower().endswith(_PLACE_ENDS):
        return False
    return is_unlisted_genitive(form)


def is_unlisted_genitive(form: str) -> bool:
    """Return whether a name that no list has ends with a genitive's s.

    >>> is_unlisted_genitive("Comeys"), is_unlisted_genitive("Millis")
    (True, False)
    """
    return _UNLISTED_GENITIVE.fullmatch(form) is not None


def split_findings(findings: list[Finding]) -> tuple[list[Detection], list[Detection]]:
    """Return the detections of the findings of the patterns: first those that are known by their
    shape, then those that are known by their ending."""
    by_shape: list[Detection] = []
    by_ending: list[Detection] = []
    for finding in findings:
        start, end, label, rule, trigger = finding[:5]
        if not label:
            continue  # Paris Agreement
        detection = Detection(start, end, label, rule, trigger=trigger, finding=finding)
        (by_ending if rule in _BY_ENDING else by_shape).append(detection)
    return by_shape, by_ending


def is_by_ending(finding: Finding) -> bool:
    """Return whether a finding is a name that is known by its ending, rather than by its shape."""
    return finding.rule in _BY_ENDING


def drop_shorter(findings: list[Finding], others: list[Finding]) -> Iterator[Finding]:
    """Yield the findings that are longer than those of the others with which they share
    characters; both from left to right."""
    at = 0
    for finding in findings:
        while at < len(others) and others[at].end <= finding.start:
            at += 1
        is_free = at == len(others) or others[at].start >= finding.end
        if is_free or finding.end - finding.start > others[at].end - others[at].start:
            yield finding


def drop_overlapping(items: Iterable[PlacedItem], others: Sequence[Placed]) -> Iterator[PlacedItem]:
    """Yield the items that share no character with one of the others; both from left to right."""
    at, size = 0, len(others)
    for item in items:
        while at < size and others[at][1] <= item[0]:
            at += 1
        if at == size or others[at][0] >= item[1]:
            yield item


def drop_taken(words: list[Offsets], taken: list[Offsets]) -> list[Offsets]:
    """Return the same as :func:`drop_overlapping`, for offsets alone: once compiled, these are plain
    numbers."""
    free: list[Offsets] = []
    at, size = 0, len(taken)
    for start, end in words:
        while at < size and taken[at][1] <= start:
            at += 1
        if at == size or taken[at][0] >= end:
            free.append((start, end))
    return free


def split_at_hyphens(text: str, words: list[Offsets], matches: list[Offsets]) -> list[Offsets]:
    """Return the offsets of words. A hyphenated word of which the lists match a part is split into
    its capitalized parts: *Gordon-Levitt*."""
    split: list[Offsets] = []
    at, size = 0, len(matches)
    for start, end in words:
        while at < size and matches[at][1] <= start:
            at += 1
        if at == size or matches[at][0] >= end or "-" not in text[start:end]:
            split.append((start, end))
            continue
        for part in text[start:end].split("-"):
            if part[:1].isupper():
                split.append((start, start + len(part)))
            start += len(part) + 1
    return split


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
    return finding.rule in _BY_ENDING and match[0] <= finding.start and match[1] >= finding.end


def drop_numbers_of_names(numbers: list[Detection], names: list[Detection]) -> list[Detection]:
    """Return the numbers without those at the end of a name: *Liceum nr 12*; both from left to
    right."""
    ends = {name.end: name.start for name in names}
    return [
        number
        for number in numbers
        if number.label != "other_nr_seq" or ends.get(number.end, number.end) >= number.start
    ]


def merge_detections(first: list[Detection], *others: Iterable[Detection]) -> list[Detection]:
    """Return all of the first detections and, of each further group, those that share no character
    with the groups before it."""
    merged = sorted(first)
    for group in others:
        ordered = sorted(group)
        if ordered:  # most groups of most texts are empty
            added = list(drop_overlapping(ordered, merged))
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
        detection.finding is None or detection.rule in _BY_ENDING for detection in covered
    )
