"""Replace a folder as a whole: the new one is complete, or the old one stays.

Only a missing folder, an empty folder or one of the same kind (a bundle, by default) is replaced, and
only if it contains nothing else: other files may be years of work, or a key. The new folder is written into ``.<name>.<random>.partial`` in the same folder. Its builder
holds a lock of this name. The next build deletes partial folders without a held lock. Process
numbers would not work here, because several machines may share a disk.
"""

import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import Error, InputError
from tacknamn.lexicon.bundle import is_bundle, list_bundle_files
from tacknamn.support.locks import hold_lock, is_lock_held, remove_lock
from tacknamn.support.printing import make_printable

__all__ = ["BUNDLES", "FolderKind", "check_replaceable", "recover_folder", "replace_folder"]

_PATIENCE = 60.0
"""Seconds to wait for another build to rename its folder, which takes a moment."""
_RANDOM = 8
"""Random bytes in the name of a partial bundle, enough to be unique on any disk."""


@dataclass(frozen=True, slots=True)
class FolderKind:
    """What a folder contains that may be replaced."""

    name: str
    """For messages, with its article: a bundle."""
    has_content: Callable[[Path], bool]
    """Whether a folder is of this kind."""
    list_files: Callable[[Path], set[str]] = lambda folder: set()
    """The names of the files that belong to a folder of this kind."""
    option: str = "--out"
    """The option that names the folder."""


BUNDLES = FolderKind("a bundle", is_bundle, list_bundle_files)


def check_replaceable(out: Path, kind: FolderKind = BUNDLES) -> Path:
    """Resolve ``out`` to a folder, and check that one of this kind may replace it.

    A link is followed: its target is replaced, the link stays."""
    try:
        folder = out.resolve()
        foreign = folder.exists() and not (_is_empty(folder) or kind.has_content(folder))
    except (OSError, RuntimeError) as exc:  # RuntimeError: a loop of links
        raise Error(
            f"{out}: cannot be read ({exc}); choose another folder with {kind.option}"
        ) from exc
    if foreign or not folder.name:
        raise InputError(
            f"{out}: is not {kind.name}, and its content would be lost; choose a new or an empty "
            f"folder with {kind.option}, or move the content away"
        )
    if folder.exists():
        _refuse_other_files(folder, out, kind)
    return folder


_MOST_NAMES = 5
"""Names in one message."""


def _refuse_other_files(folder: Path, out: Path, kind: FolderKind) -> None:
    if _is_empty(folder):
        return
    others = sorted({path.name for path in folder.iterdir()} - kind.list_files(folder))
    if others:
        names = make_printable(", ".join(others[:_MOST_NAMES]))
        more = f" and {len(others) - _MOST_NAMES} more" if len(others) > _MOST_NAMES else ""
        raise InputError(
            f"{out}: contains files that do not belong to {kind.name} and would be lost: {names}"
            f"{more}; move them away, or choose another folder with {kind.option}"
        )


@contextmanager
def replace_folder(out: Path, kind: FolderKind = BUNDLES) -> Iterator[Path]:
    """Yield an empty folder to fill; it replaces ``out`` when the block ends.

    If the block fails, nothing changes. Two builds can run at the same time; only their renaming is
    done one after the other."""
    folder = check_replaceable(out, kind)
    with ExitStack() as held:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            _remove_abandoned(folder)
            recover_folder(folder)
            fresh = held.enter_context(_open_partial_folder(folder))
        except OSError as exc:
            raise _unwritable_error(folder, exc, kind) from exc
        try:
            yield fresh
            with hold_lock(folder.parent, folder.name, _PATIENCE):
                _swap_folders(fresh, check_replaceable(folder, kind))
        except OSError as exc:
            raise _unwritable_error(folder, exc, kind) from exc


def recover_folder(folder: Path) -> None:
    """Restore the last good folder after an interruption between the two renamings."""
    previous = _previous_folder(folder)
    if previous.exists():
        with hold_lock(folder.parent, folder.name, _PATIENCE):
            if previous.exists() and not folder.exists():
                previous.rename(folder)


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is None


@contextmanager
def _open_partial_folder(folder: Path) -> Iterator[Path]:
    """Create a partial folder next to ``folder``, and hold its lock while it is in use."""
    fresh = folder.with_name(f".{folder.name}.{secrets.token_hex(_RANDOM)}.partial")
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
    """Delete the partial folders of builds that were killed."""
    partial_name = re.compile(rf"\.{re.escape(folder.name)}\.[0-9a-f]{{{2 * _RANDOM}}}\.partial")
    for left in folder.parent.iterdir():
        if partial_name.fullmatch(left.name) and not is_lock_held(folder.parent, left.name):
            shutil.rmtree(left, ignore_errors=True)
            remove_lock(folder.parent, left.name)


def _unwritable_error(folder: Path, exc: OSError, kind: FolderKind) -> Error:
    reason = exc.strerror or type(exc).__name__
    return Error(
        f"{folder}: cannot be written ({reason}); free some space or choose another folder with "
        f"{kind.option}. What it contained is unchanged"
    )
