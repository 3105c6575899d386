"""Mask files: a text, or chosen columns of a table, to ``<name>_anonymized.txt`` or ``.csv``.

A result stands there whole or not at all, and everything in it that was not masked is as it was,
byte for byte. A table is read row by row, and of a row each chosen cell is a text of its own.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack, cast

from tacknamn.batch.inputs import STANDARD_INPUT, InputPath
from tacknamn.batch.outputs import PlannedFile, make_folders
from tacknamn.errors import InputError
from tacknamn.formats.csv_files import BETWEEN
from tacknamn.formats.records import InputDocument, ReadOptions, SkippedHeader
from tacknamn.formats.registry import guess_format, load_writer, read_inputs
from tacknamn.formats.text_files import check_ending
from tacknamn.ner.mask_settings import MaskOptions, MaskSettings, make_mask_settings
from tacknamn.ner.masker import MaskedText, Masker
from tacknamn.support.atomic_files import WholeFile
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "MASKED_SUFFIX",
    "MaskFile",
    "MaskedPart",
    "check_mask_file",
    "mask_file",
    "mask_names",
    "mask_parts",
    "masked_path",
    "write_masked_file",
    "write_parts",
]

MASKED_SUFFIX = "_anonymized"
"""What stands behind the name of a result, as in the seed."""
ROWS_AT_A_TIME = 64
"""Rows that backends get at a time: models that take many texts together are quicker so, and a
table of any length is read in little memory."""
WarnOfHeading = Callable[[SkippedHeader], None]
"""Hears of a table whose first row was left, and has something to mask."""


@dataclass(frozen=True, slots=True)
class MaskFile:
    """What is read."""

    path: Path
    """``-`` for standard input."""
    columns: tuple[str, ...] = ()
    """Of a table: what is masked in it; none where it has but one column."""
    header: bool = True
    """Of a table: whether its first row has the names of the columns."""

    @property
    def is_table(self) -> bool:
        """Whether something was said of it that only a table has."""
        return bool(self.columns) or not self.header

    @property
    def format(self) -> str:
        """What it is read as; columns make a table of standard input."""
        if str(self.path) == STANDARD_INPUT:
            return "csv" if self.is_table else "text"
        return guess_format(self.path)


class MaskedPart(NamedTuple):
    """A text of a file, and what became of it."""

    masked: MaskedText
    line: int = 0
    """Of a table: where its row begins; 0 of a text."""
    cell: int = 0
    """Of a table: which of the chosen cells it is, from 1."""


def write_masked_file(
    masker: Masker, file: MaskFile, folder: Path | None, warn: WarnOfHeading
) -> Path:
    """Mask a file, and say where the result is."""
    if str(file.path) == STANDARD_INPUT:
        raise InputError("standard input has no name for a result; read it, and mask its text")
    output = masked_path(file.path, folder)
    for _ in write_parts(masker, file, output, warn):
        pass
    return output


def masked_path(path: Path, folder: Path | None = None) -> Path:
    """Where the result of a file goes.

    >>> str(output_of(Path("notes/sample.txt")))
    'notes/sample_anonymized.txt'
    """
    named = path.with_name(f"{path.stem}{MASKED_SUFFIX}{path.suffix}")
    return named if folder is None else folder / named.name


def write_parts(
    masker: Masker, file: MaskFile, output: Path, warn: WarnOfHeading
) -> Iterator[MaskedPart]:
    """Write the result of a file, and tell each part as soon as it is written."""
    check_mask_file(file)
    masker.load()  # nothing is made where this fails
    place = InputPath(file.path, Path(file.path.name))
    make_folders([PlannedFile(place, output, output.parent)])
    if output.exists() and output.samefile(file.path):
        raise InputError(
            f"{make_printable(str(output))}: is the file that is read; choose another -o"
        )
    with WholeFile(output) as result:
        for text, parts in mask_parts(masker, file, warn):
            result.write(text)
            yield from parts


def mask_parts(
    masker: Masker, file: MaskFile, warn: WarnOfHeading
) -> Iterator[tuple[str, Sequence[MaskedPart]]]:
    """The result of a file piece by piece, with the texts in it."""
    reading = ReadOptions(file.columns, head=file.header)
    inputs = read_inputs(file.path, file.format, reading)
    if file.format == "text":
        for one in inputs:
            masked = masker(one.text)
            yield masked.text, [MaskedPart(masked)]
        return
    write = load_writer("csv")
    while batch := list(islice(inputs, ROWS_AT_A_TIME)):
        for one, cells in zip(batch, _mask_rows(masker, batch), strict=True):
            document = cast(
                "Document", _join_cells(one, cells)
            )  # of which csv needs text and spans
            parts = [MaskedPart(cell, int(one.id), at) for at, cell in enumerate(cells, 1)]
            yield write(document, one), parts
            if one.heading is not None and _has_names(masker, one.heading):
                warn(one.heading)


def _has_names(masker: Masker, heading: SkippedHeader) -> bool:
    """Whether something in it would be masked."""
    return any(cell.spans for cell in masker.many(heading.text.split(BETWEEN)))


def _mask_rows(masker: Masker, batch: Sequence[InputDocument]) -> Iterator[list[MaskedText]]:
    """The chosen cells of each row, masked; of what is no row, none."""
    rows = [[] if one.kept else one.text.split(BETWEEN) for one in batch]
    masked = iter(masker.many([cell for row in rows for cell in row]))
    for row in rows:
        yield list(islice(masked, len(row)))


def _join_cells(input: InputDocument, cells: Sequence[MaskedText]) -> MaskedText:
    """A row as one text, as readers of tables have it."""
    spans = []
    shift = 0
    for cell in cells:
        spans += [one._replace(start=one.start + shift, end=one.end + shift) for one in cell.spans]
        shift += len(cell.original) + len(BETWEEN)
    return MaskedText(input.text, tuple(spans))


def check_mask_file(file: MaskFile) -> None:
    """Refuse what is no text and no table, and columns of what has none."""
    name = make_printable(str(file.path))
    try:
        check_ending(file.path)
    except InputError as exc:
        what = str(exc).partition(",")[0]
        raise InputError(f"{name}: {what}; save it as plain text in UTF-8 first") from None
    if file.format not in ("text", "csv"):
        raise InputError(
            f"{name}: texts and tables (.csv, .tsv) are masked here; for {file.format}, run "
            "`tacknamn pseudonymize --profile mask`"
        )
    if file.is_table and file.format != "csv":
        option = "the columns" if file.columns else "--no-header (header=False)"
        raise InputError(
            f"{name}: is read as a text, which has no columns; name a table (.csv, .tsv), or leave "
            f"{option} out"
        )


# Mask a text or a file with one call; models are loaded once, by the first call that needs them.


KEPT_MASKERS = 4
"""Maskers that are kept, with their models; whoever has more of them makes their own."""


def mask_names(
    text: str,
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    **choices: Unpack[MaskOptions],
) -> str:
    """A text with its names masked.

    >>> mask_names("George met Anna.", ["stanza", "tacknamn"], details=[5])    # doctest: +SKIP
    '[Name] met [Name].'

    Args:
        packages: Backends, in a list, or with commas between.
        combine: ``union``, ``intersection``, ``majority``, ``weighted``, ``gazetteer-first``.
        choices: :class:`tacknamn.ner.mask_settings.MaskOptions`.
    """
    return _open_masker(make_mask_settings(packages, combine, **choices))(text).text


def mask_file(
    path: str | Path,
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    *,
    columns: Sequence[str] = (),
    header: bool = True,
    folder: str | Path | None = None,
    **choices: Unpack[MaskOptions],
) -> Path:
    """Mask a text or a table, and say which file has the result: ``<name>_anonymized.txt``.

    >>> mask_file("letters.csv", "stanza", columns=["letter"])    # doctest: +SKIP
    PosixPath('letters_anonymized.csv')

    Args:
        columns: Of a table: those that are masked, by name or by number from 1; needless where
            it has but one.
        header: Of a table: whether its first row has the names of the columns. It is left then;
            where it would be masked and the columns are chosen by number, a UserWarning says so.
        folder: Where the result goes; else beside the original.
    """
    masker = _open_masker(make_mask_settings(packages, combine, **choices))
    place = None if folder is None else Path(folder)
    return write_masked_file(masker, MaskFile(Path(path), tuple(columns), header), place, _warn)


def _warn(heading: SkippedHeader) -> None:
    warnings.warn(heading.warning("masked", "header=False"), stacklevel=2)


@lru_cache(maxsize=KEPT_MASKERS)
def _open_masker(wanted: MaskSettings) -> Masker:
    return Masker(wanted)
