"""Say which received file is at fault, and what to do, whatever goes wrong inside it."""

import csv
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tacknamn.errors import SourceError

__all__ = ["changed", "damaged", "faults_named", "text_lines"]

_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, csv.Error, json.JSONDecodeError)


def damaged(path: Path, why: object) -> SourceError:
    """Complain about a file whose bytes make no sense."""
    return SourceError(f"{path.name} is damaged ({why}); delete it and fetch it again")


def changed(path: Path, what: object) -> SourceError:
    """Complain about a file that is whole but no longer laid out as the reader knows it."""
    return SourceError(
        f"{path.name}: {what}; the publisher may have changed the format: "
        "compare with the source's row in sources.toml"
    )


@contextmanager
def faults_named(path: Path) -> Iterator[None]:
    """Turn the errors of reading ``path`` into SourceErrors that name it."""
    try:
        yield
    except FileNotFoundError as exc:
        raise SourceError(f"{path.name} is missing; fetch the source again") from exc
    except UnicodeDecodeError as exc:
        raise changed(path, f"byte {exc.start:,} is not {exc.encoding}") from exc
    except _DAMAGE as exc:
        raise damaged(path, exc) from exc


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a UTF-8 file, without their ends, decoded strictly."""
    with faults_named(path), path.open(encoding="utf-8-sig", newline=None) as file:
        for number, line in enumerate(file, 1):
            yield number, line.rstrip("\n")
