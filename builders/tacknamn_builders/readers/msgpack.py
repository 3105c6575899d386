"""Decode the part of msgpack that word lists use: arrays, maps, strings and integers.

A value begins with a byte for its type and, if it is short, its length. Lengths and numbers are
big-endian (github.com/msgpack/msgpack, spec.md)::

    00-7f number    80-8f map    90-9f array    a0-bf string    cc-cf unsigned number
    d9-db string    dc-dd array  de-df map

These are sixty lines instead of a dependency, because every length must be checked against the
remaining bytes before memory is allocated, and types that word lists do not use must be refused.
"""

__all__ = ["Value", "decode_msgpack"]

Value = str | int | list["Value"] | dict["Value", "Value"]

_DEEPEST = 8
"""Maximum levels of nesting; word lists have two."""

_NUMBERS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_STRINGS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}
"""For each type byte, the width of the number or length after it."""


def decode_msgpack(data: bytes) -> Value:
    """Decode one value that fills ``data``; wrong bytes raise ValueError.

    >>> decode_msgpack(bytes.fromhex("92 a3 c3a5 72 81 a1 76 01"))
    ['år', {'v': 1}]
    """
    decoder = _MsgpackDecoder(data)
    value = decoder.value(0)
    if decoder.offset != len(data):
        raise ValueError(f"{len(data) - decoder.offset:,} bytes follow its end")
    return value


class _MsgpackDecoder:
    """Decodes values from bytes, from left to right."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.offset = 0

    def value(self, depth: int) -> Value:
        kind = self._decode_number(1)
        if kind < 0x80:
            return kind
        if 0xA0 <= kind < 0xC0:
            return self._decode_string(kind & 0x1F)
        if kind in _STRINGS:
            return self._decode_string(self._decode_number(_STRINGS[kind]))
        if kind in _NUMBERS:
            return self._decode_number(_NUMBERS[kind])
        if depth == _DEEPEST:
            raise ValueError(f"nested deeper than {_DEEPEST} at byte {self.offset:,}")
        return self._decode_container(kind, depth + 1)

    def _decode_container(self, kind: int, depth: int) -> Value:
        if 0x90 <= kind < 0xA0:
            return self._decode_array(kind & 0x0F, depth)
        if kind in _ARRAYS:
            return self._decode_array(self._decode_number(_ARRAYS[kind]), depth)
        if 0x80 <= kind < 0x90:
            return self._decode_map(kind & 0x0F, depth)
        if kind in _MAPS:
            return self._decode_map(self._decode_number(_MAPS[kind]), depth)
        raise ValueError(
            f"type {kind:#x} at byte {self.offset - 1:,} does not belong in word lists"
        )

    def _decode_array(self, length: int, depth: int) -> Value:
        self._check_length(length)  # each element takes at least one byte
        return [self.value(depth) for _ in range(length)]

    def _decode_map(self, length: int, depth: int) -> Value:
        self._check_length(2 * length)
        pairs = [(self.value(depth), self.value(depth)) for _ in range(length)]
        if not all(isinstance(key, str | int) for key, _ in pairs):
            raise ValueError(f"a key before byte {self.offset:,} is neither text nor number")
        return dict(pairs)

    def _decode_string(self, length: int) -> str:
        return self._take(length).decode("utf-8")

    def _decode_number(self, width: int) -> int:
        return int.from_bytes(self._take(width), "big")

    def _take(self, length: int) -> bytes:
        self._check_length(length)
        start, self.offset = self.offset, self.offset + length
        return self._data[start : self.offset]

    def _check_length(self, length: int) -> None:
        if length > len(self._data) - self.offset:
            raise ValueError(f"it ends at byte {len(self._data):,}, {length:,} more are announced")
