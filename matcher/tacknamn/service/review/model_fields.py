"""Kinds of fields that bodies of the page share."""

from typing import Annotated, Literal

from pydantic import Field

__all__ = [
    "LARGEST_NUMBER",
    "LONGEST_COMMENT",
    "MOST_SPANS",
    "ActionName",
    "Certainty",
    "Name",
    "Names",
    "Offset",
]

LONGEST_COMMENT = 20_000
LARGEST_NUMBER = 999_999_999
MOST_SPANS = 100_000
_LONGEST_NAME = 1_000
Name = Annotated[str, Field(max_length=_LONGEST_NAME)]
Offset = Annotated[int, Field(ge=0, description="UTF-16 units.")]
Certainty = Annotated[float, Field(ge=0, le=1)]
Names = Annotated[list[Name], Field(max_length=20)]
ActionName = Literal["replace", "mark", "free"]
