"""Put what was replaced in a text without disguises into the original text."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tacknamn.detection.disguises.clear_text import ClearText
from tacknamn.detection.disguises.mapped_text import MappedText
from tacknamn.pipeline.document import Disguise, Document
from tacknamn.pipeline.long_texts import freeze_records, store_records
from tacknamn.records import Action, Detection, Span

__all__ = ["restore_document"]


def restore_document(document: Document, original: str, clear: ClearText) -> Document:
    """Return the document of the original text.

    A span covers what the original has in its place, marks and line breaks included. A marked piece
    stays as it is written there.

    Args:
        document: The document of the text without disguises.
    """
    unexamined = clear.count_unexamined(document.detected)
    mapped = clear.mapped
    if mapped is None:
        return replace(document, unexamined=unexamined)
    spans = _restore_spans(document.spans, original, mapped)
    detected = mapped.map_detections(document.detected)
    return replace(
        document,
        original=original,
        spans=freeze_records(store_records(Span, spans, original)),
        detected=freeze_records(store_records(Detection, detected, original)),
        unexamined=unexamined,
        disguise=Disguise(document, mapped),
    )


def _restore_spans(spans: Sequence[Span], original: str, mapped: MappedText) -> Iterator[Span]:
    places = mapped.map_places((span.start, span.end) for span in spans)
    for span, (start, end) in zip(spans, places, strict=True):
        if start >= end:
            continue
        is_marked = span.action is Action.MARK
        yield span._replace(
            start=start,
            end=end,
            replacement=original[start:end] if is_marked else span.replacement,
            found=None if span.found is None else mapped.map_detection(span.found),
        )
