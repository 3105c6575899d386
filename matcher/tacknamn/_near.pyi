"""The compiled half of tacknamn.lexicon.near_index (matcher/native/near.c)."""

from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

from tacknamn.lexicon.near_table import NearTable
from tacknamn.lexicon.sections import Column

_FormTuple = TypeVar("_FormTuple", bound=tuple[int, int, int])

class Index(Generic[_FormTuple]):
    def __new__(
        cls, table: NearTable, letters: str, costs: bytes, found: type[_FormTuple], /
    ) -> Self: ...
    def find(
        self, words: Sequence[str], edits: int, most_cost: int, rivals: bool, /
    ) -> list[list[_FormTuple]]: ...

class Words:
    def __new__(cls, offset: Column, text: Column, /, *other: Column) -> Self: ...
    def unknown(
        self, text: str, matches: bytes, shortest: int, remembered: dict[str, Any], /
    ) -> tuple[list[tuple[int, int, str]], list[tuple[int, int]]]: ...
    def unknown_many(
        self,
        texts: tuple[str, ...],
        matches: tuple[bytes, ...],
        shortest: int,
        remembered: dict[str, Any],
        /,
    ) -> list[tuple[list[tuple[int, int, str]], list[tuple[int, int]]] | None]: ...
    def has(self, word: str, /) -> bool | None: ...
    def row(self, word: str, /) -> int | None: ...
