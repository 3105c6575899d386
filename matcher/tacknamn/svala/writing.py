"""Write a graph as SVALA reads it: JSON, one token or edge a line, so that changes can be read.

The same graph gives the same bytes. Edges stand in the order of the graph.
"""

from collections.abc import Iterable
from json.encoder import encode_basestring as quoted

from tacknamn.svala.records import Edge, Graph, Token

__all__ = ["write_graph"]


def write_graph(graph: Graph) -> str:
    """The JSON of a graph, with a line end behind it."""
    parts = [
        f'"source": {_lines("[]", map(_token, graph.source))}',
        f'"target": {_lines("[]", map(_token, graph.target))}',
        f'"edges": {_lines("{}", map(_edge, graph.edges))}',
    ]
    if graph.comment is not None:
        parts.append(f'"comment": {quoted(graph.comment)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(around: str, items: Iterable[str]) -> str:
    inner = ",\n ".join(items)
    return f"{around[0]}\n {inner}\n{around[1]}" if inner else around


def _token(token: Token) -> str:
    return f'{{"id": {quoted(token.id)}, "text": {quoted(token.text)}}}'


def _edge(edge: Edge) -> str:
    """An edge under its name. Written by hand: a thousand words have a thousand edges, and going
    through dictionaries takes eight times as long."""
    name = quoted(edge.id)
    ids, labels = (", ".join(map(quoted, names)) for names in (edge.ids, edge.labels))
    manual = "true" if edge.manual else "false"
    comment = "" if edge.comment is None else f', "comment": {quoted(edge.comment)}'
    return f'{name}: {{"id": {name}, "ids": [{ids}], "labels": [{labels}], "manual": {manual}{comment}}}'
