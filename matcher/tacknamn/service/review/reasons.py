"""Say why a piece of a document has its label, and what it may be."""

from collections.abc import Sequence
from typing import Any

from tacknamn.pipeline.document import BY_HAND
from tacknamn.records import Detection
from tacknamn.service.answers import describe_candidate
from tacknamn.service.review.documents import OpenedDocument
from tacknamn.service.review.records import DecidedBy, ReviewedSpan, SpanPlace

__all__ = ["explain_piece"]

_DIGITS = 4


def explain_piece(document: OpenedDocument, place: SpanPlace) -> dict[str, Any]:
    """Explain what the program finds at a place, and what was decided there."""
    tools = document.tools
    span = next((each for each in document.spans if each.place == place), None)
    found = _find(tools.everything.detect(document.text, everything=True), place)
    policy = ""
    if found is not None:
        policy = str(tools.profile.resolve_policy(found))
    elif span is not None and span.label:
        policy = str(tools.profile.get_policy(span.label))
    finding = None if found is None else found.finding
    return {
        "rule": _choose_rule(span, found),
        "cue": "" if found is None else found.trigger,
        "probability": 0.0 if found is None else round(found.probability, _DIGITS),
        "policy": policy,
        "reason": "" if span is None else span.reason,
        "candidates": [
            describe_candidate(each) for each in tools.list_candidates(document.text, place, found)
        ],
        "others": [
            {"label": other.label, "rule": other.rule}
            for other in (finding.others if finding is not None else ())
        ],
        "checked": None if finding is None else finding.checked,
    }


def _find(detections: Sequence[Detection], place: SpanPlace) -> Detection | None:
    """Return the detection at a place, or the first that touches it."""
    touching = [each for each in detections if each.start < place[1] and place[0] < each.end]
    exact = (each for each in touching if (each.start, each.end) == place)
    return next(exact, touching[0] if touching else None)


def _choose_rule(span: ReviewedSpan | None, found: Detection | None) -> str:
    if span is not None and span.by is DecidedBy.PERSON:
        return BY_HAND
    return "" if found is None else found.rule
