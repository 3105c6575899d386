"""The compiled search of literals (matcher/native/literals.c)."""

from collections.abc import Mapping, Sequence
from typing import Generic, Self, TypeVar

_Tuple = TypeVar("_Tuple", bound=tuple[object, ...])

class Scanner(Generic[_Tuple]):
    def __new__(
        cls, groups: Mapping[str, tuple[tuple[object, ...], ...]], match_type: type[_Tuple], /
    ) -> Self: ...
    def scan(self, lowered: str, /) -> dict[str, Sequence[_Tuple]]: ...
    def scan_many(self, lowered: list[str], /) -> list[dict[str, Sequence[_Tuple]]]: ...
