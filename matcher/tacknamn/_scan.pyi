"""The compiled scanner (matcher/native/scan.c)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

_Tuple = TypeVar("_Tuple", bound=tuple[object, ...])

class Table:
    def __new__(cls, columns: Mapping[str, memoryview[Any] | bytes], /) -> Self: ...

def scan(
    table: Table, text: str, fold: Callable[[str], str], wanted: int, every: bool, /
) -> bytes: ...
def scan_many(
    table: Table, texts: Sequence[str], fold: Callable[[str], str], wanted: int, every: bool, /
) -> list[bytes]: ...
def matches(type: type[_Tuple], matches: bytes, text: str, lexicon: object, /) -> list[_Tuple]: ...
