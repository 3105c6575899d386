"""Say which received file is at fault, and what to do, whatever goes wrong inside it."""

import csv
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tacknamn.errors import SourceError

__all__ = ["damage_error", "format_error", "name_damaged_file", "read_text_lines"]

_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, csv.Error, json.JSONDecodeError)


def damage_error(path: Path, why: object) -> SourceError:
    """Complain about a file whose bytes make no sense."""
    return SourceError(f"{path.name} is damaged ({why}); delete it and fetch it again")


def format_error(path: Path, what: object) -> SourceError:
    """Complain about a file that is whole but no longer laid out as the reader knows it."""
    return SourceError(
        f"{path.name}: {what}; the publisher may have changed the format: "
        "compare with the source's row in sources.toml"
    )


@contextmanager
def name_damaged_file(path: Path) -> Iterator[None]:
    """Turn the errors of reading ``path`` into SourceErrors that name it."""
    try:
        yield
    except FileNotFoundError as exc:
        raise SourceError(f"{path.name} is missing; fetch the source again") from exc
    except UnicodeDecodeError as exc:
        raise format_error(path, f"byte {exc.start:,} is not {exc.encoding}") from exc
    except _DAMAGE as exc:
        raise damage_error(path, exc) from exc


def read_text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a UTF-8 file, without their ends, decoded strictly."""
    with name_damaged_file(path), path.open(encoding="utf-8-sig", newline=None) as file:
        for number, line in enumerate(file, 1):
            yield number, line.rstrip("\n")
