"""A download under way, kept so that it can be resumed.

Beside the growing ``<file>`` stands ``<file>.part.json`` with the address and the validator (a
strong ETag, else the Last-Modified date) of what the part is a part of. Without a validator
nothing is resumed: two halves of different editions would make a file that never was.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import requests

__all__ = ["PartialFile"]

_CONTENT_RANGE = re.compile(r"bytes (?:(\d+)-\d+|\*)/(\d+)")
"""``bytes 500-999/1000``, or ``bytes */1000`` where the range asked for does not exist."""


@dataclass(frozen=True, slots=True)
class PartialFile:
    """The part file of one download."""

    path: Path
    address: str

    @property
    def size(self) -> int:
        """Bytes that are there."""
        return self.path.stat().st_size if self.path.exists() else 0

    def request(self) -> dict[str, str]:
        """Headers that ask for the rest, if the server still has the same edition."""
        validator = self._validator()
        if validator is None or not self.size:
            return {}
        return {"Range": f"bytes={self.size}-", "If-Range": validator}

    def begin(self, headers: Mapping[str, str]) -> None:
        """Forget what is there and note which edition comes now."""
        self.drop()
        self.path.touch()
        if (validator := _find_validator(headers)) is not None:
            note = {"address": self.address, "validator": validator}
            self._note.write_text(json.dumps(note), encoding="utf-8")

    def drop(self) -> None:
        """Forget what is there. The note goes first: it must never vouch for other bytes."""
        self._note.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)

    def continued_by(self, response: requests.Response) -> bool:
        """Whether an answer 206 is the rest of what is there."""
        place = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        starts_here = place is not None and place[1] == str(self.size)
        return starts_here and _find_validator(response.headers) in (None, self._validator())

    def completed_by(self, response: requests.Response) -> bool:
        """Whether an answer 416 says that there is no rest, because all of it is here."""
        place = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        return place is not None and place[2] == str(self.size)

    def total(self, response: requests.Response) -> int | None:
        """How large the whole file will be, if the answer says so."""
        place = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        length = response.headers.get("Content-Length", "")
        if response.status_code == 206 and place is not None:
            return int(place[2])
        return int(length) if length.isdecimal() else None

    @property
    def _note(self) -> Path:
        return self.path.with_name(f"{self.path.name}.part.json")

    def _validator(self) -> str | None:
        try:
            note = json.loads(self._note.read_text("utf-8"))
            return str(note["validator"]) if note["address"] == self.address else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            # none, or damaged: begin anew
            return None


def _find_validator(headers: Mapping[str, str]) -> str | None:
    etag = headers.get("ETag", "")
    if etag and not etag.startswith("W/"):
        return etag
    return headers.get("Last-Modified")
