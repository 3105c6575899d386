"""Give a graph the alignment that SVALA would give it, without moving a label.

Edges without labels that are not manual are SVALA's own and are made anew. One with labels that
SVALA would connect otherwise becomes manual: so it stays where a person put it.
"""

from dataclasses import replace

from tacknamn.svala.alignment import aligned
from tacknamn.svala.difference import TooDifferent
from tacknamn.svala.records import Edge, Graph

__all__ = ["in_text_order", "settled"]


def settled(graph: Graph) -> Graph:
    """``graph``, all of whose tokens are in one edge each, as it stays when SVALA opens it."""
    while True:
        try:
            edges = aligned(graph)
        except TooDifferent:
            return in_text_order(_all_manual(graph))
        loose = (edge for edge in graph.edges if edge.labels and not edge.manual)
        moved = {edge.id for edge in loose if edges.get(edge.id) != edge}
        if not moved:
            return in_text_order(replace(graph, edges=tuple(edges.values())))
        graph = replace(graph, edges=tuple(_fixed(edge, moved) for edge in graph.edges))


def _fixed(edge: Edge, moved: set[str]) -> Edge:
    return replace(edge, manual=True) if edge.id in moved else edge


def _all_manual(graph: Graph) -> Graph:
    return replace(graph, edges=tuple(replace(edge, manual=True) for edge in graph.edges))


def in_text_order(graph: Graph) -> Graph:
    """``graph`` with its edges in the order of their first words, the source before the target."""
    place = {token.id: at for at, token in enumerate((*graph.source, *graph.target))}
    edges = sorted(graph.edges, key=lambda edge: min(place[id] for id in edge.ids))
    return replace(graph, edges=tuple(edges))
