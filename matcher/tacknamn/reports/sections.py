"""The sections of a report: a table with notes above it, pictures, and definitions below it."""

from dataclasses import dataclass

__all__ = ["Cell", "ReportSection"]

Cell = str | float | None
"""The content of a table cell; None is a missing figure."""


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A section of a report."""

    name: str
    """The name of the section: the first field of its lines in a pipe."""
    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    notes: tuple[str, ...] = ()
    defined: tuple[tuple[str, str], ...] = ()
    """Terms and their meanings."""
    pictures: tuple[str, ...] = ()
    """SVG elements for the page. The table contains the same figures."""
    decimals: int = 4
    """Decimals of fractional figures. Most are shares, where the fourth decimal still shows one
    span in ten thousand."""

    def format_cell(self, cell: Cell) -> str:
        """Format a cell; a missing figure becomes an empty string."""
        if cell is None:
            return ""
        return f"{cell:.{self.decimals}f}" if isinstance(cell, float) else str(cell)
