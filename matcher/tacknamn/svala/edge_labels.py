"""The labels of edges: find what annotators still have to do, and update old labels.

SVALA shows the same beside the text. A word with two main labels is an error there at any time; the
rest are warnings that should be gone before a text is finished. SVALA opens the graph in any case.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from tacknamn.svala.alignment import join_edges
from tacknamn.svala.records import Edge, Graph, Violation
from tacknamn.svala.rules import name_edge
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind, Taxonomy

__all__ = ["Concern", "find_concerns", "update_labels"]


class Concern(StrEnum):
    """The warnings for annotators."""

    MAIN_LABELS = "main-labels"
    """SVALA: "Too many main labels"."""
    NUMBER_MISSING = "number-missing"
    """SVALA: "Running number missing"."""
    NUMBER_ALONE = "number-alone"
    """SVALA: "Running number used alone"."""
    TEMPORARY = "temporary"
    """SVALA: "Temporary tags not allowed when done"."""
    UNKNOWN_LABEL = "unknown-label"
    """Not a label of the taxonomy for pseudonymization, in this release or an older one."""
    OLD_LABEL = "old-label"
    """A name that SVALA has given up."""


ALWAYS_ERRORS = frozenset((Concern.MAIN_LABELS,))
"""What SVALA reports as an error also while annotators are at work."""


def find_concerns(
    graph: Graph, taxonomy: Taxonomy | None = None, done: bool = True
) -> tuple[Violation, ...]:
    """Find what annotators should still look at, edge by edge.

    Args:
        done: Whether the text is finished. Otherwise only what SVALA calls an error is found.
    """
    taxonomy = taxonomy or load_taxonomy()
    return tuple(
        Violation(concern, name_edge(index, edge), message)
        for index, edge in enumerate(graph.edges)
        for concern, message in _check_labels(edge, taxonomy)
        if done or concern in ALWAYS_ERRORS
    )


def _check_labels(edge: Edge, taxonomy: Taxonomy) -> Iterator[tuple[Concern, str]]:
    parts = taxonomy.split_labels(edge.labels)
    if len(parts.main) > 1:
        yield (
            Concern.MAIN_LABELS,
            f"has {len(parts.main)} labels ({', '.join(parts.main)}); keep one",
        )
    if parts.main and not parts.numbers:
        yield Concern.NUMBER_MISSING, f"has no running number for {parts.main[0]}"
    if parts.numbers and not parts.main:
        yield Concern.NUMBER_ALONE, "has a running number without a label"
    if parts.notes:
        yield Concern.TEMPORARY, f"still has {', '.join(parts.notes)}"
    if parts.unknown:
        yield Concern.UNKNOWN_LABEL, "has a label that the taxonomy does not know"
    old = [name for name in edge.labels if _is_old(taxonomy, name)]
    if old:
        yield Concern.OLD_LABEL, f"has a label of an older taxonomy ({', '.join(old)})"


def _is_old(taxonomy: Taxonomy, name: str) -> bool:
    label = taxonomy.find(name)
    return (
        label is not None
        and taxonomy.kind(name) is not LabelKind.NUMBER
        and (label.retired or label.name != name)
    )


def update_labels(graph: Graph, taxonomy: Taxonomy | None = None) -> Graph:
    """Replace the labels of older releases with today's names; unknown labels stay.

    ``city-SWE`` becomes ``city``: cities without ``foreign`` are Swedish."""
    taxonomy = taxonomy or load_taxonomy()
    edges = tuple(
        join_edges([replace(edge, labels=tuple(map(taxonomy.get_current_name, edge.labels)))])
        for edge in graph.edges
    )
    return replace(graph, edges=edges)
