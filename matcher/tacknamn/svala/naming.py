"""Bring the labels of an old corpus up to date."""

from dataclasses import replace

from tacknamn.svala.alignment import joined
from tacknamn.svala.records import Graph
from tacknamn.taxonomy import Taxonomy, load_taxonomy

__all__ = ["with_labels_of_today"]


def with_labels_of_today(graph: Graph, taxonomy: Taxonomy | None = None) -> Graph:
    """``graph`` with today's names for the labels of older releases; unknown ones stay.

    ``city-SWE`` becomes ``city``: Swedish cities are those without ``foreign``."""
    labels = taxonomy or load_taxonomy()
    edges = tuple(
        joined([replace(edge, labels=tuple(map(labels.today, edge.labels)))])
        for edge in graph.edges
    )
    return replace(graph, edges=edges)
