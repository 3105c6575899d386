"""Verify a received file before it is put into ``raw/``.

A file with a known checksum must have it. Every archive must be complete and harmless. A text must
not be a web page: some servers send one, with status 200, instead of a missing file.
"""

from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn_builders.sources.source_table import SourceFile
from tacknamn_builders.support.archives import check_gzip, check_zip
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["verify_file"]

_ZIPS = {".zip", ".xlsx", ".ods"}
_GZIPS = {".gz", ".tgz"}
_MARKUP = {".html", ".htm", ".xml", ".svg", ".osm"}
"""Suffixes of files that may begin with ``<``; no CSV, JSON, text or archive does."""

_HEAD = 1024
"""Bytes searched for the first visible one: pages begin with a few empty lines at most."""

_BLANK = b"\xef\xbb\xbf \t\r\n"
"""Bytes that may precede the first visible character: white space, UTF-8's byte order mark."""


def verify_file(path: Path, file: SourceFile) -> str:
    """Check a received file against the source table; return its checksum."""
    with path.open("rb") as received:
        head = received.read(_HEAD)
    suffix = Path(file.saved_as).suffix.lower()
    _refuse_page(head, suffix, file)
    sha256 = compute_sha256(path)
    if file.sha256 and sha256 != file.sha256:
        raise SourceError(
            f"{file.name} has the SHA-256 {sha256}, but sources.toml says {file.sha256}. If you "
            "changed the version, write this sum there; otherwise the publisher changed the file or it "
            "was tampered with: compare it with the publisher's page"
        )
    _check_archive(path, suffix)
    return sha256


def _refuse_page(head: bytes, suffix: str, file: SourceFile) -> None:
    visible = head.lstrip(_BLANK)
    if not visible:
        raise SourceError(f"{file.name} is empty; check the publisher's page, fetch again later")
    if visible.startswith(b"<") and suffix not in _MARKUP:
        raise SourceError(
            f"{file.name}: the server sent a web page instead; open the address in a browser to "
            "see what it says, then fetch again or correct sources.toml"
        )


def _check_archive(path: Path, suffix: str) -> None:
    if suffix in _ZIPS:
        check_zip(path)
    elif suffix in _GZIPS:
        check_gzip(path)
