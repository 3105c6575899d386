"""Tell texts from files among the arguments of ``tacknamn mask``."""

from collections.abc import Callable
from enum import Enum
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.reporting.printing import printable
from tacknamn.running.places import STANDARD_INPUT

__all__ = ["Kind", "kind_of"]

_ENDINGS = tuple(
    {one.ending for one in FORMATS.values()}
    | {".doc", ".docx", ".log", ".md", ".ndjson", ".odt", ".pdf", ".rtf", ".tsv", ".xls", ".xlsx"}
)
"""What the names of files end in."""
SHOWN = 80
"""Characters of a name that a message repeats: what is longer is no name, but a text."""


class Kind(Enum):
    """What an argument is."""

    TEXT = "text"
    FILE = "file"
    STREAM = "stream"
    """Standard input, or a pipe: read once, and the result is printed."""


def kind_of(argument: str, alone: bool = True, as_text: bool = False) -> Kind:
    """What an argument is; what looks like a file and is none is refused.

    Among several arguments all must be files: else somebody forgot the quotation marks.

    >>> kind_of("Anna met Kim.").value, kind_of("-").value, kind_of("a.txt", as_text=True).value
    ('text', 'stream', 'text')
    """
    if as_text:
        return Kind.TEXT
    if argument == STANDARD_INPUT:
        return Kind.STREAM
    path = Path(argument)
    if not argument and alone:  # Path takes it for the folder that one is in
        return Kind.TEXT
    if argument and _is(path.is_dir):
        raise InputError(f"{_shown(argument)}: is a folder; name the files in it")
    if argument and _is(path.exists):
        return Kind.FILE if path.is_file() else Kind.STREAM
    if _looks_like_file(argument):
        raise InputError(f"{_shown(argument)}: there is no such file; if it is a text, give --text")
    if not alone:
        raise InputError(
            "of several arguments each must be a file that is there; put quotation marks around a "
            "text"
        )
    return Kind.TEXT


def _is(question: Callable[[], bool]) -> bool:
    """The answer to a question about a path; a text is often too long to be one."""
    try:
        return question()
    except (OSError, ValueError):
        return False


def _looks_like_file(argument: str) -> bool:
    """Whether it ends as files do, or has the signs of a path and no blank."""
    if "\n" in argument or not argument:
        return False
    has_blank = any(letter.isspace() for letter in argument)
    return argument.lower().endswith(_ENDINGS) or (
        not has_blank and ("/" in argument or "\\" in argument)
    )


def _shown(argument: str) -> str:
    """A name for messages; what is too long for one may be a text, which is never told."""
    return printable(argument) if len(argument) <= SHOWN else "the argument"
