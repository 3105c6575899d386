"""The cache of downloads that all checkouts of a user share.

::

    sha256/4b1c6e…/<file>    a received file, in a folder named by its checksum
    addresses/<sum>.json     what an address sent last (a ReceivedFile)
    unfinished/<source>/     unfinished downloads; an interrupted one is resumed from here

Everything in it may be deleted at any time; it is fetched again when needed.
"""

import hashlib
import json
import re
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from tacknamn.support.atomic_files import write_whole
from tacknamn_builders.sources.receipts import ReceivedFile, parse_received
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["Cache"]

_SUM = re.compile("[0-9a-f]{64}")
"""A checksum; it names a folder and must not be anything else in a path."""


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of downloads."""

    folder: Path

    def find(self, sha256: str) -> Path | None:
        """Find the file with this checksum; a damaged file is deleted."""
        path = next(self._find_shelf(sha256).glob("*"), None)
        if path is None or compute_sha256(path) == sha256:
            return path
        path.unlink()
        return None

    def add(self, file: Path, received: ReceivedFile) -> Path:
        """Move a verified file into the cache, and remember what its address sent."""
        shelf = self._find_shelf(received.sha256)
        shelf.mkdir(parents=True, exist_ok=True)
        path = file.replace(shelf / file.name)
        self._remember(received)
        return path

    def recall(self, address: str) -> tuple[Path, ReceivedFile] | None:
        """Find what an address sent last, if it is still here and undamaged."""
        received = self._read_note(address)
        path = None if received is None else self.find(received.sha256)
        return None if received is None or path is None else (path, received)

    def open_unfinished(self, source: str) -> Path:
        """Create the folder for the unfinished downloads of a source, and return it."""
        folder = self.folder / "unfinished" / source
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _remember(self, received: ReceivedFile) -> None:
        """Write the note; delete the previous file of the address, so that files do not pile up."""
        before = self._read_note(received.address)
        note = self._note_path(received.address)
        note.parent.mkdir(parents=True, exist_ok=True)
        write_whole(note, json.dumps(asdict(received), sort_keys=True))
        if before is not None and before.sha256 != received.sha256:
            shutil.rmtree(self._find_shelf(before.sha256), ignore_errors=True)

    def _read_note(self, address: str) -> ReceivedFile | None:
        try:
            received = parse_received(json.loads(self._note_path(address).read_text("utf-8")))
        except (OSError, ValueError, TypeError, RecursionError):
            return None  # missing or damaged
        return received if _SUM.fullmatch(received.sha256) else None

    def _note_path(self, address: str) -> Path:
        name = hashlib.sha256(address.encode()).hexdigest()
        return self.folder / "addresses" / f"{name}.json"

    def _find_shelf(self, sha256: str) -> Path:
        return self.folder / "sha256" / sha256
