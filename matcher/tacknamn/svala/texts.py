"""The two texts of a graph, and the spans of the original text that its edges describe."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate, groupby

from tacknamn.svala.records import Edge, Graph, GraphSpan, Token
from tacknamn.svala.tokens import BLANKS, trim_blanks, unpad_text
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["get_source_text", "get_target_text", "list_freed", "list_spans", "list_starts"]

_INITIAL = re.compile(r"(?:[^\W\d_]\.[-\s]?)+")
"""Initials. Their full stops are part of them."""
_NUMBERED = re.compile(r"[a-z]([0-9]{1,9})")
"""An id that SVALA or this package gave."""


def get_source_text(graph: Graph) -> str:
    """Return the original text, without the space that the graph adds at its end."""
    return unpad_text("".join(token.text for token in graph.source))


def get_target_text(graph: Graph) -> str:
    """Return the pseudonymized text, without the space that the graph adds at its end."""
    return unpad_text("".join(token.text for token in graph.target))


def list_spans(graph: Graph) -> tuple[GraphSpan, ...]:
    """List what annotators and programs did, as spans of the original text, from left to right.

    An edge gives a span if it has labels, is manual or changes the text. Punctuation that both
    texts have around a word is left out: ``Uppsala.`` and ``Lund.`` give a span for ``Uppsala``.
    If the words of an edge are not adjacent, it gives several spans, and the first one has the
    replacement. An edge without words of the original gives no span; it stays in the graph."""
    starts = list_starts(graph.source)
    source_index = {token.id: index for index, token in enumerate(graph.source)}
    target_words = {token.id: (index, token.text) for index, token in enumerate(graph.target)}
    spans: list[GraphSpan] = []
    for edge in graph.edges:
        indexes = sorted(source_index[id] for id in edge.ids if id in source_index)
        words = sorted(target_words[id] for id in edge.ids if id in target_words)
        replacement = "".join(text for _, text in words)
        original = "".join(graph.source[index].text for index in indexes)
        if edge.labels or edge.manual or original != replacement:
            spans += _make_spans(graph.source, starts, edge, indexes, trim_blanks(replacement))
    return tuple(sorted(spans, key=lambda span: (span.start, span.end)))


def list_freed(graph: Graph) -> tuple[tuple[int, int], ...]:
    """List the words that annotators freed of their last label, as offsets of the original text.

    SVALA then puts the original word back, without a label and with a new id. In a graph that no one
    has changed, the ids of the words that both texts share are counted alike (``s0`` and ``t7``,
    ``s1`` and ``t8`` ...); a word whose id is greater was put there later. Such a word may have a note."""
    starts = list_starts(graph.source)
    source = {token.id: (index, token.text) for index, token in enumerate(graph.source)}
    target = {token.id: (index, token.text) for index, token in enumerate(graph.target)}
    plain: Counter[int] = Counter()
    distances: dict[int, int] = {}
    for edge in graph.edges:
        if (edge.manual and not edge.labels) or not _has_notes_alone(edge):
            continue
        pairs = _pair_words(edge, source, target)
        for old, new in pairs:
            if (distance := _count_distance(old, new)) is not None:
                distances[source[old][0]] = distance
                if not edge.labels and len(pairs) == 1:
                    plain[distance] += 1
    usual = plain.most_common(1)[0][0] if plain else 0
    return tuple(
        (starts[index], starts[index + 1])
        for index, distance in sorted(distances.items())
        if distance > usual
    )


def _has_notes_alone(edge: Edge) -> bool:
    """Whether an edge has no other labels than notes."""
    if not edge.labels:
        return True
    parts = load_taxonomy().split_labels(edge.labels)
    return not (parts.main or parts.numbers or parts.affixes or parts.unknown)


def _pair_words(
    edge: Edge, source: Mapping[str, tuple[int, str]], target: Mapping[str, tuple[int, str]]
) -> list[tuple[str, str]]:
    """Return the ids of the words that an edge connects, if both texts have the same ones.

    An edge without a note has one word; those of others may be several."""
    old = sorted((id for id in edge.ids if id in source), key=lambda id: source[id])
    new = sorted((id for id in edge.ids if id in target), key=lambda id: target[id])
    is_same = [source[id][1] for id in old] == [target[id][1] for id in new]
    return list(zip(old, new, strict=True)) if is_same and (edge.labels or len(old) == 1) else []


def _count_distance(old: str, new: str) -> int | None:
    """Return by how much the number of the second id is greater, if both have one."""
    old_id, new_id = _NUMBERED.fullmatch(old), _NUMBERED.fullmatch(new)
    return int(new_id[1]) - int(old_id[1]) if old_id and new_id else None


def list_starts(tokens: tuple[Token, ...]) -> list[int]:
    """List the offset of each token in the text, and the length of the text at the end."""
    return [0, *accumulate(len(token.text) for token in tokens)]


def _make_spans(
    source: tuple[Token, ...], starts: list[int], edge: Edge, indexes: list[int], replacement: str
) -> Iterator[GraphSpan]:
    for run in _group_runs(indexes):
        text = "".join(source[index].text for index in run)
        start = starts[run[0]] + len(text) - len(text.lstrip(BLANKS))
        text = trim_blanks(text)
        left, right = _count_punctuation(text, replacement)
        if text:
            yield GraphSpan(
                start + left,
                start + len(text) - right,
                replacement[left : len(replacement) - right],
                edge.labels,
                edge.manual,
                edge.comment,
                edge.id,
            )
        replacement = ""


def _group_runs(indexes: list[int]) -> Iterator[list[int]]:
    """Group consecutive numbers."""
    for _, run in groupby(enumerate(indexes), key=lambda pair: pair[1] - pair[0]):
        yield [index for _, index in run]


def _count_punctuation(old: str, new: str) -> tuple[int, int]:
    """Count the equal characters at the start and at the end of both that are not letters."""
    if not new or _INITIAL.fullmatch(old):
        return 0, 0
    most = min(len(old), len(new)) - 1
    left = 0
    while left < most and old[left] == new[left] and _is_punctuation(old[left]):
        left += 1
    right = 0
    while (
        right < most - left
        and old[-1 - right] == new[-1 - right]
        and _is_punctuation(old[-1 - right])
    ):
        right += 1
    return left, right


def _is_punctuation(letter: str) -> bool:
    return not letter.isalnum()
