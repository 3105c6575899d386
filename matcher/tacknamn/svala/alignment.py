"""Connect tokens as SVALA does by itself: those that share letters when the texts are compared.

Manual edges stay as they are and their tokens are left out of the comparison. The labels of an
edge that is not manual go where its first token goes; edges whose tokens share letters are one.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tacknamn.svala.diff import TooDifferent, find_common_letters
from tacknamn.svala.records import Edge, Graph, Token, make_edge_id

__all__ = [
    "align_edges",
    "join_edges",
    "settle_edges",
    "sort_edges",
    "sort_ids",
]

LAST_OF_PLANE = "\uffff"
"""Letters beyond are two in JavaScript."""


def align_edges(graph: Graph) -> dict[str, Edge]:
    """The edges that SVALA would give to a graph, by their ids.

    Every token must be in one edge of the graph, and ids must be unique. Raises
    :class:`~tacknamn.svala.diff.TooDifferent` where to compare would take too long."""
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    loose = [
        [token for token in side if not edge_of[token.id].manual]
        for side in (graph.source, graph.target)
    ]
    if _is_plain(loose, edge_of):
        return {edge.id: edge for edge in graph.edges}
    groups = _TokenSets()
    for one, other in _find_shared(*loose):
        groups.join(one, other)
    found: dict[str, list[Edge]] = {}
    labelled = set()
    for token in (*loose[0], *loose[1]):
        edge = edge_of[token.id]
        labels = () if edge.id in labelled else edge.labels
        labelled.add(edge.id)
        found.setdefault(groups.first(token.id), []).append(
            _make_token_edge(token, labels, edge.comment)
        )
    edges = [edge for edge in graph.edges if edge.manual] + [
        join_edges(some) for some in found.values()
    ]
    return {edge.id: edge for edge in edges}


def _is_plain(loose: list[list[Token]], edge_of: dict[str, Edge]) -> bool:
    """Whether each word is connected with its likeness and nothing else, as in most graphs."""
    return len(loose[0]) == len(loose[1]) and all(
        one.text == other.text
        and edge_of[one.id] is edge_of[other.id]
        and edge_of[one.id].ids == sort_ids((one.id, other.id))
        and len(edge_of[one.id].labels) < 2
        and edge_of[one.id].comment is None
        and one.text.strip(" ")
        for one, other in zip(*loose, strict=True)
    )


def _make_token_edge(token: Token, labels: tuple[str, ...], comment: str | None) -> Edge:
    kept = comment if any("!" in label for label in labels) else None
    return Edge(make_edge_id((token.id,)), (token.id,), labels, False, kept)


def join_edges(edges: Iterable[Edge]) -> Edge:
    """One edge of several: all their tokens, labels and comments, each once."""
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


def sort_ids(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids in the order in which JavaScript sorts them."""
    return tuple(sorted(ids, key=lambda id: id.encode("utf-16-be", "surrogatepass")))


def _find_shared(source: list[Token], target: list[Token]) -> Iterator[tuple[str, str]]:
    """Tokens that share a letter, a space apart, when their texts are compared."""
    texts = [_split_surrogates("".join(token.text for token in side)) for side in (source, target)]
    owners = [_list_owners(source), _list_owners(target)]
    if texts[0] == texts[1]:
        places: Iterable[tuple[int, int]] = ((place, place) for place in range(len(texts[0])))
    else:
        places = find_common_letters(texts[0], texts[1])
    last = None
    for one, other in places:
        pair = owners[0][one], owners[1][other]
        if pair != last and texts[0][one] != " ":
            last = pair
            yield source[pair[0]].id, target[pair[1]].id


def _list_owners(tokens: list[Token]) -> "array[int]":
    """For every letter of JavaScript, the place of the token that has it."""
    owners = array("L")
    for place, token in enumerate(tokens):
        owners.extend([place] * len(_split_surrogates(token.text)))
    return owners


def _split_surrogates(text: str) -> str:
    """``text`` with every letter beyond U+FFFF as two, as JavaScript has it."""
    if not text or max(text) <= LAST_OF_PLANE:
        return text
    return "".join(map(chr, array("H", text.encode("utf-16", "surrogatepass")[2:])))


class _TokenSets:
    """Sets of tokens that grow together (union-find)."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def first(self, id: str) -> str:
        """The token that stands for the set of ``id``."""
        root = id
        while (parent := self._parent.get(root, root)) != root:
            root = parent
        while id != root:
            self._parent[id], id = root, self._parent.get(id, id)
        return root

    def join(self, one: str, other: str) -> None:
        self._parent[self.first(other)] = self.first(one)


# Give a graph the alignment that SVALA would give it, without moving a label.
#
# Edges without labels that are not manual are SVALA's own and are made anew. One with labels that
# SVALA would connect otherwise becomes manual: so it stays where a person put it.


def settle_edges(graph: Graph) -> Graph:
    """``graph``, all of whose tokens are in one edge each, as it stays when SVALA opens it."""
    while True:
        try:
            edges = align_edges(graph)
        except TooDifferent:
            return sort_edges(_make_all_manual(graph))
        loose = (edge for edge in graph.edges if edge.labels and not edge.manual)
        moved = {edge.id for edge in loose if edges.get(edge.id) != edge}
        if not moved:
            return sort_edges(replace(graph, edges=tuple(edges.values())))
        graph = replace(graph, edges=tuple(_make_manual(edge, moved) for edge in graph.edges))


def _make_manual(edge: Edge, moved: set[str]) -> Edge:
    return replace(edge, manual=True) if edge.id in moved else edge


def _make_all_manual(graph: Graph) -> Graph:
    return replace(graph, edges=tuple(replace(edge, manual=True) for edge in graph.edges))


def sort_edges(graph: Graph) -> Graph:
    """``graph`` with its edges in the order of their first words, the source before the target."""
    place = {token.id: at for at, token in enumerate((*graph.source, *graph.target))}
    edges = sorted(graph.edges, key=lambda edge: min(place[id] for id in edge.ids))
    return replace(graph, edges=tuple(edges))
