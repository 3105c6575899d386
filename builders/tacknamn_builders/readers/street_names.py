"""Write street names as Swedish does, and find addresses that are lakes or schools.

Lists of addresses have ``Ebbas Väg``; Swedish spelling is ``Ebbas väg``. If a road has no name, the
address is that of a lake (Bjurtjärnen) or a school (Stålagårds Skola).
"""

import re

from tacknamn.labels import Label

__all__ = ["find_other_label", "write_street"]

_GENERIC = (
    "Allé", "Allén", "Backe", "Bro", "Gata", "Gränd", "Gång", "Gård", "Kaj", "Kyrka", "Park",
    "Plan", "Plats", "Prästgård", "Skola", "Stig", "Torg", "Trappor", "Väg",
)  # fmt: skip
"""Words for a kind of place at the end of a name; as separate words they are in lower case."""

_ENDS_GENERIC = re.compile(rf"(?<=\S )({'|'.join(_GENERIC)})$")

# Only endings that are always water: names in -viken, -udden and -ån are often streets.
_WATER = re.compile(r"\w{2,}(tjärn|tjärnen|sjön|träsk|träsket|älven|järvi)$")
_SCHOOL = re.compile(r"\S skola$")


def write_street(name: str) -> str:
    """Write a street name as Swedish does.

    >>> write_street("Ebbas Väg"), write_street("Gamla Vägen"), write_street("Väg")
    ('Ebbas väg', 'Gamla Vägen', 'Väg')
    """
    return _ENDS_GENERIC.sub(lambda match: match[0].lower(), name.strip())


def find_other_label(name: str) -> Label | None:
    """Find the second label of an address by its ending, or None.

    >>> find_other_label("Bjurtjärnen"), find_other_label("Ebbas väg")
    (<Label.GEO: 'geo'>, None)
    """
    if _WATER.search(name):
        return Label.GEO
    return Label.SCHOOL if _SCHOOL.search(name) else None
