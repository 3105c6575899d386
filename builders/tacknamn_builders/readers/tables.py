"""Delimited text as publishers write it: one way to open it, one way to complain."""

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import IO

from tacknamn.errors import SourceError

__all__ = ["decode_lines", "read_rows"]

# GeoNames' alternate names of one city and Bolagsverket's descriptions pass csv's 128 kB.
csv.field_size_limit(min(sys.maxsize, 1 << 24))


def decode_lines(stream: IO[bytes], encoding: str = "utf-8-sig") -> IO[str]:
    """Decode a byte stream, strictly: a wrong encoding is a fault, not a question mark."""
    return io.TextIOWrapper(stream, encoding=encoding, newline="")


def read_rows(
    path: Path,
    columns: Sequence[str],
    *,
    delimiter: str = ",",
    encoding: str = "utf-8-sig",
) -> Iterator[tuple[str, ...]]:
    """Yield the named columns of a delimited file with a header, in the order asked for.

    Raises SourceError when the header lacks one: publishers rename columns without notice.
    """
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(file, delimiter=delimiter)
        header = next(reader, [])
        missing = [column for column in columns if column not in header]
        if missing:
            raise SourceError(
                f"{path.name}: column {', '.join(missing)} is missing; it has {', '.join(header)}"
            )
        places = [header.index(column) for column in columns]
        pick = itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
        for number, row in enumerate(reader, 2):
            if not row:
                continue
            try:
                yield pick(row)
            except IndexError:
                raise SourceError(f"{path.name}, line {number}: {len(row)} fields") from None
