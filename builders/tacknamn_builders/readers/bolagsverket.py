"""Read companies and associations from Bolagsverket's bulk file; persons are never kept.

``bolagsverket_bulkfil.zip`` contains ``bolagsverket_bulkfil.txt``: a gigabyte of UTF-8 with a
header, one organisation on each line, eleven quoted fields separated by semicolons::

    "5560000001$ORGNR-IDORG";"1";"SE-LAND";"Exempel AB$FORETAGSNAMN-ORGNAM$2001-05-10";
    "AB-ORGFO";"";"";"";"2001-05-10";"Bolaget ska …";"Gatan 1$$UPPSALA$75023$SE-LAND"

Quotes within a field are doubled (``Bageriet ""Bullen"" AB``) or stray, so lines are split at
``";"``. The word ``null``, with or without quotes, is an empty field. A description may continue on
further lines; a line that does not begin with an identity belongs to the one before and is skipped.
Several names of one organisation are separated by ``|``. A post town abroad (London,
``GB-LAND``) is no parent.

Natural persons (``PERSON-IDORG``, ``DODSBO-IDORG``) and everything else that is not ``ORGNR-IDORG``
are dropped before the line is decoded. Sole traders are dropped as well, and so are trading and
limited partnerships, because many are named after the persons who own them.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.company_names import list_company_names
from tacknamn_builders.readers.received_files import find_file, name_damaged_file
from tacknamn_builders.readers.text_repair import restore_capitals
from tacknamn_builders.records import Entry, Record
from tacknamn_builders.support.archives import open_zip_member

__all__ = ["read"]

_HEADER = (
    "organisationsidentitet", "namnskyddslopnummer", "registreringsland", "organisationsnamn",
    "organisationsform", "avregistreringsdatum",
)  # fmt: skip
_FIELDS = 11
_ADDRESS_PARTS = 5

_ORGANISATION = b"$ORGNR-IDORG"
_NUMBER = 10
"""Digits of an organisation number. The third digit is 2 or more; in a person's number it is the
first digit of a month, 0 or 1. A number with 0 or 1 is treated as a person's, whatever its type
is."""

_NAMED_AFTER_PERSONS = frozenset({"E-ORGFO", "HB-ORGFO", "KB-ORGFO"})
"""Sole traders and partnerships."""

_LABELS: Mapping[str, Label] = {
    "BRF-ORGFO": Label.OTHER_INSTITUTION,  # housing cooperatives: one lives there
    "BF-ORGFO": Label.OTHER_INSTITUTION,
    "I-ORGFO": Label.OTHER_INSTITUTION,  # non-profit associations
    "S-ORGFO": Label.OTHER_INSTITUTION,  # foundations
    "TSF-ORGFO": Label.OTHER_INSTITUTION,  # faiths
}
"""Labels by legal form; all other forms have the label work."""

_SWEDEN = "SE-LAND"
_NULL = re.compile(r";null(?=;|$)", re.IGNORECASE)


def read(folder: Path, deregistered: bool = False) -> Iterator[Record]:
    """Yield the names of each organisation; deregistered ones only if requested."""
    path = find_file(folder, "bolagsverket_bulkfil.zip")
    with open_zip_member(path, "bolagsverket_bulkfil.txt") as stream, name_damaged_file(path):
        _check_header(path, stream.readline().decode("utf-8-sig"))
        for fields in _read_organisations(stream):
            yield from _make_entries(fields, deregistered)


def _check_header(path: Path, line: str) -> None:
    header = [field.strip('" \r\n') for field in line.split(";")]
    if tuple(header[: len(_HEADER)]) != _HEADER or len(header) != _FIELDS:
        raise SourceError(
            f"{path.name}: the columns are {', '.join(header)[:300]}; "
            "Bolagsverket changed its file, and a wrong column could let persons through"
        )


def _read_organisations(stream: IO[bytes]) -> Iterator[list[str]]:
    for line in stream:
        identity, found, _ = line.partition(_ORGANISATION)
        number = identity.lstrip(b'"')
        if found and len(number) == _NUMBER and number.isdigit() and number[2:3] >= b"2":
            yield _split_line(line.decode("utf-8").rstrip("\r\n"))


def _split_line(line: str) -> list[str]:
    fields = _NULL.sub(';""', line).strip('"').split('";"')
    return ["" if _is_null(field) else field.replace('""', '"') for field in fields]


def _is_null(text: str) -> bool:
    return text.strip().lower() == "null"


def _make_entries(fields: list[str], deregistered: bool) -> Iterator[Entry]:
    """Yield the names of a line. If its description continues below, only the address is lost."""
    if len(fields) < len(_HEADER) or fields[4] in _NAMED_AFTER_PERSONS:
        return
    if not deregistered and fields[5].strip():
        return
    label = _LABELS.get(fields[4], Label.WORK)
    key = f"bolagsverket:{fields[0].partition('$')[0]}"
    town = _find_town(fields[-1]) if len(fields) >= _FIELDS else ""
    for number, name in enumerate(_list_names(fields[3])):
        yield Entry(name, label, country="SE", parent=town, key=key, main=number == 0)


def _list_names(field: str) -> Iterator[str]:
    """Yield each registered name with its legal form: ``Sol AB`` is a company, ``Sol`` is a
    word."""
    for part in field.split("|"):
        name = part.partition("$")[0].strip()
        if name and not _is_null(name):
            yield next(list_company_names(restore_capitals(name, initials=True)))


def _find_town(address: str) -> str:
    """Find the Swedish town in ``gata$c/o$ort$postnr$land``; the street may contain a dollar too."""
    parts = address.split("$")
    if len(parts) < _ADDRESS_PARTS or parts[-1].strip() != _SWEDEN or _is_null(parts[-3]):
        return ""
    return restore_capitals(parts[-3].strip())
