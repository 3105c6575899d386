"""The compiled deletion index (matcher/native/near.c)."""

from array import array
from collections.abc import Sequence
from typing import Generic, Self, TypeVar

_Found = TypeVar("_Found", bound=tuple[int, int, int])

class Index(Generic[_Found]):
    def __new__(
        cls,
        forms: Sequence[str],
        entries: array[int],
        edits: int,
        letters: str,
        costs: bytes,
        found: type[_Found],
        /,
    ) -> Self: ...
    def find(self, words: Sequence[str], most_cost: int, rivals: bool, /) -> list[list[_Found]]: ...
    def __sizeof__(self) -> int: ...
