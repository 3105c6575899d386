"""The page on which a masking is reviewed: stars for what is masked (:mod:`tacknamn.tab`)."""

from typing import TYPE_CHECKING

from tacknamn.formats.inputs import Input
from tacknamn.formats.writers import Writer

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["WRITER"]


def _piece(document: "Document", input: Input) -> str:
    from tacknamn.tab import annotations  # here, for other formats should not wait for it
    from tacknamn.tab.review_page import review_page

    mentions = annotations(document, document.protect, document.language)
    return review_page(document.original, mentions, document.name)


WRITER = Writer(_piece)
