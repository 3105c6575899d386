"""Write a file whole or not at all, and never over what is read."""

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.reporting.printing import printable

__all__ = ["spare_inputs", "write_whole"]

PRIVATE, USUAL = 0o600, 0o666
"""Who may read a new file: its owner alone, or whom the user's umask lets."""


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Write ``text`` beside ``path`` and rename it, so that no half of it is ever there.

    ``private`` leaves it readable for its owner alone. What is no file (``/dev/stdout``) is
    written to as it is."""
    if path.exists() and not path.is_file():
        path.write_text(text, "utf-8")
        return
    place = path.resolve()  # of a link, what it points to
    beside = place.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(
            beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE if private else USUAL
        )
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        beside.replace(place)
    except BaseException as exc:
        with suppress(OSError):
            beside.unlink()
        if isinstance(exc, OSError):  # name the file that was asked for
            exc.filename = str(path)
        raise


def spare_inputs(page: Path | None, read: Iterable[str | Path | None]) -> None:
    """Refuse to write the page of ``--html`` over what is read."""
    for file in (Path(one) for one in read if one):
        if page and page.exists() and file.exists() and page.samefile(file):
            raise InputError(f"{printable(str(page))}: is read, too; give --html another file")
