"""Print a report: tables for people, lines with tabs for programs."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tacknamn.reporting.sections import Section

__all__ = ["report_lines", "report_table"]

ROWS = 20
"""Rows of a table on the screen: more are for the page, for JSON or for a pipe."""


def report_table(
    verdict: str, alarm: bool, sections: Sequence[Section], rows: int = ROWS
) -> RenderableType:
    """The report for people, of each table the first ``rows``."""
    parts: list[RenderableType] = [Text(verdict, style="bold red" if alarm else "bold green")]
    for section in sections:
        parts += ["", Text(section.title, style="bold"), *map(Text, section.notes)]
        if section.rows:
            parts.append(_table(section, rows))
        if len(section.rows) > rows:
            parts.append(Text(f"and {len(section.rows) - rows:,} more; --html or --json has them"))
        parts += [Text(f"{term}: {meaning}", style="dim") for term, meaning in section.defined]
    return Group(*parts)


def report_lines(verdict: str, sections: Sequence[Section]) -> Iterator[str]:
    """The report for programs: the name of a section, then the fields of a row, with tabs."""
    yield f"verdict\t{verdict}"
    for section in sections:
        for row in section.rows:
            yield "\t".join([section.name, *map(section.written, row)])


def _table(section: Section, rows: int) -> Table:
    table = Table(box=None, pad_edge=False)
    for number, title in enumerate(section.columns):
        right = any(isinstance(row[number], int | float) for row in section.rows)
        table.add_column(title, justify="right" if right else "left", overflow="fold")
    for row in section.rows[:rows]:
        table.add_row(*(Text(section.written(cell)) for cell in row))  # as text, not as markup
    return table
