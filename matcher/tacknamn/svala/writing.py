"""Write a graph as SVALA reads it: JSON, one token or edge a line, so that changes can be read.

The same graph gives the same bytes. Edges stand in the order of the graph.
"""

import json
from collections.abc import Iterable

from tacknamn.svala.records import Edge, Graph, Token

__all__ = ["write_graph"]


def write_graph(graph: Graph) -> str:
    """The JSON of a graph, with a line end behind it."""
    parts = [
        f'"source": {_list(map(_token, graph.source))}',
        f'"target": {_list(map(_token, graph.target))}',
        f'"edges": {_object((edge.id, _edge(edge)) for edge in graph.edges)}',
    ]
    if graph.comment is not None:
        parts.append(f'"comment": {_json(graph.comment)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _list(items: Iterable[object]) -> str:
    return _lines("[]", map(_json, items))


def _object(items: Iterable[tuple[str, object]]) -> str:
    return _lines("{}", (f"{_json(name)}: {_json(value)}" for name, value in items))


def _lines(around: str, items: Iterable[str]) -> str:
    inner = ",\n ".join(items)
    return f"{around[0]}\n {inner}\n{around[1]}" if inner else around


def _token(token: Token) -> dict[str, str]:
    return {"id": token.id, "text": token.text}


def _edge(edge: Edge) -> dict[str, object]:
    comment = {} if edge.comment is None else {"comment": edge.comment}
    fields = {"id": edge.id, "ids": list(edge.ids), "labels": list(edge.labels)}
    return {**fields, "manual": edge.manual, **comment}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
