"""Print a report: as tables for people, or as lines with tabs for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import (
    Console,
    ConsoleOptions,
    Group,
    JustifyMethod,
    RenderableType,
    RenderResult,
)
from rich.table import Table
from rich.text import Text

from tacknamn.reports.sections import ReportSection

__all__ = ["render_lines", "render_table"]

GAP, NARROW = 2, 1
"""Blanks after each column, including the last: the default of rich, and when space is scarce."""
ROWS = 20
"""Most rows of a table on the screen. The page, JSON and pipes contain all rows."""


def render_table(
    verdict: str, alarm: bool, sections: Sequence[ReportSection], rows: int = ROWS
) -> RenderableType:
    """Build the report for people, with the first ``rows`` rows of each table."""
    parts: list[RenderableType] = [Text(verdict, style="bold red" if alarm else "bold green")]
    for section in sections:
        parts += ["", Text(section.title, style="bold"), *map(Text, section.notes)]
        if section.rows:
            parts.append(_FittedTable(section, rows))
        if len(section.rows) > rows:
            parts.append(
                Text(f"and {len(section.rows) - rows:,} more; use --html or --json to see them")
            )
        parts += [Text(f"{term}: {meaning}", style="dim") for term, meaning in section.defined]
    return Group(*parts)


def render_lines(verdict: str, sections: Sequence[ReportSection]) -> Iterator[str]:
    """Render the report for programs: lines with the name of a section and the fields of a row.

    The rows of a section follow a line with the names of its columns. It begins with ``#``, so that
    a search for rows by the name of the section does not find it."""
    yield f"verdict\t{verdict}"
    for section in sections:
        if section.rows:
            yield "\t".join([f"#{section.name}", *section.columns])
        for row in section.rows:
            yield "\t".join([section.name, *map(section.format_cell, row)])


@dataclass(frozen=True, slots=True)
class _FittedTable:
    """A table that breaks lines only between words, if the screen is wide enough."""

    section: ReportSection
    rows: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _build_table(self.section, self.rows, options.max_width)


def _build_table(section: ReportSection, rows: int, width: int) -> Table:
    shown = [[section.format_cell(cell) for cell in row] for row in section.rows[:rows]]
    widths = _fit_widths([*zip(section.columns, *shown, strict=True)], width)
    padding = (0, NARROW, 0, 0) if widths else (0, 1)
    table = Table(box=None, pad_edge=False, padding=padding)
    for number, title in enumerate(section.columns):
        right = any(isinstance(row[number], int | float) for row in section.rows)
        justify: JustifyMethod = "right" if right else "left"
        fixed = widths[number] if widths else None
        table.add_column(title, justify=justify, overflow="fold", width=fixed)
    for row in shown:
        table.add_row(*map(Text, row))  # as text, so that rich does not read it as markup
    return table


def _fit_widths(columns: Sequence[Sequence[str]], width: int) -> list[int]:
    """Compute column widths that break no word, giving spare room to the first columns.

    It returns no widths if the table fits anyway, or if it cannot fit: then rich breaks words."""
    full_widths = [max(map(cell_len, column)) for column in columns]
    widths = [
        max(cell_len(word) for cell in column for word in cell.split() or [""])
        for column in columns
    ]
    room = width - NARROW * len(columns)
    if sum(full_widths) + GAP * len(columns) <= width or sum(widths) > room:
        return []
    for number, full_width in enumerate(full_widths):
        widths[number] += min(full_width - widths[number], room - sum(widths))
    return widths
