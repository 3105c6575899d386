"""Formats that can only be written: two HTML pages, and the benchmark's standoff JSON.

- ``html`` shows original and pseudonymized text side by side (:mod:`tacknamn.reports`).
- ``review`` shows what the profile replaces as stars, for a reviewer.
- ``tab`` is the standoff JSON of the Text Anonymization Benchmark, one document per file
  (:mod:`tacknamn.tab_benchmark`): the original text, its entities, and whether each must be masked.

The functions import what they need themselves, so that other formats start faster.
"""

from typing import TYPE_CHECKING

from tacknamn.formats.records import InputDocument, Writer

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.tab_benchmark.records import TabMention

__all__ = ["COMPARISON_WRITER", "REVIEW_WRITER", "STANDOFF_WRITER"]


def _write_comparison(document: "Document", input: InputDocument) -> str:
    from tacknamn.reports.document_page import render_document_page

    return render_document_page(document)


def _write_review(document: "Document", input: InputDocument) -> str:
    from tacknamn.reports.review import render_review_page
    from tacknamn.reports.reviewed_mentions import follow_profile

    mentions = follow_profile(_annotate(document), document.spans)
    return render_review_page(document.original, mentions, document.name)


def _write_standoff(document: "Document", input: InputDocument) -> str:
    from tacknamn.tab_benchmark.standoff import build_standoff, write_standoff

    mentions = _annotate(document)
    return write_standoff(
        [build_standoff(mentions, input.shown_id, document.original, document.protect)]
    )


def _annotate(document: "Document") -> "tuple[TabMention, ...]":
    """Annotate the text as the finders read it, with the offsets of the original."""
    from tacknamn.tab_benchmark.annotation import annotate

    disguise = document.disguise
    if disguise is None:
        return annotate(document, document.protect, document.language)
    mentions = annotate(disguise.document, document.protect, document.language)
    places = disguise.mapped.map_places((each.start, each.end) for each in mentions)
    return tuple(
        each._replace(start=start, end=end)
        for each, (start, end) in zip(mentions, places, strict=True)
        if start < end
    )


COMPARISON_WRITER = Writer(_write_comparison)
REVIEW_WRITER = Writer(_write_review)
STANDOFF_WRITER = Writer(_write_standoff)
