"""The compiled deletion index (matcher/native/near.c)."""

from collections.abc import Buffer, Sequence

class Index:
    def __new__(
        cls, forms: Sequence[str], edits: int, letters: str, costs: Buffer, /
    ) -> Index: ...
    def find(self, words: Sequence[str], limit: int, /) -> tuple[bytes, bytes]: ...
    def __sizeof__(self) -> int: ...
