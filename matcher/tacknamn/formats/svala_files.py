"""SVALA's graphs, one a file: read to be pseudonymized again, and written.

A graph has the original text in it: it is for annotators, not for the public.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.inputs import Input, Reading
from tacknamn.formats.plain import decoded, name_of, whole
from tacknamn.formats.writers import Writer
from tacknamn.reporting.sources import Source
from tacknamn.svala import (
    Graph,
    read_graph,
    source_text,
    violations,
    with_labels_of_today,
    write_graph,
)

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["WRITER", "graph_of", "read"]


def read(source: Source, reading: Reading) -> Iterator[Input]:
    """The one document of a file, with what annotators did to it."""
    graph = graph_of(decoded(whole(source), source.name, 0), source.name)
    yield Input(name_of(source), source_text(graph), graph, place=source.name)


def graph_of(text: str, place: str) -> Graph:
    """The graph of a JSON text, with today's labels; one that SVALA would refuse is refused."""
    graph = read_graph(text, place)
    wrong = violations(graph)
    if wrong:
        more = f", and {len(wrong) - 1} faults more" if len(wrong) > 1 else ""
        raise InputError(
            f"{place}: {wrong[0].place}: {wrong[0].message}{more}; mend it first, e.g. with "
            "`tacknamn validate --repair`"
        )
    return with_labels_of_today(graph)


def _piece(document: "Document", input: Input) -> str:
    return write_graph(document.graph)


WRITER = Writer(_piece)
