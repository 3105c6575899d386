"""How Swedish street names are written, and what else is a name of this kind or another.

Lists of addresses write ``Ebbas Väg``; Swedish writes ``Ebbas väg``. And where a road has no
name, the address is that of a lake (Bjurtjärnen) or a school (Stålagårds Skola).
"""

import re

from tacknamn.labels import Label

__all__ = ["find_other_label", "write_street"]

_GENERIC = (
    "Allé", "Allén", "Backe", "Bro", "Gata", "Gränd", "Gång", "Gård", "Kaj", "Kyrka", "Park",
    "Plan", "Plats", "Prästgård", "Skola", "Stig", "Torg", "Trappor", "Väg",
)  # fmt: skip
"""Words for the kind of place that end a name; as words of their own they are not capitalised."""

_ENDS_GENERIC = re.compile(rf"(?<=\S )({'|'.join(_GENERIC)})$")

# Only endings that nothing but water has: -viken, -udden and -ån are streets as often.
_WATER = re.compile(r"\w{2,}(tjärn|tjärnen|sjön|träsk|träsket|älven|järvi)$")
_SCHOOL = re.compile(r"\S skola$")


def write_street(name: str) -> str:
    """Write a street name as Swedish does.

    >>> written("Ebbas Väg"), written("Gamla Vägen"), written("Väg")
    ('Ebbas väg', 'Gamla Vägen', 'Väg')
    """
    return _ENDS_GENERIC.sub(lambda match: match[0].lower(), name.strip())


def find_other_label(name: str) -> Label | None:
    """Tell what an address name names besides, if its ending says so.

    >>> other_label("Bjurtjärnen"), other_label("Ebbas väg")
    (<Label.GEO: 'geo'>, None)
    """
    if _WATER.search(name):
        return Label.GEO
    return Label.SCHOOL if _SCHOOL.search(name) else None
