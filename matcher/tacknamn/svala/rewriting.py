"""Replace spans in a graph: group the source tokens of the spans, and rewrite the target.

This happens in two steps. :func:`group_tokens` finds the source tokens that belong to each span.
Spans that share a token, or an edge, end up in one group. :func:`rewrite_target` then replaces the
target tokens of each group with the words of its new text, connected by one edge.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tacknamn.svala.records import Edge, Graph, GraphSpan, Token, TokenIds, make_edge_id, sort_ids
from tacknamn.svala.texts import list_starts
from tacknamn.svala.tokens import has_final_blank, is_blank, pad_text, split_tokens
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["TokenGroup", "group_tokens", "rewrite_target"]


@dataclass(slots=True)
class TokenGroup:
    """Source tokens that are rewritten together."""

    indexes: set[int]
    """Which tokens of the source."""
    spans: list[GraphSpan]
    """From left to right."""
    text: str = ""
    """Their replacement in the target; empty until it is known."""


def group_tokens(graph: Graph, spans: list[GraphSpan]) -> list[TokenGroup]:
    """Group the source tokens of a graph by the spans (from left to right) that replace them."""
    grouping = _TokenGrouping(graph)
    for span in spans:
        grouping.add(span)
    return grouping.finish()


class _TokenGrouping:
    """Groups that grow: a group takes whole edges, and merges with every group that it meets."""

    def __init__(self, graph: Graph) -> None:
        self._source = graph.source
        self._starts = list_starts(graph.source)
        self._edge_of = {id: edge for edge in graph.edges for id in edge.ids}
        self._edges = {edge.id: edge for edge in graph.edges}
        self._index_of = {token.id: index for index, token in enumerate(graph.source)}
        self._owner: dict[int, TokenGroup] = {}
        """The group of each token that has one."""

    def add(self, span: GraphSpan) -> None:
        """Group the tokens of a span, unless an annotator has settled one of them.

        A span that was read from an edge may change the tokens of that edge."""
        first = bisect_right(self._starts, span.start) - 1
        last = bisect_right(self._starts, span.end - 1) - 1
        indexes = set(range(first, last + 1))
        own_edge = self._edges.get(span.edge or "")
        own_indexes = self._list_sources(own_edge) if own_edge is not None else set()
        if indexes <= own_indexes or not any(map(self._is_settled, indexes)):
            self._make_group(indexes, [span])

    def finish(self) -> list[TokenGroup]:
        """Return the groups with their texts. They grow until each text ends in a blank."""
        for index in sorted(self._owner):
            group = self._owner[index]
            while not group.text:
                group = self._grow(group)
        groups = {id(group): group for group in self._owner.values()}
        return sorted(groups.values(), key=lambda group: min(group.indexes))

    def _grow(self, group: TokenGroup) -> TokenGroup:
        """Give a group its text, or return a larger group, still without text, if it needs one."""
        text = "".join(self._write_token(index, group.spans) for index in sorted(group.indexes))
        last = max(group.indexes)
        # Blanks alone are not a token: they need a neighbour that they can be a part of.
        if is_blank(text) and (more := self._find_neighbours(group.indexes)):
            return self._make_group(more | group.indexes, group.spans)
        if last + 1 == len(self._source):
            # The last token has the space that pad_text added; keep the text padded.
            ends_in_space = self._source[-1].text.endswith(" ")
            text = text if ends_in_space and has_final_blank(text) else pad_text(text)
        elif not has_final_blank(text):
            # The word now runs into the next one: take that token as well, if it is free.
            if more := self._list_to_blank(last + 1):
                return self._make_group(more | group.indexes, group.spans)
            text += " "
        group.text = text or " "
        return group

    def _find_neighbours(self, indexes: set[int]) -> set[int]:
        """Find the token that takes up blanks: the one before them, else the one after them.

        Tokens after them that become blank as well come along at once."""
        more, after = set(), max(indexes) + 1
        while after in self._owner and self._is_free(after) and is_blank(self._write_now(after)):
            more.add(after)
            after += 1
        before = min(indexes) - 1
        return more | set(filter(self._is_free, [before if self._is_free(before) else after]))

    def _list_to_blank(self, index: int) -> set[int]:
        """List the tokens from ``index`` to the first that ends in a blank."""
        more: set[int] = set()
        while self._is_free(index):
            more.add(index)
            if has_final_blank(self._write_now(index)):
                break
            index += 1
        return more

    def _write_now(self, index: int) -> str:
        """Return the text of a token, with the spans of its group replaced."""
        owner = self._owner.get(index)
        return self._write_token(index, owner.spans if owner else [])

    def _write_token(self, index: int, spans: list[GraphSpan]) -> str:
        """Return the text of a token with these spans replaced.

        The replacement of a span stands in the token in which the span starts; from the tokens
        after that, the span only removes letters."""
        begin, end = self._starts[index], self._starts[index + 1]
        text, at, pieces = self._source[index].text, begin, []
        number = bisect_right(spans, begin, key=lambda span: span.end)
        while number < len(spans) and spans[number].start < end:
            span = spans[number]
            if span.start >= begin:
                pieces += [text[at - begin : span.start - begin], span.replacement]
            at = min(span.end, end)
            number += 1
        return "".join([*pieces, text[at - begin :]])

    def _make_group(self, indexes: set[int], spans: list[GraphSpan]) -> TokenGroup:
        """Make a group of these tokens, of all tokens of their edges and of the groups it meets."""
        group = TokenGroup(set(), list(spans))
        for index in indexes:
            group.indexes |= self._list_sources(self._edge_of[self._source[index].id])
        met = {id(other): other for other in self._find_groups(group.indexes)}
        for other in met.values():
            group.indexes |= other.indexes
            group.spans += other.spans
        group.spans = sorted(dict.fromkeys(group.spans), key=lambda span: span.start)
        self._owner |= dict.fromkeys(group.indexes, group)
        return group

    def _find_groups(self, indexes: set[int]) -> Iterator[TokenGroup]:
        return (self._owner[index] for index in indexes if index in self._owner)

    def _list_sources(self, edge: Edge) -> set[int]:
        return {self._index_of[id] for id in edge.ids if id in self._index_of}

    def _is_settled(self, index: int) -> bool:
        """Whether an annotator has decided about a token: its edge is manual or labelled."""
        edge = self._edge_of[self._source[index].id]
        return edge.manual or bool(edge.labels)

    def _is_free(self, index: int) -> bool:
        return 0 <= index < len(self._source) and not self._is_settled(index)


@dataclass(frozen=True, slots=True)
class _TargetChange:
    """How a group changes the target."""

    old: tuple[int, ...]
    """The indexes of the target tokens that are removed, in ascending order."""
    new: tuple[Token, ...]
    last_source: int
    """The index of the group's last source token."""


def rewrite_target(graph: Graph, groups: list[TokenGroup]) -> Graph:
    """Put the text of each group into the target, connected with the group by one edge."""
    token_ids = TokenIds(token.id for token in (*graph.source, *graph.target))
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    target_index = {token.id: index for index, token in enumerate(graph.target)}
    changes, edges = [], {edge.id: edge for edge in graph.edges}
    for group in groups:
        ids = [graph.source[index].id for index in sorted(group.indexes)]
        removed = {edge_of[id].id: edge_of[id] for id in ids}
        old = sorted(
            target_index[id] for edge in removed.values() for id in edge.ids if id in target_index
        )
        is_alone = len(old) == len(graph.target)
        old_tokens = [graph.target[index] for index in old]
        new = _make_tokens(group.text, old_tokens, is_alone, token_ids)
        changes.append(_TargetChange(tuple(old), new, max(group.indexes)))
        new_edge = _make_group_edge(group, (*ids, *(token.id for token in new)))
        for edge_id in removed:
            del edges[edge_id]
        edges[new_edge.id] = new_edge
    target = _build_target(graph, changes, edge_of, target_index)
    return replace(graph, target=target, edges=tuple(edges.values()))


def _make_tokens(
    text: str, old: list[Token], is_alone: bool, token_ids: TokenIds
) -> tuple[Token, ...]:
    """Make tokens of the words of a text; return the old tokens if the words are the same.

    Blanks become a token only if the target has no other (``is_alone``)."""
    words = () if is_blank(text) and not is_alone else split_tokens(text)
    if words == tuple(token.text for token in old):
        return tuple(old)
    return tuple(Token(token_ids.make("t"), word) for word in words)


def _make_group_edge(group: TokenGroup, ids: Iterable[str]) -> Edge:
    sorted_ids = sort_ids(ids)
    comments = dict.fromkeys(span.comment for span in group.spans if span.comment)
    return Edge(
        make_edge_id(sorted_ids),
        sorted_ids,
        _join_labels(group.spans),
        any(span.manual for span in group.spans),
        "\n\n".join(comments) or None,
    )


def _join_labels(spans: list[GraphSpan]) -> tuple[str, ...]:
    """Return the labels of spans that share a token (*Anna/Erik*): SVALA allows one main label.

    It is that of the first span that an annotator labelled, else of the first with a main label. Of
    the others, notes and unknown labels stay."""
    if len(spans) == 1:
        return spans[0].labels
    split_labels = load_taxonomy().split_labels
    with_main = [span for span in spans if split_labels(span.labels).main]
    chosen = next((span for span in with_main if span.edge), with_main[0] if with_main else None)
    labels: list[str] = []
    for span in spans:
        parts = split_labels(span.labels)
        if span is chosen or not with_main:
            labels += span.labels
        else:
            labels += [*parts.notes, *parts.unknown]
    return tuple(dict.fromkeys(labels))


def _build_target(
    graph: Graph,
    changes: list[_TargetChange],
    edge_of: dict[str, Edge],
    target_index: dict[str, int],
) -> tuple[Token, ...]:
    """Build the target: the new tokens of a change stand where its first old token stood."""
    removed = {index for change in changes for index in change.old}
    new_at: dict[int, list[Token]] = {}
    for change in changes:
        if change.old:
            index = change.old[0]
        else:
            index = _find_next_index(graph, change, edge_of, target_index)
        new_at.setdefault(index, []).extend(change.new)
    target: list[Token] = []
    for index, token in enumerate(graph.target):
        target += new_at.get(index, [])
        if index not in removed:
            target.append(token)
    return (*target, *new_at.get(len(graph.target), []))


def _find_next_index(
    graph: Graph, change: _TargetChange, edge_of: dict[str, Edge], target_index: dict[str, int]
) -> int:
    """Find where tokens go that replace none: before those of the next source token."""
    for token in graph.source[change.last_source + 1 :]:
        indexes = [target_index[id] for id in edge_of[token.id].ids if id in target_index]
        if indexes:
            return min(indexes)
    return len(graph.target)
