"""The standoff JSON of the Text Anonymization Benchmark, and the review document (E7, E8).

A file of the benchmark is a list of documents with their annotations
(:mod:`tacknamn.tab_benchmark.standoff`). Documents of other formats are annotated by rules. A document
that was read from standoff JSON keeps its annotations: the review document shows what the annotators
decided, and written again, it has them unchanged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tacknamn.formats.records import InputDocument, ReadOptions, Writer
from tacknamn.support.input_files import InputStream
from tacknamn.tab_benchmark.standoff import (
    BETWEEN,
    HEAD,
    TAIL,
    StandoffDocument,
    build_standoff,
    name_document,
    write_standoff_document,
)
from tacknamn.tab_benchmark.standoff_reading import load_json, parse_documents

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.tab_benchmark.records import TabMention

__all__ = ["REVIEW_WRITER", "STANDOFF_WRITER", "read", "write_annotated"]


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the documents of a file. All are checked before the first is yielded."""
    documents = parse_documents(load_json(source), source.name)
    for number, document in enumerate(documents, 1):
        yield InputDocument(
            document.doc_id,
            document.text,
            location=f"{source.name}, document {number}",
            annotations=document,
        )


def write_annotated(document: "Document", input: InputDocument, dataset_type: str = "") -> str:
    """Write a document with its annotations: those that were read, or else those by rules.

    Args:
        dataset_type: ``train``, ``dev`` or ``test``; by default that of the input.
    """
    standoff = _find_annotations(input)
    if standoff is None:
        mentions = _annotate(document)
        id = name_document(input.shown_id)
        standoff = build_standoff(mentions, id, document.original, document.protect)
    elif input.published_id:
        standoff = replace(standoff, doc_id=input.published_id)
    if dataset_type:
        standoff = replace(standoff, dataset_type=dataset_type)
    return write_standoff_document(standoff)


def _find_annotations(input: InputDocument) -> StandoffDocument | None:
    annotations = input.annotations
    return annotations if isinstance(annotations, StandoffDocument) else None


def _annotate(document: "Document") -> "tuple[TabMention, ...]":
    """Annotate the text as the finders read it, with the offsets of the original."""
    from tacknamn.tab_benchmark.annotation import annotate  # here, so that reading is faster

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


def _write_review(document: "Document", input: InputDocument) -> str:
    from tacknamn.reports.review import render_review

    name = name_document(document.name or input.shown_id)
    return render_review(document.original, _list_reviewed(document, input), name)


def _list_reviewed(document: "Document", input: InputDocument) -> "Sequence[TabMention]":
    """List the mentions that a reviewer sees: those of annotators, or what the profile replaces."""
    standoff = _find_annotations(input)
    if standoff is not None:
        from tacknamn.pipeline.annotated_texts import list_mentions

        return list_mentions(standoff)
    from tacknamn.reports.reviewed_mentions import follow_profile

    return follow_profile(_annotate(document), document.spans)


def _open_review(first: InputDocument | None) -> str:
    from tacknamn.reports.review import render_review_head

    return render_review_head()


def _close_review(first: InputDocument | None) -> str:
    from tacknamn.reports.review import render_review_tail

    return render_review_tail()


STANDOFF_WRITER = Writer(write_annotated, lambda first: HEAD, lambda first: TAIL, between=BETWEEN)
REVIEW_WRITER = Writer(_write_review, _open_review, _close_review)
