"""Write the text of a result into its file: as it is, compressed, or as rows of a table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tacknamn.batch.outputs import PlannedFile
from tacknamn.formats.registry import FORMATS
from tacknamn.support.atomic_files import WholeFile, encode_utf8
from tacknamn.support.compression import open_compressor

__all__ = ["open_result"]


@contextmanager
def open_result(planned: PlannedFile) -> Iterator[Callable[[str], object]]:
    """Return what appends text to the output of a file, which is written completely or not at all.

    Files of Arrow get the lines of JSON Lines, one for each document."""
    assert planned.output is not None
    like, has_originals = [planned.source.path], FORMATS[planned.format].original
    with WholeFile(planned.output, like=like, has_originals=has_originals) as output:
        if FORMATS[planned.format].is_arrow:
            from tacknamn.formats.tables.document_rows import DocumentRows  # here: it needs pyarrow

            with DocumentRows(output.stream, planned.format, planned.shown) as rows:
                yield rows.add
        elif planned.compression:
            with open_compressor(output.stream, planned.compression, planned.shown) as stream:
                yield lambda text: stream.write(encode_utf8(text))
        else:
            yield output.write
