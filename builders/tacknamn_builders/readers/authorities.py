"""Read the register of public authorities that SCB keeps (Allmänna myndighetsregistret).

The register is sent as one Excel workbook for each group of authorities. Names and towns are in
capitals in some editions, with the abbreviation in brackets::

    Organisationsnr | Namn                   | BesöksPostOrt
    202100-0001     | PÅHITTSVERKET (PV)     | UPPSALA

Embassies and consulates are in other countries, so they have no town of Sweden as parent.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.authority_names import make_authority_entries, write_authority
from tacknamn_builders.readers.received_files import find_file
from tacknamn_builders.readers.text_repair import restore_capitals
from tacknamn_builders.readers.workbooks import read_sheet
from tacknamn_builders.records import Record

__all__ = ["read"]

_COLUMNS = ("Namn", "BesöksPostOrt")
_ABROAD = "utlandsmyndigheter.xlsx"
_GROUPS = (
    "forvaltningsmyndigheter.xlsx",
    "riksdagen.xlsx",
    "affarsverk.xlsx",
    "ap-fonder.xlsx",
    "domstolar.xlsx",
    _ABROAD,
)


def read(folder: Path) -> Iterator[Record]:
    """Yield each authority of each group."""
    for file in _GROUPS:
        for name, town in read_sheet(find_file(folder, file), _COLUMNS):
            if name:
                written, _, brackets = name.partition("(")
                whole = write_authority(written.strip()) + (f" ({brackets}" if brackets else "")
                yield from make_authority_entries(
                    whole, "" if file == _ABROAD else restore_capitals(town)
                )
