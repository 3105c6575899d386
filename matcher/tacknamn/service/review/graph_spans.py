"""Read the spans of a graph as the page shows them.

An edge that is labelled, manual or changes the text gives a span. Words that annotators freed of their
last label give spans as well, with the action ``free``. What has no words of the original (an edge that
only adds words) is not shown; it stays in the graph.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tacknamn.service.review.records import ReviewAction, ReviewedSpan, SpanPlace
from tacknamn.svala.records import Graph, GraphSpan
from tacknamn.svala.texts import get_source_text, list_freed, list_spans, list_starts
from tacknamn.svala.tokens import BLANKS, trim_blanks
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["OTHER_LABEL", "find_edges", "make_graph_spans", "read_graph_spans"]

OTHER_LABEL = "extra"
"""SVALA's label for everything else: that of a replaced piece without a label."""


def read_graph_spans(graph: Graph) -> list[ReviewedSpan]:
    """Return the spans of a graph, from left to right and without overlaps."""
    text = get_source_text(graph)
    freed = [_trim(text, start, end) for start, end in list_freed(graph)]
    spans = [_read_span(text, span, freed) for span in list_spans(graph)]
    taken = {span.place for span in spans}
    spans += [
        _free(text, place)
        for place in freed
        if place[0] < place[1] and not _is_within(place, taken) and place not in taken
    ]
    return list(_drop_overlaps(sorted(spans, key=lambda span: span.place)))


def _read_span(text: str, span: GraphSpan, freed: Iterable[SpanPlace]) -> ReviewedSpan:
    parts = load_taxonomy().split_labels(span.labels)
    is_changed = span.replacement != text[span.start : span.end]
    label = parts.label or (parts.unknown[0] if parts.unknown else "")
    if is_changed:
        action, label = ReviewAction.REPLACE, label or OTHER_LABEL
    elif label or (parts.notes and not _is_within((span.start, span.end), freed)):
        action = ReviewAction.MARK
    else:
        action = ReviewAction.FREE
    others = parts.unknown if parts.label else parts.unknown[1:]
    return ReviewedSpan(
        span.start,
        span.end,
        label,
        (parts.number or 0) if label else 0,
        parts.affixes,
        parts.notes,
        span.comment or "",
        span.replacement,
        action,
        edge=span.edge,
        unknown=(*parts.main[1:], *others),
    )


def _free(text: str, place: SpanPlace) -> ReviewedSpan:
    start, end = place
    return ReviewedSpan(start, end, replacement=text[start:end], action=ReviewAction.FREE)


def _trim(text: str, start: int, end: int) -> SpanPlace:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip(BLANKS))
    return start, start + len(trim_blanks(piece))


def _is_within(place: SpanPlace, others: Iterable[SpanPlace]) -> bool:
    return any(start <= place[0] and place[1] <= end for start, end in others)


def _drop_overlaps(spans: Iterable[ReviewedSpan]) -> Iterator[ReviewedSpan]:
    end = 0
    for span in spans:
        if span.start >= end:
            yield span
            end = span.end


def find_edges(graph: Graph, spans: Iterable[ReviewedSpan]) -> Iterator[ReviewedSpan]:
    """Yield spans of a graph with the edge of their first word."""
    starts = list_starts(graph.source)
    edge_of = {id: edge.id for edge in graph.edges for id in edge.ids}
    for span in spans:
        word = graph.source[bisect_right(starts, span.start) - 1]
        yield replace(span, edge=edge_of[word.id])


def make_graph_spans(spans: Iterable[ReviewedSpan]) -> Iterator[GraphSpan]:
    """Yield spans as a graph takes them. They name no edge: the graph's own words decide."""
    for span in spans:
        numbers = (str(span.number),) if span.number and span.label else ()
        labels = (span.label, *numbers, *span.affixes, *span.unknown, *span.notes)
        yield GraphSpan(
            span.start,
            span.end,
            span.replacement,
            tuple(dict.fromkeys(filter(None, labels))),
            True,
            span.comment or None,
        )
