"""Write and read ``lexicon.tsv``: the content of a bundle as a table for people.

The table has one row for each entry, in the order of the bundle, with the columns
:data:`LEXICON_COLUMNS`. Fields are separated by tabs and not quoted; a backslash escapes.
"""

import csv
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import BundleError
from tacknamn.labels import LABELS
from tacknamn_builders.merging.row_store import KINDS, MergedEntries, RowStore

__all__ = ["LEXICON_COLUMNS", "LexiconRow", "read_lexicon", "write_lexicon"]

LEXICON_COLUMNS = (
    "form",
    "label",
    "count",
    "kind",
    "mentions",
    "country",
    "parent",
    "main",
    "thing",
    "sources",
)


@dataclass(frozen=True, slots=True)
class LexiconRow:
    """One row: one entry of one form."""

    form: str
    label: str
    count: float
    kind: str
    mentions: float
    country: str
    parent: str
    main: bool
    thing: str
    """The key of the entity."""
    sources: str
    """The ids of the sources, separated by commas."""


def write_lexicon(
    folder: Path, entries: MergedEntries, store: RowStore, source_ids: tuple[str, ...]
) -> None:
    """Write the table of a bundle into ``folder``."""
    with (folder / "lexicon.tsv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(
            file, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, escapechar="\\"
        )
        writer.writerow(LEXICON_COLUMNS)
        writer.writerows(_format_rows(entries, store, _SourceNames(source_ids)))


class _SourceNames(dict[int, str]):
    """The names of the sources in a set of bits; there are few different sets."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        super().__init__()
        self._ids = ids

    def __missing__(self, bits: int) -> str:
        names = [id for number, id in enumerate(self._ids) if bits >> number & 1]
        self[bits] = ",".join(names)
        return self[bits]


def _format_rows(
    entries: MergedEntries, store: RowStore, sources: _SourceNames
) -> Iterable[tuple[str, ...]]:
    forms, names = store.forms, store.names
    columns = (getattr(entries, name).tolist() for name in entries.__dataclass_fields__)
    for row in zip(*columns, strict=True):
        _, form, label, kind, count, country, parent, entity, main, mentions, bits = row
        yield (
            forms[form],
            LABELS[label],
            f"{count:.10g}",
            KINDS[kind],
            f"{mentions:.4g}",
            names[country],
            names[parent],
            "main" if main else "",
            names[entity],
            sources[bits],
        )


def read_lexicon(folder: Path) -> Iterator[LexiconRow]:
    """Yield the rows of the bundle in ``folder``, in the bundle's order."""
    path = folder / "lexicon.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE, escapechar="\\")
        try:
            if tuple(next(reader, ())) != LEXICON_COLUMNS:
                raise BundleError(f"{path}: unexpected columns; build the bundle again")
            yield from map(_parse_row, reader)
        except (ValueError, csv.Error) as exc:
            raise BundleError(
                f"{path}: damaged near line {reader.line_num} ({type(exc).__name__}); build the "
                "bundle again with `tacknamn-build compile`"
            ) from exc


def _parse_row(row: list[str]) -> LexiconRow:
    form, label, count, kind, mentions, country, parent, main, thing, sources = row
    return LexiconRow(
        form, label, _parse_number(count), kind, _parse_number(mentions), country, parent,
        main == "main", thing, sources,
    )  # fmt: skip


def _parse_number(text: str) -> float:
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(text)
    return number
