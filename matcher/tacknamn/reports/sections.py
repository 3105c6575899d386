"""A part of a report: a table with notes above, pictures, and definitions below."""

from dataclasses import dataclass

__all__ = ["Cell", "ReportSection"]

Cell = str | float | None
"""None is a figure that there is not."""


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A part of a report."""

    name: str
    """In pipes, the first field of its lines."""
    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    notes: tuple[str, ...] = ()
    defined: tuple[tuple[str, str], ...] = ()
    """Terms, and what they mean."""
    pictures: tuple[str, ...] = ()
    """SVG elements, for the page; what they show, the table says as well."""
    decimals: int = 4
    """Of broken figures. Most are shares: the fourth still tells one span in ten thousand."""

    def written(self, cell: Cell) -> str:
        """A cell in words; nothing where there is no figure."""
        if cell is None:
            return ""
        return f"{cell:.{self.decimals}f}" if isinstance(cell, float) else str(cell)
