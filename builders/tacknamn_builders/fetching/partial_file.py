"""The part of an unfinished download, kept so that it can be resumed.

Next to ``<file>`` there is ``<file>.part.json`` with the address and the validator (a strong ETag,
otherwise the Last-Modified date) of the complete file. Without a validator a download is not
resumed, because parts of two editions would make a wrong file.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import requests

__all__ = ["PartialFile"]

_MOST_DIGITS = 18
"""Digits of a size. Python refuses to read numbers of thousands of digits, and a larger file than
these can state is refused anyway."""

_CONTENT_RANGE = re.compile(r"bytes (?:(\d+)-\d+|\*)/(\d+)")
"""``bytes 500-999/1000``, or ``bytes */1000`` if the requested range does not exist."""


@dataclass(frozen=True, slots=True)
class PartialFile:
    """The part file of one download."""

    path: Path
    address: str

    @property
    def size(self) -> int:
        """Bytes of the part."""
        return self.path.stat().st_size if self.path.exists() else 0

    def range_headers(self) -> dict[str, str]:
        """Headers that request the rest, if the server still has the same edition."""
        validator = self._validator()
        if validator is None or not self.size:
            return {}
        return {"Range": f"bytes={self.size}-", "If-Range": validator}

    def begin(self, headers: Mapping[str, str]) -> None:
        """Delete the part and store the validator of the edition that follows."""
        self.drop()
        self.path.touch()
        if (validator := _find_validator(headers)) is not None:
            note = {"address": self.address, "validator": validator}
            self._note.write_text(json.dumps(note), encoding="utf-8")

    def drop(self) -> None:
        """Delete the part. The note is deleted first, so that it never describes other bytes."""
        self._note.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)

    def is_continued_by(self, response: requests.Response) -> bool:
        """Whether an answer with status 206 continues the part."""
        content_range = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        starts_here = content_range is not None and content_range[1] == str(self.size)
        return starts_here and _find_validator(response.headers) in (None, self._validator())

    def is_completed_by(self, response: requests.Response) -> bool:
        """Whether an answer with status 416 means that the part is already complete."""
        content_range = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        return content_range is not None and content_range[2] == str(self.size)

    def total(self, response: requests.Response) -> int | None:
        """The size of the complete file, if the answer contains it."""
        content_range = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        length = response.headers.get("Content-Length", "")
        if response.status_code == 206 and content_range is not None:
            return _parse_size(content_range[2])
        return _parse_size(length) if length.isdecimal() else None

    @property
    def _note(self) -> Path:
        return self.path.with_name(f"{self.path.name}.part.json")

    def _validator(self) -> str | None:
        try:
            note = json.loads(self._note.read_text("utf-8"))
            return str(note["validator"]) if note["address"] == self.address else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            # missing or damaged: start again
            return None


def _parse_size(digits: str) -> int:
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS


def _find_validator(headers: Mapping[str, str]) -> str | None:
    etag = headers.get("ETag", "")
    if etag and not etag.startswith("W/"):
        return etag
    return headers.get("Last-Modified")
