"""Formats that can only be written: the page with both texts.

``html`` shows original and pseudonymized text side by side (:mod:`tacknamn.reports`). The function
imports what it needs itself, so that other formats start faster.
"""

from typing import TYPE_CHECKING

from tacknamn.formats.records import InputDocument, Writer

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = ["COMPARISON_WRITER"]


def _write_comparison(document: "Document", input: InputDocument) -> str:
    from tacknamn.reports.document_page import render_document_page

    return render_document_page(document)


COMPARISON_WRITER = Writer(_write_comparison)
