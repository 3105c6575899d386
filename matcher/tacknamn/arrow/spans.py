"""The columns of spans: built field by field, without a record for each span.

``start`` and ``end`` count characters (code points, as Python counts them): of the new text for what
was pseudonymized, of the text itself for what was detected. A row without a text has no list of spans
either.

Spans of pseudonymized texts are meant to be passed on, so they have neither places of the original nor
probabilities. Both say which name stood there: a probability is a long number that few names share.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

import pyarrow

from tacknamn.arrow.building import build_lists, build_numbers, build_strings
from tacknamn.pipeline.joined_texts import place_spans
from tacknamn.records import Detection, Span

__all__ = ["DETECTIONS", "SPANS", "build_detections", "build_spans"]

_PLACE = [("start", pyarrow.int32()), ("end", pyarrow.int32()), ("label", pyarrow.string())]

SPANS = pyarrow.list_(
    pyarrow.struct(
        [
            *_PLACE,
            ("number", pyarrow.int32()),
            ("replacement", pyarrow.string()),
            ("action", pyarrow.string()),
        ]
    )
)
"""The type of a column of spans."""
_SPAN_FIELDS = ("label", "number", "replacement", "action")
"""The fields of :class:`tacknamn.records.Span` that make the column, after the places."""

DETECTIONS = pyarrow.list_(pyarrow.struct([*_PLACE, ("score", pyarrow.float64())]))
"""The type of a column of detections. ``score`` is the probability of the label."""
_DETECTION_FIELDS = ("start", "end", "label", "probability")
"""The fields of :class:`tacknamn.records.Detection` that make the column."""


def build_spans(rows: Sequence[Sequence[Span] | None]) -> Any:
    """Return a column of type :data:`SPANS`. Spans without a replacement are left out: they have no
    place in the new text."""
    placed = [None if row is None else list(place_spans(row)) for row in rows]
    places = _flatten(placed)
    spans = [span for _, _, span in places]
    fields = [_list_values(spans, name) for name in _SPAN_FIELDS]
    starts, ends = [start for start, _, _ in places], [end for _, end, _ in places]
    return _build_column(SPANS, placed, [starts, ends, *fields])


def build_detections(rows: Sequence[Sequence[Detection] | None]) -> Any:
    """Return a column of type :data:`DETECTIONS`."""
    detections = _flatten(rows)
    return _build_column(DETECTIONS, rows, [_list_values(detections, n) for n in _DETECTION_FIELDS])


def _list_values(elements: list[Any], name: str) -> list[Any]:
    return list(map(attrgetter(name), elements))


def _flatten(rows: Iterable[Sequence[Any] | None]) -> list[Any]:
    return [element for row in rows if row is not None for element in row]


def _build_column(
    type: Any, rows: Sequence[Sequence[Any] | None], fields: Iterable[Sequence[Any]]
) -> Any:
    """Return a column of lists of structs, whose fields have the values of all rows."""
    kinds = type.value_type.fields
    arrays = [_build_field(values, kind.type) for values, kind in zip(fields, kinds, strict=True)]
    return build_lists(rows, pyarrow.StructArray.from_arrays(arrays, fields=kinds), type)


def _build_field(values: Sequence[Any], type: Any) -> Any:
    return build_strings(values) if type == pyarrow.string() else build_numbers(values, type)
