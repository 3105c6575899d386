"""Read the names of Statistics Norway (SSB): first names of newborns, and surnames.

Both are tables in JSON-stat: an array of numbers, and the dimensions by which they are ordered, the
first one slowest. The codes of first names begin with 1 for girls and 2 for boys::

    {"id": ["Fornavn", "ContentsCode", "Tid"], "size": [2, 1, 2],
     "dimension": {"Fornavn": {"category": {"index": {"1NORA": 0, "2ODIN": 1},
                                            "label": {"1NORA": "Nora", "2ODIN": "Odin"}}},
                   "Tid": {"category": {"index": {"2023": 0, "2024": 1}}}},
     "value": [363, 341, 92, null]}

Table 10467 counts births since 1880. Those from 1940 on are added: most of these persons are alive.
Table 12891 counts the persons with each surname that 200 or more have; the last year is used. Without a
choice of values the service answers with a part of the table and no error, so the addresses in
``sources.toml`` ask for all values of each dimension.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from pathlib import Path
from typing import Any

from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name, restore_first_name, restore_surname
from tacknamn_builders.readers.received_files import find_file, format_error, read_json
from tacknamn_builders.records import Entry

__all__ = ["read"]

_FIRST_YEAR = "1940"
_LABELS = {"1": Label.FIRSTNAME_FEMALE, "2": Label.FIRSTNAME_MALE}
_YEARS = "Tid"


def read(folder: Path) -> Iterator[Entry]:
    """Yield first names, then surnames."""
    born = _Table(find_file(folder, "fornavn.json"), "Fornavn")
    for code, name, count in born.count(lambda year: year >= _FIRST_YEAR):
        label = _LABELS.get(code[:1])
        if label is None:
            raise format_error(born.path, "the code of a name begins with neither 1 nor 2")
        yield from _make_entry(restore_first_name(name), label, count)
    borne = _Table(find_file(folder, "etternavn.json"), "Etternavn")
    last = max(borne.years)
    for _, name, count in borne.count(lambda year: year == last):
        yield from _make_entry(restore_surname(name), Label.SURNAME, count)


def _make_entry(form: str, label: Label, count: int) -> Iterator[Entry]:
    if count > 0 and is_name(form):
        yield Entry(form, label, count, Kind.BEARERS, "NO")


@dataclass(slots=True)
class _Dimension:
    index: dict[str, int]
    """The position of each code."""
    stride: int
    """The distance of two neighbours in the array of numbers."""


class _Table:
    """A table of JSON-stat with a dimension of names and one of years; others have one value."""

    def __init__(self, path: Path, names: str) -> None:
        self.path = path
        self._table: dict[str, Any] = read_json(path)
        if not isinstance(self._table, dict):
            raise format_error(path, "not a table of JSON-stat")
        sizes: list[int] = self._table["size"]
        strides = list(accumulate(reversed(sizes), mul, initial=1))[-2::-1]
        self._dimensions = {
            id: _Dimension(self._read_index(id), stride)
            for id, size, stride in zip(self._table["id"], sizes, strides, strict=True)
            if size > 1 or id in (names, _YEARS)
        }
        if set(self._dimensions) != {names, _YEARS} or not self.years:
            raise format_error(path, f"its dimensions are not {names} and {_YEARS}")
        self._names = names

    @property
    def years(self) -> list[str]:
        """The codes of the years."""
        return list(self._dimensions[_YEARS].index)

    def count(self, is_wanted: Callable[[str], bool]) -> Iterator[tuple[str, str, int]]:
        """Yield code, name and the sum of the wanted years of each name."""
        names, years = self._dimensions[self._names], self._dimensions[_YEARS]
        labels = self._table["dimension"][self._names]["category"]["label"]
        values: list[float | None] = self._table["value"]
        places = [at * years.stride for year, at in years.index.items() if is_wanted(year)]
        for code, at in names.index.items():
            count = sum(values[at * names.stride + place] or 0 for place in places)
            yield code, labels[code], int(count)

    def _read_index(self, id: str) -> dict[str, int]:
        """Read the codes of a dimension: an object of positions, or an array."""
        index = self._table["dimension"][id]["category"]["index"]
        return index if isinstance(index, dict) else {code: at for at, code in enumerate(index)}
