"""Read a graph: a file, or a text, of JSON as SVALA writes it.

::

    {"source": [{"id": "s0", "text": "Hej "}],
     "target": [{"id": "t0", "text": "Hej "}],
     "edges": {"e-s0-t0": {"id": "e-s0-t0", "ids": ["s0", "t0"], "labels": [], "manual": false}},
     "comment": "only where there is one"}

Whatever has this form is read, whether SVALA would open it or not; that is told by
:func:`tacknamn.svala.rules.violations`. What the records cannot hold (names that are not the
edge's id, missing and unknown fields) is noted in the graph's ``flaws``. Files are untrusted:
anything else ends in one error that names file and place and quotes nothing.
"""

from dataclasses import dataclass, field
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.svala.json_input import Fields, file_text, parsed
from tacknamn.svala.records import Edge, Graph, Token, Violation, edge_id
from tacknamn.svala.rules import Rule, place_of_edge, place_of_token
from tacknamn.svala.strings import fault_of

__all__ = ["read_graph"]


def read_graph(source: Path | str, name: str | None = None) -> Graph:
    """The graph of a file, or of a text of JSON; ``name`` is what messages call it.

    >>> read_graph('{"source": [], "target": [], "edges": {}}')
    Graph(source=(), target=(), edges=(), comment=None, flaws=())
    """
    if isinstance(source, Path):
        return _Reader(name or str(source)).graph(file_text(source))
    return _Reader(name or "the graph").graph(source)


@dataclass(slots=True)
class _Reader:
    name: str
    flaws: list[Violation] = field(default_factory=list)

    def graph(self, text: str) -> Graph:
        content = self._fields("graph", parsed(text, self.name))
        known = self._known("graph", content, {"source", "target", "edges", "comment"})
        sides = [self._tokens(side, known.get(side)) for side in ("source", "target")]
        edges = self._edges(known.get("edges"))
        comment = self._comment("graph", known)
        return Graph(sides[0], sides[1], edges, comment, tuple(self.flaws))

    def _tokens(self, side: str, content: object) -> tuple[Token, ...]:
        if not isinstance(content, list) or isinstance(content, Fields):
            raise self._wrong("graph", f'its "{side}" is missing or no list')
        return tuple(self._token(side, number, one) for number, one in enumerate(content))

    def _token(self, side: str, number: int, content: object) -> Token:
        place = place_of_token(side, number, "")
        known = self._known(place, self._fields(place, content), {"id", "text"})
        return Token(self._string(place, known, "id"), self._string(place, known, "text"))

    def _edges(self, content: object) -> tuple[Edge, ...]:
        if not isinstance(content, Fields):
            raise self._wrong("graph", 'its "edges" are missing or no object')
        names = [name for name, _ in content]
        if len(set(names)) < len(names):
            self._flaw(Rule.DUPLICATE_ID, "graph", "has two edges under one name; SVALA drops one")
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
        id = self._string(place, known, "id") if "id" in known else edge_id(ids)
        edge = Edge(id, ids, labels, manual, self._comment(place, known))
        self._note_edge(place_of_edge(number, edge), name, edge, known)
        return edge

    def _note_edge(self, place: str, name: str, edge: Edge, known: dict[str, object]) -> None:
        for missing in sorted({"id", "labels", "manual"} - known.keys()):
            self._flaw(Rule.FIELDS, place, f'has no "{missing}"')
        if name != edge.id:
            self._flaw(Rule.EDGE_KEY, place, "stands under another name than its id")

    def _known(self, place: str, fields: Fields, names: set[str]) -> dict[str, object]:
        """The fields of the format; others are noted."""
        known = {name: value for name, value in fields if name in names}
        if len(known) < sum(name in names for name, _ in fields):
            raise self._wrong(place, "has a field twice")
        if len(known) < len(fields):
            self._flaw(Rule.FIELDS, place, f"has a field other than {', '.join(sorted(names))}")
        return known

    def _comment(self, place: str, known: dict[str, object]) -> str | None:
        if known.get("comment", "") is None:
            self._flaw(Rule.FIELDS, place, 'its "comment" is null; leave it out')
            return None
        return self._string(place, known, "comment") if "comment" in known else None

    def _fields(self, place: str, content: object) -> Fields:
        if not isinstance(content, Fields):
            raise self._wrong(place, "is no JSON object")
        return content

    def _string(self, place: str, known: dict[str, object], name: str) -> str:
        return self._checked(place, name, known.get(name))

    def _strings(self, place: str, known: dict[str, object], name: str) -> tuple[str, ...]:
        content = known.get(name)
        if not isinstance(content, list) or isinstance(content, Fields):
            raise self._wrong(place, f'its "{name}" are missing or no list of strings')
        return tuple(self._checked(place, name, one) for one in content)

    def _checked(self, place: str, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise self._wrong(place, f'its "{name}" is missing or no string')
        if fault := fault_of(value):
            raise self._wrong(place, f'its "{name}" has {fault}; take it away')
        return value

    def _flaw(self, rule: Rule, place: str, message: str) -> None:
        self.flaws.append(Violation(rule, place, message))

    def _wrong(self, place: str, message: str) -> InputError:
        return InputError(f"{self.name}: {place}: {message}")
