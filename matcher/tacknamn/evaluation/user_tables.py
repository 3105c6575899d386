"""Read tables that users write: lines of fields separated by tabs, with comments.

The tables of the package itself, which need no checks, are read by
:mod:`tacknamn.support.tables`.
"""

from collections.abc import Iterable
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.support.file_kinds import describe_no_text
from tacknamn.support.printing import make_printable
from tacknamn.support.special_files import refuse_special_file

__all__ = ["read_user_table"]


def read_user_table(path: Path, kind: str, known: Iterable[str]) -> list[tuple[int, list[str]]]:
    """Read the fields of each line, with its number; skip blank lines and comments (``#``).

    If there is no such file, the error lists the names of the included tables.

    Args:
        kind: What the table contains, for errors.
        known: The names of the included tables."""
    name = make_printable(str(path))
    refuse_special_file(path)
    try:
        raw = path.read_bytes()
        lines = raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as exc:
        raise InputError(f"{name}: {describe_no_text(raw, exc)}") from None
    except FileNotFoundError:
        raise InputError(
            f"{name}: is neither a file nor the name of included {kind}; included are: "
            f"{', '.join(known)}"
        ) from None
    return [
        (number, line.split("\t"))
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
