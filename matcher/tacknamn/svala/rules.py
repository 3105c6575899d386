"""The rules that a graph must follow, as SVALA checks them when it opens one.

Each rule quotes the message with which SVALA refuses a graph that breaks it. Messages of this
module name the token or the edge and never quote the texts.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from tacknamn.svala.alignment import align_edges
from tacknamn.svala.diff import TooDifferent
from tacknamn.svala.records import Edge, Graph, Violation, make_edge_id, sort_ids
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
    """SVALA: "Graph comment must not be empty string", and the same for an edge."""
    FIELDS = "fields"
    """A field is missing or unknown. SVALA drops the field, or refuses the edge."""


TOKEN_ID = re.compile(r"[a-z]{0,3}[0-9]{1,9}")
"""Ids that programs generate. Other ids may contain anything and are not printed."""


def find_violations(graph: Graph) -> tuple[Violation, ...]:
    """Find everything that makes SVALA refuse a graph; empty if SVALA accepts it."""
    violations = [*graph.flaws, *_check_items(graph), *_check_connections(graph)]
    if not violations or {violation.rule for violation in violations} <= _HARMLESS:
        violations += _check_alignment(graph)
    return tuple(violations)


_HARMLESS = {
    GraphRule.FIELDS,
    GraphRule.EMPTY_COMMENT,
    GraphRule.COMMENT_LABEL,
    GraphRule.BAD_TOKEN,
    GraphRule.EDGE_KEY,
}
"""If no other rule is broken, the alignment can still be checked."""


def is_note(label: str) -> bool:
    """Whether a label allows a comment on its edge: SVALA requires an exclamation mark."""
    return "!" in label


def name_token(side: str, index: int, id: str) -> str:
    """Name a token for a message; ``index`` counts from 0, the name from 1."""
    return f"{side} token {index + 1}" + (f" ({id})" if TOKEN_ID.fullmatch(id) else "")


def name_edge(index: int, edge: Edge) -> str:
    """Name an edge for a message; ``index`` counts from 0, the name from 1."""
    ids = [id for id in edge.ids[:8] if TOKEN_ID.fullmatch(id)]
    more = ["..."] if len(edge.ids) > len(ids) else []
    return f"edge {index + 1}" + (f" ({', '.join([*ids, *more])})" if ids else "")


def _check_items(graph: Graph) -> Iterator[Violation]:
    """Check the rules for a single token or edge."""
    if graph.comment == "":
        yield Violation(GraphRule.EMPTY_COMMENT, "graph", "its comment is empty; remove it")
    for side, tokens in (("source", graph.source), ("target", graph.target)):
        for index, token in enumerate(tokens):
            if not is_token(token.text, len(tokens) == 1):
                message = _explain_bad_token(len(tokens) == 1)
                yield Violation(GraphRule.BAD_TOKEN, name_token(side, index, token.id), message)
    for index, edge in enumerate(graph.edges):
        name = name_edge(index, edge)
        for rule, message in _check_edge(edge):
            yield Violation(rule, name, message)


def _explain_bad_token(lone: bool) -> str:
    if lone:
        return "has more than one word; make a token of each"
    return "is not one word followed by a blank; make a token of each word and end it in a blank"


def _check_edge(edge: Edge) -> Iterator[tuple[GraphRule, str]]:
    if not edge.ids:
        yield GraphRule.EMPTY_EDGE, "connects no tokens; remove it"
    if edge.comment == "":
        yield GraphRule.EMPTY_COMMENT, "its comment is empty; remove it"
    if edge.comment and not any(map(is_note, edge.labels)):
        yield GraphRule.COMMENT_LABEL, "has a comment, but no label such as OBS! or Com!"
    if edge.ids != sort_ids(edge.ids):
        yield GraphRule.NORMAL_FORM, "its ids are not sorted as strings (s10 before s2)"
    elif edge.ids and edge.id != make_edge_id(edge.ids):
        yield GraphRule.NORMAL_FORM, 'its id is not "e-" and its sorted ids, joined by "-"'
    if len(set(edge.labels)) < len(edge.labels):
        yield GraphRule.NORMAL_FORM, "has a label twice"


def _check_connections(graph: Graph) -> Iterator[Violation]:
    """Check the rules for tokens and edges together."""
    seen: set[str] = set()
    connections = Counter(id for edge in graph.edges for id in edge.ids)
    for side, tokens in (("source", graph.source), ("target", graph.target)):
        for index, token in enumerate(tokens):
            name = name_token(side, index, token.id)
            if token.id in seen:
                yield Violation(GraphRule.DUPLICATE_ID, name, "has the id of an earlier token")
            elif connections[token.id] != 1:
                message = _explain_count(connections[token.id])
                yield Violation(GraphRule.TOKEN_EDGES, name, message)
            seen.add(token.id)
    token_ids = frozenset(seen)
    for index, edge in enumerate(graph.edges):
        name = name_edge(index, edge)
        if edge.id in seen:
            yield Violation(GraphRule.DUPLICATE_ID, name, "has the id of an earlier token or edge")
        seen.add(edge.id)
        if not token_ids.issuperset(edge.ids):
            yield Violation(GraphRule.UNKNOWN_TOKEN, name, "connects a token that does not exist")


def _explain_count(count: int) -> str:
    if count:
        return f"is connected {count} times; every token must be in exactly one edge"
    return "is in no edge; every token must be in exactly one"


def _check_alignment(graph: Graph) -> Iterator[Violation]:
    """Find the edges that SVALA would make differently."""
    try:
        aligned = align_edges(graph)
    except TooDifferent:
        yield Violation(
            GraphRule.NOT_ALIGNED,
            "graph",
            "the texts differ too much to be compared in time; mark edges as manual",
        )
        return
    for index, edge in enumerate(graph.edges):
        expected = aligned.get(edge.id)
        if expected is None or not _is_same_edge(edge, expected):
            yield Violation(
                GraphRule.NOT_ALIGNED,
                name_edge(index, edge),
                "is not manual, and SVALA would connect its tokens differently",
            )


def _is_same_edge(edge: Edge, other: Edge) -> bool:
    """Whether two edges agree in what the other rules do not check."""
    return edge.ids == other.ids and edge.manual == other.manual
