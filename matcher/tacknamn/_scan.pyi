"""The compiled scanner (matcher/native/scan.c)."""

from collections.abc import Buffer, Callable, Sequence

class Table:
    def __new__(cls, columns: dict[str, Buffer], /) -> Table: ...

def scan(table: Table, text: str, fold: Callable[[str], str], wanted: int, every: bool, /) -> bytes: ...
def scan_many(
    table: Table, texts: Sequence[str], fold: Callable[[str], str], wanted: int, every: bool, /
) -> tuple[bytes, bytes]: ...
