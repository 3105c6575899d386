"""Receipts: which files were received from where, when and with which checksum.

``raw/<source>/<version>/receipt.json`` is written once, together with the files that it describes::

    {
      "archive": null,                       # for a package: its wheel or sdist
      "files": {
        "countryInfo.txt": {
          "address": "https://download.geonames.org/export/dump/countryInfo.txt",
          "etag": "\\"7b9d-5f2\\"",            # empty if the server sent none
          "last_modified": "Fri, 14 Nov 2025 03:10:02 GMT",
          "sha256": "…",
          "size": 31645,
          "time": "2025-11-18T09:46:00+00:00",
          "via": "https"                     # or mirror, or package
        }
      },
      "format": "tacknamn-receipt-1",
      "source": "geonames-countries",
      "version": "current"
    }

A receipt that cannot be read counts as missing: its files are fetched again. :func:`find_mismatch` says
whether the files of a folder are those of its receipt, and the receipt that of the source table.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tacknamn_builders.sources.source_table import DataSource
from tacknamn_builders.support.checksums import compute_sha256

__all__ = [
    "RECEIPT",
    "Receipt",
    "ReceivedFile",
    "compute_sums",
    "current_time",
    "find_mismatch",
    "parse_received",
    "read_receipt",
    "write_receipt",
]

RECEIPT = "receipt.json"
_FORMAT = "tacknamn-receipt-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedFile:
    """One file as it was received."""

    address: str
    """The publisher's address, or ``package==version``, for a member followed by ``#member``."""
    sha256: str
    size: int
    time: str
    """When it was received, in UTC."""
    via: str
    """``https``, ``mirror`` or ``package``."""
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The content of one folder of ``raw/``."""

    source: str
    version: str
    files: Mapping[str, ReceivedFile]
    """By the name they were saved under."""
    archive: ReceivedFile | None = None
    """The wheel or sdist that the files were extracted from."""

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files.values())

    @property
    def sums(self) -> dict[str, str]:
        """The checksum of each file."""
        return {name: file.sha256 for name, file in self.files.items()}


def current_time() -> str:
    """The current time in the format of receipts."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write_receipt(receipt: Receipt, folder: Path) -> None:
    """Write ``receipt.json`` with sorted keys, so that two can be compared."""
    table = {"format": _FORMAT} | asdict(receipt)
    text = json.dumps(table, ensure_ascii=False, indent=2, sort_keys=True)
    (folder / RECEIPT).write_text(text + "\n", encoding="utf-8")


def read_receipt(folder: Path) -> Receipt | None:
    """Read the receipt of a folder of ``raw/``; None if it is missing or cannot be read."""
    try:
        return _parse_receipt(json.loads((folder / RECEIPT).read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def compute_sums(source: DataSource, folder: Path) -> dict[str, str]:
    """Compute the SHA-256 of each file of a source."""
    return {file.saved_as: compute_sha256(folder / file.saved_as) for file in source.files}


def find_mismatch(source: DataSource, folder: Path, sums: Mapping[str, str]) -> str:
    """Say why the files with these checksums are not what was received; empty if they are."""
    receipt = read_receipt(folder)
    if receipt is None:
        return f"{folder} has no receipt, so nothing says which files were received"
    if not _is_requested(source, receipt):
        return f"the receipt in {folder} has other checksums than the source table"
    for name, sha256 in sums.items():
        if receipt.sums.get(name) != sha256:
            return f"{folder / name} is not the file that was received"
    return ""


def _is_requested(source: DataSource, receipt: Receipt) -> bool:
    """Whether a receipt was written for what the source table says now."""
    of_archive = receipt.archive.sha256 if receipt.archive else ""
    return of_archive == source.sha256 and all(
        file.sha256 in ("", receipt.sums.get(file.saved_as, file.sha256)) for file in source.files
    )


def parse_received(table: Any) -> ReceivedFile:
    """Parse the description of a received file.

    Raises ValueError, TypeError or RecursionError if ``table`` is something else."""
    received = ReceivedFile(**table)
    for field in fields(received):
        if type(getattr(received, field.name)) is not field.type:
            raise ValueError(field.name)
    return received


def _parse_receipt(table: dict[str, Any]) -> Receipt:
    if table["format"] != _FORMAT:
        raise ValueError(table["format"])
    files = {name: parse_received(file) for name, file in table["files"].items()}
    archive = parse_received(table["archive"]) if table["archive"] else None
    return Receipt(str(table["source"]), str(table["version"]), files, archive)
