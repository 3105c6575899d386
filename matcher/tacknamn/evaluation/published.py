"""Figures that others published, to stand beside ours.

A file of lines ``label, precision, recall, f1, f2`` with tabs, below a header that says so;
``overall`` is the whole. Fields may be empty, lines that begin with ``#`` are passed over.
"""

from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.hand_tables import read_hand_table
from tacknamn.evaluation.span_lists import LABEL
from tacknamn.support.printing import make_printable

__all__ = ["OVERALL", "PUBLISHED", "Published", "read_published"]

_FOLDER = Path(__file__).with_name("published_figures")
PUBLISHED = ("coling-2020",)
"""Figures that come with the package: table 6 of the COLING-2020 paper."""
_COLUMNS = ["label", "precision", "recall", "f1", "f2"]
OVERALL = "overall"

Published = dict[str, dict[str, float | None]]
"""By label, precision, recall, f1 and f2; None where it was not told."""


def read_published(wanted: str) -> Published:
    """The figures of a file, or those of a name in :data:`PUBLISHED`."""
    path = _FOLDER / f"{wanted}.tsv" if wanted in PUBLISHED else Path(wanted)
    name = make_printable(str(path))
    rows = read_hand_table(path, "figures", PUBLISHED)
    if not rows or rows[0][1] != _COLUMNS:
        raise InputError(f"{name}: its header must be {', '.join(_COLUMNS)}, with tabs")
    return dict(_read_row(name, number, fields) for number, fields in rows[1:])


def _read_row(name: str, number: int, fields: list[str]) -> tuple[str, dict[str, float | None]]:
    label, *values = fields
    try:
        figures = [float(value) if value else None for value in values]
    except ValueError:
        figures = []
    if (
        not LABEL.fullmatch(label)
        or len(figures) != len(_COLUMNS) - 1
        or not all(value is None or 0 <= value <= 1 for value in figures)
    ):
        raise InputError(f"{name}, line {number}: no label with four figures from 0 to 1")
    return label, dict(zip(_COLUMNS[1:], figures, strict=True))
