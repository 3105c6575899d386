"""Tell texts from files among the arguments of ``tacknamn mask``."""

from collections.abc import Callable
from enum import Enum
from pathlib import Path

from tacknamn.batch.inputs import STANDARD_INPUT
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.support.printing import make_printable

__all__ = ["ArgumentKind", "classify_argument"]

_ENDINGS = tuple(
    {one.ending for one in FORMATS.values()}
    | {".doc", ".docx", ".log", ".md", ".ndjson", ".odt", ".pdf", ".rtf", ".tsv", ".xls", ".xlsx"}
)
"""What the names of files end in."""
SHOWN = 80
"""Characters of a name that a message repeats: what is longer is no name, but a text."""


class ArgumentKind(Enum):
    """What an argument is."""

    TEXT = "text"
    FILE = "file"
    STREAM = "stream"
    """Standard input, or a pipe: read once, and the result is printed."""


def classify_argument(argument: str, alone: bool = True, as_text: bool = False) -> ArgumentKind:
    """What an argument is; what looks like a file and is none is refused.

    Among several arguments all must be files: else somebody forgot the quotation marks.

    >>> kind_of("Anna met Kim.").value, kind_of("-").value, kind_of("a.txt", as_text=True).value
    ('text', 'stream', 'text')
    """
    if as_text:
        return ArgumentKind.TEXT
    if argument == STANDARD_INPUT:
        return ArgumentKind.STREAM
    path = Path(argument)
    if not argument and alone:  # Path takes it for the folder that one is in
        return ArgumentKind.TEXT
    if argument and _ask_path(path.is_dir):
        raise InputError(f"{_name_for_messages(argument)}: is a folder; name the files in it")
    if argument and _ask_path(path.exists):
        return ArgumentKind.FILE if path.is_file() else ArgumentKind.STREAM
    if _looks_like_file(argument):
        raise InputError(
            f"{_name_for_messages(argument)}: there is no such file; if it is a text, give --text"
        )
    if not alone:
        raise InputError(
            "of several arguments each must be a file that is there; put quotation marks around a "
            "text"
        )
    return ArgumentKind.TEXT


def _ask_path(question: Callable[[], bool]) -> bool:
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


def _name_for_messages(argument: str) -> str:
    """A name for messages; what is too long for one may be a text, which is never told."""
    return make_printable(argument) if len(argument) <= SHOWN else "the argument"
