"""Read JSON that may be anything: too large, too deep, no UTF-8, with names twice.

Objects are read as lists of name and value, so that nothing is lost where a name stands twice.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from json.encoder import encode_basestring as quoted
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.svala.records import Edge, Graph, Token, Violation, make_edge_id
from tacknamn.svala.rules import GraphRule, name_edge, name_token
from tacknamn.svala.tokens import find_text_error

__all__ = [
    "JsonObject",
    "parse_json",
    "read_graph",
    "read_text_file",
    "write_graph",
]

LARGEST = 1 << 26
"""Bytes. An essay of a thousand words takes 200,000."""


class JsonObject(list[tuple[str, Any]]):
    """A JSON object: its names and values as they stand."""


def read_text_file(path: Path) -> str:
    """The text of a file, without the byte-order mark that some editors write."""
    with path.open("rb") as stream:
        raw = stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise _too_large_error(str(path))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise InputError(
            f"{path}: no UTF-8 at byte {exc.start}; convert it first, e.g. with "
            "`iconv -f latin1 -t utf-8`"
        ) from None


def parse_json(text: str, name: str) -> object:
    """The value of a JSON text; ``name`` says in messages where it is from."""
    if len(text) > LARGEST:
        raise _too_large_error(name)
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=JsonObject,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as exc:
        place = f"line {exc.lineno}, column {exc.colno}"
        raise InputError(f"{name}: no JSON at {place}; export the graph again") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{name}: no JSON that can be read (nested too deep, or a number out of range); "
            "export the graph again"
        ) from None


def _too_large_error(name: str) -> InputError:
    return InputError(f"{name}: larger than {LARGEST:,} bytes; a graph holds one document")


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


# Read a graph: a file, or a text, of JSON as SVALA writes it.
#
# ::
#
#     {"source": [{"id": "s0", "text": "Hej "}],
#      "target": [{"id": "t0", "text": "Hej "}],
#      "edges": {"e-s0-t0": {"id": "e-s0-t0", "ids": ["s0", "t0"], "labels": [], "manual": false}},
#      "comment": "only where there is one"}
#
# Whatever has this form is read, whether SVALA would open it or not; that is told by
# :func:`tacknamn.svala.rules.find_violations`. What the records cannot hold (names that are not the
# edge's id, missing and unknown fields) is noted in the graph's ``flaws``. Files are untrusted:
# anything else ends in one error that names file and place and quotes nothing.


def read_graph(source: Path | str, name: str | None = None) -> Graph:
    """The graph of a file, or of a text of JSON; ``name`` is what messages call it.

    >>> read_graph('{"source": [], "target": [], "edges": {}}')
    Graph(source=(), target=(), edges=(), comment=None, flaws=())
    """
    if isinstance(source, Path):
        return _GraphReader(name or str(source)).graph(read_text_file(source))
    return _GraphReader(name or "the graph").graph(source)


@dataclass(slots=True)
class _GraphReader:
    name: str
    flaws: list[Violation] = field(default_factory=list)

    def graph(self, text: str) -> Graph:
        content = self._fields("graph", parse_json(text, self.name))
        known = self._known("graph", content, {"source", "target", "edges", "comment"})
        sides = [self._tokens(side, known.get(side)) for side in ("source", "target")]
        edges = self._edges(known.get("edges"))
        comment = self._comment("graph", known)
        return Graph(sides[0], sides[1], edges, comment, tuple(self.flaws))

    def _tokens(self, side: str, content: object) -> tuple[Token, ...]:
        if not isinstance(content, list) or isinstance(content, JsonObject):
            raise self._wrong("graph", f'its "{side}" is missing or no list')
        return tuple(self._token(side, number, one) for number, one in enumerate(content))

    def _token(self, side: str, number: int, content: object) -> Token:
        place = name_token(side, number, "")
        known = self._known(place, self._fields(place, content), {"id", "text"})
        return Token(self._string(place, known, "id"), self._string(place, known, "text"))

    def _edges(self, content: object) -> tuple[Edge, ...]:
        if not isinstance(content, JsonObject):
            raise self._wrong("graph", 'its "edges" are missing or no object')
        names = [name for name, _ in content]
        if len(set(names)) < len(names):
            self._flaw(
                GraphRule.DUPLICATE_ID, "graph", "has two edges under one name; SVALA drops one"
            )
        return tuple(self._edge(number, *pair) for number, pair in enumerate(content))

    def _edge(self, number: int, name: str, content: object) -> Edge:
        place = f"edge {number + 1}"
        fields = self._fields(place, content)
        known = self._known(place, fields, {"id", "ids", "labels", "manual", "comment"})
        ids = self._strings(place, known, "ids")
        labels = self._strings(place, known, "labels") if "labels" in known else ()
        manual = known.get("manual", False)
        if not isinstance(manual, bool):
            raise self._wrong(place, 'its "manual" is neither true nor false')
        id = self._string(place, known, "id") if "id" in known else make_edge_id(ids)
        edge = Edge(id, ids, labels, manual, self._comment(place, known))
        self._note_edge(name_edge(number, edge), name, edge, known)
        return edge

    def _note_edge(self, place: str, name: str, edge: Edge, known: dict[str, object]) -> None:
        for missing in sorted({"id", "labels", "manual"} - known.keys()):
            self._flaw(GraphRule.FIELDS, place, f'has no "{missing}"')
        if name != edge.id:
            self._flaw(GraphRule.EDGE_KEY, place, "stands under another name than its id")

    def _known(self, place: str, fields: JsonObject, names: set[str]) -> dict[str, object]:
        """The fields of the format; others are noted."""
        known = {name: value for name, value in fields if name in names}
        if len(known) < sum(name in names for name, _ in fields):
            raise self._wrong(place, "has a field twice")
        if len(known) < len(fields):
            self._flaw(
                GraphRule.FIELDS, place, f"has a field other than {', '.join(sorted(names))}"
            )
        return known

    def _comment(self, place: str, known: dict[str, object]) -> str | None:
        if known.get("comment", "") is None:
            self._flaw(GraphRule.FIELDS, place, 'its "comment" is null; leave it out')
            return None
        return self._string(place, known, "comment") if "comment" in known else None

    def _fields(self, place: str, content: object) -> JsonObject:
        if not isinstance(content, JsonObject):
            raise self._wrong(place, "is no JSON object")
        return content

    def _string(self, place: str, known: dict[str, object], name: str) -> str:
        return self._checked(place, name, known.get(name))

    def _strings(self, place: str, known: dict[str, object], name: str) -> tuple[str, ...]:
        content = known.get(name)
        if not isinstance(content, list) or isinstance(content, JsonObject):
            raise self._wrong(place, f'its "{name}" are missing or no list of strings')
        return tuple(self._checked(place, name, one) for one in content)

    def _checked(self, place: str, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise self._wrong(place, f'its "{name}" is missing or no string')
        if fault := find_text_error(value):
            raise self._wrong(place, f'its "{name}" has {fault}; take it away')
        return value

    def _flaw(self, rule: GraphRule, place: str, message: str) -> None:
        self.flaws.append(Violation(rule, place, message))

    def _wrong(self, place: str, message: str) -> InputError:
        return InputError(f"{self.name}: {place}: {message}")


# Write a graph as SVALA reads it: JSON, one token or edge a line, so that changes can be read.
#
# The same graph gives the same bytes. Edges stand in the order of the graph.


def write_graph(graph: Graph) -> str:
    """The JSON of a graph, with a line end behind it."""
    parts = [
        f'"source": {_write_items("[]", map(_write_token, graph.source))}',
        f'"target": {_write_items("[]", map(_write_token, graph.target))}',
        f'"edges": {_write_items("{}", map(_write_edge, graph.edges))}',
    ]
    if graph.comment is not None:
        parts.append(f'"comment": {quoted(graph.comment)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _write_items(around: str, items: Iterable[str]) -> str:
    inner = ",\n ".join(items)
    return f"{around[0]}\n {inner}\n{around[1]}" if inner else around


def _write_token(token: Token) -> str:
    return f'{{"id": {quoted(token.id)}, "text": {quoted(token.text)}}}'


def _write_edge(edge: Edge) -> str:
    """An edge under its name. Written by hand: a thousand words have a thousand edges, and going
    through dictionaries takes eight times as long."""
    name = quoted(edge.id)
    ids, labels = (", ".join(map(quoted, names)) for names in (edge.ids, edge.labels))
    manual = "true" if edge.manual else "false"
    comment = "" if edge.comment is None else f', "comment": {quoted(edge.comment)}'
    return f'{name}: {{"id": {name}, "ids": [{ids}], "labels": [{labels}], "manual": {manual}{comment}}}'
