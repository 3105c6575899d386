"""Decode the part of msgpack that word lists use: arrays, maps, strings and integers.

A value begins with a byte that gives its type and, for short ones, its length; lengths and
numbers are big-endian (github.com/msgpack/msgpack, spec.md)::

    00-7f number    80-8f map    90-9f array    a0-bf string    cc-cf unsigned number
    d9-db string    dc-dd array  de-df map

Sixty lines instead of a dependency, because a length is checked against the bytes that are
left before anything is made of it, and what word lists do not need is refused.
"""

__all__ = ["Value", "decode_msgpack"]

Value = str | int | list["Value"] | dict["Value", "Value"]

_DEEPEST = 8
"""Levels of nesting allowed; word lists have two."""

_NUMBERS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_STRINGS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}
"""Each type byte with the width of the number or length that follows it."""


def decode_msgpack(data: bytes) -> Value:
    """Decode one value that fills ``data``; ValueError says where it does not.

    >>> decode(bytes.fromhex("92 a3 c3a5 72 81 a1 76 01"))
    ['år', {'v': 1}]
    """
    decoder = _MsgpackDecoder(data)
    value = decoder.value(0)
    if decoder.place != len(data):
        raise ValueError(f"{len(data) - decoder.place:,} bytes follow its end")
    return value


class _MsgpackDecoder:
    """A place in the bytes, moved on by each reading."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    def value(self, depth: int) -> Value:
        kind = self._number(1)
        if kind < 0x80:
            return kind
        if 0xA0 <= kind < 0xC0:
            return self._string(kind & 0x1F)
        if kind in _STRINGS:
            return self._string(self._number(_STRINGS[kind]))
        if kind in _NUMBERS:
            return self._number(_NUMBERS[kind])
        if depth == _DEEPEST:
            raise ValueError(f"nested deeper than {_DEEPEST} at byte {self.place:,}")
        return self._container(kind, depth + 1)

    def _container(self, kind: int, depth: int) -> Value:
        if 0x90 <= kind < 0xA0:
            return self._array(kind & 0x0F, depth)
        if kind in _ARRAYS:
            return self._array(self._number(_ARRAYS[kind]), depth)
        if 0x80 <= kind < 0x90:
            return self._map(kind & 0x0F, depth)
        if kind in _MAPS:
            return self._map(self._number(_MAPS[kind]), depth)
        raise ValueError(f"type {kind:#x} at byte {self.place - 1:,} does not belong in word lists")

    def _array(self, length: int, depth: int) -> Value:
        self._require(length)  # each element takes a byte at least
        return [self.value(depth) for _ in range(length)]

    def _map(self, length: int, depth: int) -> Value:
        self._require(2 * length)
        pairs = [(self.value(depth), self.value(depth)) for _ in range(length)]
        if not all(isinstance(key, str | int) for key, _ in pairs):
            raise ValueError(f"a key before byte {self.place:,} is neither text nor number")
        return dict(pairs)

    def _string(self, length: int) -> str:
        return self._take(length).decode("utf-8")

    def _number(self, width: int) -> int:
        return int.from_bytes(self._take(width), "big")

    def _take(self, length: int) -> bytes:
        self._require(length)
        start, self.place = self.place, self.place + length
        return self._data[start : self.place]

    def _require(self, length: int) -> None:
        if length > len(self._data) - self.place:
            raise ValueError(f"it ends at byte {len(self._data):,}, {length:,} more are announced")
