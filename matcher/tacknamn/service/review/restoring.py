"""Put words of a graph back to the original, as if nobody had decided anything about them.

Each word gets a copy of itself in the target, connected by an edge of its own. The copies stand where
the old words stood, and have the ids that they had before anything was replaced, if those are free: a
word with a later id would count as freed by a person (:func:`tacknamn.svala.texts.list_freed`).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
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
    if not words:
        return graph
    restored = {graph.source[index].id for index in words}
    removed = [edge for edge in graph.edges if not restored.isdisjoint(edge.ids)]
    kept = [edge for edge in graph.edges if restored.isdisjoint(edge.ids)]
    places = _find_places(graph, sorted(words))
    gone = {id for edge in removed for id in edge.ids}
    copies = dict(zip(sorted(words), _make_copies(graph, sorted(words), gone), strict=True))
    target: list[Token] = []
    for at, token in enumerate((*graph.target, None)):
        target += [copies[index] for index in sorted(copies) if places[index] == at]
        if token is not None and token.id not in gone:
            target.append(token)
    edges = [_connect(graph.source[index], copy) for index, copy in copies.items()]
    return sort_edges(replace(graph, target=tuple(target), edges=(*kept, *edges)))


def _find_places(graph: Graph, words: list[int]) -> dict[int, int]:
    """Return for each word the index in the target before which its copy goes.

    The first words of an edge that stand together go where the edge's target begins; all others before
    the target of the next word that has one and is not restored itself."""
    target_index = {token.id: index for index, token in enumerate(graph.target)}
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    begins = {
        edge.id: min((target_index[id] for id in edge.ids if id in target_index), default=None)
        for edge in graph.edges
    }
    places: dict[int, int] = {}
    seen: dict[str, int] = {}
    following = len(graph.target)
    restored = frozenset(words)
    after: dict[int, int] = {}
    for index in range(len(graph.source) - 1, -1, -1):
        after[index] = following
        begin = begins[edge_of[graph.source[index].id].id]
        if index not in restored and begin is not None:
            following = begin
    for index in words:
        edge = edge_of[graph.source[index].id]
        begin = begins[edge.id]
        is_first_run = edge.id not in seen or seen[edge.id] == index - 1
        if begin is not None and is_first_run:
            seen[edge.id] = index
            places[index] = begin
        else:
            places[index] = after[index]
    return places


def _make_copies(graph: Graph, words: list[int], gone: Collection[str]) -> Iterator[Token]:
    usual = _find_usual_distance(graph)
    taken = {token.id for token in (*graph.source, *graph.target)} - set(gone)
    taken |= {token.id for token in graph.source}
    taken |= {edge.id for edge in graph.edges if set(gone).isdisjoint(edge.ids)}
    number = 0
    for index in words:
        word = graph.source[index]
        match = _NUMBERED.fullmatch(word.id)
        id = f"t{int(match[1]) + usual}" if match else ""
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


def _connect(word: Token, copy: Token) -> Edge:
    return Edge(*_connect_ids(word.id, copy.id))


def _connect_ids(word: str, copy: str) -> tuple[str, tuple[str, ...]]:
    """Return the id of the edge between two tokens, and its ids."""
    ids = sort_ids((word, copy))
    return make_edge_id(ids), ids
