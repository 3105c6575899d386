"""SVALA's graphs, one per file, and the answers of SVALA's pseudonymization service.

A graph contains the original text: it is for annotators, not for the public. Annotators' work in a
graph is kept when it is pseudonymized again. An answer of the service is a list of sentences on one
line; it can only be written. Its last word is the original, because SVALA needs it.
"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument, ReadOptions, Writer
from tacknamn.formats.text_files import decode_text, name_document, read_whole
from tacknamn.support.input_files import InputStream
from tacknamn.svala.edge_labels import update_labels
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Graph
from tacknamn.svala.rules import find_violations
from tacknamn.svala.service import make_service_answer
from tacknamn.svala.texts import get_source_text

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = ["SERVICE_WRITER", "WRITER", "parse_graph", "read"]

_HELD_BACK = (
    "the last word has a label that would crash SVALA; the label was held back and the word is "
    "unchanged: check it"
)
_JOINED = (
    "words with different labels were sent as one, because SVALA would repeat words otherwise; their "
    "labels after the first one are missing: check them"
)


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the one document of a file, with the annotators' work."""
    graph = parse_graph(decode_text(read_whole(source), source.name, 0), source.name)
    yield InputDocument(name_document(source), get_source_text(graph), graph, location=source.name)


def parse_graph(text: str, location: str) -> Graph:
    """Parse the JSON of a graph and update its labels; refuse what SVALA would refuse."""
    graph = read_graph(text, location)
    violations = find_violations(graph)
    if violations:
        first, further = violations[0], len(violations) - 1
        more = f", and {further} more errors" if further else ""
        raise InputError(
            f"{location}: {first.place}: {first.message}{more}; repair it first, e.g. with "
            "`tacknamn validate --repair`"
        )
    return update_labels(graph)


def _write_graph(document: "Document", input: InputDocument) -> str:
    return write_graph(document.graph)


def _write_answer(document: "Document", input: InputDocument) -> str:
    return json.dumps(make_service_answer(document.graph).sentences, ensure_ascii=False) + "\n"


def _list_warnings(document: "Document") -> tuple[str, ...]:
    """Warn of labels that were held back or joined: an annotator must add them."""
    answer = make_service_answer(document.graph)
    return (*[_HELD_BACK] * bool(answer.held_back), *[_JOINED] * bool(answer.joined))


WRITER = Writer(_write_graph)
SERVICE_WRITER = Writer(_write_answer, warnings=_list_warnings)
