"""Read small files of lines with tabs, which people write by hand."""

from collections.abc import Iterable
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

__all__ = ["read_hand_table"]


def read_hand_table(path: Path, kind: str, known: Iterable[str]) -> list[tuple[int, list[str]]]:
    """The fields of every line with its number; blank lines and ``#`` are passed over.

    ``kind`` and ``known`` say, where there is no such file, what names could have been meant."""
    name = make_printable(str(path))
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{name}: no UTF-8; convert it first, e.g. with `iconv`") from None
    except FileNotFoundError:
        raise InputError(
            f"{name}: no such file, and no {kind} known; known: {', '.join(known)}"
        ) from None
    return [
        (number, line.split("\t"))
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
