"""Read published figures, which reports show next to the measured ones.

A file has lines ``label, precision, recall, f1, f2`` separated by tabs, after a header with these
names; the label ``overall`` stands for all labels together. Fields may be empty. Lines that begin
with ``#`` are comments.
"""

from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.span_lists import LABEL
from tacknamn.evaluation.user_tables import read_user_table
from tacknamn.support.printing import make_printable

__all__ = ["OVERALL", "PUBLISHED", "Published", "read_published"]

_FOLDER = Path(__file__).with_name("published_figures")
PUBLISHED = ("coling-2020",)
"""The included figures: table 6 of the COLING-2020 paper."""
_COLUMNS = ["label", "precision", "recall", "f1", "f2"]
OVERALL = "overall"

Published = dict[str, dict[str, float | None]]
"""Precision, recall, f1 and f2, by label; None if the figure was not published."""


def read_published(written: str) -> Published:
    """Read the figures of a file, or the included figures of a name in :data:`PUBLISHED`."""
    path = _FOLDER / f"{written}.tsv" if written in PUBLISHED else Path(written)
    name = make_printable(str(path))
    rows = read_user_table(path, "figures", PUBLISHED)
    if not rows or rows[0][1] != _COLUMNS:
        raise InputError(f"{name}: its header must be {', '.join(_COLUMNS)}, separated by tabs")
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
        raise InputError(f"{name}, line {number}: is not a label with four figures from 0 to 1")
    return label, dict(zip(_COLUMNS[1:], figures, strict=True))
