"""Functions of DuckDB that pseudonymize and detect within queries.

::

    connection = duckdb.connect()
    tacknamn.duckdb.register(connection, key_file="corpus.key")
    connection.sql("SELECT id, tk_pseudonymize(note) FROM 'notes.parquet'")

Each text is one document, identified by its content. To have several columns of a row as one document,
ids or writers, pass a relation to :func:`tacknamn.arrow.pseudonymize`, whose result DuckDB reads.
"""

from contextlib import suppress
from typing import Any, Unpack

from tacknamn.arrow import (
    PseudonymizerSettings,
    detect_array,
    open_pseudonymizer,
    pseudonymize_array,
)
from tacknamn.errors import InputError

try:
    import duckdb
except ImportError as exc:
    raise InputError("tacknamn.duckdb needs duckdb; `pip install 'tacknamn[duckdb]'`") from exc

__all__ = ["register"]

DETECTIONS = 'STRUCT("start" INTEGER, "end" INTEGER, label VARCHAR, score DOUBLE)[]'
"""The type of :data:`tacknamn.arrow.DETECTIONS` in SQL."""


def register(
    connection: "duckdb.DuckDBPyConnection", **settings: Unpack[PseudonymizerSettings]
) -> None:
    """Define ``tk_pseudonymize(text)`` and ``tk_detect(text)`` in a connection, or define them anew.

    NULL stays NULL. The threads of DuckDB share one pseudonymizer.

    Args:
        settings: As for :func:`tacknamn.arrow.pseudonymize`.
    """
    pseudonymizer = open_pseudonymizer(settings)
    pseudonymizer.warn_of_inconsistency()

    def tk_pseudonymize(texts: Any) -> Any:
        return pseudonymize_array(texts, pseudonymizer)

    def tk_detect(texts: Any) -> Any:
        return detect_array(texts, pseudonymizer)

    for function, type in ((tk_pseudonymize, "VARCHAR"), (tk_detect, DETECTIONS)):
        with suppress(duckdb.InvalidInputException):  # it was not defined before
            connection.remove_function(function.__name__)
        connection.create_function(
            function.__name__, function, ["VARCHAR"], type, type="arrow", null_handling="special"
        )
