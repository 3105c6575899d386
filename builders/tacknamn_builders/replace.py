"""Replace a folder as a whole: the new one is complete, or the old one is still there."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tacknamn.errors import Error
from tacknamn_builders.fetching.locks import locked

__all__ = ["recover", "replacing"]

_PATIENCE = 60.0
"""Seconds to wait for another build's renaming, which takes a moment."""


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Give an empty folder to fill; it takes the place of ``folder`` when the block ends.

    When the block fails, nothing has changed. Two at once do not meet before the renaming,
    which one does after the other."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        recover(folder)
        fresh = folder.with_name(f".{folder.name}.{os.getpid()}.partial")
        fresh.mkdir()
    except OSError as exc:
        raise _unwritable(folder, exc) from exc
    try:
        yield fresh
        with locked(folder.parent, folder.name, _PATIENCE):
            _swap(fresh, folder)
    except OSError as exc:
        raise _unwritable(folder, exc) from exc
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def recover(folder: Path) -> None:
    """Put the last good folder back if a machine died between the two renamings."""
    previous = _previous(folder)
    if previous.exists():
        with locked(folder.parent, folder.name, _PATIENCE):
            if previous.exists() and not folder.exists():
                previous.rename(folder)


def _swap(fresh: Path, folder: Path) -> None:
    previous = _previous(folder)
    shutil.rmtree(previous, ignore_errors=True)
    if folder.exists():
        folder.rename(previous)
    try:
        fresh.rename(folder)
    except OSError:
        if previous.exists():
            previous.rename(folder)
        raise
    shutil.rmtree(previous, ignore_errors=True)


def _previous(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.previous")


def _sweep(folder: Path) -> None:
    """Remove what builds left that were killed."""
    for left in folder.parent.glob(f".{folder.name}.*.partial"):
        if not _alive(int(left.name.split(".")[-2])):
            shutil.rmtree(left, ignore_errors=True)


def _alive(process: int) -> bool:
    if os.name != "posix":
        return True  # os.kill would end it: what is left there, its user removes
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _unwritable(folder: Path, exc: OSError) -> Error:
    reason = exc.strerror or type(exc).__name__
    return Error(
        f"{folder}: cannot be written ({reason}); make room or give another place with --out. "
        "What was there before is unchanged"
    )
