"""Know which ids were seen, of millions, in little memory.

Of every id 64 bits are kept, in one table: 3 million lines take 32 MB, where a set of strings
takes 500. That two of them differ and are held for the same happens in one file of four million.
"""

from array import array

__all__ = ["SeenIds"]

_BITS = (1 << 64) - 1
_FULL = 0.75
"""The share of places that may be taken; beyond, looking one up takes long."""


class SeenIds:
    """The ids seen so far."""

    def __init__(self) -> None:
        self._table = array("Q", bytes(8 << 10))
        self._count = 0

    def add(self, id: str) -> bool:
        """Note an id; whether it is new."""
        if self._count >= _FULL * len(self._table):
            self._grow()
        # Python's own hash is keyed anew in every run, so that no file can be made to collide.
        new = self._put(self._table, (hash(id) & _BITS) or 1)
        self._count += new
        return new

    @staticmethod
    def _put(table: "array[int]", bits: int) -> bool:
        last = len(table) - 1  # the length is a power of two
        place = bits & last
        while table[place]:
            if table[place] == bits:
                return False
            place = (place + 1) & last
        table[place] = bits
        return True

    def _grow(self) -> None:
        table = array("Q", bytes(16 * len(self._table)))
        for bits in self._table:
            if bits:
                self._put(table, bits)
        self._table = table
