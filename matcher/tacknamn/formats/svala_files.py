"""SVALA's graphs, one a file: read to be pseudonymized again, and written.

A graph has the original text in it: it is for annotators, not for the public.
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

__all__ = [
    "SERVICE_WRITER",
    "WRITER",
    "parse_graph",
    "read",
]


def read(source: InputStream, reading: ReadOptions) -> Iterator[InputDocument]:
    """The one document of a file, with what annotators did to it."""
    graph = parse_graph(decode_text(read_whole(source), source.name, 0), source.name)
    yield InputDocument(name_document(source), get_source_text(graph), graph, place=source.name)


def parse_graph(text: str, place: str) -> Graph:
    """The graph of a JSON text, with today's labels; one that SVALA would refuse is refused."""
    graph = read_graph(text, place)
    wrong = find_violations(graph)
    if wrong:
        more = f", and {len(wrong) - 1} faults more" if len(wrong) > 1 else ""
        raise InputError(
            f"{place}: {wrong[0].place}: {wrong[0].message}{more}; mend it first, e.g. with "
            "`tacknamn validate --repair`"
        )
    return update_labels(graph)


def _write_graph(document: "Document", input: InputDocument) -> str:
    return write_graph(document.graph)


WRITER = Writer(_write_graph)


# The answer of SVALA's pseudonymization service: a list of sentences, on one line.


_HELD_BACK = (
    "the last word has a label that SVALA would not survive; it was held back, and the word "
    "stands as it was: look at it"
)


def _write_answer(document: "Document", input: InputDocument) -> str:
    return json.dumps(make_service_answer(document.graph).sentences, ensure_ascii=False) + "\n"


def _list_warnings(document: "Document") -> tuple[str, ...]:
    """SVALA does not survive a label on the last word: an annotator must add it there."""
    held_back = make_service_answer(document.graph).held_back
    return (_HELD_BACK,) if held_back else ()


SERVICE_WRITER = Writer(_write_answer, warnings=_list_warnings)
