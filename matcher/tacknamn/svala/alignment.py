"""Connect tokens as SVALA does by itself: those that share letters when the texts are compared.

Manual edges stay as they are and their tokens are left out of the comparison. The labels of an
edge that is not manual go where its first token goes; edges whose tokens share letters are one.
"""

from array import array
from collections.abc import Iterable, Iterator

from tacknamn.svala.difference import same_letters
from tacknamn.svala.records import Edge, Graph, Token, edge_id

__all__ = ["aligned", "joined", "normal_ids"]

LAST_OF_PLANE = "\uffff"
"""Letters beyond are two in JavaScript."""


def aligned(graph: Graph) -> dict[str, Edge]:
    """The edges that SVALA would give to a graph, by their ids.

    Every token must be in one edge of the graph, and ids must be unique. Raises
    :class:`~tacknamn.svala.difference.TooDifferent` where to compare would take too long."""
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    loose = [
        [token for token in side if not edge_of[token.id].manual]
        for side in (graph.source, graph.target)
    ]
    if _is_plain(loose, edge_of):
        return {edge.id: edge for edge in graph.edges}
    groups = _Groups()
    for one, other in _shared(*loose):
        groups.join(one, other)
    found: dict[str, list[Edge]] = {}
    labelled = set()
    for token in (*loose[0], *loose[1]):
        edge = edge_of[token.id]
        labels = () if edge.id in labelled else edge.labels
        labelled.add(edge.id)
        found.setdefault(groups.first(token.id), []).append(_piece(token, labels, edge.comment))
    edges = [edge for edge in graph.edges if edge.manual] + [
        joined(some) for some in found.values()
    ]
    return {edge.id: edge for edge in edges}


def _is_plain(loose: list[list[Token]], edge_of: dict[str, Edge]) -> bool:
    """Whether each word is connected with its likeness and nothing else, as in most graphs."""
    return len(loose[0]) == len(loose[1]) and all(
        one.text == other.text
        and edge_of[one.id] is edge_of[other.id]
        and edge_of[one.id].ids == normal_ids((one.id, other.id))
        and len(edge_of[one.id].labels) < 2
        and edge_of[one.id].comment is None
        and one.text.strip(" ")
        for one, other in zip(*loose, strict=True)
    )


def _piece(token: Token, labels: tuple[str, ...], comment: str | None) -> Edge:
    kept = comment if any("!" in label for label in labels) else None
    return Edge(edge_id((token.id,)), (token.id,), labels, False, kept)


def joined(edges: Iterable[Edge]) -> Edge:
    """One edge of several: all their tokens, labels and comments, each once."""
    edges = tuple(edges)
    ids = normal_ids(id for edge in edges for id in edge.ids)
    comments = dict.fromkeys(edge.comment for edge in edges if edge.comment)
    return Edge(
        edge_id(ids),
        ids,
        tuple(dict.fromkeys(label for edge in edges for label in edge.labels)),
        any(edge.manual for edge in edges),
        "\n\n".join(comments) or None,
    )


def normal_ids(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids in the order in which JavaScript sorts them."""
    return tuple(sorted(ids, key=lambda id: id.encode("utf-16-be", "surrogatepass")))


def _shared(source: list[Token], target: list[Token]) -> Iterator[tuple[str, str]]:
    """Tokens that share a letter, a space apart, when their texts are compared."""
    texts = [_units("".join(token.text for token in side)) for side in (source, target)]
    owners = [_owners(source), _owners(target)]
    if texts[0] == texts[1]:
        places: Iterable[tuple[int, int]] = ((place, place) for place in range(len(texts[0])))
    else:
        places = same_letters(texts[0], texts[1])
    last = None
    for one, other in places:
        pair = owners[0][one], owners[1][other]
        if pair != last and texts[0][one] != " ":
            last = pair
            yield source[pair[0]].id, target[pair[1]].id


def _owners(tokens: list[Token]) -> "array[int]":
    """For every letter of JavaScript, the place of the token that has it."""
    owners = array("L")
    for place, token in enumerate(tokens):
        owners.extend([place] * len(_units(token.text)))
    return owners


def _units(text: str) -> str:
    """``text`` with every letter beyond U+FFFF as two, as JavaScript has it."""
    if not text or max(text) <= LAST_OF_PLANE:
        return text
    return "".join(map(chr, array("H", text.encode("utf-16", "surrogatepass")[2:])))


class _Groups:
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
