"""Keep a million records of a long text in a tenth of the memory of a list.

A named tuple of Python takes some hundred bytes, and more for what it holds. Records of a text resemble
each other: few labels, few reasons, the same names. So some thousand of them at a time are packed by
columns: numbers into an array of the narrowest type, other values once each, with a byte or two for
each record that says which. A record is made anew whenever it is read, and equals the one that was
packed.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, islice
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

__all__ = ["PackedSequence"]

_AT_ONCE = 1 << 12
"""Records that are packed together. With more of them, the lists of values are a smaller part, and
what is not packed yet a larger one."""
_WIDTHS = ((1 << 7, "b"), (1 << 15, "h"), (1 << 31, "i"), (1 << 63, "q"))
"""The least number that is too large for each type of array."""
Item = TypeVar("Item")


class PackedSequence(Sequence[Item]):
    """An immutable sequence of records of one kind. Slices of it are tuples."""

    __slots__ = ("_chunks", "_size")

    def __init__(self, kind: type[Item], items: Iterable[Item] = ()) -> None:
        """Pack what an iterable yields, which is read once.

        Args:
            kind: The class of the items. The fields of a named tuple are packed one by one, those of
                named tuples in it as well. Other items must be hashable.
        """
        left = iter(items)
        self._chunks: list[Sequence[Item]] = []
        self._size = 0
        while some := list(islice(left, _AT_ONCE)):
            self._chunks.append(_pack(kind, some))
            self._size += len(some)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Item]:
        return chain.from_iterable(self._chunks)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(self._size)))
        chunk, at = divmod(range(self._size)[index], _AT_ONCE)
        return self._chunks[chunk][at]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as lists have none

    def release(self) -> Iterator[Item]:
        """Yield the items in their order, and remove them, so that their memory is free."""
        self._chunks.reverse()
        self._size = 0
        while self._chunks:
            yield from self._chunks.pop()


class _SharedValues(Sequence[Item]):
    """Values of which each distinct one is stored once."""

    __slots__ = ("_distinct", "_numbers")

    def __init__(self, values: Sequence[Item]) -> None:
        self._distinct = list(dict.fromkeys(values))
        numbers = {value: number for number, value in enumerate(self._distinct)}
        self._numbers = _pack_integers(list(map(numbers.__getitem__, values)))

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Item]:
        return map(self._distinct.__getitem__, self._numbers)

    def __getitem__(self, index: Any) -> Any:
        return self._distinct[self._numbers[index]]


class _Records(Sequence[Item]):
    """Named tuples, as a column for each field."""

    __slots__ = ("_columns", "_make", "_size")

    def __init__(self, kind: Any, records: Sequence[Any]) -> None:
        values = zip(*records, strict=True) if records else ((),) * len(kind._fields)
        self._columns = list(map(_pack, _list_kinds(kind), values))
        self._make = kind._make
        self._size = len(records)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Item]:
        return map(self._make, zip(*self._columns, strict=True))

    def __getitem__(self, index: Any) -> Any:
        return self._make([column[index] for column in self._columns])


class _Groups(Sequence[Item]):
    """Any number of records in each place: a tuple of them, or one that may be missing."""

    __slots__ = ("_ends", "_is_optional", "_records")

    def __init__(self, kind: Any, groups: Iterable[Any], is_optional: bool) -> None:
        if is_optional:
            groups = [() if record is None else (record,) for record in groups]
        groups = list(groups)
        self._records: Sequence[Any] = _pack(kind, list(chain.from_iterable(groups)))
        self._ends = _pack_integers(list(accumulate(map(len, groups))))
        self._is_optional = is_optional

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[Item]:
        records = iter(self._records)
        before = 0
        for end in self._ends:
            yield self._open(tuple(islice(records, end - before)))
            before = end

    def __getitem__(self, index: Any) -> Any:
        before = self._ends[index - 1] if index else 0
        return self._open(tuple(self._records[at] for at in range(before, self._ends[index])))

    def _open(self, group: Any) -> Any:
        if not self._is_optional:
            return group
        return group[0] if group else None


def _pack(kind: Any, values: Sequence[Any]) -> Sequence[Any]:
    """Pack values by their type, as the annotation of a field gives it."""
    if kind is int:
        return _pack_integers(values)
    if _is_record(kind):
        return _Records(kind, values)
    inner = get_args(kind)
    is_optional = inner[1:] == (NoneType,)
    if (is_optional or get_origin(kind) is tuple) and inner[1:] and _is_record(inner[0]):
        if not any(values):  # most detections have no finding
            return _SharedValues(values)
        if is_optional and None not in values:
            return _Records(inner[0], values)
        return _Groups(inner[0], values, is_optional)
    if kind is float and len(set(values)) > len(values) // 8:  # eight bytes are less than a number
        return array("d", values)
    return _SharedValues(values)


@lru_cache(maxsize=16)
def _list_kinds(kind: Any) -> tuple[Any, ...]:
    """Return the annotations of the fields of a named tuple."""
    return tuple(get_type_hints(kind).values())


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _pack_integers(values: Sequence[int]) -> "array[int]":
    largest = max(max(values, default=0), -min(values, default=0))
    return array(next(width for limit, width in _WIDTHS if largest < limit), values)
