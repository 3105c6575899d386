"""The standoff JSON of the Text Anonymization Benchmark (:mod:`tacknamn.tab_benchmark`), one document a file.

Its text is the original one, with entities and whether each has to be masked beside it.
"""

from typing import TYPE_CHECKING

from tacknamn.formats.records import InputDocument, Writer

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = ["WRITER", "write_standoff_json"]


def write_standoff_json(document: "Document", id: str) -> str:
    """The file of a document."""
    # Imported here: other formats should not wait for it.
    from tacknamn.tab_benchmark.annotation import annotate
    from tacknamn.tab_benchmark.standoff import build_standoff, write_standoff

    mentions = annotate(document, document.protect, document.language)
    return write_standoff([build_standoff(mentions, id, document.original, document.protect)])


def _write_document(document: "Document", input: InputDocument) -> str:
    return write_standoff_json(document, input.id)


WRITER = Writer(_write_document)
