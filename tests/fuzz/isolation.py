"""Give every column of a section memory of its own, so that a sanitizer sees where it ends.

Columns lie one behind another in a mapped file, and reading behind one is reading the next.
"""

from typing import Any

from tacknamn.sections import Section

__all__ = ["isolate_columns"]


def isolate_columns() -> None:
    """Let sections hand out copies from now on, in this process."""
    column, data = Section.column, Section.data

    def column_copy(self: Section, name: str) -> "memoryview[Any]":
        copies = self.__dict__.setdefault("copies", {})
        if name not in copies:
            view = column(self, name)
            cast: Any = memoryview(bytes(view)).cast
            copies[name] = cast(view.format)
        copy: memoryview[Any] = copies[name]
        return copy

    def data_copy(self: Section, name: str) -> memoryview:
        return memoryview(bytes(data(self, name)))

    Section.column = column_copy  # type: ignore[method-assign]
    Section.data = data_copy  # type: ignore[method-assign]
