"""Read the tables of this package: UTF-8, tabs, a header, and a reason in the last column."""

from pathlib import Path

__all__ = ["read_rows"]


def read_rows(name: str) -> list[list[str]]:
    """Read the rows of the table ``name`` below its header, each as its fields."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]
