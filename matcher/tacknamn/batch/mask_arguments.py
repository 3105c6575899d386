"""Distinguish texts from files among the arguments of ``tacknamn mask``."""

from collections.abc import Callable
from enum import Enum
from pathlib import Path

from tacknamn.batch.inputs import STANDARD_INPUT
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.support.printing import make_printable

__all__ = ["ArgumentKind", "classify_argument"]

_ENDINGS = tuple(
    {format.ending for format in FORMATS.values()}
    | {".doc", ".docx", ".log", ".md", ".ndjson", ".odt", ".pdf", ".rtf", ".tsv", ".xls", ".xlsx"}
)
"""Endings of file names."""
SHOWN = 80
"""Characters of the longest name that a message repeats; a longer argument may be a text."""


class ArgumentKind(Enum):
    """The kind of an argument."""

    TEXT = "text"
    FILE = "file"
    STREAM = "stream"
    """Standard input or a pipe: read once, and the result is printed."""


def classify_argument(argument: str, alone: bool = True, as_text: bool = False) -> ArgumentKind:
    """Classify an argument; refuse one that looks like a file but is none.

    Several arguments must all be files: otherwise the quotation marks around a text are missing.

    >>> classify_argument("Anna met Kim.").value, classify_argument("-").value
    ('text', 'stream')
    >>> classify_argument("a.txt", as_text=True).value
    'text'
    """
    if as_text:
        return ArgumentKind.TEXT
    if argument == STANDARD_INPUT:
        return ArgumentKind.STREAM
    path = Path(argument)
    if not argument and alone:  # an empty Path would be the current folder
        return ArgumentKind.TEXT
    if argument and _holds(path.is_dir):
        raise InputError(f"{_name_for_messages(argument)}: is a folder; name the files in it")
    if argument and _holds(path.exists):
        return ArgumentKind.FILE if path.is_file() else ArgumentKind.STREAM
    if _looks_like_file(argument):
        raise InputError(
            f"{_name_for_messages(argument)}: there is no such file; if it is a text, give --text"
        )
    if not alone:
        raise InputError(
            "several arguments must all be existing files; put quotation marks around a text"
        )
    return ArgumentKind.TEXT


def _holds(check: Callable[[], bool]) -> bool:
    """Whether a check of a path holds; it does not for a text that is too long to be a path."""
    try:
        return check()
    except (OSError, ValueError):
        return False


def _looks_like_file(argument: str) -> bool:
    """Whether it has the ending of a file, or the separators of a path and no blank."""
    if "\n" in argument or not argument:
        return False
    has_blank = any(letter.isspace() for letter in argument)
    return argument.lower().endswith(_ENDINGS) or (
        not has_blank and ("/" in argument or "\\" in argument)
    )


def _name_for_messages(argument: str) -> str:
    """Return the argument for a message; a long one may be a text, which is never printed."""
    return make_printable(argument) if len(argument) <= SHOWN else "the argument"
