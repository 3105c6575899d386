"""The columns of spans: built field by field, without a record for each span.

``start`` and ``end`` count characters (code points, as Python counts them) of the original text of
the cell. A row without a text has no list of spans either.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

import pyarrow

from tacknamn.arrow.building import build_lists, build_numbers, build_strings
from tacknamn.records import Detection, Span

__all__ = ["DETECTIONS", "SPANS", "build_detections", "build_spans"]

_PLACE = [("start", pyarrow.int32()), ("end", pyarrow.int32()), ("label", pyarrow.string())]
_SCORE = ("score", pyarrow.float64())

SPANS = pyarrow.list_(
    pyarrow.struct(
        [
            *_PLACE,
            ("number", pyarrow.int32()),
            ("replacement", pyarrow.string()),
            ("action", pyarrow.string()),
            _SCORE,
        ]
    )
)
"""The type of a column of spans. ``score`` is the probability of the label."""
_SPAN_FIELDS = ("start", "end", "label", "number", "replacement", "action")
"""The fields of :class:`tacknamn.records.Span` that make the column, before the score."""

DETECTIONS = pyarrow.list_(pyarrow.struct([*_PLACE, _SCORE]))
"""The type of a column of detections."""
_DETECTION_FIELDS = ("start", "end", "label", "probability")
"""The fields of :class:`tacknamn.records.Detection` that make the column."""


def build_spans(rows: Sequence[Sequence[Span] | None]) -> Any:
    """Return a column of type :data:`SPANS`."""
    spans = _flatten(rows)
    fields = [_list_values(spans, name) for name in _SPAN_FIELDS]
    scores = [1.0 if span.found is None else span.found.probability for span in spans]
    return _build_column(SPANS, rows, [*fields, scores])


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
