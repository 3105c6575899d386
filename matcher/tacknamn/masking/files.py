"""Mask files: a text, or chosen columns of a table, to ``<name>_anonymized.txt`` or ``.csv``.

A result stands there whole or not at all, and everything in it that was not masked is as it was,
byte for byte. A table is read row by row, and of a row each chosen cell is a text of its own.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from tacknamn.errors import InputError
from tacknamn.formats.csv_files import BETWEEN
from tacknamn.formats.foreign import check_ending
from tacknamn.formats.inputs import Heading, Input, Reading
from tacknamn.formats.registry import format_of, read_inputs, writer
from tacknamn.masking.masker import Masked, Masker
from tacknamn.reporting.printing import printable
from tacknamn.running.places import STANDARD_INPUT, Place
from tacknamn.running.plan import Planned, make_folders
from tacknamn.running.whole_file import WholeFile

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = [
    "MARK",
    "File",
    "Part",
    "check",
    "masked_parts",
    "output_of",
    "parts_written",
    "write_masked",
]

MARK = "_anonymized"
"""What stands behind the name of a result, as in the seed."""
TOGETHER = 64
"""Rows that backends get at a time: models that take many texts together are quicker so, and a
table of any length is read in little memory."""
Warn = Callable[[Heading], None]
"""Hears of a table whose first row was left, and has something to mask."""


@dataclass(frozen=True, slots=True)
class File:
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
        return format_of(self.path)


class Part(NamedTuple):
    """A text of a file, and what became of it."""

    masked: Masked
    line: int = 0
    """Of a table: where its row begins; 0 of a text."""
    cell: int = 0
    """Of a table: which of the chosen cells it is, from 1."""


def write_masked(masker: Masker, file: File, folder: Path | None, warn: Warn) -> Path:
    """Mask a file, and say where the result is."""
    if str(file.path) == STANDARD_INPUT:
        raise InputError("standard input has no name for a result; read it, and mask its text")
    output = output_of(file.path, folder)
    for _ in parts_written(masker, file, output, warn):
        pass
    return output


def output_of(path: Path, folder: Path | None = None) -> Path:
    """Where the result of a file goes.

    >>> str(output_of(Path("notes/sample.txt")))
    'notes/sample_anonymized.txt'
    """
    named = path.with_name(f"{path.stem}{MARK}{path.suffix}")
    return named if folder is None else folder / named.name


def parts_written(masker: Masker, file: File, output: Path, warn: Warn) -> Iterator[Part]:
    """Write the result of a file, and tell each part as soon as it is written."""
    check(file)
    masker.load()  # nothing is made where this fails
    place = Place(file.path, Path(file.path.name))
    make_folders([Planned(place, output, output.parent)])
    if output.exists() and output.samefile(file.path):
        raise InputError(f"{printable(str(output))}: is the file that is read; choose another -o")
    with WholeFile(output) as result:
        for text, parts in masked_parts(masker, file, warn):
            result.write(text)
            yield from parts


def masked_parts(masker: Masker, file: File, warn: Warn) -> Iterator[tuple[str, Sequence[Part]]]:
    """The result of a file piece by piece, with the texts in it."""
    reading = Reading(file.columns, head=file.header)
    inputs = read_inputs(file.path, file.format, reading)
    if file.format == "text":
        for one in inputs:
            masked = masker(one.text)
            yield masked.text, [Part(masked)]
        return
    write = writer("csv")
    while batch := list(islice(inputs, TOGETHER)):
        for one, cells in zip(batch, _rows(masker, batch), strict=True):
            document = cast("Document", _joined(one, cells))  # of which csv needs text and spans
            parts = [Part(cell, int(one.id), at) for at, cell in enumerate(cells, 1)]
            yield write(document, one), parts
            if one.heading is not None and _has_names(masker, one.heading):
                warn(one.heading)


def _has_names(masker: Masker, heading: Heading) -> bool:
    """Whether something in it would be masked."""
    return any(cell.spans for cell in masker.many(heading.text.split(BETWEEN)))


def _rows(masker: Masker, batch: Sequence[Input]) -> Iterator[list[Masked]]:
    """The chosen cells of each row, masked; of what is no row, none."""
    rows = [[] if one.kept else one.text.split(BETWEEN) for one in batch]
    masked = iter(masker.many([cell for row in rows for cell in row]))
    for row in rows:
        yield list(islice(masked, len(row)))


def _joined(input: Input, cells: Sequence[Masked]) -> Masked:
    """A row as one text, as readers of tables have it."""
    spans = []
    shift = 0
    for cell in cells:
        spans += [one._replace(start=one.start + shift, end=one.end + shift) for one in cell.spans]
        shift += len(cell.original) + len(BETWEEN)
    return Masked(input.text, tuple(spans))


def check(file: File) -> None:
    """Refuse what is no text and no table, and columns of what has none."""
    name = printable(str(file.path))
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
