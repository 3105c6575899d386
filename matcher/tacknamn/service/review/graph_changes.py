"""Put the decisions of the page into a graph, and leave alone what they do not concern.

The page sends all spans of a document. Those that equal a span of the graph change nothing, so what
SVALA's editor made stays byte for byte: edges over words that are not adjacent, words that were moved,
inserted or deleted. Where a span is new, changed or gone, its words go back to the original first
(:func:`restore_words`), and then all spans on these words are put in.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tacknamn.service.review.graph_spans import make_graph_spans
from tacknamn.service.review.records import ReviewAction, ReviewedSpan
from tacknamn.service.review.restoring import restore_words
from tacknamn.svala.building import replace_spans
from tacknamn.svala.records import Edge, Graph, Token, TokenIds, make_edge_id, sort_ids
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.texts import list_starts
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["change_graph"]


def change_graph(
    graph: Graph, before: Sequence[ReviewedSpan], after: Sequence[ReviewedSpan], comment: str
) -> Graph:
    """Return the graph with the spans ``after`` where it has the spans ``before``.

    Both are sorted and without overlaps; the graph follows SVALA's rules, and so does the result."""
    known = {span.decision for span in before}
    wanted = {span.decision for span in after}
    changed = [span for span in before if span.decision not in wanted]
    changed += [span for span in after if span.decision not in known]
    if changed:
        words = _Words(graph)
        touched = words.close(changed, after)
        again = [span for span in after if not touched.isdisjoint(words.list_words(span))]
        graph = replace_spans(restore_words(graph, touched), make_graph_spans(again))
        # A word that was alone need not end in a blank; now there may be others.
        graph = repair_graph(_show_freed(graph, again))
    return replace(graph, comment=comment or None)


class _Words:
    """Which words of the original a span touches, and which edges they share."""

    def __init__(self, graph: Graph) -> None:
        self._starts = list_starts(graph.source)
        index_of = {token.id: index for index, token in enumerate(graph.source)}
        self._edge_of: dict[int, frozenset[int]] = {}
        for edge in graph.edges:
            words = frozenset(index_of[id] for id in edge.ids if id in index_of)
            self._edge_of.update(dict.fromkeys(words, words))

    def list_words(self, span: ReviewedSpan) -> range:
        """Return the indexes of the words that a span touches."""
        first = bisect_right(self._starts, span.start) - 1
        return range(first, bisect_left(self._starts, span.end))

    def close(self, changed: Iterable[ReviewedSpan], after: Sequence[ReviewedSpan]) -> set[int]:
        """Return the words of the changed spans, and all that share an edge or a span with them."""
        spans_of: dict[int, list[range]] = {}
        for span in after:
            words = self.list_words(span)
            for word in words:
                spans_of.setdefault(word, []).append(words)
        touched: set[int] = set()
        open_words = [word for span in changed for word in self.list_words(span)]
        while open_words:
            word = open_words.pop()
            if word not in touched:
                touched.add(word)
                open_words += self._edge_of.get(word, ())
                for words in spans_of.get(word, ()):
                    open_words += words
        return touched


def _show_freed(graph: Graph, spans: Iterable[ReviewedSpan]) -> Graph:
    """Give freed words with a note new ids in the target.

    A note alone decides nothing, so a name is found there again. New ids are how SVALA leaves words
    that it freed of a label (:func:`tacknamn.svala.texts.list_freed`)."""
    noted = [span for span in spans if span.action is ReviewAction.FREE and span.notes]
    if not noted:
        return graph
    words = _Words(graph)
    sources = {graph.source[word].id for span in noted for word in words.list_words(span)}
    target_ids = {token.id for token in graph.target}
    token_ids = TokenIds([*(token.id for token in graph.source), *target_ids])
    new_ids = {
        id: token_ids.make("t")
        for edge in graph.edges
        if not sources.isdisjoint(edge.ids) and _has_notes_alone(edge)
        for id in edge.ids
        if id in target_ids
    }
    target = tuple(Token(new_ids.get(token.id, token.id), token.text) for token in graph.target)
    edges = tuple(_rename_ids(edge, new_ids) for edge in graph.edges)
    return replace(graph, target=target, edges=edges)


def _has_notes_alone(edge: Edge) -> bool:
    parts = load_taxonomy().split_labels(edge.labels)
    return bool(parts.notes) and not (parts.main or parts.numbers or parts.affixes or parts.unknown)


def _rename_ids(edge: Edge, new_ids: Mapping[str, str]) -> Edge:
    if new_ids.keys().isdisjoint(edge.ids):
        return edge
    ids = sort_ids(new_ids.get(id, id) for id in edge.ids)
    return replace(edge, id=make_edge_id(ids), ids=ids)
