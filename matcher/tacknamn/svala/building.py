"""Make a graph of a text and its replaced spans, or work new spans into an annotated graph.

A text gives one token per word on both sides, each connected with its likeness. A span takes
the words that it touches: on the target side they are replaced by the words of the new text,
and one manual edge with the span's labels connects both. Words that share a token with a span
go with it (``Uppsala.`` is one token), and so do two spans that share one.

What annotators have settled stays: edges that are manual or labelled are changed only by spans
that name them (:func:`tacknamn.svala.texts.list_spans` gives such spans).
"""

from collections.abc import Iterable
from itertools import pairwise

from tacknamn.errors import InputError
from tacknamn.svala.alignment import settle_edges
from tacknamn.svala.records import Edge, Graph, GraphSpan, Token, make_edge_id
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.rewriting import group_tokens, rewrite_target
from tacknamn.svala.rules import is_note
from tacknamn.svala.texts import get_source_text, list_spans
from tacknamn.svala.tokens import find_text_error, pad_text, split_tokens

__all__ = ["build_graph", "replace_spans"]


def build_graph(text: str, spans: Iterable[GraphSpan] = (), comment: str | None = None) -> Graph:
    """The graph of a text whose spans are replaced.

    >>> graph = from_text("Jag bor på Stora Gatan.", [Span(11, 22, "Skolgatan", ("place", "1"))])
    >>> [token.text for token in graph.target]
    ['Jag ', 'bor ', 'på ', 'Skolgatan. ']
    """
    if fault := find_text_error(text):
        raise InputError(f"the text has {fault}; take it away before a graph is made")
    words = split_tokens(pad_text(text))
    source = tuple(Token(f"s{place}", word) for place, word in enumerate(words))
    target = tuple(Token(f"t{place}", word) for place, word in enumerate(words))
    pairs = zip(source, target, strict=True)
    edges = tuple(
        Edge(make_edge_id(ids), ids) for ids in ((one.id, other.id) for one, other in pairs)
    )
    return _apply_spans(Graph(source, target, edges, comment or None), spans)


def replace_spans(graph: Graph, spans: Iterable[GraphSpan]) -> Graph:
    """``graph``, a valid one, with spans of its source text replaced and labelled.

    Spans without an edge yield to what annotators have settled; those that came out of the
    graph and are the same as before change nothing. Where words were deleted or
    moved by annotators, the new words stand where the first of the old ones stood."""
    tokens = sorted(token.id for token in (*graph.source, *graph.target))
    if tokens != sorted(id for edge in graph.edges for id in edge.ids):
        raise InputError(
            "a token of the graph is not in one edge, or an edge has one that is not there; "
            "repair it first, e.g. with `tacknamn validate --repair`"
        )
    known = frozenset(list_spans(graph))
    return _apply_spans(graph, [span for span in spans if span not in known])


def _apply_spans(graph: Graph, spans: Iterable[GraphSpan]) -> Graph:
    ordered = sorted(spans, key=lambda span: span.start)
    _check_spans(len(get_source_text(graph)), ordered)
    found = settle_edges(rewrite_target(graph, group_tokens(graph, ordered)))
    # A lone token may be bare or blank, and is no longer alone; new edges may get a token's id.
    return repair_graph(found) if len(graph.target) == 1 or _has_id_clash(found) else found


def _has_id_clash(graph: Graph) -> bool:
    ids = {token.id for token in (*graph.source, *graph.target)}
    edges = {edge.id for edge in graph.edges}
    return len(edges) < len(graph.edges) or not ids.isdisjoint(edges)


def _check_spans(size: int, spans: list[GraphSpan]) -> None:
    for span in spans:
        place = f"span {span.start}-{span.end}"
        if not 0 <= span.start < span.end <= size:
            raise InputError(f"{place}: is not within the text of {size} characters")
        for text in (span.replacement, *span.labels, span.comment or ""):
            if fault := find_text_error(text):
                raise InputError(f"{place}: its replacement, label or comment has {fault}")
        if span.comment and not any(map(is_note, span.labels)):
            raise InputError(f"{place}: has a comment; add the label OBS! or Com!")
    for one, other in pairwise(spans):
        if one.end > other.start:
            raise InputError(f"spans overlap at character {other.start}; keep one of them")
