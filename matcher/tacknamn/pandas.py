"""Pseudonymize text columns of data frames of pandas.

::

    import tacknamn.pandas
    safe = frame.tacknamn.pseudonymize("note", key_file="corpus.key")

Importing this module gives every data frame the accessor ``tacknamn``. Index, types and missing values
(``None``, ``NaN``, ``NA``) stay as they are; a column of categories gets other categories.
"""

import re
from collections.abc import Sequence
from typing import Any, Unpack

from tacknamn.arrow import (
    PseudonymizerSettings,
    TablePseudonymizer,
    detect_array,
    open_pseudonymizer,
)
from tacknamn.arrow.table_columns import TableColumns
from tacknamn.errors import InputError

try:
    import pandas
    import pyarrow.compute
except ImportError as exc:
    raise InputError("tacknamn.pandas needs pandas; `pip install 'tacknamn[pandas]'`") from exc

__all__ = ["detect", "pseudonymize"]

_TEXT = pyarrow.large_string()
"""A column of pandas is one array, and may have more text than a short string array can hold."""
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character of UTF-16: the trace of a wrong encoding, and no text for Arrow."""


def pseudonymize(
    frame: "pandas.DataFrame",
    column: str | Sequence[str],
    id_column: str | None = None,
    *,
    spans: str | None = None,
    writer_column: str | None = None,
    **settings: Unpack[PseudonymizerSettings],
) -> "pandas.DataFrame":
    """Return a frame with pseudonymized text columns. The given frame does not change.

    Args:
        column: The name of the text column, or of several ones. The columns of a row are one
            document.
        id_column: The column that names the document of each row.
        spans: The name of a new column of spans, of the type :data:`tacknamn.arrow.SPANS`.
        writer_column: The column that says who wrote each row, with a key: each writer has
            replacements of their own.
        settings: As for :func:`tacknamn.arrow.pseudonymize`.
    """
    pseudonymizer = open_pseudonymizer(settings)
    pseudonymizer.warn_of_inconsistency()
    table = TablePseudonymizer(
        pseudonymizer, column, id_column, spans=spans, writer_column=writer_column
    )
    result = table.pseudonymize_table(_make_table(frame, table.columns))
    safe = frame.copy(deep=False)
    for name in table.columns.texts:
        safe[name] = _write_texts(frame[name], result[name].to_pylist())
    for name in table.columns.span_names:
        values = pandas.arrays.ArrowExtensionArray(result[name])
        safe[name] = pandas.Series(values, frame.index)
    return safe


def detect(
    frame: "pandas.DataFrame", column: str, **settings: Unpack[PseudonymizerSettings]
) -> "pandas.DataFrame":
    """Return a frame with a row for each detection in a text column: its place, label and score.

    The index is that of the row in which it was found, so that it can be joined with the texts."""
    texts = _make_table(frame, TableColumns((column,)))[column]
    detected = detect_array(texts, open_pseudonymizer(settings))
    rows = pyarrow.compute.list_parent_indices(detected).to_numpy()
    fields = pyarrow.compute.list_flatten(detected)
    return pyarrow.Table.from_struct_array(fields).to_pandas().set_index(frame.index.take(rows))


@pandas.api.extensions.register_dataframe_accessor("tacknamn")
class FrameAccessor:
    """The functions of this module as methods of a data frame: ``frame.tacknamn``."""

    def __init__(self, frame: "pandas.DataFrame") -> None:
        self._frame = frame

    def pseudonymize(
        self,
        column: str | Sequence[str],
        id_column: str | None = None,
        *,
        spans: str | None = None,
        writer_column: str | None = None,
        **settings: Unpack[PseudonymizerSettings],
    ) -> "pandas.DataFrame":
        """Return a frame with pseudonymized text columns; see :func:`pseudonymize`."""
        return pseudonymize(
            self._frame, column, id_column, spans=spans, writer_column=writer_column, **settings
        )

    def detect(self, column: str, **settings: Unpack[PseudonymizerSettings]) -> "pandas.DataFrame":
        """Return a frame with a row for each detection; see :func:`detect`."""
        return detect(self._frame, column, **settings)


def _make_table(frame: "pandas.DataFrame", columns: TableColumns) -> Any:
    """Make a table of the columns to read."""
    columns.check_names([name for name in frame.columns if isinstance(name, str)])
    arrays = {name: pyarrow.array(_read_texts(frame[name]), _TEXT) for name in columns.texts}
    for name in columns.ids:
        try:
            arrays[name] = pyarrow.array(frame[name], from_pandas=True)
        except pyarrow.ArrowException:  # its message quotes an id
            option = "id_column" if name == columns.id else "writer_column"
            raise InputError(
                f"{option} {name!r} has values of several types; ids are strings or integers"
            ) from None
    return pyarrow.table(arrays)


def _read_texts(column: "pandas.Series") -> list[str | None]:
    values: list[Any] = column.astype(object).where(column.notna(), None).tolist()
    for row, value in enumerate(values, 1):
        if not (value is None or isinstance(value, str)):
            kind = type(value).__name__
            raise InputError(f"column {column.name!r}, row {row}: is no string but {kind}")
        if value is not None and not value.isascii() and _SURROGATE.search(value):
            raise InputError(
                f"column {column.name!r}, row {row}: has half a character (a surrogate); read the "
                "column again with the right encoding"
            )
    return values


def _write_texts(column: "pandas.Series", texts: list[str | None]) -> "pandas.Series":
    """Return a column of the same type. What is missing stays as it is."""
    values = column.astype(object)
    values[column.notna().to_numpy()] = [text for text in texts if text is not None]
    is_category = isinstance(column.dtype, pandas.CategoricalDtype)
    return values.astype("category" if is_category else column.dtype)
