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
from tacknamn_builders.fetching.faults import Absent, naming
from tacknamn_builders.fetching.landing import Landing
from tacknamn_builders.fetching.locks import locked
from tacknamn_builders.fetching.means import PATIENCE, SILENT, Means, Patience, Progress
from tacknamn_builders.fetching.outcomes import Action, Outcome
from tacknamn_builders.fetching.receipts import RECEIPT, Receipt, Received, read_receipt
from tacknamn_builders.sources import Source

__all__ = [
    "PATIENCE",
    "RECEIPT",
    "SILENT",
    "Action",
    "Outcome",
    "Patience",
    "Progress",
    "Receipt",
    "Received",
    "fetch_source",
    "read_receipt",
]


def fetch_source(
    source: Source,
    raw: Path,
    *,
    cache: Path,
    mirror: Path | None = None,
    offline: bool = False,
    progress: Progress = SILENT,
    patience: Patience = PATIENCE,
) -> Outcome:
    """Land ``source`` in ``raw`` unless it is there; say what was done.

    With a ``mirror``, addresses are looked up there and nowhere else; what it lacks is
    skipped. ``offline`` keeps packages from the registry, too.

    Raises SourceError.
    """
    if source.hand_made:
        return Outcome(source, Action.PRESENT, reason="part of this package")
    means = Means(Cache(cache), mirror, offline, progress, patience)
    landing = Landing(raw, source)
    with naming(source.id, raw, cache):
        present = landing.receipt()
        if present is not None and _settled(source, means):
            return Outcome(source, Action.PRESENT, landing.folder, present.size)
        with locked(cache, source.id, patience.lock), locked(raw, source.id, patience.lock):
            return _bring(source, landing, means)


def _settled(source: Source, means: Means) -> bool:
    """Whether what is there cannot be out of date, or nobody may be asked."""
    fixed = source.is_package or all(file.sha256 for file in source.files)
    return fixed or (means.offline and means.mirror is None)


def _bring(source: Source, landing: Landing, means: Means) -> Outcome:
    landing.recover()
    present = landing.receipt()
    if present is not None and _settled(source, means):  # another fetch was faster
        return Outcome(source, Action.PRESENT, landing.folder, present.size)
    try:
        obtain = packages.obtain if source.is_package else addresses.obtain
        receipt, action = obtain(landing, present, means)
    except Absent as absent:
        if present is None:
            return Outcome(source, Action.SKIPPED, reason=str(absent))
        return Outcome(source, Action.PRESENT, landing.folder, present.size, str(absent))
    return Outcome(source, action, landing.folder, receipt.size)
