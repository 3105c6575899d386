"""Mask files: a text, or chosen columns of a table. The result is ``<name>_anonymized.txt`` or
``.csv``. An empty file gives an empty result.

A result is written completely or not at all, and everything that is not masked stays the same,
byte for byte. A table is read row by row; each chosen cell of a row is a separate text.
"""

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack, cast

from tacknamn.batch.inputs import STANDARD_INPUT, InputPath
from tacknamn.batch.outputs import PlannedFile, make_folders
from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument, ReadOptions, SkippedHeader
from tacknamn.formats.registry import guess_format, load_writer, read_inputs
from tacknamn.formats.text_files import check_ending
from tacknamn.ner.argument_types import check_list, describe_type
from tacknamn.ner.mask_settings import MaskOptions, make_mask_settings
from tacknamn.ner.masker import MaskedText, Masker, open_masker
from tacknamn.pipeline.joined_texts import BETWEEN
from tacknamn.support.atomic_files import WholeFile
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "MASKED_SUFFIX",
    "MaskFile",
    "MaskedPart",
    "check_mask_file",
    "make_mask_file",
    "mask_file",
    "mask_parts",
    "masked_path",
    "write_masked_file",
    "write_parts",
]

MASKED_SUFFIX = "_anonymized"
"""The suffix of a result's name, as in the masking tool."""
ROWS_AT_A_TIME = 64
"""Rows that backends get at once. Models that can process many texts together are faster this
way, and a table of any length needs little memory."""
WarnOfHeading = Callable[[SkippedHeader], None]
"""Called if the first row of a table was left unchanged and contains something to mask."""


@dataclass(frozen=True, slots=True)
class MaskFile:
    """A file to mask."""

    path: Path
    """``-`` for standard input."""
    columns: tuple[str, ...] = ()
    """For a table: the columns to mask; may be empty if it has only one column."""
    header: bool = True
    """For a table: whether its first row contains the names of the columns."""

    @property
    def is_table(self) -> bool:
        """Whether an option was given that applies to tables only."""
        return bool(self.columns) or not self.header

    @property
    def format(self) -> str:
        """The format to read; standard input is a table if an option for tables is given."""
        if str(self.path) == STANDARD_INPUT:
            return "csv" if self.is_table else "text"
        return guess_format(self.path)


class MaskedPart(NamedTuple):
    """A text of a file, masked."""

    masked: MaskedText
    line: int = 0
    """For a table: the line where the row begins; 0 for a text."""
    cell: int = 0
    """For a table: the number of the chosen cell, from 1."""


def mask_file(
    path: str | Path,
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    *,
    columns: Sequence[str] = (),
    header: bool = True,
    folder: str | Path | None = None,
    suffix: str = MASKED_SUFFIX,
    **options: Unpack[MaskOptions],
) -> Path:
    """Mask a text or a table; return the path of the result: ``<name>_anonymized.txt``.

    >>> mask_file("letters.csv", "stanza", columns=["letter"])    # doctest: +SKIP
    PosixPath('letters_anonymized.csv')

    Args:
        columns: For a table: the columns to mask, by name or by number from 1; optional if there
            is only one column.
        header: For a table: whether its first row contains the names of the columns. That row is
            not masked. If the columns are chosen by number and the row contains something to
            mask, a UserWarning says so.
        folder: Folder for the result; by default that of the original.
        suffix: What the result's name has after that of the original, before the ending.
    """
    masker = open_masker(make_mask_settings(packages, combine, **options))
    file = make_mask_file(path, columns, header)
    target = None if folder is None else Path(folder)
    return write_masked_file(masker, file, masked_path(file.path, target, suffix), _warn)


def make_mask_file(path: object, columns: Iterable[object], header: bool) -> MaskFile:
    """Make the record of a file; raise InputError for arguments of a wrong type."""
    if not isinstance(path, str | os.PathLike) or not str(path):
        raise InputError(f"give the name of a file, not {describe_type(path)}")
    named = tuple(str(column) for column in check_list("columns", columns))
    file = MaskFile(Path(path), named, header)
    check_mask_file(file)
    return file


def _warn(heading: SkippedHeader) -> None:
    warnings.warn(heading.make_warning("masked", "header=False"), stacklevel=2)


def write_masked_file(masker: Masker, file: MaskFile, output: Path, warn: WarnOfHeading) -> Path:
    """Mask a file; return the path of the result, ``output``."""
    if str(file.path) == STANDARD_INPUT:
        raise InputError("standard input has no name for a result; read it and mask its text")
    for _ in write_parts(masker, file, output, warn):
        pass
    return output


def masked_path(path: Path, folder: Path | None = None, suffix: str = MASKED_SUFFIX) -> Path:
    """Return the path of the result of a file.

    >>> str(masked_path(Path("notes/sample.txt")))
    'notes/sample_anonymized.txt'
    """
    named = path.with_name(f"{path.stem}{suffix}{path.suffix}")
    return named if folder is None else folder / named.name


def write_parts(
    masker: Masker, file: MaskFile, output: Path, warn: WarnOfHeading
) -> Iterator[MaskedPart]:
    """Write the result of a file, and yield each part as soon as it is written."""
    check_mask_file(file)
    masker.load()  # before folders are made, in case it fails
    source = InputPath(file.path, Path(file.path.name))
    make_folders([PlannedFile(source, output, output.parent)])
    if output.exists() and output.samefile(file.path):
        raise InputError(
            f"{make_printable(str(output))}: is the input file itself; choose another folder (-o)"
        )
    with WholeFile(output, like=[file.path]) as result:
        for text, parts in mask_parts(masker, file, warn):
            result.write(text)
            yield from parts


def mask_parts(
    masker: Masker, file: MaskFile, warn: WarnOfHeading
) -> Iterator[tuple[str, Sequence[MaskedPart]]]:
    """Mask a file; yield its output piece by piece, each with the texts in it."""
    options = ReadOptions(file.columns, has_header=file.header, allow_empty=True)
    inputs = read_inputs(file.path, file.format, options)
    if file.format == "text":
        for document in inputs:
            masked = masker(document.text)
            yield masked.text, [MaskedPart(masked)]
        return
    write = load_writer("csv")
    while rows := list(islice(inputs, ROWS_AT_A_TIME)):
        for row, cells in zip(rows, _mask_rows(masker, rows), strict=True):
            # The CSV writer needs the text and the spans of a document, which a MaskedText has.
            document_like = cast("Document", _join_cells(row, cells))
            parts = [MaskedPart(cell, int(row.id), number) for number, cell in enumerate(cells, 1)]
            yield write(document_like, row), parts
            if row.header is not None and _has_masks(masker, row.header):
                warn(row.header)


def _has_masks(masker: Masker, heading: SkippedHeader) -> bool:
    """Whether something in a heading would be masked."""
    return any(cell.spans for cell in masker.many(heading.text.split(BETWEEN)))


def _mask_rows(masker: Masker, rows: Sequence[InputDocument]) -> Iterator[list[MaskedText]]:
    """Mask the chosen cells of each row; a line that is not a row has none."""
    cells = [[] if row.is_trailer else row.text.split(BETWEEN) for row in rows]
    masked = iter(masker.many([cell for row_cells in cells for cell in row_cells]))
    for row_cells in cells:
        yield list(islice(masked, len(row_cells)))


def _join_cells(row: InputDocument, cells: Sequence[MaskedText]) -> MaskedText:
    """Join the cells of a row to one text, in the form that the reader of tables gives."""
    spans = []
    shift = 0
    for cell in cells:
        spans += [
            span._replace(start=span.start + shift, end=span.end + shift) for span in cell.spans
        ]
        shift += len(cell.original) + len(BETWEEN)
    return MaskedText(row.text, tuple(spans))


def check_mask_file(file: MaskFile) -> None:
    """Refuse files that are neither text nor table, and options for tables if it is no table."""
    name = make_printable(str(file.path))
    if file.path.is_dir():
        raise InputError(f"{name}: is a folder; name the files in it")
    try:
        check_ending(file.path)
    except InputError as exc:
        reason = str(exc).partition(",")[0]
        raise InputError(f"{name}: {reason}; save it as plain text in UTF-8 first") from None
    if file.format not in ("text", "csv"):
        raise InputError(
            f"{name}: `tacknamn mask` reads texts and tables (.csv, .tsv) only; for {file.format}, "
            "run `tacknamn pseudonymize --profile mask`"
        )
    if file.is_table and file.format != "csv":
        option = "the columns" if file.columns else "--no-header (header=False)"
        raise InputError(
            f"{name}: is read as a text, which has no columns; name a table (.csv, .tsv), or omit "
            f"{option}"
        )
