"""Essays in a folder, and the graphs that annotators save: one file for each version.

On the disk::

    essays/
      e07.txt                     an essay: plain text in UTF-8
      e08.json                    an essay with its graph, from tacknamn pseudonymize --format svala
      versions/e07/1.json         what was saved: one graph in SVALA's format for each version
      versions/e07/2.json
      versions/e07/status.json    {"done": true}
      versions/e07/counts.json    figures of the newest version, so that a list need not read graphs
      versions/e07/review-2.json  what the review page knows of version 2 and a graph cannot say
      versions/e07/report-1.txt   an error of the editor that it reported
      users/anna/e07/1.json ...   the same for one annotator

**Version 0** is the file that was put into the folder, which is never written. If there are both files,
the graph counts. A text without a graph is given out as it is. **Every user** has versions of their own,
which begin with version 0 as well, so that two annotators do not see each other; the empty user is the one
that all share.

**A version is never changed or removed.** It is written to a hidden file, synced, and gets its name by a
hard link, which fails if the name is taken. So of two processes that save version 3, one succeeds, and
the other gets :attr:`~tacknamn.essays.errors.EssayReason.CONFLICT`. If the disk is full or the power
fails, there is either a whole version or none. Files have the mode 0640 at most, folders 0750.

A request reads the folder of its own essay alone, so the number of essays does not matter; only
:meth:`EssayStore.list_essays` reads all names. Nothing is kept in memory: several processes may share a
folder, and files may be added while it is in use.
"""

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.essays.errors import EssayError, EssayReason, translate_os_errors
from tacknamn.essays.files import FILE_MODE, decode_text, find_folder, make_folder, read_file
from tacknamn.essays.names import check_essay_name, check_user_name, is_name
from tacknamn.essays.records import (
    EssayContent,
    EssayFacts,
    VersionFacts,
    count_labels,
)
from tacknamn.essays.version_files import (
    add_report,
    find_counts,
    find_newest,
    list_versions,
    name_version,
    read_review,
    read_status,
    store_counts,
    store_review,
    store_status,
)
from tacknamn.support.new_files import create_file
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Graph
from tacknamn.svala.rules import find_violations
from tacknamn.svala.tokens import find_text_error

__all__ = ["EssayStore", "check_graph"]

_VERSIONS, _USERS = "versions", "users"
_TEXT, _GRAPH = ".txt", ".json"


def check_graph(graph: Graph) -> None:
    """Refuse a graph that SVALA would refuse, with the rule; the message quotes nothing of it."""
    if violations := find_violations(graph):
        first = violations[0]
        raise InputError(f"the graph breaks the rule {first.rule}: {first.place} {first.message}")


class EssayStore:
    """The essays of a folder. Threads and processes may share it."""

    def __init__(self, folder: Path, only: Collection[str] | None = None) -> None:
        """Open a folder; nothing is created in it before the first version is saved.

        Args:
            only: The names of the essays to show; None for all.
        """
        if not folder.is_dir():
            raise InputError(f"{folder}: is not a folder; create it, and put the essays into it")
        self._root = folder.resolve()
        self._only = None if only is None else frozenset(only)

    def can_write(self) -> bool:
        """Whether versions can be saved."""
        return os.access(self._root, os.W_OK | os.X_OK)

    def load(self, essay: str, user: str = "", version: int | None = None) -> EssayContent:
        """Return the newest version of an essay, or the one with this number."""
        with translate_os_errors():
            folder = self._find(essay, user)
            number = find_newest(folder) if version is None else version
            if number == 0:
                return self._load_first(essay)
            content = None if folder is None else read_file(folder / name_version(number))
        if content is None:
            raise EssayError(EssayReason.UNKNOWN, "there is no such version of the essay")
        return EssayContent(number, saved=_read_checked(content))

    def _load_first(self, essay: str) -> EssayContent:
        graph = read_file(self._root / (essay + _GRAPH))
        if graph is not None:
            return EssayContent(0, saved=_read_checked(graph))
        text = read_file(self._root / (essay + _TEXT))
        if text is None:
            raise _make_unknown()
        raw = decode_text(text, "the essay")
        if error := find_text_error(raw):
            raise InputError(f"the essay has {error}; remove it")
        return EssayContent(0, raw=raw)

    def save(
        self, essay: str, graph: Graph, expected: int, user: str = "", review: object = None
    ) -> int:
        """Save the version after ``expected``, and return its number.

        Raises :class:`EssayError` with ``CONFLICT`` if ``expected`` is not the newest version, and
        :class:`InputError` for a graph that breaks a rule of SVALA.

        Args:
            review: Plain data that :meth:`load_review` returns for this version.
        """
        check_graph(graph)
        with translate_os_errors():
            newest = find_newest(self._find(essay, user))
            if newest != expected:
                raise _make_conflict(newest)
            folder = make_folder(self._root, *_list_parts(essay, user))
            number = expected + 1
            try:
                content = write_graph(graph).encode()
                create_file(folder / name_version(number), content, FILE_MODE)
            except FileExistsError:
                raise _make_conflict(find_newest(folder)) from None
        if review is not None:
            store_review(folder, number, content, review)
        store_counts(folder, number, count_labels(graph))
        return number

    def load_review(self, essay: str, version: int, user: str = "") -> Any:
        """Return the data that were saved with a version; None if there are none, or if another
        program wrote the graph since."""
        with translate_os_errors():
            folder = self._find(essay, user)
            return None if folder is None else read_review(folder, version)

    def is_done(self, essay: str, user: str = "") -> bool:
        """Whether annotators have finished an essay."""
        with translate_os_errors():
            return read_status(self._find(essay, user))

    def set_done(self, essay: str, is_done: bool, user: str = "") -> None:
        """Store whether annotators have finished an essay."""
        with translate_os_errors():
            self._find(essay, user)
            store_status(make_folder(self._root, *_list_parts(essay, user)), is_done)

    def list_versions(self, essay: str, user: str = "") -> tuple[VersionFacts, ...]:
        """List the versions that were saved, the oldest first."""
        with translate_os_errors():
            folder = self._find(essay, user)
            versions = []
            for number in sorted(list_versions(folder)):
                assert folder is not None
                facts = (folder / name_version(number)).stat()
                versions.append(VersionFacts(number, facts.st_mtime, facts.st_size))
        return tuple(versions)

    def add_report(self, essay: str, message: str, user: str = "") -> None:
        """Store an error that an editor reports. It may have words of the text, so it is not logged."""
        with translate_os_errors():
            self._find(essay, user)
            add_report(make_folder(self._root, *_list_parts(essay, user)), message)

    def list_names(self) -> list[str]:
        """List the names of all essays, sorted."""
        with translate_os_errors():
            names = {*self._list_first(), *_list_folders(self._root, _VERSIONS)}
            return sorted(names if self._only is None else names & self._only)

    def list_users(self) -> list[str]:
        """List the users who have versions of their own, sorted."""
        with translate_os_errors():
            return sorted(_list_folders(self._root, _USERS))

    def list_stamps(self, user: str = "") -> dict[str, int]:
        """Return a number for each essay with saved files, which changes whenever one is saved.

        So a list of ten thousand essays reads again only what changed."""
        if user:
            check_user_name(user)
        parts = (_USERS, user) if user else (_VERSIONS,)
        with translate_os_errors():
            return dict(_list_stamps(self._root, *parts))

    def describe(self, essay: str, user: str = "") -> EssayFacts:
        """Return the newest version of an essay, its status and its counts."""
        with translate_os_errors():
            self._find(essay, user)
            return self._describe(essay, user)

    def list_essays(
        self, user: str = "", after: str = "", limit: int | None = None
    ) -> list[EssayFacts]:
        """List essays with their newest version, status and counts, sorted by name.

        Args:
            after: Begin after this name.
            limit: List so many at most.
        """
        if user:
            check_user_name(user)
        names = [name for name in self.list_names() if name > after][:limit]
        with translate_os_errors():
            parts = (_USERS, user) if user else (_VERSIONS,)
            touched = frozenset(_list_folders(self._root, *parts))
            return [
                self._describe(name, user) if name in touched else EssayFacts(name, 0, False, None)
                for name in names
            ]

    def _describe(self, essay: str, user: str) -> EssayFacts:
        folder = find_folder(self._root, *_list_parts(essay, user))
        newest = find_newest(folder)
        counts = None if folder is None or not newest else find_counts(folder, newest)
        return EssayFacts(essay, newest, read_status(folder), counts)

    def _find(self, essay: str, user: str) -> Path | None:
        """Return the folder of an essay's versions, if it has any; refuse an unknown essay."""
        check_essay_name(essay)
        if user:
            check_user_name(user)
        if self._only is not None and essay not in self._only:
            raise _make_unknown()
        folder = find_folder(self._root, *_list_parts(essay, user))
        if folder is None and not self._has(essay):
            raise _make_unknown()
        return folder

    def _has(self, essay: str) -> bool:
        """Whether there is an essay of this name: its text, its graph, or a version."""
        files = (self._root / (essay + ending) for ending in (_GRAPH, _TEXT))
        has_file = any(file.is_file() and not file.is_symlink() for file in files)
        return has_file or find_folder(self._root, _VERSIONS, essay) is not None

    def _list_first(self) -> Iterator[str]:
        """List the names of the essays that were put into the folder."""
        with os.scandir(self._root) as entries:
            for entry in entries:
                name, dot, ending = entry.name.rpartition(".")
                is_essay = dot + ending in (_TEXT, _GRAPH) and is_name(name)
                if is_essay and entry.is_file(follow_symlinks=False):
                    yield name


def _list_parts(essay: str, user: str) -> tuple[str, ...]:
    """Return the parts of the path to an essay's versions."""
    return (_USERS, user, essay) if user else (_VERSIONS, essay)


def _list_folders(root: Path, *parts: str) -> Iterator[str]:
    if (folder := find_folder(root, *parts)) is not None:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and is_name(entry.name):
                    yield entry.name


def _list_stamps(root: Path, *parts: str) -> Iterator[tuple[str, int]]:
    if (folder := find_folder(root, *parts)) is not None:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and is_name(entry.name):
                    yield entry.name, entry.stat(follow_symlinks=False).st_mtime_ns


def _read_checked(content: bytes) -> Graph:
    """Read a graph. One that breaks a rule is an error: SVALA would replace it by the text ``x``."""
    graph = read_graph(decode_text(content, "the graph"), "the graph")
    try:
        check_graph(graph)
    except InputError as exc:
        raise InputError(f"{exc}; repair its file with `tacknamn validate --repair`") from None
    return graph


def _make_unknown() -> EssayError:
    return EssayError(EssayReason.UNKNOWN, "there is no essay of this name")


def _make_conflict(newest: int) -> EssayError:
    return EssayError(
        EssayReason.CONFLICT,
        f"version {newest} is the newest; load it, merge, and save it as version {newest + 1}",
    )
