"""The page with original and pseudonymized text side by side (:mod:`tacknamn.reports`)."""

from typing import TYPE_CHECKING

from tacknamn.formats.records import InputDocument, Writer

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "COMPARISON_WRITER",
    "REVIEW_WRITER",
]


def _write_comparison(document: "Document", input: InputDocument) -> str:
    from tacknamn.reports.document_page import (
        render_document_page,  # which imports more than other formats need
    )

    return render_document_page(document)


COMPARISON_WRITER = Writer(_write_comparison)


# The page on which a masking is reviewed: stars for what is masked (:mod:`tacknamn.tab_benchmark`).


def _write_review(document: "Document", input: InputDocument) -> str:
    from tacknamn.reports.review import render_review_page
    from tacknamn.tab_benchmark.annotation import (
        annotate,  # here, for other formats should not wait for it
    )

    mentions = annotate(document, document.protect, document.language)
    return render_review_page(document.original, mentions, document.name)


REVIEW_WRITER = Writer(_write_review)
