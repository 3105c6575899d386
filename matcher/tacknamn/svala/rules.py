"""What must hold in a graph, rule by rule, as SVALA checks it when it opens one.

Each rule says with which words SVALA refuses a graph that breaks it. Messages name the token or
the edge and never quote the texts.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from tacknamn.svala.alignment import align_edges, sort_ids
from tacknamn.svala.diff import TooDifferent
from tacknamn.svala.records import Edge, Graph, Violation, make_edge_id
from tacknamn.svala.tokens import is_token

__all__ = ["GraphRule", "find_violations", "is_note", "name_edge", "name_token"]


class GraphRule(StrEnum):
    """The invariants of a graph."""

    DUPLICATE_ID = "duplicate-id"
    """SVALA: "Duplicate id"."""
    BAD_TOKEN = "bad-token"
    """SVALA: "Bad text token", "Bad single token"."""
    EDGE_KEY = "edge-key"
    """SVALA: "Edge key and id do not match"."""
    EMPTY_EDGE = "empty-edge"
    """SVALA: "Edge without any associated identifiers"."""
    COMMENT_LABEL = "comment-label"
    """SVALA: "Edge with comment but no comment label"."""
    NORMAL_FORM = "normal-form"
    """SVALA: "Edge not in normal form"."""
    UNKNOWN_TOKEN = "unknown-token"
    """SVALA: "refers to unknown token"."""
    TOKEN_EDGES = "token-edges"
    """SVALA: "Token not appearing exactly once in edge lists"."""
    NOT_ALIGNED = "not-aligned"
    """SVALA: "Graph not automatically aligned"."""
    EMPTY_COMMENT = "empty-comment"
    """SVALA: "Graph comment must not be empty string", and the same of an edge's."""
    FIELDS = "fields"
    """A field is missing, or is none of the format; SVALA drops it, or refuses the edge."""


TOKEN_ID = re.compile(r"[a-z]{0,3}[0-9]{1,9}")
"""Ids that programs make; others may be anything and are not shown."""


def find_violations(graph: Graph) -> tuple[Violation, ...]:
    """Everything for which SVALA would refuse a graph; empty when it takes it."""
    found = [*graph.flaws, *_check_items(graph), *_check_connections(graph)]
    if not found or {one.rule for one in found} <= _HARMLESS:
        found += _check_alignment(graph)
    return tuple(found)


_HARMLESS = {
    GraphRule.FIELDS,
    GraphRule.EMPTY_COMMENT,
    GraphRule.COMMENT_LABEL,
    GraphRule.BAD_TOKEN,
    GraphRule.EDGE_KEY,
}
"""Where these are broken, it can still be told whether the graph is aligned."""


def is_note(label: str) -> bool:
    """Whether a label allows a comment: SVALA asks for an exclamation mark."""
    return "!" in label


def name_token(side: str, number: int, id: str) -> str:
    """What a token is called in messages; ``number`` counts from 0."""
    return f"{side} token {number + 1}" + (f" ({id})" if TOKEN_ID.fullmatch(id) else "")


def name_edge(number: int, edge: Edge) -> str:
    """What an edge is called in messages; ``number`` counts from 0."""
    ids = [id for id in edge.ids[:8] if TOKEN_ID.fullmatch(id)]
    more = ["..."] if len(edge.ids) > len(ids) else []
    return f"edge {number + 1}" + (f" ({', '.join([*ids, *more])})" if ids else "")


def _check_items(graph: Graph) -> Iterator[Violation]:
    """Rules for a token or an edge alone."""
    if graph.comment == "":
        yield Violation(GraphRule.EMPTY_COMMENT, "graph", "its comment is empty; leave it out")
    for side, tokens in (("source", graph.source), ("target", graph.target)):
        for number, token in enumerate(tokens):
            if not is_token(token.text, len(tokens) == 1):
                place = name_token(side, number, token.id)
                yield Violation(GraphRule.BAD_TOKEN, place, _explain_bad_token(len(tokens) == 1))
    for number, edge in enumerate(graph.edges):
        place = name_edge(number, edge)
        for rule, message in _check_edge(edge):
            yield Violation(rule, place, message)


def _explain_bad_token(lone: bool) -> str:
    if lone:
        return "is more than one word; make a token of each"
    return "is not one word with blanks behind it; make a token of each word and end it in a blank"


def _check_edge(edge: Edge) -> Iterator[tuple[GraphRule, str]]:
    if not edge.ids:
        yield GraphRule.EMPTY_EDGE, "connects no tokens; take it away"
    if edge.comment == "":
        yield GraphRule.EMPTY_COMMENT, "its comment is empty; leave it out"
    if edge.comment and not any(map(is_note, edge.labels)):
        yield GraphRule.COMMENT_LABEL, "has a comment, but no label such as OBS! or Com!"
    if edge.ids != sort_ids(edge.ids):
        yield GraphRule.NORMAL_FORM, "its ids are not sorted as strings (s10 before s2)"
    elif edge.ids and edge.id != make_edge_id(edge.ids):
        yield GraphRule.NORMAL_FORM, 'its id is not "e-" and its sorted ids, joined by "-"'
    if len(set(edge.labels)) < len(edge.labels):
        yield GraphRule.NORMAL_FORM, "has a label twice"


def _check_connections(graph: Graph) -> Iterator[Violation]:
    """Rules for tokens and edges together."""
    seen: set[str] = set()
    named = Counter(id for edge in graph.edges for id in edge.ids)
    for side, tokens in (("source", graph.source), ("target", graph.target)):
        for number, token in enumerate(tokens):
            place = name_token(side, number, token.id)
            if token.id in seen:
                yield Violation(GraphRule.DUPLICATE_ID, place, "has the id of a token before it")
            elif named[token.id] != 1:
                yield Violation(GraphRule.TOKEN_EDGES, place, _explain_count(named[token.id]))
            seen.add(token.id)
    tokens_seen = frozenset(seen)
    for number, edge in enumerate(graph.edges):
        place = name_edge(number, edge)
        if edge.id in seen:
            yield Violation(
                GraphRule.DUPLICATE_ID, place, "has the id of a token or edge before it"
            )
        seen.add(edge.id)
        if not tokens_seen.issuperset(edge.ids):
            yield Violation(GraphRule.UNKNOWN_TOKEN, place, "connects a token that is not there")


def _explain_count(count: int) -> str:
    if count:
        return f"is connected {count} times; every token is in exactly one edge"
    return "is in no edge; every token is in exactly one"


def _check_alignment(graph: Graph) -> Iterator[Violation]:
    """Edges that SVALA would make otherwise."""
    try:
        right = align_edges(graph)
    except TooDifferent:
        yield Violation(
            GraphRule.NOT_ALIGNED,
            "graph",
            "the texts differ too much to be compared in time; mark edges as manual",
        )
        return
    for number, edge in enumerate(graph.edges):
        other = right.get(edge.id)
        if other is None or not _is_same_edge(edge, other):
            yield Violation(
                GraphRule.NOT_ALIGNED,
                name_edge(number, edge),
                "is not manual, and SVALA would connect its tokens otherwise",
            )


def _is_same_edge(edge: Edge, other: Edge) -> bool:
    """Whether two edges are alike in what no other rule tells."""
    return edge.ids == other.ids and edge.manual == other.manual
