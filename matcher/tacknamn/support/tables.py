"""Read the tables that are part of the package: word lists, cues, exceptions.

A table is a TSV file in UTF-8 next to the module that uses it. It has a header, and the last
column of each line gives the reason for that line. Tests check the tables, so an error in one
is an error of the release, and reading does not check them again::

    form	label	reason
    Berg	surname	an ordinary word as well
"""

from functools import lru_cache
from pathlib import Path

__all__ = ["read_table", "read_words", "split_cues"]


def read_table(module: str, name: str, reasons: bool = False) -> list[list[str]]:
    """Return the lines of the table ``name``, without the header.

    ``module`` is the ``__file__`` of the calling module; the table is in the same folder. The
    reasons are left out unless ``reasons`` asks for them."""
    return _read(Path(module).with_name(name), reasons)


@lru_cache(maxsize=256)
def read_words(module: str, name: str, *kinds: str, separator: str | None = None) -> frozenset[str]:
    """Return the words in the last column (before the reason) of the table ``name``.

    With ``kinds``, only of lines whose first column is one of them. The words of a column are
    separated by blanks, or by ``separator`` where words contain blanks."""
    groups = _group_words(Path(module).with_name(name), separator)
    return frozenset(word for kind in kinds or groups for word in groups.get(kind, ()))


@lru_cache(maxsize=32)
def _group_words(path: Path, separator: str | None) -> dict[str, frozenset[str]]:
    """Return the words of a table by its first column. Callers read one table for many kinds."""
    groups: dict[str, set[str]] = {}
    for row in _read(path, reasons=False):
        groups.setdefault(row[0], set()).update(row[-1].split(separator))
    return {kind: frozenset(words) for kind, words in groups.items()}


def _read(path: Path, reasons: bool) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t")[: None if reasons else -1] for line in lines]


def split_cues(field: str) -> list[str]:
    """Split a column of cues, which are words or phrases separated by commas."""
    return field.split(", ")
