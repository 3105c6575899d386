"""Make a graph one that SVALA takes, without guessing: no word, label or comment gets lost.

=================================  ==========================================================
What is wrong                      What is done
=================================  ==========================================================
a token is several words           it becomes several tokens of the same edge
a token has no blank behind it     it gets a space, as SVALA gives the last one
a token has nothing but blanks     they go to the word before it, else to that behind it
two tokens have one id             both belong to the edge that names it, under new ids
a token is in several edges        they become one, with all their labels
a token is in no edge              it gets one, and is connected as SVALA would connect it
an edge names an unknown token     the name is taken away; with the last one goes the edge
a comment has no label with ``!``  it gets ``OBS!``, the label for annotators
a comment's edge is gone           it is added to the comment of the document
SVALA would connect otherwise      SVALA's edges are made anew; labelled ones become manual
=================================  ==========================================================

Whether what comes out is what was meant, a person must see.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from tacknamn.svala.alignment import join_edges, settle_edges
from tacknamn.svala.records import Edge, Graph, Token, TokenIds
from tacknamn.svala.rules import find_violations, is_note
from tacknamn.svala.tokens import has_final_blank, is_blank, is_token, split_tokens

__all__ = ["repair_graph"]

NOTE = "OBS!"
"""The label of a comment that has none: it is for annotators and keeps out of the corpus."""


@dataclass(slots=True)
class _FutureToken:
    """A token to be."""

    id: str
    """The id it had; empty for one that needs a new id."""
    text: str
    edges: set[int] = field(default_factory=set)
    """Numbers of the edges that connect it."""


def repair_graph(graph: Graph) -> Graph:
    """A graph without violations; ``graph`` itself where there are none."""
    if not find_violations(graph):
        return graph
    named: dict[str, set[int]] = {}
    for number, edge in enumerate(graph.edges):
        for id in edge.ids:
            named.setdefault(id, set()).add(number)
    sides = [_plan_tokens(side, named) for side in (graph.source, graph.target)]
    found = settle_edges(_build(graph, sides, keep=True))
    if find_violations(found):  # ids that look like those of edges, or that run together in them
        found = settle_edges(_build(graph, sides, keep=False))
    return found


def _plan_tokens(tokens: tuple[Token, ...], named: dict[str, set[int]]) -> list[_FutureToken]:
    """The tokens of a side as SVALA would have them."""
    if len(tokens) == 1 and is_token(tokens[0].text, lone=True):
        return [_FutureToken(tokens[0].id, tokens[0].text, named.get(tokens[0].id, set()))]
    found: list[_FutureToken] = []
    before = ""
    for token in tokens:
        if is_blank(token.text):
            before = _move_blanks(found, before, token.text)
            continue
        for number, text in enumerate(split_tokens(before + token.text)):
            id = "" if number else token.id
            found.append(_FutureToken(id, _end_in_blank(text), named.get(token.id, set())))
        before = ""
    if before:
        found.append(_FutureToken(tokens[0].id, before, named.get(tokens[0].id, set())))
    return found


def _move_blanks(found: list[_FutureToken], before: str, blanks: str) -> str:
    """Add blanks to the last word; where there is none, give those to put before the next."""
    if not found:
        return before + blanks
    found[-1].text += blanks
    return ""


def _end_in_blank(text: str) -> str:
    return text if has_final_blank(text) else text + " "


def _build(graph: Graph, sides: list[list[_FutureToken]], keep: bool) -> Graph:
    """The graph of these words; ``keep`` keeps the ids that tokens have."""
    words = [*sides[0], *sides[1]]
    supply = TokenIds(word.id for word in words if keep)
    taken: set[str] = set()
    tokens: list[list[Token]] = [[], []]
    members: dict[int, list[str]] = {}
    lone: list[Edge] = []
    for side, prefix in enumerate("st"):
        for word in sides[side]:
            id = word.id if keep and word.id and word.id not in taken else supply.id(prefix)
            taken.add(id)
            tokens[side].append(Token(id, word.text))
            for number in word.edges:
                members.setdefault(number, []).append(id)
            if not word.edges:
                lone.append(join_edges([Edge("", (id,))]))
    edges = [*_connect_tokens(graph.edges, members), *lone]
    comment = _collect_comments(graph, members)
    return Graph(tuple(tokens[0]), tuple(tokens[1]), tuple(edges), comment)


def _connect_tokens(edges: tuple[Edge, ...], members: dict[int, list[str]]) -> Iterator[Edge]:
    """The edges with the tokens that are there; those that share one are joined."""
    first: dict[str, int] = {}
    parent = {number: number for number in members}
    for number in sorted(members):
        for id in members[number]:
            parent[_find_root(parent, number)] = _find_root(parent, first.setdefault(id, number))
    groups: dict[int, list[Edge]] = {}
    for number in sorted(members):
        edge = replace(edges[number], ids=tuple(dict.fromkeys(members[number])))
        groups.setdefault(_find_root(parent, number), []).append(edge)
    return map(_merge_edges, groups.values())


def _find_root(parent: dict[int, int], number: int) -> int:
    while parent[number] != number:
        parent[number] = parent[parent[number]]
        number = parent[number]
    return number


def _merge_edges(edges: list[Edge]) -> Edge:
    edge = join_edges(edges)
    edge = replace(edge, ids=tuple(dict.fromkeys(edge.ids)))
    if edge.comment and not any(map(is_note, edge.labels)):
        edge = replace(edge, labels=(*edge.labels, NOTE))
    return join_edges([edge])


def _collect_comments(graph: Graph, members: Iterable[int]) -> str | None:
    """The document's comment, with those of edges that are gone."""
    kept = set(members)
    gone = (edge.comment for number, edge in enumerate(graph.edges) if number not in kept)
    comments = dict.fromkeys(comment for comment in (graph.comment, *gone) if comment)
    return "\n\n".join(comments) or None
