"""Read the sentences that packages are compared on: JSON Lines, or the seed's csv.

JSON Lines are span lists, as ``tacknamn evaluate`` reads them; names are the spans of PER, however
they are called (``PERSON``, ``PRS``)::

    {"id": "1", "text": "Kim met Anna.", "spans": [[0, 3, "PER"], [8, 12, "PER"]]}

A file that ends in ``.csv`` has two columns, whatever else it has::

    Sentence,Expected Output
    Kim met Anna .,[Name] met [Name] .

Files are untrusted: what does not hold ends in one error that names file and line, and quotes
nothing of the text.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn.backends.labels import coarse_label
from tacknamn.comparing.aligning import places
from tacknamn.errors import InputError
from tacknamn.evaluating.reading import read
from tacknamn.reporting.json_lines import Wrong
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sources import Source, opened

__all__ = ["COLUMNS", "NAME", "Sentence", "read_sentences"]

NAME = "PER"
"""The class of what is asked for."""
COLUMNS = ("Sentence", "Expected Output")
"""Of the seed's csv."""
LONGEST = 100_000
"""Characters of a field of csv: fifty pages are no sentence."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and where the names in it stand."""

    id: str
    text: str
    names: tuple[tuple[int, int], ...]
    """Start and end of each, from left to right."""


def read_sentences(file: str | Path) -> list[Sentence]:
    """The sentences of a file; ``-`` is standard input, and JSON Lines."""
    is_table = str(file).lower().endswith(".csv")
    found = list(_of_table(file) if is_table else _of_spans(file))
    name = printable(str(file))
    if not found:
        raise InputError(f"{name}: has no sentences; give a file that has some")
    if not any(one.names for one in found):
        raise InputError(f"{name}: has no names; in its spans, names have the label {NAME}")
    return found


def _of_spans(file: str | Path) -> Iterator[Sentence]:
    for one in read(file):
        if one.text is None:
            raise InputError(f"{printable(str(file))}, line {one.line}: its text is missing")
        named = {(span.start, span.end) for span in one.spans if coarse_label(span.label) == NAME}
        yield Sentence(one.id, one.text, tuple(sorted(named)))


def _of_table(file: str | Path) -> Iterator[Sentence]:
    with opened(file) as source:
        before = csv.field_size_limit(LONGEST)
        try:
            yield from _of_rows(source)
        finally:
            csv.field_size_limit(before)


def _of_rows(source: Source) -> Iterator[Sentence]:
    lines = (source.decode(raw, number) for number, raw in enumerate(source.stream, 1))
    rows = csv.reader(lines, strict=True)
    wanted: list[int] | None = None
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
            if row is None:
                return
            if wanted is None:
                wanted = _columns(row)
            elif row:
                yield _of_row(line, row, wanted)
        except csv.Error as exc:
            raise source.fault(line, f"no csv: {exc}") from None
        except Wrong as exc:
            raise source.fault(line, str(exc)) from None


def _columns(head: list[str]) -> list[int]:
    """Where the two columns stand."""
    known = [title.strip().casefold() for title in head]
    try:
        return [known.index(title.casefold()) for title in COLUMNS]
    except ValueError:
        raise Wrong(f"its header must have the columns {' and '.join(COLUMNS)}") from None


def _of_row(line: int, row: list[str], wanted: list[int]) -> Sentence:
    if len(row) <= max(wanted):
        raise Wrong(f"has {len(row)} fields, fewer than the header")
    text, expected = (row[at] for at in wanted)
    return Sentence(str(line), text, tuple(places(text, expected)))
