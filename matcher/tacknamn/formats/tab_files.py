"""The standoff JSON of the Text Anonymization Benchmark (:mod:`tacknamn.tab`), one document a file.

Its text is the original one, with entities and whether each has to be masked beside it.
"""

from typing import TYPE_CHECKING

from tacknamn.formats.inputs import Input
from tacknamn.formats.writers import Writer

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["WRITER", "standoff_json"]


def standoff_json(document: "Document", id: str) -> str:
    """The file of a document."""
    # Imported here: other formats should not wait for it.
    from tacknamn.tab import annotations, write_standoff
    from tacknamn.tab.standoff import standoff_of

    mentions = annotations(document, document.protect, document.language)
    return write_standoff([standoff_of(mentions, id, document.original, document.protect)])


def _piece(document: "Document", input: Input) -> str:
    return standoff_json(document, input.id)


WRITER = Writer(_piece)
