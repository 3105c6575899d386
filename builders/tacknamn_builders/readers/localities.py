"""Read SCB's localities (tätorter, 200 inhabitants and more) and small localities (småorter).

SCB's map server sends them as a comma-separated table with a number of its own in front. ``kommun`` is
the code of the municipality, ``bef`` the number of inhabitants::

    FID,tatort,kommun,bef
    Tatorter_2023.1,Påhittsby,0125,412
    Tatorter_2023.2,Upplands Väsby och Sollentuna,0114,153321

A locality that has grown together from several is named after them; each of the names is used, without
the number. Remarks in brackets (``Påhittsnäs (norra delen)``) are not part of a name.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.received_files import find_file, format_error, read_table
from tacknamn_builders.readers.region_codes import find_municipality
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_REMARK = re.compile(r"\s*\([^)]*\)")
_AND = re.compile(r" och |, ")


def read(folder: Path, file: str, name: str) -> Iterator[Record]:
    """Yield the localities of ``file``, whose column ``name`` has their names."""
    path = find_file(folder, file)
    for locality, code, inhabitants in read_table(path, (name, "kommun", "bef")):
        form = _REMARK.sub("", locality).strip()
        if not inhabitants.isdecimal():
            raise format_error(path, f"{inhabitants!r} inhabitants is not a number")
        if form:
            yield from _make_entries(form, int(inhabitants), find_municipality(code))


def _make_entries(form: str, inhabitants: int, parent: str) -> Iterator[Entry]:
    yield Entry(form, Label.CITY, inhabitants, Kind.INHABITANTS, "SE", parent)
    parts = _AND.split(form)
    if len(parts) > 1:
        for part in parts:
            yield Entry(part.strip(), Label.CITY, country="SE", parent=parent)
