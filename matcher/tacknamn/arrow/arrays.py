"""Single arrays of texts, for functions within queries, which get columns without a table."""

from typing import Any

import pyarrow

from tacknamn.arrow.detector import TableDetector
from tacknamn.arrow.pseudonymizer import TablePseudonymizer
from tacknamn.pipeline.pseudonymizer import Pseudonymizer

__all__ = ["detect_array", "pseudonymize_array"]


def pseudonymize_array(texts: Any, pseudonymizer: Pseudonymizer) -> Any:
    """Return the pseudonymized texts of an array or a chunked array, in its own type.

    Each text is one document, identified by its content."""
    table = TablePseudonymizer(pseudonymizer, "text")
    return table.pseudonymize_table(pyarrow.table({"text": texts}))["text"].combine_chunks()


def detect_array(texts: Any, pseudonymizer: Pseudonymizer) -> Any:
    """Return the detections of each text, as an array of type :data:`tacknamn.arrow.DETECTIONS`."""
    table = TableDetector(pseudonymizer, "text", spans="spans")
    return table.detect_table(pyarrow.table({"text": texts}))["spans"].combine_chunks()
