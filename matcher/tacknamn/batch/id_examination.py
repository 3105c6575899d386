"""Examine the file names and ids of a run before anything is written: those that results show."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from tacknamn.batch.document_ids import (
    DocumentIds,
    has_own_ids,
    list_ids,
    list_json_ids,
    list_row_ids,
)
from tacknamn.batch.inputs import InputPath
from tacknamn.batch.outputs import choose_format, is_file_name
from tacknamn.batch.request import BatchOptions
from tacknamn.formats.records import LONGEST_DOCUMENT, InputDocument
from tacknamn.formats.registry import FORMATS

__all__ = ["examine_ids"]

_SHOWING = {"arrow", "arrows", "html", "jsonl", "parquet", "portal", "review", "tab", "xml"}
"""Formats whose files show the ids of documents."""


def examine_ids(
    ids: DocumentIds,
    files: Sequence[InputPath],
    options: BatchOptions,
    read: Callable[[InputPath], Iterable[InputDocument]],
) -> None:
    """Number the documents if a person is found in what results would show.

    Args:
        read: Yields the documents of a file.
    """
    target = options.output
    is_named = target is not None and is_file_name(target)
    format = choose_format(target, options.format)
    is_alone = target is None and len(files) == 1 and not files[0].in_folder
    for file in files:
        written = format or file.format
        shows_ids = written in _SHOWING and not _copies_rows(file, written)
        has_own = shows_ids and has_own_ids(file, written)
        if not (is_named or is_alone) or (shows_ids and not has_own):
            ids.examine([str(file.below.with_suffix(""))])
        if has_own and file.path.is_file():
            ids.examine(_list_own_ids(file, written, options, read))


def _copies_rows(file: InputPath, format: str) -> bool:
    """Whether a table becomes another one, with its columns as they are."""
    return FORMATS[file.format].is_arrow and FORMATS[format].is_arrow


def _list_own_ids(
    file: InputPath,
    written: str,
    options: BatchOptions,
    read: Callable[[InputPath], Iterable[InputDocument]],
) -> Iterator[str]:
    if file.format == "jsonl" and not file.compression:
        with suppress(OSError), file.path.open("rb") as stream:
            yield from list_json_ids(iter(lambda: stream.readline(LONGEST_DOCUMENT + 1), b""))
    elif file.format == "csv" or (FORMATS[file.format].is_arrow and options.id_column is None):
        if FORMATS[written].has_columns:
            yield from list_row_ids(read(file))
    else:
        yield from list_ids(read(file), written)
