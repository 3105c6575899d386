"""Obtain the files of a source that has an address: cache, then mirror or publisher."""

from dataclasses import dataclass
from pathlib import Path

from tacknamn_builders.fetching.download import DownloadRequest, download
from tacknamn_builders.fetching.errors import SourceAbsentError
from tacknamn_builders.fetching.fetch_context import FetchContext
from tacknamn_builders.fetching.mirror import locate_in_mirror
from tacknamn_builders.fetching.outcomes import FetchAction
from tacknamn_builders.fetching.staging import SourceFolder
from tacknamn_builders.fetching.verify import verify_file
from tacknamn_builders.sources.receipts import Receipt, ReceivedFile, current_time, write_receipt
from tacknamn_builders.sources.source_table import SourceFile
from tacknamn_builders.support.checksums import copy_and_hash

__all__ = ["obtain"]

_Copy = tuple[Path, ReceivedFile]
"""A file that we have, and how we came by it."""


@dataclass(frozen=True, slots=True)
class _ObtainedFile:
    """One verified file, wherever it lies."""

    file: SourceFile
    path: Path
    received: ReceivedFile
    action: FetchAction


def obtain(
    landing: SourceFolder, present: Receipt | None, means: FetchContext
) -> tuple[Receipt, FetchAction]:
    """Land all files of a source, unless they equal those that are ``present``."""
    errand = _FileSearch(landing, present, means)
    pieces = [errand.piece(file) for file in landing.source.files]
    received = {piece.file.saved_as: piece.received for piece in pieces}
    receipt = Receipt(landing.source.id, landing.source.version, received)
    if present is not None and present.sums == receipt.sums:
        return present, FetchAction.UNCHANGED
    with landing.staged() as folder:
        for piece in pieces:
            _copy_file(piece, folder / piece.file.saved_as)
        write_receipt(receipt, folder)
    return receipt, _summarize_actions(pieces)


def _copy_file(piece: _ObtainedFile, target: Path) -> None:
    with piece.path.open("rb") as stream:
        sha256, _ = copy_and_hash(stream, target)
    if sha256 != piece.received.sha256:
        raise OSError(0, "a file changed while it was copied", str(piece.path))


def _summarize_actions(pieces: list[_ObtainedFile]) -> FetchAction:
    """The action that tells most about several files."""
    actions = {piece.action for piece in pieces}
    telling = (FetchAction.FETCHED, FetchAction.FROM_MIRROR)
    return next((action for action in telling if action in actions), FetchAction.FROM_CACHE)


@dataclass(frozen=True, slots=True)
class _FileSearch:
    """What is needed to look for each file of one source."""

    landing: SourceFolder
    present: Receipt | None
    means: FetchContext

    def piece(self, file: SourceFile) -> _ObtainedFile:
        """Look for a file where it costs least, verify it and say where it lies."""
        address = f"{self.landing.source.address.rstrip('/')}/{file.name}"
        cached = self._cached(address, file)
        if file.sha256 and cached is not None:
            return _ObtainedFile(file, *cached, FetchAction.FROM_CACHE)
        if self.means.mirror is not None or self.means.offline:
            return self._nearby(address, file, cached)
        return self._fetched(address, file, cached or self._landed(file))

    def _cached(self, address: str, file: SourceFile) -> _Copy | None:
        """The very file where it is fixed, else what the address last gave."""
        cached = self.means.cache.recall(address)
        if cached is None or file.sha256 in ("", cached[1].sha256):
            return cached
        return None

    def _landed(self, file: SourceFile) -> _Copy | None:
        """What the last fetch landed, to ask the publisher whether it is still good."""
        if self.present is None or file.sha256:
            return None
        return self.landing.folder / file.saved_as, self.present.files[file.saved_as]

    def _nearby(self, address: str, file: SourceFile, cached: _Copy | None) -> _ObtainedFile:
        mirror = self.means.mirror
        if mirror is not None and (path := locate_in_mirror(mirror, address)).is_file():
            return _ObtainedFile(
                file, path, _describe_mirrored(path, file, address), FetchAction.FROM_MIRROR
            )
        if cached is not None:
            return _ObtainedFile(file, *cached, FetchAction.FROM_CACHE)
        if mirror is None:
            raise SourceAbsentError("offline, and neither in raw/ nor in the cache")
        raise SourceAbsentError(f"not in the mirror ({locate_in_mirror(Path(), address)})")

    def _fetched(self, address: str, file: SourceFile, known: _Copy | None) -> _ObtainedFile:
        part = self.means.cache.unfinished(self.landing.source.id) / file.saved_as
        received = download(DownloadRequest(address, file, part, known and known[1]), self.means)
        if received is not None:
            return _ObtainedFile(
                file, self.means.cache.add(part, received), received, FetchAction.FETCHED
            )
        assert known is not None  # only of a known copy can it be said that it is still good
        return _ObtainedFile(file, *known, FetchAction.FROM_CACHE)


def _describe_mirrored(path: Path, file: SourceFile, address: str) -> ReceivedFile:
    sha256 = verify_file(path, file)
    size = path.stat().st_size
    return ReceivedFile(
        address=address, sha256=sha256, size=size, time=current_time(), via="mirror"
    )
