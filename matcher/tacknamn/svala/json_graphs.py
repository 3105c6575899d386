"""Read and write graphs as JSON, in SVALA's format.

::

    {"source": [{"id": "s0", "text": "Hej "}],
     "target": [{"id": "t0", "text": "Hej "}],
     "edges": {"e-s0-t0": {"id": "e-s0-t0", "ids": ["s0", "t0"], "labels": [], "manual": false}},
     "comment": "only if there is one"}

The reader accepts everything of this form, even if SVALA would not open it;
:func:`tacknamn.svala.rules.find_violations` checks that. What the records cannot represent (an edge
under a name that is not its id, missing and unknown fields) is noted in ``Graph.flaws``. Files are
untrusted: anything else ends in one error that names file and place and quotes nothing.

The writer puts one token or edge on a line, so that a diff of two files is readable. Edges keep the
order of the graph, and equal graphs give equal bytes.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from json.encoder import encode_basestring as quote
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.support.file_kinds import describe_no_text
from tacknamn.support.special_files import open_stream
from tacknamn.svala.records import Edge, Graph, Token, Violation, make_edge_id
from tacknamn.svala.rules import GraphRule, name_edge, name_token
from tacknamn.svala.tokens import find_text_error

__all__ = ["LARGEST_FILE", "read_graph", "write_graph"]

LARGEST_FILE = 1 << 26
"""Bytes of a file. An essay of a thousand words takes 200,000."""


class JsonPairs(list[tuple[str, Any]]):
    """A JSON object as a list of names and values, so that a repeated name is not lost."""


def _read_text_file(path: Path) -> str:
    """Read a file, without the byte-order mark that some editors write."""
    with open_stream(path) as stream:
        raw = stream.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise _make_size_error(str(path))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise InputError(f"{path}: {describe_no_text(raw, exc)}") from None


def _parse_json(text: str, name: str) -> object:
    """Parse a JSON text; messages call it ``name``."""
    if len(text) > LARGEST_FILE:
        raise _make_size_error(name)
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=JsonPairs,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as exc:
        place = f"line {exc.lineno}, column {exc.colno}"
        raise InputError(f"{name}: not JSON at {place}; export the graph again") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{name}: not readable JSON (nested too deeply, or a number out of range); "
            "export the graph again"
        ) from None


def _make_size_error(name: str) -> InputError:
    return InputError(f"{name}: larger than {LARGEST_FILE:,} bytes; a graph holds one document")


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # Python reads NaN and Infinity, which are not JSON


def read_graph(source: Path | str, name: str | None = None) -> Graph:
    """Read a graph from a file (a path) or from a text of JSON; messages call it ``name``.

    >>> read_graph('{"source": [], "target": [], "edges": {}}')
    Graph(source=(), target=(), edges=(), flaws=())
    """
    if isinstance(source, Path):
        return _GraphReader(name or str(source)).read(_read_text_file(source))
    return _GraphReader(name or "the graph").read(source)


@dataclass(slots=True)
class _GraphReader:
    """Reads one graph and collects its flaws."""

    name: str
    """What messages call the file."""
    flaws: list[Violation] = field(default_factory=list)

    def read(self, text: str) -> Graph:
        content = self._check_object("graph", _parse_json(text, self.name))
        fields = self._select_fields("graph", content, {"source", "target", "edges", "comment"})
        source, target = (
            self._read_tokens(side, fields.get(side)) for side in ("source", "target")
        )
        edges = self._read_edges(fields.get("edges"))
        comment = self._read_comment("graph", fields)
        return Graph(source, target, edges, comment, tuple(self.flaws))

    def _read_tokens(self, side: str, content: object) -> tuple[Token, ...]:
        if not isinstance(content, list) or isinstance(content, JsonPairs):
            raise self._make_error("graph", f'its "{side}" is missing or not a list')
        return tuple(self._read_token(side, index, item) for index, item in enumerate(content))

    def _read_token(self, side: str, index: int, content: object) -> Token:
        place = name_token(side, index, "")
        fields = self._select_fields(place, self._check_object(place, content), {"id", "text"})
        return Token(
            self._read_string(place, fields, "id"), self._read_string(place, fields, "text")
        )

    def _read_edges(self, content: object) -> tuple[Edge, ...]:
        if not isinstance(content, JsonPairs):
            raise self._make_error("graph", 'its "edges" are missing or not an object')
        names = [name for name, _ in content]
        if len(set(names)) < len(names):
            message = "has two edges under one name; SVALA drops one"
            self._add_flaw(GraphRule.DUPLICATE_ID, "graph", message)
        return tuple(self._read_edge(index, *pair) for index, pair in enumerate(content))

    def _read_edge(self, index: int, name: str, content: object) -> Edge:
        place = f"edge {index + 1}"
        fields = self._select_fields(
            place,
            self._check_object(place, content),
            {"id", "ids", "labels", "manual", "comment"},
        )
        ids = self._read_strings(place, fields, "ids")
        labels = self._read_strings(place, fields, "labels") if "labels" in fields else ()
        manual = fields.get("manual", False)
        if not isinstance(manual, bool):
            raise self._make_error(place, 'its "manual" is neither true nor false')
        id = self._read_string(place, fields, "id") if "id" in fields else make_edge_id(ids)
        edge = Edge(id, ids, labels, manual, self._read_comment(place, fields))
        self._note_flaws(name_edge(index, edge), name, edge, fields)
        return edge

    def _note_flaws(self, place: str, name: str, edge: Edge, fields: dict[str, object]) -> None:
        for missing in sorted({"id", "labels", "manual"} - fields.keys()):
            self._add_flaw(GraphRule.FIELDS, place, f'has no "{missing}"')
        if name != edge.id:
            self._add_flaw(GraphRule.EDGE_KEY, place, "has a name that is not its id")

    def _select_fields(self, place: str, content: JsonPairs, names: set[str]) -> dict[str, object]:
        """Return the fields of the format; note that there are others."""
        fields = {name: value for name, value in content if name in names}
        if len(fields) < sum(name in names for name, _ in content):
            raise self._make_error(place, "has a field twice")
        if len(fields) < len(content):
            message = f"has a field other than {', '.join(sorted(names))}"
            self._add_flaw(GraphRule.FIELDS, place, message)
        return fields

    def _read_comment(self, place: str, fields: dict[str, object]) -> str | None:
        if fields.get("comment", "") is None:
            self._add_flaw(GraphRule.FIELDS, place, 'its "comment" is null; remove it')
            return None
        return self._read_string(place, fields, "comment") if "comment" in fields else None

    def _check_object(self, place: str, content: object) -> JsonPairs:
        if not isinstance(content, JsonPairs):
            raise self._make_error(place, "is not a JSON object")
        return content

    def _read_string(self, place: str, fields: dict[str, object], name: str) -> str:
        return self._check_string(place, name, fields.get(name))

    def _read_strings(self, place: str, fields: dict[str, object], name: str) -> tuple[str, ...]:
        content = fields.get(name)
        if not isinstance(content, list) or isinstance(content, JsonPairs):
            raise self._make_error(place, f'its "{name}" are missing or not a list of strings')
        return tuple(self._check_string(place, name, value) for value in content)

    def _check_string(self, place: str, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise self._make_error(place, f'its "{name}" is missing or not a string')
        if error := find_text_error(value):
            raise self._make_error(place, f'its "{name}" has {error}; remove it')
        return value

    def _add_flaw(self, rule: GraphRule, place: str, message: str) -> None:
        self.flaws.append(Violation(rule, place, message))

    def _make_error(self, place: str, message: str) -> InputError:
        return InputError(f"{self.name}: {place}: {message}")


def write_graph(graph: Graph) -> str:
    """Return the JSON of a graph, with a line end after it."""
    parts = [
        f'"source": {_write_items("[]", map(_write_token, graph.source))}',
        f'"target": {_write_items("[]", map(_write_token, graph.target))}',
        f'"edges": {_write_items("{}", map(_write_edge, graph.edges))}',
    ]
    if graph.comment is not None:
        parts.append(f'"comment": {quote(graph.comment)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _write_items(brackets: str, items: Iterable[str]) -> str:
    inner = ",\n ".join(items)
    return f"{brackets[0]}\n {inner}\n{brackets[1]}" if inner else brackets


def _write_token(token: Token) -> str:
    return f'{{"id": {quote(token.id)}, "text": {quote(token.text)}}}'


def _write_edge(edge: Edge) -> str:
    """Write an edge under its name.

    The JSON is put together by hand: a text of a thousand words has a thousand edges, and going
    through dictionaries takes eight times as long."""
    name = quote(edge.id)
    ids, labels = (", ".join(map(quote, names)) for names in (edge.ids, edge.labels))
    manual = "true" if edge.manual else "false"
    comment = "" if edge.comment is None else f', "comment": {quote(edge.comment)}'
    return f'{name}: {{"id": {name}, "ids": [{ids}], "labels": [{labels}], "manual": {manual}{comment}}}'
