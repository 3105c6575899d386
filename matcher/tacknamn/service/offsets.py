"""Offsets as other languages count them.

Python counts code points. JavaScript, Java and C# count UTF-16 units, Rust and Go count bytes of UTF-8:
after an emoji or an å, the numbers differ.

>>> list(convert_offsets("😀 Åsa", (2, 5), OffsetUnit.UTF16)), list(convert_offsets("😀 Åsa", (2, 5), OffsetUnit.UTF8))
([3, 6], [5, 9])
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

__all__ = [
    "OffsetUnit",
    "convert_any_offsets",
    "convert_offsets",
    "read_offsets",
    "read_utf16_offset",
]


class OffsetUnit(StrEnum):
    """What an offset counts."""

    CODEPOINTS = "codepoints"
    UTF16 = "utf16"
    UTF8 = "utf8"


_LAST_OF_PLANE = "\uffff"
"""The last character that is one unit of UTF-16."""


def convert_offsets(text: str, offsets: Iterable[int], unit: OffsetUnit) -> Iterator[int]:
    """Yield each offset in another unit. The offsets are in code points and never decrease."""
    if (
        unit is OffsetUnit.CODEPOINTS
        or text.isascii()
        or (unit is OffsetUnit.UTF16 and max(text) <= _LAST_OF_PLANE)
    ):
        yield from offsets
    else:
        yield from _count_units(text, offsets, unit)


def _count_units(text: str, offsets: Iterable[int], unit: OffsetUnit) -> Iterator[int]:
    encoding, size = ("utf-16-le", 2) if unit is OffsetUnit.UTF16 else ("utf-8", 1)
    done = count = 0
    for offset in offsets:
        count += len(text[done:offset].encode(encoding)) // size
        done = offset
        yield count


def convert_any_offsets(text: str, offsets: list[int], unit: OffsetUnit) -> list[int]:
    """Convert offsets in any order to another unit."""
    ordered = sorted(set(offsets))
    units = dict(zip(ordered, convert_offsets(text, ordered, unit), strict=True))
    return [units[offset] for offset in offsets]


def read_offsets(text: str, offsets: Iterable[int], unit: OffsetUnit) -> dict[int, int]:
    """Return the code point of each offset that is given in a unit.

    An offset outside the text, or within a character, is a ValueError.

    >>> read_offsets("😀 Åsa", (3, 6), OffsetUnit.UTF16)
    {3: 2, 6: 5}
    """
    wanted = sorted(set(offsets))
    places = range(len(text) + 1)
    if unit is OffsetUnit.CODEPOINTS or text.isascii():
        found = {offset: offset for offset in wanted if offset in places}
    else:
        known = dict(zip(_count_units(text, places, unit), places, strict=True))
        found = {offset: known[offset] for offset in wanted if offset in known}
    if len(found) != len(wanted):
        raise ValueError("an offset is not one of the text")
    return found


def read_utf16_offset(text: str, offset: int) -> int:
    """Return an offset in UTF-16 units as one in code points; one beyond an end is that end.

    >>> read_utf16_offset("😀 Åsa", 3), read_utf16_offset("Åsa", 99)
    (2, 3)
    """
    offset = max(0, offset)
    if text.isascii() or max(text) <= _LAST_OF_PLANE:
        return min(offset, len(text))
    return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", "ignore"))
