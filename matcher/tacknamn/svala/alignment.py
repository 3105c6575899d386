"""Connect tokens as SVALA does: an edge joins the tokens whose letters match in a text diff.

SVALA leaves manual edges as they are and excludes their tokens from the diff. It computes all other
edges from scratch. The labels of such an edge go to the new edge of its first token; edges whose
tokens share letters become one.

:func:`settle_edges` gives a graph this alignment without moving a label. If SVALA would connect a
labelled edge differently, the edge becomes manual and so stays where a person put it.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tacknamn.svala.diff import TooDifferent, find_common_letters
from tacknamn.svala.records import Edge, Graph, Token, make_edge_id, sort_ids

__all__ = ["align_edges", "join_edges", "settle_edges", "sort_edges"]

LAST_OF_PLANE = "\uffff"
"""Characters after this one are two UTF-16 code units, and so two characters in JavaScript."""


def align_edges(graph: Graph) -> dict[str, Edge]:
    """Return the edges that SVALA would give to a graph, by their ids.

    Every token must be in exactly one edge, and ids must be unique. Raises
    :class:`~tacknamn.svala.diff.TooDifferent` if comparing the texts would take too long."""
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    source, target = (
        [token for token in side if not edge_of[token.id].manual]
        for side in (graph.source, graph.target)
    )
    if _is_word_by_word(source, target, edge_of):
        return {edge.id: edge for edge in graph.edges}
    sets = _TokenSets()
    for source_id, target_id in _find_shared(source, target):
        sets.join(source_id, target_id)
    # Each token becomes an edge of its own; then the edges of each set are joined. The labels of
    # an old edge stay with its first token.
    groups: dict[str, list[Edge]] = {}
    labelled = set()
    for token in (*source, *target):
        edge = edge_of[token.id]
        labels = () if edge.id in labelled else edge.labels
        labelled.add(edge.id)
        token_edge = _make_token_edge(token, labels, edge.comment)
        groups.setdefault(sets.find(token.id), []).append(token_edge)
    edges = [edge for edge in graph.edges if edge.manual]
    edges += [join_edges(group) for group in groups.values()]
    return {edge.id: edge for edge in edges}


def _is_word_by_word(source: list[Token], target: list[Token], edge_of: dict[str, Edge]) -> bool:
    """Whether each word is connected only with the equal word, as in most graphs.

    The alignment is then known without a diff."""
    return len(source) == len(target) and all(
        old.text == new.text
        and edge_of[old.id] is edge_of[new.id]
        and edge_of[old.id].ids == sort_ids((old.id, new.id))
        and len(edge_of[old.id].labels) < 2
        and edge_of[old.id].comment is None
        and old.text.strip(" ")
        for old, new in zip(source, target, strict=True)
    )


def _make_token_edge(token: Token, labels: tuple[str, ...], comment: str | None) -> Edge:
    kept = comment if any("!" in label for label in labels) else None
    return Edge(make_edge_id((token.id,)), (token.id,), labels, False, kept)


def join_edges(edges: Iterable[Edge]) -> Edge:
    """Join edges into one with all their tokens, labels and comments, each once."""
    edges = tuple(edges)
    ids = sort_ids(id for edge in edges for id in edge.ids)
    comments = dict.fromkeys(edge.comment for edge in edges if edge.comment)
    return Edge(
        make_edge_id(ids),
        ids,
        tuple(dict.fromkeys(label for edge in edges for label in edge.labels)),
        any(edge.manual for edge in edges),
        "\n\n".join(comments) or None,
    )


def _find_shared(source: list[Token], target: list[Token]) -> Iterator[tuple[str, str]]:
    """Find the pairs of tokens that share a letter other than a space in the diff."""
    texts = [_split_surrogates("".join(token.text for token in side)) for side in (source, target)]
    owners = [_list_owners(source), _list_owners(target)]
    if texts[0] == texts[1]:
        offsets: Iterable[tuple[int, int]] = ((at, at) for at in range(len(texts[0])))
    else:
        offsets = find_common_letters(texts[0], texts[1])
    last = None
    for source_at, target_at in offsets:
        pair = owners[0][source_at], owners[1][target_at]
        if pair != last and texts[0][source_at] != " ":
            last = pair
            yield source[pair[0]].id, target[pair[1]].id


def _list_owners(tokens: list[Token]) -> "array[int]":
    """List for every UTF-16 code unit the index of the token that contains it."""
    owners = array("L")
    for index, token in enumerate(tokens):
        owners.extend([index] * len(_split_surrogates(token.text)))
    return owners


def _split_surrogates(text: str) -> str:
    """Replace every character after U+FFFF with its two surrogates, as in JavaScript."""
    if not text or max(text) <= LAST_OF_PLANE:
        return text
    return "".join(map(chr, array("H", text.encode("utf-16", "surrogatepass")[2:])))


class _TokenSets:
    """Disjoint sets of tokens (union-find)."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def find(self, id: str) -> str:
        """Return the token that represents the set of ``id``."""
        root = id
        while (parent := self._parent.get(root, root)) != root:
            root = parent
        # Compress the path: all tokens on the way now point directly at the root.
        while id != root:
            self._parent[id], id = root, self._parent.get(id, id)
        return root

    def join(self, first: str, second: str) -> None:
        """Join the sets of two tokens."""
        self._parent[self.find(second)] = self.find(first)


def settle_edges(graph: Graph) -> Graph:
    """Return the graph with the edges that SVALA leaves unchanged when it opens it.

    Every token must be in exactly one edge."""
    while True:
        try:
            edges = align_edges(graph)
        except TooDifferent:
            return sort_edges(_make_all_manual(graph))
        labelled = (edge for edge in graph.edges if edge.labels and not edge.manual)
        moved = {edge.id for edge in labelled if edges.get(edge.id) != edge}
        if not moved:
            return sort_edges(replace(graph, edges=tuple(edges.values())))
        # A manual edge takes its tokens out of the diff, which can move other edges: repeat.
        graph = replace(graph, edges=tuple(_make_manual(edge, moved) for edge in graph.edges))


def _make_manual(edge: Edge, moved: set[str]) -> Edge:
    return replace(edge, manual=True) if edge.id in moved else edge


def _make_all_manual(graph: Graph) -> Graph:
    return replace(graph, edges=tuple(replace(edge, manual=True) for edge in graph.edges))


def sort_edges(graph: Graph) -> Graph:
    """Sort the edges of a graph by their first words, the source before the target."""
    index_of = {token.id: index for index, token in enumerate((*graph.source, *graph.target))}
    edges = sorted(graph.edges, key=lambda edge: min(index_of[id] for id in edge.ids))
    return replace(graph, edges=tuple(edges))
