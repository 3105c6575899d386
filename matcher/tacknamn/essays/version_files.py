"""The files of one essay and one user: versions, status, counts, reports."""

import hashlib
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.essays.files import FILE_MODE, decode_text, read_file
from tacknamn.essays.records import EssayCounts, count_labels
from tacknamn.support.new_files import create_file, replace_file
from tacknamn.svala.json_graphs import read_graph

__all__ = [
    "add_report",
    "find_counts",
    "find_newest",
    "list_versions",
    "name_version",
    "read_review",
    "read_status",
    "store_counts",
    "store_review",
    "store_status",
]

_STATUS, _COUNTS = "status.json", "counts.json"
_VERSION_FILE = re.compile(r"([1-9][0-9]{0,8})\.json")
_REPORT_FILE = re.compile(r"report-([1-9][0-9]{0,8})\.txt")
_MOST_REPORTS = 1_000
"""Reports of one essay. More are dropped: an editor in a loop must not fill the disk."""


def name_version(number: int) -> str:
    """Return the name of the file of a version."""
    return f"{number}.json"


def list_versions(folder: Path | None) -> list[int]:
    """List the numbers of the versions in a folder; none if there is no folder."""
    return _list_numbers(folder, _VERSION_FILE)


def find_newest(folder: Path | None) -> int:
    """Return the number of the newest version; 0 if there is none."""
    return max(list_versions(folder), default=0)


def _list_numbers(folder: Path | None, pattern: re.Pattern[str]) -> list[int]:
    """List the numbers of the files of a kind."""
    if folder is None:
        return []
    matches = (pattern.fullmatch(path.name) for path in folder.iterdir())
    return [int(match[1]) for match in matches if match]


def read_status(folder: Path | None) -> bool:
    """Whether annotators have finished the essay. A damaged status means that they look again."""
    content = None if folder is None else read_file(folder / _STATUS)
    with suppress(ValueError, RecursionError):
        match json.loads(content or b"{}"):
            case {"done": bool(is_done)}:
                return is_done
    return False


def find_counts(folder: Path, version: int) -> EssayCounts | None:
    """Return the counts of a version: stored ones, or new ones if those are of another version."""
    with suppress(ValueError, RecursionError, InputError):
        data = json.loads(read_file(folder / _COUNTS) or b"{}")
        if isinstance(data, dict) and data.get("version") == version:
            return EssayCounts.from_dict(data)
    content = read_file(folder / name_version(version))
    try:
        graph = read_graph(decode_text(content or b"", "the graph"), "the graph")
    except InputError:
        return None
    counts = count_labels(graph)
    store_counts(folder, version, counts)
    return counts


def store_counts(folder: Path, version: int, counts: EssayCounts) -> None:
    """Store counts. They can be counted again, so a full disk is no error here."""
    content = json.dumps({"version": version, **counts.to_dict()}).encode()
    with suppress(OSError):
        replace_file(folder / _COUNTS, content, FILE_MODE, is_synced=False)


def store_status(folder: Path, is_done: bool) -> None:
    """Store whether annotators have finished the essay."""
    replace_file(folder / _STATUS, json.dumps({"done": is_done}).encode(), FILE_MODE)


def add_report(folder: Path, message: str) -> None:
    """Store a report of an editor under the next free number."""
    number = max(_list_numbers(folder, _REPORT_FILE), default=0) + 1
    while number <= _MOST_REPORTS:
        with suppress(FileExistsError):
            create_file(folder / f"report-{number}.txt", message.encode(), FILE_MODE)
            return
        number += 1


def _name_review(version: int) -> str:
    return f"review-{version}.json"


def store_review(folder: Path, version: int, graph: bytes, review: object) -> None:
    """Store plain data next to a version. The graph counts without them, so a full disk is no error."""
    record = {"graph": hashlib.sha256(graph).hexdigest(), "review": review}
    content = json.dumps(record, ensure_ascii=False).encode()
    with suppress(OSError):
        replace_file(folder / _name_review(version), content, FILE_MODE)


def read_review(folder: Path, version: int) -> Any:
    """Return the data of a version; None if there are none, or if they are of another graph."""
    with suppress(ValueError, RecursionError, InputError):
        record = json.loads(read_file(folder / _name_review(version)) or b"null")
        graph = read_file(folder / name_version(version))
        checksum = hashlib.sha256(graph or b"").hexdigest()
        if isinstance(record, dict) and record.get("graph") == checksum:
            return record.get("review")
    return None
