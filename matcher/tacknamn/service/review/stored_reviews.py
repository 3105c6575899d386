"""What is stored next to a graph: the spans as the page had them.

A graph has one label for each word, so it cannot say where in *Lund-trakten* the name ends, or that a person
has not looked at a proposal yet. If the stored spans cannot be read, the graph alone counts.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tacknamn.service.review.records import DecidedBy, ReviewAction, ReviewedSpan

__all__ = ["read_stored_spans", "write_stored_spans"]

_FORMAT = 1
_TEXTS = ("label", "comment", "replacement", "base", "new_base", "rule", "cue", "reason")
_NAMES = ("affixes", "notes", "unknown")


def write_stored_spans(spans: Iterable[ReviewedSpan]) -> dict[str, Any]:
    """Return spans as plain data."""
    return {"format": _FORMAT, "spans": [_write_span(span) for span in spans]}


def _write_span(span: ReviewedSpan) -> dict[str, Any]:
    fields = (*_TEXTS, "start", "end", "number", "pool", "accepted", "probability")
    data: dict[str, Any] = {name: getattr(span, name) for name in fields}
    data |= {name: list(getattr(span, name)) for name in _NAMES}
    return data | {"action": span.action.value, "by": span.by.value}


def read_stored_spans(data: Any, text: str) -> list[ReviewedSpan] | None:
    """Read spans from plain data; None if they are no spans of this text."""
    match data:
        case {"format": 1, "spans": list(items)}:
            try:
                spans = [_read_span(item) for item in items]
            except (KeyError, TypeError, ValueError):
                return None
            return spans if _fit(spans, len(text)) else None
    return None


def _read_span(item: Any) -> ReviewedSpan:
    values: dict[str, Any] = {name: _check(item[name], str) for name in _TEXTS}
    for name in _NAMES:
        values[name] = tuple(_check(each, str) for each in _check(item[name], list))
    for name in ("start", "end", "number", "pool"):
        values[name] = _check(item[name], int)
    return ReviewedSpan(
        **values,
        accepted=_check(item["accepted"], bool),
        probability=float(_check(item["probability"], int, float)),
        action=ReviewAction(item["action"]),
        by=DecidedBy(item["by"]),
    )


def _check(value: Any, *types: type) -> Any:
    if type(value) not in types:
        raise TypeError
    return value


def _fit(spans: Sequence[ReviewedSpan], size: int) -> bool:
    at = 0
    for span in spans:
        if not at <= span.start < span.end <= size or not 0 <= span.probability <= 1:
            return False
        at = span.end
    return True
