"""Replace a bundle's folder as a whole: the new one is complete, or the old one is still there.

Only what is absent, empty or a bundle is replaced: whatever else a user names may be years of
work. The new bundle grows in ``.<name>.<chance>.partial`` beside its place. Its builder holds a
lock of that name, and whoever finds a folder whose lock nobody holds sweeps it: numbers of
processes would say nothing on a disk that several machines share.
"""

import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tacknamn.errors import Error, InputError
from tacknamn.lexicon.bundle import is_bundle
from tacknamn_builders.support.locks import hold_lock, is_lock_held, remove_lock

__all__ = ["check_replaceable", "recover_folder", "replace_folder"]

_PATIENCE = 60.0
"""Seconds to wait for another build's renaming, which takes a moment."""
_CHANCE = 8
"""Random bytes in the name of an unfinished bundle: no two builds anywhere get the same."""


def check_replaceable(place: Path) -> Path:
    """The real folder that ``place`` names, if a bundle may be put there.

    A link is followed, so that it stays and what it leads to is replaced."""
    try:
        folder = place.resolve()
        foreign = folder.exists() and not (_is_empty(folder) or is_bundle(folder))
    except (OSError, RuntimeError) as exc:  # RuntimeError: links in a circle
        raise Error(f"{place}: cannot be looked at ({exc}); give another place with --out") from exc
    if foreign or not folder.name:
        raise InputError(
            f"{place}: there is something else than a bundle, and it would be lost; give a new "
            "or an empty folder with --out, or move away what is there"
        )
    return folder


@contextmanager
def replace_folder(place: Path) -> Iterator[Path]:
    """Give an empty folder to fill; it takes the place of ``place`` when the block ends.

    When the block fails, nothing has changed. Two at once do not meet before the renaming,
    which one does after the other."""
    folder = check_replaceable(place)
    with ExitStack() as held:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            _remove_abandoned(folder)
            recover_folder(folder)
            fresh = held.enter_context(_open_partial_folder(folder))
        except OSError as exc:
            raise _unwritable_error(folder, exc) from exc
        try:
            yield fresh
            with hold_lock(folder.parent, folder.name, _PATIENCE):
                _swap_folders(fresh, check_replaceable(folder))
        except OSError as exc:
            raise _unwritable_error(folder, exc) from exc


def recover_folder(folder: Path) -> None:
    """Put the last good folder back if a machine died between the two renamings."""
    previous = _previous_folder(folder)
    if previous.exists():
        with hold_lock(folder.parent, folder.name, _PATIENCE):
            if previous.exists() and not folder.exists():
                previous.rename(folder)


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is None


@contextmanager
def _open_partial_folder(folder: Path) -> Iterator[Path]:
    """A new folder beside ``folder``, under a lock that says that somebody works on it."""
    fresh = folder.with_name(f".{folder.name}.{secrets.token_hex(_CHANCE)}.partial")
    try:
        with hold_lock(folder.parent, fresh.name, _PATIENCE):
            fresh.mkdir()
            try:
                yield fresh
            finally:
                shutil.rmtree(fresh, ignore_errors=True)
    finally:
        remove_lock(folder.parent, fresh.name)


def _swap_folders(fresh: Path, folder: Path) -> None:
    previous = _previous_folder(folder)
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


def _previous_folder(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.previous")


def _remove_abandoned(folder: Path) -> None:
    """Remove what builds left that were killed."""
    ours = re.compile(rf"\.{re.escape(folder.name)}\.[0-9a-f]{{{2 * _CHANCE}}}\.partial")
    for left in folder.parent.iterdir():
        if ours.fullmatch(left.name) and not is_lock_held(folder.parent, left.name):
            shutil.rmtree(left, ignore_errors=True)
            remove_lock(folder.parent, left.name)


def _unwritable_error(folder: Path, exc: OSError) -> Error:
    reason = exc.strerror or type(exc).__name__
    return Error(
        f"{folder}: cannot be written ({reason}); make room or give another place with --out. "
        "What was there before is unchanged"
    )
