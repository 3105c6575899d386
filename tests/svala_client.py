"""What SVALA's editor makes of a text and of the answer of the pseudonymization service.

Written after the description of its code (the shared specification, and ``applyPseuws``, ``anonymize`` and
``init`` of swell-editor). Every IndexError here is a crash there.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from tacknamn.svala.records import Edge, Graph, Token, TokenIds, make_edge_id, sort_ids
from tacknamn.svala.tokens import has_final_blank, split_tokens, trim_blanks
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["Sentences", "anonymize", "open_text", "show", "take_in"]

TAXONOMY = load_taxonomy()
NOW = {label.name for label in TAXONOMY.labels if not label.retired}
Sentences = Sequence[Sequence[dict[str, Any]]]
"""The answer of the service, as JSON gives it."""


def open_text(raw: str) -> tuple[Token, ...]:
    """The words of a text that the editor opens: it adds a blank where none ends the text."""
    text = raw if not raw or has_final_blank(raw) else raw + " "
    return tuple(Token(f"s{place}", word) for place, word in enumerate(split_tokens(text)))


def take_in(source: tuple[Token, ...], answer: Sentences) -> tuple[Graph, dict[str, str]]:
    """What the editor makes of an answer: a graph, and pseudonyms under labels."""
    words = [word for word in chain(*answer) if word["string"]]
    target = tuple(
        Token(f"t{place}", token.text) for place, token in enumerate(source, len(source))
    )
    at, edges, store = 0, [], {}
    for place, word in enumerate(words):
        labels = [label for label in word["label"] if label in NOW or label.isdigit()]
        if len(labels) < len(word["label"]):
            labels.insert(0, "extra")
        ids = [source[at].id, target[at].id]
        at += 1
        if labels and not words[place + 1]["label"]:
            following = trim_blanks(words[place + 1]["string"])
            while at < len(source) and trim_blanks(source[at].text) != following:
                ids += [source[at].id, target[at].id]
                at += 1
        store[" ".join(labels)] = word["string"]
        sorted_ids = sort_ids(ids)
        edges.append(Edge(make_edge_id(sorted_ids), sorted_ids, tuple(labels), bool(labels)))
    return Graph(source, target, tuple(edges)), store


def anonymize(graph: Graph, store: dict[str, str]) -> Graph:
    """What the editor shows and saves: each labelled group has the pseudonym of its label and number."""
    token_ids = TokenIds(token.id for token in (*graph.source, *graph.target))
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    source_ids = {token.id for token in graph.source}
    target: list[Token] = []
    edges: dict[str, Edge] = {}
    for token in graph.source:
        edge = edge_of[token.id]
        if edge.id in edges:
            continue
        new = [other for other in graph.target if other.id in edge.ids]
        edges[edge.id] = edge
        if edge.labels:
            labels = tuple(TAXONOMY.sort_labels(edge.labels))
            words = split_tokens(store[" ".join(labels)])
            new = [Token(token_ids.make("t"), _end_in_blank(word)) for word in words]
            ids = sort_ids([*source_ids.intersection(edge.ids), *(each.id for each in new)])
            edges[edge.id] = Edge(make_edge_id(ids), ids, labels, True)
        target += new
    return Graph(graph.source, tuple(target), tuple(edges.values()))


def show(source: tuple[Token, ...], answer: Sentences) -> str:
    """The text that the editor shows for an answer."""
    return "".join(token.text for token in anonymize(*take_in(source, answer)).target)


def _end_in_blank(word: str) -> str:
    return word if has_final_blank(word) else word + " "
