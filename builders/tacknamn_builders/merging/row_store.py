"""Store millions of entries in columns instead of objects.

Readers yield one Entry at a time. An Entry object takes about 400 bytes with its strings; a row of
the store takes about 40, and every distinct string is stored once. So four million entries fit into
memory, and numpy can group them. :class:`EntryRows` are the rows as the sources give them,
:class:`MergedEntries` the rows after merging: for every form the entities that it may name.
"""

from array import array
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS, Kind, Label
from tacknamn.text.fold import fold
from tacknamn_builders.records import Entry, Variant

__all__ = [
    "KINDS",
    "Column",
    "EntryRows",
    "MergedEntries",
    "RowStore",
    "StringTable",
    "concatenate_entries",
]

KINDS: tuple[Kind, ...] = tuple(Kind)
_LABEL_CODE = {label: code for code, label in enumerate(LABELS)}
_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}

Column = npt.NDArray[np.int64]
_COLUMNS = 10
"""Integers stored for an entry besides its count, in the order of :meth:`RowStore.add`."""


class StringTable:
    """Numbers strings in the order of their first appearance; the empty string is 0."""

    def __init__(self) -> None:
        self.values: list[str] = [""]
        self._codes: dict[str, int] = {"": 0}

    def code(self, value: str) -> int:
        """Return the number of ``value``; a new string gets the next number."""
        code = self._codes.get(value)
        if code is None:
            code = self._codes[value] = len(self.values)
            self.values.append(value)
        return code

    def find(self, value: str) -> int | None:
        """Return the number of ``value``, or None if it is not in the table."""
        return self._codes.get(value)

    def sort(self) -> Column:
        """Renumber in code point order; return for each old number the new one."""
        order = np.array(sorted(range(len(self)), key=self.values.__getitem__), dtype=np.int64)
        self._codes.clear()
        self.values = [self.values[code] for code in order.tolist()]
        self._codes.update(zip(self.values, range(len(order)), strict=True))
        new = np.empty(len(order), dtype=np.int64)
        new[order] = np.arange(len(order))
        return new

    def __getitem__(self, code: int) -> str:
        return self.values[code]

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True)
class EntryRows:
    """The store's columns as arrays of the same length; strings are codes of the store."""

    form: Column
    folded: Column
    label: Column
    kind: Column
    count: npt.NDArray[np.float64]
    country: Column
    parent: Column
    key: Column
    at: Column
    main: npt.NDArray[np.bool_]
    source: Column
    """Position of the source in the profile: a lower number has more authority."""

    def __len__(self) -> int:
        return len(self.form)

    def take(self, which: npt.NDArray[np.bool_] | Column) -> "EntryRows":
        """Select rows by a mask or an array of row numbers."""
        return EntryRows(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


class RowStore:
    """All entries of one build."""

    def __init__(self) -> None:
        self.forms = StringTable()
        self.folded = StringTable()
        self.names = StringTable()
        """Countries, parents, keys and positions."""
        self._codes = array("i")
        self._counts = array("d")
        self._folded_of: dict[int, int] = {}
        self._label_of: dict[int, Label] = {}

    def add(self, entry: Entry, source: int) -> None:
        """Add one entry; an entry whose form folds to nothing is ignored."""
        form = self.forms.code(entry.form)
        folded = self._folded_of.get(form)
        if folded is None:
            folded = self._folded_of[form] = self.folded.code(fold(entry.form))
        if not folded:
            return
        name = self.names.code
        key = name(entry.key)
        if key:
            self._label_of.setdefault(key, entry.label)
        self._codes.extend(
            (
                form,
                folded,
                _LABEL_CODE[entry.label],
                _KIND_CODE[entry.kind],
                name(entry.country),
                name(entry.parent),
                key,
                name(entry.at),
                entry.main,
                source,
            )
        )
        self._counts.append(entry.count)

    def add_variant(self, variant: Variant, source: int) -> None:
        """Add another name of an entity that is in the store; other variants are ignored."""
        key = self.names.find(variant.key)
        label = self._label_of.get(key) if key else None
        if label is not None:
            self.add(Entry(variant.form, label, key=variant.key, main=False), source)

    def find_folded(self, name: str) -> int:
        """Return the code of a name's folded form, 0 if no entry has it."""
        return self.folded.find(fold(name)) or 0

    def __len__(self) -> int:
        return len(self._counts)

    def sort(self) -> None:
        """Renumber all strings by code point, so that ties are resolved by spelling.

        With numbers by appearance, a tie would depend on the order of a publisher's file."""
        form, folded, name = self.forms.sort(), self.folded.sort(), self.names.sort()
        table = np.frombuffer(self._codes, dtype=np.int32).reshape(-1, _COLUMNS)
        for new, columns in ((form, (0,)), (folded, (1,)), (name, (4, 5, 6, 7))):
            for column in columns:
                table[:, column] = new[table[:, column]]
        self._folded_of.clear()
        self._label_of = {int(name[key]): label for key, label in self._label_of.items()}

    def rows(self) -> EntryRows:
        """Return the columns as arrays."""
        table = np.frombuffer(self._codes, dtype=np.int32).reshape(-1, _COLUMNS)
        columns = [np.ascontiguousarray(column, dtype=np.int64) for column in table.T]
        form, folded, label, kind, country, parent, key, at, main, source = columns
        counts = np.array(self._counts)
        return EntryRows(
            form, folded, label, kind, counts, country, parent, key, at, main == 1, source
        )


@dataclass(frozen=True, slots=True)
class MergedEntries:
    """Merged entries in columns of the same length; strings are codes of the store."""

    folded: Column
    form: Column
    label: Column
    kind: Column
    count: npt.NDArray[np.float64]
    country: Column
    parent: Column
    entity: Column
    """The store's code of the entity's key; 0 for personal names and entities without a key."""
    main: npt.NDArray[np.bool_]
    mentions: npt.NDArray[np.float64]
    sources: npt.NDArray[np.uint64]
    """Bit n is set if the n-th source of the profile has the entry."""

    def __len__(self) -> int:
        return len(self.form)

    def take(self, which: npt.NDArray[np.bool_] | Column) -> "MergedEntries":
        """Select entries by a mask or an array of row numbers."""
        return MergedEntries(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


def concatenate_entries(parts: list[MergedEntries]) -> MergedEntries:
    """Concatenate parts."""
    names = MergedEntries.__dataclass_fields__
    return MergedEntries(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in names)
    )
