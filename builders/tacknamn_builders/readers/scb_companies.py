"""Read organisations from the bulk file of SCB's business register; persons are never kept.

``scb_bulkfil.zip`` holds one text, whose name has a date: Latin-1, tabs, no quoting, a header, 35 columns.
These are read, in any order and case::

    PeOrgNr         Foretagsnamn        JurForm   FtgStat   PostOrt
    165560000001    PÅHITTSBOLAGET AB   49        1         UPPSALA

A number that begins with ``16`` is that of an organisation; natural persons have their own number, which
begins with the year of birth, and are dropped before the line is split. Partnerships are dropped as well,
because many are named after their owners, and so are organisations that are closed (``FtgStat`` 9).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from tacknamn.labels import Label
from tacknamn_builders.readers.company_names import list_company_names
from tacknamn_builders.readers.received_files import find_file, format_error
from tacknamn_builders.readers.text_repair import restore_capitals
from tacknamn_builders.records import Entry, Record
from tacknamn_builders.support.archives import open_zip_members

__all__ = ["read"]

_FILE = "scb_bulkfil.zip"
_COLUMNS = ("peorgnr", "foretagsnamn", "jurform", "ftgstat", "postort")
_ORGANISATION = b"16"
_DIGITS = 12
_CLOSED = "9"
_NAMED_AFTER_PERSONS = frozenset({"10", "21", "22", "31", "32"})
"""Legal forms: natural persons, simple partnerships, shipping partnerships, trading and limited
partnerships."""

_LABELS: Mapping[str, Label] = {
    "53": Label.OTHER_INSTITUTION,  # housing cooperatives
    "54": Label.OTHER_INSTITUTION,  # cooperative tenant associations
    "61": Label.OTHER_INSTITUTION,  # non-profit associations
    "62": Label.OTHER_INSTITUTION,
    "63": Label.OTHER_INSTITUTION,  # faiths
    "71": Label.OTHER_INSTITUTION,  # foundations
    "72": Label.OTHER_INSTITUTION,
    "81": Label.PUBLIC_AUTHORITY,  # the state
    "82": Label.PUBLIC_AUTHORITY,  # municipalities
    "83": Label.PUBLIC_AUTHORITY,  # associations of municipalities
    "84": Label.PUBLIC_AUTHORITY,  # regions
}
"""Labels by legal form; all other forms have the label work."""


def read(folder: Path) -> Iterator[Record]:
    """Yield each organisation in its post town."""
    path = find_file(folder, _FILE)
    for _, stream in open_zip_members(path, lambda name: name.lower().endswith(".txt")):
        columns = _read_header(path, stream.readline())
        for line in stream:
            if _is_organisation(line[:_DIGITS]):
                yield from _make_entry(line.decode("latin-1").rstrip("\r\n").split("\t"), columns)


def _read_header(path: Path, line: bytes) -> list[int]:
    """Find the columns; the number must be the first one, because lines are filtered by it."""
    header = [name.strip().lower() for name in line.decode("latin-1").split("\t")]
    missing = [name for name in _COLUMNS if name not in header]
    if missing or header[0] != _COLUMNS[0]:
        what = f"column {', '.join(missing)} is missing" if missing else "PeOrgNr is not the first"
        raise format_error(path, what)
    return [header.index(name) for name in _COLUMNS]


def _is_organisation(number: bytes) -> bool:
    """Whether a number is that of an organisation; in a person's, a month follows the year."""
    third = number[len(_ORGANISATION) + 2 :][:1]
    return number.startswith(_ORGANISATION) and number.isdigit() and third >= b"2"


def _make_entry(fields: list[str], columns: list[int]) -> Iterator[Entry]:
    if len(fields) <= max(columns):
        return
    number, name, form, status, town = (fields[at].strip() for at in columns)
    if not name or form in _NAMED_AFTER_PERSONS or status == _CLOSED:
        return
    yield Entry(
        next(list_company_names(restore_capitals(name, initials=True))),
        _LABELS.get(form, Label.WORK),
        country="SE",
        parent=restore_capitals(town),
        key=f"bolagsverket:{number.removeprefix('16')}",
    )
