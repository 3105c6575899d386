r"""The table of ``--table``: who became whom, and how often.

::

    label	original	replacement	count
    file	Amina_Lind.txt	document-07	1
    firstname_female	Amina	Karin	12

If documents are numbered in the results, it says which is which: a ``file`` by its name, a ``document``
of a file by that name and its id.

The table is as sensitive as the texts. It is a file for its owner alone, is never written over
another file, and does not go into the folder of the results, which are passed on
(:mod:`tacknamn.batch.side_files`). Backslashes, tabs and line ends in a name are written as
``\\``, ``\t``, ``\n`` and ``\r``. A cell that a spreadsheet would take for a formula gets an apostrophe
before it, and so does one that begins with an apostrophe.

During a run, the counts are in a temporary database of SQLite: it has no name that others could
open, and needs the disk as soon as memory would grow.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tacknamn.replacement.records import Record
from tacknamn.support.atomic_files import WholeFile
from tacknamn.support.hidden_files import remove_leftovers
from tacknamn.support.printing import make_printable

__all__ = [
    "ReplacementCounts",
    "ReplacementTable",
    "count_replacements",
    "format_counts",
    "read_counts",
    "write_counts",
]

ReplacementCounts = Counter[tuple[str, str, str]]
"""How often each label, original and replacement occurred together."""
_CREATE = (
    "CREATE TABLE replacements (label TEXT, original TEXT, replacement TEXT, count INTEGER, "
    "PRIMARY KEY (label, original, replacement)) WITHOUT ROWID"
)
_ADD = (
    "INSERT INTO replacements VALUES (?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET count = count + excluded.count"
)
_LIST = "SELECT label, original, replacement, count FROM replacements ORDER BY 1, 2, 3"
_HEADER = "label\toriginal\treplacement\tcount\n"
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
_ESCAPED = re.compile(r"\\(.)")
_FORMULA = ("=", "+", "-", "@", "'")
"""How a formula begins for a spreadsheet, which also runs programs; and the sign that prevents it."""
_SIGNS = {"\\": "\\", "t": "\t", "n": "\n", "r": "\r"}
CountedReplacement = tuple[tuple[str, str, str], int]
"""Label, original and replacement, with their count."""


class ReplacementTable:
    """The replacements of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = make_printable(str(path))
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute(_CREATE)

    def add_many(self, records: Iterable[Record]) -> None:
        """Count replacements."""
        self.add_counts(count_replacements(records).items())

    def add_counts(self, counts: Iterable[CountedReplacement]) -> None:
        """Add replacements that were counted before."""
        self._database.executemany(_ADD, ((*names, count) for names, count in counts))

    def add_names(self, kind: str, names: Iterable[tuple[str, str]]) -> None:
        """Add what files or documents are called in the results: pairs of names."""
        self.add_counts(((kind, original, shown), 1) for original, shown in names)

    @contextmanager
    def undone_on_error(self) -> Iterator[None]:
        """Forget what is added in this block if it fails."""
        self._database.execute("SAVEPOINT file")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK TO file")
            raise
        finally:
            self._database.execute("RELEASE file")

    def write(self) -> None:
        """Write the table, and remove what killed runs left next to it."""
        remove_leftovers(self.path.parent)
        rows = self._database.execute(_LIST)
        write_counts(self.path, (((row[0], row[1], row[2]), row[3]) for row in rows))

    def describe(self) -> str:
        """Return the warning that is printed when the table is written."""
        return (
            f"{self.shown} says who became whom. It is as sensitive as the texts: keep it apart "
            "from the results, encrypt it, or delete it"
        )


def count_replacements(records: Iterable[Record]) -> ReplacementCounts:
    """Count how often each label, original and replacement occur together."""
    return Counter((record.label, record.original, record.pseudonym) for record in records)


def write_counts(path: Path, counts: Iterable[CountedReplacement]) -> None:
    """Write a table for its owner alone."""
    with WholeFile(path, private=True) as file:
        for line in format_counts(counts):
            file.write(line)


def format_counts(counts: Iterable[CountedReplacement]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield _HEADER
    for names, count in counts:
        yield "\t".join((*map(_escape, names), f"{count}\n"))


def _escape(name: str) -> str:
    """Return a name as a cell.

    >>> _escape("=HYPERLINK(1)"), _escape("Anna\\n")
    ("'=HYPERLINK(1)", 'Anna\\\\n')
    """
    escaped = name.translate(_ESCAPES)
    return f"'{escaped}" if escaped.startswith(_FORMULA) else escaped


def read_counts(path: Path) -> Iterator[CountedReplacement]:
    """Yield the rows of a table that :func:`write_counts` wrote."""
    with path.open(encoding="utf-8", newline="\n") as lines:
        next(lines)
        for line in lines:
            *names, count = line.rstrip("\n").split("\t")
            label, original, replacement = (
                _ESCAPED.sub(_unescape, name.removeprefix("'")) for name in names
            )
            yield (label, original, replacement), int(count)


def _unescape(match: re.Match[str]) -> str:
    return _SIGNS[match[1]]
