"""Read the names of drugs and substances from Läkemedelsverket's registers, as ordinary words.

A name of a drug is no name of a person or place, so it becomes a word that is not replaced, without
a frequency. Two registers are read, both zips of XML, of which only a few elements are used.

NPL has one file for each product, below ``Productdata/``::

    <npl:medprod><npl:names><mpa:medprodname v="Påhittol forte"/></npl:names>...

NSL has the ATC codes with their names in Swedish and English in ``codesystems/atc-code.xml``; codes of
seven letters are substances::

    <concept code="N02BE99"><designation language="sv">Påhittacetamol</designation></concept>

Archives made on Windows have a backslash in the names of their members. Definitions of entities, which
can expand without end, are refused.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

from tacknamn_builders.readers.received_files import find_file, format_error
from tacknamn_builders.records import Record, WordFrequency
from tacknamn_builders.support.archives import open_zip_members

__all__ = ["read_products", "read_substances"]

_PRODUCT = re.compile(r"(?:.*[/\\])?Productdata[/\\][^/\\]+\.xml", re.IGNORECASE)
_ATC = re.compile(r"(?:.*[/\\])?atc-code\.xml", re.IGNORECASE)
_ENTITY = b"<!ENTITY"
_CHUNK = 1 << 16
_NAME = "medprodname"
_CONCEPT, _DESIGNATION = "concept", "designation"
_SUBSTANCE = re.compile(r"[A-Z]\d\d[A-Z]{2}\d\d")
_WORD = re.compile(r"[^\W\d_]{4,}")
"""A word of a name. Shorter ones are strengths (``mg``) and abbreviations."""


def read_products(folder: Path) -> Iterator[Record]:
    """Yield the first word of each product's name; the others are forms and companies."""
    path = find_file(folder, "npl.zip")
    for _, element in _read_elements(path, _PRODUCT, _NAME):
        match = _WORD.match(element.get("v") or "".join(element.itertext()).strip())
        if match:
            yield WordFrequency(match[0].lower(), "sv", 0)


def read_substances(folder: Path) -> Iterator[Record]:
    """Yield each word of the Swedish name of each substance."""
    path = find_file(folder, "nsl.zip")
    for _, concept in _read_elements(path, _ATC, _CONCEPT):
        if _SUBSTANCE.fullmatch(concept.get("code", "")):
            for designation in concept:
                if _is(designation, _DESIGNATION) and designation.get("language") == "sv":
                    for word in _WORD.findall(designation.text or ""):
                        yield WordFrequency(word.lower(), "sv", 0)


def _read_elements(
    path: Path, members: re.Pattern[str], name: str
) -> Iterator[tuple[str, ElementTree.Element]]:
    """Yield the elements of a name in some members of a zip; each is forgotten afterwards."""
    found = False
    for member, stream in open_zip_members(path, members.fullmatch):
        found = True
        try:
            for element in _parse(stream):
                if _is(element, name):
                    yield member, element
                    element.clear()
        except (ElementTree.ParseError, LookupError) as exc:  # LookupError: an unknown encoding
            raise format_error(path, f"{member} is no XML ({exc})") from exc
    if not found:
        raise format_error(path, f"no member {members.pattern}")


def _parse(stream: IO[bytes]) -> Iterator[ElementTree.Element]:
    parser: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser(["end"])
    before = b""
    while chunk := stream.read(_CHUNK):
        # A NUL is UTF-16, in which the definition has other bytes.
        if _ENTITY in before + chunk or b"\0" in chunk:
            raise ElementTree.ParseError("it defines entities, or is not UTF-8")
        parser.feed(chunk)
        before = chunk[-len(_ENTITY) :]
        for event in parser.read_events():
            element = event[-1]
            assert isinstance(element, ElementTree.Element)  # other events have other content
            yield element
    parser.close()


def _is(element: ElementTree.Element, name: str) -> bool:
    """Whether an element has a name, in any namespace."""
    return element.tag.rpartition("}")[2] == name
