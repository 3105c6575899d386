"""The columns of spans: built field by field, without a record for each span.

``start`` and ``end`` count characters (code points, as Python counts them) of the original text of
the cell. A row without a text has no list of spans either.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

import pyarrow

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


def build_spans(rows: Iterable[Sequence[Span] | None]) -> Any:
    """Return a column of type :data:`SPANS`."""
    offsets, spans = _flatten(rows)
    fields = [_list_values(spans, name) for name in _SPAN_FIELDS]
    scores = [1.0 if span.found is None else span.found.probability for span in spans]
    return _build_lists(SPANS, offsets, [*fields, scores])


def build_detections(rows: Iterable[Sequence[Detection] | None]) -> Any:
    """Return a column of type :data:`DETECTIONS`."""
    offsets, detections = _flatten(rows)
    fields = [_list_values(detections, name) for name in _DETECTION_FIELDS]
    return _build_lists(DETECTIONS, offsets, fields)


def _list_values(elements: list[Any], name: str) -> list[Any]:
    return list(map(attrgetter(name), elements))


def _flatten(
    rows: Iterable[Sequence[Any] | None],
) -> tuple[list[int | None], list[Any]]:
    """Return where the list of each row begins, None for no list, and the elements of all lists."""
    offsets: list[int | None] = []
    elements: list[Any] = []
    for row in rows:
        if row is None:
            offsets.append(None)
        else:
            offsets.append(len(elements))
            elements += row
    offsets.append(len(elements))
    return offsets, elements


def _build_lists(type: Any, offsets: list[int | None], fields: Iterable[Sequence[Any]]) -> Any:
    arrays = [
        pyarrow.array(values, field.type)
        for values, field in zip(fields, type.value_type.fields, strict=True)
    ]
    structs = pyarrow.StructArray.from_arrays(arrays, fields=type.value_type.fields)
    return pyarrow.ListArray.from_arrays(pyarrow.array(offsets, pyarrow.int32()), structs, type)
