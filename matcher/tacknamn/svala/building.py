"""Build a graph from a text and its replaced spans, or replace more spans in an annotated graph.

A text gives one token for each word on both sides, and an edge between each word and its copy. A
span takes the words that it touches. On the target side these are replaced by the words of the new
text, and one manual edge with the span's labels connects both sides. Letters that share a token
with a span go with it (``Uppsala.`` is one token), and so do two spans that share a token.

What annotators have settled stays: an edge that is manual or labelled is only changed by a span
that names it (:func:`tacknamn.svala.texts.list_spans` returns such spans).
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
    """Build the graph of a text whose spans are replaced.

    >>> graph = build_graph("Jag bor på Stora Gatan.", [GraphSpan(11, 22, "Skolgatan", ("place",))])
    >>> [token.text for token in graph.target]
    ['Jag ', 'bor ', 'på ', 'Skolgatan. ']
    """
    if error := find_text_error(text):
        raise InputError(f"the text has {error}; remove it before a graph is built")
    words = split_tokens(pad_text(text))
    source = tuple(Token(f"s{index}", word) for index, word in enumerate(words))
    target = tuple(Token(f"t{index}", word) for index, word in enumerate(words))
    id_pairs = ((old.id, new.id) for old, new in zip(source, target, strict=True))
    edges = tuple(Edge(make_edge_id(ids), ids) for ids in id_pairs)
    return _apply_spans(Graph(source, target, edges, comment or None), spans)


def replace_spans(graph: Graph, spans: Iterable[GraphSpan]) -> Graph:
    """Replace and label spans of the source text in a valid graph.

    A span without an edge is ignored where annotators have settled something. A span that was
    read from the graph and has not been changed has no effect. If annotators deleted or moved
    words, the new words stand where the first of the old ones stood."""
    token_ids = sorted(token.id for token in (*graph.source, *graph.target))
    if token_ids != sorted(id for edge in graph.edges for id in edge.ids):
        raise InputError(
            "a token of the graph is not in exactly one edge, or an edge names a token that does "
            "not exist; repair the graph first, e.g. with `tacknamn validate --repair`"
        )
    unchanged = frozenset(list_spans(graph))
    return _apply_spans(graph, [span for span in spans if span not in unchanged])


def _apply_spans(graph: Graph, spans: Iterable[GraphSpan]) -> Graph:
    ordered = sorted(spans, key=lambda span: span.start)
    _check_spans(len(get_source_text(graph)), ordered)
    result = settle_edges(rewrite_target(graph, group_tokens(graph, ordered)))
    # Two cases need a repair. The only token of the target may be blank, or end without a blank,
    # but is no longer the only one. And the id of a new edge may be the id of a token.
    needs_repair = len(graph.target) == 1 or _has_id_clash(result)
    return repair_graph(result) if needs_repair else result


def _has_id_clash(graph: Graph) -> bool:
    token_ids = {token.id for token in (*graph.source, *graph.target)}
    edge_ids = {edge.id for edge in graph.edges}
    return len(edge_ids) < len(graph.edges) or not token_ids.isdisjoint(edge_ids)


def _check_spans(size: int, spans: list[GraphSpan]) -> None:
    """Refuse spans (sorted) that do not fit a text of this size."""
    for span in spans:
        name = f"span {span.start}-{span.end}"
        if not 0 <= span.start < span.end <= size:
            raise InputError(f"{name}: is not within the text of {size} characters")
        for text in (span.replacement, *span.labels, span.comment or ""):
            if error := find_text_error(text):
                raise InputError(f"{name}: its replacement, label or comment has {error}")
        if span.comment and not any(map(is_note, span.labels)):
            raise InputError(f"{name}: has a comment; add the label OBS! or Com!")
    for left, right in pairwise(spans):
        if left.end > right.start:
            raise InputError(f"spans overlap at character {right.start}; keep one of them")
