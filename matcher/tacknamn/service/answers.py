"""Documents, detections and matches as plain data for JSON, with offsets in the unit of the client."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from typing import Any

from tacknamn.lexicon.lexicon import Candidate
from tacknamn.matching.match import Match
from tacknamn.pipeline.document import Document
from tacknamn.records import Detection, Span
from tacknamn.service.offsets import OffsetUnit, convert_offsets

__all__ = ["describe_candidate", "describe_detections", "describe_document", "describe_matches"]

_BY_HAND = "by_hand"
_DIGITS = 4
"""Digits of a probability."""


def describe_document(
    document: Document, id: str, unit: OffsetUnit, has_spans: bool, warnings: Iterable[str] = ()
) -> dict[str, Any]:
    """Return a pseudonymized text with its spans."""
    answer: dict[str, Any] = {"id": id} if id else {}
    answer["text"] = document.text
    if not has_spans:
        return answer
    places = _pair_offsets(
        document.original, ((span.start, span.end) for span in document.spans), unit
    )
    new_places = _pair_offsets(document.text, document.places, unit)
    answer["spans"] = [
        _describe_span(span, place, new_place)
        for span, place, new_place in zip(document.spans, places, new_places, strict=True)
    ]
    if found := [*document.warnings, *warnings]:
        answer["warnings"] = found
    if document.unexamined:
        answer["unexamined"] = dict(document.unexamined)
    return answer


def _describe_span(
    span: Span, place: tuple[int, int], new_place: tuple[int, int]
) -> dict[str, Any]:
    found = span.found
    return {
        "start": place[0],
        "end": place[1],
        "new_start": new_place[0],
        "new_end": new_place[1],
        "label": span.label,
        "replacement": span.replacement,
        "number": span.number,
        "affixes": list(span.affixes),
        "pool": span.pool or None,
        "action": span.action.value,
        "probability": 1.0 if found is None else round(found.probability, _DIGITS),
        "rule": _BY_HAND if found is None else found.rule,
        "reason": span.reason,
    }


def describe_detections(
    text: str, detections: Sequence[Detection], id: str, unit: OffsetUnit
) -> dict[str, Any]:
    """Return what was found in a text."""
    places = _pair_offsets(text, ((each.start, each.end) for each in detections), unit)
    answer: dict[str, Any] = {"id": id} if id else {}
    answer["detections"] = [
        {
            "start": start,
            "end": end,
            "label": each.label,
            "probability": round(each.probability, _DIGITS),
            "rule": each.rule,
            "cue": each.trigger,
            "base": each.base or text[each.start : each.end],
            "affixes": list(each.affixes),
            "country": each.country,
            "parent": each.parent,
        }
        for each, (start, end) in zip(detections, places, strict=True)
    ]
    return answer


def describe_matches(text: str, matches: list[Match], id: str, unit: OffsetUnit) -> dict[str, Any]:
    """Return all matches in a text."""
    if unit is OffsetUnit.CODEPOINTS:
        places: Iterable[tuple[int, int]] = ((match.start, match.end) for match in matches)
    else:  # overlapping matches are not in the order of their ends
        offsets = sorted({place for match in matches for place in (match.start, match.end)})
        units = dict(zip(offsets, convert_offsets(text, offsets, unit), strict=True))
        places = ((units[match.start], units[match.end]) for match in matches)
    answer: dict[str, Any] = {"id": id} if id else {}
    answer["matches"] = [
        {
            "start": start,
            "end": end,
            "base": match.base,
            "affixes": list(match.affixes),
            "edits": match.edits,
            "candidates": [describe_candidate(each) for each in match.candidates],
        }
        for match, (start, end) in zip(matches, places, strict=True)
    ]
    return answer


def describe_candidate(candidate: Candidate) -> Mapping[str, Any]:
    """Return a candidate as plain data."""
    data = asdict(candidate)
    data["probability"] = round(candidate.probability, _DIGITS)
    return data


def _pair_offsets(
    text: str, places: Iterable[tuple[int, int]], unit: OffsetUnit
) -> list[tuple[int, int]]:
    """Convert the offsets of pieces that are in the order of the text and do not overlap."""
    offsets = convert_offsets(text, chain.from_iterable(places), unit)
    return list(zip(offsets, offsets, strict=True))
