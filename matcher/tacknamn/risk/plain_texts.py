"""Read a plain text: one document, of which nobody says what was replaced."""

from collections.abc import Iterator

from tacknamn.risk.documents import Document, Origin
from tacknamn.risk.sources import Source

__all__ = ["read_text"]


def read_text(source: Source) -> Iterator[Document]:
    """The text of ``source`` as the one document in it, named like the file."""
    text = source.decode(source.stream.read(), 1)
    yield Document(Origin(source.name, 1, source.name), text, plain=True)
