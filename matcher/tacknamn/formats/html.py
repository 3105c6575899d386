"""The page with original and pseudonymized text side by side (:mod:`tacknamn.page`)."""

from typing import TYPE_CHECKING

from tacknamn.formats.inputs import Input
from tacknamn.formats.writers import Writer

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["WRITER"]


def _piece(document: "Document", input: Input) -> str:
    from tacknamn.page import page_of  # which imports more than other formats need

    return page_of(document)


WRITER = Writer(_piece)
