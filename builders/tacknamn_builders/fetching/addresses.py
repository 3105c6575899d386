"""Obtain the files of a source that has an address: cache, then mirror or publisher."""

from dataclasses import dataclass
from pathlib import Path

from tacknamn_builders.fetching.download import Want, download
from tacknamn_builders.fetching.faults import Absent
from tacknamn_builders.fetching.landing import Landing
from tacknamn_builders.fetching.means import Means
from tacknamn_builders.fetching.mirror import in_mirror
from tacknamn_builders.fetching.outcomes import Action
from tacknamn_builders.fetching.receipts import Receipt, Received, now, write_receipt
from tacknamn_builders.fetching.sums import copy
from tacknamn_builders.fetching.verify import verified
from tacknamn_builders.sources import File

__all__ = ["obtain"]

_Copy = tuple[Path, Received]
"""A file that we have, and how we came by it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One verified file, wherever it lies."""

    file: File
    path: Path
    received: Received
    action: Action


def obtain(landing: Landing, present: Receipt | None, means: Means) -> tuple[Receipt, Action]:
    """Land all files of a source, unless they equal those that are ``present``."""
    errand = _Errand(landing, present, means)
    pieces = [errand.piece(file) for file in landing.source.files]
    received = {piece.file.saved_as: piece.received for piece in pieces}
    receipt = Receipt(landing.source.id, landing.source.version, received)
    if present is not None and present.sums == receipt.sums:
        return present, Action.UNCHANGED
    with landing.staged() as folder:
        for piece in pieces:
            _put(piece, folder / piece.file.saved_as)
        write_receipt(receipt, folder)
    return receipt, _summary(pieces)


def _put(piece: _Piece, target: Path) -> None:
    with piece.path.open("rb") as stream:
        sha256, _ = copy(stream, target)
    if sha256 != piece.received.sha256:
        raise OSError(0, "a file changed while it was copied", str(piece.path))


def _summary(pieces: list[_Piece]) -> Action:
    """The action that tells most about several files."""
    actions = {piece.action for piece in pieces}
    telling = (Action.FETCHED, Action.FROM_MIRROR)
    return next((action for action in telling if action in actions), Action.FROM_CACHE)


@dataclass(frozen=True, slots=True)
class _Errand:
    """What is needed to look for each file of one source."""

    landing: Landing
    present: Receipt | None
    means: Means

    def piece(self, file: File) -> _Piece:
        """Look for a file where it costs least, verify it and say where it lies."""
        address = f"{self.landing.source.address.rstrip('/')}/{file.name}"
        cached = self._cached(address, file)
        if file.sha256 and cached is not None:
            return _Piece(file, *cached, Action.FROM_CACHE)
        if self.means.mirror is not None or self.means.offline:
            return self._nearby(address, file, cached)
        return self._fetched(address, file, cached or self._landed(file))

    def _cached(self, address: str, file: File) -> _Copy | None:
        """The very file where it is fixed, else what the address last gave."""
        cached = self.means.cache.recall(address)
        if cached is None or file.sha256 in ("", cached[1].sha256):
            return cached
        return None

    def _landed(self, file: File) -> _Copy | None:
        """What the last fetch landed, to ask the publisher whether it is still good."""
        if self.present is None or file.sha256:
            return None
        return self.landing.folder / file.saved_as, self.present.files[file.saved_as]

    def _nearby(self, address: str, file: File, cached: _Copy | None) -> _Piece:
        mirror = self.means.mirror
        if mirror is not None and (path := in_mirror(mirror, address)).is_file():
            return _Piece(file, path, _from_mirror(path, file, address), Action.FROM_MIRROR)
        if cached is not None:
            return _Piece(file, *cached, Action.FROM_CACHE)
        if mirror is None:
            raise Absent("offline, and neither in raw/ nor in the cache")
        raise Absent(f"not in the mirror ({in_mirror(Path(), address)})")

    def _fetched(self, address: str, file: File, known: _Copy | None) -> _Piece:
        part = self.means.cache.unfinished(self.landing.source.id) / file.saved_as
        received = download(Want(address, file, part, known and known[1]), self.means)
        if received is not None:
            return _Piece(file, self.means.cache.add(part, received), received, Action.FETCHED)
        assert known is not None  # only of a known copy can it be said that it is still good
        return _Piece(file, *known, Action.FROM_CACHE)


def _from_mirror(path: Path, file: File, address: str) -> Received:
    sha256 = verified(path, file)
    size = path.stat().st_size
    return Received(address=address, sha256=sha256, size=size, time=now(), via="mirror")
