"""Documents as plain data for JSON, with offsets in UTF-16 units."""

from collections.abc import Iterable, Mapping
from typing import Any

from tacknamn.service.offsets import OffsetUnit, convert_offsets
from tacknamn.service.review.documents import OpenedDocument
from tacknamn.service.review.records import ReviewedSpan, SpanPlace

__all__ = ["convert_places", "describe_opened", "describe_spans"]

_DIGITS = 4
"""Digits of a probability."""


def describe_opened(
    document: OpenedDocument, *, is_done: bool, is_writable: bool
) -> dict[str, Any]:
    """Return a document as the page gets it, without the id that it has in addresses."""
    units = convert_places(document.text, (each.place for each in document.spans))
    shown = {(each.start, each.end) for each in document.suspects}
    suspect_units = convert_places(document.text, shown)
    return {
        "name": document.id,
        "version": document.version,
        "done": is_done,
        "writable": is_writable,
        "language": document.language,
        "original": document.text,
        "spans": [_describe_span(span, units[span.place]) for span in document.spans],
        "suspects": [
            {
                "start": suspect_units[each.start, each.end][0],
                "end": suspect_units[each.start, each.end][1],
                "label": each.label,
                "probability": round(each.probability, _DIGITS),
                "reason": each.reason,
            }
            for each in document.suspects
        ],
        "comment": document.comment,
        "warnings": list(document.warnings),
    }


def describe_spans(text: str, spans: Iterable[ReviewedSpan]) -> list[dict[str, Any]]:
    """Return spans as the page gets them."""
    spans = list(spans)
    units = convert_places(text, (span.place for span in spans))
    return [_describe_span(span, units[span.place]) for span in spans]


def convert_places(text: str, places: Iterable[SpanPlace]) -> Mapping[SpanPlace, SpanPlace]:
    """Return places in UTF-16 units, by places in code points. They may overlap."""
    places = list(places)
    offsets = sorted({at for place in places for at in place})
    units = dict(zip(offsets, convert_offsets(text, offsets, OffsetUnit.UTF16), strict=True))
    return {(start, end): (units[start], units[end]) for start, end in places}


def _describe_span(span: ReviewedSpan, place: SpanPlace) -> dict[str, Any]:
    return {
        "start": place[0],
        "end": place[1],
        "label": span.label,
        "number": span.number,
        "affixes": list(span.affixes),
        "notes": list(span.notes),
        "comment": span.comment,
        "replacement": span.replacement,
        "base": span.base,
        "newBase": span.new_base,
        "action": span.action.value,
        "by": span.by.value,
        "accepted": span.accepted,
        "probability": round(span.probability, _DIGITS),
        "rule": span.rule,
        "cue": span.cue,
        "reason": span.reason,
        "edge": span.edge,
    }
