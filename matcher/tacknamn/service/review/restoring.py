"""Put words of a graph back to the original, as if no one had decided anything about them.

Each word gets a copy of itself in the target, connected by an edge of its own. The copies stand where
the old words stood, and have the ids that they had before anything was replaced, if those are free: a
word with a later id would count as freed by a person (:func:`tacknamn.svala.texts.list_freed`).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tacknamn.svala.alignment import sort_edges
from tacknamn.svala.records import Edge, Graph, Token, make_edge_id, sort_ids

__all__ = ["restore_words"]

_NUMBERED = re.compile(r"[a-z]([0-9]{1,9})")
_PREFIX = "tr"
"""Begins the ids of copies whose old id is taken. Their numbers say nothing."""


def restore_words(graph: Graph, words: Collection[int]) -> Graph:
    """Return the graph with some words of the original restored, given by their indexes.

    The words of an edge are given together."""
    distance = _find_usual_distance(graph)
    target = {token.id: token for token in graph.target}
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    changed = [
        index
        for index in sorted(words)
        if not _is_copied(graph.source[index], edge_of[graph.source[index].id], target, distance)
    ]
    return _restore(graph, changed, edge_of, distance) if changed else graph


def _is_copied(word: Token, edge: Edge, target: Mapping[str, Token], distance: int) -> bool:
    """Whether a word has its copy in the target, as before anything was decided."""
    copy = target.get(_name_copy(word, distance))
    return (
        copy is not None
        and copy.text == word.text
        and not edge.manual
        and not edge.labels
        and set(edge.ids) == {word.id, copy.id}
    )


def _name_copy(word: Token, distance: int) -> str:
    """Return the id that the copy of a word has in a graph that no one changed; empty for odd ids."""
    match = _NUMBERED.fullmatch(word.id)
    return f"t{int(match[1]) + distance}" if match else ""


def _restore(
    graph: Graph, words: Sequence[int], edge_of: Mapping[str, Edge], distance: int
) -> Graph:
    restored = {graph.source[index].id for index in words}
    kept = [edge for edge in graph.edges if restored.isdisjoint(edge.ids)]
    gone = {id for word in restored for id in edge_of[word].ids}
    copies = dict(zip(words, _make_copies(graph, words, gone, distance), strict=True))
    new_at: dict[int, list[Token]] = {}
    for index, place in _find_places(graph, words, edge_of).items():
        new_at.setdefault(place, []).append(copies[index])
    target: list[Token] = []
    for at, token in enumerate(graph.target):
        target += new_at.get(at, ())
        if token.id not in gone:
            target.append(token)
    target += new_at.get(len(graph.target), ())
    edges = [Edge(*_connect_ids(graph.source[index].id, copy.id)) for index, copy in copies.items()]
    return sort_edges(replace(graph, target=tuple(target), edges=(*kept, *edges)))


def _find_places(graph: Graph, words: Sequence[int], edge_of: Mapping[str, Edge]) -> dict[int, int]:
    """Return for each word the index in the target before which its copy goes.

    The first words of an edge that stand together go where the edge's target begins; all others before
    the target of the next word that has one and is not restored itself."""
    target_index = {token.id: index for index, token in enumerate(graph.target)}
    begins = {
        edge.id: min((target_index[id] for id in edge.ids if id in target_index), default=None)
        for edge in graph.edges
    }
    after = _list_following(graph, words, [begins[edge_of[word.id].id] for word in graph.source])
    places: dict[int, int] = {}
    last: dict[str, int] = {}
    for index in words:
        edge = edge_of[graph.source[index].id]
        begin = begins[edge.id]
        if begin is not None and last.get(edge.id, index - 1) == index - 1:
            last[edge.id] = index
            places[index] = begin
        else:
            places[index] = after[index]
    return places


def _list_following(graph: Graph, words: Iterable[int], begins: Sequence[int | None]) -> list[int]:
    """Return for each word where the target of the next word begins that is not restored."""
    restored = frozenset(words)
    following = [len(graph.target)] * (len(graph.source) + 1)
    for index in range(len(graph.source) - 1, -1, -1):
        begin = begins[index]
        is_fixed = begin is not None and index not in restored
        following[index] = begin if is_fixed and begin is not None else following[index + 1]
    return following[1:]


def _make_copies(
    graph: Graph, words: Iterable[int], gone: Collection[str], distance: int
) -> Iterator[Token]:
    taken = {token.id for token in graph.target if token.id not in gone}
    taken |= {token.id for token in graph.source}
    taken |= {edge.id for edge in graph.edges if not any(id in gone for id in edge.ids)}
    number = 0
    for index in words:
        word = graph.source[index]
        id = _name_copy(word, distance)
        while not id or not taken.isdisjoint((id, _connect_ids(word.id, id)[0])):
            id = f"{_PREFIX}{number}"
            number += 1
        taken.add(id)
        yield Token(id, word.text)


def _find_usual_distance(graph: Graph) -> int:
    """Return by how much the numbers of copied words usually differ from those of their originals."""
    source = {token.id for token in graph.source}
    distances: Counter[int] = Counter()
    for edge in graph.edges:
        if edge.labels or edge.manual or len(edge.ids) != 2:
            continue
        old, new = sorted(edge.ids, key=lambda id: id not in source)
        pair = _NUMBERED.fullmatch(old), _NUMBERED.fullmatch(new)
        if old in source and new not in source and pair[0] and pair[1]:
            distances[int(pair[1][1]) - int(pair[0][1])] += 1
    return distances.most_common(1)[0][0] if distances else 0


def _connect_ids(word: str, copy: str) -> tuple[str, tuple[str, ...]]:
    """Return the id of the edge between two tokens, and its ids."""
    ids = sort_ids((word, copy))
    return make_edge_id(ids), ids
