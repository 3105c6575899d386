"""Read ``lexicon.tsv``, the bundle's content for people, row by row."""

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import BundleError
from tacknamn_builders.bundle.bundle_files import LEXICON_COLUMNS

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
        try:
            if tuple(next(reader, ())) != LEXICON_COLUMNS:
                raise BundleError(f"{path}: unexpected columns; build the bundle anew")
            yield from map(_parse_row, reader)
        except (ValueError, csv.Error) as exc:
            raise BundleError(
                f"{path}: damaged near line {reader.line_num} ({type(exc).__name__}); build the "
                "bundle anew with `tacknamn-build compile`"
            ) from exc


def _parse_row(row: list[str]) -> LexiconRow:
    form, label, count, kind, mentions, country, parent, main, thing, sources = row
    return LexiconRow(
        form, label, _parse_number(count), kind, _parse_number(mentions), country, parent, main == "main",
        thing, sources,
    )  # fmt: skip


def _parse_number(text: str) -> float:
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(text)
    return number
