"""Read the hand-made entries of ``curation/`` like any other source."""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.curation.curated_tables import load_entries
from tacknamn_builders.records import Entry

__all__ = ["read"]


def read(folder: Path) -> Iterator[Entry]:
    """Yield the curated entries; ``folder`` is not used, because nothing was received."""
    yield from load_entries()
