"""Groups of labels that are treated alike: persons, places, institutions, common nouns."""

from typing import Final

__all__ = [
    "CLUB",
    "FIRSTNAMES",
    "HOME",
    "INSTITUTIONS",
    "MIDDLENAME",
    "NOUNS",
    "OTHER",
    "PERSONS",
    "PLACES",
]

HOME: Final = "SE"
"""The country whose places are not foreign."""
FIRSTNAMES: Final = frozenset(("firstname_female", "firstname_male", "firstname_unknown"))
PERSONS: Final = FIRSTNAMES | {"surname"}
MIDDLENAME: Final = "middlename"
"""The label that only the position of a name can give; no list has it."""
PLACES: Final = frozenset(("area", "city", "country", "geo", "place", "region"))
CLUB: Final = "other_institution"
"""Institutions that are neither schools nor workplaces: clubs, churches, hospitals."""
INSTITUTIONS: Final = frozenset((CLUB, "public_authority", "school", "transport_name", "work"))
NOUNS: Final = frozenset(("edu", "ethnicity", "fam", "language", "prof"))
"""Labels of words that are no names: Swedish writes them in lower case."""
OTHER: Final = ""
"""The label of a piece that is no name."""
