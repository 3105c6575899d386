"""Write the index of a folder of pages, after a run with ``--format html``.

It is made from the pages themselves, so that it also lists those that an earlier run has written. A file of
the user called ``index.html`` is never replaced.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tacknamn.batch.inputs import RESULT_SUFFIX
from tacknamn.batch.outputs import PlannedFile
from tacknamn.reports.index_page import INDEX_TITLE, IndexEntry, render_index_page
from tacknamn.support.atomic_files import write_whole

__all__ = ["write_indexes"]

_INDEX = "index.html"
_FORMAT = "html"
_HEAD = 1 << 16
"""Bytes of a page that have its summary: the style sheet is before it."""
_SUMMARY = re.compile(r"<p>Profile [^<]*: ([\d,]+) replaced, ([\d,]+) only marked\.</p>")
_TITLE = f"<title>{INDEX_TITLE}</title>"


def write_indexes(planned: Sequence[PlannedFile]) -> None:
    """Write an index into each folder of a run that has several pages."""
    homes = dict.fromkeys(file.home for file in planned if file.format == _FORMAT)
    for home in homes:
        if home is not None and _may_write(home / _INDEX):
            own = [file for file in planned if file.home == home]
            entries = sorted(_list_entries(home, own))
            if len(entries) > 1:
                like = [file.source.path for file in own]
                write_whole(home / _INDEX, render_index_page(entries), like=like)


def _may_write(path: Path) -> bool:
    """Whether there is no such file, or one that an earlier run wrote."""
    if path.is_symlink():
        return False
    return not path.exists() or _TITLE in _read_head(path)


def _list_entries(home: Path, planned: Iterable[PlannedFile]) -> Iterator[IndexEntry]:
    for file in planned:
        if file.format != _FORMAT or file.output is None or not file.output.is_file():
            continue
        below = file.output.relative_to(home)
        name = below.with_name(below.stem.removesuffix(RESULT_SUFFIX))
        match = _SUMMARY.search(_read_head(file.output))
        replaced, marked = match.groups() if match else ("0", "0")
        yield IndexEntry(
            below.as_posix(), name.as_posix(), _read_count(replaced), _read_count(marked)
        )


def _read_head(path: Path) -> str:
    with path.open("rb") as stream:
        return stream.read(_HEAD).decode("utf-8", "replace")


def _read_count(written: str) -> int:
    return int(written.replace(",", ""))
