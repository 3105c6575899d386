"""Obtain the files of a source with an address, from the cache, the mirror or the publisher."""

import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.download import DownloadRequest, download
from tacknamn_builders.fetching.errors import SourceAbsentError
from tacknamn_builders.fetching.fetch_context import FetchContext
from tacknamn_builders.fetching.mirror import locate_in_mirror
from tacknamn_builders.fetching.outcomes import FetchAction
from tacknamn_builders.fetching.pages import download_pages
from tacknamn_builders.fetching.staging import SourceFolder
from tacknamn_builders.fetching.verify import verify_file
from tacknamn_builders.sources.receipts import Receipt, ReceivedFile, current_time, write_receipt
from tacknamn_builders.sources.source_table import SourceFile
from tacknamn_builders.support.checksums import copy_and_hash

__all__ = ["obtain"]

_log = logging.getLogger(__name__)

_Copy = tuple[Path, ReceivedFile]
"""A file that is already on this machine, and where it came from."""


@dataclass(frozen=True, slots=True)
class _ObtainedFile:
    """One verified file, in the cache, the mirror or ``raw/``."""

    file: SourceFile
    path: Path
    received: ReceivedFile
    action: FetchAction


def obtain(
    target: SourceFolder, present: Receipt | None, context: FetchContext
) -> tuple[Receipt, FetchAction]:
    """Put all files of a source into its folder, unless they equal those that are ``present``."""
    search = _FileSearch(target, present, context)
    obtained = [search.obtain_file(file) for file in target.source.files]
    received = {file.file.saved_as: file.received for file in obtained}
    receipt = Receipt(target.source.id, target.source.version, received)
    if present is not None and present.sums == receipt.sums:
        return present, FetchAction.UNCHANGED
    with target.replace_content() as folder:
        for file in obtained:
            _copy_file(file, folder / file.file.saved_as)
        write_receipt(receipt, folder)
    return receipt, _summarize_actions(obtained)


def _copy_file(file: _ObtainedFile, target: Path) -> None:
    with file.path.open("rb") as stream:
        sha256, _ = copy_and_hash(stream, target)
    if sha256 != file.received.sha256:
        raise OSError(0, "a file changed while it was copied", str(file.path))


def _summarize_actions(files: list[_ObtainedFile]) -> FetchAction:
    """Choose one action for several files: a download first, then a copy from the mirror."""
    actions = {file.action for file in files}
    priority = (FetchAction.FETCHED, FetchAction.FROM_MIRROR)
    return next((action for action in priority if action in actions), FetchAction.FROM_CACHE)


@dataclass(frozen=True, slots=True)
class _FileSearch:
    """Looks for each file of one source."""

    target: SourceFolder
    present: Receipt | None
    context: FetchContext

    def obtain_file(self, file: SourceFile) -> _ObtainedFile:
        """Obtain a verified file from the first address of the source that has it."""
        first, *others = self.target.source.addresses
        try:
            return self._obtain_from(f"{first}/{file.name}", file)
        except SourceError as error:
            for address in others:
                _log.info("%s; trying %s", error, address)
                with suppress(SourceError):
                    return self._obtain_from(f"{address}/{file.name}", file)
            raise

    def _obtain_from(self, address: str, file: SourceFile) -> _ObtainedFile:
        """Obtain a file of one address from the cheapest place that has it."""
        cached = self._find_cached(address, file)
        if file.is_fixed and cached is not None:
            return _ObtainedFile(file, *cached, FetchAction.FROM_CACHE)
        if self.context.mirror is not None or self.context.offline or self.target.source.by_hand:
            return self._find_nearby(address, file, cached)
        return self._download(address, file, cached or self._find_present(file))

    def _find_cached(self, address: str, file: SourceFile) -> _Copy | None:
        """Find the file with the expected checksum; without one, the last file of the address."""
        cached = self.context.cache.recall(address)
        if cached is None or file.sha256 in ("", cached[1].sha256):
            return cached
        return None

    def _find_present(self, file: SourceFile) -> _Copy | None:
        """Find the file in ``raw/``, to ask the publisher whether it is still current."""
        if self.present is None or file.is_fixed:
            return None
        return self.target.folder / file.saved_as, self.present.files[file.saved_as]

    def _find_nearby(self, address: str, file: SourceFile, cached: _Copy | None) -> _ObtainedFile:
        mirror = self.context.mirror
        if mirror is not None and (path := locate_in_mirror(mirror, address)).is_file():
            return _ObtainedFile(
                file, path, _describe_mirrored(path, file, address), FetchAction.FROM_MIRROR
            )
        if cached is not None:
            return _ObtainedFile(file, *cached, FetchAction.FROM_CACHE)
        if self.target.source.by_hand:
            place = locate_in_mirror(Path(), address)
            raise SourceAbsentError(
                f"only by hand: save the file as {place} in a mirror and use --mirror; "
                "docs/first-full-build.md says where it comes from"
            )
        if mirror is None:
            raise SourceAbsentError("offline, and neither in raw/ nor in the cache")
        raise SourceAbsentError(f"not in the mirror ({locate_in_mirror(Path(), address)})")

    def _download(self, address: str, file: SourceFile, known: _Copy | None) -> _ObtainedFile:
        part = self.context.cache.open_unfinished(self.target.source.id) / file.saved_as
        request = DownloadRequest(address, file, part, known and known[1])
        received = (download_pages if file.pages else download)(request, self.context)
        if received is not None:
            path = self.context.cache.add(part, received)
            return _ObtainedFile(file, path, received, FetchAction.FETCHED)
        assert known is not None  # download returns None only if the known copy is still current
        return _ObtainedFile(file, *known, FetchAction.FROM_CACHE)


def _describe_mirrored(path: Path, file: SourceFile, address: str) -> ReceivedFile:
    sha256 = verify_file(path, file)
    size = path.stat().st_size
    return ReceivedFile(
        address=address, sha256=sha256, size=size, time=current_time(), via="mirror"
    )
