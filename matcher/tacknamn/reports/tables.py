"""Print a report: tables for people, lines with tabs for programs."""

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
"""Blanks behind each column, the last one too: as rich has them, and where room is scarce."""
ROWS = 20
"""Rows of a table on the screen: more are for the page, for JSON or for a pipe."""


def render_table(
    verdict: str, alarm: bool, sections: Sequence[ReportSection], rows: int = ROWS
) -> RenderableType:
    """The report for people, of each table the first ``rows``."""
    parts: list[RenderableType] = [Text(verdict, style="bold red" if alarm else "bold green")]
    for section in sections:
        parts += ["", Text(section.title, style="bold"), *map(Text, section.notes)]
        if section.rows:
            parts.append(_FittedTable(section, rows))
        if len(section.rows) > rows:
            parts.append(Text(f"and {len(section.rows) - rows:,} more; --html or --json has them"))
        parts += [Text(f"{term}: {meaning}", style="dim") for term, meaning in section.defined]
    return Group(*parts)


def render_lines(verdict: str, sections: Sequence[ReportSection]) -> Iterator[str]:
    """The report for programs: the name of a section, then the fields of a row, with tabs.

    Before the rows of a section stands a line of the same form with the names of its columns; a
    ``#`` before it keeps it apart from whatever looks for rows by the section's name."""
    yield f"verdict\t{verdict}"
    for section in sections:
        if section.rows:
            yield "\t".join([f"#{section.name}", *section.columns])
        for row in section.rows:
            yield "\t".join([section.name, *map(section.written, row)])


@dataclass(frozen=True, slots=True)
class _FittedTable:
    """A table that breaks its lines between words, where the screen is wide enough for that."""

    section: ReportSection
    rows: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _build_table(self.section, self.rows, options.max_width)


def _build_table(section: ReportSection, rows: int, width: int) -> Table:
    shown = [[section.written(cell) for cell in row] for row in section.rows[:rows]]
    widths = _fit_widths([*zip(section.columns, *shown, strict=True)], width)
    padding = (0, NARROW, 0, 0) if widths else (0, 1)
    table = Table(box=None, pad_edge=False, padding=padding)
    for number, title in enumerate(section.columns):
        right = any(isinstance(row[number], int | float) for row in section.rows)
        justify: JustifyMethod = "right" if right else "left"
        fixed = widths[number] if widths else None
        table.add_column(title, justify=justify, overflow="fold", width=fixed)
    for row in shown:
        table.add_row(*map(Text, row))  # as text, not as markup
    return table


def _fit_widths(columns: Sequence[Sequence[str]], width: int) -> list[int]:
    """How wide columns are, so that no word is broken, and the first have what is left over; none
    where the table has room as it is, or has none whatever is done: rich breaks words then."""
    whole = [max(map(cell_len, column)) for column in columns]
    widths = [
        max(cell_len(word) for one in column for word in one.split() or [""]) for column in columns
    ]
    room = width - NARROW * len(columns)
    if sum(whole) + GAP * len(columns) <= width or sum(widths) > room:
        return []
    for number, most in enumerate(whole):
        widths[number] += min(most - widths[number], room - sum(widths))
    return widths
