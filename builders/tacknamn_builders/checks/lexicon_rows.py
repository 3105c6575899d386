"""Read ``lexicon.tsv``, the bundle's content for people, row by row."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import BundleError
from tacknamn_builders.bundle_files import LEXICON_COLUMNS

__all__ = ["LexiconRow", "read_lexicon"]


@dataclass(frozen=True, slots=True)
class LexiconRow:
    """One sense of one form."""

    form: str
    label: str
    count: float
    kind: str
    mentions: float
    country: str
    parent: str
    main: bool
    thing: str
    sources: str


def read_lexicon(folder: Path) -> Iterator[LexiconRow]:
    """Yield the rows of the bundle in ``folder``, in the bundle's order."""
    path = folder / "lexicon.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE, escapechar="\\")
        if tuple(next(reader, ())) != LEXICON_COLUMNS:
            raise BundleError(f"{path}: unexpected columns; build the bundle anew")
        for row in reader:
            form, label, count, kind, mentions, country, parent, main, thing, sources = row
            yield LexiconRow(
                form, label, float(count), kind, float(mentions), country, parent,
                main == "main", thing, sources,
            )  # fmt: skip
