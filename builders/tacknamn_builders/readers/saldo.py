"""Read SALDO's inflected forms from a dictionary for morfologik
(:mod:`tacknamn_builders.readers.morfologik`)."""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.morfologik import read_forms
from tacknamn_builders.records import Inflection

__all__ = ["read"]


def read(folder: Path) -> Iterator[Inflection]:
    """Yield every form with each of its bases and tags."""
    for form, base, tag in read_forms(folder, "swedish"):
        yield Inflection(form, base, tag)
