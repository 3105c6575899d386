"""Read the names of Finland's population register (DVV), with their bearers.

Two workbooks. That of first names has a sheet for each sex and place: *ens* counts the first of a
person's given names, by which most Finns are called, *muut* the others, *kaikki* all of them::

    Etunimi | Lukumäärä            Sukunimi | Yhteensä
    Anne    | 30204                Korhonen | 22068

Only *ens* is used: Juhani leads *kaikki*, but few men are called by it. The sheet of surnames is
*Nimet*. Some editions write numbers as text with a blank (``30 204``).
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name, restore_first_name, restore_surname
from tacknamn_builders.readers.received_files import find_file, format_error
from tacknamn_builders.readers.workbooks import read_sheet
from tacknamn_builders.records import Entry

__all__ = ["read"]

_FIRST_NAMES, _SURNAMES = "etunimitilasto.xlsx", "sukunimitilasto.xlsx"
_SHEETS = (
    (_FIRST_NAMES, "Naiset ens", ("Etunimi", "Lukumäärä"), Label.FIRSTNAME_FEMALE),
    (_FIRST_NAMES, "Miehet ens", ("Etunimi", "Lukumäärä"), Label.FIRSTNAME_MALE),
    (_SURNAMES, "Nimet", ("Sukunimi", "Yhteensä"), Label.SURNAME),
)


def read(folder: Path) -> Iterator[Entry]:
    """Yield women's and men's first names, then surnames."""
    for file, sheet, columns, label in _SHEETS:
        path = find_file(folder, file)
        restore = restore_surname if label is Label.SURNAME else restore_first_name
        for name, count in read_sheet(path, columns, sheet):
            form, bearers = restore(name), "".join(count.split())
            if not name and not count:  # rows of notes below the table
                continue
            if not bearers.isdecimal():
                raise format_error(path, f"sheet {sheet}: a name without a number of bearers")
            if is_name(form):
                yield Entry(form, label, int(bearers), Kind.BEARERS, "FI")
