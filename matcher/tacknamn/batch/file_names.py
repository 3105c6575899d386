"""Take the names of files apart: stem, ending, and the ending of a compressed file.

Only formats with many documents are read and written compressed: JSON Lines and CSV. Parquet and
Arrow compress their columns themselves; a file that is compressed as a whole is refused.
"""

from pathlib import Path
from typing import NamedTuple

from tacknamn.formats.registry import FORMATS, guess_format
from tacknamn.support.compression import split_compression

__all__ = ["FileName", "choose_compression", "split_name"]


class FileName(NamedTuple):
    """The parts of a file name."""

    stem: str
    ending: str
    """With its full stop; empty if there is none."""
    compression: str = ""
    """``.gz`` or ``.zst`` of a compressed file."""

    @property
    def format(self) -> str:
        """The format that the ending stands for."""
        return guess_format(self.ending and f"file{self.ending}")


def split_name(file: str | Path) -> FileName:
    """Split the name of a file.

    >>> split_name("in/letters.jsonl.gz")
    FileName(stem='letters', ending='.jsonl', compression='.gz')
    >>> split_name("in/letters.txt.gz")
    FileName(stem='letters.txt', ending='.gz', compression='')
    """
    whole, (inner, compression) = Path(file), split_compression(file)
    name = FileName(Path(inner).stem, Path(inner).suffix, compression)
    format = FORMATS[name.format]
    if compression and (format.compressed or format.is_arrow):
        return name
    return FileName(whole.stem, whole.suffix)


def choose_compression(file: str | Path, format: str) -> str:
    """Return the ending of a compressed file of a format; empty if the file is not compressed."""
    return split_compression(file)[1] if FORMATS[format].compressed else ""
