"""Read GeoNames' dumps: places, alternate names, countries, first- and second-level regions.

The dumps are tab-separated UTF-8 without header or quoting. A place has 19 fields::

    geonameid, name, asciiname, alternatenames, latitude, longitude, feature class,
    feature code, country code, cc2, admin1 code, admin2 code, admin3 code, admin4 code,
    population, elevation, dem, timezone, modification date

    450293 Gåshällan Gashallan Gashallan,Gåshällan 63.65 20.25 T ISL SE - 23 - - - 0 - -9999
    Europe/Stockholm 2018-12-04

Some names contain a stray carriage return, which ends no line. In Sweden, a few places have the
first-level code of a county from before 1998, so their county is derived from their municipality.

An alternate name has ten fields: id, geonameid, language (or ``link``, ``wkdt``, ``iata`` ...),
name, then 1 or nothing for preferred, short, colloquial and historic, then from and to. Some lines
end early, after the name or any later field; a few are broken before that.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.geonames_features import find_label
from tacknamn_builders.readers.place_names import list_spellings, list_variants, split_place_names
from tacknamn_builders.readers.received_files import (
    find_file,
    format_error,
    name_damaged_file,
    split_lines,
)
from tacknamn_builders.readers.region_codes import find_county_of_municipality
from tacknamn_builders.records import Entry, Record, Region, Variant, format_position
from tacknamn_builders.support.archives import open_zip_member

__all__ = [
    "LANGUAGES",
    "read_admin1",
    "read_admin2",
    "read_alternate_names",
    "read_countries",
    "read_places",
]

_PLACE_FIELDS = 19
_ALTERNATE_FIELDS = 4
"""Fields that a line needs; the others may be missing."""
_HISTORIC = 7
_MOST_BROKEN = 0.001
"""Share of broken lines from which the file, not a line of it, is broken."""

LANGUAGES = ("sv", "en", "fi", "no", "nb", "nn", "da", "se", "sma", "smj", "fit")
"""Languages of names in Swedish text: Swedish, English, those of the neighbours, and those of
northern Sweden (three Sámi languages and Meänkieli)."""


def read_places(folder: Path, file: str, variants_from: int | None = None) -> Iterator[Record]:
    """Yield the places of a zipped dump, ``file`` being its name without the ending.

    With ``variants_from`` they bring the variants in field 4 along: in Sweden other spellings,
    abroad all from so many inhabitants. Without it they are left to read_alternate_names, which
    knows their languages.
    """
    path = find_file(folder, f"{file}.zip")
    with open_zip_member(path, f"{file}.txt") as stream:
        lines = io.TextIOWrapper(stream, "utf-8", newline="\n")
        for fields in split_lines(path, lines, _PLACE_FIELDS):
            yield from _make_entries(path, fields, variants_from)


def _make_entries(path: Path, fields: list[str], variants_from: int | None) -> Iterator[Entry]:
    label = find_label(fields[6], fields[7], fields[8])
    if label is None or not fields[1].strip():
        return
    name, *others = split_place_names(fields[1])
    population, place = _make_entry(path, fields, name, label)
    yield place
    if variants_from is not None and place.country == "SE":
        others += list_spellings(name, fields[3].split(","))
    elif variants_from is not None and population >= variants_from:
        others += list_variants(name, fields[3].split(","))
    for variant in dict.fromkeys(others):
        yield replace(place, form=variant, main=False)


def _make_entry(path: Path, fields: list[str], name: str, label: Label) -> tuple[int, Entry]:
    country = fields[8]
    try:
        population = int(fields[14] or 0)
        at = format_position(country, float(fields[4]), float(fields[5]))
    except ValueError as exc:
        raise SourceError(f"{path.name}, geonameid {fields[0]}: {exc}") from exc
    entry = Entry(
        name,
        label,
        float(population),
        Kind.INHABITANTS if population else Kind.NONE,
        country,
        _find_parent(fields),
        f"geonames:{fields[0]}",
        at=at,
    )
    return population, entry


def _find_parent(fields: list[str]) -> str:
    """Return the most specific code above the place; a county is not its own parent."""
    country, first, second = fields[8], fields[10], fields[11]
    if not (country and first) or fields[7] == "ADM1":
        return ""
    county = find_county_of_municipality(second) if country == "SE" else None
    region = county.geonames if county else f"{country}.{first}"
    return region if not second or fields[7] == "ADM2" else f"{region}.{second}"


def read_alternate_names(
    folder: Path, languages: Sequence[str] = LANGUAGES, historic: bool = False
) -> Iterator[Record]:
    """Yield the names in the chosen languages, each with the key of its place.

    Preferred, short and colloquial names are included, historic ones (Christiania for Oslo) only if
    requested. Lines are filtered before they are decoded: of 16 million, a tenth is used.
    """
    path = find_file(folder, "alternateNamesV2.zip")
    chosen = {language.encode() for language in languages}
    with name_damaged_file(path), open_zip_member(path, "alternateNamesV2.txt") as stream:
        for fields in _split_alternate_lines(path, stream):
            if fields[2] in chosen and (historic or fields[_HISTORIC : _HISTORIC + 1] != [b"1"]):
                yield Variant(
                    f"geonames:{fields[1].decode('ascii')}",
                    fields[3].decode("utf-8").strip(),
                    fields[2].decode("ascii"),
                )


def _split_alternate_lines(path: Path, stream: IO[bytes]) -> Iterator[list[bytes]]:
    """Split the lines that are complete up to the name; too many others are an error."""
    lines = broken = 0
    for line in stream:
        lines += 1
        fields = line.rstrip(b"\r\n").split(b"\t")
        if len(fields) < _ALTERNATE_FIELDS:
            broken += 1
        else:
            yield fields
    if broken > lines * _MOST_BROKEN:
        what = f"{broken:,} of {lines:,} lines have fewer than {_ALTERNATE_FIELDS} fields"
        raise format_error(path, what)


def read_countries(folder: Path) -> Iterator[Record]:
    """Yield each country of countryInfo.txt under its English name.

    Its capital is omitted: the place dumps have it with inhabitants and key.
    """
    path = find_file(folder, "countryInfo.txt")
    with name_damaged_file(path), path.open(encoding="utf-8", newline="\n") as stream:
        rows = (line.rstrip("\r\n").split("\t") for line in stream)
        header = next((row for row in rows if row[0] == "#ISO"), [])
        try:
            name, population = header.index("Country"), header.index("Population")
        except ValueError as exc:
            raise SourceError(f"{path.name}: no header line with a column {exc}") from exc
        for row in rows:
            yield _make_country(path, row[0], row[name].strip(), row[population])


def _make_country(path: Path, code: str, name: str, population: str) -> Entry:
    try:
        count = float(population or 0)
    except ValueError as exc:
        raise SourceError(f"{path.name}, {code}: population {exc}") from exc
    kind = Kind.INHABITANTS if count else Kind.NONE
    return Entry(name, Label.COUNTRY, count, kind, code, key=f"country:{code}")


def read_admin1(folder: Path) -> Iterator[Record]:
    """Yield the world's first-level regions (``SE.28``)."""
    for code, name, geonames in _read_codes(find_file(folder, "admin1CodesASCII.txt")):
        yield Region(code, name)
        yield Entry(name, Label.REGION, country=code[:2], key=f"geonames:{geonames}")


def read_admin2(folder: Path, entries_of: Sequence[str] = ("SE",)) -> Iterator[Record]:
    """Yield second-level regions (``SE.28.1480``); only those of some countries also as entries.

    The other 47,000 are named like the towns in them, or by number.
    """
    for code, name, geonames in _read_codes(find_file(folder, "admin2Codes.txt")):
        yield Region(code, name)
        if code[:2] in entries_of:
            parent = code.rpartition(".")[0]
            yield Entry(
                name, Label.REGION, country=code[:2], parent=parent, key=f"geonames:{geonames}"
            )


def _read_codes(path: Path) -> Iterable[tuple[str, str, str]]:
    """Yield code, name and geonameid of each line."""
    with name_damaged_file(path), path.open(encoding="utf-8", newline="\n") as stream:
        for code, name, _, geonames in split_lines(path, stream, 4):
            yield code, name, geonames
