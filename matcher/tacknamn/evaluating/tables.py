"""Print a report: tables for people, lines with tabs for programs."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tacknamn.evaluating.sections import Section, written

__all__ = ["report_lines", "report_table"]

ROWS = 40
"""Rows of a table on the screen, as many as there are labels; more are for the page or a pipe."""


def report_table(verdict: str, alarm: bool, sections: Sequence[Section]) -> RenderableType:
    """The report for people."""
    parts: list[RenderableType] = [Text(verdict, style="bold red" if alarm else "bold green")]
    for section in sections:
        parts += ["", Text(section.title, style="bold"), *map(Text, section.notes)]
        if section.rows:
            parts.append(_table(section))
        if len(section.rows) > ROWS:
            parts.append(Text(f"and {len(section.rows) - ROWS:,} more; --html or --json has them"))
        parts += [Text(f"{term}: {meaning}", style="dim") for term, meaning in section.defined]
    return Group(*parts)


def report_lines(verdict: str, sections: Sequence[Section]) -> Iterator[str]:
    """The report for programs: the name of a section, then the fields of a row, with tabs."""
    yield f"verdict\t{verdict}"
    for section in sections:
        for row in section.rows:
            yield "\t".join([section.name, *map(written, row)])


def _table(section: Section) -> Table:
    table = Table(box=None, pad_edge=False)
    for number, title in enumerate(section.columns):
        right = any(isinstance(row[number], int | float) for row in section.rows)
        table.add_column(title, justify="right" if right else "left", overflow="fold")
    for row in section.rows[:ROWS]:
        table.add_row(*(Text(written(cell)) for cell in row))  # as text, not as markup
    return table
