"""The rules of this package: what found a name, as a detection and an explanation report it."""

from typing import Final

__all__ = [
    "AUTHORITY",
    "BESIDE_NAME",
    "CAPITAL",
    "COMPANY",
    "EDUCATED",
    "INITIALS",
    "INSTITUTION",
    "LIST",
    "MISSPELT",
    "ROLE",
    "RULES",
    "WORKPLACE",
]

LIST, MISSPELT = "list", "misspelt"
"""An entry of the lists, as the list spells it or misspelt."""
BESIDE_NAME, CAPITAL, INITIALS = "beside_name", "capital", "initials"
"""A word next to a name; a capitalized word that no list has; initials."""
INSTITUTION: Final = "institution"
"""A name of an institution, known by the words next to it."""
WORKPLACE, COMPANY, AUTHORITY = "workplace", "company", "authority"
"""An institution at which somebody works; a company and an authority that nobody is said to work
at."""
ROLE, EDUCATED = "role", "educated"
"""A profession of a person who is only mentioned (*the doctor said*); one that somebody was trained
for."""
RULES: Final = {
    AUTHORITY: "public_authority",
    COMPANY: "work",
    ROLE: "prof",
}
"""The rules that a profile may treat unlike other detections of their label, with that label. They
identify nobody: companies and authorities that nobody is said to work at, and professions of people
who are only mentioned."""
