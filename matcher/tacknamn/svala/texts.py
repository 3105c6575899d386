"""The two texts of a graph, and the pieces of the original that have something to them."""

import re
from collections.abc import Iterator
from itertools import accumulate, groupby

from tacknamn.svala.records import Edge, Graph, GraphSpan, Token
from tacknamn.svala.tokens import BLANKS, trim_blanks, unpad_text

__all__ = ["get_source_text", "get_target_text", "list_spans", "list_starts"]

_INITIAL = re.compile(r"(?:[^\W\d_]\.[-\s]?)+")
"""Initials; their full stops belong to them."""


def get_source_text(graph: Graph) -> str:
    """The original text, without the space that stands behind its last word in the graph."""
    return unpad_text("".join(token.text for token in graph.source))


def get_target_text(graph: Graph) -> str:
    """The pseudonymized text, without the space that stands behind its last word."""
    return unpad_text("".join(token.text for token in graph.target))


def list_spans(graph: Graph) -> tuple[GraphSpan, ...]:
    """What annotators and programs did, as pieces of the original text, from left to right.

    That is every edge that has labels, is manual or changes the text. Punctuation that stands
    on either side of a word in both texts is left out: ``Uppsala.`` and ``Lund.`` give the span
    of ``Uppsala``. Of an edge whose words stand apart, the first piece has the replacement.
    Edges without a word in the original give no span; they live on in the graph."""
    starts = list_starts(graph.source)
    place_of = {token.id: place for place, token in enumerate(graph.source)}
    target_of = {token.id: (place, token.text) for place, token in enumerate(graph.target)}
    found: list[GraphSpan] = []
    for edge in graph.edges:
        places = sorted(place_of[id] for id in edge.ids if id in place_of)
        ends = sorted(target_of[id] for id in edge.ids if id in target_of)
        replacement = "".join(text for _, text in ends)
        original = "".join(graph.source[place].text for place in places)
        if edge.labels or edge.manual or original != replacement:
            found += _make_spans(graph.source, starts, edge, places, trim_blanks(replacement))
    return tuple(sorted(found, key=lambda span: (span.start, span.end)))


def list_starts(tokens: tuple[Token, ...]) -> list[int]:
    """Where each token starts in the text, and at last where the text ends."""
    return [0, *accumulate(len(token.text) for token in tokens)]


def _make_spans(
    source: tuple[Token, ...], starts: list[int], edge: Edge, places: list[int], replacement: str
) -> Iterator[GraphSpan]:
    for run in _group_runs(places):
        text = "".join(source[place].text for place in run)
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


def _group_runs(places: list[int]) -> Iterator[list[int]]:
    """Places that follow on one another, together."""
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        yield [place for _, place in run]


def _count_punctuation(one: str, other: str) -> tuple[int, int]:
    """How many signs at the beginning and at the end of both are no letters, and the same."""
    if not other or _INITIAL.fullmatch(one):
        return 0, 0
    most = min(len(one), len(other)) - 1
    left = 0
    while left < most and one[left] == other[left] and _is_punctuation(one[left]):
        left += 1
    right = 0
    while (
        right < most - left
        and one[-1 - right] == other[-1 - right]
        and _is_punctuation(one[-1 - right])
    ):
        right += 1
    return left, right


def _is_punctuation(letter: str) -> bool:
    return not letter.isalnum()
