"""The two texts of a graph, and the pieces of the original that have something to them."""

import re
from collections.abc import Iterator
from itertools import accumulate, groupby

from tacknamn.svala.blanks import BLANKS, trimmed, unpadded
from tacknamn.svala.records import Edge, Graph, Span, Token

__all__ = ["source_text", "spans_of", "starts_of", "target_text"]

_INITIAL = re.compile(r"(?:[^\W\d_]\.[-\s]?)+")
"""Initials; their full stops belong to them."""


def source_text(graph: Graph) -> str:
    """The original text, without the space that stands behind its last word in the graph."""
    return unpadded("".join(token.text for token in graph.source))


def target_text(graph: Graph) -> str:
    """The pseudonymized text, without the space that stands behind its last word."""
    return unpadded("".join(token.text for token in graph.target))


def spans_of(graph: Graph) -> tuple[Span, ...]:
    """What annotators and programs did, as pieces of the original text, from left to right.

    That is every edge that has labels, is manual or changes the text. Punctuation that stands
    on either side of a word in both texts is left out: ``Uppsala.`` and ``Lund.`` give the span
    of ``Uppsala``. Of an edge whose words stand apart, the first piece has the replacement.
    Edges without a word in the original give no span; they live on in the graph."""
    starts = starts_of(graph.source)
    place_of = {token.id: place for place, token in enumerate(graph.source)}
    target_of = {token.id: (place, token.text) for place, token in enumerate(graph.target)}
    found: list[Span] = []
    for edge in graph.edges:
        places = sorted(place_of[id] for id in edge.ids if id in place_of)
        ends = sorted(target_of[id] for id in edge.ids if id in target_of)
        replacement = "".join(text for _, text in ends)
        original = "".join(graph.source[place].text for place in places)
        if edge.labels or edge.manual or original != replacement:
            found += _pieces(graph.source, starts, edge, places, trimmed(replacement))
    return tuple(sorted(found, key=lambda span: (span.start, span.end)))


def starts_of(tokens: tuple[Token, ...]) -> list[int]:
    """Where each token starts in the text, and at last where the text ends."""
    return [0, *accumulate(len(token.text) for token in tokens)]


def _pieces(
    source: tuple[Token, ...], starts: list[int], edge: Edge, places: list[int], replacement: str
) -> Iterator[Span]:
    for run in _runs(places):
        text = "".join(source[place].text for place in run)
        start = starts[run[0]] + len(text) - len(text.lstrip(BLANKS))
        text = trimmed(text)
        left, right = _same_punctuation(text, replacement)
        if text:
            yield Span(
                start + left,
                start + len(text) - right,
                replacement[left : len(replacement) - right],
                edge.labels,
                edge.manual,
                edge.comment,
                edge.id,
            )
        replacement = ""


def _runs(places: list[int]) -> Iterator[list[int]]:
    """Places that follow on one another, together."""
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        yield [place for _, place in run]


def _same_punctuation(one: str, other: str) -> tuple[int, int]:
    """How many signs at the beginning and at the end of both are no letters, and the same."""
    if not other or _INITIAL.fullmatch(one):
        return 0, 0
    most = min(len(one), len(other)) - 1
    left = 0
    while left < most and one[left] == other[left] and _sign(one[left]):
        left += 1
    right = 0
    while right < most - left and one[-1 - right] == other[-1 - right] and _sign(one[-1 - right]):
        right += 1
    return left, right


def _sign(letter: str) -> bool:
    return not letter.isalnum()
