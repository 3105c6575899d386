"""Single arrays of texts, for functions within queries, which get columns without a table."""

from typing import Any

import pyarrow

from tacknamn.arrow.detector import TableDetector
from tacknamn.arrow.pseudonymizer import TablePseudonymizer
from tacknamn.arrow.spans import DETECTIONS
from tacknamn.pipeline.pseudonymizer import Pseudonymizer

__all__ = ["detect_array", "pseudonymize_array"]


def pseudonymize_array(texts: Any, pseudonymizer: Pseudonymizer) -> Any:
    """Return the pseudonymized texts of an array or a chunked array, in its own type.

    Each text is one document, identified by its content."""
    table = TablePseudonymizer(pseudonymizer, "text", spans=None)
    return _collect(table.pseudonymize_batches(_make_batches(texts)), "text", texts.type)


def detect_array(texts: Any, pseudonymizer: Pseudonymizer) -> Any:
    """Return the detections of each text, as an array of type :data:`tacknamn.arrow.DETECTIONS`."""
    table = TableDetector(pseudonymizer, "text", spans="spans")
    return _collect(table.detect_batches(_make_batches(texts)), "spans", DETECTIONS)


def _make_batches(texts: Any) -> list[Any]:
    return list(pyarrow.table({"text": texts}).to_batches())


def _collect(batches: Any, name: str, type: Any) -> Any:
    """Join a column of batches to one array."""
    arrays = [batch.column(name) for batch in batches]
    if not arrays:
        return pyarrow.array([], type)
    return arrays[0] if len(arrays) == 1 else pyarrow.concat_arrays(arrays)
