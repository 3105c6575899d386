"""Remember millions of ids in little memory.

Of every id, a hash of 64 bits is kept in one table: 3 million ids take 32 MB, where a set of strings
takes 500. Two different ids have the same hash in one of four million files.
"""

from array import array

__all__ = ["SeenIds"]

_BITS = (1 << 64) - 1
_FULL = 0.75
"""The share of the table that may be used. Looking up takes long in a fuller one."""


class SeenIds:
    """The ids seen so far (a hash table with linear probing)."""

    def __init__(self) -> None:
        self._table = array("Q", bytes(8 << 10))
        self._count = 0

    def add(self, id: str) -> bool:
        """Add an id, and return whether it is new."""
        if self._count >= _FULL * len(self._table):
            self._grow()
        # Python's hash has a new key in every run, so that no file can be made to collide.
        is_new = self._put(self._table, (hash(id) & _BITS) or 1)
        self._count += is_new
        return is_new

    @staticmethod
    def _put(table: "array[int]", bits: int) -> bool:
        last = len(table) - 1  # the length is a power of two
        index = bits & last
        while table[index]:
            if table[index] == bits:
                return False
            index = (index + 1) & last
        table[index] = bits
        return True

    def _grow(self) -> None:
        table = array("Q", bytes(16 * len(self._table)))
        for bits in self._table:
            if bits:
                self._put(table, bits)
        self._table = table
