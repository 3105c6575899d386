"""Offsets as other languages count them.

Python counts code points. JavaScript, Java and C# count UTF-16 units, Rust and Go count bytes of UTF-8:
after an emoji or an å, the numbers differ.

>>> list(convert_offsets("😀 Åsa", (2, 5), OffsetUnit.UTF16)), list(convert_offsets("😀 Åsa", (2, 5), OffsetUnit.UTF8))
([3, 6], [5, 9])
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from tacknamn.errors import InputError

__all__ = ["OffsetUnit", "convert_any_offsets", "convert_offsets", "read_offsets"]


class OffsetUnit(StrEnum):
    """What an offset counts."""

    CODEPOINTS = "codepoints"
    UTF16 = "utf16"
    UTF8 = "utf8"


_ENCODINGS = {OffsetUnit.UTF16: ("utf-16-le", 2), OffsetUnit.UTF8: ("utf-8", 1)}
"""The encoding that a unit is a unit of, and its bytes."""
_LAST_OF_PLANE = "\uffff"
"""The last character that is one unit of UTF-16."""


def convert_offsets(text: str, offsets: Iterable[int], unit: OffsetUnit) -> Iterator[int]:
    """Yield each offset in another unit. The offsets are in code points and never decrease."""
    if _is_same(text, unit):
        yield from offsets
    else:
        yield from _count_units(text, offsets, unit)


def _is_same(text: str, unit: OffsetUnit) -> bool:
    """Whether the unit counts what code points count in this text."""
    return (
        unit is OffsetUnit.CODEPOINTS
        or text.isascii()
        or (unit is OffsetUnit.UTF16 and max(text) <= _LAST_OF_PLANE)
    )


def convert_any_offsets(text: str, offsets: list[int], unit: OffsetUnit) -> list[int]:
    """Convert offsets in any order to another unit."""
    ordered = sorted(set(offsets))
    units = dict(zip(ordered, convert_offsets(text, ordered, unit), strict=True))
    return [units[offset] for offset in offsets]


def read_offsets(text: str, offsets: list[int], unit: OffsetUnit) -> list[int]:
    """Convert offsets of a client, in any order, to code points.

    What lies beyond the text stays beyond it.

    >>> read_offsets("😀 Åsa", [6, 3, 9], OffsetUnit.UTF16)
    [5, 2, 8]
    """
    if _is_same(text, unit):
        return offsets
    ordered = sorted(set(offsets))
    try:
        points = dict(zip(ordered, _count_points(text, ordered, unit), strict=True))
    except UnicodeDecodeError:
        raise InputError(f"an offset is within a character, as {unit} counts") from None
    return [points[offset] for offset in offsets]


def _count_points(text: str, offsets: Iterable[int], unit: OffsetUnit) -> Iterator[int]:
    encoding, size = _ENCODINGS[unit]
    encoded = text.encode(encoding)
    total = len(encoded) // size
    done = count = 0
    for offset in offsets:
        count += len(encoded[done * size : offset * size].decode(encoding))
        done = offset
        yield count + max(0, offset - total)


def _count_units(text: str, offsets: Iterable[int], unit: OffsetUnit) -> Iterator[int]:
    encoding, size = _ENCODINGS[unit]
    done = count = 0
    for offset in offsets:
        count += len(text[done:offset].encode(encoding)) // size
        done = offset
        yield count
