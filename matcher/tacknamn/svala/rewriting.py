"""Put new words into the target of a graph, and connect them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tacknamn.svala.alignment import normal_ids
from tacknamn.svala.blanks import is_blank, tokenized
from tacknamn.svala.gathering import Group
from tacknamn.svala.numbering import Supply
from tacknamn.svala.records import Edge, Graph, Token, edge_id

__all__ = ["rewritten"]


@dataclass(frozen=True, slots=True)
class _Change:
    """What becomes of a group."""

    old: tuple[int, ...]
    """Places of the target tokens that go, in their order."""
    new: tuple[Token, ...]
    last: int
    """Place of the group's last source token."""


def rewritten(graph: Graph, groups: list[Group]) -> Graph:
    """``graph`` with each group's text in the target, connected by one edge."""
    supply = Supply(token.id for token in (*graph.source, *graph.target))
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    place_of = {token.id: place for place, token in enumerate(graph.target)}
    changes, edges = [], {edge.id: edge for edge in graph.edges}
    for group in groups:
        ids = [graph.source[place].id for place in sorted(group.places)]
        gone = {edge_of[id].id: edge_of[id] for id in ids}
        old = sorted(place_of[id] for edge in gone.values() for id in edge.ids if id in place_of)
        alone = len(old) == len(graph.target)
        new = _words(group.text, [graph.target[place] for place in old], alone, supply)
        changes.append(_Change(tuple(old), new, max(group.places)))
        edge = _edge(group, (*ids, *(word.id for word in new)))
        for one in gone:
            del edges[one]
        edges[edge.id] = edge
    target = _target(graph, changes, edge_of, place_of)
    return replace(graph, target=target, edges=tuple(edges.values()))


def _words(text: str, old: list[Token], alone: bool, supply: Supply) -> tuple[Token, ...]:
    """The words of a text as tokens: the old ones, where they are the same.

    Blanks make a token only where there is no other in the target."""
    words = () if is_blank(text) and not alone else tokenized(text)
    if words == tuple(token.text for token in old):
        return tuple(old)
    return tuple(Token(supply.id("t"), word) for word in words)


def _edge(group: Group, ids: Iterable[str]) -> Edge:
    sorted_ids = normal_ids(ids)
    comments = dict.fromkeys(span.comment for span in group.spans if span.comment)
    return Edge(
        edge_id(sorted_ids),
        sorted_ids,
        tuple(dict.fromkeys(label for span in group.spans for label in span.labels)),
        any(span.manual for span in group.spans),
        "\n\n".join(comments) or None,
    )


def _target(
    graph: Graph, changes: list[_Change], edge_of: dict[str, Edge], place_of: dict[str, int]
) -> tuple[Token, ...]:
    """The target with each change where its first old token stood."""
    gone = {place for change in changes for place in change.old}
    new_at: dict[int, list[Token]] = {}
    for change in changes:
        place = change.old[0] if change.old else _place_behind(graph, change, edge_of, place_of)
        new_at.setdefault(place, []).extend(change.new)
    found: list[Token] = []
    for place, token in enumerate(graph.target):
        found += new_at.get(place, [])
        if place not in gone:
            found.append(token)
    return (*found, *new_at.get(len(graph.target), []))


def _place_behind(
    graph: Graph, change: _Change, edge_of: dict[str, Edge], place_of: dict[str, int]
) -> int:
    """Where the words belong that had none before them: before those of the next source token."""
    for token in graph.source[change.last + 1 :]:
        places = [place_of[id] for id in edge_of[token.id].ids if id in place_of]
        if places:
            return min(places)
    return len(graph.target)
