"""Give every column of a section memory of its own, so that a sanitizer sees where it ends.

Columns follow one another in a mapped file, so reading past the end of one reads the next. Columns
that are read from their file have their own memory anyway, page by page.
"""

from typing import Any

from tacknamn.lexicon.sections import Section

__all__ = ["isolate_columns"]


def isolate_columns() -> None:
    """Let sections hand out copies from now on, in this process."""
    column, data = Section.column, Section.data

    def column_copy(self: Section, name: str) -> "memoryview[Any]":
        copies = self.__dict__.setdefault("copies", {})
        if name not in copies:
            view: Any = column(self, name)
            if isinstance(view, memoryview):
                cast: Any = memoryview(bytes(view)).cast
                copies[name] = cast(view.format)
            else:
                copies[name] = view
        copy: memoryview[Any] = copies[name]
        return copy

    def data_copy(self: Section, name: str) -> memoryview:
        view: Any = data(self, name)
        copy: Any = memoryview(bytes(view)) if isinstance(view, memoryview) else view
        found: memoryview = copy
        return found

    Section.column = column_copy  # type: ignore[method-assign]
    Section.data = data_copy  # type: ignore[method-assign]
