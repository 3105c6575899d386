"""What SVALA's editor makes of a text and of the answer of the pseudonymization service.

Written after the description of its code (the shared specification, and ``applyPseuws``, ``anonymize`` and
``init`` of swell-editor). Every IndexError here is a crash there.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from tacknamn.svala.records import Edge, Graph, Token, make_edge_id
from tacknamn.svala.tokens import has_final_blank, split_tokens, trim_blanks
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["Sentences", "open_text", "show", "take_in"]

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
        sorted_ids = tuple(sorted(ids))
        edges.append(Edge(make_edge_id(sorted_ids), sorted_ids, tuple(labels), bool(labels)))
    return Graph(source, target, tuple(edges)), store


def show(source: tuple[Token, ...], answer: Sentences) -> str:
    """The text that the editor shows: pseudonyms by label and number, other words as they are."""
    result, store = take_in(source, answer)
    index_of = {token.id: index for index, token in enumerate(result.source)}
    text = ""
    for edge in sorted(
        result.edges, key=lambda edge: min(index_of[id] for id in edge.ids if id in index_of)
    ):
        if edge.labels:
            word = store[" ".join(TAXONOMY.sort_labels(edge.labels))]
            text += word if word[-1:].isspace() else word + " "
        else:
            text += "".join(token.text for token in result.source if token.id in edge.ids)
    return text
