"""Pair the annotations of two annotators of court rulings: the same documents, mention by mention (E7).

Mentions with the same offsets are paired first. Of the others, those that overlap are paired, the
largest overlap first; their boundaries differ. What remains was marked by one annotator only.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument, choose_annotator

__all__ = ["AnnotatedPair", "MentionPair", "pair_documents", "pair_mentions"]


class AnnotatedPair(NamedTuple):
    """A document, as two annotators marked it."""

    doc_id: str
    text: str
    first: tuple[Annotation, ...]
    second: tuple[Annotation, ...]
    """Both from left to right."""

    def __repr__(self) -> str:
        """Leave out the text."""
        return f"AnnotatedPair({len(self.first)} and {len(self.second)} mentions)"


class MentionPair(NamedTuple):
    """A mention of both annotators, or of one of them."""

    first: Annotation | None
    second: Annotation | None

    @property
    def start(self) -> int:
        return min(each.start for each in self if each is not None)

    @property
    def end(self) -> int:
        return max(each.end for each in self if each is not None)

    @property
    def is_same_place(self) -> bool:
        """Whether both marked exactly the same characters."""
        first, second = self
        return first is not None and second is not None and first[:2] == second[:2]


def pair_documents(
    first: Sequence[StandoffDocument],
    second: Sequence[StandoffDocument] | None,
    annotators: Sequence[str] = (),
) -> tuple[tuple[str, str], list[AnnotatedPair]]:
    """Return the names of two annotators and the documents that both have annotated.

    Args:
        second: The documents of another file; None if one file has both annotators.
        annotators: The names of both; may be empty if there is no choice."""
    if len(annotators) not in (0, 2):
        raise InputError("--annotator: give it twice, once for each annotator, or not at all")
    if second is None:
        return _pair_annotators(first, annotators)
    names = tuple(annotators) or ("", "")
    by_id = {document.doc_id: document for document in second}
    chosen = [
        (choose_annotator(document, names[0]), choose_annotator(by_id[document.doc_id], names[1]))
        for document in first
        if document.doc_id in by_id
    ]
    if not chosen:
        raise InputError(
            "the two files have no doc_id in common; compare files of the same documents"
        )
    pairs = [_make_pair(ours, theirs) for ours, theirs in chosen]
    shown = [next(iter(document.annotations)) for document in chosen[0]]
    return (shown[0], shown[1]), pairs


def _pair_annotators(
    documents: Sequence[StandoffDocument], annotators: Sequence[str]
) -> tuple[tuple[str, str], list[AnnotatedPair]]:
    names = annotators or sorted({name for each in documents for name in each.annotations})
    if len(names) != 2:
        raise InputError(
            f"the file has annotations by {len(names)} annotators ({', '.join(names)}); give a second "
            "file, or choose two with --annotator"
        )
    pairs = [
        _make_pair(choose_annotator(document, names[0]), choose_annotator(document, names[1]))
        for document in documents
        if set(names) <= set(document.annotations)
    ]
    if not pairs:
        raise InputError(f"no document has annotations by both {names[0]} and {names[1]}")
    return (names[0], names[1]), pairs


def _make_pair(first: StandoffDocument, second: StandoffDocument) -> AnnotatedPair:
    if first.text != second.text:
        raise InputError("two documents with the same doc_id have different texts")
    (ours,), (theirs,) = first.annotations.values(), second.annotations.values()
    return AnnotatedPair(first.doc_id, first.text, tuple(sorted(ours)), tuple(sorted(theirs)))


def pair_mentions(pair: AnnotatedPair) -> list[MentionPair]:
    """Pair the mentions of a document, from left to right; each is in one pair."""
    by_place = {(each.start, each.end): each for each in pair.second}
    paired = [
        MentionPair(each, by_place[each.start, each.end])
        for each in pair.first
        if (each.start, each.end) in by_place
    ]
    same = {(each.start, each.end) for each, _ in paired if each is not None}
    ours = [each for each in pair.first if each[:2] not in same]
    theirs = [each for each in pair.second if each[:2] not in same]
    paired += _pair_overlapping(ours, theirs)
    return sorted(paired, key=lambda each: (each.start, each.end))


def _pair_overlapping(
    ours: Sequence[Annotation], theirs: Sequence[Annotation]
) -> Iterator[MentionPair]:
    """Pair mentions that overlap, the largest overlap first; yield the others alone."""
    overlaps = sorted(_find_overlaps(ours, theirs))
    left, right = set(range(len(ours))), set(range(len(theirs)))
    for _, at, opposite in overlaps:
        if at in left and opposite in right:
            left.remove(at)
            right.remove(opposite)
            yield MentionPair(ours[at], theirs[opposite])
    yield from (MentionPair(ours[at], None) for at in sorted(left))
    yield from (MentionPair(None, theirs[at]) for at in sorted(right))


def _find_overlaps(
    ours: Sequence[Annotation], theirs: Sequence[Annotation]
) -> Iterator[tuple[int, int, int]]:
    """Yield the overlaps of two lists without overlaps of their own: minus its size, both indexes."""
    at = opposite = 0
    while at < len(ours) and opposite < len(theirs):
        mention, opposed = ours[at], theirs[opposite]
        size = min(mention.end, opposed.end) - max(mention.start, opposed.start)
        if size > 0:
            yield -size, at, opposite
        if mention.end < opposed.end:
            at += 1
        else:
            opposite += 1
