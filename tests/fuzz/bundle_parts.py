"""Take the files of a bundle apart into columns, and put them together again.

What is put together need not be right: that is what it is for.
"""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tacknamn.lexicon.bundle import MANIFEST
from tacknamn.lexicon.sections import HEADER, LAYOUTS, locate_columns

__all__ = ["Parts", "item_size", "letter_of"]

_SIZES = {"B": 1, "I": 4, "f": 4, "Q": 8, "d": 8}


def letter_of(section: str, column: str) -> str:
    """The type of a column's numbers, as struct calls it; B for text."""
    code = LAYOUTS[section][column]
    return "B" if code == "text" else code.strip("0123456789+")


def item_size(section: str, column: str) -> int:
    """Bytes of one number of a column."""
    return _SIZES[letter_of(section, column)]


@dataclass
class Parts:
    """A bundle in memory: its files as bytes, which may be changed."""

    files: dict[str, bytearray]
    notes: list[str] = field(default_factory=list)
    """The changes that were made."""

    @classmethod
    def read(cls, folder: Path) -> "Parts":
        """Read all files of a bundle."""
        return cls({path.name: bytearray(path.read_bytes()) for path in sorted(folder.iterdir())})

    def copy(self) -> "Parts":
        """One to change."""
        return Parts({name: bytearray(data) for name, data in self.files.items()}, [])

    def write(self, folder: Path) -> None:
        """Write the files, and no others, into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            if path.name not in self.files:
                path.unlink()
        for name, data in self.files.items():
            (folder / name).write_bytes(data)

    def columns(self, section: str) -> dict[str, bytearray] | None:
        """The columns of a section; None if its header is not valid."""
        data = self.files[f"{section}.bin"]
        rows = self.rows(section)
        if rows is None or rows > len(data):
            return None
        places = locate_columns(section, rows)
        columns = {name: data[start : start + size] for name, (start, size) in places.items()}
        if "text" in columns:
            columns["text"] = data[places["text"][0] :]
        return columns

    def rows(self, section: str) -> int | None:
        """The number of rows that the header states."""
        data = self.files[f"{section}.bin"]
        return int(HEADER.unpack_from(data)[3]) if len(data) >= HEADER.size else None

    def put(self, section: str, rows: int, columns: dict[str, bytearray]) -> None:
        """Put a section together; columns of a wrong length are cut or filled up.

        Does nothing if not even a header is left."""
        name = f"{section}.bin"
        if len(self.files[name]) < HEADER.size:
            return
        magic, version, order, _, _ = HEADER.unpack_from(self.files[name])
        places = locate_columns(section, rows, len(columns.get("text", b"")))
        end = max(start + size for start, size in places.values())
        data = bytearray(HEADER.pack(magic, version, order, rows & (1 << 64) - 1, end))
        for column, (start, size) in places.items():
            data += bytes(start - len(data))
            data += columns[column][:size] + bytes(max(0, size - len(columns[column])))
        self.files[name] = data

    def settle_sizes(self) -> None:
        """Let every header state the size of its file."""
        for section in LAYOUTS:
            data = self.files[f"{section}.bin"]
            if len(data) >= HEADER.size:
                data[24:32] = len(data).to_bytes(8, "little")

    def settle_manifest(self) -> None:
        """Let the manifest state the sizes and sums that the files have."""
        try:
            manifest: dict[str, Any] = json.loads(self.files[MANIFEST])
            for name, facts in manifest["files"].items():
                data = self.files[name]
                facts.update(size=len(data), sha256=hashlib.sha256(data).hexdigest())
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            return  # it is damaged beyond repair, on purpose
        self.files[MANIFEST] = bytearray(json.dumps(manifest).encode())
