"""Fetch sources into ``raw/``: the only part of Täcknamn that uses the network.

:func:`fetch_source` lands one source in ``raw/<source>/<version>/`` together with a
``receipt.json`` that says what came from where. It looks, in this order, into ``raw/``
itself, the cache that all checkouts share, and the mirror or the publisher. What it lands
is whole and verified; when anything fails, what stood in ``raw/`` before still stands there
and one :class:`~tacknamn.errors.SourceError` names the source and the remedy.
"""

from pathlib import Path

from tacknamn_builders.fetching import addresses, packages
from tacknamn_builders.fetching.cache import Cache
from tacknamn_builders.fetching.errors import SourceAbsentError, name_source
from tacknamn_builders.fetching.fetch_context import (
    PATIENCE,
    SILENT,
    FetchContext,
    Patience,
    TransferProgress,
)
from tacknamn_builders.fetching.outcomes import FetchAction, FetchOutcome
from tacknamn_builders.fetching.staging import SourceFolder
from tacknamn_builders.sources.receipts import RECEIPT, Receipt, ReceivedFile, read_receipt
from tacknamn_builders.sources.source_table import DataSource
from tacknamn_builders.support.locks import hold_lock

__all__ = [
    "PATIENCE",
    "RECEIPT",
    "SILENT",
    "FetchAction",
    "FetchOutcome",
    "Patience",
    "Receipt",
    "ReceivedFile",
    "TransferProgress",
    "fetch_source",
    "read_receipt",
]


def fetch_source(
    source: DataSource,
    raw: Path,
    *,
    cache: Path,
    mirror: Path | None = None,
    offline: bool = False,
    progress: TransferProgress = SILENT,
    patience: Patience = PATIENCE,
) -> FetchOutcome:
    """Land ``source`` in ``raw`` unless it is there; say what was done.

    With a ``mirror``, addresses are looked up there and nowhere else; what it lacks is
    skipped. ``offline`` keeps packages from the registry, too.

    Raises SourceError.
    """
    if source.hand_made:
        return FetchOutcome(source, FetchAction.PRESENT, reason="part of this package")
    means = FetchContext(Cache(cache), mirror, offline, progress, patience)
    landing = SourceFolder(raw, source)
    with name_source(source.id, raw, cache):
        present = landing.receipt()
        if present is not None and _is_settled(source, means):
            return FetchOutcome(source, FetchAction.PRESENT, landing.folder, present.size)
        with hold_lock(cache, source.id, patience.lock), hold_lock(raw, source.id, patience.lock):
            return _fetch_locked(source, landing, means)


def _is_settled(source: DataSource, means: FetchContext) -> bool:
    """Whether what is there cannot be out of date, or nobody may be asked."""
    fixed = source.is_package or all(file.sha256 for file in source.files)
    return fixed or (means.offline and means.mirror is None)


def _fetch_locked(source: DataSource, landing: SourceFolder, means: FetchContext) -> FetchOutcome:
    landing.recover()
    present = landing.receipt()
    if present is not None and _is_settled(source, means):  # another fetch was faster
        return FetchOutcome(source, FetchAction.PRESENT, landing.folder, present.size)
    try:
        obtain = packages.obtain if source.is_package else addresses.obtain
        receipt, action = obtain(landing, present, means)
    except SourceAbsentError as absent:
        if present is None:
            return FetchOutcome(source, FetchAction.SKIPPED, reason=str(absent))
        return FetchOutcome(source, FetchAction.PRESENT, landing.folder, present.size, str(absent))
    return FetchOutcome(source, action, landing.folder, receipt.size)
