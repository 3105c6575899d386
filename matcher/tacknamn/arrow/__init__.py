"""Pseudonymize text columns of Arrow tables, and of everything that speaks Arrow's C stream.

::

    from tacknamn.arrow import pseudonymize
    reader = pseudonymize(table, column="note", id_column="id", key_file="corpus.key")

A table enters batch by batch and leaves batch by batch, so memory does not grow with the table. The
modules ``tacknamn.pandas``, ``tacknamn.polars`` and ``tacknamn.duckdb`` stand on this package.
"""

from tacknamn.errors import InputError

try:
    import pyarrow as _  # noqa: F401
except ImportError as exc:
    raise InputError("tacknamn.arrow needs pyarrow; `pip install 'tacknamn[arrow]'`") from exc

from tacknamn.arrow.arrays import detect_array, pseudonymize_array
from tacknamn.arrow.detector import TableDetector
from tacknamn.arrow.pseudonymizer import TablePseudonymizer
from tacknamn.arrow.settings import PseudonymizerSettings, open_pseudonymizer
from tacknamn.arrow.spans import DETECTIONS, SPANS
from tacknamn.arrow.streams import detect, pseudonymize

__all__ = [
    "DETECTIONS",
    "SPANS",
    "PseudonymizerSettings",
    "TableDetector",
    "TablePseudonymizer",
    "detect",
    "detect_array",
    "open_pseudonymizer",
    "pseudonymize",
    "pseudonymize_array",
]
