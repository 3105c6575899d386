"""Pseudonymize text columns of data frames of pandas.

::

    import tacknamn.pandas
    safe = frame.tacknamn.pseudonymize("note", key_file="corpus.key")

Importing this module gives every data frame the accessor ``tacknamn``. Index, types and missing values
(``None``, ``NaN``, ``NA``) stay as they are; a column of categories gets other categories. Columns may
have any names, as in pandas: strings, numbers, tuples of several levels.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
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
    column: Hashable | Sequence[Hashable],
    id_column: Hashable = None,
    *,
    spans: str | None = None,
    writer_column: Hashable = None,
    **settings: Unpack[PseudonymizerSettings],
) -> "pandas.DataFrame":
    """Return a frame with pseudonymized text columns. The given frame does not change.

    Args:
        column: The name of the text column, or a list of several ones. The columns of a row are one
            document.
        id_column: The column that names the document of each row.
        spans: The name of a new column of spans, of the type :data:`tacknamn.arrow.SPANS`.
        writer_column: The column that says who wrote each row, with a key: each writer has
            replacements of their own.
        settings: As for :func:`tacknamn.arrow.pseudonymize`.
    """
    pseudonymizer = open_pseudonymizer(settings)
    pseudonymizer.warn_of_inconsistency()
    labels = list(column) if isinstance(column, (list, tuple)) else [column]
    names = _name_columns([*labels, id_column, writer_column])
    table = TablePseudonymizer(
        pseudonymizer,
        [names[label] for label in labels],
        names.get(id_column),
        spans=spans,
        writer_column=names.get(writer_column),
    )
    result = table.pseudonymize_table(_make_table(frame, table.columns, names))
    safe = frame.copy(deep=False)
    for label in labels:
        safe[label] = _write_texts(frame[label], result[names[label]].to_pylist())
    for name in table.columns.span_names:
        values = pandas.arrays.ArrowExtensionArray(result[name])
        safe[name] = pandas.Series(values, frame.index)
    return safe


def detect(
    frame: "pandas.DataFrame", column: Hashable, **settings: Unpack[PseudonymizerSettings]
) -> "pandas.DataFrame":
    """Return a frame with a row for each detection in a text column: its place, label and score.

    The index is that of the row in which it was found, so that it can be joined with the texts."""
    names = _name_columns([column])
    texts = _make_table(frame, TableColumns((names[column],)), names)[0]
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
        column: Hashable | Sequence[Hashable],
        id_column: Hashable = None,
        *,
        spans: str | None = None,
        writer_column: Hashable = None,
        **settings: Unpack[PseudonymizerSettings],
    ) -> "pandas.DataFrame":
        """Return a frame with pseudonymized text columns; see :func:`pseudonymize`."""
        return pseudonymize(
            self._frame, column, id_column, spans=spans, writer_column=writer_column, **settings
        )

    def detect(
        self, column: Hashable, **settings: Unpack[PseudonymizerSettings]
    ) -> "pandas.DataFrame":
        """Return a frame with a row for each detection; see :func:`detect`."""
        return detect(self._frame, column, **settings)


def _name_columns(labels: Iterable[Hashable]) -> dict[Hashable, str]:
    """Return the names of columns in Arrow, which are strings, by those in pandas."""
    names: dict[Hashable, str] = {}
    for label in labels:
        if label is not None and label not in names:
            name = str(label)
            while name in names.values():  # 0 and "0" are two columns
                name += "_"
            names[label] = name
    return names


def _make_table(
    frame: "pandas.DataFrame", columns: TableColumns, names: dict[Hashable, str]
) -> Any:
    """Make a table of the columns to read."""
    chosen = set(names.values())
    columns.check_names(
        [
            names.get(label, label)
            for label in frame.columns
            if label in names or (isinstance(label, str) and label not in chosen)
        ]
    )
    labels = {name: label for label, name in names.items()}
    arrays = {
        name: pyarrow.array(_read_texts(frame[labels[name]]), _TEXT) for name in columns.texts
    }
    for name in columns.ids:
        try:
            arrays[name] = pyarrow.array(frame[labels[name]], from_pandas=True)
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
