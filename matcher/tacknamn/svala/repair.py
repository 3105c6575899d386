"""Repair a graph so that SVALA accepts it. No word, label or comment is lost, nothing is guessed.

==================================  ==========================================================
Problem                             Repair
==================================  ==========================================================
a token has several words           it becomes several tokens of the same edge
a token does not end in a blank     it gets a space, as SVALA gives the last one
a token has only blanks             they go to the word before it, else to the word after it
two tokens have one id              both stay in the edge that names the id, with new ids
a token is in several edges         the edges become one, with all their labels
a token is in no edge               it gets one, and is connected as SVALA would connect it
an edge names an unknown token      the name is removed; an edge without tokens is removed
a comment has no label with ``!``   the edge gets ``OBS!``, the label for annotators
the edge of a comment is removed    the comment is added to the comment of the document
SVALA would connect tokens          edges without labels are recomputed; those with labels
differently                         become manual
==================================  ==========================================================

A person must check whether the result is what was meant.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from tacknamn.svala.alignment import join_edges, settle_edges
from tacknamn.svala.records import Edge, Graph, Token, TokenIds
from tacknamn.svala.rules import find_violations, is_note
from tacknamn.svala.tokens import has_final_blank, is_blank, is_token, split_tokens

__all__ = ["repair_graph"]

NOTE = "OBS!"
"""The label for a comment that has none. It is for annotators and not part of the corpus."""


@dataclass(slots=True)
class _FutureToken:
    """A token of the repaired graph that has no final id yet."""

    id: str
    """The id it had; empty if it needs a new one."""
    text: str
    edges: set[int] = field(default_factory=set)
    """The indexes of the edges that connect it."""


def repair_graph(graph: Graph) -> Graph:
    """Return a graph without violations; the same graph if it has none."""
    if not find_violations(graph):
        return graph
    edges_of: dict[str, set[int]] = {}
    for index, edge in enumerate(graph.edges):
        for id in edge.ids:
            edges_of.setdefault(id, set()).add(index)
    sides = [_plan_tokens(side, edges_of) for side in (graph.source, graph.target)]
    repaired = settle_edges(_build(graph, sides, keep_ids=True))
    # Token ids can look like edge ids, or run together in them. Then all tokens get new ids.
    if find_violations(repaired):
        repaired = settle_edges(_build(graph, sides, keep_ids=False))
    return repaired


def _plan_tokens(tokens: tuple[Token, ...], edges_of: dict[str, set[int]]) -> list[_FutureToken]:
    """Split the tokens of a side as SVALA would."""
    if len(tokens) == 1 and is_token(tokens[0].text, lone=True):
        return [_FutureToken(tokens[0].id, tokens[0].text, edges_of.get(tokens[0].id, set()))]
    planned: list[_FutureToken] = []
    blanks = ""  # before the first word
    for token in tokens:
        if is_blank(token.text):
            blanks = _move_blanks(planned, blanks, token.text)
            continue
        for index, text in enumerate(split_tokens(blanks + token.text)):
            id = "" if index else token.id
            planned.append(_FutureToken(id, _end_in_blank(text), edges_of.get(token.id, set())))
        blanks = ""
    if blanks:  # there is no word at all
        planned.append(_FutureToken(tokens[0].id, blanks, edges_of.get(tokens[0].id, set())))
    return planned


def _move_blanks(planned: list[_FutureToken], before: str, blanks: str) -> str:
    """Add blanks to the last word; if there is none, return the blanks for the first word."""
    if not planned:
        return before + blanks
    planned[-1].text += blanks
    return ""


def _end_in_blank(text: str) -> str:
    return text if has_final_blank(text) else text + " "


def _build(graph: Graph, sides: list[list[_FutureToken]], keep_ids: bool) -> Graph:
    """Build the graph of the planned tokens, with their old ids if these are to be kept."""
    token_ids = TokenIds(token.id for side in sides for token in side if keep_ids)
    taken: set[str] = set()
    tokens: list[list[Token]] = [[], []]
    members: dict[int, list[str]] = {}
    lone: list[Edge] = []
    for side, prefix in enumerate("st"):
        for planned in sides[side]:
            is_free = keep_ids and planned.id and planned.id not in taken
            id = planned.id if is_free else token_ids.make(prefix)
            taken.add(id)
            tokens[side].append(Token(id, planned.text))
            for index in planned.edges:
                members.setdefault(index, []).append(id)
            if not planned.edges:
                lone.append(join_edges([Edge("", (id,))]))
    edges = [*_connect_tokens(graph.edges, members), *lone]
    comment = _collect_comments(graph, members)
    return Graph(tuple(tokens[0]), tuple(tokens[1]), tuple(edges), comment)


def _connect_tokens(edges: tuple[Edge, ...], members: dict[int, list[str]]) -> Iterator[Edge]:
    """Yield the edges with the tokens that exist; join edges that share a token (union-find)."""
    first_edge: dict[str, int] = {}
    parent = {index: index for index in members}
    for index in sorted(members):
        for id in members[index]:
            root = _find_root(parent, first_edge.setdefault(id, index))
            parent[_find_root(parent, index)] = root
    groups: dict[int, list[Edge]] = {}
    for index in sorted(members):
        edge = replace(edges[index], ids=tuple(dict.fromkeys(members[index])))
        groups.setdefault(_find_root(parent, index), []).append(edge)
    return map(_merge_edges, groups.values())


def _find_root(parent: dict[int, int], index: int) -> int:
    while parent[index] != index:
        parent[index] = parent[parent[index]]
        index = parent[index]
    return index


def _merge_edges(edges: list[Edge]) -> Edge:
    edge = join_edges(edges)
    edge = replace(edge, ids=tuple(dict.fromkeys(edge.ids)))
    if edge.comment and not any(map(is_note, edge.labels)):
        edge = replace(edge, labels=(*edge.labels, NOTE))
    return join_edges([edge])


def _collect_comments(graph: Graph, members: Iterable[int]) -> str | None:
    """Return the comment of the document and those of the edges that are removed."""
    kept = set(members)
    removed = (edge.comment for index, edge in enumerate(graph.edges) if index not in kept)
    comments = dict.fromkeys(comment for comment in (graph.comment, *removed) if comment)
    return "\n\n".join(comments) or None
