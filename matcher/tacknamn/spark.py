"""Pseudonymize text columns with Spark: in data frames, and by functions for SQL.

::

    from tacknamn.spark import pseudonymize, register
    safe = pseudonymize(frame, "note", id_column="id", key_file="/etc/project.key")
    register(session, key_file="/etc/project.key")
    session.sql("SELECT tk_pseudonymize(note) FROM visits")

Nothing large and nothing secret goes to the workers: they get the places of the lists and of the key
(:mod:`tacknamn.support.reopening`). Each Python worker opens them once, for the first text, and keeps
them for later tasks. What can be wrong is checked before any row is processed: settings and columns
here, lists and key by a small job on the workers. ``docs/cluster.md`` is about clusters.
"""

import pickle
import socket
from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from tacknamn.errors import Error, InputError, RunError

try:
    import pyarrow
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.functions import arrow_udf
    from pyspark.sql.pandas.types import from_arrow_type, to_arrow_schema
    from pyspark.sql.types import StructField, StructType
except ImportError as exc:
    raise InputError(
        "tacknamn.spark needs pyspark 4.1 or newer, pyarrow and pandas; "
        "`pip install 'tacknamn[spark]'`"
    ) from exc

from tacknamn.arrow import (
    DETECTIONS,
    PseudonymizerSettings,
    TablePseudonymizer,
    detect_array,
    open_pseudonymizer,
    pseudonymize_array,
)
from tacknamn.pipeline.pseudonymizer import Pseudonymizer

__all__ = ["check_workers", "pseudonymize", "register"]

_PROBES = 10_000
"""Rows of the small job: more than a cluster has cores, so that each task gets some."""


def pseudonymize(
    frame: DataFrame,
    column: str | Sequence[str],
    id_column: str | None = None,
    *,
    spans: str | None = None,
    writer_column: str | None = None,
    check: bool = True,
    **settings: Unpack[PseudonymizerSettings],
) -> DataFrame:
    """Return a data frame with pseudonymized text columns. Other columns stay as they are.

    Args:
        column: The name of the text column, or of several ones. The columns of a row are one
            document.
        id_column: The column that names the document of each row.
        spans: The name of a new column of spans, by their places in the new text; None for no such
            column.
        writer_column: The column that says who wrote each row, with a key: each writer has
            replacements of their own.
        check: Whether to check the workers by a small job first (:func:`check_workers`).
        settings: As for :func:`tacknamn.arrow.pseudonymize`. A key comes from a file or from the
            environment, and each worker reads it there.
    """
    pseudonymizer = _open_pseudonymizer(settings)
    table = TablePseudonymizer(
        pseudonymizer, column, id_column, spans=spans, writer_column=writer_column
    )
    schema = _extend_schema(table, frame.schema)
    if check:
        check_workers(frame.sparkSession, pseudonymizer)
    return frame.mapInArrow(table.pseudonymize_batches, schema)


def register(
    session: SparkSession, *, check: bool = True, **settings: Unpack[PseudonymizerSettings]
) -> None:
    """Add the functions ``tk_pseudonymize`` and ``tk_detect`` to the SQL of a session.

    Both take one text, which is one document. The arguments are those of :func:`pseudonymize`."""
    pseudonymizer = _open_pseudonymizer(settings)
    if check:
        check_workers(session, pseudonymizer)

    def pseudonymize_texts(texts: pyarrow.Array) -> pyarrow.Array:
        return pseudonymize_array(texts, pseudonymizer)

    def detect_texts(texts: pyarrow.Array) -> pyarrow.Array:
        return detect_array(texts, pseudonymizer)

    session.udf.register("tk_pseudonymize", arrow_udf(pseudonymize_texts, "string"))
    session.udf.register("tk_detect", arrow_udf(detect_texts, from_arrow_type(DETECTIONS)))


def check_workers(session: SparkSession, pseudonymizer: Pseudonymizer) -> None:
    """Raise :class:`tacknamn.RunError` if a worker cannot open the lists or the key.

    The job has a task for each core, so it usually reaches every machine."""

    def probe(batches: Iterator[Any]) -> Iterator[Any]:
        for _ in batches:
            pass
        if problem := _find_problem(pseudonymizer):
            row = {"worker": socket.gethostname(), "problem": problem}
            yield pyarrow.RecordBatch.from_pylist([row])

    job = session.range(_PROBES).mapInArrow(probe, "worker string, problem string")
    try:
        found = sorted({(row.worker, row.problem) for row in job.collect()})
    except PySparkException as exc:
        reason = str(exc).strip().splitlines()[-1]
        raise RunError(
            f"Spark's workers cannot run Täcknamn: {reason}; give them the Python environment of the "
            "driver (docs/cluster.md)"
        ) from exc
    if found:
        worker, problem = found[0]
        raise RunError(f"Spark's worker on {worker}: {problem}")


def _find_problem(pseudonymizer: Pseudonymizer) -> str:
    """Open a pseudonymizer in this worker; return what is missing, or nothing."""
    try:
        pseudonymizer.detect("")
    except Error as exc:
        return str(exc)
    return ""


def _open_pseudonymizer(settings: PseudonymizerSettings) -> Pseudonymizer:
    """Open the pseudonymizer on the driver, where all errors in the settings show."""
    pseudonymizer = open_pseudonymizer(settings)
    pseudonymizer.warn_of_inconsistency(3)
    pickle.dumps(pseudonymizer)  # what cannot be sent to workers is an error here, not within Spark
    return pseudonymizer


def _extend_schema(table: TablePseudonymizer, schema: StructType) -> StructType:
    """Check the schema of a data frame, and return that of the result."""
    columns = table.extend_schema(to_arrow_schema(schema))
    added = [StructField(each.name, from_arrow_type(each.type)) for each in columns]
    return StructType([*schema.fields, *added[len(schema.fields) :]])
